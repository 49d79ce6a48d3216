//! Games that no part has: those that could not be known to be needed, and the parts that should have the others.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use judge_play::text::{count, count_are};

use super::{MergedJournals, Missing};
use crate::cluster::parts::part_in;
use crate::error::{Error, Mistake};
use crate::journal::{GameKey, Journal};
use crate::phases::{Disqualified, EntrantId, Fixture, Round};
use crate::play::Runner;
use crate::tournament::FaultRule;

/// Games that no part has.
#[derive(Debug, Default)]
pub(crate) struct OpenGames {
    all: HashSet<GameKey>,
    /// Those that their part should have.
    missing: usize,
    /// Games that are there.
    found: usize,
    /// The rounds of those that are missing, counted from 0.
    rounds: BTreeSet<usize>,
    /// The number of their stage.
    pub(super) stage: Option<u32>,
    /// Journals of which a game was found.
    used: BTreeSet<usize>,
}

impl OpenGames {
    /// Looks for the games of some rounds, before which some are disqualified.
    pub(crate) fn new<'a>(
        runner: &Runner,
        rounds: impl Fn() -> Box<dyn Iterator<Item = Round> + 'a>,
        disqualified: &Disqualified,
        journal: &Journal,
        taken_in: &MergedJournals,
    ) -> Self {
        let keys = &runner.keys;
        let mut open = Self::default();
        let mut faulty: BTreeSet<EntrantId> = BTreeSet::new();
        for round in rounds() {
            for fixture in round.fixtures() {
                let Some((record, _)) = keys.find(journal, &fixture) else { continue };
                open.found += 1;
                open.used.extend(taken_in.of.get(&keys.of(&fixture)));
                let seating = fixture.seating();
                faulty.extend(record.offenders().map(|seat| seating[seat.index()]));
            }
        }
        // A part leaves out the games of those whom it saw commit a fault, and that fault may not count after all.
        let may_be_left_out = |fixture: &Fixture<'_>| {
            runner.tournament.faults == FaultRule::Disqualify
                && fixture.round.pairing.iter().any(|id| faulty.contains(id))
        };
        let is_walkover =
            |fixture: &Fixture<'_>| fixture.round.pairing.iter().any(|id| disqualified.has(*id));
        for (number, round) in rounds().enumerate() {
            for fixture in round.fixtures().filter(|fixture| !is_walkover(fixture)) {
                if keys.find(journal, &fixture).is_some() {
                    continue;
                }
                open.all.insert(keys.of(&fixture));
                if !may_be_left_out(&fixture) {
                    open.missing += 1;
                    open.rounds.insert(number);
                }
            }
        }
        open
    }

    /// Whether a game is one of them, and of a stage that was begun.
    pub(crate) fn has(&self, key: &GameKey) -> bool {
        self.is_begun() && self.all.contains(key)
    }

    /// Whether there are no stages, or some of this one is played.
    fn is_begun(&self) -> bool {
        self.stage.is_none() || self.found > 0
    }

    /// Journals of which no game is one of these rounds.
    pub(crate) fn unused<'a>(&'a self, taken_in: &'a MergedJournals) -> impl Iterator<Item = &'a Path> {
        let journals = taken_in.journals.iter().enumerate();
        journals.filter(|(number, _)| !self.used.contains(number)).map(|(_, path)| path.as_path())
    }

    /// Refuses to go on without games that their parts should have, unless they may be played here.
    ///
    /// # Errors
    /// If games are missing, with their parts and a remedy.
    pub(crate) fn tell(
        &self,
        missing: Missing,
        runner: &Runner,
        taken_in: &MergedJournals,
    ) -> Result<(), Error> {
        if self.missing == 0 || missing == Missing::Played || !self.is_begun() {
            return Ok(());
        }
        let games = count_are(self.missing, "game");
        let stage = self.stage.map(|stage| format!(" of stage {stage}")).unwrap_or_default();
        let all = count((self.missing + self.found) as u64, "game");
        let whose = match self.parts(taken_in) {
            Some((numbers, total)) => {
                let list: Vec<String> = numbers.iter().map(u32::to_string).collect();
                format!("those of parts {} of {total}; run these to their end", list.join(", "))
            }
            None => "the parts' folders are not all here, or not finished; name or finish them".to_owned(),
        };
        let text =
            format!("{games} missing{stage}, of {all}: {whose}, or play the games here with --play-missing");
        Err(Mistake::in_file(&runner.tournament.file, text).into())
    }

    /// The parts whose games are missing, by number, and of how many, if all folders are of one division.
    fn parts(&self, taken_in: &MergedJournals) -> Option<(BTreeSet<u32>, u32)> {
        let parts = taken_in.journals.iter().map(|journal| part_in(journal.parent()?));
        let totals: Option<BTreeSet<u32>> = parts.map(|part| Some(part?.total)).collect();
        let total = totals.filter(|totals| totals.len() == 1)?.first().copied().filter(|total| *total > 0)?;
        let part_of =
            |round: &usize| u32::try_from(round % total as usize).map_or(total, |number| number + 1);
        Some((self.rounds.iter().map(part_of).collect(), total))
    }
}
