//! Games as text: scenes into boards, moves into lines, and what a person types into what is to be done.
//!
//! It prints nothing and reads no key. The program does that, so all of this can be tested without a terminal.
//!
//! - [`ink`]: text with colours;
//! - [`words`]: lists as people write them;
//! - [`board`]: a scene as rows of text;
//! - [`fleet`]: a fleet that is being placed;
//! - [`typed`]: what a person typed;
//! - [`commentary`]: the lines about a game as it goes;
//! - [`terminal_game`]: a game that people play or watch, each at a [`console`](terminal_game::console);
//! - [`shown_game`]: a game to be shown as a whole, with its bots and its names;
//! - [`printed`]: that as text;
//! - [`points`]: turning points as text;
//! - [`viewer`]: a whole game to look at, on a full screen;
//! - [`chooser`]: the games of a folder, to choose one, on a full screen;
//! - [`standings`]: the standings of a tournament, as wide as the terminal, and everybody against everybody;
//! - [`phases`]: how each phase went: its tables, or the matches of a knockout as a tree;
//! - [`width`]: how wide text is, and text made to fit.

pub mod ink;

pub mod words;

pub mod board;

pub mod fleet;

pub mod standings;

pub mod phases;

pub mod width;

pub mod typed;

pub mod commentary;

pub mod terminal_game;

pub mod shown_game;

pub mod printed;

pub mod points;

pub mod viewer;

pub mod chooser;
