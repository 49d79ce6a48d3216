//! The contract between judge and bot: the WIT's text, its questions, and the news that players get.
//!
//! A game gives its questions as a function and [`Value`]s, and reads the answers from values. The code that seats bots
//! carries them. So this is all that a game must define to be played by bots, wherever they run.

mod battleship;
mod freedom;
mod gobblet;
mod othello;
mod stones;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::{Arc, LazyLock};

use judge_games::{Game, Seat, Square};
use judge_wit::{Description, Interface, Reader, Value};

use crate::Seed;
use crate::verdict::VoidCause;
pub use stones::BoardUpdate;

/// The package's WIT files: the host's interface, then one file per game.
const WIT_FILES: &[(&str, &str)] = &[
    ("host", include_str!("../../../sdk/wit/host.wit")),
    ("battleship", include_str!("../../../sdk/wit/battleship.wit")),
    ("freedom", include_str!("../../../sdk/wit/freedom.wit")),
    ("gobblet", include_str!("../../../sdk/wit/gobblet.wit")),
    ("othello", include_str!("../../../sdk/wit/othello.wit")),
    ("stones", include_str!("../../../sdk/wit/stones.wit")),
];

/// The same as data, by game. Made of the WIT files: a test compares them.
const JSON_FILES: &[(&str, &str)] = &[
    ("battleship", include_str!("../../../sdk/contract/battleship.json")),
    ("freedom", include_str!("../../../sdk/contract/freedom.json")),
    ("gobblet", include_str!("../../../sdk/contract/gobblet.json")),
    ("othello", include_str!("../../../sdk/contract/othello.json")),
    ("stones", include_str!("../../../sdk/contract/stones.json")),
];

/// The functions of the interface `judge:arena/host@1.0.0`, which a bot may import.
pub const HOST_FUNCTIONS: &[&str] = &["log", "fuel-left", "bank-left", "get-option"];

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
    let part = |name| text_of(WIT_FILES, name).strip_prefix(PACKAGE).expect("it is of the package");
    format!("{PACKAGE}{}{}", part("host"), part(game))
}

/// The same of a game that is a file, whose contract is `contract`: one interface of the game's name.
#[must_use]
pub fn wit_of_file(game: &str, contract: &str) -> String {
    let host = text_of(WIT_FILES, "host");
    format!("{host}\n{contract}\n\nworld {game}-bot {{\n    import host;\n    export {game};\n}}\n")
}

/// The function that returns a bot's own name, in all games.
pub const NAME: &str = "name";
/// The function that begins a game, in all games.
pub const BEGINS: &str = "new-game";

/// The interface of a game as data.
///
/// # Panics
/// If there is no such game.
#[must_use]
pub fn described(game: &str) -> &'static Arc<Interface> {
    static INTERFACES: LazyLock<BTreeMap<&str, Arc<Interface>>> = LazyLock::new(|| {
        let interface = |(game, json): &(&'static str, &str)| {
            let description = Description::parse(json).expect("our own description can be read");
            (*game, Arc::new(Interface::new(&description).expect("our own description is valid")))
        };
        JSON_FILES.iter().map(interface).collect()
    });
    INTERFACES.get(game).expect("every game is described")
}

/// The interface of a game as JSON: a [`Description`].
///
/// # Panics
/// If there is no such game.
#[must_use]
pub fn json(game: &str) -> &'static str {
    text_of(JSON_FILES, game)
}

fn text_of(files: &[(&str, &'static str)], name: &str) -> &'static str {
    files.iter().find(|(known, _)| *known == name).expect("every game has a file").1
}

/// A question to a player, asked with a view.
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

/// News for players, which asks nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice<E> {
    /// The event.
    pub event: E,
    /// The seats that get it, in order.
    pub seats: Vec<Seat>,
}

/// A game that has an interface in the contract.
pub trait Contract: Game<Action: Send, View: Send> + Send {
    /// News for players; [`Infallible`](std::convert::Infallible) in games that only ask.
    type Event: Display + Send;

    /// The contract's function that tells an event.
    const TELLS: &'static str = "";

    /// The same for an event of a game that tells with several functions.
    fn tells(_event: &Self::Event) -> &'static str {
        Self::TELLS
    }

    /// The game's name, also where it is known only when a file is loaded.
    fn name(_params: &Self::Params) -> &'static str {
        Self::NAME
    }

    /// The same of a game in progress.
    fn own_name(&self) -> &'static str {
        Self::NAME
    }

    /// The same parameters for one match. A game that is a file runs anew in each, so that a match is a function of what it
    /// is made of, even if the file remembers what it should not.
    fn for_one_match(params: &Self::Params) -> Self::Params {
        params.clone()
    }

    /// A game that begins at a position in the game's notation. `seed` is as in [`Game::start_with`].
    ///
    /// # Errors
    /// The reason why no game by these parameters begins there.
    fn start_at(_params: &Self::Params, _position: &str, _seed: u64) -> Result<AtPosition<Self>, Trouble> {
        Err(no_position("this game begins at no position; write actions"))
    }

    /// The position that a line begins with as other programs for this game write it, in the game's own notation, and what
    /// stands behind it; `None` if the line begins otherwise.
    #[must_use]
    fn position_of_others(_line: &str) -> Option<(String, &str)> {
        None
    }

    /// The failure of the game itself, with its cause: its file has broken a promise, or the machine could not run it.
    /// Nothing that happens then says anything about the players.
    fn trouble(&self) -> Option<Trouble> {
        None
    }

    /// Whether a player's first question is what begins the game for it.
    fn first_question_begins(_params: &Self::Params) -> bool {
        false
    }

    /// Appends what the player at `seat` learns before the game: the arguments of `new-game`. `seed` is for its own random
    /// generator.
    fn setup(params: &Self::Params, seat: Seat, seed: Seed, to: &mut Value);

    /// The contract's function that asks for an action in a turn, unless [`question`](Contract::question) names several.
    const ASKS: &'static str = "";

    /// The question that comes with `view`. In [`Phase::Setup`] it comes with the [setup](Contract::setup).
    fn question(_view: &Self::View) -> Asked {
        Asked { function: Self::ASKS, phase: Phase::Turns }
    }

    /// Appends the arguments of that question, unless they are the setup.
    fn arguments(view: &Self::View, to: &mut Value);

    /// The action that a player means by its answer to that question.
    ///
    /// # Errors
    /// The rule that the answer breaks, if it is no action at all.
    fn answer(view: &Self::View, answer: Reader<'_>) -> Result<Self::Action, String>;

    /// The legal actions, for a bot that is sent them; empty where the game does not list them.
    fn legal_in(_view: &Self::View) -> Vec<Self::Action> {
        Vec::new()
    }

    /// Appends the news of an event: the arguments of [`Contract::TELLS`]. A game without events has none.
    fn news(_event: &Self::Event, _to: &mut Value) {}

    /// The contents of `view` in the game's notation.
    fn text(view: &Self::View) -> String;

    /// News for players before the first action.
    fn announce(&self) -> Vec<Notice<Self::Event>> {
        Vec::new()
    }

    /// Plays `action`, and returns the news of it.
    ///
    /// # Errors
    /// The rule that the action breaks; the game is unchanged then.
    fn play_and_tell(&mut self, action: &Self::Action) -> Result<Vec<Notice<Self::Event>>, Self::Illegal> {
        self.play(action).map(|()| Vec::new())
    }

    /// Takes an offender out of the game, and returns the news for the others, who play
    /// on; `None` if the game ends instead.
    fn remove(&mut self, _offender: Seat) -> Option<Vec<Notice<Self::Event>>> {
        None
    }
}

/// The failure of a game itself, with its cause.
pub type Trouble = (VoidCause, String);

/// A game that begins at a position.
pub struct AtPosition<G: Game> {
    /// The parameters that it is played by, for this match alone.
    pub params: G::Params,
    /// Its start.
    pub game: G,
    /// The position as the game writes it.
    pub text: String,
}

/// The message about a position of games by other rules.
pub(crate) const OTHER_RULES: &str = "it is no position by these rules, but of another board or scoring";

/// The mistake in a position. One that was read before has none, or the judge has failed.
pub(crate) fn no_position(why: impl Display) -> Trouble {
    (VoidCause::Judge, why.to_string())
}

/// Appends a square, as all contracts have it.
fn square(square: Square, to: &mut Value) {
    to.number(square.x);
    to.number(square.y);
}

/// Takes a square.
fn square_of(answer: &mut Reader<'_>) -> Square {
    let [x, y] = [answer.byte(), answer.byte()];
    Square::new(x, y)
}

#[cfg(test)]
mod tests {
    use crate::rules::GAMES;

    /// Set to write the files anew.
    const UPDATE: &str = "JUDGE_UPDATE";

    #[test]
    fn the_contract_as_data_is_that_of_the_wit_files() {
        for game in GAMES {
            // The host's interface comes first.
            let wit = super::wit(game.name);
            let own = &wit[wit.find(&format!("interface {} ", game.name)).expect("it is there")..];
            let right = judge_wit::text::description(own).expect("it is a contract").json();
            let file = format!("{}/../../sdk/contract/{}.json", env!("CARGO_MANIFEST_DIR"), game.name);
            if std::env::var_os(UPDATE).is_some() {
                std::fs::write(&file, &right).expect("the file can be written");
            }
            let written = std::fs::read_to_string(&file).expect("the file is there");
            assert!(
                written == right,
                "sdk/contract/{}.json is old; set {UPDATE}=1 to write it anew",
                game.name
            );
        }
    }

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
