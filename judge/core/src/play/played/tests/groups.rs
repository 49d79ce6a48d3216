//! Groups, counted once more: from the seeding and the games alone, by a program that shares nothing with the judge's.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::phases::{Format, In, Match, Stage, State};
use crate::play::tests::fault;
use judge_play::games::Seat;
use judge_rating::{EntrantId, RankedBy};

/// A game as it was played: its round, its contestants, their ranks, and who committed a fault.
struct Played {
    round: u32,
    seats: [usize; 2],
    ranks: Option<[u8; 2]>,
    faulty: Option<usize>,
}

/// The end of a tournament.
struct Ended {
    games: Vec<Played>,
    state: State,
    places: Vec<usize>,
}

fn names(contestants: usize) -> Vec<String> {
    (0..contestants).map(|id| format!("{id:02}")).collect()
}

fn of_groups(names: &[String], groups: (u32, u32), rounds: u32, third_place: bool) -> Schedule<'_> {
    let identities = names.iter().map(String::as_str).collect();
    let first = In::first(identities, &[EntrantId(1)], Seed(1), Disqualified::nobody(names.len()));
    let mut phases = Format::Groups.phases(rounds, Some(groups));
    phases[1].third_place = third_place;
    Schedule::new(phases, first)
}

/// Plays it by chance. In one of so many games, if in any, somebody commits a fault and is disqualified.
fn by_chance(schedule: &Schedule<'_>, chance: u64, fault_in: Option<u64>) -> Ended {
    let journal = Journal::temporary().expect("there is room");
    let play = |fixture: &Fixture<'_>| {
        let parts = [fixture.order as u64, chance].map(|part| part.to_string());
        let draw = fixture.round.seed.derive(&[&parts[0], &parts[1]]).0;
        let offender = fault_in.filter(|games| (draw / 64).is_multiple_of(*games)).map(|_| draw / 8 % 2);
        let ranks = match offender.unwrap_or(2) {
            0 => vec![2, 1],
            1 => vec![1, 2],
            _ => [vec![1, 2], vec![2, 1], vec![1, 1]][(draw % 3) as usize].clone(),
        };
        let faults = offender.iter().map(|seat| fault(Seat(u8::try_from(*seat).expect("0 or 1")))).collect();
        let record = Record { faults, ..Record::blank(Verdict::Forfeit(ranks), 2) };
        let place = Some(journal.append(&crate::journal::GameKey([0; 32]), &record).expect("there is room"));
        Some(PlayedGame { record, place })
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread starts");
    let nobody = Disqualified::nobody(schedule.first.names.len());
    let executor = Executor::new(nobody, FaultRule::Disqualify, play);
    let run = pool.install(|| Run::play(schedule, &journal, executor, || ()));
    let mut games = vec![];
    let visit = |_, scored: &Scored<'_>| {
        let seats = [scored.seating[0].0, scored.seating[1].0];
        let (ranks, faulty) = match scored.result {
            GameResult::Played(record) => {
                let ranks = record.verdict.ranks().map(|ranks| [ranks[0], ranks[1]]);
                (ranks, record.offenders().next().map(|seat| seats[seat.index()]))
            }
            _ => (None, None),
        };
        games.push(Played { round: scored.fixture.round.number, seats, ranks, faulty });
        Ok(())
    };
    run.for_each_game(&pool, visit).expect("the journal can be read");
    let RankedBy::Places(ranks) = run.state.order(&schedule.phases, &run.ratings()) else {
        panic!("it is over")
    };
    let mut places: Vec<usize> = (0..ranks.len()).collect();
    places.sort_by_key(|id| ranks[*id]);
    Ended { games, state: run.state, places }
}

/// The groups as one deals cards: from left to right, and then back.
fn dealt(seeded: &[EntrantId], number: usize) -> Vec<Vec<usize>> {
    let mut groups = vec![vec![]; number];
    let there = (0..number).chain((0..number).rev()).cycle();
    seeded.iter().zip(there).for_each(|(id, group)| groups[group].push(id.0));
    groups
}

/// The members of a group in order, those who are out not among them, with their points and the games that each won.
/// `group` has them as they are seeded.
fn table(group: &[usize], games: &[Played], out: &BTreeSet<usize>) -> Vec<(usize, u64, usize)> {
    let points_of = |id: usize, game: &Played| {
        let Some(seat) = game.seats.iter().position(|seat| *seat == id) else { return 0 };
        match game.seats.map(|id| out.contains(&id)) {
            outs if outs[seat] => 0,
            outs if outs[1 - seat] => 2,
            _ => {
                let ranks = game.ranks.expect("it was played");
                1 + u64::from(ranks[seat] < ranks[1 - seat]) - u64::from(ranks[seat] > ranks[1 - seat])
            }
        }
    };
    let sum = |id: usize, others: &[usize]| -> u64 {
        let among =
            games.iter().filter(|game| game.seats.iter().all(|seat| *seat == id || others.contains(seat)));
        among.map(|game| points_of(id, game)).sum()
    };
    let rows: Vec<usize> = group.iter().copied().filter(|id| !out.contains(id)).collect();
    let all: BTreeMap<usize, u64> = rows.iter().map(|&id| (id, sum(id, group))).collect();
    let won = |id: usize| games.iter().filter(|game| points_of(id, game) == 2).count();
    let key = |&id: &usize| {
        let equals: Vec<usize> = rows.iter().copied().filter(|other| all[other] == all[&id]).collect();
        Reverse((all[&id], sum(id, &equals), won(id)))
    };
    let mut ordered = rows.clone();
    ordered.sort_by_cached_key(key);
    ordered.into_iter().map(|id| (id, all[&id], won(id))).collect()
}

fn winner(found: &Match) -> Option<EntrantId> {
    found.winning_side().map(|side| found.sides[side])
}

/// Those who sat in a first match, or in the second after a bye, by the bracket.
fn in_bracket(state: &State) -> BTreeSet<usize> {
    state.ends[1].matches.iter().flat_map(|found| found.sides).map(|id| id.0).collect()
}

#[test]
fn everybody_meets_everybody_of_its_group_and_the_best_go_on() {
    for (contestants, number) in (2..=33).flat_map(|n| (1..=n / 2).map(move |number| (n, number))) {
        let kinds = [(1, 1), (2, 2), (contestants / number, 1)];
        for (go_on, rounds) in kinds.into_iter().skip((contestants + number) % 3).take(1) {
            let (number, on) = (u32::try_from(number).expect("few"), u32::try_from(go_on).expect("few"));
            let names = names(contestants);
            let schedule = of_groups(&names, (number, on), rounds, false);
            for (chance, fault_in) in [(1, None), (2, Some(40))] {
                let ended = by_chance(&schedule, chance, fault_in);
                check(&schedule, &ended, number as usize, go_on);
            }
        }
    }
}

fn check(schedule: &Schedule<'_>, ended: &Ended, number: usize, go_on: usize) {
    let (contestants, rounds) = (schedule.first.names.len(), schedule.phases[0].rounds);
    let said = format!("{contestants} in {number} groups, {go_on} go on");
    let groups = dealt(&schedule.seeded(), number);
    let sizes: BTreeSet<usize> = groups.iter().map(Vec::len).collect();
    assert!(sizes.last().expect("there is one") - sizes.first().expect("there is one") <= 1, "{said}");
    let (before, after): (Vec<&Played>, Vec<&Played>) =
        ended.games.iter().partition(|game| game.round <= rounds);
    assert!(after.is_empty() || before.len() < ended.games.len(), "{said}");
    // Each two of a group, in both seat orders, and nobody else.
    let mut met: BTreeMap<[usize; 2], u32> = BTreeMap::new();
    for game in &before {
        *met.entry(game.seats).or_default() += 1;
    }
    let pairs = groups.iter().flat_map(|group| {
        group.iter().flat_map(|a| group.iter().filter(move |b| *b != a).map(move |b| ([*a, *b], rounds)))
    });
    assert_eq!(met, pairs.collect::<BTreeMap<_, _>>(), "{said}");
    assert!(Some(ended.games.len() as u64) <= schedule.games_max(), "{said}");
    let first_match = ended.games.iter().position(|game| game.round > rounds).unwrap_or(ended.games.len());
    assert!(ended.games[first_match..].iter().all(|game| game.round > rounds), "{said}: groups come first");

    let out: BTreeSet<usize> = before.iter().filter_map(|game| game.faulty).collect();
    let out_at_last: BTreeSet<usize> = ended.games.iter().filter_map(|game| game.faulty).collect();
    let tables: Vec<_> = groups.iter().map(|group| table(group, &ended.games[..first_match], &out)).collect();
    let on: BTreeSet<usize> =
        tables.iter().flat_map(|table| table.iter().take(go_on).map(|(id, ..)| *id)).collect();
    let in_bracket = in_bracket(&ended.state);
    assert_eq!(in_bracket, if on.len() > 1 { on.clone() } else { BTreeSet::new() }, "{said}");

    // The bracket: the winners of the groups are seeded first.
    let group_of: BTreeMap<usize, usize> =
        groups.iter().enumerate().flat_map(|(at, group)| group.iter().map(move |id| (*id, at))).collect();
    let place =
        |id: usize| tables[group_of[&id]].iter().position(|(other, ..)| *other == id).expect("it went on");
    let first = ended.state.ends[1].matches.first().map(|found| found.name.stage);
    let first: Vec<&Match> =
        ended.state.ends[1].matches.iter().filter(|found| Some(found.name.stage) == first).collect();
    let played_first: BTreeSet<usize> = first.iter().flat_map(|found| found.sides).map(|id| id.0).collect();
    let byes = on.difference(&played_first);
    if on.len() > 1 {
        assert_eq!(on.len() - played_first.len(), on.len().next_power_of_two() - on.len(), "{said}");
    }
    let last_with_bye = byes.map(|id| place(*id)).max().unwrap_or(0);
    // Neighbouring classes may have traded, but no winner has.
    let few = go_on < 5;
    assert!(!few || played_first.iter().all(|id| place(*id) + 1 >= last_with_bye.max(1)), "{said}");
    assert!(last_with_bye == 0 || played_first.iter().all(|id| place(*id) > 0), "{said}");
    assert!(
        !few || first.iter().all(|found| place(found.sides[0].0) <= place(found.sides[1].0) + 1),
        "{said}"
    );
    let mut met: BTreeSet<usize> = BTreeSet::new();
    for found in &ended.state.ends[1].matches {
        let [one, other] = found.sides.map(|id| id.0);
        let are_mates = group_of[&one] == group_of[&other];
        let is_last = found.name.stage == Stage::FINAL;
        let clash = !(met.contains(&one) && met.contains(&other)) || place(one) + place(other) == 1;
        // Only of two groups of three, of larger ones, or where somebody is missing may there be no other way.
        let can_be = number > 1 && few && (number, go_on) != (2, 3) && on.len() == number * go_on;
        assert!(!(are_mates && clash && can_be) || is_last, "{said}: {}", found.name);
        met.extend([one, other]);
    }

    // Places: the winner, all others who went on, then by place in the group and points a game; those who are out last.
    let (places, still_in) = (&ended.places, contestants - out_at_last.len());
    assert_eq!(places.iter().copied().collect::<BTreeSet<_>>(), (0..contestants).collect(), "{said}");
    assert!(places[..still_in].iter().all(|id| !out_at_last.contains(id)), "{said}");
    let on_and_in = on.difference(&out_at_last).count();
    assert!(places[..on_and_in].iter().all(|id| on.contains(id)), "{said}");
    let won = ended.state.ends[1].matches.iter().find(|found| found.name.stage == Stage::FINAL);
    if let Some(winner) = won.and_then(winner).filter(|id| !out_at_last.contains(&id.0)) {
        assert_eq!(places[0], winner.0, "{said}");
    }
    let smallest = (contestants / number - 1) as u64;
    let seeded = schedule.seeded();
    let rank = |id: &usize| {
        let (at, others) = (place(*id), groups[group_of[id]].len() as u64 - 1);
        // As one of a group of two sizes, all have a whole number of points for each opponent.
        let by_opponents = |sum: u64| Reverse(sum * (smallest * (smallest + 1)) / others);
        let (_, points, won) = tables[group_of[id]][at];
        (at, by_opponents(points), by_opponents(won as u64), seeded.iter().position(|other| other.0 == *id))
    };
    assert!(places[on_and_in..still_in].is_sorted_by_key(rank), "{said}");
    for game in &ended.games {
        let pairing: Vec<EntrantId> = game.seats.iter().map(|id| EntrantId(*id)).collect();
        let round = Round { number: game.round, pairing, seed: Seed(0), bye: 4 };
        let (phase, name) = ended.state.match_of(&schedule.phases, &round);
        let group = format!("group-{}", group_of[&game.seats[0]] + 1);
        assert_eq!(phase, 1 + u32::from(game.round > rounds), "{said}");
        assert_eq!(name == Some(group), game.round <= rounds, "{said}: {name:?}");
    }
}

#[test]
fn its_knockout_may_have_a_match_for_the_third_place() {
    let names = names(9);
    let schedule = of_groups(&names, (3, 2), 1, true);
    let ended = by_chance(&schedule, 3, None);
    let third = ended.state.ends[1].matches.iter().find(|found| found.name.stage == Stage::ThirdPlace);
    assert_eq!(third.and_then(winner), Some(EntrantId(ended.places[2])));
}
