//! The games of a results folder, played again: rows of `games.csv` in, what somebody makes of each match out.

use std::path::{Path, PathBuf};

use judge_bots::start;
use judge_play::{AnyMatch, Line, Seeds};
use rayon::ThreadPool;
use rayon::prelude::*;

use super::recorded::{Row, played, runner};
use crate::error::{Error, Mistake};
use crate::host::{Options, thread_pool};
use crate::play::{Observer, Runner};
use crate::publish::folder::GAMES;

/// Games that are in memory at a time.
const GAMES_AT_A_TIME: usize = 1_024;

/// Games of a results folder with the bots that played them.
pub struct GamesAgain {
    /// The tournament.
    pub runner: Runner,
    /// The games, in order.
    pub games: Vec<Row>,
    file: PathBuf,
    threads: ThreadPool,
}

impl GamesAgain {
    /// Finds the games with the numbers that are `wanted` and were played, and loads their bots. `tournament` is the
    /// tournament's file if it is not where it was when the results were written.
    ///
    /// # Errors
    /// If there are no results, or the tournament or a bot is missing or has changed.
    pub fn read(
        folder: &Path,
        tournament: Option<&Path>,
        wanted: impl Fn(usize) -> bool,
        options: &Options,
        observer: &dyn Observer,
    ) -> Result<Self, Error> {
        let games = played(folder, wanted)?;
        let runner = runner(folder, tournament, Ok, options, observer)?;
        Ok(Self { runner, games, file: folder.join(GAMES), threads: thread_pool(options.jobs())? })
    }

    /// Plays a game again: `play` steps it to its end.
    ///
    /// # Errors
    /// If it gives another transcript.
    pub fn play<T>(&self, row: &Row, play: impl FnOnce(&mut dyn AnyMatch) -> T) -> Result<T, String> {
        let line = line(row, &self.runner)?;
        let begun = start(&line, &self.runner.sandbox, &self.runner.bots);
        let mut game = begun.expect("no action is set by hand");
        let played = play(&mut *game);
        same_transcript(row, &hex::encode(game.finish().record.transcript_sha256))?;
        Ok(played)
    }

    /// Does something with all games, several at a time: `take` gets what came of each, in their order.
    ///
    /// # Errors
    /// As `play` or `take` fails.
    pub fn each<T: Send>(
        &self,
        observer: &dyn Observer,
        play: impl Fn(&Row) -> Result<T, String> + Sync,
        mut take: impl FnMut(&Row, T) -> Result<(), Error>,
    ) -> Result<(), Error> {
        observer.begin(self.games.len() as u64);
        let play = |row: &Row| {
            let played = play(row);
            observer.advance();
            played.map_err(|text| Error::from(Mistake::in_file(&self.file, text)))
        };
        for some in self.games.chunks(GAMES_AT_A_TIME) {
            let played: Vec<T> =
                self.threads.install(|| some.par_iter().map(play).collect::<Result<_, Error>>())?;
            some.iter().zip(played).try_for_each(|(row, played)| take(row, played))?;
        }
        observer.finish();
        Ok(())
    }
}

/// How a game is played again.
pub(super) fn line(row: &Row, runner: &Runner) -> Result<Line, String> {
    let bot = |name: &String| runner.bots.iter().position(|bot| bot.name.as_str() == name);
    let seats: Option<Vec<usize>> = row.seats.iter().map(bot).collect();
    let seats = seats.filter(|seats| seats.len() == runner.tournament.rules.seats());
    let seats = seats.ok_or_else(|| {
        format!("game {}: a bot of this game is no longer in the tournament's file", row.number)
    })?;
    Ok(runner.tournament.line(row.round, Seeds { round: row.seed, order: row.order }, seats))
}

pub(super) fn same_transcript(row: &Row, now: &str) -> Result<(), String> {
    if now == row.transcript_sha256 {
        return Ok(());
    }
    Err(format!(
        "game {} has another transcript when it is played again; play the tournament again with this judge",
        row.number
    ))
}
