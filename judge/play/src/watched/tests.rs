use judge_games::battleship::{self, Battleship};
use judge_games::othello::{self, Othello};
use judge_games::stones::{self, Board, Options, Stones};

use super::*;
use crate::player::diligent::{Diligent, Takes};
use crate::referee::Seated;

fn othello(seats: Vec<Seated<'_, Othello>>) -> Watched<'_, Othello> {
    let params = othello::Params::new(4).expect("the size is valid");
    Watched::new(Match::new(&params, vec!["b1".parse().expect("a move")], seats))
}

fn diligent<G: Contract>(takes: Takes) -> Seated<'static, G>
where
    Diligent: crate::player::Player<G>,
{
    Seated::player(Diligent::new(takes).0)
}

#[test]
fn events_are_texts_in_the_games_notation() {
    let mut game = othello(vec![Seated::person(), diligent(Takes::First)]);
    assert_eq!(game.step(), Event::Began);
    let Event::Moved(opening) = game.step() else { panic!("the opening is played") };
    let expected = Moved {
        turn: 0,
        seat: Seat(0),
        by: By::Opening,
        action: "b1".into(),
        usage: Usage::default(),
        log: vec![],
    };
    assert_eq!(opening, expected);
    let question = "-X---XX--XO----- O".into();
    assert_eq!(game.step(), Event::Asked { seat: Seat(1), function: "choose", question });
    let Event::Moved(moved) = game.step() else { panic!("the player moves") };
    assert_eq!((moved.turn, moved.seat, moved.by, moved.action.as_str()), (1, Seat(1), By::Player, "a1"));
    assert_eq!((moved.usage.fuel, moved.log.as_slice()), (1, &["begin", "decide"].map(String::from)[..]));
    assert!(matches!(game.step(), Event::Asked { seat: Seat(0), .. }));
    assert_eq!(game.step(), Event::Waiting { seat: Seat(0) });
    assert_eq!(game.moves(), [opening, moved]);
}

#[test]
fn a_log_is_told_once() {
    let mut game = othello(vec![diligent(Takes::First), diligent(Takes::Last)]);
    while !matches!(game.step(), Event::Over(_)) {}
    let of_first = game.moves().iter().filter(|moved| moved.by == By::Player && moved.seat == Seat(0));
    let logs: Vec<_> = of_first.map(|moved| moved.log.clone()).collect();
    assert!(logs.len() > 1 && logs[1..].iter().all(|log| *log == ["decide"]), "{logs:?}");
}

#[test]
fn who_is_not_waited_for_is_refused() {
    let mut game = othello(vec![diligent(Takes::First), Seated::person()]);
    let refused = Err(NotPlayed::NobodyAsked);
    assert_eq!((game.waits_for(), game.act("a1")), (None, refused.clone()));
    while game.step() != (Event::Waiting { seat: Seat(1) }) {}
    assert_eq!((game.waits_for(), game.to_move()), (Some(Seat(1)), Some(Seat(1))));
    let unreadable = game.act("z9!");
    assert!(matches!(&unreadable, Err(NotPlayed::Unreadable(why)) if why.contains("z9!")), "{unreadable:?}");
    let illegal = game.act("b2");
    assert!(matches!(&illegal, Err(NotPlayed::Illegal(why)) if why.contains("b2")), "{illegal:?}");
    assert_eq!(game.waits_for(), Some(Seat(1)));
    assert_eq!(game.act("1. A1\n").as_deref(), Ok("a1"), "as a file may have it");
    assert_eq!(game.act("c1"), refused, "one action a turn");
    assert!(matches!(game.step(), Event::Moved(moved) if moved.action == "a1" && moved.by == By::Hand));
}

#[test]
fn the_end_and_the_faults_before_it_are_told() {
    let board = Board::new(3, 3, &[0, -1, 1, -1, -1, -1, 2, -1, -1]).expect("the board is valid");
    let params = stones::Params::new(&Options::explicit(&board)).expect("the parameters are valid");
    let (traps, _) = Diligent::trapping(3);
    let seats = vec![Seated::player(traps), diligent(Takes::First), diligent(Takes::Last)];
    let mut game = Watched::<Stones>::new(Match::new(&params, vec![], seats));
    let mut faults = Vec::new();
    let mut told = Vec::new();
    let verdict = loop {
        match game.step() {
            Event::Fault(fault) => faults.push(fault),
            Event::Told { seats, text } => told.push((seats, text)),
            Event::Over(verdict) => break verdict,
            _ => {}
        }
    };
    assert_eq!((faults.as_slice(), faults.len()), (game.faults(), 1));
    assert_eq!(
        (faults[0].log.as_slice(), faults[0].usage.fuel),
        (&["begin", "GameStart", "TurnTo 0", "decide"].map(String::from)[..], 1)
    );
    assert_eq!(told[0], (vec![0, 1, 2], "GameStart; 0.1/.../2..".into()));
    assert_eq!((game.verdict(), game.to_move(), game.waits_for()), (Some(&verdict), None, None));
    let finished = (Box::new(game) as Box<dyn AnyMatch>).finish();
    assert_eq!((finished.record.verdict, finished.record.faults), (verdict, faults));
}

#[test]
fn events_have_one_form_for_all_front_ends() {
    fn is_written<T: Serialize>(_: &T) {}
    let mut game = othello(vec![Seated::person(), Seated::person()]);
    is_written(&game.step());
}

/// A game after the fleets: seat 0 is a person's, whose opponent placed this fleet and shot once.
fn battleship(fleet: &str) -> Watched<'static, Battleship> {
    let params = battleship::Params::new(2, vec![2]).expect("the parameters are valid");
    let mut game = Match::new(&params, vec![], vec![Seated::person(), Seated::person()]);
    let actions = ["2a@0,0", fleet, "0,1", "1,1"].map(|text| text.parse().expect("an action"));
    game.set_by_hand((0..).zip(actions));
    Watched::new(game)
}

#[test]
fn a_persons_scenes_do_not_depend_on_a_fleet_that_it_does_not_see() {
    // Both have a ship at 0,1, where the person shoots.
    let [mut one, mut other] = ["2a@0,1", "2d@0,0"].map(battleship);
    loop {
        let event = one.step();
        other.step();
        let scenes = |game: &Watched<'_, Battleship>| {
            [Viewpoint::Seat(Seat(0)), Viewpoint::Everything].map(|viewpoint| game.scene(viewpoint))
        };
        let ([mine, all], [theirs, others_all]) = (scenes(&one), scenes(&other));
        assert_eq!(mine, theirs, "{event:?}");
        assert_eq!(all != others_all, one.moves().len() > 1, "and a spectator sees the difference");
        if matches!(event, Event::Waiting { .. }) {
            break;
        }
    }
    assert_eq!(one.moves().len(), 4);
}

#[test]
fn a_scene_marks_what_the_last_action_changed() {
    let mut game = othello(vec![Seated::person(), Seated::person()]);
    let changed = |game: &Watched<'_, Othello>| {
        let scene = game.scene(Viewpoint::Everything);
        scene.boards[0].cells.iter().filter(|cell| cell.changed).count()
    };
    game.step();
    assert_eq!(changed(&game), 0);
    game.step();
    assert_eq!(changed(&game), 2, "one chip is placed, one flipped");
    game.step();
    assert_eq!(changed(&game), 2, "a question changes nothing");
}

#[test]
fn each_turn_is_told_its_own_lines_and_what_was_cut_in_it() {
    let mut told = LogTold::default();
    let mut tell = |kept: &str, rest: &str| told.tell(&format!("{kept}{rest}"), kept.len());
    assert_eq!(tell("a\n", ""), ["a"]);
    assert_eq!(tell("a\nb\n", "(9 more bytes were cut)\nend\n"), ["b", "(9 more bytes were cut)", "end"]);
    assert_eq!(tell("a\nb\n", "(9 more bytes were cut)\n"), [""; 0]);
    assert_eq!(tell("a\nb\nmove e4\n", "(9 more bytes were cut)\n"), ["move e4"]);
    assert_eq!(tell("a\nb\nmove e4\n", "(10 more bytes were cut)\n"), ["(10 more bytes were cut)"]);
}
