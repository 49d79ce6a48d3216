//! Points: the result of a game in, the points of each seat out.

use std::cmp::Ordering;

use crate::{Disqualified, EntrantId, Fixture, GameResult, Round};

/// The points of a game for one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatScore {
    /// 2 for each seat beaten and 1 for each tied with.
    pub points: u64,
    /// Nobody did better, and somebody worse.
    pub won: bool,
    /// Everybody did equally well.
    pub drawn: bool,
    /// The rank that counts; nothing for a seat that everybody beats.
    pub rank: Option<u8>,
}

/// A game as it counts for the standings.
#[derive(Clone, Debug)]
pub struct Scored<'a> {
    /// The game of the schedule.
    pub fixture: Fixture<'a>,
    /// The contestants by seat.
    pub seating: Vec<EntrantId>,
    /// Its result.
    pub result: &'a GameResult,
    /// The points of each seat; none if it is void.
    pub seats: Option<Vec<SeatScore>>,
}

/// Decides what a game counts, if those who are `out` are disqualified.
///
/// A disqualified contestant gets nothing and beats nobody: each of its games
/// counts as won for the others, whatever had happened in it.
#[must_use]
pub fn score<'a>(fixture: Fixture<'a>, result: &'a GameResult, disqualified: &Disqualified) -> Scored<'a> {
    let seating = fixture.seating();
    let seats = match result {
        GameResult::Bye => Some(vec![bye(fixture.round, disqualified)]),
        _ => ranks(result, &seating, disqualified).map(|ranks| seat_scores(&ranks)),
    };
    Scored { fixture, seating, result, seats }
}

impl Round {
    /// Its games with these results, as they count if those are disqualified who are `out`; a bye is one of them.
    pub fn scored<'a>(
        &'a self,
        results: &'a [GameResult],
        out: &'a Disqualified,
    ) -> impl Iterator<Item = Scored<'a>> {
        let games = self.fixtures().zip(results).map(|(fixture, result)| score(fixture, result, out));
        let bye = self.is_bye().then(|| score(Fixture { round: self, order: 0 }, &GameResult::Bye, out));
        games.chain(bye)
    }
}

/// The seats' ranks as they count; `None` for a seat that everybody beats.
fn ranks(result: &GameResult, seating: &[EntrantId], disqualified: &Disqualified) -> Option<Vec<Option<u8>>> {
    let is_out = |seat: usize| disqualified.has(seating[seat]);
    let board = match result {
        GameResult::Unplayed | GameResult::Bye => return None,
        GameResult::Walkover => None,
        GameResult::Played(record) => record.verdict.ranks(),
    };
    if board.is_none() && !(0..seating.len()).any(is_out) {
        return None;
    }
    // Where nothing was played, those who are still in are equals.
    let rank = |seat: usize| (!is_out(seat)).then(|| board.map_or(1, |ranks| ranks[seat]));
    Some((0..seating.len()).map(rank).collect())
}

/// The points of a contestant that sat out.
fn bye(round: &Round, disqualified: &Disqualified) -> SeatScore {
    let points = if disqualified.has(round.pairing[0]) { 0 } else { round.bye };
    SeatScore { points, ..SeatScore::default() }
}

/// The points of a seat of this rank against another, which everybody beats if it has no rank: 2, 1 or 0.
#[must_use]
pub fn points_against(own: u8, other: Option<u8>) -> u64 {
    match other.map(|other| own.cmp(&other)) {
        None | Some(Ordering::Less) => 2,
        Some(Ordering::Equal) => 1,
        Some(Ordering::Greater) => 0,
    }
}

fn seat_scores(ranks: &[Option<u8>]) -> Vec<SeatScore> {
    let all_tied = ranks.iter().all(|rank| *rank == ranks[0]);
    let seat_score = |seat: usize| {
        let Some(own) = ranks[seat] else { return SeatScore::default() };
        let others = || ranks.iter().enumerate().filter(|(other, _)| *other != seat).map(|(_, rank)| rank);
        let points = others().map(|rank| points_against(own, *rank)).sum();
        let bettered = others().any(|rank| points_against(own, *rank) == 0);
        SeatScore { points, won: !bettered && !all_tied, drawn: all_tied, rank: Some(own) }
    };
    (0..ranks.len()).map(seat_score).collect()
}
