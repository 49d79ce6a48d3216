//! Invariants of every game, however it is played: checked on random games of all five.

mod battleship;
mod freedom;
mod gobblet;
mod othello;
#[path = "../support/set_up.rs"]
mod set_up;
mod stones;
mod subject;
#[path = "../support/xorshift.rs"]
mod xorshift;

use std::cmp::Ordering;
use std::fmt::Debug;
use std::str::FromStr;

use judge_games::{Outcome, Parameters, Seat};

pub(crate) use subject::{Met, Squares, Subject};
use xorshift::Random;

/// Random games of all parameters go on until each have taken so many turns.
const TURNS: usize = 600;

/// So many actions are tried in a turn, on average: all that there are in one turn, none in others.
const TRIES_PER_TURN: usize = 200;

/// Plays games of every kind and checks all of them.
pub(crate) fn check<G: Subject>() -> Met {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    let mut met = Met::default();
    for (kind, params) in G::kinds().into_iter().enumerate() {
        let start = G::set_up(&params, "start").unwrap_or_else(|error| panic!("{params}: {error}"));
        check_parameters(&G::Params::from_text(&params).expect("the game started by them"), &start);
        let tries = tries(&start, &mut random);
        // How an action is written depends on no parameter, so the long list is read back once.
        tries.iter().take(if kind == 0 { 2 } else { 1 }).flatten().for_each(check_text);
        for tries in &tries {
            check_legality(&start, tries);
        }
        let mut turns = 0;
        while turns < TURNS {
            turns += play_out(&start, &params, &tries, &mut random, &mut met);
        }
    }
    met
}

/// Parameters survive their text and their settings, and have as many seats as the game.
fn check_parameters<G: Subject>(params: &G::Params, start: &G) {
    let text = params.to_text();
    assert_eq!(G::Params::from_text(&text).as_ref(), Ok(params), "{text}");
    let settings = params.settings();
    let read = G::Params::from_settings(settings.iter().map(|(key, value)| (*key, value.as_str())));
    assert_eq!(read.as_ref(), Ok(params), "{settings:?}");
    assert_eq!(params.seats(), start.seats(), "{text}");
    assert!((2..=G::Params::SEATS_MAX.into()).contains(&params.seats()), "{text}");
}

/// Lists of actions to try: on and around the board, and, if there are not too many, all that can be written.
fn tries<G: Subject>(start: &G, random: &mut Random) -> Vec<Vec<G::Action>> {
    let side = start.side();
    if G::SQUARES == Squares::Two {
        let near: Vec<u8> = (0..=side).chain([255]).collect();
        return vec![start.actions(&near, random)];
    }
    let near: Vec<u8> = (0..=side + 1).chain([31, 32, 63, 64, 127, 128, 254, 255]).collect();
    let all: Vec<u8> = (0..=255).collect();
    vec![start.actions(&near, random), start.actions(&all, random)]
}

fn check_text<A: ToString + Debug + PartialEq + FromStr<Err: Debug>>(action: &A) {
    let read = action.to_string().parse::<A>();
    assert!(read.as_ref().is_ok_and(|read| read == action), "{action:?} is read as {read:?}");
}

/// Plays a random game, checks it, and gives the number of turns it took.
fn play_out<G: Subject>(
    start: &G,
    params: &str,
    tries: &[Vec<G::Action>],
    random: &mut Random,
    met: &mut Met,
) -> usize {
    let turns_max = G::turns_max(&G::Params::from_text(params).expect("the game started by them"));
    let mut game = start.clone();
    let mut played = Vec::new();
    check_state(&game, params);
    while game.to_move().is_some() {
        for tries in tries {
            if random.below(tries.len()) < TRIES_PER_TURN {
                check_legality(&game, tries);
            }
        }
        let action = game.choose(random);
        game.play(&action).unwrap_or_else(|illegal| panic!("{game:?}: {action}: {illegal}"));
        played.push(action);
        check_state(&game, params);
        assert!(played.len() <= turns_max as usize, "{game:?}: after {} turns", played.len());
    }
    check_legality(&game, &tries[0]);
    check_outcome(&game, &game.outcome().expect("nobody is to move"), met);
    check_views(start, &played, random, met);
    played.len()
}

/// Checks that the seat to move, the listed and forced actions, and the outcome agree.
fn check_state<G: Subject>(game: &G, params: &str) {
    let (to_move, legal, forced) = (game.to_move(), game.legal(), game.forced());
    assert!(to_move.is_none_or(|seat| seat.index() < game.seats()), "{game:?}");
    assert_eq!(game.outcome().is_some(), to_move.is_none(), "{game:?}");
    if to_move.is_none() {
        assert_eq!((legal.as_slice(), &forced), ([].as_slice(), &None), "{game:?}");
    }
    legal.iter().for_each(check_text);
    if let Some(forced) = forced {
        assert!(legal.is_empty() || legal == [forced.clone()], "{game:?}: {forced} is forced");
    }
    game.check_notation(params);
}

/// Of `tries` those are judged legal that are listed, in the same order; all others change nothing.
fn check_legality<G: Subject>(game: &G, tries: &[G::Action]) {
    let mut after = game.clone();
    let mut judged = Vec::new();
    for action in tries {
        let result = after.play(action);
        assert_eq!(result.is_ok(), after != *game, "{game:?}: {action}: {result:?}");
        if result.is_ok() {
            judged.push(action.clone());
            after = game.clone();
        }
    }
    assert_eq!(judged, game.playable(tries), "{game:?}");
}

/// Scores are those on the board, and rank the seats; points by rank are shared out in full.
fn check_outcome<G: Subject>(game: &G, outcome: &Outcome, met: &mut Met) {
    let seats = game.seats();
    assert_eq!(outcome.scores, game.scores(), "{game:?}");
    let merits: Vec<(i32, usize)> = game.scores().into_iter().zip(game.lasted()).collect();
    let better = |merit: &(i32, usize)| merits.iter().filter(|other| *other > merit).count();
    let ranks: Vec<usize> = merits.iter().map(|merit| 1 + better(merit)).collect();
    assert!(outcome.ranks.iter().map(|&rank| usize::from(rank)).eq(ranks), "{game:?}: {outcome:?}");
    let points: usize = (0..seats).map(|seat| points(&outcome.ranks, seat)).sum();
    assert_eq!(points, seats * (seats - 1), "two for each pair of seats: {outcome:?}");
    let is_shared = merits.iter().filter(|merit| better(merit) == 0).count() > 1;
    *if is_shared { &mut met.shared } else { &mut met.won } += 1;
}

/// Two for each seat beaten, one for each tied.
fn points(ranks: &[u8], seat: usize) -> usize {
    let against = |rank: &u8| match rank.cmp(&ranks[seat]) {
        Ordering::Greater => 2,
        Ordering::Equal => 1,
        Ordering::Less => 0,
    };
    let with_itself = 1;
    ranks.iter().map(against).sum::<usize>() - with_itself
}

/// Seats see the same in games that they cannot distinguish.
fn check_views<G: Subject>(start: &G, played: &[G::Action], random: &mut Random, met: &mut Met) {
    let known = &played[..random.below(played.len() + 1)];
    let disguise = start.disguise(known, random);
    let is_open = disguise.is_none();
    let other = disguise.unwrap_or_else(|| known.to_vec());
    met.disguised += usize::from(other != known);
    let (mut game, mut twin) = (start.clone(), start.clone());
    for (action, disguised) in known.iter().zip(&other) {
        for (game, action) in [(&mut game, action), (&mut twin, disguised)] {
            game.play(action).unwrap_or_else(|illegal| panic!("{game:?}: {action}: {illegal}"));
        }
        assert_eq!((game.to_move(), game.outcome()), (twin.to_move(), twin.outcome()), "{game:?}: {twin:?}");
        let seats = || (0_u8..).map(Seat).take(game.seats());
        for seat in seats() {
            assert_eq!(game.view(seat), twin.view(seat), "{game:?}: {twin:?}");
        }
        let first = game.view(Seat(0));
        assert!(!is_open || seats().all(|seat| game.view(seat) == first), "{game:?}");
    }
    met.hidden += usize::from(game != twin);
}
