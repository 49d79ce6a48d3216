//! The contract between judge and bot, as the judge needs it: the WIT's text, what
//! its functions ask, and what players are told besides.
//!
//! How questions and answers travel is the business of whoever seats bots.

mod battleship;
mod stones;

use std::convert::Infallible;
use std::fmt::Display;

use judge_games::freedom::Freedom;
use judge_games::gobblet::Gobblet;
use judge_games::othello::Othello;
use judge_games::{Game, Seat};

pub use stones::Told;

/// The package's WIT files: the host's interface, then one file per game.
pub const WIT_FILES: &[(&str, &str)] = &[
    ("host.wit", include_str!("../../../sdk/wit/host.wit")),
    ("battleship.wit", include_str!("../../../sdk/wit/battleship.wit")),
    ("freedom.wit", include_str!("../../../sdk/wit/freedom.wit")),
    ("gobblet.wit", include_str!("../../../sdk/wit/gobblet.wit")),
    ("othello.wit", include_str!("../../../sdk/wit/othello.wit")),
    ("stones.wit", include_str!("../../../sdk/wit/stones.wit")),
];

/// The interface from which a bot that is an interpreter reads its program.
pub const SOURCE_WIT: &str = include_str!("../../../sdk/source.wit");

/// The functions of the interface `judge:arena/host@1.0.0`, which a bot may import.
pub const HOST_FUNCTIONS: &[&str] = &["log", "fuel-left", "bank-left"];

/// The interface that a bot for `game` exports, as in `judge:arena/battleship@1.0.0`.
#[must_use]
pub fn interface(game: &str) -> String {
    format!("judge:arena/{game}@1.0.0")
}

/// The interface of a game in one WIT file: the package with the host's and the game's part.
///
/// # Panics
/// If there is no such game.
#[must_use]
pub fn wit(game: &str) -> String {
    const PACKAGE: &str = "package judge:arena@1.0.0;\n";
    let part = |name: &str| {
        let (_, text) = WIT_FILES.iter().find(|(file, _)| file.strip_suffix(".wit") == Some(name))?;
        text.strip_prefix(PACKAGE)
    };
    let [host, game] = ["host", game].map(|name| part(name).expect("every game has a file of the package"));
    format!("{PACKAGE}{host}{game}")
}

/// What a player is asked with a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The contract's function.
    pub function: &'static str,
    /// Whether the game has begun.
    pub phase: Phase,
}

/// Whether a game has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Players place what the game begins with.
    Setup,
    /// Players take turns.
    Turns,
}

/// Something that players are told, without being asked anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice<E> {
    /// What happened.
    pub event: E,
    /// Who is told, in order.
    pub seats: Vec<Seat>,
}

/// A game that has an interface in the contract.
pub trait Contract: Game {
    /// What players are told; [`Infallible`] in games that only ask.
    type Event: Display;

    /// The contract's function that tells an event.
    const TELLS: &'static str = "";

    /// What a player is asked with `view`.
    fn asked(view: &Self::View) -> Asked;

    /// What `view` shows, in the game's notation.
    fn text(view: &Self::View) -> String;

    /// What players are told before the first action.
    fn announce(&self) -> Vec<Notice<Self::Event>> {
        Vec::new()
    }

    /// Plays `action`, and says what players are told of it.
    ///
    /// # Errors
    /// The rule that the action breaks; the game is unchanged then.
    fn play_and_tell(&mut self, action: &Self::Action) -> Result<Vec<Notice<Self::Event>>, Self::Illegal> {
        self.play(action).map(|()| Vec::new())
    }

    /// Takes an offender out of the game, and says what the others are told, who play
    /// on; `None` if the game ends instead.
    fn remove(&mut self, _offender: Seat) -> Option<Vec<Notice<Self::Event>>> {
        None
    }
}

impl Contract for Freedom {
    type Event = Infallible;

    fn asked(_: &Self) -> Asked {
        Asked { function: "make-move", phase: Phase::Turns }
    }

    fn text(position: &Self) -> String {
        position.to_string()
    }
}

impl Contract for Gobblet {
    type Event = Infallible;

    fn asked(_: &Self::View) -> Asked {
        Asked { function: "play", phase: Phase::Turns }
    }

    fn text(position: &Self::View) -> String {
        position.to_string()
    }
}

impl Contract for Othello {
    type Event = Infallible;

    fn asked(_: &Self) -> Asked {
        Asked { function: "choose", phase: Phase::Turns }
    }

    fn text(position: &Self) -> String {
        position.to_string()
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::GAMES;

    #[test]
    fn every_games_wit_stands_on_its_own() {
        for game in GAMES {
            let mut sources = wit_parser::SourceMap::new();
            sources.push_str("game.wit", super::wit(game.name));
            let package = sources.parse().expect("it is valid WIT");
            let mut resolve = wit_parser::Resolve::default();
            let package = resolve.push_group(package).expect("it is whole");
            let world = format!("{}-bot", game.name);
            assert!(resolve.select_world(&[package], Some(&world)).is_ok(), "{world}");
        }
    }
}
