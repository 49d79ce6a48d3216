//! Games as text: scenes into boards, moves into lines, and what a person types into what is to be done.
//!
//! It prints nothing and reads no key. The program does that, so all of this can be tested without a terminal.
//!
//! - [`ink`]: text with colours;
//! - [`words`]: what seats, scores and actions are called in each game;
//! - [`board`]: a scene as rows of text;
//! - [`fleet`]: a fleet that is being placed.

pub mod ink;

pub mod words;

pub mod board;

pub mod fleet;
