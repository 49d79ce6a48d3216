use judge_games::battleship::Battleship;
use judge_games::othello::Othello;
use judge_games::stones::Stones;
use judge_scenes::Viewpoint;

use super::*;
use crate::player::diligent::{Diligent, Listed, Takes};
use crate::watched::Event;

/// The caller's list of bots.
const FIRST: usize = 0;
const LAST: usize = 1;
/// Traps at the news of how the game starts.
const TRAPS: usize = 2;
/// Traps at the first question, if it has seat 0 in Stones.
const TRAPS_WHEN_ASKED: usize = 3;

fn line(game: &str, settings: &[(&str, &str)], seats: Vec<SeatLine>) -> Line {
    let rules = Rules::new(game, settings.iter().copied()).expect("the rules are valid");
    let seeds = Seeds { round: Seed(7), order: 0 };
    Line { seeds, ..Line::new(rules, seeds.round, seats) }
}

fn othello(seats: Vec<SeatLine>) -> Line {
    line("othello", &[("size", "4")], seats)
}

fn stones(seats: Vec<SeatLine>) -> Line {
    line("stones", &[("seats", &seats.len().to_string())], seats)
}

/// Begins the line's match, and plays it to its end or until it waits.
fn played<G: Listed + Shown + 'static>(line: &Line, params: &G::Params) -> Box<dyn AnyMatch>
where
    Diligent: Player<G>,
{
    let player = |_: &G::Params, bot, _, _| -> Box<dyn Player<G>> {
        Box::new(match bot {
            FIRST => Diligent::new(Takes::First).0,
            LAST => Diligent::new(Takes::Last).0,
            TRAPS => Diligent::trapping(1).0,
            TRAPS_WHEN_ASKED => Diligent::trapping(3).0,
            bot => unreachable!("there is no bot {bot}"),
        })
    };
    let mut game = line.start::<G>(params, player).expect("all actions can be read");
    while !matches!(game.step(), Event::Over(_) | Event::Waiting { .. }) {}
    game
}

fn run(line: &Line) -> Box<dyn AnyMatch> {
    match &line.rules {
        Rules::Othello(params) => played::<Othello>(line, params),
        Rules::Stones(params) => played::<Stones>(line, params),
        Rules::Battleship(params) => played::<Battleship>(line, params),
        rules => unreachable!("no test plays {rules:?}"),
    }
}

/// The actions, and by whom.
fn actions(moves: &[Moved]) -> Vec<(By, &str)> {
    moves.iter().map(|moved| (moved.by, moved.action.as_str())).collect()
}

fn texts(moves: &[Moved]) -> Vec<&str> {
    moves.iter().map(|moved| moved.action.as_str()).collect()
}

/// The log of the seat's bot in all its moves.
fn log(moves: &[Moved], seat: Seat) -> Vec<String> {
    moves.iter().filter(|moved| moved.seat == seat).flat_map(|moved| moved.log.clone()).collect()
}

/// Acts for the person, and notes it in the line.
fn act(line: &mut Line, game: &mut dyn AnyMatch, action: &str) {
    let turn = game.moves().len();
    assert_eq!(game.act(action).as_deref(), Ok(action));
    line.by_hand.insert(u32::try_from(turn).expect("it is short"), action.to_owned());
    while !matches!(game.step(), Event::Over(_) | Event::Waiting { .. }) {}
}

#[test]
fn taking_back_waits_for_the_person_again_after_the_same_moves() {
    let mut line = othello(vec![SeatLine::person(), SeatLine::bot(FIRST)]);
    let mut game = run(&line);
    act(&mut line, &mut *game, "b1");
    act(&mut line, &mut *game, "a2");
    let before = game.moves().to_vec();
    assert_eq!(before.len(), 4);
    line.take_back(2);
    let mut game = run(&line);
    assert_eq!((game.moves(), game.waits_for()), (&before[..2], Some(Seat(0))));
    act(&mut line, &mut *game, "a2");
    assert_eq!(game.moves(), before, "the bot has the memory it had");
    line.take_back(0);
    assert_eq!(run(&line).moves(), []);
}

#[test]
fn a_fork_plays_another_action_for_whoever_is_to_move() {
    let line = othello(vec![SeatLine::bot(FIRST), SeatLine::bot(LAST)]);
    let whole = run(&line).moves().to_vec();
    let mut waiting = line.clone();
    waiting.give_to_person(Seat(1), 3);
    let choices = run(&waiting).scene(Viewpoint::Everything).choices;
    let other = choices.into_iter().map(|choice| choice.action).find(|action| *action != whole[3].action);
    let other = other.expect("there is a choice");
    let fork = line.fork(3, &other);
    let forked = run(&fork);
    assert_eq!(forked.moves()[..3], whole[..3]);
    assert_eq!(actions(&forked.moves()[3..4]), [(By::Hand, other.as_str())]);
    assert!(forked.verdict().is_some(), "the bots play on to the end");
    assert!(forked.moves()[4..].iter().all(|moved| moved.by != By::Hand));
    assert_eq!(line.by_hand, BTreeMap::new(), "the line is as it was");
    assert_eq!(run(&fork.fork(3, &whole[3].action)).moves()[4..], whole[4..], "and back");
}

#[test]
fn a_fork_forgets_what_persons_did_later() {
    let mut line = othello(vec![SeatLine::person(), SeatLine::bot(FIRST)]);
    let mut game = run(&line);
    act(&mut line, &mut *game, "b1");
    act(&mut line, &mut *game, "a2");
    line.give_to_bot(Seat(0), LAST, game.moves());
    let fork = line.fork(0, "a3");
    assert_eq!(fork.by_hand, BTreeMap::from([(0, "a3".to_owned())]));
    assert_eq!(run(&fork).waits_for(), Some(Seat(0)), "the seat was a person's at that turn");
}

#[test]
fn a_seat_given_to_a_person_waits_from_that_turn_on() {
    let mut line = othello(vec![SeatLine::bot(FIRST), SeatLine::bot(LAST)]);
    let whole = run(&line).moves().to_vec();
    line.give_to_person(Seat(1), 4);
    let game = run(&line);
    assert_eq!((game.moves(), game.waits_for()), (&whole[..5], Some(Seat(1))));
    line.give_to_bot(Seat(1), LAST, game.moves());
    let game = run(&line);
    assert_eq!(game.moves(), whole, "the same bot goes on as if nothing had been");
}

#[test]
fn persons_have_their_own_seats_and_those_they_had_before() {
    let mut line = othello(vec![SeatLine::person(), SeatLine::bot(FIRST)]);
    let mut game = run(&line);
    act(&mut line, &mut *game, "b1");
    assert_eq!(line.persons(2), [Seat(0)].into());
    line.give_to_bot(Seat(0), LAST, game.moves());
    assert_eq!(line.persons(2), [Seat(0)].into());
    line.give_to_person(Seat(1), 4);
    assert_eq!((line.persons(3), line.persons(4)), ([Seat(0)].into(), [Seat(0), Seat(1)].into()));
}

#[test]
fn another_bot_takes_over_and_what_was_played_stays() {
    let mut line = stones([FIRST, FIRST].map(SeatLine::bot).to_vec());
    let whole = run(&line).moves().to_vec();
    line.give_to_bot(Seat(1), LAST, &whole[..6]);
    let game = run(&line);
    let moves = game.moves();
    assert_eq!(texts(&moves[..6]), texts(&whole[..6]));
    let by = |moves: &[Moved]| moves.iter().map(|moved| moved.by).collect::<Vec<_>>();
    assert_eq!(
        by(&moves[..8]),
        [By::Player, By::Hand, By::Player, By::Hand, By::Player, By::Hand, By::Player, By::Player]
    );
    assert_ne!(moves[7].action, whole[7].action);
    let heard = log(&moves[..8], Seat(1));
    let count = |call: &str| heard.iter().filter(|heard| heard.starts_with(call)).count();
    assert_eq!(count("decide"), 1);
    assert_eq!((count("GameStart"), count("TurnTo"), count("Move"), count("skip")), (1, 8, 7, 3));
    assert_eq!(log(&moves[..8], Seat(0)), log(&whole[..8], Seat(0)), "the opponent notices nothing");
}

#[test]
fn a_bot_that_fails_at_hearing_of_anothers_turns_fails_when_it_is_asked() {
    let mut line = stones([FIRST, LAST, FIRST, LAST].map(SeatLine::bot).to_vec());
    let whole = run(&line).moves().to_vec();
    line.give_to_bot(Seat(2), TRAPS, &whole[..9]);
    let game = run(&line);
    assert_eq!(texts(&game.moves()[..10]), texts(&whole[..10]), "the other's turns stay as they were");
    let [fault] = game.faults() else { panic!("{:?}", game.faults()) };
    assert_eq!((fault.seat, fault.function.as_ref(), fault.turn), (Seat(2), "next-move", Some(1)));
    assert!(game.moves()[10..].iter().all(|moved| moved.seat != Seat(2)));
    // Where no other has played it fails at once.
    line.take_back(0);
    let game = run(&line);
    let [fault] = game.faults() else { panic!("{:?}", game.faults()) };
    assert_eq!((fault.function.as_ref(), fault.turn), ("update", Some(0)));
}

#[test]
fn at_a_table_of_four_a_person_takes_any_seat_and_leaves_it() {
    let mut line = stones([FIRST, LAST, FIRST, LAST].map(SeatLine::bot).to_vec());
    let whole = run(&line).moves().to_vec();
    line.give_to_person(Seat(2), 5);
    let mut game = run(&line);
    assert_eq!((game.moves(), game.waits_for()), (&whole[..6], Some(Seat(2))));
    let other = game.scene(Viewpoint::Seat(Seat(2))).choices.pop().expect("there is a step").action;
    assert_ne!(other, whole[6].action);
    act(&mut line, &mut *game, &other);
    assert_eq!((game.moves().len(), game.waits_for()), (10, Some(Seat(2))));
    let after = game.moves().to_vec();
    line.give_to_bot(Seat(2), FIRST, &after);
    let game = run(&line);
    assert_eq!(game.moves()[..10], after, "the bots come back with the memory they had");
    assert!(game.verdict().is_some());
    assert_eq!(game.moves()[10].by, By::Player);
}

#[test]
fn a_bot_that_takes_over_a_fleet_by_hand_has_begun() {
    let mut line =
        line("battleship", &[("size", "2"), ("fleet", "2")], vec![SeatLine::person(), SeatLine::bot(LAST)]);
    let mut game = run(&line);
    act(&mut line, &mut *game, "2d@1,0");
    line.give_to_bot(Seat(0), FIRST, game.moves());
    let game = run(&line);
    assert_eq!(
        actions(&game.moves()[..3]),
        [(By::Hand, "2d@1,0"), (By::Player, "2a@0,0"), (By::Player, "0,0")]
    );
    assert_eq!(game.moves()[0].log, ["begin", "decide"]);
    assert_eq!(game.moves()[2].log, ["decide"]);
}

#[test]
fn an_opening_and_the_seats_seeds_come_from_the_rounds_seed() {
    let mut line = othello(vec![SeatLine::bot(FIRST), SeatLine::bot(FIRST)]);
    line.opening_plies = 3;
    let Rules::Othello(params) = line.rules else { panic!("it is Othello") };
    let mut seated = Vec::new();
    let player = |_: &judge_games::othello::Params, bot, seat, seed| -> Box<dyn Player<Othello>> {
        seated.push((bot, seat, seed));
        Box::new(Diligent::new(Takes::First).0)
    };
    let mut game = line.start::<Othello>(&params, player).expect("nothing is by hand");
    while !matches!(game.step(), Event::Over(_)) {}
    assert_eq!(seated, [Seat(0), Seat(1)].map(|seat| (FIRST, seat, line.seeds.seat(seat))));
    assert_ne!(seated[0].2, seated[1].2);
    assert!(game.moves()[..3].iter().all(|moved| moved.by == By::Opening));
    assert_eq!(game.moves()[3].by, By::Player);
}

#[test]
fn an_action_that_cannot_be_read_is_named_by_its_turn() {
    let line = othello(vec![SeatLine::bot(FIRST), SeatLine::person()]).fork(1, "castle");
    let Rules::Othello(params) = line.rules else { panic!("it is Othello") };
    let player = |_: &judge_games::othello::Params, _, _, _| -> Box<dyn Player<Othello>> {
        Box::new(Diligent::new(Takes::First).0)
    };
    let Err((turn, why)) = line.start::<Othello>(&params, player) else { panic!("it cannot be read") };
    assert_eq!(turn, 1);
    assert!(why.contains("castle"), "{why}");
}

#[test]
fn a_person_may_act_on_the_turn_on_which_the_bot_before_it_failed() {
    let mut line = stones(vec![SeatLine::bot(TRAPS_WHEN_ASKED), SeatLine::person(), SeatLine::bot(FIRST)]);
    let mut game = run(&line);
    assert_eq!((game.moves().len(), game.waits_for()), (0, Some(Seat(1))));
    assert_eq!(game.faults()[0].function, "next-move");
    let first = game.scene(Viewpoint::Everything).choices.swap_remove(0).action;
    act(&mut line, &mut *game, &first);
    assert_eq!(run(&line).moves(), game.moves());
}
