//! Persons and recordings: who is waited for, who gets news, whose failures count when.

use super::*;
use crate::record::Thought;

fn four_by_four() -> othello::Params {
    othello::Params::new(4).expect("the size is valid")
}

fn at(text: &str) -> othello::Action {
    text.parse().expect("a move")
}

fn calls(calls: &Calls) -> Vec<String> {
    calls.lock().expect("nobody panicked").clone()
}

/// The seats, a player at each, which a person holds from the first turn on.
fn held<G: Contract>(players: Vec<Diligent>) -> Vec<Seated<'static, G>>
where
    Diligent: Player<G>,
{
    let seated = |player| Seated { holders: Holders::always(Holder::Person), ..Seated::player(player) };
    players.into_iter().map(seated).collect()
}

#[test]
fn a_person_is_asked_once_and_waited_for_until_it_acts() {
    let mut game = Match::<Othello>::new(&four_by_four(), vec![], vec![Seated::person(), Seated::person()]);
    assert_eq!(game.waits_for(), None);
    assert!(matches!(game.step(), Step::Began));
    assert!(matches!(game.step(), Step::Asked(Seat(0), _)));
    for _ in 0..3 {
        assert!(matches!(game.step(), Step::Waiting(Seat(0))));
    }
    assert_eq!(game.waits_for(), Some(Seat(0)));
    assert_eq!(game.act(at("b1")), Ok(()));
    assert_eq!((game.waits_for(), game.turns()), (None, 0), "the next step plays it");
    assert!(matches!(game.step(), Step::Acted(Seat(0), By::Hand, _)));
    assert!(matches!(game.step(), Step::Asked(Seat(1), _)));
    assert_eq!(game.waits_for(), Some(Seat(1)));
}

#[test]
fn a_persons_illegal_action_is_refused_and_a_players_is_a_fault() {
    let script = Scripted::new([Ok(at("b2"))]);
    let mut game =
        Match::<Othello>::new(&four_by_four(), vec![], vec![Seated::person(), Seated::player(script)]);
    assert_eq!(game.run(), Err(Seat(0)));
    let refused = game.act(at("b2")).expect_err("a chip lies there").to_string();
    assert_eq!((game.run(), game.faults().len(), game.turns()), (Err(Seat(0)), 0, 0));
    assert_eq!(game.act(at("b1")), Ok(()));
    assert_eq!(game.run(), Ok(()));
    let [fault] = game.faults() else { panic!("{:?}", game.faults()) };
    assert_eq!((fault.seat, fault.kind, fault.turn), (Seat(1), FaultKind::IllegalMove, Some(1)));
    assert_eq!(fault.detail, refused, "both hear the same");
}

#[test]
#[should_panic(expected = "a person is waited for")]
fn nobody_acts_before_the_game_waits() {
    let mut game = Match::<Othello>::new(&four_by_four(), vec![], vec![Seated::person(), Seated::person()]);
    let _ = game.act(at("b1"));
}

#[test]
fn a_seat_without_a_player_is_a_persons() {
    let empty = || Seated { player: None, holders: Holders::always(Holder::Player) };
    let mut game = Match::<Othello>::new(&four_by_four(), vec![], vec![empty(), empty()]);
    assert_eq!(game.run(), Err(Seat(0)));
}

#[test]
fn a_recording_of_all_actions_gives_the_same_transcript() {
    let played = tiny(vec![fleet(0), shot(0, 1), shot(1, 1)], vec![fleet(1), shot(0, 1)]);
    let actions = ["2a@0,0", "2a@0,1", "0,1", "0,1", "1,1"].map(|text| text.parse().expect("an action"));
    let mut game = Match::<Battleship>::new(&two_by_two(), vec![], vec![Seated::person(), Seated::person()]);
    game.set_by_hand((0..).zip(actions));
    assert_eq!(game.run(), Ok(()));
    let replayed = game.finish();
    assert_eq!(replayed.transcript, played.transcript);
    assert_eq!(
        replayed.record,
        Record { asked: vec![0, 0], thought: vec![Thought::default(); 2], ..played.record }
    );
}

#[test]
fn a_recording_with_opening_and_forced_actions_gives_the_same_transcript() {
    let opening: Vec<_> = "d3 c3 b3 b2 f5 a3 a1 c1".split(' ').map(at).collect();
    let params = othello::Params::default();
    let (one, _) = Diligent::new(Takes::First);
    let (other, _) = Diligent::new(Takes::Last);
    let seats = vec![Seated::player(one), Seated::player(other)];
    let mut game = Match::<Othello>::new(&params, opening.clone(), seats);
    let mut actions = Vec::new();
    loop {
        match game.step() {
            Step::Acted(_, _, action) => actions.push(action),
            Step::Over => break,
            _ => {}
        }
    }
    let played = game.finish();
    assert!(played.transcript.contains("forced 0 --"));
    let mut game = Match::<Othello>::new(&params, opening, vec![Seated::person(), Seated::person()]);
    game.set_by_hand((0..).zip(actions));
    assert_eq!(game.run(), Ok(()));
    let replayed = game.finish();
    assert_eq!((replayed.transcript, replayed.record.checks), (played.transcript, played.record.checks));
}

#[test]
fn an_illegal_action_set_by_hand_is_dropped() {
    let (player, heard) = Diligent::new(Takes::First);
    let mut game =
        Match::<Battleship>::new(&two_by_two(), vec![], vec![Seated::player(player), Seated::person()]);
    let actions = ["2a@1,0", "2d@1,0"].map(|text| text.parse().expect("an action"));
    game.set_by_hand((0..).zip(actions));
    assert!(matches!(game.step(), Step::Began));
    assert!(matches!(game.step(), Step::Asked(Seat(0), _)));
    assert!(matches!(game.step(), Step::Acted(Seat(0), By::Player, _)));
    assert!(matches!(game.step(), Step::Asked(Seat(1), _)));
    assert!(matches!(game.step(), Step::Acted(Seat(1), By::Hand, _)));
    assert_eq!(calls(&heard), ["begin", "decide"], "and the player begins only once");
    assert_eq!(game.faults(), []);
}

#[test]
fn a_player_whose_seat_a_person_holds_is_told_everything_and_goes_on_later() {
    let (player, heard) = Diligent::new(Takes::First);
    let (second, _) = Diligent::new(Takes::Last);
    let (third, _) = Diligent::new(Takes::Last);
    let mut seats = held::<Stones>(vec![player]);
    seats.extend([second, third].map(Seated::player));
    let mut game = Match::new(&three(), vec![], seats);
    assert_eq!(game.run(), Err(Seat(0)));
    assert_eq!(calls(&heard), ["begin", "GameStart", "TurnTo 0"]);
    assert_eq!(game.act("0,0>0,1".parse().expect("a step")), Ok(()));
    assert!(matches!(game.step(), Step::Acted(Seat(0), By::Hand, _)));
    assert_eq!(calls(&heard)[3..], ["skip"], "its turn is over without it");
    assert_eq!(game.run(), Err(Seat(0)));
    assert_eq!(
        calls(&heard)[4..],
        [
            "Move 0 (0,0) (0,1)",
            "TurnTo 1",
            "Move 1 (2,0) (1,0)",
            "TurnTo 2",
            "Move 2 (0,2) (1,2)",
            "TurnTo 0"
        ]
    );
    game.give(Seat(0), Holder::Player);
    assert!(matches!(game.step(), Step::Acted(Seat(0), By::Player, _)));
    assert_eq!(calls(&heard)[10..], ["decide"]);
    game.give(Seat(0), Holder::Person);
    while !matches!(game.step(), Step::Waiting(_) | Step::Over) {}
    assert_eq!(calls(&heard).iter().filter(|call| *call == "decide").count(), 1);
}

#[test]
fn a_seat_can_change_hands_between_the_question_and_the_answer() {
    let (player, heard) = Diligent::new(Takes::First);
    let mut game =
        Match::<Othello>::new(&four_by_four(), vec![], vec![Seated::player(player), Seated::person()]);
    assert!(matches!(game.step(), Step::Began));
    assert!(matches!(game.step(), Step::Asked(Seat(0), _)));
    game.give(Seat(0), Holder::Person);
    assert!(matches!(game.step(), Step::Waiting(Seat(0))));
    game.give(Seat(0), Holder::Player);
    assert_eq!(game.waits_for(), None);
    assert!(matches!(game.step(), Step::Acted(Seat(0), By::Player, _)));
    assert_eq!(calls(&heard), ["begin", "decide"]);
}

#[test]
fn a_fleet_placed_by_hand_still_begins_the_player() {
    let (player, heard) = Diligent::new(Takes::First);
    let (opponent, _) = Diligent::new(Takes::First);
    let mut seats = held::<Battleship>(vec![player]);
    seats.push(Seated::player(opponent));
    let mut game = Match::new(&two_by_two(), vec![], seats);
    assert_eq!(game.run(), Err(Seat(0)));
    assert_eq!(calls(&heard), ["begin"]);
    assert_eq!(game.act("2d@1,0".parse().expect("a fleet")), Ok(()));
    assert_eq!(game.run(), Err(Seat(0)));
    assert_eq!(calls(&heard), ["begin", "decide"]);
    game.give(Seat(0), Holder::Player);
    assert_eq!(game.run(), Ok(()));
    let game = game.finish();
    assert!(game.transcript.starts_with("0 2d@1,0\n1 2a@0,0\n0 0,0\n"), "{}", game.transcript);
    assert_eq!(game.record.asked, [2, 2], "what was not used is no question");
}

#[test]
fn a_failure_on_a_persons_seat_counts_when_the_player_is_next_asked() {
    // It fails when it begins, or at the first news.
    for call in 0..2 {
        let (traps, heard) = Diligent::trapping(call);
        let (second, _) = Diligent::new(Takes::Last);
        let (third, _) = Diligent::new(Takes::Last);
        let mut seats = held::<Stones>(vec![traps]);
        seats.extend([second, third].map(Seated::player));
        let mut game = Match::new(&three(), vec![], seats);
        assert_eq!(game.run(), Err(Seat(0)));
        assert_eq!(game.act("0,0>0,1".parse().expect("a step")), Ok(()));
        assert_eq!(game.run(), Err(Seat(0)));
        assert_eq!((game.faults(), calls(&heard).len()), (&[][..], call + 1), "it is not called again");
        game.give(Seat(0), Holder::Player);
        assert!(matches!(game.step(), Step::Fault(_)));
        let [fault] = game.faults() else { panic!("{:?}", game.faults()) };
        assert_eq!((fault.seat, fault.function.as_ref(), fault.turn), (Seat(0), "next-move", Some(1)));
        assert_eq!(calls(&heard).len(), call + 1);
    }
}

#[test]
fn a_player_that_cannot_begin_under_a_persons_fleet_fails_at_its_first_turn() {
    let (traps, heard) = Diligent::trapping(1);
    let mut seats = held::<Battleship>(vec![traps]);
    seats.push(Seated::player(Diligent::new(Takes::First).0));
    let mut game = Match::new(&two_by_two(), vec![], seats);
    assert_eq!(game.run(), Err(Seat(0)));
    assert_eq!(game.act("2a@0,0".parse().expect("a fleet")), Ok(()));
    assert_eq!(game.run(), Err(Seat(0)));
    game.give(Seat(0), Holder::Player);
    assert_eq!(game.run(), Ok(()));
    assert_eq!(calls(&heard), ["begin", "decide"]);
    assert_eq!(game.verdict(), Some(&Verdict::Forfeit(vec![2, 1])));
    assert_eq!(game.faults()[0].function, "take-turn");
}

#[test]
fn trouble_on_a_persons_seat_does_not_void_the_match() {
    struct Troubled;
    impl Player<Stones> for Troubled {
        fn decide(&mut self, _: Stones) -> Answer<stones::Step> {
            panic!("nobody asks it");
        }

        fn notify(&mut self, _: &crate::contract::BoardUpdate) -> Answer<()> {
            Err(NoAnswer::Void(VoidCause::Machine, "no memory".into()))
        }
    }
    let game = |holder| {
        let troubled = Seated { holders: Holders::always(holder), ..Seated::player(Troubled) };
        Match::<Stones>::new(&three(), vec![], vec![troubled, Seated::person(), Seated::person()])
    };
    assert_eq!(game(Holder::Person).run(), Err(Seat(0)));
    let mut game = game(Holder::Player);
    assert!(matches!(game.step(), Step::Began));
    assert!(matches!(game.step(), Step::Told(seats, _) if seats == [Seat(0)]));
    assert!(matches!(game.step(), Step::Over));
    let Some(Verdict::Void(void)) = game.verdict() else { panic!("{:?}", game.verdict()) };
    assert_eq!((void.cause, void.seat), (VoidCause::Machine, Some(Seat(0))));
}

#[test]
fn a_holder_that_changes_forgets_later_changes() {
    let mut holders = Holders::always(Holder::Player);
    holders.change(2, Holder::Person);
    holders.change(5, Holder::Player);
    let by_turn = |holders: &Holders| {
        (0..7).map(|turn| if holders.at(turn) == Holder::Person { 'p' } else { '.' }).collect::<String>()
    };
    assert_eq!(by_turn(&holders), "..ppp..");
    holders.change(3, Holder::Person);
    assert_eq!(by_turn(&holders), "..ppppp");
    holders.truncate(2);
    assert_eq!(by_turn(&holders), "..ppppp", "who has the seat on that turn keeps it");
    holders.truncate(1);
    assert_eq!(by_turn(&holders), ".......");
}
