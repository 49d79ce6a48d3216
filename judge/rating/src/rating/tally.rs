//! Rounds in, counts out: what the rating needs, and small however many games there are.

use std::collections::BTreeMap;

use crate::{Disqualified, EntrantId, GameResult, Round};

/// A game of a round as the rating sees it.
#[derive(Clone, Copy, Debug)]
pub struct TallyGame<'a> {
    /// One rank per seat, 1 the best; equals share a rank.
    pub ranks: &'a [u8],
    /// SHA-256 of its transcript: by it a game is known when it comes again.
    pub transcript_sha256: &'a [u8; 32],
}

impl<'a> TallyGame<'a> {
    /// Nothing of a game that was not played, or is void.
    fn of(result: &'a GameResult) -> Option<Self> {
        let GameResult::Played(record) = result else { return None };
        Some(Self { ranks: record.verdict.ranks()?, transcript_sha256: &record.transcript_sha256 })
    }
}

/// The number of times that each pattern of results came up in a round of each pairing.
///
/// It does not depend on the order in which rounds are added. For two there are at
/// most 16 patterns a pairing; at larger tables at most one for each round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    tables: BTreeMap<Box<[EntrantId]>, Table>,
}

/// The patterns of a pairing. A season has tens of thousands of them, and copies them whenever it rates or draws while
/// rounds come in: so it is kept as small as it can be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Table {
    /// The ranks of all games of a round, in the order of its fixtures, and how often they came up; zeros for a game that
    /// does not count. Sorted.
    patterns: Vec<(Box<[u8]>, u64)>,
    /// Whether in some seat order two games differ.
    varies: bool,
    /// One transcript of each seat order; none any more when two games differ.
    transcripts: Vec<Option<[u8; 32]>>,
}

impl Tally {
    /// Adds a round: its games in the order of its fixtures, `None` for one that was not played or is void.
    ///
    /// Byes, and rounds of which no game counts, are left out.
    pub fn add(&mut self, pairing: &[EntrantId], games: &[Option<TallyGame<'_>>]) {
        if pairing.len() < 2 || games.iter().all(Option::is_none) {
            return;
        }
        let table = self.tables.entry(pairing.into()).or_default();
        let no_game = vec![0; pairing.len()];
        let ranks = games.iter().flat_map(|game| game.map_or(&no_game[..], |game| game.ranks));
        table.count(ranks.copied().collect());
        table.compare(games);
    }

    /// Adds a round with the results of its games.
    pub fn add_round(&mut self, round: &Round, results: &[GameResult]) {
        let games: Vec<_> = results.iter().map(TallyGame::of).collect();
        self.add(&round.pairing, &games);
    }

    /// The pairings of more than one round, nobody of them `out`, whose games were all the same in each seat order.
    pub(super) fn repeated(&self, disqualified: &Disqualified) -> Vec<Vec<EntrantId>> {
        let is_in = |pairing: &[EntrantId]| pairing.iter().all(|id| !disqualified.has(*id));
        let repeated = self.tables.iter().filter(|(pairing, table)| is_in(pairing) && table.is_repeated());
        repeated.map(|(pairing, _)| pairing.to_vec()).collect()
    }

    /// Each pairing with its patterns, one rank per seat game by game, and how many rounds count with it.
    pub(super) fn patterns(&self) -> impl Iterator<Item = (&[EntrantId], &[u8], u64)> {
        self.tables.iter().flat_map(|(pairing, table)| {
            table.counted().map(move |(pattern, count)| (&pairing[..], pattern, count))
        })
    }
}

impl Table {
    fn count(&mut self, pattern: Box<[u8]>) {
        match self.patterns.binary_search_by(|(known, _)| known.cmp(&pattern)) {
            Ok(place) => self.patterns[place].1 += 1,
            Err(place) => {
                // Most pairings have one pattern or two; a vector would make room for four.
                if self.patterns.len() == self.patterns.capacity() {
                    self.patterns.reserve_exact(self.patterns.len().max(1));
                }
                self.patterns.insert(place, (pattern, 1));
            }
        }
    }

    fn compare(&mut self, games: &[Option<TallyGame<'_>>]) {
        if self.varies {
            return;
        }
        self.transcripts.resize(games.len(), None);
        for (known, game) in self.transcripts.iter_mut().zip(games) {
            if let Some(game) = game {
                self.varies |= known.is_some_and(|known| known != *game.transcript_sha256);
                *known = Some(*game.transcript_sha256);
            }
        }
        if self.varies {
            self.transcripts = Vec::new();
        }
    }

    fn is_repeated(&self) -> bool {
        !self.varies && self.patterns.iter().map(|(_, count)| count).sum::<u64>() > 1
    }

    /// The patterns and their counts; of a repeated pairing the most complete one, once.
    fn counted(&self) -> impl Iterator<Item = (&[u8], u64)> {
        let ranked = |pattern: &[u8]| pattern.iter().filter(|rank| **rank > 0).count();
        let fullest = self.patterns.iter().map(|(pattern, _)| pattern).max_by_key(|pattern| ranked(pattern));
        let only = fullest.filter(|_| self.is_repeated());
        let kept = self.patterns.iter().filter(move |(pattern, _)| only.is_none_or(|only| only == pattern));
        kept.map(move |(pattern, count)| (&pattern[..], if only.is_some() { 1 } else { *count }))
    }
}
