//! The drawing of a report: tables, plots, cards, brackets and words, as HTML and SVG.
//!
//! Pure: `judge report` draws what was published, and the page draws the same again from the games that it has played.
//! Equal inputs give equal bytes everywhere, so the page compares the whole text. It works nothing out: it knows no
//! file, and not where its numbers come from.
//!
//! The modules, in the order the data moves:
//!
//! - `facts`: what is taken as it is told, and nobody can work out from games;
//! - `results`: what follows from the games;
//! - `crosstable` and `summary`: what the tables say that the standings do not;
//! - `matches`: which game of which match a game is;
//! - `sections`: tables, brackets, rounds and the race for points of each phase;
//! - `plots` and `race`: numbers become SVG;
//! - [`picture`]: a game as pictures, for `judge replay`, links and films;
//! - `report`: the template is filled in;
//! - `marks` and `words`: colours, shapes and numbers as all of them show them.

mod crosstable;
mod facts;
mod marks;
mod matches;
pub mod picture;
mod plots;
mod race;
mod report;
mod results;
mod sections;
mod summary;
mod words;

pub use facts::{Contestant, NotPlaying, TournamentFacts};
pub use marks::{colour, shape};
pub use matches::{InMatch, in_matches};
pub use report::{card, link, report, rules};
pub use results::{FirstFault, Results};
pub use words::name_of;
