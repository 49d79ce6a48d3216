//! All that a game depends on, as one hash: tournament, bots and a fixture in, a key out.

use judge_bots::Bot;
use judge_play::{Fault, GameTerms, Record, Rules};
use judge_sandbox::Limits;
use sha2::{Digest, Sha256};

use crate::journal::{GameKey, Journal, LinePlace};
use crate::phases::Fixture;
use crate::tournament::{Openings, Tournament};

/// Beside those in which it was asked: the one in which it began, and news after the last.
const MORE_TURNS: u64 = 2;

/// Makes the keys of a tournament's games, and tells what can be none of their records.
pub struct JournalKeys {
    /// One for each opening that the organiser wrote, in their order; one in all if there is none.
    common: Vec<Sha256>,
    /// Each bot's file, and its limits.
    bots: Vec<([u8; 32], Limits)>,
    turns_max: u32,
}

impl JournalKeys {
    /// The keys of `tournament`'s games between `bots`.
    #[must_use]
    pub fn new(tournament: &Tournament, bots: &[Bot]) -> Self {
        let limits = &tournament.limits;
        let of = |bot: &Bot| {
            let odds = bot.terms.fuel_per_turn;
            (bot.digest(), odds.map_or_else(|| limits.clone(), |fuel| limits.at_odds(fuel)))
        };
        let bots = bots.iter().map(of).collect();
        Self::by_opening(&tournament.terms_by_opening(), &tournament.rules, bots)
    }

    /// The keys of games on these terms, by these rules, between `bots` that have no terms of their own.
    #[must_use]
    pub fn on(terms: &GameTerms, rules: &Rules, bots: &[Bot]) -> Self {
        let of = |bot: &Bot| (bot.digest(), terms.limits.clone());
        Self::by_opening(std::slice::from_ref(terms), rules, bots.iter().map(of).collect())
    }

    /// The keys of `tournament`'s games between files with these hashes.
    #[must_use]
    pub fn of_files(tournament: &Tournament, files: impl IntoIterator<Item = [u8; 32]>) -> Self {
        let bots = files.into_iter().map(|file| (file, tournament.limits.clone())).collect();
        Self::by_opening(&tournament.terms_by_opening(), &tournament.rules, bots)
    }

    fn by_opening(terms: &[GameTerms], rules: &Rules, bots: Vec<([u8; 32], Limits)>) -> Self {
        let versions = format!("{}\n{}\n", judge_bots::GAMES_VERSION, judge_sandbox::ENGINE_VERSION);
        let versions = Sha256::new_with_prefix(versions);
        let common = terms.iter().map(|terms| versions.clone().chain_update(terms.digest())).collect();
        Self { common, bots, turns_max: rules.turns_max() }
    }

    /// The key of one game.
    #[must_use]
    pub fn of(&self, fixture: &Fixture<'_>) -> GameKey {
        let mut hash = self.common[Openings::place(fixture.round.number, self.common.len())].clone();
        hash.update(fixture.round.seed.0.to_le_bytes());
        hash.update((fixture.order as u64).to_le_bytes());
        for id in fixture.seating() {
            hash.update(self.bots[id.0].0);
        }
        GameKey(hash.finalize().into())
    }

    /// The record of a game that a journal has, if it may be of this game.
    #[must_use]
    pub fn find(&self, journal: &Journal, fixture: &Fixture<'_>) -> Option<(Record, LinePlace)> {
        journal.find(&self.of(fixture)).filter(|(record, _)| self.counts(record, fixture))
    }

    /// Whether a record may be of this game, as far as that can be said of one that is not played: nobody has points for a
    /// void game, and nothing in it is above what the game and the bots' limits allow.
    fn counts(&self, record: &Record, fixture: &Fixture<'_>) -> bool {
        let seating = fixture.seating();
        let asked: u64 = record.asked.iter().copied().map(u64::from).sum();
        record.fits(seating.len())
            && record.void().is_none()
            && record.turns <= self.turns_max
            && record.checks.len() == 4 * record.turns as usize
            && record.faults.len() <= seating.len()
            && record.faults.iter().all(Fault::is_bounded)
            && asked <= u64::from(record.turns) + seating.len() as u64
            && (0..).zip(&seating).all(|(seat, id)| is_within(&self.bots[id.0].1, record, seat))
    }
}

/// Whether a seat has used no more fuel than its limits allow, in a turn and in all.
fn is_within(limits: &Limits, record: &Record, seat: usize) -> bool {
    let (asked, fuel, thought) = (record.asked[seat], record.fuel[seat], record.thought[seat]);
    let turns = u64::from(asked) + MORE_TURNS;
    let bank = limits.fuel_bank.saturating_add(limits.fuel_increment.saturating_mul(turns));
    fuel <= limits.fuel_per_turn.saturating_mul(turns).min(bank)
        && thought.fuel <= fuel
        && thought.fuel_max <= thought.fuel.min(limits.fuel_per_turn)
        && thought.turns <= asked
}

#[cfg(test)]
#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use judge_play::games::Seat;
    use judge_play::{FaultKind, Seed, Thought, Usage, Verdict};

    use super::*;
    use crate::phases::{EntrantId, Round};

    fn fault(log: Vec<String>, answer: &str) -> Fault {
        let (function, turn, answer) = (Cow::from("choose"), Some(1), Some(answer.to_owned()));
        let (seat, kind, usage) = (Seat(1), FaultKind::Trap, Usage::default());
        let (detail, question) = Default::default();
        Fault { seat, kind, function, turn, detail, question, answer, log, usage }
    }

    #[test]
    fn a_record_beyond_the_limits_of_its_game_does_not_count() {
        let rules = Rules::new("gobblet", []).expect("no setting is needed");
        let limits = Limits { fuel_per_turn: 100, fuel_bank: 250, fuel_increment: 10, ..Limits::default() };
        let terms = GameTerms::new(&rules, 0, &limits);
        let keys = JournalKeys::by_opening(&[terms], &rules, vec![([0; 32], limits); 2]);
        let pairing = vec![EntrantId(0), EntrantId(1)];
        let round = Round { number: 1, pairing, seed: Seed(1), bye: 0 };
        let counts = |alter: &dyn Fn(&mut Record)| {
            let mut record = Record::blank(Verdict::Forfeit(vec![1, 2]), 2);
            (record.turns, record.checks) = (2, "0123abcd".to_owned());
            (record.asked, record.fuel) = (vec![1, 2], vec![60, 200]);
            record.thought = vec![
                Thought { turns: 1, fuel: 60, fuel_max: 60 },
                Thought { turns: 1, fuel: 100, fuel_max: 100 },
            ];
            record.faults.push(fault(Vec::new(), "x"));
            alter(&mut record);
            keys.counts(&record, &Fixture { round: &round, order: 0 })
        };
        assert!(counts(&|_| ()));
        let long = || "é".repeat(5_000);
        let cut = |log: Vec<String>| fault(log, &long()).sanitized();
        assert!(counts(&|record| record.faults[0] = cut(vec![long(); 20])), "what is kept counts");
        for (alter, what) in [
            (&|record| record.fuel[0] = u64::MAX, "more fuel than all turns can take"),
            (&|record| record.fuel[1] = 291, "more fuel than the bank ever has"),
            (&|record| record.thought[1].fuel_max = 101, "a turn of more fuel"),
            (&|record| record.thought[0].fuel = 61, "more fuel of turns than of all"),
            (&|record| record.thought[0].turns = 2, "more turns than questions"),
            (&|record| record.asked[0] = 3, "more questions than answers, and one of each seat without one"),
            (&|record| record.turns = 3, "more actions than checks"),
            (
                &|record| {
                    record.turns = rules.turns_max() + 1;
                    record.checks = "0000".repeat(record.turns as usize);
                },
                "more actions than the game can have",
            ),
            (&|record| record.faults = vec![fault(Vec::new(), "x"); 3], "more faults than seats"),
            (&|record| record.faults[0] = fault(Vec::new(), &long()), "a longer answer than is kept"),
            (&|record| record.faults[0] = cut(vec![String::new(); 21]), "more lines of a log"),
            (&|record| record.faults[0] = fault(vec![long()], "x"), "a longer line of a log"),
        ] as [(&dyn Fn(&mut Record), &str); 12]
        {
            assert!(!counts(alter), "{what}");
        }
    }
}
