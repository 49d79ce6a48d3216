//! A season: contestants hand in, the ladder plays, everybody watches.
