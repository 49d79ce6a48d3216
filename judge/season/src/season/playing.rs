//! The ladder of a season: batches are drawn and played, until the season is stopped.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use judge_core::host::Reason;
use judge_core::play::Observer;

use super::Season;
use crate::log::event::{Game, SeasonEvent};
use crate::play::rounds_in_play::{EndedGame, GameTask, Key, Next, RoundsInPlay};
use crate::play::runner::{MachineTrouble, OpenRound};
use crate::season::store::is_written;
use crate::state::{self, Outstanding, State};
use crate::workers::remote_workers::{Drawn, LOOK, RemoteWorkers};

/// Drawings of a batch beside other events, at most, before everybody else has to wait for it.
const DRAWN_ASIDE_MAX: usize = 3;

/// The batch that the ladder plays.
pub(super) struct Ladder {
    in_play: RoundsInPlay,
    /// The workers that play, too, if there are any.
    pub(super) workers: Option<RemoteWorkers>,
    ended: (Sender<EndedGame>, Receiver<EndedGame>),
    /// The state's `turns` when a drawing last found nothing; no drawing is tried again until they grow.
    drawn_in_vain: Option<usize>,
}

impl Default for Ladder {
    fn default() -> Self {
        Self { in_play: RoundsInPlay::default(), workers: None, ended: mpsc::channel(), drawn_in_vain: None }
    }
}

impl Season {
    /// Draws and plays batches, until the season is stopped. After trouble with the machine it tries again: somebody
    /// may have made room.
    pub fn play(&self, observer: &dyn Observer) {
        let mut last = String::new();
        while !self.store.is_stopped() {
            let rings = self.store.rings();
            match self.step(observer) {
                Ok(went_on) => {
                    last.clear();
                    self.store.health().trouble = None;
                    if !went_on {
                        self.store.wait(rings);
                    }
                }
                Err(_) if self.store.is_stopped() => return,
                Err(trouble) => {
                    if trouble.0 != last {
                        observer.warn(&format!("{trouble}; nothing is played until that is mended"));
                    }
                    last.clone_from(&trouble.0);
                    self.store.health().trouble = Some(trouble.0);
                    self.store.rest();
                    self.recover();
                }
            }
        }
    }

    /// Plays the rounds that are drawn, or draws others; false if nobody has rounds left. Rounds that use much fuel are left,
    /// and come in later.
    fn step(&self, observer: &dyn Observer) -> Result<bool, MachineTrouble> {
        let mut ladder = self.ladder.lock();
        self.take_in(&mut ladder);
        if let Err(trouble) = self.play_what_is_waited_for(&mut ladder, observer) {
            self.give_up(&mut ladder);
            return Err(trouble);
        }
        let played = ladder.in_play.played();
        if self.write_played(&mut ladder.in_play, played, None)? {
            return Ok(true);
        }
        while let Some(version) = self.store.read(State::to_rest) {
            self.store.happen(SeasonEvent::Rested { version })?;
        }
        let turns = self.store.read(|state| state.turns);
        if ladder.drawn_in_vain != Some(turns) && self.draw()? {
            return Ok(true);
        }
        ladder.drawn_in_vain = Some(turns);
        if ladder.in_play.is_empty() {
            return Ok(false);
        }
        // There is nothing else to do than to wait for those that are late, one batch after the other.
        let first = ladder.in_play.played_first();
        if !self.write_played(&mut ladder.in_play, first, Some(turns))?
            && let Ok(one) = ladder.ended.1.recv_timeout(LOOK)
        {
            self.take_in_ended(&mut ladder, one, observer)?;
        }
        Ok(true)
    }

    /// Takes in rounds that were drawn. Those that used much fuel so far come last, and are not given to workers.
    fn take_in(&self, ladder: &mut Ladder) {
        let Ladder { in_play, workers, .. } = ladder;
        let (mut open, batches) = self.store.read(|state| {
            let fuel = |id: usize| state.versions[id].fuel / u64::from(state.versions[id].rounds.max(1));
            let new = state.outstanding.iter().filter(|round| !in_play.knows((round.batch, round.place)));
            let open = |round: &Outstanding| {
                let open = OpenRound::new(state, &self.runner.secret, round.batch, &round.pairing);
                let fuel = round.pairing.versions.iter().copied().map(fuel).max().unwrap_or_default();
                (fuel, round.clone(), open)
            };
            (new.map(open).collect::<Vec<(u64, Outstanding, OpenRound)>>(), state.batches)
        });
        let is_late = |round: &Outstanding| round.batch < batches;
        let late = open.iter().filter(|(_, round, _)| is_late(round)).count();
        open.sort_by_key(|(fuel, round, _)| (is_late(round), *fuel, round.batch, round.place));
        for (_, round, _) in &open {
            in_play.expect(round.clone(), batches);
        }
        let drawn = open.into_iter().map(|(fuel, round, open)| {
            (fuel.saturating_mul(open.files.len() as u64), ((round.batch, round.place), open))
        });
        let mut drawn: Vec<Drawn> = drawn.collect();
        let own = match workers {
            Some(_) => drawn.split_off(drawn.len() - RemoteWorkers::own(drawn.len()).max(late)),
            None => std::mem::take(&mut drawn),
        };
        let mut open: Vec<(Key, OpenRound)> = own.into_iter().map(|(_, round)| round).collect();
        if let Some(workers) = workers {
            open.extend(workers.offer(drawn, &self.folder));
            workers.untold().into_iter().for_each(|trouble| self.store.tell(trouble));
        }
        for (key, open) in &open {
            in_play.play_here(*key, open, open.orders());
        }
    }

    /// Looks after the workers.
    fn see_to_workers(
        &self,
        in_play: &mut RoundsInPlay,
        workers: &mut RemoteWorkers,
    ) -> Result<(), MachineTrouble> {
        workers.tend(&self.runner, in_play, Instant::now());
        for (worker, (batch, place)) in workers.settle(&self.journal, in_play)? {
            let message = format!("the worker {worker} is barred: it has forged a game of batch {batch}");
            self.store.tell(message);
            self.store.happen(SeasonEvent::Barred { worker, batch, place })?;
        }
        let room = in_play.room(self.runner.options.jobs());
        let waits = room > 0.0 && !workers.take_back(in_play);
        workers.are_waited_for(if waits { room } else { 0.0 });
        workers.untold().into_iter().for_each(|trouble| self.store.tell(trouble));
        Ok(())
    }

    /// Plays until nobody waits for what is played now.
    fn play_what_is_waited_for(
        &self,
        ladder: &mut Ladder,
        observer: &dyn Observer,
    ) -> Result<(), MachineTrouble> {
        let cancellation = self.cancellation();
        loop {
            while let Ok(one) = ladder.ended.1.try_recv() {
                self.take_in_ended(ladder, one, observer)?;
            }
            let Ladder { in_play, workers, ended: (sender, _), .. } = &mut *ladder;
            let mut is_out = false;
            if let Some(workers) = workers.as_mut().filter(|workers| workers.is_out()) {
                self.see_to_workers(in_play, workers)?;
                is_out = workers.is_out();
            }
            if self.store.is_stopped() {
                return Err("the season is stopped".into());
            }
            match in_play.next(self.runner.options.jobs()) {
                Next::Leave if !is_out => return Ok(()),
                // The fuel of the games is looked at as often as the workers' results.
                Next::Leave | Next::Wait => {
                    if let Ok(one) = ladder.ended.1.recv_timeout(LOOK) {
                        self.take_in_ended(ladder, one, observer)?;
                    }
                }
                Next::Start(GameTask { key, order, meeting, spent }) => {
                    let (runner, journal) = (Arc::clone(&self.runner), Arc::clone(&self.journal));
                    let (cancellation, sender) = (Arc::clone(&cancellation), sender.clone());
                    self.runner.threads.spawn_fifo(move || {
                        let play = || {
                            let begun = runner.load_bots(&meeting);
                            let game = runner.game((&meeting, order), &journal, &cancellation, Some(&spent));
                            (game, begun.elapsed())
                        };
                        // The waiting thread must get an answer, also if the game panics.
                        let played = catch_unwind(AssertUnwindSafe(play));
                        let failed = || Err("the judge failed; please report it".into());
                        let (game, took) = played.unwrap_or_else(|_| (failed(), Duration::ZERO));
                        let void = meeting.void().map(str::to_owned);
                        if let Some(meeting) = Arc::into_inner(meeting) {
                            runner.over(meeting);
                        }
                        // If nobody waits any more, the season has ended.
                        let _ = sender.send(EndedGame { key, order, game, void, took });
                    });
                }
            }
        }
    }

    /// Ends what is played, after trouble.
    fn give_up(&self, ladder: &mut Ladder) {
        self.cancellation().set(Reason::Interrupted);
        ladder.in_play.give_up(&ladder.ended.1);
        if let Some(workers) = &mut ladder.workers {
            workers.clear();
        }
    }

    /// Writes rounds down that were played; false if there are none. Those that are late are not written if there may be
    /// something to draw again, as is the case after other `turns` than these.
    fn write_played(
        &self,
        in_play: &mut RoundsInPlay,
        played: BTreeMap<u32, Vec<(usize, Vec<Game>)>>,
        turns: Option<usize>,
    ) -> Result<bool, MachineTrouble> {
        if played.is_empty() {
            return Ok(false);
        }
        self.journal.settle().map_err(|error| format!("the journal cannot be written: {error}"))?;
        for (batch, mut rounds) in played {
            let broken = |&(place, _): &(usize, _)| Some((place, in_play.broken((batch, place))?));
            let broken: Vec<_> = rounds.iter().filter_map(broken).collect();
            rounds.retain(|(place, _)| in_play.broken((batch, *place)).is_none());
            for (place, (order, why)) in broken {
                let event = SeasonEvent::RoundVoided { batch, place, order, why };
                self.write_rounds(in_play, event, (batch, &[place]), turns)?;
            }
            if rounds.is_empty() {
                continue;
            }
            let (places, rounds): (Vec<usize>, Vec<Vec<Game>>) = rounds.into_iter().unzip();
            let whole = self.store.read(|state| state.played(batch, &[]));
            let is_whole = whole.is_some_and(|whole| whole.len() == places.len());
            let some = if is_whole { Vec::new() } else { places.clone() };
            let event = SeasonEvent::Played { batch, places: some, rounds };
            self.write_rounds(in_play, event, (batch, &places), turns)?;
        }
        Ok(true)
    }

    /// Writes down what became of some rounds of a batch, unless there may be something to draw before.
    fn write_rounds(
        &self,
        in_play: &mut RoundsInPlay,
        event: SeasonEvent,
        (batch, places): (u32, &[usize]),
        turns: Option<usize>,
    ) -> Result<(), MachineTrouble> {
        let mut waits = false;
        let is_so = |state: &State, _| {
            waits = turns.is_some_and(|turns| state.closed.is_none() && state.turns != turns);
            if waits { Err("others may be drawn before".into()) } else { Ok(state.allowed(event)?) }
        };
        // If it was refused otherwise, the season was closed while they played.
        is_written(self.store.append(is_so))?;
        for &place in places.iter().filter(|_| !waits) {
            in_play.forget((batch, place));
        }
        Ok(())
    }

    /// Draws from a copy, so that nobody waits for the fit. If something has happened meanwhile that may change the
    /// batch it draws again, and at last with nothing in between. False if nobody has rounds left.
    fn draw(&self) -> Result<bool, MachineTrouble> {
        for _ in 0..DRAWN_ASIDE_MAX {
            let copy = self.store.read(State::without_rounds);
            let Some(event) = self.batch(&copy) else { return Ok(false) };
            let is_so = |state: &State, _| {
                if state.turns == copy.turns { Ok(event) } else { Err("another may be drawn".into()) }
            };
            if is_written(self.store.append(is_so))? {
                return Ok(true);
            }
        }
        let batch = |state: &State, _| self.batch(state).ok_or_else(|| "nobody has rounds left".into());
        is_written(self.store.append(batch))
    }

    /// The next batch; nothing if nobody has rounds left, or the season is closed.
    fn batch(&self, state: &State) -> Option<SeasonEvent> {
        if state.closed.is_some() {
            return None;
        }
        let rounds = self.runner.draw(state);
        (!rounds.is_empty()).then(|| SeasonEvent::Drawn { batch: state.batches + 1, rounds })
    }

    /// Notes how a game ended.
    fn take_in_ended(
        &self,
        ladder: &mut Ladder,
        one: EndedGame,
        observer: &dyn Observer,
    ) -> Result<(), MachineTrouble> {
        let Ladder { in_play, workers, .. } = ladder;
        let EndedGame { key, order, game, void, took } = one;
        if let Some(why) = void {
            observer.warn(&why);
        }
        let (game, trouble) = game.map_or_else(|trouble| (None, Err(trouble)), |game| (Some(game), Ok(())));
        let (game, record) = game.map_or((None, Err(None)), |(game, record)| (Some(game), record));
        if let Err(Some(why)) = &record {
            let words = || self.store.read(|state| state.voided_words(key, order, why));
            if let (None, Some(words)) = (in_play.broken(key), words()) {
                observer.warn(&format!("{words}; mend it, and go on: judge serve update-game FILE"));
            }
            in_play.broke(key, order, why.clone());
        }
        if game.is_some() {
            self.store.health().went_on = Instant::now();
        }
        if let Some(workers) = workers {
            if let Some(game) = &game {
                workers.measures(took, state::fuel([game]));
            }
            workers.heard(key, order, record.as_ref().ok());
        }
        in_play.ended(key, order, game);
        trouble
    }
}
