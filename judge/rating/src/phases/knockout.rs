//! The knockout: the loser of a match is out, or of a second one, until one is left.

use super::draw::{Lost, MatchName, Planned, Slot, plan};
use super::{Disqualified, EntrantId, Group, PlayedRound, Round};
use judge_play::Seed;
use serde::{Deserialize, Serialize};

/// The state of a knockout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket {
    /// Rounds that have to be played whatever becomes of the others; none at the end.
    pub next: Vec<Round>,
    /// The order so far, the best first, and whether each came as far as the one before it.
    pub places: Vec<(EntrantId, bool)>,
    /// Matches whose two sides are known, each after those that led to it.
    pub matches: Vec<Match>,
}

/// A match of a knockout: a row of `matches.csv`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The number of its group, from 1; 0 if there are no groups.
    pub group: u32,
    /// Its name, in its group.
    pub name: MatchName,
    /// The number of its stage; the last match has the highest.
    pub stage: usize,
    /// The two contestants, the better by the order first.
    pub sides: [EntrantId; 2],
    /// Their seeds in the phase, from 1.
    pub seeds: [usize; 2],
    /// Their points at the board.
    pub points: [u64; 2],
    /// How many rounds were played.
    pub rounds: u32,
    /// The winner, once it is decided.
    pub winner: Option<EntrantId>,
    /// Why it has won.
    pub why: Option<Why>,
    /// The match that the winner goes on to.
    pub winner_to: Option<MatchName>,
    /// The match that the loser goes on to.
    pub loser_to: Option<MatchName>,
    /// The numbers of rounds between the two that are its own: above the first, up to the second.
    pub numbers: [u32; 2],
}

/// Why a match is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// The winner has more points.
    Points,
    /// The same, after more rounds than a match has.
    Extra,
    /// They are level to the end, and the winner is the better seed.
    Seeding,
    /// The loser is disqualified.
    Disqualified,
    /// Both are; the better seed has won, and loses its next match.
    BothDisqualified,
}

impl Match {
    /// Whether a round belongs to it.
    #[must_use]
    pub fn has(&self, round: &Round) -> bool {
        let [after, last] = self.numbers;
        (after + 1..=last).contains(&round.number)
            && self.sides.iter().all(|side| round.pairing.contains(side))
    }

    /// The name of one of its group's matches, such as its own, as it is in all of the phase.
    #[must_use]
    pub fn called(&self, name: MatchName) -> String {
        if self.group == 0 { name.to_string() } else { format!("{}-{name}", MatchName::Group(self.group)) }
    }
}

/// The bracket of a knockout: the `group` has all that are in it; matches are of `rounds` rounds, whose numbers
/// are above `after`.
///
/// `names` are sorted, `out` are the disqualified, and `so_far` is all that was played, in any order, with points as they
/// were made at the board, whoever is disqualified since.
///
/// - The best get the byes, and the first and the second seed can meet in the final only; see [`Lost`].
/// - Who has more points after `rounds` rounds wins the match; it ends as soon as the
///   other cannot draw level.
/// - If they are level, they play on, round by round and at most `rounds` more, until one has more points. If they
///   are level even then, the better seed wins.
/// - Two who meet again go on with the numbers of their rounds, 2 `rounds` for each match, so that no game is played twice.
/// - Who is disqualified loses the match it is in; the matches it won before stand.
/// - Places go by how far one came, and of equals by their seeds; the disqualified are last.
#[must_use]
pub fn knockout(
    names: &[&str],
    disqualified: &Disqualified,
    so_far: &[PlayedRound],
    group: &Group,
    (after, rounds, lost): (u32, u32, Lost),
    seed: Seed,
) -> Bracket {
    let order: Vec<EntrantId> = group.ids().collect();
    let plan = plan(order.len(), lost);
    let leads = leads(&plan, order.len());
    let order = &order[..];
    let knockout = Knockout {
        names,
        disqualified,
        so_far,
        group,
        order,
        plan: &plan,
        leads: &leads,
        after,
        rounds,
        seed,
    };
    let nobody = Progress {
        reached: vec![(0, false); order.len()],
        played: vec![0; order.len()],
        ..Progress::default()
    };
    let progress = plan.iter().fold(nobody, |progress, planned| knockout.advance(planned, progress));
    Bracket { next: progress.next, places: knockout.places(&progress.reached), matches: progress.matches }
}

/// The matches, of two sides each, that the winner and the loser of each match of the plan go on to: past those in which they
/// have nobody to play.
fn leads(plan: &[Planned], contestants: usize) -> Vec<[Option<usize>; 2]> {
    let mut leads = vec![[None; 2]; plan.len()];
    // Whether a match has a winner, and whether it has a loser, too, and so is played.
    let mut ends: Vec<[bool; 2]> = vec![];
    for planned in plan {
        let [one, other] = planned.sides.map(|slot| match slot {
            Slot::Seed(place) => place < contestants,
            Slot::Winner(number) => ends[number][0],
            Slot::Loser(number) => ends[number][1],
        });
        ends.push([one || other, one && other]);
    }
    for (number, planned) in plan.iter().enumerate().rev() {
        let to = if ends[number][1] { Some(number) } else { leads[number][0] };
        for slot in planned.sides {
            match slot {
                Slot::Seed(_) => {}
                Slot::Winner(before) => leads[before][0] = to,
                Slot::Loser(before) => leads[before][1] = to,
            }
        }
    }
    leads
}

/// The most games that a knockout can have; `None` if more than can be counted.
#[must_use]
pub(super) fn knockout_games_max(contestants: usize, rounds: u32, lost: Lost) -> Option<u64> {
    let contestants = contestants as u64;
    let matches = match lost {
        Lost::Out => contestants.saturating_sub(1),
        Lost::ThirdPlace => contestants.saturating_sub(u64::from(contestants < 4)),
        Lost::Again => contestants.checked_mul(2)?.saturating_sub(1),
    };
    matches.checked_mul(4)?.checked_mul(rounds.into())
}

struct Knockout<'a> {
    names: &'a [&'a str],
    disqualified: &'a Disqualified,
    so_far: &'a [PlayedRound],
    group: &'a Group,
    order: &'a [EntrantId],
    plan: &'a [Planned],
    leads: &'a [[Option<usize>; 2]],
    after: u32,
    rounds: u32,
    seed: Seed,
}

/// Who is on a side of a match; a contestant is its place in the order, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// Nobody: a bye for the other.
    Empty,
    /// It is not known yet.
    Open,
    Taken(usize),
}

#[derive(Default)]
struct Progress {
    /// Who has won and lost each match of the plan.
    ends: Vec<(Side, Side)>,
    /// The last stage that each was in, and whether it won there.
    reached: Vec<(usize, bool)>,
    /// Rounds that each has played in the matches so far.
    played: Vec<usize>,
    next: Vec<Round>,
    matches: Vec<Match>,
}

impl Knockout<'_> {
    /// Goes on to the next match of the plan.
    fn advance(&self, planned: &Planned, mut progress: Progress) -> Progress {
        let side = |slot: Slot| match slot {
            Slot::Seed(place) if place < self.order.len() => Side::Taken(place),
            Slot::Seed(_) => Side::Empty,
            Slot::Winner(number) => progress.ends[number].0,
            Slot::Loser(number) => progress.ends[number].1,
        };
        let end = match planned.sides.map(side) {
            [Side::Open, _] | [_, Side::Open] => (Side::Open, Side::Open),
            [Side::Empty, side] | [side, Side::Empty] => (side, Side::Empty),
            [Side::Taken(a), Side::Taken(b)] if self.is_over_before(planned, a, &progress) => {
                (Side::Taken(a), Side::Taken(b))
            }
            [Side::Taken(a), Side::Taken(b)] => self.play(planned, a.min(b), a.max(b), &mut progress),
        };
        for (side, has_won) in [(end.0, true), (end.1, false)] {
            if let Side::Taken(place) = side {
                progress.reached[place] = (planned.stage, has_won);
            }
        }
        progress.ends.push(end);
        progress
    }

    /// Whether it is the second final, and the winner of the first has not lost yet.
    fn is_over_before(&self, planned: &Planned, winner: usize, progress: &Progress) -> bool {
        let unbeaten = |number: usize| progress.ends[number].0 == Side::Taken(winner);
        planned.name == MatchName::SecondFinal
            && matches!(self.plan[progress.ends.len() - 1].sides[0], Slot::Winner(number) if unbeaten(number))
    }

    /// The winner and the loser of a match, or the rounds that it still needs.
    fn play(&self, planned: &Planned, better: usize, worse: usize, progress: &mut Progress) -> (Side, Side) {
        let sides = [better, worse].map(|place| self.order[place]);
        let met = progress.matches.iter().filter(|earlier| earlier.sides == sides).count();
        let before = u32::try_from(met).unwrap_or(u32::MAX).saturating_mul(self.rounds.saturating_mul(2));
        let after = self.after.saturating_add(before);
        let to = self.leads[progress.ends.len()].map(|to| to.map(|to| self.plan[to].name));
        let mut found = Match {
            group: self.group.number,
            name: planned.name,
            stage: planned.stage,
            sides,
            seeds: [better, worse].map(|place| self.group.members[place].0),
            points: [0; 2],
            rounds: 0,
            winner: None,
            why: None,
            winner_to: to[0],
            loser_to: to[1],
            numbers: [after, after.saturating_add(self.rounds.saturating_mul(2))],
        };
        let played: Vec<&PlayedRound> =
            self.so_far.iter().filter(|played| found.has(&played.round)).collect();
        found.points = sides.map(|side| played.iter().map(|played| played.points_of(side)).sum());
        let number = u32::try_from(played.len()).expect("rounds have numbers");
        found.rounds = number;
        let score = Score { played: number, better: found.points[0], worse: found.points[1] };
        for place in [better, worse] {
            progress.played[place] += played.len();
        }
        let won = self.winner([better, worse], &score, progress);
        (found.winner, found.why) = won.map(|(place, why)| (self.order[place], why)).unzip();
        // Both come to a second final only if the one who had lost before won the first.
        if found.name == MatchName::FINAL && found.winner_to.is_some() {
            let unbeaten =
                |number: usize| won.is_none_or(|(winner, _)| progress.ends[number].0 == Side::Taken(winner));
            if matches!(planned.sides[0], Slot::Winner(number) if unbeaten(number)) {
                (found.winner_to, found.loser_to) = (None, None);
            }
        }
        progress.matches.push(found);
        if let Some((winner, _)) = won {
            return (Side::Taken(winner), Side::Taken(better + worse - winner));
        }
        let mut pairing = sides.to_vec();
        pairing.sort_unstable();
        let first = after + score.played;
        let round = |number| Round::new(self.names, pairing.clone(), number, self.seed);
        progress.next.extend((first + 1..=first + score.needed(self.rounds)).map(round));
        (Side::Open, Side::Open)
    }

    /// Who of the two has won, the better first, and why.
    fn winner(&self, sides: [usize; 2], score: &Score, progress: &Progress) -> Option<(usize, Why)> {
        let [better, worse] = sides;
        // It was still in when this match ended: it has since been in a later one.
        let went_on = |id: EntrantId, played_here: usize| {
            let rounds = self.so_far.iter().filter(|played| played.round.pairing.contains(&id)).count();
            rounds > played_here
        };
        let lost_here = sides.map(|place| {
            let id = self.order[place];
            self.disqualified.has(id) && !went_on(id, progress.played[place])
        });
        match lost_here {
            [true, false] => Some((worse, Why::Disqualified)),
            [false, true] => Some((better, Why::Disqualified)),
            // Somebody must go on, and the order was known before they met.
            [true, true] => Some((better, Why::BothDisqualified)),
            [false, false] if score.needed(self.rounds) > 0 => None,
            [false, false] if score.worse == score.better => Some((better, Why::Seeding)),
            [false, false] => {
                let why = if score.played > self.rounds { Why::Extra } else { Why::Points };
                Some((if score.worse > score.better { worse } else { better }, why))
            }
        }
    }

    fn places(&self, reached: &[(usize, bool)]) -> Vec<(EntrantId, bool)> {
        let far =
            |place: usize| (self.disqualified.has(self.order[place]), std::cmp::Reverse(reached[place]));
        let mut places: Vec<usize> = (0..reached.len()).collect();
        places.sort_by_key(|&place| (far(place), place));
        let as_far = |at: usize| at > 0 && far(places[at]) == far(places[at - 1]);
        places.iter().enumerate().map(|(at, &place)| (self.order[place], as_far(at))).collect()
    }
}

/// A match so far: its rounds, and the points of the one who is better by the order, and of the other.
struct Score {
    played: u32,
    better: u64,
    worse: u64,
}

impl Score {
    /// The number of rounds still to be played in any case, if nobody is disqualified; 0 if the match is decided.
    fn needed(&self, rounds: u32) -> u32 {
        let lead = self.better.abs_diff(self.worse);
        // One round at a time from here: each can decide.
        if self.played >= rounds {
            return u32::from(lead == 0 && self.played < rounds.saturating_mul(2));
        }
        // With each round the leader can gain a round's points, and the other can lose the chance of them.
        let lacking = (u64::from(rounds - self.played) * PlayedRound::POINTS_WON + 1).saturating_sub(lead);
        let needed = lacking.div_ceil(2 * PlayedRound::POINTS_WON);
        u32::try_from(needed).expect("no more rounds are needed than are left")
    }
}

#[cfg(test)]
mod tests;
