//! Positions by their states. A state is the record of play as text, so nothing of a game must be serialised.
//!
//! ```text
//! 1883            the seed
//! size=8          the settings, a line each
//!                 an empty line
//! +d3             an action
//! -2              seat 2 was taken out
//! ```

use std::collections::VecDeque;

use judge_games::{Parameters, Seat};
use judge_play::contract::Contract;
use judge_scenes::Shown;
use judge_wit::Interface;
use judge_wit::text::description;

/// A file that holds a game.
pub trait File {
    /// The game.
    type Game: Contract + Shown;

    /// The contract.
    const WIT: &'static str;

    /// Gives access to the file's cache, which saves time and changes no answer.
    fn with<R>(act: impl FnOnce(&mut Kept<Self::Game>) -> R) -> R;
}

/// The number of positions that are remembered: those of a turn, and of one before it.
const POSITIONS_MAX: usize = 6;

/// A file's cache of positions.
pub struct Kept<G> {
    pub(crate) interface: Interface,
    /// States and their positions, the latest first.
    positions: VecDeque<(Vec<u8>, G)>,
}

impl<G: Contract> Kept<G> {
    /// Nothing but the contract.
    ///
    /// # Panics
    /// If the contract is no interface in WIT, or has types that contracts may not have.
    #[must_use]
    pub fn new(wit: &str) -> Self {
        // So that whoever writes the game reads in which line it panicked.
        judge_sdk::log_panics();
        let description = description(wit).expect("the contract is an interface in WIT");
        let interface = Interface::new(&description).expect("the contract has types of contracts");
        Self { interface, positions: VecDeque::new() }
    }

    /// The position of a state.
    pub(crate) fn at(&mut self, state: &[u8]) -> &G {
        if let Some(place) = self.positions.iter().position(|(known, _)| known == state) {
            let found = self.positions.remove(place).expect("it is there");
            self.positions.push_front(found);
        } else {
            let before = self.positions.iter().filter(|(known, _)| state.starts_with(known));
            let before = before.max_by_key(|(known, _)| known.len());
            let game = match before {
                Some((known, game)) => played(game.clone(), &state[known.len()..]),
                None => begun(state),
            };
            self.keep(state.to_owned(), game);
        }
        &self.positions[0].1
    }

    /// Remembers a position.
    pub(crate) fn keep(&mut self, state: Vec<u8>, game: G) {
        self.positions.truncate(POSITIONS_MAX - 1);
        self.positions.push_front((state, game));
    }
}

/// The parameters that checked settings stand for.
pub(crate) fn params<G: Contract>(settings: &[(String, String)]) -> G::Params {
    let settings = settings.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    G::Params::from_settings(settings).expect("the judge sends settings that were accepted")
}

/// The state of a new game.
pub(crate) fn start(settings: &[(String, String)], seed: u64) -> Vec<u8> {
    let mut state = format!("{seed}\n");
    for (key, value) in settings {
        state.extend([key, "=", &escaped(value), "\n"]);
    }
    state.push('\n');
    state.into_bytes()
}

/// The state after an action.
pub(crate) fn after(state: &[u8], action: &str) -> Vec<u8> {
    [state, b"+", escaped(action).as_bytes(), b"\n"].concat()
}

/// The state after a seat was taken out.
pub(crate) fn without(state: &[u8], seat: Seat) -> Vec<u8> {
    [state, format!("-{seat}\n").as_bytes()].concat()
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n")
}

fn unescaped(text: &str) -> String {
    let (mut plain, mut chars) = (String::new(), text.chars());
    while let Some(char) = chars.next() {
        plain.push(match char {
            '\\' if chars.next() == Some('n') => '\n',
            char => char,
        });
    }
    plain
}

/// The position after all that a state says.
fn begun<G: Contract>(state: &[u8]) -> G {
    let text = text(state);
    let (head, line) = text.split_once("\n\n").expect("a state has its settings first");
    let mut head = head.lines();
    let seed = head.next().and_then(|seed| seed.parse().ok()).expect("a state begins with the seed");
    let setting = |line: &str| line.split_once('=').map(|(key, value)| (key.to_owned(), unescaped(value)));
    let settings: Vec<_> = head.map(|line| setting(line).expect("a setting has a value")).collect();
    played(G::start_with(&params::<G>(&settings), seed), line.as_bytes())
}

fn played<G: Contract>(mut game: G, line: &[u8]) -> G {
    for step in text(line).lines() {
        if let Some(action) = step.strip_prefix('+') {
            let action =
                unescaped(action).parse::<G::Action>().ok().expect("an action is read as it was written");
            game.play(&action).expect("an action that was played is legal");
        } else {
            let seat = step.strip_prefix('-').and_then(|seat| seat.parse().ok()).expect("a step is known");
            game.remove(Seat(seat));
        }
    }
    game
}

fn text(state: &[u8]) -> &str {
    std::str::from_utf8(state).expect("a state is text")
}
