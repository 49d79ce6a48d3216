//! The report and the viewer: a folder of results in, one page out on which every game can be replayed.
//!
//! The page is one file. Tables and plots are HTML and SVG, so they can be read and printed without scripts.
//! On top of that is the viewer: the judge's own match, compiled to WebAssembly, runs the real bots in the
//! reader's browser. Nothing is loaded from anywhere.
//!
//! The modules, in the order the data moves:
//!
//! - [`published`]: the files of a folder of results are read;
//! - `report_data`: the facts of a tournament, and what follows from games, are handed to `judge-drawing`, which draws it;
//! - `transcripts`: games as their actions, in few bytes;
//! - `first_scene`: the board that the page shows at once;
//! - `payload`: the viewer's data, as JSON and compressed;
//! - `page`: the template is filled in;
//! - `png`: the picture of a link;
//! - `front`: the front page of several reports;
//! - `live_page`: the page of one game that a server plays;
//! - [`watched`]: games that a server shows, and the files of such a page.

pub mod published;

mod first_scene;
mod front;
mod letters;
mod live_page;
mod page;
mod payload;
mod png;
mod report_data;
mod transcripts;
pub mod watched;

pub use front::{card, front};
pub use letters::compressed as packed;
pub use live_page::{Page, live_page};
pub use page::{is_of_this_judge, report};
pub use payload::{ReportTerms, chosen_in};
pub use png::{card as card_png, draw};
pub use report_data::in_matches;
