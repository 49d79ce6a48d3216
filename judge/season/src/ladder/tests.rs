//! The schedule as it has to be, and how fast it finds the order of contestants whose strengths are known.

mod tables;

use judge_core::tournament::Name;
use judge_play::Seed;

use super::*;
use crate::log::digest::Digest;
use crate::log::event::{Game, SeasonEvent};
use crate::simulation::{Simulation, draw_for_two, for_two, right_after};
use crate::state::GHOST_ROUNDS;

fn season(contestants: usize) -> Simulation {
    Simulation::with_anchors(&vec![0.0; contestants], 0, Seed(7))
}

#[test]
fn a_batch_pairs_everybody_once_and_those_with_fewest_rounds_first() {
    let mut season = season(7);
    for _ in 0..14 {
        let batch = season.draw(100);
        assert_eq!(batch.len(), 3, "one of seven is left");
        let mut ids: Vec<usize> = batch.iter().flat_map(|pairing| pairing.versions.to_vec()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 6, "nobody plays twice");
        let fewest = season.state.versions.iter().map(|version| version.rounds).min();
        assert_eq!(fewest, Some(season.state.versions[batch[0].turn].rounds));
        season.play(batch);
    }
    let rounds = || season.state.versions.iter().map(|version| version.rounds);
    assert!(
        rounds().max() <= rounds().min().map(|fewest| fewest + 2),
        "nobody sits out much oftener than others"
    );
}

#[test]
fn a_pair_whose_round_was_void_does_not_meet_for_ten_batches() {
    let (mut season, terms) = (season(3), for_two(100));
    let rounds = season.draw(100);
    let pair = rounds[0].versions.clone();
    season.happen(SeasonEvent::Drawn { batch: 1, rounds });
    let void = |place| SeasonEvent::RoundVoided { batch: 1, place, order: 1, why: "it traps".into() };
    assert!(season.state.check(&void(1)).is_err(), "it is not drawn");
    season.happen(void(0));
    assert!(season.state.check(&void(0)).is_err(), "it is void already");
    let version = |id: usize| &season.state.versions[id];
    assert_eq!(pair.iter().map(|&id| (version(id).rounds, version(id).games)).max(), Some((1, [0; 3])));
    assert_eq!(season.state.without_rounds().outstanding, []);
    for batch in 2..=11 {
        let drawn = season.draw(100);
        assert_ne!(drawn[0].versions, pair, "batch {batch}");
        season.play(drawn);
    }
    let meets = |season: &Simulation| season.draw(100)[0].versions == pair;
    assert!(meets(&season), "they have met least");
    // Of two nobody is left to be met, until the game is mended.
    let mut season = self::season(2);
    season.happen(SeasonEvent::Drawn { batch: 1, rounds: season.draw(100) });
    season.happen(void(0));
    assert!(season.draw(100).is_empty() && !goes_on(&season.state, terms));
    let [terms_of_it, game, before] = ["terms", "mended", "before"].map(Digest::of);
    season.happen(SeasonEvent::GameUpdated { terms: terms_of_it, game, before });
    assert!(goes_on(&season.state, terms) && meets(&season));
    assert_eq!((season.state.by_earlier_games, season.state.names(before)), (1, true));
}

#[test]
fn who_has_played_all_rounds_plays_on_only_for_others() {
    let mut season = season(4);
    while let batch = season.draw(5)
        && !batch.is_empty()
    {
        season.play(batch);
    }
    assert!(season.state.versions.iter().all(|version| version.rounds == 5));
    let (name, digest) = (Name::new("anna").expect("it is a name"), Digest::of("anna"));
    let (invitation, cookie, token) = (digest, digest, digest);
    season.happen(SeasonEvent::Joined { name, invitation, cookie, token, needs_approval: false, member: 1 });
    season.happen(SeasonEvent::Uploaded { contestant: 4, sha256: digest, bytes: 1 });
    let verdict = crate::log::event::Checked::Accepted { calls_itself: "Anna".into() };
    season.happen(SeasonEvent::Checked { upload: 4, verdict });
    for _ in 0..5 {
        let batch = season.draw(5);
        assert_eq!(batch.len(), 1);
        assert_eq!((batch[0].turn, batch[0].versions[1]), (4, 4));
        season.play(batch);
    }
    assert!(season.draw(5).is_empty());
    season.happen(SeasonEvent::Paused { contestant: 4 });
    assert!(!season.state.is_active(4));
}

#[test]
fn anchors_play_in_each_batch_while_somebody_else_has_rounds_left() {
    let mut season = Simulation::with_anchors(&[0.0; 9], 2, Seed(7));
    while let batch = season.draw(6)
        && !batch.is_empty()
    {
        assert!((0..2).all(|id| batch.iter().any(|pairing| pairing.versions.contains(&id))), "{batch:?}");
        season.play(batch);
    }
    let rounds: Vec<u32> = season.state.versions.iter().map(|version| version.rounds).collect();
    assert!(rounds[2..].iter().all(|rounds| *rounds >= 6) && rounds[0] > 6, "{rounds:?}");
    assert!(!goes_on(&season.state, for_two(6)));
}

#[test]
fn the_schedule_depends_on_the_secret_and_on_nothing_else_than_the_events() {
    let Simulation { state, secret, .. } = season(12);
    let first = draw_for_two(&state, &secret, 5);
    assert_eq!(first, draw_for_two(&state.clone(), &secret, 5));
    let other = Secret::parse(&"8".repeat(64)).expect("it has 64 digits");
    assert_ne!(first, draw_for_two(&state, &other, 5));
    let seeds = |secret: &Secret| round(&state, secret, 1, &first[0]).seed;
    assert_ne!(seeds(&secret), seeds(&other));
}

/// Lets somebody join and hand in a bot: its number among the versions.
fn joined(season: &mut Simulation, name: &str, contestant: usize) -> usize {
    let digest = Digest::of(name);
    let (name, invitation, cookie, token) = (Name::new(name).expect("it is a name"), digest, digest, digest);
    season.happen(SeasonEvent::Joined { name, invitation, cookie, token, needs_approval: false, member: 1 });
    handed_in(season, contestant)
}

/// Lets somebody hand in a bot: its number among the versions.
fn handed_in(season: &mut Simulation, contestant: usize) -> usize {
    let (upload, version) = (season.state.uploads.len(), season.state.versions.len());
    season.happen(SeasonEvent::Uploaded { contestant, sha256: Digest::of(version.to_le_bytes()), bytes: 1 });
    let verdict = crate::log::event::Checked::Accepted { calls_itself: "Anna".into() };
    season.happen(SeasonEvent::Checked { upload, verdict });
    version
}

#[test]
fn who_uses_a_thousandfold_fuel_waits_for_the_others_and_not_they_for_it() {
    let mut season = season(9);
    let slow = joined(&mut season, "slow", 9);
    season.fuel.insert(slow, 100_000_000);
    let is_done = |season: &Simulation| (0..9).all(|id| season.state.versions[id].rounds >= 30);
    while !is_done(&season) {
        let batch = season.draw(30);
        assert!(!batch.is_empty());
        season.play(batch);
    }
    assert_eq!(season.state.versions[slow].rounds, 1, "it has had its share");
    // Another file makes no difference until it has shown that it is quicker.
    let again = handed_in(&mut season, 9);
    season.fuel.insert(again, 100_000);
    let other = joined(&mut season, "other", 10);
    let batch = season.draw(30);
    assert!(batch.iter().any(|pairing| pairing.versions.contains(&other)));
    assert!(!batch.iter().any(|pairing| pairing.versions.contains(&again)), "{batch:?}");
    // When nobody else has rounds left, there is time for everybody.
    while let batch = season.draw(30)
        && !batch.is_empty()
    {
        season.play(batch);
    }
    assert!(season.state.versions[again].rounds >= 30 && season.state.versions[other].rounds >= 30);
}

#[test]
fn where_all_think_long_nobody_waits() {
    let mut season = season(6);
    for id in 0..6 {
        season.fuel.insert(id, 50_000_000 + 10_000_000 * id as u64);
    }
    for _ in 0..10 {
        let batch = season.draw(30);
        assert_eq!(batch.len(), 3);
        season.play(batch);
    }
}

#[test]
fn a_round_with_much_fuel_is_left_and_comes_in_later() {
    let mut season = season(6);
    let first = season.draw(30);
    season.happen(SeasonEvent::Drawn { batch: 1, rounds: first.clone() });
    let played = season.state.played(1, &[0, 2]).expect("they are drawn");
    season.play_some(1, vec![0, 2], &played);
    assert_eq!(season.state.rounds.len(), 2);
    let batch = season.draw(30);
    let ids = || batch.iter().flat_map(|pairing| &pairing.versions);
    assert!(ids().count() == 4 && ids().all(|id| !first[1].versions.contains(id)), "{batch:?}");
    season.play(batch);
    // It cannot be played twice, nor logged as a whole batch.
    assert_eq!((season.state.played(1, &[0]), season.state.played(1, &[])), (None, None));
    let late = season.state.played(1, &[1]).expect("it is not played yet");
    let games = |fuel: u64, ranks: Option<[u8; 2]>| {
        vec![Game { ranks: ranks.map(Box::from), fuel: [fuel, 1].into(), ..Game::void(2) }; 2]
    };
    let told = |games: Vec<Game>| SeasonEvent::Played { batch: 1, places: vec![1], rounds: vec![games] };
    let max = late[0].fuel_max;
    let in_time = games(max / 2 - 1, Some([1, 2]));
    assert!(season.state.check(&told(in_time)).is_err(), "its batch would have waited");
    assert_eq!(season.state.check(&told(games(0, None))), Ok(()), "who knows how long a void game took");
    let long = told(games(max / 2, Some([1, 2])));
    assert_eq!(season.state.check(&long), Ok(()));
    season.happen(long);
    assert!(season.state.outstanding.is_empty());
    assert_eq!(season.state.rounds.len(), 5);
}

#[test]
fn whose_opponent_takes_long_plays_on() {
    let mut season = season(7);
    for _ in 0..2 {
        let batch = season.draw(30);
        season.play(batch);
    }
    let slow = joined(&mut season, "slow", 7);
    let rounds = season.draw(30);
    let place = rounds.iter().position(|pairing| pairing.versions.contains(&slow)).expect("it has its turn");
    let other = rounds[place].versions[0];
    let places: Vec<usize> = (0..rounds.len()).filter(|&at| at != place).collect();
    season.happen(SeasonEvent::Drawn { batch: 3, rounds });
    let played = season.state.played(3, &places).expect("they are drawn");
    season.play_some(3, places, &played);
    let next = season.draw(30);
    let is_in = |id: usize| next.iter().any(|pairing| pairing.versions.contains(&id));
    assert!(is_in(other) && !is_in(slow), "{next:?}");
}

#[test]
fn who_has_run_out_of_fuel_in_six_games_rests_and_nobody_can_say_so_before() {
    let mut season = season(3);
    let slow = joined(&mut season, "slow", 3);
    season.out_of_fuel.insert(slow);
    let rested = SeasonEvent::Rested { version: slow };
    while season.state.versions[slow].out_of_fuel < crate::state::OUT_OF_FUEL_MAX {
        assert!(season.state.check(&rested).is_err());
        let batch = season.draw(30);
        season.play(batch);
    }
    let next = SeasonEvent::Drawn { batch: season.state.batches + 1, rounds: season.draw(30) };
    assert!(season.state.check(&next).is_err(), "first it rests");
    season.happen(rested);
    let batch = season.draw(30);
    assert!(!batch.is_empty() && batch.iter().all(|pairing| !pairing.versions.contains(&slow)));
    season.play(batch);
    assert_eq!(season.state.to_rest(), None);
    // Another file plays, until it runs out of fuel once.
    let again = handed_in(&mut season, 3);
    assert!(season.state.is_active(again) && !season.state.is_active(slow));
    season.out_of_fuel.insert(again);
    while season.state.versions[again].rounds == 0 {
        let batch = season.draw(30);
        season.play(batch);
    }
    assert_eq!(season.state.to_rest(), Some(again));
    season.happen(SeasonEvent::Rested { version: again });
    // One that is well for long is believed again.
    let well = handed_in(&mut season, 3);
    while season.state.versions[well].rounds < GHOST_ROUNDS {
        let batch = season.draw(60);
        season.play(batch);
    }
    let last = handed_in(&mut season, 3);
    season.out_of_fuel.insert(last);
    while season.state.versions[last].out_of_fuel < crate::state::OUT_OF_FUEL_MAX {
        assert_eq!(season.state.to_rest(), None);
        let batch = season.draw(90);
        season.play(batch);
    }
    assert_eq!(season.state.to_rest(), Some(last));
}

#[test]
fn an_anchor_that_runs_out_of_fuel_rests_too() {
    let mut season = season(4);
    season.out_of_fuel.insert(2);
    while season.state.to_rest().is_none() {
        let batch = season.draw(30);
        season.play(batch);
    }
    season.happen(SeasonEvent::Rested { version: 2 });
    assert!(!season.state.is_active(2) && season.state.versions[2].rounds == 3);
    assert!(!season.draw(30).is_empty());
}

/// Somebody hands in one file after the other, each of which thinks for a thousand times as long as others.
#[test]
fn whoever_uses_much_fuel_has_its_share_whatever_files_it_hands_in() {
    let mut season = season(9);
    let mut slow = vec![joined(&mut season, "slow", 9)];
    // Every other file uses little, as if that made good.
    for turn in 0..20 {
        if turn % 2 == 0 {
            season.fuel.insert(slow[turn], 100_000_000);
        }
        for _ in 0..5 {
            let batch = season.draw(1_000);
            assert!(batch.len() >= 4, "the others play on");
            season.play(batch);
        }
        slow.push(handed_in(&mut season, 9));
    }
    let rounds: u32 = slow.iter().map(|&id| season.state.versions[id].rounds).sum();
    assert_eq!(rounds, 1, "what the first file has used counts for all others");
}

#[test]
fn the_opponent_is_the_first_of_those_with_the_largest_worth() {
    let mut season = Simulation::new(&[0.0, 50.0, 100.0, 200.0, 400.0, 401.0, 402.0], Seed(3));
    for _ in 0..60 {
        let batch = season.draw(1_000);
        season.play(batch);
        let state = &season.state;
        let others = [6, 3, 1, 5, 2, 4];
        // Said the long way.
        let worth = |other: usize| {
            let chance = chance(state.strength(0) - state.strength(other));
            let is_new = [0, other].iter().any(|&id| state.versions[id].rounds < FIRST_ROUNDS);
            let open = if is_new { 0.25 } else { chance * (1.0 - chance) };
            open / f64::from(1 + state.met(0, other))
        };
        let most = others.map(worth).into_iter().fold(0.0, f64::max);
        let first = others.into_iter().find(|&other| worth(other) >= most);
        assert_eq!(opponent(state, &Drawn::default(), &[0], &others, 2), first);
    }
}

/// Pairs in the wrong order, of a thousand, after each of some batches between thirty contestants.
fn wrong(seed: u64, draw: impl Fn(&Simulation) -> Vec<Pairing>) -> Vec<usize> {
    let elos: Vec<f64> = (0..30).map(|place| f64::from(place) * 40.0).collect();
    Simulation::new(&elos, Seed(seed)).wrong_after_each(40, draw)
}

#[test]
fn the_ladder_finds_the_order_of_thirty_no_later_than_random_pairing() {
    let rounds = |draw: fn(&Simulation) -> Vec<Pairing>| -> usize {
        (1..=3).map(|seed| right_after(&wrong(seed, draw), 50).unwrap_or(40)).sum()
    };
    let (ladder, by_lot) = (rounds(|season| season.draw(1_000)), rounds(Simulation::draw_by_lot));
    assert!(ladder <= by_lot, "rounds in three seasons: {ladder} by the ladder, {by_lot} by lot");
}

#[test]
fn an_order_is_right_from_where_it_stays_so() {
    assert_eq!(right_after(&[9, 3, 7, 5, 5], 5), Some(4));
    assert_eq!(right_after(&[9, 3, 7, 5, 6], 5), None);
    assert_eq!(right_after(&[5, 5], 5), Some(1));
}

#[test]
fn in_several_matchings_everybody_meets_somebody_else_each_time_and_nobody_plays_too_often() {
    let Simulation { state, secret, .. } = Simulation::new(&[0.0; 9], Seed(3));
    let draw =
        |rounds_max, matchings| draw(&state, &secret, RoundNumbers { rounds_max, matchings, seats: 2 });
    let (one, four) = (draw(50, 1), draw(50, 4));
    assert_eq!(four[..one.len()], one, "the first is as before");
    assert_eq!((one.len(), four.len()), (4, 16));
    let pairs: BTreeSet<&[usize]> = four.iter().map(|pairing| &pairing.versions[..]).collect();
    assert_eq!(pairs.len(), four.len(), "no two meet twice");
    let rounds =
        |batch: &[Pairing], id: usize| batch.iter().filter(|pairing| pairing.versions.contains(&id)).count();
    assert!((0..9).all(|id| (3..=4).contains(&rounds(&four, id))), "whoever had none has its turn first");
    // Each takes two rounds of its own, and perhaps some that others need.
    let few = draw(2, 10);
    assert!(few.iter().all(|pairing| rounds(&few, pairing.turn) >= 1) && few.len() <= 9, "{few:?}");
    assert!((0..9).all(|id| rounds(&few, id) >= 2));
}

#[test]
fn whose_place_is_settled_plays_on_only_for_others() {
    let mut season = Simulation::new(&[0.0, 10.0, 20.0, 30.0, 400.0], Seed(3));
    while season.state.versions.iter().all(|version| version.rounds < 400) {
        let batch = season.draw(400);
        season.play(batch);
    }
    let rounds = |id: usize| season.state.versions[id].rounds;
    assert!(rounds(4) < 300, "it is far above all others, and has played {} rounds", rounds(4));
    // One of its strength comes, and the place is open again.
    let before = TurnsTaken::new(&season.state, for_two(400));
    season.join(400.0);
    for _ in 0..UNSETTLED_ROUNDS + 10 {
        let batch = season.draw(400);
        season.play(batch);
    }
    let after = TurnsTaken::new(&season.state, for_two(400));
    assert_eq!((before.settled[4], after.settled[4]), (true, false));
}
