//! Random games against rules that were written a second time, in Python.

#[path = "../../independent.rs"]
mod independent;

use std::fmt::Write;

use independent::{Random, agrees};
use judge_game::{Game, Parameters, Square};
use tron::{Cell, Params, Step, Tron};

fn list<T: ToString>(items: impl Iterator<Item = T>, separator: &str) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(separator)
}

/// A game as a line for the other rules, at random, but that steps which crash at once are rare.
fn line(random: &mut Random) -> String {
    let mut next = |end: usize| random.below(end);
    let (size, seats) = ([7_u8, 8, 11, 15][next(4)], 2 + next(3));
    let params =
        Params::from_text(&format!("size={size} seats={seats} walls={}", next(6))).expect("they are valid");
    let mut game = Tron::start_with(&params, next(1_000) as u64);
    let squares = || (0..size).flat_map(|y| (0..size).map(move |x| Square::new(x, y)));
    let walls = list(squares().filter(|square| game.at(*square) == Cell::Wall), ";");
    let walls = if walls.is_empty() { "none".to_owned() } else { walls };
    let starts = game.heads().map(|(_, head)| head);
    let starts = list(starts, ";");
    let mut steps = String::new();
    while let Some(seat) = game.to_move() {
        let head = game.heads().find(|(known, _)| *known == seat).expect("it is in").1;
        let is_free = |step: &Step| step.target(head).is_some_and(|square| game.at(square) == Cell::Free);
        let free: Vec<Step> = Step::ALL.into_iter().filter(is_free).collect();
        let step = if free.is_empty() || next(20) == 0 { Step::ALL[next(4)] } else { free[next(free.len())] };
        write!(steps, "{step}").expect("it is text");
        game.play(&step).expect("the game goes on");
    }
    let outcome = game.outcome().expect("it is over");
    format!(
        "{size} {walls} {starts} {steps} {} {}",
        list(outcome.ranks.iter(), ","),
        list(outcome.scores.iter(), ",")
    )
}

#[test]
fn ten_thousand_games_are_the_same_by_other_rules() {
    agrees(env!("CARGO_MANIFEST_DIR"), line);
}
