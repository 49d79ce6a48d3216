//! Tournaments among contestants of known strengths: the share of the table's claims that is true.

use std::cmp::Reverse;

use judge_play::{Record, Seed, Verdict};
use judge_sdk::Random;

use judge_core::phases::{self, In, Kind, Phase, Played};
use judge_rating::{Disqualified, ELO, EntrantId, GameResult, Ratings, Tally, TallyGame, rate};

/// Adds a round in which no game is like that of a round of another number.
pub(super) fn add(tally: &mut Tally, pairing: &[EntrantId], games: &[Vec<u8>], number: u64) {
    let transcript_sha256 = transcript(number);
    let game = |ranks| Some(TallyGame { ranks, transcript_sha256: &transcript_sha256 });
    tally.add(pairing, &games.iter().map(|ranks| game(&ranks[..])).collect::<Vec<_>>());
}

/// The hash of the transcripts of a round.
fn transcript(number: u64) -> [u8; 32] {
    let mut sha256 = [0; 32];
    sha256[..8].copy_from_slice(&number.to_le_bytes());
    sha256
}

/// The pairings of a tournament.
#[derive(Clone, Copy, Debug)]
pub(super) enum Schedule {
    /// Every table of so many, so many rounds.
    RoundRobin(usize, u64),
    /// The first against everybody else.
    Gauntlet(u64),
    /// Neighbours by points.
    Swiss(u64),
    /// Losers are out; so many rounds for each pair.
    Knockout(u64),
    /// Who loses twice is out; so many rounds for each match.
    DoubleElimination(u64),
    /// So many groups, of each of which two go on into a knockout; so many rounds for each pair and match.
    Groups(usize, u64),
}

/// A kind of tournament.
#[derive(Clone)]
pub(super) struct Setup {
    pub(super) name: String,
    pub(super) strengths: Vec<f64>,
    pub(super) schedule: Schedule,
    /// Whether in half of the rounds all games end as the first did.
    pub(super) twins: bool,
}

/// Counts of intervals, bounds and places that were right.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Coverage {
    tournaments: u32,
    false_places: u32,
    intervals: u32,
    intervals_held: u32,
    bounds: u32,
    bounds_held: u32,
    /// Of the best and of the worst sixteenth.
    ends: u32,
    ends_held: u32,
    width: f64,
}

impl Coverage {
    /// The head of the columns that [`Coverage`] shows.
    pub(super) const HEADER: &str =
        "held %  intervals   held %     bounds    all %   ends %  false %    width";

    /// The share of cases in which an interval or a bound held.
    pub(super) fn held(&self) -> f64 {
        share(self.intervals_held + self.bounds_held, self.intervals + self.bounds)
    }

    /// The same among the best and the worst sixteenth.
    pub(super) fn held_at_the_ends(&self) -> f64 {
        share(self.ends_held, self.ends)
    }

    /// The share of tournaments in which any place was false.
    pub(super) fn false_places(&self) -> f64 {
        share(self.false_places, self.tournaments)
    }

    /// In short: the intervals and bounds that held in per cent, and how wide intervals are; then the tournaments with a false
    /// place, if there are any.
    pub(super) fn cell(&self) -> String {
        if self.intervals + self.bounds == 0 {
            return "none".to_owned();
        }
        let width = self.width / f64::from(self.intervals.max(1));
        let false_places = match self.false_places {
            0 => String::new(),
            some => format!(" ({some} false)"),
        };
        format!("{:.1} / {width:.0}{false_places}", 100.0 * self.held())
    }

    /// Adds what was found in other tournaments.
    pub(super) fn extend(&mut self, other: &Self) {
        self.tournaments += other.tournaments;
        self.false_places += other.false_places;
        self.intervals += other.intervals;
        self.intervals_held += other.intervals_held;
        self.bounds += other.bounds;
        self.bounds_held += other.bounds_held;
        self.ends += other.ends;
        self.ends_held += other.ends_held;
        self.width += other.width;
    }

    fn add(&mut self, strengths: &[f64], ratings: &Ratings) {
        self.tournaments += 1;
        let mut placed = true;
        let mut sorted = strengths.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (low, high) = (sorted[sorted.len() / 16], sorted[sorted.len() - 1 - sorted.len() / 16]);
        for group in &ratings.groups {
            let mean = group.core.iter().map(|id| strengths[id.0]).sum::<f64>() / group.core.len() as f64;
            for id in &group.members {
                let rating = ratings.entrants[id.0].as_ref().expect("it is rated");
                let truth = (strengths[id.0] - mean) * ELO;
                let held =
                    rating.low.is_none_or(|low| low <= truth) && rating.high.is_none_or(|high| truth <= high);
                if (rating.low, rating.high) != (None, None)
                    && (strengths[id.0] <= low || strengths[id.0] >= high)
                {
                    self.ends += 1;
                    self.ends_held += u32::from(held);
                }
                match (rating.low, rating.high) {
                    (Some(low), Some(high)) => {
                        self.intervals += 1;
                        self.intervals_held += u32::from(held);
                        self.width += high - low;
                    }
                    (None, None) => {}
                    _ => {
                        self.bounds += 1;
                        self.bounds_held += u32::from(held);
                    }
                }
                let better = strengths.iter().filter(|other| **other > strengths[id.0]).count();
                let level = strengths.iter().filter(|other| **other >= strengths[id.0]).count() - better;
                placed &= rating.rank_low <= better + 1 && rating.rank_high >= better + level;
            }
        }
        self.false_places += u32::from(!placed);
    }
}

impl std::fmt::Display for Coverage {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let percent = |part, all| format!("{:.1}", 100.0 * share(part, all));
        write!(
            to,
            "{:>6} {:>10} {:>8} {:>10} {:>8.1} {:>8} {:>8.1} {:>8.0}",
            percent(self.intervals_held, self.intervals),
            self.intervals,
            percent(self.bounds_held, self.bounds),
            self.bounds,
            100.0 * self.held(),
            percent(self.ends_held, self.ends),
            100.0 * self.false_places(),
            self.width / f64::from(self.intervals.max(1)),
        )
    }
}

fn share(part: u32, all: u32) -> f64 {
    f64::from(part) / f64::from(all.max(1))
}

/// Plays so many tournaments.
pub(super) fn simulate(setup: &Setup, tournaments: u32) -> Coverage {
    simulate_each(tournaments, |_| setup.clone())
}

/// Plays so many tournaments, each of its own kind.
pub(super) fn simulate_each(tournaments: u32, setup: impl Fn(&mut Random) -> Setup) -> Coverage {
    let mut random = Random::new(20_141_031);
    let mut found = Coverage::default();
    for _ in 0..tournaments {
        let setup = setup(&mut random);
        let tally = setup.play(&mut random);
        let nobody = Disqualified::nobody(setup.strengths.len());
        found.add(&setup.strengths, &rate(&nobody, &tally));
    }
    found
}

impl Setup {
    pub(super) fn play(&self, random: &mut Random) -> Tally {
        let n = self.strengths.len();
        let mut tally = Tally::default();
        match self.schedule {
            Schedule::RoundRobin(seats, rounds) => {
                for table in tables(n, seats) {
                    (0..rounds).for_each(|number| drop(self.round(random, &mut tally, &table, number)));
                }
            }
            Schedule::Gauntlet(rounds) => {
                for other in 1..n {
                    (0..rounds).for_each(|number| drop(self.round(random, &mut tally, &[0, other], number)));
                }
            }
            Schedule::Swiss(rounds) => {
                let order = self.order(random);
                self.phase(random, &mut tally, &order, (Kind::Swiss, rounds), 0);
            }
            Schedule::Knockout(rounds) => self.knockout(random, &mut tally, rounds),
            Schedule::DoubleElimination(rounds) => {
                let order = self.order(random);
                self.phase(random, &mut tally, &order, (Kind::DoubleElimination, rounds), 0);
            }
            Schedule::Groups(groups, rounds) => self.groups(random, &mut tally, groups, rounds),
        }
        tally
    }

    fn knockout(&self, random: &mut Random, tally: &mut Tally, rounds: u64) {
        let mut left: Vec<usize> = (0..self.strengths.len()).collect();
        random.shuffle(&mut left);
        while left.len() > 1 {
            let mut next = Vec::new();
            for pair in left.chunks(2) {
                let mut pair = pair.to_vec();
                pair.sort_unstable();
                let mut won = vec![0; pair.len()];
                for number in 0..rounds {
                    let (points, _) = self.round(random, tally, &pair, number);
                    won.iter_mut().zip(points).for_each(|(sum, x)| *sum += x);
                }
                let lot = random.below(2) as usize;
                let first = match pair.len() {
                    1 => 0,
                    _ if won[0] == won[1] => lot,
                    _ => usize::from(won[1] > won[0]),
                };
                next.push(pair[first]);
            }
            left = next;
        }
    }

    /// All by lot.
    fn order(&self, random: &mut Random) -> Vec<EntrantId> {
        let mut order: Vec<EntrantId> = (0..self.strengths.len()).map(EntrantId).collect();
        random.shuffle(&mut order);
        order
    }

    /// A phase of those in `order`, as a tournament plays it. There were so many rounds `before`.
    fn phase(
        &self,
        random: &mut Random,
        tally: &mut Tally,
        order: &[EntrantId],
        (kind, rounds): (Kind, u64),
        before: u64,
    ) {
        let few = u32::try_from(rounds).expect("it is a number of rounds");
        let names: Vec<String> = (0..self.strengths.len()).map(|i| format!("{i:03}")).collect();
        let nobody = Disqualified::nobody(names.len());
        let first = In::first(names.iter().map(String::as_str).collect(), &[], Seed(1), nobody);
        let first = In { order: order.to_vec(), ..first };
        let schedule = phases::Schedule::new(vec![Phase::new(kind, few)], first);
        let (mut played, mut state) = (vec![], schedule.state(&[], vec![]));
        while !state.next.is_empty() {
            for round in state.next {
                let table: Vec<usize> = round.pairing.iter().map(|id| id.0).collect();
                let number = before + u64::from(round.number);
                let (_, games) = self.round(random, tally, &table, number);
                let game = |ranks| {
                    let blank = Record::blank(Verdict::Forfeit(ranks), table.len());
                    GameResult::Played(Record { transcript_sha256: transcript(number), ..blank })
                };
                let games = games.into_iter().map(game).collect();
                played.push(Played { round, games, out: vec![] });
            }
            state = schedule.state(&played, vec![]);
        }
    }

    /// Groups, of which the best two go on.
    fn groups(&self, random: &mut Random, tally: &mut Tally, groups: usize, rounds: u64) {
        let order = self.order(random);
        let mut on = Vec::new();
        for first in 0..groups {
            let mut members: Vec<usize> = order.iter().skip(first).step_by(groups).map(|id| id.0).collect();
            members.sort_unstable();
            let mut won = vec![0; self.strengths.len()];
            for (at, &one) in members.iter().enumerate() {
                for (&other, number) in
                    members[at + 1..].iter().flat_map(|id| (0..rounds).map(move |n| (id, n)))
                {
                    let (beaten, _) = self.round(random, tally, &[one, other], number);
                    won[one] += beaten[0];
                    won[other] += beaten[1];
                }
            }
            members.sort_by_key(|id| Reverse(won[*id]));
            on.extend(members.into_iter().take(2).enumerate());
        }
        on.sort_by_key(|(place, _)| *place);
        let order: Vec<EntrantId> = on.into_iter().map(|(_, id)| EntrantId(id)).collect();
        // The rounds of the groups have the numbers before.
        self.phase(random, tally, &order, (Kind::Knockout, rounds), rounds);
    }

    /// Plays a round, one game for each seat order: how many each beat, and the games' ranks.
    fn round(
        &self,
        random: &mut Random,
        tally: &mut Tally,
        table: &[usize],
        number: u64,
    ) -> (Vec<usize>, Vec<Vec<u8>>) {
        let (mut won, mut games) = (vec![0; table.len()], vec![]);
        if table.len() < 2 {
            return (won, games);
        }
        let twins = self.twins && random.below(2) == 0;
        // The place at the table says who sits in which seat.
        let seated = |order: usize| -> Vec<usize> {
            (0..table.len()).map(|seat| (seat + order) % table.len()).collect()
        };
        let any = random.below(u32::try_from(table.len()).expect("a table is small")) as usize;
        let twin = self.game(random, table, &seated(any));
        for order in 0..table.len() {
            let by_place = if twins { twin.clone() } else { self.game(random, table, &seated(order)) };
            for (place, rank) in by_place.iter().enumerate() {
                won[place] += by_place.iter().filter(|other| *other > rank).count();
            }
            games.push(seated(order).iter().map(|&place| by_place[place]).collect::<Vec<u8>>());
        }
        let ids: Vec<EntrantId> = table.iter().copied().map(EntrantId).collect();
        add(tally, &ids, &games, number);
        (won, games)
    }

    /// The ranks of a game, by the place at the table.
    fn game(&self, random: &mut Random, table: &[usize], seated: &[usize]) -> Vec<u8> {
        let weight = |seat: usize| {
            let advantage = if seat == 0 { 0.3 } else { 0.0 };
            libm::exp(self.strengths[table[seated[seat]]] + advantage)
        };
        let mut draw = || f64::from(random.below(1 << 31)) / f64::from(1u32 << 31);
        let mut ranks = vec![0; table.len()];
        let mut left: Vec<usize> = (0..table.len()).collect();
        for rank in 1..=u8::try_from(table.len()).expect("a table is small") {
            // For two there are draws.
            let level =
                if table.len() == 2 && rank == 1 { 0.5 * libm::sqrt(weight(0) * weight(1)) } else { 0.0 };
            let mut point = draw() * (left.iter().map(|&seat| weight(seat)).sum::<f64>() + level);
            let index = left.iter().position(|&seat| {
                point -= weight(seat);
                point < 0.0
            });
            let Some(index) = index else { return vec![1; table.len()] };
            ranks[seated[left.remove(index)]] = rank;
        }
        ranks
    }
}

/// All tables of so many of `n`.
fn tables(n: usize, seats: usize) -> Vec<Vec<usize>> {
    let mut tables = vec![vec![]];
    for _ in 0..seats {
        let longer = tables.iter().flat_map(|table: &Vec<usize>| {
            (table.last().map_or(0, |last| last + 1)..n)
                .map(|next| table.iter().copied().chain([next]).collect())
        });
        tables = longer.collect();
    }
    tables
}

fn equal(n: usize) -> Vec<f64> {
    vec![0.0; n]
}

/// So many contestants, from the strongest down, with so much between neighbours.
fn steps(n: usize, step: f64) -> Vec<f64> {
    (0..n).map(|i| -step * i as f64).collect()
}

/// A Swiss of so many with so much between neighbours.
pub(super) fn swiss(contestants: usize, rounds: u64, step: f64) -> Setup {
    let name = format!("swiss, {contestants} in steps of {step}, {rounds} rounds");
    Setup { name, strengths: steps(contestants, step), schedule: Schedule::Swiss(rounds), twins: false }
}

/// A Swiss of groups of equals: how many are in each, and how strong it is in points of Elo.
pub(super) fn swiss_of_groups(groups: &[(usize, f64)], rounds: u64) -> Setup {
    let strengths = groups.iter().flat_map(|&(size, elo)| std::iter::repeat_n(elo / ELO, size)).collect();
    let name = groups.iter().map(|(size, elo)| format!("{size} at {elo}")).collect::<Vec<_>>().join(", ");
    let name = format!("swiss, {name}, {rounds} rounds");
    Setup { name, strengths, schedule: Schedule::Swiss(rounds), twins: false }
}

/// Double eliminations and groups.
pub(super) fn brackets() -> Vec<Setup> {
    let of = |contestants: usize, rounds: u64| {
        let kinds = [
            ("double elimination", Schedule::DoubleElimination(rounds)),
            ("groups", Schedule::Groups(contestants / 4, rounds)),
        ];
        kinds.into_iter().flat_map(move |(kind, schedule)| {
            [0.0, 0.05, 0.2, 0.8].map(|step| Setup {
                name: format!("{kind}, {contestants} in steps of {step}, {rounds} rounds"),
                strengths: steps(contestants, step),
                schedule,
                twins: false,
            })
        })
    };
    [(16, 2), (16, 4), (32, 2), (32, 4)].into_iter().flat_map(|(n, rounds)| of(n, rounds)).collect()
}

/// Tournaments of all kinds.
pub(super) fn setups() -> Vec<Setup> {
    use Schedule::{Gauntlet, Knockout, RoundRobin, Swiss};
    let setup =
        |name: &str, strengths, schedule| Setup { name: name.into(), strengths, schedule, twins: false };
    let twins =
        |name: &str, strengths, schedule| Setup { name: name.into(), strengths, schedule, twins: true };
    vec![
        setup("2 equal, 5 rounds", equal(2), RoundRobin(2, 5)),
        setup("2 close, 20 rounds", vec![0.3, -0.3], RoundRobin(2, 20)),
        setup("2 far apart, 30 rounds", vec![2.0, -2.0], RoundRobin(2, 30)),
        setup("5 mixed, 10 rounds", vec![-0.8, -0.4, 0.1, 0.3, 0.8], RoundRobin(2, 10)),
        twins("5 mixed, 10 rounds, twins", vec![-0.8, -0.4, 0.1, 0.3, 0.8], RoundRobin(2, 10)),
        setup("8 equal, 3 rounds", equal(8), RoundRobin(2, 3)),
        setup("8 equal, 20 rounds", equal(8), RoundRobin(2, 20)),
        twins("8 equal, 10 rounds, twins", equal(8), RoundRobin(2, 10)),
        setup("6 far apart, 5 rounds", steps(6, 1.0), RoundRobin(2, 5)),
        setup("6 very far apart, 10 rounds", steps(6, 2.5), RoundRobin(2, 10)),
        setup("october, 50 rounds", vec![1.8, 0.0, -0.3, -6.0, -12.0], RoundRobin(2, 50)),
        setup("one far above 5, 10 rounds", vec![4.5, 0.3, 0.1, 0.0, -0.1, -0.3], RoundRobin(2, 10)),
        setup("8 far apart, 3 rounds", steps(8, 1.5), RoundRobin(2, 3)),
        setup("tables of 3, 5 far apart, 3 rounds", steps(5, 1.5), RoundRobin(3, 3)),
        setup("gauntlet, 8 far apart, 6 rounds", steps(8, 0.9), Gauntlet(6)),
        setup("swiss, 16 very far apart, 8 rounds", steps(16, 2.0), Swiss(8)),
        setup("knockout, 16 far apart, 4 rounds", steps(16, 0.8), Knockout(4)),
        setup("tables of 3, 4 equal, 4 rounds", equal(4), RoundRobin(3, 4)),
        setup("tables of 3, 5 mixed, 5 rounds", steps(5, 0.5), RoundRobin(3, 5)),
        setup("tables of 4, 4 equal, 5 rounds", equal(4), RoundRobin(4, 5)),
        setup("tables of 4, 6 mixed, 3 rounds", steps(6, 0.4), RoundRobin(4, 3)),
        setup("tables of 4, 4 far apart, 8 rounds", steps(4, 2.0), RoundRobin(4, 8)),
        setup("tables of 8, 8 equal, 5 rounds", equal(8), RoundRobin(8, 5)),
        setup("tables of 8, 8 equal, 20 rounds", equal(8), RoundRobin(8, 20)),
        setup("tables of 8, 8 mixed, 5 rounds", steps(8, 0.3), RoundRobin(8, 5)),
        twins("tables of 8, 8 equal, 8 rounds, twins", equal(8), RoundRobin(8, 8)),
        setup("gauntlet, 8 equal, 5 rounds", equal(8), Gauntlet(5)),
        setup("gauntlet, 10 mixed, 10 rounds", steps(10, 0.2), Gauntlet(10)),
        setup("swiss, 16 equal, 5 rounds", equal(16), Swiss(5)),
        twins("swiss, 16 equal, 5 rounds, twins", equal(16), Swiss(5)),
        setup("swiss, 16 mixed, 5 rounds", steps(16, 0.2), Swiss(5)),
        setup("swiss, 16 far apart, 6 rounds", steps(16, 0.8), Swiss(6)),
        setup("swiss, 32 mixed, 9 rounds", steps(32, 0.1), Swiss(9)),
        setup("knockout, 8 equal, 3 rounds", equal(8), Knockout(3)),
        setup("knockout, 16 mixed, 2 rounds", steps(16, 0.2), Knockout(2)),
        setup("knockout, 8 mixed, 10 rounds", steps(8, 0.4), Knockout(10)),
    ]
}
