//! Where bots of a season are loaded and their games played: versions and a batch in, games out.

use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;

use judge_bots::{Bot, Compiler, NotLoaded, from_bytes_with_seed};
use judge_core::error::Error;
use judge_core::game::{Recorder, Recording};
use judge_core::run::{self, Cancellation, Journal, Keys, Observer, Options, Reason, game_runner, journaled};
use judge_core::schedule::{EntrantId, Fixture, Round};
use judge_core::tournament::{Name, Season};
use judge_play::text::sanitize;
use judge_play::{Event, Line, SeatLine, Seeds};
use judge_sandbox::{Limits, Program, Sandbox};
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::digest::{Digest, Secret};
use crate::event::{Game, Pairing};
use crate::folder::Folder;
use crate::ladder;
use crate::state::State;

/// Bytes of code of all bots that are kept loaded when they do not play. Those with one interpreter count it each.
const LOADED_BYTES_MAX: u64 = 1 << 30;

/// Games beside those of the ladder that the sandbox has room for: files that are checked, games that are looked at.
const SPARE: usize = 3;

/// Where games are played.
pub struct Grounds {
    /// What is played.
    pub season: Season,
    /// How games are played.
    pub options: Options,
    folder: Folder,
    /// What all random numbers of the season come from.
    pub(crate) secret: Secret,
    sandbox: Sandbox,
    compiler: Compiler,
    threads: ThreadPool,
    bots: Mutex<BTreeMap<Digest, Bot>>,
}

/// A round to be played: its seed, and the files of the two in its pairing.
#[derive(Clone, Debug)]
pub struct Due {
    pub(crate) round: Round,
    files: [(Name, Digest); 2],
}

impl Due {
    /// A round of a batch.
    #[must_use]
    pub fn new(state: &State, secret: &Secret, batch: u32, pairing: &Pairing) -> Self {
        let file = |id: usize| {
            let version = &state.versions[id];
            (state.contestants[version.contestant].name.clone(), version.sha256)
        };
        Self { round: ladder::round(state, secret, batch, pairing), files: pairing.versions.map(file) }
    }
}

impl Grounds {
    /// Where the games of a season with this secret are played, whose files are in `folder`.
    ///
    /// # Errors
    /// The machine's trouble.
    pub fn new(
        season: Season,
        folder: Folder,
        secret: Secret,
        options: &Options,
        observer: &dyn Observer,
    ) -> Result<Self, Error> {
        let sandbox = run::sandbox(&season.tournament, options.jobs() + SPARE, observer)?;
        let (compiler, trouble) = run::compiler(options);
        if let Some(trouble) = trouble {
            observer.warn(&trouble);
        }
        let threads = run::thread_pool(options.jobs())?;
        let options = options.clone();
        Ok(Self { season, options, folder, secret, sandbox, compiler, threads, bots: Mutex::default() })
    }

    /// Loads a file. Its bytes are parsed in depth by a child process only.
    ///
    /// # Errors
    /// What is wrong with it, in words for its author; or the machine's trouble.
    pub fn load(&self, name: &Name, sha256: Digest) -> Result<Bot, NotLoaded> {
        let bytes = self.folder.read_bot(sha256, self.sandbox.limits().file_bytes);
        let bytes = bytes
            .map_err(|error| NotLoaded::Machine(format!("the file {sha256} cannot be read: {error}")))?;
        let rules = &self.season.tournament.rules;
        let seed = self.secret.admission(sha256);
        let load = || from_bytes_with_seed(name, &bytes, rules, &self.sandbox, &self.compiler, seed);
        aside(load).unwrap_or_else(|trouble| Err(NotLoaded::Machine(trouble)))
    }

    /// Keeps a bot that is loaded, if there is room.
    pub fn keep(&self, bot: Bot) {
        let mut bots = self.bots.lock().unwrap_or_else(PoisonError::into_inner);
        bots.insert(Digest(bot.sha256), bot);
        let bytes = |bot: &Bot| bot.program.as_ref().map_or(0, Program::code_bytes);
        while bots.values().map(bytes).sum::<u64>() > LOADED_BYTES_MAX {
            bots.pop_first();
        }
    }

    /// Plays rounds, each in both seat orders; games of the journal are not played again. Games of a file that was a bot
    /// once and is none any more, as one that takes a little longer to compile than it did, are void.
    ///
    /// # Errors
    /// The machine's trouble, or that it was cancelled.
    pub fn play(
        &self,
        due: &[Due],
        journal: &Journal,
        cancellation: &Cancellation,
        observer: &dyn Observer,
    ) -> Result<Vec<Vec<Game>>, String> {
        let files: BTreeMap<Digest, &Name> =
            due.iter().flat_map(|due| &due.files).map(|(name, sha256)| (*sha256, name)).collect();
        let mut bots = Vec::new();
        let taken = self.take(&files, &mut bots, observer);
        let played = taken.map(|()| self.play_with(&bots, due, journal, cancellation));
        for bot in bots {
            self.keep(bot);
        }
        played?.ok_or_else(|| match cancellation.reason() {
            Some(Reason::Journal(why)) => format!("the journal cannot be written: {why}"),
            reason => format!("the games were not all played: {reason:?}"),
        })
    }

    /// Lets bots be called again after all calls were to end.
    pub fn recover(&self) {
        self.sandbox.interruption().clear();
    }

    /// Takes those of these files that are bots, in the order of their hashes, as far as it comes.
    fn take(
        &self,
        files: &BTreeMap<Digest, &Name>,
        bots: &mut Vec<Bot>,
        observer: &dyn Observer,
    ) -> Result<(), String> {
        for (sha256, name) in files {
            let kept = self.bots.lock().unwrap_or_else(PoisonError::into_inner).remove(sha256);
            match kept.map_or_else(|| self.load(name, *sha256), Ok) {
                Ok(bot) => bots.push(bot),
                Err(NotLoaded::Invalid(why)) => {
                    observer.warn(&format!(
                        "{name}: its games are void, since its file is no bot any more: {why}"
                    ));
                }
                Err(NotLoaded::Machine(trouble)) => return Err(format!("{name}: {trouble}")),
            }
        }
        Ok(())
    }

    fn play_with(
        &self,
        bots: &[Bot],
        due: &[Due],
        journal: &Journal,
        cancellation: &Cancellation,
    ) -> Option<Vec<Vec<Game>>> {
        let tournament = &self.season.tournament;
        let keys = Keys::new(tournament, bots);
        let play = game_runner(tournament, &self.sandbox, bots, cancellation);
        let play = journaled(|fixture: &Fixture<'_>| Some(play(fixture)), journal, &keys, cancellation);
        let seated = |due: &Due| {
            let place = |(_, sha256): &(Name, Digest)| bots.iter().position(|bot| bot.sha256 == sha256.0);
            let pairing: Option<Vec<EntrantId>> =
                due.files.iter().map(|file| place(file).map(EntrantId)).collect();
            Some(Round { pairing: pairing?, ..due.round.clone() })
        };
        let rounds: Vec<Option<Round>> = due.iter().map(seated).collect();
        let fixtures: Vec<Fixture<'_>> = rounds.iter().flatten().flat_map(Round::fixtures).collect();
        let game = |fixture: &Fixture<'_>| play(fixture).map(|played| Game::new(&played.record));
        let games: Option<Vec<Game>> = self.threads.install(|| fixtures.par_iter().map(game).collect());
        let games = games?;
        let mut played = games.chunks(2).map(<[Game]>::to_vec);
        let void = || vec![Game::void(2); 2];
        Some(
            rounds
                .iter()
                .map(|round| round.as_ref().and_then(|_| played.next()).unwrap_or_else(void))
                .collect(),
        )
    }
}

/// Does on a thread of its own, whose stack is deep enough for bots, what must not wait for the batch in the pool.
///
/// # Errors
/// That there is no such thread.
fn aside<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, String> {
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(Limits::THREAD_STACK_BYTES);
        let worker =
            worker.spawn_scoped(scope, work).map_err(|error| format!("no thread is free: {error}"))?;
        Ok(worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// A game that was played again.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// Its actions, with what they took.
    pub turns: Vec<Turn>,
    /// What was done in it.
    pub recording: Recording,
}

/// An action of a game that was played again.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Its number, from 1.
    pub number: u32,
    /// Whose.
    pub seat: u8,
    /// What was done, in the game's notation.
    pub action: String,
    /// Fuel that it took.
    pub fuel: u64,
    /// What the bot wrote to its log, safe to be shown.
    pub log: Vec<String>,
}

impl Grounds {
    /// Plays one game of a round again, turn by turn.
    ///
    /// # Errors
    /// If the bots cannot be loaded.
    pub fn replay(&self, due: &Due, order: usize) -> Result<Replayed, String> {
        let load = |(name, sha256): &(Name, Digest)| {
            self.load(name, *sha256).map_err(|why| format!("{name}: {why}"))
        };
        let bots = [load(&due.files[0])?, load(&due.files[1])?];
        let seats = Fixture { round: &due.round, order }.seating();
        let tournament = &self.season.tournament;
        let line = Line {
            seeds: Seeds { round: due.round.seed, order },
            opening_plies: tournament.opening_plies,
            ..Line::new(
                tournament.rules.clone(),
                due.round.seed,
                seats.iter().map(|id| SeatLine::bot(id.0)).collect(),
            )
        };
        let play = || {
            let mut game = judge_bots::start(&line, &self.sandbox, &bots).expect("no action is set by hand");
            let (mut turns, mut recorder) = (Vec::new(), Recorder::new(bots.len()));
            loop {
                let event = game.step();
                recorder.hear(&event);
                match event {
                    Event::Moved(moved) => turns.push(Turn {
                        number: moved.turn + 1,
                        seat: moved.seat.0,
                        action: moved.action,
                        fuel: moved.usage.fuel,
                        log: moved.log.iter().map(|line| sanitize(line)).collect(),
                    }),
                    Event::Over(_) => {
                        return Replayed { turns, recording: recorder.finish() };
                    }
                    _ => {}
                }
            }
        };
        aside(play)
    }
}
