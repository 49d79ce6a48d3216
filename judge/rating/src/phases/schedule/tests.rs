//! The edge cases of phases, by number as they were written down, with their answers.

mod byes;

use judge_play::{Record, Seed, Verdict};

use super::*;
use crate::phases::tests::played_so;
use crate::phases::{Bye, Draw, Seeding, Why};

/// A tournament of contestants who are seeded by their numbers.
struct Cup {
    names: Vec<String>,
    phases: Vec<Phase>,
    excluded: Vec<usize>,
    champions: Vec<usize>,
    byes: Vec<Bye>,
}

impl Cup {
    fn new(contestants: usize, phases: &[Phase]) -> Self {
        let names = (0..contestants).map(|id| format!("{id:02}")).collect();
        Self { names, phases: phases.to_vec(), excluded: vec![], champions: vec![], byes: vec![] }
    }

    fn schedule(&self) -> Schedule<'_> {
        let mut out = Disqualified::nobody(self.names.len());
        self.excluded.iter().for_each(|id| out.exclude(EntrantId(*id)));
        let seeding: Vec<EntrantId> = (0..self.names.len()).map(EntrantId).collect();
        let names = self.names.iter().map(String::as_str).collect();
        let champions = self.champions.iter().copied().map(EntrantId).collect();
        Schedule::new(
            self.phases.clone(),
            In { champions, byes: self.byes.clone(), ..In::first(names, &seeding, Seed(1), out) },
        )
    }

    /// Plays it to its end. `points` are those, of 4, that the first by name gets in a round; whoever commits a `fault` in a round
    /// is out.
    fn play(
        &self,
        points: &dyn Fn(&Round) -> u64,
        fault: &dyn Fn(&Round) -> Option<usize>,
    ) -> (State, Vec<Played>) {
        let schedule = self.schedule();
        let (mut out, mut played) = (schedule.first.out.clone(), vec![]);
        let mut state = schedule.fold(&played, vec![]);
        while !state.next.is_empty() {
            for round in std::mem::take(&mut state.next) {
                let is_walkover = round.pairing.iter().any(|id| out.has(*id));
                let offender = fault(&round).map(EntrantId).filter(|_| !is_walkover);
                let played_now = {
                    let points = (!is_walkover).then(|| points(&round));
                    played_so(round, points)
                };
                if let Some(id) = offender {
                    out.add(id);
                }
                played.push(Played { out: offender.into_iter().collect(), ..played_now });
            }
            // It does not matter whether the phases that are over are worked out again.
            let again = schedule.fold(&played, vec![]);
            state = schedule.fold(&played, state.ends);
            assert_eq!(state, again);
        }
        (state, played)
    }

    /// The same if the better seed always wins, and nobody commits a fault.
    fn by_strength(&self) -> (State, Vec<Played>) {
        self.play(&|_| 4, &|_| None)
    }
}

fn phase(kind: Kind, rounds: u32) -> Phase {
    Phase::new(kind, rounds)
}

fn groups(kind: Kind, groups: u32, rounds: u32) -> Phase {
    Phase { groups, ..phase(kind, rounds) }
}

fn best(best: u32, kind: Kind, rounds: u32) -> Phase {
    Phase { best: Some(best), ..phase(kind, rounds) }
}

fn best_of_each(best_of_each: u32, kind: Kind, rounds: u32) -> Phase {
    Phase { best_of_each: Some(best_of_each), ..phase(kind, rounds) }
}

const KNOCKOUT: Kind = Kind::Knockout;

fn with_third(mut phase: Phase) -> Phase {
    phase.third_place = true;
    phase
}

fn names(end: &End) -> Vec<String> {
    end.matches.iter().map(|found| found.name.to_string()).collect()
}

fn named<'a>(end: &'a End, name: &str) -> &'a Match {
    end.matches.iter().find(|found| found.name.to_string() == name).expect("it is there")
}

fn loser_to(end: &End, name: &str) -> String {
    named(end, name).loser_to.clone()
}

fn games(played: &[Played], numbers: std::ops::RangeInclusive<u32>) -> usize {
    played
        .iter()
        .filter(|played| numbers.contains(&played.round.number))
        .map(|played| played.games.len())
        .sum()
}

/// The places from 1 as the numbers of those who have them.
fn placed(state: &State) -> Vec<usize> {
    let places = state.places.as_ref().expect("it is over");
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|id| places[*id]);
    order
}

#[test]
fn edges_1_to_5_are_brackets() {
    let double = |contestants| Cup::new(contestants, &[phase(Kind::DoubleElimination, 1)]);
    assert_eq!(names(&double(2).by_strength().0.ends[0]), ["winners-1-1", "final"]);
    let (state, _) = double(2).play(&|round| if round.number == 2 { 0 } else { 4 }, &|_| None);
    assert_eq!(names(&state.ends[0]), ["winners-1-1", "final"], "a match is over when it is decided");
    let (state, _) = double(2).play(&|round| if (3..5).contains(&round.number) { 0 } else { 4 }, &|_| None);
    assert_eq!(names(&state.ends[0]), ["winners-1-1", "final", "final-2"]);
    assert_eq!(loser_to(&state.ends[0], "final"), "final-2");

    let (state, _) = Cup::new(3, &[with_third(phase(KNOCKOUT, 1))]).by_strength();
    assert_eq!(names(&state.ends[0]), ["semi-2", "final"]);
    assert_eq!((placed(&state), loser_to(&state.ends[0], "semi-2")), (vec![0, 1, 2], String::new()));

    let (state, _) = double(6).by_strength();
    let end = &state.ends[0];
    assert!(names(end).iter().all(|name| !name.starts_with("losers-1-")), "{:?}", names(end));
    let found = named(end, "winners-1-2");
    assert_eq!([found.seed_one, found.seed_other], [4, 5]);
    assert_eq!(["winners-1-2", "winners-2-2"].map(|name| loser_to(end, name)), ["losers-2-1"; 2]);

    let end = &double(16).by_strength().0.ends[0];
    assert_eq!(["winners-2-1", "winners-3-1"].map(|name| loser_to(end, name)), ["losers-2-4", "losers-4-1"]);
    let end = &double(64).by_strength().0.ends[0];
    let first = [2, 3, 4, 5].map(|round| loser_to(end, &format!("winners-{round}-1")));
    assert_eq!(first, ["losers-2-16", "losers-4-5", "losers-6-2", "losers-8-2"]);
}

#[test]
fn edge_6_thirteen_in_three_groups() {
    let phases = [groups(Kind::RoundRobin, 3, 2), best_of_each(2, KNOCKOUT, 2)];
    let cup = Cup::new(13, &phases);
    let seated = seated(&phases[0], &cup.schedule().first);
    assert_eq!(seated.iter().map(|group| group.members.len()).collect::<Vec<_>>(), [5, 4, 4]);
    assert_eq!(seated[0].members.iter().map(|of| of.0).collect::<Vec<_>>(), [1, 6, 7, 12, 13]);
    let (state, played) = cup.by_strength();
    assert_eq!(games(&played, 1..=2), 88);
    assert_eq!(state.ends[0].rows.iter().filter(|row| row.goes_on).count(), 6);
    assert_eq!(placed(&state)[..3], [0, 1, 2]);
}

/// The seeds of a phase after groups, as `A1` of the winner of the first group, for those who come in in this order.
fn after_groups(order: &str, phase: &Phase) -> (Vec<Group>, String) {
    let order: Vec<&str> = order.split(' ').collect();
    let former = |word: &&str| {
        let bytes = word.as_bytes();
        (u32::from(bytes[0] - b'A') + 1, usize::from(bytes[1] - b'0'))
    };
    let ids: Vec<EntrantId> = (0..order.len()).map(EntrantId).collect();
    let nobody = Disqualified::nobody(order.len());
    let from = ids.iter().copied().zip(order.iter().map(former)).collect();
    let come = In { from, ..In::first(order.clone(), &ids, Seed(1), nobody) };
    let groups = seated(phase, &come);
    let mut members: Vec<_> = groups.iter().flat_map(|group| group.members.clone()).collect();
    members.sort_unstable();
    let words: Vec<&str> = members.into_iter().map(|(_, id)| order[id.0]).collect();
    (groups, words.join(" "))
}

#[test]
fn edges_7_to_10_are_seats_after_groups() {
    let knockout = phase(KNOCKOUT, 1);
    let seeds = |order| after_groups(order, &knockout).1;
    assert_eq!(seeds("A1 B1 C1 A2 B2 C2"), "A1 B1 C1 B2 C2 A2");
    assert_eq!(seeds("A1 B1 C1 D1 A2 B2 C2 D2"), "A1 B1 C1 D1 B2 A2 D2 C2");
    assert_eq!(seeds("A1 B1 A2 B2 A3 B3"), "A1 B1 A2 B2 A3 B3");
    assert_eq!(seeds("A1 B1 C1 A2 B2 C2 B3"), "A1 B1 C1 B2 C2 B3 A2");
    // In new groups no mates are together where that can be.
    for (former, go_on, new) in [(8, 2, 4), (4, 2, 2), (6, 2, 3), (6, 2, 4), (4, 3, 3), (8, 3, 6), (3, 2, 2)]
    {
        let classes = (1..=go_on)
            .flat_map(|class| (0..former).map(move |group| format!("{}{class}", char::from(b'A' + group))));
        let order = classes.collect::<Vec<_>>().join(" ");
        let (dealt, _) = after_groups(&order, &groups(Kind::RoundRobin, new, 1));
        let words: Vec<&str> = order.split(' ').collect();
        for group in dealt {
            let mut letters: Vec<u8> = group.ids().map(|id| words[id.0].as_bytes()[0]).collect();
            letters.sort_unstable();
            letters.dedup();
            assert_eq!(letters.len(), group.members.len(), "{former} groups, {go_on} go on, to {new}");
        }
    }
}

#[test]
fn edges_11_and_12_are_the_best_thirds() {
    let phases = [groups(Kind::RoundRobin, 6, 1), best(16, KNOCKOUT, 1)];
    let (state, played) = Cup::new(24, &phases).by_strength();
    assert_eq!(games(&played, 1..=1), 72);
    let on = |place| state.ends[0].rows.iter().filter(|row| row.goes_on && row.place == place).count();
    assert_eq!([1, 2, 3, 4].map(on), [6, 6, 4, 0]);

    // In a group of five, 0 3 4 7 8, the third has 9 points in 8 games; in that of four, 1 2 5 6, 7 points in 6.
    let pairs = [(0, 4, 3), (3, 4, 2), (4, 7, 3), (4, 8, 3), (0, 3, 2), (1, 5, 3), (2, 5, 2), (1, 2, 2)];
    let points = |round: &Round| {
        let pairing = (round.pairing[0].0, round.pairing[1].0);
        pairs.iter().find(|(one, other, _)| (*one, *other) == pairing).map_or(4, |(.., points)| *points)
    };
    let cup = Cup::new(9, &[groups(Kind::RoundRobin, 2, 1), best(5, KNOCKOUT, 1)]);
    let (state, _) = cup.play(&points, &|_| None);
    let thirds = state.ends[0].rows.iter().filter(|row| row.place == 3);
    let thirds: Vec<_> = thirds.map(|row| (row.contestant.0, row.points, row.played, row.goes_on)).collect();
    assert_eq!(thirds, [(5, 7, 6, true), (4, 9, 8, false)]);
}

#[test]
fn edge_13_nobody_replaces_who_is_out_with_best_of_each() {
    let cup = Cup::new(8, &[groups(Kind::RoundRobin, 4, 1), best_of_each(2, KNOCKOUT, 1)]);
    let (state, _) = cup.play(&|_| 4, &|round| (round.pairing[0].0 == 3).then_some(3));
    assert_eq!(state.ends[0].rows.iter().filter(|row| row.goes_on).count(), 7);
    assert!(state.ends[1].matches[..3].iter().all(|found| found.seed_one > 1));
    assert_eq!(placed(&state)[7], 3);
}

#[test]
fn edge_14_the_earliest_of_equals_goes_on_whatever_its_name() {
    // All that are drawn; in the second the names are in another order than the seeds.
    for lot in [false, true] {
        let mut cup = Cup::new(3, &[phase(Kind::RoundRobin, 1), best(1, KNOCKOUT, 1)]);
        cup.phases[0].seeding = Seeding::Order;
        let schedule = cup.schedule();
        let seeding = if lot { [2, 0, 1] } else { [0, 1, 2] }.map(EntrantId);
        let first = In { order: seeding.to_vec(), ..schedule.first.clone() };
        let schedule = Schedule { first, ..schedule };
        let rounds = schedule.fold(&[], vec![]).next;
        let game = || GameResult::Played(Record::blank(Verdict::Forfeit(vec![1, 1]), 2));
        let drawn = |round: Round| Played { round, games: vec![game(), game()], out: vec![] };
        let played: Vec<Played> = rounds.into_iter().map(drawn).collect();
        let rows = &schedule.fold(&played, vec![]).ends[0].rows;
        let order: Vec<EntrantId> = rows.iter().map(|row| row.contestant).collect();
        assert_eq!(order, seeding);
        assert_eq!(
            rows.iter().map(|row| row.by).collect::<Vec<_>>(),
            [None, Some(By::Seeding), Some(By::Seeding)]
        );
        assert!(rows[0].goes_on && !rows[1].goes_on);
    }
}

#[test]
fn edge_15_nobody_shares_a_place_across_a_cut() {
    let row = |at: usize| Row {
        place: if [4, 6].contains(&at) { at } else { at + 1 },
        contestant: EntrantId(at),
        seed: at + 1,
        by: if [4, 6].contains(&at) { Some(By::Shared) } else { Some(By::Points) },
        ..Row::default()
    };
    let mut end = End { rows: (0..8).map(row).collect(), matches: vec![], is_over: true };
    end.cut(&[0, 1, 2, 3].map(EntrantId));
    assert_eq!(end.rows.iter().map(|row| row.place).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 6, 8]);
    assert_eq!([end.rows[4].by, end.rows[6].by], [Some(By::Seeding), Some(By::Shared)]);
    let state = State { ends: vec![end], ..State::default() };
    assert_eq!(state.places(&Disqualified::nobody(8)), [1, 2, 3, 4, 5, 6, 6, 8]);
}

/// A bye gives points without games, so by points a game whoever had one would be ahead of an equal who came in before it.
#[test]
fn equals_of_a_group_stand_as_they_came_in_across_groups_too() {
    let cup = Cup::new(6, &[groups(Kind::Swiss, 2, 2), best(5, KNOCKOUT, 1)]);
    // The first of each group wins, while the last has the bye; then the two draw.
    let (state, _) = cup.play(&|round| if round.number == 2 { 2 } else { 4 }, &|_| None);
    let rows = &state.ends[0].rows;
    let told = |row: &Row| (row.contestant.0, row.place, row.points, row.played, row.by);
    assert_eq!(told(&rows[0]), (0, 1, 6, 4, None));
    assert_eq!(told(&rows[2]), (4, 2, 6, 2, Some(By::Seeding)));
    assert_eq!(rows.iter().map(|row| row.contestant.0).collect::<Vec<_>>(), [0, 1, 4, 5, 2, 3]);
}

#[test]
fn edge_16_a_phase_ends_with_its_last_game() {
    let cup = Cup::new(6, &[groups(Kind::RoundRobin, 2, 1), best_of_each(2, KNOCKOUT, 1)]);
    let (state, _) = cup.play(&|_| 4, &|round| (round.number > 1 && round.pairing[0].0 == 0).then_some(0));
    let row = state.ends[0].rows.iter().find(|row| row.contestant.0 == 0).expect("it is there");
    assert_eq!((row.place, row.points, row.goes_on, row.is_out), (1, 8, true, false));
    assert_eq!(placed(&state)[5], 0);
}

#[test]
fn edges_17_and_18_are_matches_of_which_both_are_out() {
    let of_eight = |excluded: &[usize], phase| {
        let cup = Cup { excluded: excluded.to_vec(), ..Cup::new(8, &[phase]) };
        let (state, _) = cup.by_strength();
        (placed(&state), state.ends[0].clone())
    };
    let (_, end) = of_eight(&[0, 7], phase(KNOCKOUT, 1));
    let told = |found: &Match| {
        let won = found.winning_side().map(|side| found.sides[side].0);
        ([found.seed_one, found.seed_other], [found.points_one, found.points_other], won, found.why)
    };
    let quarter = told(named(&end, "quarter-1"));
    assert_eq!(quarter, ([1, 8], [0, 0], Some(0), Some(Why::BothDisqualified)));
    assert_eq!(told(named(&end, "semi-1")), ([1, 4], [0, 0], Some(3), Some(Why::Disqualified)));

    let cup = Cup::new(8, &[with_third(phase(KNOCKOUT, 1))]);
    let in_semi = |round: &Round| round.pairing.iter().map(|id| id.0).sum::<usize>() == 3;
    // Both lose their semi-finals by a fault.
    let (state, _) = cup.play(&|_| 4, &|round| in_semi(round).then_some(round.pairing[1].0));
    let third = told(named(&state.ends[0], "third-place"));
    assert_eq!(third, ([3, 4], [0, 0], Some(2), Some(Why::BothDisqualified)));
    assert_eq!(placed(&state), [0, 1, 4, 5, 6, 7, 2, 3]);
    let (places, end) = of_eight(&[2, 3], with_third(phase(KNOCKOUT, 1)));
    assert_eq!(told(named(&end, "semi-1")).0, [1, 5], "whoever is excluded loses its first match");
    assert_eq!(places[6..], [2, 3]);
}

#[test]
fn edges_19_and_20_fewer_come_in_than_planned() {
    let phases = [phase(Kind::RoundRobin, 1), best(4, KNOCKOUT, 1)];
    let (state, _) = Cup { excluded: vec![0, 1, 2], ..Cup::new(4, &phases) }.by_strength();
    assert_eq!((placed(&state), state.ends[1].matches.len()), (vec![3, 0, 1, 2], 0));

    let phases = [phase(Kind::Swiss, 3), best(8, KNOCKOUT, 1)];
    let (state, _) = Cup { excluded: vec![5], ..Cup::new(8, &phases) }.by_strength();
    assert_eq!((state.ends[1].rows.len(), placed(&state)[7]), (7, 5));
}

#[test]
fn edge_21_numbers_of_rounds_go_on() {
    let phases = [phase(Kind::Swiss, 7), best(4, KNOCKOUT, 6), phase(Kind::RoundRobin, 1)];
    let (state, played) = Cup::new(10, &phases).play(&|round| round.seed.0 % 5, &|_| None);
    let first = |at| {
        let of_phase = |played: &&Played| state.match_of(&phases, &played.round).0 == at;
        played.iter().find(of_phase).expect("it is played").round.number
    };
    assert_eq!([1, 2, 3].map(first), [1, 8, 20]);
    assert!(played.iter().all(|played| played.round.number <= 20));
}

#[test]
fn edges_22_and_23_are_counts_of_games() {
    let phases = [phase(Kind::Swiss, 7), with_third(best(8, KNOCKOUT, 6))];
    assert_eq!(Cup::new(20, &phases).schedule().games_max(), Some(140 + 192));

    let gauntlet = Phase { champions: Some(1), ..best(4, Kind::Gauntlet, 10) };
    let cup = Cup::new(6, &[phase(Kind::RoundRobin, 2), gauntlet]);
    let (state, played) = cup.play(&|round| round.seed.0 % 5, &|_| None);
    assert_eq!([games(&played, 1..=2), games(&played, 3..=12)], [60, 60]);
    let league: Vec<usize> = state.ends[0].rows[4..].iter().map(|row| row.contestant.0).collect();
    assert_eq!(placed(&state)[4..], league);
    assert_eq!(cup.schedule().games_max(), Some(120));
}

#[test]
fn edge_24_the_absent_leave_a_gap_and_the_excluded_a_seat() {
    let phases = [groups(Kind::RoundRobin, 3, 1)];
    let sizes = |contestants| {
        let cup = Cup::new(contestants, &phases);
        seated(&phases[0], &cup.schedule().first).iter().map(|group| group.members.len()).collect::<Vec<_>>()
    };
    assert_eq!([sizes(11), sizes(12)], [[3, 4, 4], [4, 4, 4]]);
    let (state, _) = Cup { excluded: vec![5], ..Cup::new(12, &phases) }.by_strength();
    let last = state.ends[0].rows.iter().find(|row| row.contestant.0 == 11).expect("it is there");
    assert_eq!((last.group, last.points), (1, 4), "of its group the excluded has lost all");
}

#[test]
fn edge_25_a_swiss_by_seeding_pairs_halves() {
    let pairs = |contestants| {
        let cup = Cup::new(contestants, &[phase(Kind::Swiss, 3)]);
        let schedule = cup.schedule();
        let mut next: Vec<Vec<usize>> = schedule
            .fold(&[], vec![])
            .next
            .iter()
            .map(|round| round.pairing.iter().map(|id| id.0 + 1).collect())
            .collect();
        next.sort();
        next
    };
    assert_eq!(pairs(8), [[1, 5], [2, 6], [3, 7], [4, 8]]);
    assert_eq!(pairs(7), [vec![1, 4], vec![2, 5], vec![3, 6], vec![7]]);
}

#[test]
fn groups_of_a_knockout_have_brackets_of_their_own_and_pots_are_a_lot() {
    let phases = [groups(KNOCKOUT, 4, 1), best_of_each(1, Kind::RoundRobin, 1)];
    let (state, played) = Cup::new(16, &phases).by_strength();
    assert_eq!(
        names(&state.ends[0])[..4],
        ["group-1-semi-1", "group-1-semi-2", "group-1-final", "group-2-semi-1"]
    );
    assert_eq!(placed(&state)[..4], [0, 1, 2, 3]);
    let first = played.first().expect("there are games");
    assert_eq!(state.match_of(&phases, &first.round), (1, Some("group-1-semi-1".to_owned())));

    let pots = Phase { draw: Draw::Pots, ..groups(Kind::RoundRobin, 4, 1) };
    let cup = Cup::new(16, &[pots]);
    let schedule = cup.schedule();
    let seats = seated(&schedule.phases[0], &schedule.first);
    for pot in 0..4 {
        let of_pot = |group: &Group| group.ids().filter(|id| id.0 / 4 == pot).count();
        assert!(seats.iter().all(|group| of_pot(group) == 1), "each group has one of each pot");
    }
    let snake = seated(&groups(Kind::RoundRobin, 4, 1), &schedule.first);
    assert_ne!(seats, snake);
}

#[test]
fn each_group_has_one_of_each_pot_and_mates_are_apart_where_that_can_be() {
    let pots = Phase { draw: Draw::Pots, ..groups(Kind::RoundRobin, 2, 1) };
    let order = "A1 B1 C1 D1 A2 B2 C2 D2";
    let (dealt, seeds) = after_groups(order, &pots);
    let seeds: Vec<&str> = seeds.split(' ').collect();
    let in_order: Vec<&str> = order.split(' ').collect();
    for (pot, of_pot) in seeds.chunks(2).zip(in_order.chunks(2)) {
        assert!(pot.iter().all(|word| of_pot.contains(word)), "{seeds:?}");
    }
    for group in dealt {
        let letters: Vec<&str> = group.ids().map(|id| &in_order[id.0][..1]).collect();
        assert!((1..4).all(|at| !letters[..at].contains(&letters[at])), "{letters:?}");
    }
}

/// The order of five in two groups, of three and of two, who came in as `order` says. Of each two in `rounds` the third has won, if
/// there is one, or both have drawn.
fn in_groups(order: [usize; 5], out: &[usize], rounds: &[&[usize]]) -> Vec<usize> {
    let mut cup = Cup::new(5, &[groups(Kind::RoundRobin, 2, 1)]);
    cup.excluded = out.to_vec();
    let schedule = cup.schedule();
    let members = |number: u32| {
        let of_group = order.iter().enumerate().filter(|(_, id)| (**id > 2) == (number == 2));
        Group { number, members: of_group.map(|(at, id)| (at + 1, EntrantId(*id))).collect() }
    };
    let played = rounds.iter().map(|at_table| {
        let round = Round::new(
            &schedule.first.names,
            at_table[..2].iter().map(|id| EntrantId(*id)).collect(),
            1,
            Seed(1),
        );
        let game = |fixture: crate::Fixture<'_>| {
            let wins = |winner: &usize| fixture.seating()[0] == EntrantId(*winner);
            let ranks = at_table.get(2).map_or([1, 1], |winner| if wins(winner) { [1, 2] } else { [2, 1] });
            GameResult::Played(Record::blank(Verdict::Forfeit(ranks.to_vec()), 2))
        };
        let games = round.fixtures().map(game).collect();
        Played { round, games, out: vec![] }
    });
    let played: Vec<Played> = played.collect();
    let now = Now {
        phase: &schedule.phases[0],
        come: &schedule.first,
        groups: vec![members(1), members(2)],
        played: played.iter().collect(),
        out: &schedule.first.out,
        lost: &schedule.first.out,
        tally: &Tally::default(),
    };
    let order = now.phase.ranked_by(vec![None; schedule.first.out.contestants()]);
    now.rows(&[], &order).iter().map(|row| row.contestant.0).collect()
}

#[test]
fn equals_of_a_group_stand_as_they_came_in_and_groups_by_place() {
    let level: [&[usize]; 4] = [&[0, 1], &[0, 2], &[1, 2], &[3, 4]];
    assert_eq!(in_groups([4, 2, 0, 1, 3], &[], &level), [4, 2, 0, 3, 1]);
    assert_eq!(in_groups([0, 1, 2, 3, 4], &[], &level), [0, 3, 1, 4, 2]);
    // Points, and points among the tied, come before it; who is out is last.
    let direct: [&[usize]; 4] = [&[0, 1, 1], &[0, 2, 2], &[1, 2, 2], &[3, 4, 4]];
    assert_eq!(in_groups([0, 1, 2, 3, 4], &[], &direct), [2, 4, 1, 3, 0]);
    assert_eq!(in_groups([0, 1, 2, 3, 4], &[4], &direct), [2, 3, 1, 0, 4]);
    assert_eq!(in_groups([0, 1, 2, 3, 4], &[2], &level), [0, 3, 1, 4, 2]);
}

#[test]
fn across_groups_points_a_game_and_then_wins_a_game_come_before_the_order() {
    // Each of the first group has won two of four games; in the second all were drawn.
    let circle: [&[usize]; 4] = [&[0, 1, 0], &[1, 2, 1], &[0, 2, 2], &[3, 4]];
    assert_eq!(in_groups([3, 4, 2, 1, 0], &[], &circle), [2, 3, 1, 4, 0]);
    // 3 has won all of two games, and 0 three of four, with more points.
    let far: [&[usize]; 4] = [&[0, 1, 0], &[0, 2], &[1, 2, 1], &[3, 4, 3]];
    assert_eq!(in_groups([0, 1, 2, 3, 4], &[], &far)[..2], [3, 0]);
}
