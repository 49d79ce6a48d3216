//! The value of a hand by force, and random games against rules that were written a second time, in Python.

#[path = "../../independent.rs"]
mod independent;

use std::fmt::Write;

use independent::{Random, agrees};
use judge_game::{Game, Parameters, Seat};
use kuhn_poker::{Act, Kuhn, Params};

/// How likely a player bets, in 18ths, by card: in its first decision without a bet before it, and after a bet.
type Strategy = [[i64; 2]; 3];

/// What the first player wins on average, in units of 18³ · 6 parts of a chip.
fn worth(first: &Strategy, second: &Strategy) -> i64 {
    let pairs = [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]];
    pairs.iter().map(|cards| expected(&Kuhn::hand(*cards), *cards, &[first, second], 0)).sum()
}

fn expected(game: &Kuhn, cards: [u8; 2], strategies: &[&Strategy; 2], depth: u32) -> i64 {
    let Some(seat) = game.to_move() else {
        return i64::from(game.outcome().expect("it is over").scores[0]) * 18_i64.pow(3 - depth);
    };
    let after_bet = usize::from(game.view(seat).history().ends_with('b'));
    let bet = strategies[seat.index()][usize::from(cards[seat.index()])][after_bet];
    let then = |act, share| {
        let mut game = game.clone();
        game.play(&act).expect("it is legal");
        share * expected(&game, cards, strategies, depth + 1)
    };
    then(Act::Bet, bet) + then(Act::Pass, 18 - bet)
}

/// All strategies without chance.
fn pure() -> impl Iterator<Item = Strategy> {
    (0..64).map(|bits: i64| {
        let bet = |place: i64| if bits >> place & 1 == 1 { 18 } else { 0 };
        [[bet(0), bet(1)], [bet(2), bet(3)], [bet(4), bet(5)]]
    })
}

#[test]
fn a_hand_is_worth_minus_an_eighteenth_to_who_begins() {
    // No other strategy does better against either of these, so both are best, and this is the value of the game.
    let first = [[6, 0], [0, 12], [18, 18]];
    let second = [[6, 0], [0, 6], [18, 18]];
    let value = -(18_i64.pow(3) * 6 / 18);
    assert_eq!(worth(&first, &second), value);
    assert_eq!(pure().map(|other| worth(&first, &other)).min(), Some(value));
    assert_eq!(pure().map(|other| worth(&other, &second)).max(), Some(value));
}

/// A game at random as a line for the other rules: all cards, all actions, and the scores.
fn line(random: &mut Random) -> String {
    let mut next = |end: usize| random.below(end);
    let params = Params::from_text(&format!("hands={}", 1 + next(9))).expect("it is valid");
    let mut game = Kuhn::start_with(&params, next(1 << 30) as u64);
    let (mut cards, mut acts, mut begins) = (String::new(), String::new(), true);
    while game.to_move().is_some() {
        if begins {
            cards.extend(game.cards().map(|card| char::from(b'0' + card)));
        }
        let act = if next(2) == 0 { Act::Pass } else { Act::Bet };
        write!(acts, "{act}").expect("it is text");
        game.play(&act).expect("it is legal");
        begins = game.view(Seat(0)).history().is_empty();
    }
    let scores = game.outcome().expect("it is over").scores;
    format!("{cards} {acts} {},{}", scores[0], scores[1])
}

#[test]
fn ten_thousand_games_are_the_same_by_other_rules() {
    agrees(env!("CARGO_MANIFEST_DIR"), line);
}
