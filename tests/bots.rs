//! The strong example bots in the sandbox: they do there what their own tests hold them to natively.

use std::collections::BTreeSet;

use judge_bots::{Compiler, WasmPlayer, from_bytes};
use judge_core::tournament::Name;
use judge_play::contract::Contract;
use judge_play::games::gobblet::{self, Colour, Gobblet, Position};
use judge_play::games::othello::{Action, Othello, Params};
use judge_play::games::{Game, Seat};
use judge_play::{Player, Rules, Seed};
use judge_sandbox::{Limits, Sandbox};

use crate::support::{project_bytes, project_text};

/// A committed bot, seated.
fn seated<G: Contract>(bot: &str, params: &G::Params) -> (Sandbox, WasmPlayer) {
    let wasm = project_bytes(&format!("contestants/{}/{bot}.wasm", G::NAME));
    let name = Name::new(bot).expect("it is a name");
    let rules = Rules::new(G::NAME, []).expect("no setting is needed");
    let sandbox = Sandbox::new(Limits::default(), 2).expect("the sandbox starts");
    let bot = from_bytes(&name, &wasm, &rules, &sandbox, &Compiler::here()).expect("the bot is valid");
    let player = bot.player::<G>(&sandbox, params, Seat(0), Seed(1));
    (sandbox, player)
}

#[test]
fn edgar_solves_the_published_endgames_within_a_turns_fuel() {
    let vectors = project_text("contestants/othello/edgar/tests/endgames.txt");
    let (_sandbox, mut edgar) = seated::<Othello>("edgar", &Params::default());
    let edgar: &mut dyn Player<Othello> = &mut edgar;
    edgar.begin().expect("edgar begins a game");
    let mut solved = 0;
    for line in vectors.lines().filter(|line| !line.starts_with('#')) {
        let Some((position, solution)) = line.split_once(" | ") else { continue };
        let game: Othello = position.parse().expect("a position");
        let action: Action = edgar.decide(game.view(Seat(0))).expect("edgar answers within its fuel");
        let best: Vec<&str> = solution.split_whitespace().skip(1).collect();
        assert!(best.contains(&action.to_string().as_str()), "{position}: {action}, not {best:?}");
        solved += 1;
    }
    assert!(solved >= 5, "{solved}");
}

#[test]
fn smart_as_red_wins_every_game_of_gobblet_on_3_by_3() {
    let (_sandbox, mut smart) = seated::<Gobblet>("smart", &gobblet::Params::default());
    let smart: &mut dyn Player<Gobblet> = &mut smart;
    smart.begin().expect("smart begins a game");
    let mut seen = BTreeSet::new();
    walk(smart, Position::start(gobblet::Board::Three), &mut seen);
    // As many positions as natively, where it is also proved that no game goes round in circles.
    assert_eq!(seen.len(), 5_698);
}

/// Tries every reply of yellow's to what red does from `position` on.
fn walk(red: &mut dyn Player<Gobblet>, position: Position, seen: &mut BTreeSet<Position>) {
    if !seen.insert(position) {
        return;
    }
    let mut after = position;
    let action = red.decide(position).expect("smart answers within its fuel");
    after.play(action).expect("smart plays by the rules");
    if let Some(winner) = after.winner() {
        assert_eq!(winner, Colour::Red, "{position}: {action}");
        return;
    }
    for (reply, child) in after.successors() {
        match child.winner() {
            Some(winner) => assert_eq!(winner, Colour::Red, "{after}: {reply}"),
            None => walk(red, child, seen),
        }
    }
}
