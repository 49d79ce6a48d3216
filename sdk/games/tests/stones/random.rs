//! Random games in which now and then somebody is eliminated: messages, counts, ranks.

use judge_games::stones::{Adjacency, Message, Options, Params, Position, Stones};
use judge_games::{Game, Seat};

use crate::explicit;
use crate::xorshift::Random;

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

/// A position that an elimination led to is one like any other.
fn check_notation(params: &Params, game: &Stones) {
    let text = game.position().to_string();
    assert_eq!(text.parse::<Position>().as_ref(), Ok(&game.position()), "{text}");
    assert_eq!(Stones::from_position(params, &game.position()).as_ref(), Ok(game), "{text}");
}

/// Counts kept in the state are those on the board.
fn check_counts(game: &Stones) {
    for seat in (0..8).map(Seat) {
        assert_eq!(usize::from(game.stones(seat)), game.board().stones(seat).count());
    }
    assert_eq!(game.living().count() + game.lost().len(), game.seats());
    assert!(game.to_move().is_none_or(|player| game.stones(player) > 0));
}

/// An eliminated player ranks as one who loses then: the later the better, and below the living.
fn check_ranks(game: &Stones) {
    let outcome = game.outcome().expect("the game is over");
    let rank = |seat: Seat| outcome.ranks[seat.index()];
    assert!(game.lost().is_sorted_by(|&earlier, &later| rank(earlier) > rank(later)), "{game:?}");
    let last = game.lost().last().map(|&seat| rank(seat));
    assert!(last.is_none_or(|last| game.living().all(|seat| rank(seat) < last)), "{game:?}");
}

/// Plays on at random, now and then eliminating somebody.
fn random_turn(game: &mut Stones, random: &mut Random) -> Vec<Message> {
    let mut messages = Vec::new();
    if random.below(20) == 0 {
        let offender = random.pick(&game.living().collect::<Vec<Seat>>());
        game.eliminate(offender, |message, _| messages.push(message)).expect("he lives");
    } else {
        let step = random.pick(&game.legal());
        game.step(step, |message, _| messages.push(message)).expect("listed steps are legal");
    }
    messages
}

/// A turn is announced once, by its message or by the end of the game.
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
fn random_games_keep_the_promises_whoever_is_eliminated() {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    for params in kinds() {
        for _ in 0..20 {
            let mut game = Stones::new(&params);
            while game.to_move().is_some() {
                let before = game;
                let messages = random_turn(&mut game, &mut random);
                check_messages(&before, &game, &messages);
                check_notation(&params, &game);
                check_counts(&game);
            }
            check_ranks(&game);
            assert!(game.turns() <= Stones::turns_max(&params));
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
