//! What workers say that came of parts: some games of each are played here, too, before the others count.

use std::collections::BTreeSet;
use std::time::Instant;

use judge_core::journal::{GameKey, Journal, JournalKeys};
use judge_core::phases::Fixture;
use judge_core::tournament::{Name, Share};
use judge_play::Record;

use super::{Offered, RemoteWorkers};
use crate::log::event::Game;
use crate::play::rounds_in_play::{Key, RoundsInPlay};
use crate::play::runner::{GameRunner, MachineTrouble, OpenRound, unwritten};
use crate::workers::work_folder::Taken;

/// A worker's claim about a part.
pub(super) struct Claim {
    worker: Name,
    /// The fuel of each game, as far as it is known beforehand.
    fuel: u64,
    /// Whether it says something of each game.
    is_whole: bool,
    games: Vec<Claimed>,
    /// The games of it that are played here, too: their places, until that is done.
    waits: BTreeSet<usize>,
    /// Whether it does not count, as a game of it came to no result here; false until that is known.
    is_void: bool,
    forged: Option<Key>,
}

/// A worker's claim about a game.
struct Claimed {
    key: Key,
    order: usize,
    open: OpenRound,
    game_key: GameKey,
    record: Record,
    is_audited: bool,
}

impl RemoteWorkers {
    /// Takes in what a worker says that came of a part. What it does not say is played here.
    pub(super) fn claimed(
        &mut self,
        runner: &GameRunner,
        in_play: &mut RoundsInPlay,
        done: &Taken,
        Offered { rounds, games: all, fuel, since, waited, .. }: Offered,
    ) {
        let cost = since.map_or(0.0, |_| self.allotment.waited - waited);
        self.work.counts(&done.worker, |played| played.waited += cost);
        let seats = runner.season.tournament.rules.seats();
        let journal = self.in_folder(|folder| folder.played(done, rounds.len(), seats)).ok();
        let mut games = Vec::new();
        for (key, open) in rounds {
            let files = open.files.iter().map(|(_, file)| file.0);
            let keys = JournalKeys::of_files(&runner.season.tournament, files);
            for order in open.orders() {
                let fixture = Fixture { round: &open.round, order };
                let found = journal.as_ref().and_then(|journal| keys.find(journal, &fixture));
                if let Some((record, _)) = found {
                    let (open, game_key) = (open.clone(), keys.of(&fixture));
                    games.push(Claimed { key, order, open, game_key, record, is_audited: false });
                } else {
                    self.owed.push((done.worker.clone(), key, order));
                    in_play.play_here(key, &open, order..order + 1);
                }
            }
        }
        let waits = self.sample(runner, &games);
        for &place in &waits {
            games[place].is_audited = true;
            let Claimed { key, order, open, .. } = &games[place];
            in_play.play_here(*key, open, *order..order + 1);
        }
        let (worker, fuel) = (done.worker.clone(), fuel / all as u64);
        let is_whole = games.len() == all;
        self.claims.push(Claim { worker, fuel, is_whole, games, waits, is_void: false, forged: None });
    }

    /// The games that are played here, too: a share of them, and one at the least.
    fn sample(&self, runner: &GameRunner, games: &[Claimed]) -> BTreeSet<usize> {
        let lot = |game: &Claimed| runner.secret.audit(game.open.round.seed.0, game.order);
        let least = (0..games.len()).min_by_key(|&place| lot(&games[place]));
        let all = u64::from(Share::ALL.millionths());
        let is_drawn = |game: &Claimed| lot(game) % all < u64::from(self.audit.millionths());
        let drawn = (0..games.len()).filter(|&place| is_drawn(&games[place]));
        drawn.chain(least).collect()
    }

    /// Hears of a game that was played here. A worker's record of it goes into the journal, so all of it has to be the same.
    pub(crate) fn heard(&mut self, key: Key, order: usize, record: Option<&Record>) {
        let ours = record.filter(|record| record.void().is_none());
        // Who hands over only a part of it was late: the rest began only then. A game that ends here neither is nobody's fault.
        let missing = self.owed.iter().position(|(_, its, place)| (*its, *place) == (key, order));
        if let Some((worker, ..)) = missing.map(|place| self.owed.swap_remove(place))
            && ours.is_some()
        {
            self.was_late(&worker, Instant::now());
        }
        for claim in &mut self.claims {
            let of = |place: &usize| (claim.games[*place].key, claim.games[*place].order) == (key, order);
            let Some(place) = claim.waits.iter().copied().find(of) else { continue };
            claim.waits.remove(&place);
            match ours {
                Some(ours) if *ours != claim.games[place].record => claim.forged = Some(key),
                Some(_) => {}
                // Without a result here nobody can compare.
                None => claim.is_void = true,
            }
        }
    }

    /// Lets games count whose part is checked, and says who has forged one, and of which round.
    pub(crate) fn settle(
        &mut self,
        journal: &Journal,
        in_play: &mut RoundsInPlay,
    ) -> Result<Vec<(Name, Key)>, MachineTrouble> {
        let checked: Vec<Claim> = self.claims.extract_if(.., |claim| claim.waits.is_empty()).collect();
        let mut forgers = Vec::new();
        for claim in &checked {
            if let Some(round) = claim.forged
                && self.barred.insert(claim.worker.clone())
            {
                // If that cannot be written it works on in vain.
                let _ = self.in_folder(|folder| folder.bar(&claim.worker));
                self.work.counts(&claim.worker, |counts| counts.is_barred = true);
                forgers.push((claim.worker.clone(), round));
            }
        }
        for Claim { worker, fuel, is_whole, games, is_void, .. } in checked {
            let is_right = !is_void && !self.barred.contains(&worker);
            let saved: Vec<Claimed> = games.into_iter().filter(|game| !game.is_audited).collect();
            if is_right && is_whole {
                self.allotment.was_played(&worker, saved.len(), fuel * saved.len() as u64);
                self.work.counts(&worker, |played| played.parts += 1);
            }
            for Claimed { key, order, open, game_key, record, .. } in saved {
                if is_right {
                    journal.append(&game_key, &record).map_err(unwritten("the journal"))?;
                    in_play.ended(key, order, Some(Game::new(&record)));
                } else {
                    in_play.play_here(key, &open, order..order + 1);
                }
            }
        }
        Ok(forgers)
    }
}
