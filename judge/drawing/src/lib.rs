//! The drawing of a report: tables, plots, cards, brackets and words, as HTML and SVG.
//!
//! Pure: `judge report` draws what was published, and the page draws the same again from the games that it has played.
//! Equal inputs give equal bytes everywhere, so the page compares the whole text. It knows no file, no schedule, and not
//! where its numbers come from.
//!
//! The modules, in the order the data moves:
//!
//! - `told`: what is taken as it is told, and nobody can work out from games;
//! - `results`: what follows from the games;
//! - `crosstable` and `summary`: what the tables say that the standings do not;
//! - `course`: rounds, matches and the race for points;
//! - `plots` and `race`: numbers become SVG;
//! - `report`: the template is filled in;
//! - `marks` and `words`: colours, shapes and numbers as all of them show them.

mod course;
mod crosstable;
mod facts;
mod marks;
mod plots;
mod race;
mod report;
mod results;
mod summary;
mod words;

pub use facts::{Contestant, Format, LeftOut, TournamentFacts};
pub use marks::{colour, shape};
pub use report::{card, report, rules};
pub use results::{FirstFault, Game, Results, Spent, Standing, Team};
pub use words::name_of;
