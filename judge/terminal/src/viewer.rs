//! A whole game to look at: step, jump, search, play, and branch off. Keys in, a screen out.

mod keys;
mod screen;

use std::path::PathBuf;

use judge_core::game::{Alternatives, Replay, SavedGame, alternatives, fork};
use judge_play::text::sanitize;
use judge_play::{Fault, Line};

use crate::board::Look;
use crate::shown_game::ShownGame;
pub use keys::PressedKey;
pub(crate) use keys::{Edited, edit};
pub(crate) use screen::{foot, foot_height};

/// Milliseconds between two moves while a game is played, slowest first.
const SPEEDS: [u64; 6] = [2_000, 1_000, 500, 250, 100, 30];
/// The speed at the beginning.
const SPEED_AT_FIRST: usize = 2;
/// Moves or games that a page of a list has.
pub(crate) const PAGE: usize = 10;

/// A whole game to look at.
pub struct Viewer {
    game: ShownGame,
    look: Look,
    /// The game, and after it each fork that left the one before.
    branches: Vec<Branch>,
    mode: ViewerMode,
    speed: usize,
    is_playing: bool,
    /// Whether it is one of a folder's games, so that there is a next one.
    pub is_one_of_many: bool,
    message: String,
}

/// A game or a fork, and where in it we are.
struct Branch {
    line: Line,
    replay: Replay,
    /// Actions played so far in what is shown.
    at: usize,
}

/// The meaning of keys.
enum ViewerMode {
    /// They move through the game.
    Moving,
    /// They type something.
    Typing(TypedKeys, String),
    /// They leave the help.
    Helping,
}

/// What is typed.
enum TypedKeys {
    /// The number of a move.
    Move,
    /// Another action than the next, of these.
    Action(Alternatives),
    /// A file's name.
    File,
}

/// The program's next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Draw, and wait for the next key, or for the next move if the game is playing.
    Go,
    /// Leave this game.
    Leave,
    /// Leave all games.
    Quit,
    /// Show another game of the folder.
    Show(Beside),
    /// Show the game of this number.
    Open(usize),
}

/// The place of a game, or of a mark, beside another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// The one after it.
    Next,
    /// The one before it.
    Previous,
}

impl Viewer {
    /// Shows a game from its first move on.
    #[must_use]
    pub fn new(game: ShownGame, replay: Replay, look: Look) -> Self {
        let branches = vec![Branch { line: game.line.clone(), replay, at: 0 }];
        let (mode, speed) = (ViewerMode::Moving, SPEED_AT_FIRST);
        let (is_playing, is_one_of_many, message) = (false, false, String::new());
        Self { game, look, branches, mode, speed, is_playing, is_one_of_many, message }
    }

    /// Tells the person something until the next key.
    pub fn say(&mut self, text: &str) {
        self.message = sanitize(text);
    }

    /// Milliseconds to the next move; `None` if the game waits for a key.
    #[must_use]
    pub fn interval(&self) -> Option<u64> {
        self.is_playing.then_some(SPEEDS[self.speed])
    }

    /// Shows the next move of a game that is playing.
    pub fn tick(&mut self) {
        if self.is_playing {
            self.go_to(self.branch().at + 1);
            self.is_playing = self.branch().at < self.moves();
        }
    }

    fn branch(&self) -> &Branch {
        self.branches.last().expect("there is always the game itself")
    }

    fn moves(&self) -> usize {
        self.branch().replay.turns.len()
    }

    /// Shows the position after so many moves, or the last.
    fn go_to(&mut self, at: usize) {
        let branch = self.branches.last_mut().expect("there is always the game itself");
        branch.at = at.min(branch.replay.turns.len());
    }

    /// The next position in a direction that something rare led to, or whose bot committed a fault.
    fn go_to_mark(&mut self, which: Beside) {
        let (at, moves) = (self.branch().at, self.moves());
        let found = match which {
            Beside::Next => (at + 1..=moves).find(|&at| self.stands_out(at)),
            Beside::Previous => (1..at).rev().find(|&at| self.stands_out(at)),
        };
        match found {
            Some(at) => self.go_to(at),
            None => "no further mark".clone_into(&mut self.message),
        }
    }

    fn stands_out(&self, at: usize) -> bool {
        let replay = &self.branch().replay;
        let has_mark = replay.turns[at - 1].marks.iter().any(judge_play::scenes::Mark::is_rare);
        has_mark || (at == replay.turns.len() && !replay.faults.is_empty())
    }

    /// The faults to be shown at the position on the screen: all, at the end.
    fn faults(&self) -> &[Fault] {
        let branch = self.branch();
        if branch.at == branch.replay.turns.len() { &branch.replay.faults } else { &[] }
    }

    /// Asks for another action instead of the next.
    fn begin_fork(&mut self) {
        let branch = self.branch();
        let turn = u32::try_from(branch.at).expect("a match is shorter");
        match alternatives(&self.game.loaded_bots, &branch.line, turn) {
            Ok(there) => self.mode = ViewerMode::Typing(TypedKeys::Action(there), String::new()),
            Err(_) if branch.at == branch.replay.turns.len() => {
                "the game is over here; step back, then fork".clone_into(&mut self.message);
            }
            Err(why) => self.message = why,
        }
    }

    /// Branches off with another action.
    fn fork(&mut self, action: &str) {
        let branch = self.branch();
        let turn = u32::try_from(branch.at).expect("a match is shorter");
        let forked = fork(&self.game.loaded_bots, &branch.line, turn, action);
        let played = forked.and_then(|line| {
            let replay = Replay::play(&self.game.loaded_bots, &line).map_err(|(_, why)| why)?;
            Ok((line, replay))
        });
        match played {
            Ok((line, replay)) => {
                let at = branch.at + 1;
                self.branches.push(Branch { line, replay, at });
                self.message =
                    format!("forked at move {at}: o goes back to the game before, s saves the fork");
            }
            Err(why) => {
                self.begin_fork();
                self.message = sanitize(&why);
            }
        }
    }

    /// Back to the game that a fork left.
    fn leave_fork(&mut self) {
        if self.branches.len() > 1 {
            let at = self.branch().at;
            self.branches.pop();
            self.go_to(at);
        } else {
            "this is the game itself; f forks it".clone_into(&mut self.message);
        }
    }

    fn save(&mut self, file: &str) {
        let path = PathBuf::from(file);
        let Branch { line, replay, .. } = self.branch();
        let saved =
            SavedGame::new(&path, &self.game.loaded_bots, line, &replay.moves(), replay.transcript_sha256());
        self.message = match saved.write(&path) {
            Ok(()) => format!("saved to {}", sanitize(file)),
            Err(why) => why.to_string(),
        };
    }
}

#[cfg(test)]
mod tests;
