//! The knockout: the loser of a match is out, or of a second one, until one is left.

use std::cmp::Reverse;

use super::schedule::Now;
use super::{EntrantId, Group, Match, MatchName, Played, Round, Stage, Why, plan};

/// The state of a knockout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Bracket {
    /// Rounds that have to be played whatever becomes of the others; none at the end.
    pub next: Vec<Round>,
    /// The order so far, the best first, and whether each came as far as the one before it.
    pub places: Vec<(EntrantId, bool)>,
    /// Matches whose two sides are known, each after those that led to it.
    pub matches: Vec<Match>,
}

/// The bracket of a group of a knockout that is so far. Points are those made at the board.
///
/// - The best get the byes, and the first and the second seed can meet in the final only.
/// - Who has more points after `rounds` rounds wins the match; it ends as soon as the
///   other cannot draw level.
/// - If they are level, they play on, round by round and at most `rounds` more, until one has more points. If they
///   are level even then, the better seed wins.
/// - Two who meet again go on with the numbers of their rounds, 2 `rounds` for each match, so that no game is played twice.
/// - Who is disqualified loses the match it is in; the matches it won before stand.
/// - Places go by how far one came, and of equals by their seeds; the disqualified are last.
pub(super) fn knockout(now: &Now<'_>, group: &Group) -> Bracket {
    let (count, bracket) = (group.members.len(), Bracket::default());
    let later = now.of_group(group).filter(|played| played.is_whole()).collect();
    let mut knockout = Knockout { now, group, later, level: 0, reached: vec![(0, false); count], bracket };
    let mut sides: Vec<Side> = (0..count).map(Side::Taken).collect();
    sides.resize(count.next_power_of_two(), Side::Empty);
    plan::through(&sides, now.phase, |stage, sides| knockout.meet(stage, sides));
    Bracket { places: knockout.places(), ..knockout.bracket }
}

struct Knockout<'a> {
    now: &'a Now<'a>,
    group: &'a Group,
    /// What was played in later matches than those so far.
    later: Vec<&'a Played>,
    /// The number of stages so far. Whoever came into a later one is placed higher.
    level: usize,
    /// The last level that each came into, and whether it won there.
    reached: Vec<(usize, bool)>,
    bracket: Bracket,
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

impl Knockout<'_> {
    /// A stage in which neighbours meet: the winners, and the losers.
    fn meet(&mut self, stage: Stage, sides: &[Side]) -> (Vec<Side>, Vec<Side>) {
        self.level += 1;
        let end = |(number, pair): (usize, &[Side])| {
            let (winner, loser) = match (pair[0], pair[1]) {
                (Side::Open, _) | (_, Side::Open) => (Side::Open, Side::Open),
                (Side::Empty, side) | (side, Side::Empty) => (side, Side::Empty),
                (Side::Taken(a), Side::Taken(b)) => {
                    self.play(MatchName { group: self.group.number, stage, number }, [a.min(b), a.max(b)])
                }
            };
            for (side, has_won) in [(winner, true), (loser, false)] {
                if let Side::Taken(place) = side {
                    self.reached[place] = (self.level, has_won);
                }
            }
            (winner, loser)
        };
        (1..).zip(sides.chunks_exact(2)).map(end).unzip()
    }

    /// The winner and the loser of a match between two places, the better first, or the rounds that it still needs.
    fn play(&mut self, name: MatchName, places: [usize; 2]) -> (Side, Side) {
        let [(seed_one, one), (seed_other, other)] = places.map(|place| self.group.members[place]);
        let (Now { come, phase, lost, .. }, sides) = (self.now, [one, other]);
        // Two who meet again go on with the numbers of their rounds.
        let earlier = self.bracket.matches.iter().rfind(|earlier| earlier.sides == sides);
        let after = earlier.map_or(come.after, |earlier| earlier.numbers[1]);
        let [one, other] = sides.map(|id| come.name(id).to_owned());
        let numbers = [after, after.saturating_add(phase.rounds.saturating_mul(2))];
        let found = Match { name, phase: come.number, group: name.group, sides, numbers, ..Match::default() };
        let mut found = Match { one, other, seed_one, seed_other, ..found };
        let (own, later): (Vec<_>, _) =
            self.later.iter().copied().partition(|played| found.has(&played.round));
        self.later = later;
        found.rounds = u32::try_from(own.len()).expect("rounds have numbers");
        [found.points_one, found.points_other] =
            sides.map(|side| own.iter().map(|played| played.points_of(side, lost)).sum());
        for side in sides {
            // Whoever is here came from the last match that it was in.
            if let Some(last) = self.bracket.matches.iter_mut().rfind(|last| last.sides.contains(&side)) {
                let has_won = last.winning_side().is_some_and(|won| last.sides[won] == side);
                *(if has_won { &mut last.winner_to } else { &mut last.loser_to }) = name.to_string();
            }
        }
        let end = if let Some((side, why)) = self.winner(&found) {
            (found.winner, found.why) = (come.name(sides[side]).to_owned(), Some(why));
            (Side::Taken(places[side]), Side::Taken(places[1 - side]))
        } else {
            let mut pairing = sides.to_vec();
            pairing.sort_unstable();
            let round = |number| Round::new(&come.names, pairing.clone(), number, come.seed);
            let first = after + found.rounds + 1;
            self.bracket.next.extend((first..first + found.needed(self.now.phase.rounds)).map(round));
            (Side::Open, Side::Open)
        };
        self.bracket.matches.push(found);
        end
    }

    /// The side that has won a match, and why.
    fn winner(&self, found: &Match) -> Option<(usize, Why)> {
        // Whoever has since been in a later match was still in when this one ended.
        let went_on = |id: EntrantId| self.later.iter().any(|played| played.round.pairing.contains(&id));
        match found.sides.map(|id| self.now.out.has(id) && !went_on(id)) {
            [true, false] => Some((1, Why::Disqualified)),
            [false, true] => Some((0, Why::Disqualified)),
            // Somebody must go on, and the order was known before they met.
            [true, true] => Some((0, Why::BothDisqualified)),
            [false, false] if found.needed(self.now.phase.rounds) > 0 => None,
            [false, false] if found.points_one == found.points_other => Some((0, Why::Seeding)),
            [false, false] => {
                let why = if found.rounds > self.now.phase.rounds { Why::Extra } else { Why::Points };
                Some((usize::from(found.points_other > found.points_one), why))
            }
        }
    }

    fn places(&self) -> Vec<(EntrantId, bool)> {
        let id = |place: usize| self.group.members[place].1;
        let far = |place: usize| (self.now.out.has(id(place)), Reverse(self.reached[place]));
        let mut places: Vec<usize> = (0..self.reached.len()).collect();
        places.sort_by_key(|&place| (far(place), place));
        let as_far = |at: usize| at > 0 && far(places[at]) == far(places[at - 1]);
        places.iter().enumerate().map(|(at, &place)| (id(place), as_far(at))).collect()
    }
}

impl Match {
    /// The number of rounds still to be played in any case, of so many, if nobody is disqualified; 0 if it is decided.
    fn needed(&self, rounds: u32) -> u32 {
        let lead = self.points_one.abs_diff(self.points_other);
        // One round at a time from here: each can decide.
        if self.rounds >= rounds {
            return u32::from(lead == 0 && self.rounds < rounds.saturating_mul(2));
        }
        // With each round the leader can gain a round's points, and the other can lose the chance of them.
        let lacking = (u64::from(rounds - self.rounds) * Round::POINTS_WON + 1).saturating_sub(lead);
        let needed = lacking.div_ceil(2 * Round::POINTS_WON);
        u32::try_from(needed).expect("no more rounds are needed than are left")
    }
}

#[cfg(test)]
mod tests;
