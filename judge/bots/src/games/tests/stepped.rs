//! Matches with real bots, stepped: take-back, fork, change of hands, hidden information.

use std::path::Path;

use judge_play::games::Seat;
use judge_play::scenes::Viewpoint;
use judge_play::{AnyMatch, By, Event, Line, Moved, Record, Rules, SeatLine, Seed};
use judge_sandbox::{Limits, Sandbox};

use crate::{Bot, Compiler, Name, from_bytes, start};

/// Example bots of one game, ready to be seated.
struct Bench {
    rules: Rules,
    sandbox: Sandbox,
    bots: Vec<Bot>,
}

impl Bench {
    fn new(game: &str, settings: &[(&str, &str)], names: &[&str]) -> Self {
        let rules = Rules::new(game, settings.iter().copied()).expect("the rules are valid");
        let sandbox = Sandbox::new(Limits::default(), 32).expect("the sandbox starts");
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contestants").join(game);
        let load = |name: &&str| {
            let bytes = std::fs::read(folder.join(format!("{name}.wasm"))).expect("the bot is built");
            let name = Name::new(name).expect("it is a name");
            from_bytes(&name, &bytes, &rules, &sandbox, &Compiler::here()).expect("it is a bot")
        };
        let bots = names.iter().map(load).collect();
        Self { rules, sandbox, bots }
    }

    fn line(&self, seats: Vec<SeatLine>, opening_plies: u32) -> Line {
        Line { opening_plies, ..Line::new(self.rules.clone(), Seed(7), seats) }
    }

    fn start(&self, line: &Line) -> Box<dyn AnyMatch + '_> {
        start(line, &self.sandbox, &self.bots).expect("all actions can be read")
    }

    /// Plays a line to its end; nobody waits for a person.
    fn play(&self, line: &Line) -> (Vec<Moved>, Record) {
        let mut game = self.start(line);
        while !matches!(game.step(), Event::Over(_)) {
            assert_eq!(game.waits_for(), None);
        }
        (game.moves().to_vec(), game.finish().record)
    }
}

/// Steps to the next turn of a person, or to the end.
fn to_person(game: &mut dyn AnyMatch) -> Option<Seat> {
    loop {
        match game.step() {
            Event::Waiting { seat } => return Some(seat),
            Event::Over(_) => return None,
            _ => {}
        }
    }
}

/// A person at `seat` who always takes the last legal action; says what was played.
fn play_person(game: &mut dyn AnyMatch, line: &mut Line, turns: usize) {
    for _ in 0..turns {
        let Some(seat) = to_person(game) else { return };
        let turn = u32::try_from(game.moves().len()).expect("a short game");
        let choices = game.scene(Viewpoint::Seat(seat)).choices;
        let action = choices.last().expect("somebody is to move").action.clone();
        game.act(&action).expect("it is legal");
        line.by_hand.insert(turn, action);
    }
}

fn texts(moves: &[Moved]) -> Vec<(Seat, By, &str)> {
    moves.iter().map(|moved| (moved.seat, moved.by, moved.action.as_str())).collect()
}

#[test]
fn a_taken_back_turn_leaves_the_bot_as_it_was() {
    let bench = Bench::new("othello", &[("size", "6")], &["random"]);
    let mut line = bench.line(vec![SeatLine::person(), SeatLine::bot(0)], 2);
    let mut game = bench.start(&line);
    play_person(&mut *game, &mut line, 4);
    to_person(&mut *game);
    let before = game.moves().to_vec();
    // The last two turns, the person's and the bot's, are taken back and played again.
    let mut again = line.clone();
    again.take_back(6);
    assert_eq!(again.by_hand.len(), 2);
    let mut game = bench.start(&again);
    play_person(&mut *game, &mut again, 2);
    to_person(&mut *game);
    assert_eq!(again, line);
    assert_eq!(game.moves()[..before.len()], before, "fuel and logs, too");
}

#[test]
fn a_fork_shares_the_past_and_the_bots_go_on_by_themselves() {
    let bench = Bench::new("othello", &[], &["greedy", "random"]);
    let line = bench.line(vec![SeatLine::bot(0), SeatLine::bot(1)], 4);
    let (moves, record) = bench.play(&line);
    let mut game = bench.start(&line);
    while game.moves().len() < 20 {
        game.step();
    }
    let mut choices = game.scene(Viewpoint::Everything).choices.into_iter().map(|choice| choice.action);
    let other = choices.find(|action| *action != moves[20].action).expect("there is a choice");
    let (forked, fork_record) = bench.play(&line.fork(20, &other));
    assert_eq!(forked[..20], moves[..20]);
    assert_eq!((forked[20].by, forked[20].action.as_str()), (By::Hand, other.as_str()));
    assert_ne!(fork_record.transcript_sha256, record.transcript_sha256);
    assert_eq!(bench.play(&line.fork(20, &other)).1, fork_record, "a fork is a game like any other");
}

#[test]
fn a_seat_changes_hands_in_the_middle_and_back() {
    let bench = Bench::new("gobblet", &[], &["ok", "random"]);
    let mut line = bench.line(vec![SeatLine::bot(0), SeatLine::bot(1)], 0);
    line.give_to_person(Seat(0), 2);
    let mut game = bench.start(&line);
    play_person(&mut *game, &mut line, 1);
    let Some(seat) = to_person(&mut *game) else { panic!("the game goes on") };
    assert_eq!(seat, Seat(0));
    let now = game.moves().to_vec();
    line.give_to_bot(Seat(0), 0, &now);
    let (moves, _) = bench.play(&line);
    assert_eq!(texts(&moves[..now.len()]), texts(&now));
    assert_eq!((moves[0].by, moves[2].by, moves[4].by), (By::Player, By::Hand, By::Player));
}

#[test]
fn of_battleship_a_person_sees_its_own_fleet_only() {
    let bench = Bench::new("battleship", &[], &["tidy"]);
    let mut line = bench.line(vec![SeatLine::person(), SeatLine::bot(0)], 0);
    let mut game = bench.start(&line);
    assert_eq!(to_person(&mut *game), Some(Seat(0)));
    game.act("nonsense").expect_err("it is no fleet");
    let fleet = "5a@0,0 4a@0,1 3a@0,2 3a@0,3 2a@0,4";
    game.act(fleet).expect("it is a fleet");
    line.by_hand.insert(0, fleet.to_owned());
    play_person(&mut *game, &mut line, 3);
    to_person(&mut *game);
    let ships = |viewpoint, board: usize| {
        let scene = game.scene(viewpoint);
        let pieces = scene.boards[board].cells.iter().flat_map(|cell| &cell.pieces);
        // Shots are nobody's.
        pieces.filter(|piece| piece.owner.is_some()).count()
    };
    let person = Viewpoint::Seat(Seat(0));
    assert_eq!((ships(person, 0), ships(person, 1)), (17, 0));
    assert_eq!(ships(Viewpoint::Everything, 1), 17);
    // The bot takes the person's seat over: the fleet stays, and it goes on shooting.
    line.seats[0] = SeatLine::person();
    line.give_to_bot(Seat(0), 0, game.moves());
    let (moves, record) = bench.play(&line);
    assert_eq!(moves[0].action, fleet);
    assert!(record.faults.is_empty(), "{:?}", record.faults);
}

#[test]
fn at_a_table_of_four_persons_and_bots_are_mixed() {
    let bench = Bench::new("stones", &[("seats", "4")], &["aggressive", "random"]);
    let seats = vec![SeatLine::bot(0), SeatLine::person(), SeatLine::bot(1), SeatLine::person()];
    let mut line = bench.line(seats, 0);
    let mut game = bench.start(&line);
    play_person(&mut *game, &mut line, 6);
    to_person(&mut *game);
    let now = game.moves().to_vec();
    line.give_to_bot(Seat(1), 0, &now);
    line.give_to_bot(Seat(3), 1, &now);
    let (moves, record) = bench.play(&line);
    assert_eq!(texts(&moves[..now.len()]), texts(&now));
    assert!(record.faults.is_empty(), "{:?}", record.faults);
    assert_eq!(record.asked.len(), 4);
}
