//! Rounds in, counts out: what the rating needs, and small however many games there are.

use std::collections::BTreeMap;

use crate::schedule::{Disqualified, EntrantId};

/// A game of a round as the rating sees it.
#[derive(Clone, Copy, Debug)]
pub struct TallyGame<'a> {
    /// One rank per seat, 1 the best; equals share a rank.
    pub ranks: &'a [u8],
    /// SHA-256 of its transcript: by it a game is known when it comes again.
    pub transcript_sha256: &'a [u8; 32],
}

/// How often each pattern of results came up in a round of each pairing.
///
/// It does not depend on the order in which rounds are added. For two there are at
/// most 16 patterns a pairing; at larger tables at most one for each round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    tables: BTreeMap<Vec<EntrantId>, Table>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Table {
    /// The ranks of all games of a round, in the order of its fixtures; zeros for a game that does not count.
    patterns: BTreeMap<Vec<u8>, u64>,
    /// Whether in some seat order two games differ.
    varies: bool,
    /// One transcript of each seat order.
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
        let table = self.tables.entry(pairing.to_vec()).or_default();
        let no_game = vec![0; pairing.len()];
        let pattern =
            games.iter().flat_map(|game| game.map_or(&no_game[..], |game| game.ranks)).copied().collect();
        *table.patterns.entry(pattern).or_insert(0) += 1;
        table.transcripts.resize(games.len(), None);
        for (known, game) in table.transcripts.iter_mut().zip(games) {
            if let Some(game) = game {
                table.varies |= known.is_some_and(|known| known != *game.transcript_sha256);
                *known = Some(known.unwrap_or(*game.transcript_sha256).min(*game.transcript_sha256));
            }
        }
    }

    /// The pairings of more than one round, nobody of them `out`, whose games were all the same in each seat order.
    pub(super) fn repeated(&self, disqualified: &Disqualified) -> Vec<Vec<EntrantId>> {
        let is_in = |pairing: &[EntrantId]| pairing.iter().all(|id| !disqualified.has(*id));
        let repeated = self.tables.iter().filter(|(pairing, table)| is_in(pairing) && table.is_repeated());
        repeated.map(|(pairing, _)| pairing.clone()).collect()
    }

    /// Each pairing with its patterns, one rank per seat game by game, and how many rounds count with it.
    pub(super) fn patterns(&self) -> impl Iterator<Item = (&[EntrantId], &[u8], u64)> {
        self.tables.iter().flat_map(|(pairing, table)| {
            table.counted().map(move |(pattern, count)| (&pairing[..], pattern, count))
        })
    }
}

impl Table {
    fn is_repeated(&self) -> bool {
        !self.varies && self.patterns.values().sum::<u64>() > 1
    }

    /// The patterns and their counts; of a repeated pairing the most complete one, once.
    fn counted(&self) -> impl Iterator<Item = (&[u8], u64)> {
        let ranked = |pattern: &[u8]| pattern.iter().filter(|rank| **rank > 0).count();
        let fullest = self.patterns.keys().max_by_key(|pattern| ranked(pattern));
        let only = fullest.filter(|_| self.is_repeated());
        let kept = self.patterns.iter().filter(move |(pattern, _)| only.is_none_or(|only| only == *pattern));
        kept.map(move |(pattern, count)| (&pattern[..], if only.is_some() { 1 } else { *count }))
    }
}
