//! The protocol of a game with an example of each question: rules in, the lines of a game that is played by them out.

use std::collections::BTreeSet;
use std::sync::mpsc::{self, Sender};

use judge_games::{Parameters, Seat};
use judge_limits::Limits;

use super::{Lines, Speaker, name_question};
use crate::contract::Contract;
use crate::player::called::Called;
use crate::{Match, NoAnswer, Rules, Seated, Seed};

/// Fuel that the examples have left.
const FUEL: u64 = 100_000_000;

/// A line of the judge's, and the line that answers it, if one does.
pub type Example = (String, Option<String>);

/// The first line of each kind in a game by these rules, with an answer: the question for the bot's name, then the news
/// and questions of a game.
#[must_use]
pub fn examples(rules: &Rules) -> Vec<Example> {
    let name = (name_question().trim_end().to_owned(), Some("Sailor".to_owned()));
    let heard = for_game!(rules, params, G => played::<G>(params, rules));
    [name].into_iter().chain(heard).collect()
}

fn played<G: Contract>(params: &G::Params, rules: &Rules) -> Vec<Example> {
    let params = &G::for_one_match(params);
    let (to, heard) = mpsc::channel();
    let seats = u8::try_from(params.seats()).expect("seats are counted in a byte");
    let player = |seat| {
        let lines =
            Lines::new(Listener(to.clone()), rules.interface().clone(), Limits::default().legal_actions);
        Seated::player(Called::new::<G>(lines, params, Seat(seat), Seed(1)))
    };
    let mut game = Match::<G>::new(params, Vec::new(), (0..seats).map(player).collect());
    // Where a game cannot be played by its first legal actions, the examples end.
    let _ = game.run();
    let begins = |line: &str| line.split(',').next().map(|word| word.trim_end_matches('}').to_owned());
    let mut known = BTreeSet::new();
    heard.try_iter().filter(|(line, _)| known.insert(begins(line))).collect()
}

/// A program that writes down what it hears, and takes the first legal action.
struct Listener(Sender<Example>);

impl Listener {
    fn note(&self, line: &str, answer: Option<&String>) {
        // Who reads it may have ended.
        let _ = self.0.send((line.trim_end().to_owned(), answer.cloned()));
    }
}

impl Speaker for Listener {
    fn ask(&mut self, line: &str) -> Result<String, NoAnswer> {
        let question: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
        let first = question["legal_actions"][0].as_str().map(str::to_owned);
        // Fleets are not listed: the ships lie one below the other.
        let fleet = question["fleet"].as_array().map(|ships| {
            let ship = |(y, length): (usize, &serde_json::Value)| format!("{length}a@0,{y}");
            ships.iter().enumerate().map(ship).collect::<Vec<_>>().join(" ")
        });
        let answer = first.or(fleet).unwrap_or_default();
        self.note(line, Some(&answer));
        Ok(answer)
    }

    fn tell(&mut self, line: &str) -> Result<(), NoAnswer> {
        self.note(line, None);
        Ok(())
    }

    fn fuel_left(&self) -> Option<u64> {
        Some(FUEL)
    }
}
