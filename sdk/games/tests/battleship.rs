//! Battleship against the original's tests and against exact counts.

use judge_games::battleship::{
    Action, Battleship, Fleet, Illegal, IllegalFleet, Params, Question, Ship, View,
};
use judge_games::{Ending, Game, Seat, Square};

fn params(size: u8, fleet: &[u8]) -> Params {
    Params::new(size, fleet.to_vec()).expect("the test's parameters are valid")
}

fn check(size: u8, fleet: &[u8], ships: &[Ship]) -> Result<(), IllegalFleet> {
    Fleet::new(&params(size, fleet), ships.to_vec()).map(drop)
}

/// A game whose fleets are placed.
fn placed(size: u8, fleet: &[u8], first: &[Ship], second: &[Ship]) -> Battleship {
    let mut game = Battleship::new(params(size, fleet));
    for ships in [first, second] {
        game.play(&Action::PlaceFleet(ships.to_vec())).expect("the test's fleets are legal");
    }
    game
}

fn view(game: &Battleship) -> View {
    match game.view(game.to_move().expect("the game goes on")) {
        Question::TakeTurn(view) => view,
        Question::NewGame => panic!("both fleets are placed"),
    }
}

/// The knowledge of the seat to move, as the original's tests write it.
fn known(game: &Battleship) -> String {
    let view = view(game);
    let letters: Vec<&str> = view.state().iter().map(|&cell| ["?", "h", "m"][cell as usize]).collect();
    letters.chunks(view.size().into()).map(<[&str]>::concat).collect::<Vec<_>>().join("/")
}

fn shoot(game: &mut Battleship, x: u8, y: u8) {
    game.play(&Action::Shoot(Square::new(x, y))).expect("the shot is legal");
}

const STACK: [Ship; 5] = [
    Ship::across(0, 0, 5),
    Ship::across(0, 1, 4),
    Ship::across(0, 2, 3),
    Ship::across(0, 3, 3),
    Ship::across(0, 4, 2),
];

/// Squares of a 10 × 10 board as bits.
fn bits(ship: Ship) -> u128 {
    ship.squares().map(|square| 1_u128 << square.index(10)).sum()
}

#[test]
fn there_are_30_093_975_536_layouts_of_the_original_fleet() {
    let lay = |length| Ship::placements(length, 10).map(bits).collect::<Vec<_>>();
    let (fours, threes) = (lay(4), lay(3));
    let not_last_column: u128 =
        Ship::placements(2, 10).take(90).map(|ship| bits(ship) & (bits(ship) - 1) ^ bits(ship)).sum();
    let twos_free = |taken: u128| {
        let free = !taken & ((1 << 100) - 1);
        let across = free & (free >> 1) & not_last_column;
        let down = free & (free >> 10);
        u64::from(across.count_ones() + down.count_ones())
    };
    // Mirrored and turned, the 30 ways to lay the longest ship across the upper half are all 120.
    let fives = Ship::placements(5, 10).take(60).filter(|ship| ship.y < 5).map(bits);
    let mut count = 0;
    for five in fives {
        for four in fours.iter().filter(|&four| four & five == 0) {
            for three in threes.iter().filter(|&three| three & (five | four) == 0) {
                let taken = five | four | three;
                let others = threes.iter().filter(|&other| other & taken == 0);
                count += others.map(|other| twos_free(taken | other)).sum::<u64>();
            }
        }
    }
    assert_eq!(count * 4, 30_093_975_536);
}

#[test]
fn a_ship_has_as_many_placements_as_the_board_allows() {
    let count = |length| Ship::placements(length, 10).count();
    assert_eq!([5, 4, 3, 2, 1].map(count), [120, 140, 160, 180, 100]);
}

#[test]
fn layouts_are_valid_or_not_as_in_the_original() {
    assert_eq!(check(4, &[4, 2], &[Ship::across(0, 0, 4), Ship::down(0, 1, 2)]), Ok(()));
    assert_eq!(check(4, &[4, 2], &[Ship::down(0, 1, 2), Ship::across(0, 0, 4)]), Ok(()), "any order");
    let lengths = |expected: &[u8], placed: &[u8]| {
        Err(IllegalFleet::Lengths { expected: expected.to_vec(), placed: placed.to_vec() })
    };
    assert_eq!(check(4, &[2], &[]), lengths(&[2], &[]));
    assert_eq!(check(4, &[4, 2], &[Ship::across(0, 0, 4)]), lengths(&[4, 2], &[4]));
    let extra = [Ship::across(0, 0, 4), Ship::down(0, 1, 2)];
    assert_eq!(check(4, &[4], &extra), lengths(&[4], &[4, 2]));
    let wrong = [Ship::across(0, 0, 4), Ship::across(0, 1, 3)];
    assert_eq!(check(4, &[4, 2], &wrong), lengths(&[4, 2], &[4, 3]));
    let off = Ship::across(2, 0, 4);
    assert_eq!(check(4, &[4], &[off]), Err(IllegalFleet::OffBoard(off)));
    let twice = [Ship::across(0, 0, 2), Ship::across(0, 0, 2)];
    assert_eq!(check(2, &[2, 2], &twice), Err(IllegalFleet::Overlap(Square::new(0, 0))));
}

#[test]
fn a_ship_far_off_the_board_is_off_board_and_no_overflow() {
    for ship in
        [Ship::across(255, 0, 2), Ship::down(0, 255, 2), Ship::across(0, 255, 2), Ship::down(255, 0, 2)]
    {
        assert_eq!(check(10, &[2], &[ship]), Err(IllegalFleet::OffBoard(ship)));
    }
}

#[test]
fn lengths_are_matched_as_a_multiset() {
    let mut ships = STACK;
    ships[3] = Ship::across(0, 5, 2);
    let expected = vec![5, 4, 3, 3, 2];
    let placed = vec![5, 4, 3, 2, 2];
    assert_eq!(check(10, &expected, &ships), Err(IllegalFleet::Lengths { expected, placed }));
}

#[test]
fn the_tiny_game_ends_at_the_fifth_shot_without_an_equaliser() {
    let mut game = placed(2, &[2], &[Ship::across(0, 0, 2)], &[Ship::across(0, 1, 2)]);
    let shots = [(0, 0, "??/??"), (0, 0, "??/??"), (0, 1, "m?/??"), (1, 1, "h?/??"), (1, 1, "m?/h?")];
    for (x, y, view) in shots {
        assert_eq!(known(&game), view);
        assert_eq!(game.outcome(), None);
        shoot(&mut game, x, y);
    }
    let outcome = game.outcome().expect("the fleet is sunk");
    assert_eq!((outcome.ranks, outcome.scores, outcome.ending), (vec![1, 2], vec![2, 1], Ending::Rules));
    assert_eq!(game.to_move(), None);
    assert_eq!(game.play(&Action::Shoot(Square::new(0, 0))), Err(Illegal::Over));
}

#[test]
fn ships_remaining_tells_a_sinking_on_the_next_turn() {
    let first = [Ship::down(1, 0, 2), Ship::down(0, 0, 1)];
    let mut game = placed(2, &[2, 1], &first, &[Ship::down(0, 0, 2), Ship::down(1, 0, 1)]);
    let mut seen = Vec::new();
    for (x, y) in [(0, 0), (0, 1), (1, 1)] {
        seen.push(view(&game).ships_remaining().to_vec());
        shoot(&mut game, x, y);
        shoot(&mut game, 0, 1);
    }
    assert_eq!(seen, [vec![2, 1], vec![2, 1], vec![1]]);
}

#[test]
fn two_row_major_shooters_end_at_ply_83() {
    let mut game = placed(10, &[5, 4, 3, 3, 2], &STACK, &STACK);
    let mut sunk_at = Vec::new();
    let mut plies = 0;
    while game.to_move().is_some() {
        let before = view(&game).ships_remaining().to_vec();
        let cell = u8::try_from(plies / 2).expect("fewer than 100 shots");
        let seat = game.to_move();
        shoot(&mut game, cell % 10, cell / 10);
        plies += 1;
        if seat == Some(Seat(0)) && game.to_move().is_some() {
            shoot(&mut game, cell % 10, cell / 10);
            plies += 1;
            let after = game.to_move().map(|_| view(&game).ships_remaining().to_vec());
            if let Some(after) = after.filter(|after| *after != before) {
                sunk_at.push((cell + 1, after));
            }
        }
    }
    let expected = [(5, vec![4, 3, 3, 2]), (14, vec![3, 3, 2]), (23, vec![3, 2]), (33, vec![2])];
    assert_eq!(sunk_at, expected);
    assert_eq!(plies, 83);
    assert_eq!(game.outcome().map(|outcome| outcome.ranks), Some(vec![1, 2]));
}

#[test]
fn a_repeated_shot_is_legal_and_wasted() {
    let mut game = placed(2, &[2], &[Ship::across(0, 0, 2)], &[Ship::across(0, 1, 2)]);
    for _ in 0..3 {
        shoot(&mut game, 0, 1);
        shoot(&mut game, 0, 1);
    }
    assert_eq!(known(&game), "??/h?");
    assert_eq!(view(&game).ships_remaining(), [2]);
}

#[test]
fn off_the_board_or_out_of_turn_is_illegal_and_changes_nothing() {
    let mut game = Battleship::new(params(2, &[2]));
    let fleet = Action::PlaceFleet(vec![Ship::across(0, 0, 2)]);
    assert_eq!(game.play(&Action::Shoot(Square::new(0, 0))), Err(Illegal::OutOfTurn));
    assert_eq!(game.to_move(), Some(Seat(0)));
    game.play(&fleet).expect("legal");
    game.play(&fleet).expect("legal");
    assert_eq!(game.play(&fleet), Err(Illegal::OutOfTurn));
    for (x, y) in [(2, 0), (0, 2), (255, 255)] {
        let square = Square::new(x, y);
        assert_eq!(game.play(&Action::Shoot(square)), Err(Illegal::OffBoard(square)));
    }
    assert_eq!(known(&game), "??/??");
}

#[test]
fn at_the_cap_more_hits_win_and_equal_hits_draw() {
    let fleets = [Ship::across(0, 0, 2)];
    for (first_hits, ranks) in [(1, vec![1, 2]), (0, vec![1, 1])] {
        let mut game = placed(2, &[2], &fleets, &fleets);
        let cap = game.params().shots_max();
        assert_eq!(cap, 80);
        for shot in 0..cap {
            assert_eq!(game.outcome(), None);
            shoot(&mut game, 0, u8::from(shot >= first_hits));
            shoot(&mut game, 0, 1);
        }
        let outcome = game.outcome().expect("the cap is reached");
        assert_eq!((outcome.ranks, outcome.ending), (ranks, Ending::Cap));
    }
}

#[test]
fn the_default_cap_is_2000_shots_each() {
    assert_eq!(Params::default().shots_max(), 2000);
    assert_eq!(Battleship::turns_max(&Params::default()), 4002);
}

#[test]
fn actions_survive_their_notation() {
    let fleet = "5a@0,0 4d@9,3 3a@2,2 3d@0,5 2a@8,9";
    let shot = "3,7";
    for text in [fleet, shot, "no ships"] {
        assert_eq!(text.parse::<Action>().map(|action| action.to_string()), Ok(text.to_owned()));
    }
    for text in ["", "5a", "5a@", "a@0,0", "05a@0,0", "5x@0,0", "5a@0,0  4a@0,1", "+5a@0,0", "5é@0,0"] {
        assert!(text.parse::<Action>().is_err(), "{text:?} is no action");
    }
}

#[test]
fn ships_may_touch_unless_the_parameters_say_otherwise() {
    let lay = |ships: [Ship; 2], no_touch| {
        Fleet::new(&params(4, &[2, 1]).with_no_touch(no_touch), ships.to_vec()).map(drop)
    };
    let ship = Ship::across(1, 1, 2);
    let beside = [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (3, 1), (0, 2), (1, 2), (2, 2), (3, 2)];
    for (x, y) in beside {
        let other = Ship::across(x, y, 1);
        assert_eq!(lay([ship, other], false), Ok(()));
        assert_eq!(lay([ship, other], true), Err(IllegalFleet::Touch(ship, other)));
        assert_eq!(lay([other, ship], true), Err(IllegalFleet::Touch(other, ship)));
    }
    for apart in (0..4).map(|x| Ship::across(x, 3, 1)) {
        assert_eq!(lay([ship, apart], true), Ok(()));
    }
    assert_eq!(lay([ship, Ship::down(2, 1, 1)], true), Err(IllegalFleet::Overlap(Square::new(2, 1))));
    let words = IllegalFleet::Touch(ship, Ship::down(3, 0, 1)).to_string();
    assert_eq!(words, "the ships 2a@1,1 and 1d@3,0 touch");
}

#[test]
fn a_malformed_shot_is_told_about_shots_and_a_malformed_ship_about_ships() {
    let told = |text: &str| text.parse::<Action>().expect_err("it is no action").to_string();
    assert_eq!(told("z99"), "\"z99\" is no square; write x,y, as in 3,0");
    assert_eq!(told("5a@0,0 4d@z"), "\"4d@z\" is no ship; write length, a or d, @, x,y, as in 5a@0,0");
}
