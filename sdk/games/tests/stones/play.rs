//! Messages to players, legal steps, and the ends of games.

use judge_games::stones::{
    Adjacency, Board, Illegal, IllegalElimination, Message, Options, Params, Position, Step, Stones,
};
use judge_games::{Ending, Game, Seat, Square};

use crate::actions::{legal, play};
use crate::{board, explicit, ranks, start, two_rows};

/// Every message of a game as a line, with the board after it.
struct Log(Vec<String>);

impl Log {
    fn of(game: &Stones) -> Self {
        let mut log = Self(Vec::new());
        game.announce(|message, board| log.add(message, board));
        log
    }

    fn add(&mut self, message: Message, board: &Board) {
        self.0.push(format!("{message} -> {board}"));
    }

    fn step(&mut self, game: &mut Stones, step: &str) {
        let step = step.parse().expect("the test's step is well written");
        game.step(step, |message, board| self.add(message, board)).expect("the test's step is legal");
    }

    fn eliminate(&mut self, game: &mut Stones, seat: u8) {
        game.eliminate(Seat(seat), |message, board| self.add(message, board)).expect("the seat is playing");
    }

    fn is(&self, expected: &str) {
        let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert_eq!(self.0, expected);
    }
}

#[test]
fn a_hit_is_told_before_the_loss_the_loss_before_the_move_the_move_before_the_win() {
    let mut game = two_rows(2, 3);
    let mut log = Log::of(&game);
    for step in ["0,0>0,1", "0,2>0,1", "1,0>0,1", "1,2>0,1"] {
        log.step(&mut game, step);
    }
    log.is("
        GameStart -> 00/../11
        TurnTo 0 -> 00/../11
        Move 0 (0,0) (0,1) -> .0/0./11
        TurnTo 1 -> .0/0./11
        Hit 0 (0,1) -> .0/../11
        Move 1 (0,2) (0,1) -> .0/1./.1
        TurnTo 0 -> .0/1./.1
        Hit 1 (0,1) -> .0/../.1
        Move 0 (1,0) (0,1) -> ../0./.1
        TurnTo 1 -> ../0./.1
        Hit 0 (0,1) -> ../../.1
        PlayerLost 0 -> ../../.1
        Move 1 (1,2) (0,1) -> ../1./..
        PlayerWon 1 -> ../1./..
    ");
    let outcome = game.outcome().expect("one player is left");
    assert_eq!((outcome.ranks, outcome.scores, outcome.ending), (vec![2, 1], vec![0, 1], Ending::Rules));
    assert_eq!(game.to_move(), None);
}

#[test]
fn who_has_lost_is_skipped() {
    let mut game = start(&explicit("012/..."));
    let mut log = Log::of(&game);
    log.step(&mut game, "0,0>1,0");
    log.step(&mut game, "2,0>1,0");
    log.is("
        GameStart -> 012/...
        TurnTo 0 -> 012/...
        Hit 1 (1,0) -> 0.2/...
        PlayerLost 1 -> 0.2/...
        Move 0 (0,0) (1,0) -> .02/...
        TurnTo 2 -> .02/...
        Hit 0 (1,0) -> ..2/...
        PlayerLost 0 -> ..2/...
        Move 2 (2,0) (1,0) -> .2./...
        PlayerWon 2 -> .2./...
    ");
    assert_eq!(ranks(&game), Some(vec![2, 3, 1]), "to lose later is better");
}

#[test]
fn a_player_eliminated_on_his_turn_loses_all_stones_and_the_others_play_on() {
    let mut game = start(&Options { players: 4, ..Options::default() });
    let mut log = Log::of(&game);
    log.eliminate(&mut game, 0);
    log.eliminate(&mut game, 2);
    log.eliminate(&mut game, 1);
    log.is("
        GameStart -> .000./3...1/3...1/3...1/.222.
        TurnTo 0 -> .000./3...1/3...1/3...1/.222.
        PlayerLost 0 -> ...../3...1/3...1/3...1/.222.
        TurnTo 1 -> ...../3...1/3...1/3...1/.222.
        PlayerLost 2 -> ...../3...1/3...1/3...1/.....
        PlayerLost 1 -> ...../3..../3..../3..../.....
        PlayerWon 3 -> ...../3..../3..../3..../.....
    ");
    assert_eq!(ranks(&game), Some(vec![4, 2, 3, 1]));
    assert_eq!(game.turns(), 0, "an elimination is no turn");
}

#[test]
fn of_two_players_the_one_not_eliminated_wins() {
    for (offender, ranks) in [(0, [2, 1]), (1, [1, 2])] {
        let mut game = two_rows(3, 3);
        game.eliminate(Seat(offender), |_, _| {}).expect("both are playing");
        let outcome = game.outcome().expect("one player is left");
        assert_eq!((outcome.ranks, outcome.ending), (ranks.to_vec(), Ending::Rules));
    }
}

#[test]
fn the_eliminated_ranks_above_those_who_had_lost_and_below_those_who_live() {
    let mut game = start(&explicit("012/3.."));
    play(&mut game, "0,0>1,0");
    game.eliminate(Seat(3), |_, _| {}).expect("3 is playing");
    assert_eq!(game.to_move(), Some(Seat(2)), "the turn stays where it was");
    play(&mut game, "2,0>1,0");
    assert_eq!(ranks(&game), Some(vec![2, 4, 1, 3]));
}

#[test]
fn only_a_living_player_of_a_game_that_goes_on_can_be_eliminated() {
    let mut game = start(&explicit("012/..."));
    let mut eliminate = |seat| {
        let before = game;
        let result = game.eliminate(Seat(seat), |_, _| {});
        assert!(result.is_ok() || game == before, "an error changes nothing");
        result
    };
    assert_eq!(eliminate(3), Err(IllegalElimination::NoSuchSeat(Seat(3))));
    assert_eq!(eliminate(255), Err(IllegalElimination::NoSuchSeat(Seat(255))));
    assert_eq!(eliminate(1), Ok(()));
    assert_eq!(eliminate(1), Err(IllegalElimination::Lost(Seat(1))));
    assert_eq!(eliminate(0), Ok(()));
    assert_eq!(eliminate(2), Err(IllegalElimination::Over));
}

/// The rule that player 1's step from `from` to `to` breaks, on 4 × 3 squares.
fn breaks(text: &str, from: (u8, u8), to: (u8, u8)) -> Option<Illegal> {
    let position =
        format!("{text} 1 0 0 -").parse::<Position>().expect("the test's position is well written");
    let params = Params::new(&Options::two_rows(4, 3)).expect("valid");
    let mut game = Stones::from_position(&params, &position).expect("the test's position is valid");
    game.play(&step(from, to)).err()
}

fn step(from: (u8, u8), to: (u8, u8)) -> Step {
    Step::new(Square::new(from.0, from.1), Square::new(to.0, to.1))
}

#[test]
fn a_stone_may_go_to_all_eight_neighbours_and_no_further() {
    let near = |x: u8, y: u8| x <= 2 && (x, y) != (1, 1);
    for (x, y) in (0..4).flat_map(|x| (0..3).map(move |y| (x, y))) {
        assert_eq!(breaks("..../.1../...0", (1, 1), (x, y)).is_none(), near(x, y), "to {x},{y}");
    }
}

#[test]
fn each_broken_rule_has_its_error() {
    let text = ".0../.11./....";
    let square = Square::new;
    let owner = Some(Seat(0));
    assert_eq!(breaks(text, (1, 1), (3, 2)), Some(Illegal::NotAdjacent(step((1, 1), (3, 2)))));
    assert_eq!(breaks(text, (1, 1), (1, 1)), Some(Illegal::OwnStone(square(1, 1))));
    assert_eq!(breaks(text, (1, 1), (2, 1)), Some(Illegal::OwnStone(square(2, 1))));
    let foes = Illegal::NotYours { from: square(1, 0), owner };
    assert_eq!(breaks(text, (1, 0), (0, 0)), Some(foes));
    let nobodys = Illegal::NotYours { from: square(0, 0), owner: None };
    assert_eq!(breaks(text, (0, 0), (0, 1)), Some(nobodys));
    for (x, y) in [(4, 0), (0, 3), (255, 255), (4, 1)] {
        assert_eq!(breaks(text, (1, 1), (x, y)), Some(Illegal::ToOffBoard(square(x, y))));
        assert_eq!(breaks(text, (x, y), (1, 1)), Some(Illegal::FromOffBoard(square(x, y))));
    }
    assert_eq!(breaks(text, (1, 1), (1, 0)), None);
}

#[test]
fn a_step_that_breaks_several_rules_breaks_the_first_of_them() {
    let text = ".0../.1../...1";
    let square = Square::new;
    assert_eq!(breaks(text, (9, 9), (9, 9)), Some(Illegal::FromOffBoard(square(9, 9))));
    assert_eq!(breaks(text, (1, 0), (9, 9)), Some(Illegal::ToOffBoard(square(9, 9))));
    let nobodys = Illegal::NotYours { from: square(0, 0), owner: None };
    assert_eq!(breaks(text, (0, 0), (3, 2)), Some(nobodys));
    assert_eq!(breaks(text, (1, 1), (3, 2)), Some(Illegal::OwnStone(square(3, 2))));
}

#[test]
fn with_four_neighbours_no_step_is_diagonal() {
    let options = Options { adjacency: Adjacency::Four, ..explicit(".../.0./..1") };
    assert_eq!(legal(&start(&options)), "1,1>1,0 1,1>2,1 1,1>1,2 1,1>0,1");
    let diagonal = step((1, 1), (2, 2));
    assert_eq!(start(&options).play(&diagonal), Err(Illegal::NotAdjacent(diagonal)));
}

#[test]
fn steps_are_listed_row_by_row_and_clockwise_from_north() {
    let expected = "1,1>1,0 1,1>2,0 1,1>2,1 1,1>0,2 1,1>0,1 1,1>0,0 1,2>2,1 1,2>0,2 1,2>0,1 2,2>2,1";
    assert_eq!(legal(&start(&explicit("..1/.0./.00"))), expected);
}

/// Player 0 and player 1 each go to and fro.
fn dance(game: &mut Stones, turns: usize) {
    let steps = ["0,0>0,1", "0,4>0,3", "0,1>0,0", "0,3>0,4"];
    for step in steps.iter().cycle().take(turns) {
        assert_eq!(game.outcome(), None);
        play(game, step);
    }
}

#[test]
fn a_hundred_turns_without_a_hit_end_the_default_game() {
    let mut game = start(&Options::default());
    dance(&mut game, 100);
    let outcome = game.outcome().expect("the cap is reached");
    assert_eq!((outcome.ranks, outcome.scores, outcome.ending), (vec![1, 1], vec![5, 5], Ending::Cap));
    assert_eq!((game.to_move(), game.turns(), game.legal()), (None, 100, vec![]));
    assert_eq!(game.play(&step((0, 0), (0, 1))), Err(Illegal::Over));
}

#[test]
fn a_hit_starts_the_count_of_turns_without_one_again() {
    let options = Options { no_hit_limit: Some(4), ..Options::two_rows(2, 3) };
    let mut game = start(&options);
    play(&mut game, "0,0>0,1 1,2>1,1 0,1>1,1");
    assert_eq!((game.turns(), game.turns_without_hit()), (3, 0));
    play(&mut game, "0,2>0,1 1,1>1,2 0,1>0,2");
    assert_eq!(game.outcome(), None);
    let mut log = Log(Vec::new());
    log.step(&mut game, "1,0>0,0");
    log.is("Move 0 (1,0) (0,0) -> 0./../10");
    let outcome = game.outcome().expect("the cap is reached");
    assert_eq!((outcome.ranks, outcome.scores, outcome.ending), (vec![1, 2], vec![2, 1], Ending::Cap));
}

#[test]
fn the_cap_of_turns_ends_the_game_whatever_is_hit() {
    let mut game = start(&Options { max_turns: Some(3), ..Options::two_rows(2, 3) });
    play(&mut game, "0,0>0,1 1,2>1,1 0,1>1,1");
    let outcome = game.outcome().expect("the cap is reached");
    assert_eq!((outcome.ranks, outcome.ending), (vec![1, 2], Ending::Cap));
}

#[test]
fn a_win_on_the_last_turn_is_a_win() {
    let mut game = start(&Options { max_turns: Some(2), ..explicit("012/...") });
    play(&mut game, "0,0>1,0 2,0>1,0");
    assert_eq!(game.outcome().map(|outcome| outcome.ending), Some(Ending::Rules));
}

#[test]
fn at_the_cap_the_living_rank_by_stones_and_the_lost_below_them() {
    let options = Options { max_turns: Some(4), ..explicit("012../.33../44..0") };
    let mut game = start(&options);
    play(&mut game, "0,0>1,0 2,0>1,0 1,1>1,0 0,2>0,1");
    let outcome = game.outcome().expect("the cap is reached");
    assert_eq!((outcome.ranks, outcome.scores), (vec![3, 5, 4, 1, 1], vec![1, 0, 0, 2, 2]));
    assert_eq!(outcome.ending, Ending::Cap);
    assert_eq!(game.lost(), [Seat(1), Seat(2)]);
}

#[test]
fn no_action_is_forced_and_nothing_is_hidden() {
    let game = start(&Options::default());
    assert_eq!(game.forced(), None);
    assert_eq!((game.view(Seat(0)), game.view(Seat(255))), (game, game));
    assert_eq!(game.board(), &board("00000/...../...../...../11111"));
    assert_eq!((game.stones(Seat(1)), game.stones(Seat(255))), (5, 0));
}
