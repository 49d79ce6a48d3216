//! Points, standings, ratings, intervals and places, worked out from games.
//!
//! Knows who meets whom, and why; files and the sandbox are elsewhere. The page's engine links it, too, so it
//! builds for `wasm32-unknown-unknown`.
//!
//! - [`phases`]: contestants, and what was played so far, into rounds;
//! - [`Round`], [`Fixture`], [`GameResult`]: what a schedule is made of, and what became of it;
//! - [`score()`]: what a game counts for each seat;
//! - [`Sums`]: the contestants in order; [`teams()`], [`by_matches()`]: their teams;
//! - [`rate`]: strengths on the Elo scale, with intervals;
//! - [`separated()`]: whether a tournament may stop early;
//! - [`rows`]: the tables of all that; [`words`]: what is said of it.
//!
//! Two rounds that the first contestant won:
//!
//! ```
//! use judge_rating::{Disqualified, EntrantId, Tally, TallyGame, rate};
//!
//! let mut tally = Tally::default();
//! for round in 0..2 {
//!     // The second game is played with the seats exchanged.
//!     let hashes = [[2 * round; 32], [2 * round + 1; 32]];
//!     let game = |ranks, order: usize| Some(TallyGame { ranks, transcript_sha256: &hashes[order] });
//!     tally.add(&[EntrantId(0), EntrantId(1)], &[game(&[1, 2], 0), game(&[2, 1], 1)]);
//! }
//! let ratings = rate(&Disqualified::nobody(2), &tally);
//! let places = ratings.entrants[0].as_ref().map(|rating| (rating.rank_low, rating.rank_high));
//! assert_eq!(places, Some((1, 2)), "two rounds prove little");
//! ```

pub mod phases;
mod rating;
mod round;
pub mod rows;
mod score;
mod separated;
mod standings;
mod teams;
pub mod words;

pub use rating::{
    ELO, Group, Rating, Ratings, Scale, Tally, TallyGame, rate, rate_by_anchors, rate_fields, strengths, won,
};
pub use round::{Disqualified, EntrantId, Fixture, GameResult, Round};
pub use score::{Scored, SeatScore, points_against, score};
pub(crate) use separated::looks;
pub use separated::separated;
pub use standings::{RankedBy, Standing, Status, Sums, Tie};
pub use teams::{Team, by_matches, teams};
