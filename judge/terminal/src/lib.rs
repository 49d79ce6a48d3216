//! Games as text: scenes into boards, moves into lines, and what a person types into what is to be done.
//!
//! It prints nothing and reads no key. The program does that, so all of this can be tested without a terminal.
//!
//! - [`ink`]: text with colours;
//! - [`words`]: what seats, scores and actions are called in each game;
//! - [`board`]: a scene as rows of text;
//! - [`fleet`]: a fleet that is being placed;
//! - [`typed`]: what a person typed;
//! - [`teller`]: what is told of a game as it goes;
//! - [`console`]: where a person sits;
//! - [`sitting`]: a game that people play or watch;
//! - [`standings`]: the standings of a tournament, as wide as the terminal;
//! - [`bracket`]: the matches of a knockout as a tree;
//! - [`cross`]: everybody against everybody.

pub mod ink;

pub mod words;

pub mod board;

pub mod fleet;

pub mod standings;

pub mod bracket;

pub mod cross;

mod width;

pub mod typed;

pub mod teller;

pub mod console;

pub mod sitting;

/// Words in rows of at most `width` characters.
#[must_use]
pub fn wrap(words: &[String], width: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for word in words {
        match rows.last_mut() {
            Some(row) if row.chars().count() + 1 + word.chars().count() <= width => {
                row.push(' ');
                row.push_str(word);
            }
            _ => rows.push(word.clone()),
        }
    }
    rows
}
