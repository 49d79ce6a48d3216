//! A game on its way to a position: actions as a person writes them in, each checked by the rules, forced ones played in
//! between.

use std::collections::BTreeMap;

use judge_games::Game;

use crate::rules::notation::{self, Wrong, bare};

/// The reason why a text that somebody wrote is no opening or game by the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unplayable {
    /// Nobody is to move after it.
    #[error("the game is over here; leave out its end")]
    Over,
    /// What is wrong with it, and where.
    #[error("{0}")]
    Wrong(String),
}

impl From<&str> for Unplayable {
    fn from(why: &str) -> Self {
        Self::Wrong(why.into())
    }
}

/// A game on its way, with the actions that were not forced.
#[derive(Clone)]
pub struct ReplayedPosition<G: Game> {
    /// The game as it stands.
    pub game: G,
    /// Actions played, forced ones included.
    pub turns: u32,
    /// The actions that were not forced, in the game's notation, by the number of actions before them.
    pub by_hand: BTreeMap<u32, String>,
}

impl<G: Game> ReplayedPosition<G> {
    /// A way from here.
    #[must_use]
    pub fn from(start: G) -> Self {
        let mut way = Self { game: start, turns: 0, by_hand: BTreeMap::new() };
        way.force();
        way
    }

    /// Plays all that the rules leave no choice about, and says how many actions that were.
    fn force(&mut self) -> u32 {
        let before = self.turns;
        while let Some(action) = self.game.forced() {
            // Only a game that is a file refuses what it forces; whoever looks for trouble finds it.
            if self.game.play(&action).is_err() {
                break;
            }
            self.turns += 1;
        }
        self.turns - before
    }

    /// Plays an action, and says how many are forced after it.
    ///
    /// # Errors
    /// The rule that it breaks; the way is as it was.
    pub fn play(&mut self, action: &G::Action) -> Result<u32, G::Illegal> {
        self.game.play(action)?;
        self.by_hand.insert(self.turns, action.to_string());
        self.turns += 1;
        Ok(self.force())
    }

    /// Plays the actions of a line of text: one, or several with spaces between them, and a comment behind `#`. Where
    /// they begin with a letter and end in a digit, commas or nothing may be between them, as in `F5D6C3`; and numbers may
    /// be in front of them, as in `1. f5 d6`.
    ///
    /// # Errors
    /// The first that cannot be played, and why; those before it are played.
    pub fn play_line(&mut self, line: &str) -> Result<(), Unplayable> {
        // The notation of an action may have spaces in it.
        if line.parse::<G::Action>().is_ok_and(|action| self.play(&action).is_ok()) {
            return Ok(());
        }
        let mut words = line.split_whitespace().take_while(|word| !word.starts_with('#'));
        words.try_for_each(|word| self.play_word(word))
    }

    fn play_word(&mut self, word: &str) -> Result<(), Unplayable> {
        let Err(why) = self.play_text(word) else { return Ok(()) };
        match (bare(word), apart(bare(word)).as_slice()) {
            // The number of a move, or a comma.
            ("", _) => Ok(()),
            (_, [_]) => Err(why),
            (_, actions) => actions.iter().try_for_each(|text| self.play_text(text)),
        }
    }

    /// Plays the first spelling of an action that is legal.
    fn play_text(&mut self, text: &str) -> Result<(), Unplayable> {
        let played = notation::play(text, |action| self.play(&action).map(|_| ()));
        played.map_err(|why| {
            Unplayable::Wrong(match why {
                Wrong::Illegal(why) => {
                    format!("{text:?} is not legal here: {why}; forced actions are left out")
                }
                Wrong::Unreadable(why) => format!("{text:?}: {why}"),
            })
        })
    }
}

/// A word in parts that begin with a letter and end in a digit, without commas between them.
fn apart(word: &str) -> Vec<&str> {
    let begins = |&(before, (_, letter)): &(char, (usize, char))| {
        letter.is_ascii_alphabetic() && !before.is_ascii_alphabetic()
    };
    let letters = word.chars().zip(word.char_indices().skip(1)).filter(begins);
    let ends = letters.map(|(_, (at, _))| at).chain([word.len()]);
    let mut from = 0;
    let part = |end| word[std::mem::replace(&mut from, end)..end].trim_end_matches([',', ';', '-']);
    let parts: Vec<&str> = ends.map(part).collect();
    let is_action = |part: &&str| {
        part.starts_with(|begin: char| begin.is_ascii_alphabetic())
            && part.ends_with(|end: char| end.is_ascii_digit())
    };
    if parts.iter().all(is_action) { parts } else { vec![word] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_without_spaces_are_told_apart() {
        assert_eq!(apart("F5D6C3"), ["F5", "D6", "C3"]);
        assert_eq!(apart("f5,d6;c3-d3"), ["f5", "d6", "c3", "d3"]);
        assert_eq!(apart("M@1,1S@0,0"), ["M@1,1", "S@0,0"]);
        for whole in ["", "f5", "5,5", "0,0>1,1", "pass", "f5queen", "/u{1b}[2J"] {
            assert_eq!(apart(whole), [whole]);
        }
    }
}
