//! Bots as plain core modules, run by the rules on the front page of `judge-meter` alone, as a browser does it: in whole
//! games they have the same fuel in every turn as in the sandbox.

mod guest;
mod seats;

use judge_bots::{Bot, Compiler, from_bytes};
use judge_core::bot_word::examples;
use judge_core::tournament::Name;
use judge_play::contract::Contract;
use judge_play::games::battleship::Battleship;
use judge_play::games::othello::Othello;
use judge_play::games::{Game, Seat};
use judge_play::scenes::Shown;
use judge_play::{AnyMatch, Event, Line, Moved, Player, Rules, SeatLine, Seed};
use judge_sandbox::{Limits, Sandbox};

use guest::Guest;
use seats::Seated;

/// A seat, its action, and the fuel of the turn.
type Turn = (Seat, String, u64);

fn turns(mut game: Box<dyn AnyMatch + '_>) -> (Vec<Turn>, String, Vec<u64>) {
    while !matches!(game.step(), Event::Over(_)) {}
    let turn = |moved: &Moved| (moved.seat, moved.action.clone(), moved.usage.fuel);
    let turns = game.moves().iter().map(turn).collect();
    let finished = game.finish();
    // A fault quotes the bot's log, which is not kept alone.
    let transcript = finished.transcript.lines().filter(|line| !line.starts_with("fault of "));
    (turns, transcript.map(str::to_owned).collect(), finished.record.fuel)
}

/// Plays a game twice: the bot at seat 0 in the sandbox, and alone.
fn same<G: Contract + Shown>(
    rules: &Rules,
    params: &<G as Game>::Params,
    names: [&str; 2],
    size: u8,
    fleet: &[u8],
) where
    Seated: Player<G>,
{
    let sandbox = Sandbox::new(Limits::default(), 8).expect("the sandbox starts");
    let load = |name: &&str| -> Bot {
        let wasm = examples::named(rules.game(), name).expect("it is an example").wasm;
        let name = Name::new(name).expect("it is a name");
        from_bytes(&name, wasm, rules, &sandbox, &Compiler::here()).expect("it is a bot")
    };
    let bots: Vec<Bot> = names.iter().map(load).collect();
    let line = Line::new(rules.clone(), Seed(5), vec![SeatLine::bot(0), SeatLine::bot(1)]);
    let usual = |params: &G::Params, bot: usize, seat: Seat, seed: Seed| -> Box<dyn Player<G>> {
        Box::new(bots[bot].player::<G>(&sandbox, params, seat, seed))
    };
    let wasm = examples::named(rules.game(), names[0]).expect("it is an example").wasm;
    let alone = |params: &G::Params, bot: usize, seat: Seat, seed: Seed| -> Box<dyn Player<G>> {
        if bot == 1 {
            return usual(params, bot, seat, seed);
        }
        Box::new(Seated { guest: Guest::start(wasm), seat, seed, size, fleet: fleet.to_vec() })
    };
    let expected = turns(line.start::<G>(params, usual).expect("nothing is set by hand"));
    let found = turns(line.start::<G>(params, alone).expect("nothing is set by hand"));
    assert!(expected.2[0] > 0, "{names:?}");
    assert_eq!(found, expected, "{names:?}");
}

#[test]
fn bots_for_othello_have_the_same_fuel_alone() {
    let rules = Rules::new("othello", [("size", "4")]).expect("it is a size");
    let Rules::Othello(params) = rules else { panic!("these are the rules of Othello") };
    for names in [["random", "greedy"], ["greedy", "random"], ["edgar", "random"]] {
        same::<Othello>(&rules, &params, names, 4, &[]);
    }
}

#[test]
fn bots_for_battleship_have_the_same_fuel_alone() {
    let rules = Rules::new("battleship", []).expect("nothing is set");
    let Rules::Battleship(params) = &rules else { panic!("these are the rules of Battleship") };
    for example in examples::of("battleship") {
        same::<Battleship>(&rules, params, [example.name, "tidy"], params.size(), params.fleet());
    }
}
