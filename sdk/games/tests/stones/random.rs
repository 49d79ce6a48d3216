//! Random games of every kind: what must hold in all of them.

use std::collections::BTreeSet;

use judge_games::stones::{Adjacency, Board, Message, Options, Params, Position, Step, Stones};
use judge_games::{Game, Seat, Square};

use crate::explicit;

/// Marsaglia's xorshift: the same games every time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
    }
}

fn kinds() -> Vec<Params> {
    let four = Adjacency::Four;
    let square = |size, players| Options { players, ..Options::two_rows(size, size) };
    let options = [
        Options::default(),
        Options::two_rows(2, 2),
        Options::two_rows(15, 3),
        Options { adjacency: four, ..Options::two_rows(4, 3) },
        Options { no_hit_limit: Some(1), ..Options::two_rows(3, 3) },
        Options { no_hit_limit: Some(5), ..Options::two_rows(3, 4) },
        square(4, 3),
        square(5, 4),
        Options { adjacency: four, stones: Some(2), ..square(6, 4) },
        explicit("01234/...../56701"),
        explicit("0123456701234567/................"),
    ];
    options.iter().map(|options| Params::new(options).expect("valid")).collect()
}

/// Every step between squares of the board and one square around it to the right and below.
fn all_steps(board: &Board) -> impl Iterator<Item = Step> + use<> {
    let (columns, rows) = (board.columns(), board.rows());
    let squares = move || (0..=rows).flat_map(move |y| (0..=columns).map(move |x| Square::new(x, y)));
    squares().flat_map(move |from| squares().map(move |to| Step::new(from, to)))
}

/// Listed and judged legal is the same, and an illegal step changes nothing.
fn check_steps(game: &Stones) {
    let listed = game.legal();
    let set: BTreeSet<Step> = listed.iter().copied().collect();
    assert_eq!(set.len(), listed.len(), "no step is listed twice");
    assert_eq!(listed.is_empty(), game.to_move().is_none(), "a living player can always move");
    for step in all_steps(game.board()) {
        let mut after = *game;
        let result = after.play(&step);
        assert_eq!(result.is_ok(), set.contains(&step), "{step} at {}", game.position());
        assert!(result.is_ok() || after == *game, "{step} is illegal and changed the game");
    }
}

fn check_notation(params: &Params, game: &Stones) {
    let position = game.position();
    let text = position.to_string();
    assert_eq!(text.parse::<Position>().as_ref(), Ok(&position), "{text}");
    assert_eq!(Stones::from_position(params, &position).as_ref(), Ok(game), "{text}");
    for step in game.steps() {
        assert_eq!(step.to_string().parse(), Ok(step));
    }
}

/// Counts kept in the state are those on the board.
fn check_counts(game: &Stones) {
    for seat in (0..8).map(Seat) {
        assert_eq!(usize::from(game.stones(seat)), game.board().stones(seat).count());
    }
    assert_eq!(game.living().count() + game.lost().len(), game.seats());
    assert!(game.to_move().is_none_or(|player| game.stones(player) > 0));
}

fn check_outcome(game: &Stones) {
    let outcome = game.outcome().expect("the game is over");
    assert_eq!((outcome.ranks.len(), outcome.scores.len()), (game.seats(), game.seats()));
    for (rank, score) in outcome.ranks.iter().zip(&outcome.scores) {
        let better = outcome.ranks.iter().filter(|other| *other < rank).count();
        assert_eq!(usize::from(*rank), better + 1, "ranks count those who are better");
        let mut less = outcome.ranks.iter().zip(&outcome.scores).filter(|(_, other)| *other < score);
        assert!(less.all(|(other, _)| other > rank), "more stones rank better");
    }
    for pair in game.lost().windows(2) {
        assert!(outcome.ranks[pair[0].index()] > outcome.ranks[pair[1].index()], "later is better");
    }
}

/// Plays on at random, now and then eliminating somebody if `unruly`.
fn random_turn(game: &mut Stones, random: &mut Random, unruly: bool) -> Vec<Message> {
    let mut messages = Vec::new();
    if unruly && random.below(20) == 0 {
        let living: Vec<Seat> = game.living().collect();
        let offender = living[random.below(living.len())];
        game.eliminate(offender, |message, _| messages.push(message)).expect("he lives");
    } else {
        let steps = game.legal();
        let step = steps[random.below(steps.len())];
        game.step(step, |message, _| messages.push(message)).expect("listed steps are legal");
    }
    messages
}

/// A turn is told once, by its message or by the end of the game.
fn check_messages(before: &Stones, game: &Stones, messages: &[Message]) {
    let turns = messages.iter().filter(|message| matches!(message, Message::TurnTo(_))).count();
    assert_eq!(turns > 0, game.to_move().is_some() && game.to_move() != before.to_move());
    if turns > 0 {
        assert_eq!(messages.last().copied(), game.to_move().map(Message::TurnTo));
    }
    let won = messages.iter().any(|message| matches!(message, Message::PlayerWon(_)));
    assert_eq!(won, game.living().count() == 1);
    let lost = messages.iter().filter(|message| matches!(message, Message::PlayerLost(_))).count();
    assert_eq!(lost, game.lost().len() - before.lost().len());
}

#[test]
fn random_games_keep_the_promises() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for params in kinds() {
        for round in 0..20 {
            let mut game = Stones::new(&params);
            check_steps(&game);
            while game.to_move().is_some() {
                let before = game;
                let messages = random_turn(&mut game, &mut random, round % 2 == 0);
                check_messages(&before, &game, &messages);
                check_notation(&params, &game);
                check_counts(&game);
                if random.below(8) == 0 || game.to_move().is_none() {
                    check_steps(&game);
                }
                assert!(game.turns() <= Stones::turns_max(&params));
            }
            check_outcome(&game);
        }
    }
}

#[test]
fn the_promised_length_can_be_reached_and_not_passed() {
    let options = Options { no_hit_limit: Some(1), ..Options::two_rows(2, 2) };
    let params = Params::new(&options).expect("valid");
    let mut games = vec![Stones::new(&params)];
    let mut longest = 0;
    while let Some(game) = games.pop() {
        longest = longest.max(game.turns());
        games.extend(game.steps().map(|step| {
            let mut after = game;
            after.play(&step).expect("listed steps are legal");
            after
        }));
    }
    assert_eq!((longest, Stones::turns_max(&params)), (3, 3));
}
