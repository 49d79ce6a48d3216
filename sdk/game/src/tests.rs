//! Games of ours through the exports of a file, against the same games played directly.

use judge_games::battleship::Battleship;
use judge_games::othello::Othello;
use judge_games::stones::Stones;
use judge_games::{Game, Parameters, Seat};
use judge_scenes::Shown;
use judge_wit::Value;

use crate::wire::bindings::exports::judge::game::rules::{Guest, Position, Refusal};
use crate::{Contract, Exported, File, Kept, Phase, Seed};

/// A file that holds one of our games.
macro_rules! file {
    ($Name:ident, $Game:ty, $wit:expr) => {
        struct $Name;

        impl File for $Name {
            type Game = $Game;
            const WIT: &'static str = include_str!($wit);

            /// It remembers nothing from one call to the next, as a fresh instance.
            fn with<R>(act: impl FnOnce(&mut Kept<$Game>) -> R) -> R {
                act(&mut Kept::new(Self::WIT))
            }
        }
    };
}

file!(OthelloFile, Othello, "../../wit/othello.wit");
file!(BattleshipFile, Battleship, "../../wit/battleship.wit");
file!(StonesFile, Stones, "../../wit/stones.wit");

/// A file that remembers, as one that was built with the macro.
struct Remembers;

impl File for Remembers {
    type Game = Othello;
    const WIT: &'static str = OthelloFile::WIT;

    fn with<R>(act: impl FnOnce(&mut Kept<Othello>) -> R) -> R {
        thread_local! {
            static KEPT: std::cell::RefCell<Option<Kept<Othello>>> = const { std::cell::RefCell::new(None) };
        }
        KEPT.with_borrow_mut(|kept| act(kept.get_or_insert_with(|| Kept::new(Self::WIT))))
    }
}

fn settings(text: &[(&str, &str)]) -> Vec<(String, String)> {
    text.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

/// Numbers that look random.
fn next(seed: &mut u64, end: usize) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    usize::try_from((*seed >> 33) % end as u64).expect("it is small")
}

fn same_position<G: Contract>(position: &Position, game: &G) {
    assert_eq!(position.to_move, game.to_move().map(|seat| seat.0));
    assert_eq!(position.forced, game.forced().map(|action| action.to_string()));
    let [ranks, scores] = [position, position].map(|position| position.outcome.as_ref());
    let outcome = game.outcome();
    assert_eq!(ranks.map(|outcome| &outcome.ranks), outcome.as_ref().map(|outcome| &outcome.ranks));
    assert_eq!(scores.map(|outcome| &outcome.scores), outcome.as_ref().map(|outcome| &outcome.scores));
}

/// Plays games at random, and compares all that the file says.
fn compare<F: File>(given: &[(&str, &str)], first: impl Fn(&F::Game) -> Vec<String>, games: u64) {
    let table = Exported::<F>::set_up(settings(given)).unwrap_or_else(|wrong| panic!("{}", wrong.reason));
    let params = <F::Game as Game>::Params::from_settings(given.iter().copied()).expect("they are valid");
    assert_eq!(usize::from(table.seats), params.seats());
    for seed in 0..games {
        let mut random = seed;
        let mut game = F::Game::start_with(&params, seed);
        let mut at = Exported::<F>::start(table.settings.clone(), seed);
        let mut turns = 0;
        same_position(&at, &game);
        assert_eq!(at.notices.len(), game.announce().len());
        while let Some(seat) = at.to_move {
            let legal = Exported::<F>::legal(at.state.clone());
            let own: Vec<String> = game.legal().iter().map(ToString::to_string).collect();
            assert_eq!(legal.clone().unwrap_or_default(), own);
            let listed = if own.is_empty() { first(&game) } else { own };
            let action = listed[next(&mut random, listed.len())].clone();
            question::<F>(&at, &game, seat);
            let scene = Exported::<F>::scene(at.state.clone(), Some(seat));
            assert_eq!(scene.scores, Shown::scores(&game));
            assert!(Exported::<F>::play(at.state.clone(), "no action".into()).is_err());
            at = match Exported::<F>::play(at.state.clone(), action.clone()) {
                Ok(position) => position,
                Err(Refusal::Unreadable(why) | Refusal::Illegal(why)) => panic!("{action}: {why}"),
            };
            let news = game.play_and_tell(&action.parse().ok().expect("it was listed")).expect("it is legal");
            assert_eq!(at.notices.len(), news.len());
            for (told, notice) in at.notices.iter().zip(&news) {
                assert_eq!(told.text, notice.event.to_string());
            }
            same_position(&at, &game);
            turns += 1;
        }
        assert!(turns <= table.turns_max && at.outcome.is_some());
    }
}

/// Compares what the seat to move is asked: values, function and text.
fn question<F: File>(at: &Position, game: &F::Game, seat: u8) {
    let asked = Exported::<F>::question(at.state.clone(), seat);
    let view = game.view(Seat(seat));
    let own = F::Game::question(&view);
    assert_eq!((asked.function.as_str(), asked.text), (own.function, F::Game::text(&view)));
    assert_eq!(asked.arguments.is_none(), own.phase == Phase::Setup);
    let Some(arguments) = asked.arguments else { return };
    let interface = judge_play::contract::described(F::Game::NAME);
    let function = interface.function(own.function).expect("it is there");
    let read = function.arguments_from_json(&arguments).expect("they are right");
    let mut expected = Value::default();
    F::Game::arguments(&view, &mut expected);
    assert_eq!(read, expected);
}

#[test]
fn games_through_a_file_are_the_same_games() {
    compare::<OthelloFile>(&[("size", "4")], |_| unreachable!(), 5);
    compare::<Remembers>(&[], |_| unreachable!(), 5);
    compare::<StonesFile>(&[("seats", "3")], |_| unreachable!(), 1);
    let fleet = |_: &Battleship| vec!["2a@0,0 1a@0,2".to_owned()];
    compare::<BattleshipFile>(&[("size", "3"), ("fleet", "2,1")], fleet, 5);
}

/// A contract of Othello's name whose functions take something else than the game writes.
struct OtherContract;

impl File for OtherContract {
    type Game = Othello;
    const WIT: &'static str =
        "interface othello { name: func() -> string; new-game: func(seed: u64, letters: list<string>); }";

    fn with<R>(act: impl FnOnce(&mut Kept<Othello>) -> R) -> R {
        act(&mut Kept::new(Self::WIT))
    }
}

#[test]
#[should_panic(
    expected = "what the game wrote for new-game does not fit the contract: letters: it is no string"
)]
fn values_that_do_not_fit_the_contract_are_told_by_function_and_parameter() {
    Exported::<OtherContract>::begin(settings(&[("size", "6")]), 1, 7);
}

#[test]
fn an_answer_becomes_an_action_and_a_seat_learns_its_setup() {
    let begun = Exported::<OthelloFile>::begin(settings(&[("size", "6")]), 1, 7);
    assert_eq!(begun, r#"{"setup":{"seed":"7","seat":1,"seats":2,"size":6}}"#);
    let start = Exported::<OthelloFile>::start(settings(&[]), 0);
    let answer = Exported::<OthelloFile>::answer(start.state, 0, r#"{"x":3,"y":2}"#.into());
    assert_eq!(answer, Ok("d3".into()));
    // The setup's values are those of the game.
    let mut setup = Value::default();
    Othello::setup(&judge_games::othello::Params::default(), Seat(0), Seed(1), &mut setup);
    let interface = judge_play::contract::described("othello");
    let function = interface.function("new-game").expect("it is there");
    let text = function.arguments_to_json(&setup).expect("it fits");
    assert_eq!(Exported::<OthelloFile>::begin(settings(&[]), 0, 1), text);
}

#[test]
fn mistakes_in_settings_name_their_key() {
    let wrong = Exported::<BattleshipFile>::set_up(settings(&[("size", "2"), ("fleet", "3")]));
    let wrong = wrong.expect_err("the ship is too long");
    assert_eq!(wrong.key.as_deref(), Some("fleet"));
    assert_eq!(wrong.reason, "a ship of length 3 does not fit a board of 2 × 2");
}

#[test]
fn who_was_taken_out_stays_out() {
    let table = Exported::<StonesFile>::set_up(settings(&[("seats", "3")])).expect("it is valid");
    let start = Exported::<StonesFile>::start(table.settings, 0);
    let Some(without) = Exported::<StonesFile>::remove(start.state.clone(), 0) else { return };
    assert_ne!(without.to_move, Some(0));
    let legal = Exported::<StonesFile>::legal(without.state.clone()).expect("they are listed");
    let next = Exported::<StonesFile>::play(without.state, legal[0].clone()).expect("it is legal");
    assert_ne!(next.to_move, Some(0));
}

#[test]
fn a_files_contract_is_the_interface_alone() {
    let contract = Exported::<OthelloFile>::contract();
    assert!(contract.starts_with("/// Othello: enclose") && contract.ends_with('}'), "{contract}");
    assert!(!contract.contains("package") && !contract.contains("world"));
    let info = Exported::<OthelloFile>::info();
    assert_eq!((info.name.as_str(), info.facts.pieces.len()), ("othello", 1));
}

#[test]
fn what_a_file_remembers_changes_no_answer() {
    // Two lines of play side by side, and back to states of long ago.
    let start = |seed| Exported::<Remembers>::start(settings(&[]), seed).state;
    let mut lines = [vec![start(1)], vec![start(2)]];
    let mut random = 3;
    for turn in 0..40 {
        let line = &mut lines[turn % 2];
        let state = line[line.len() - 1 - next(&mut random, line.len().min(2))].clone();
        let listed = Exported::<Remembers>::legal(state.clone()).expect("they are listed");
        assert_eq!(Some(&listed), Exported::<OthelloFile>::legal(state.clone()).as_ref());
        let action = &listed[next(&mut random, listed.len())];
        let [remembered, fresh] = [
            Exported::<Remembers>::play(state.clone(), action.clone()),
            Exported::<OthelloFile>::play(state.clone(), action.clone()),
        ]
        .map(|position| position.expect("it was listed"));
        assert_eq!((&remembered.state, remembered.to_move), (&fresh.state, fresh.to_move));
        let long_ago = line[next(&mut random, line.len())].clone();
        let texts = [
            Exported::<Remembers>::question(long_ago.clone(), 0).text,
            Exported::<OthelloFile>::question(long_ago, 0).text,
        ];
        assert_eq!(texts[0], texts[1]);
        line.push(remembered.state);
    }
}
