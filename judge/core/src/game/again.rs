//! The games of a results folder, played again: rows of `games.csv` in, what somebody makes of each match out.

use std::collections::BTreeMap;
use std::path::Path;

use judge_bots::start;
use judge_play::{AnyMatch, Line, Seeds};

use super::recorded::ordered;
use crate::error::{Error, Mistake};
use crate::host::Options;
use crate::host::parallel::try_mapped;
use crate::play::{Observer, Runner};
use crate::publish::folder::{GAMES, finished};
use crate::results::GameRow;

/// Games that are in memory at a time.
const GAMES_AT_A_TIME: usize = 1_024;

/// A folder of results, and all that it takes to play its games again.
#[derive(Clone, Copy)]
pub struct ResultsFolder<'a> {
    /// The folder.
    pub folder: &'a Path,
    /// The tournament's file if it is not where it was when the results were written.
    pub tournament: Option<&'a Path>,
    /// This machine's share in it.
    pub options: &'a Options,
    /// Who hears of it.
    pub observer: &'a dyn Observer,
}

/// Games of a results folder with the bots that played them.
pub struct GamesAgain<'a> {
    /// The tournament.
    pub runner: Runner,
    /// The games, in order.
    pub games: Vec<GameRow>,
    from: ResultsFolder<'a>,
}

impl<'a> ResultsFolder<'a> {
    /// Finds the games with the numbers that are `wanted` and were played, and loads their bots.
    ///
    /// # Errors
    /// If there are no results, or the tournament or a bot is missing or has changed.
    pub fn again(self, wanted: impl Fn(usize) -> bool) -> Result<GamesAgain<'a>, Error> {
        finished(self.folder)?;
        let is_wanted = |row: &GameRow| wanted(row.game) && row.is_played();
        let file = self.folder.join(GAMES);
        let games =
            ordered(&file)?.filter(|row| row.as_ref().map_or(true, is_wanted)).collect::<Result<_, _>>()?;
        Ok(GamesAgain { runner: self.runner(Ok)?, games, from: self })
    }
}

impl GamesAgain<'_> {
    /// Plays a game again: `play` steps it to its end.
    ///
    /// # Errors
    /// If it gives another transcript.
    pub fn play<T>(&self, row: &GameRow, play: impl FnOnce(&mut dyn AnyMatch) -> T) -> Result<T, Mistake> {
        let line = self.line(row)?;
        let begun = start(&line, &self.runner.sandbox, &self.runner.bots);
        let mut game = begun.expect("no action is set by hand");
        let played = play(&mut *game);
        self.same_transcript(row, &hex::encode(game.finish().record.transcript_sha256))?;
        Ok(played)
    }

    /// Does something with all games, several at a time: `take` gets what came of each, in their order.
    ///
    /// # Errors
    /// As `play` or `take` fails.
    pub fn each<T: Send + Sync>(
        &self,
        play: impl Fn(&GameRow) -> Result<T, Mistake> + Sync,
        mut take: impl FnMut(&GameRow, T) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let observer = self.from.observer;
        observer.begin(self.games.len() as u64);
        let play = |row: &GameRow| {
            let played = play(row);
            observer.advance();
            played
        };
        for some in self.games.chunks(GAMES_AT_A_TIME) {
            let played = self.runner.threads.install(|| try_mapped(some, play))?;
            some.iter().zip(played).try_for_each(|(row, played)| take(row, played))?;
        }
        observer.finish();
        Ok(())
    }

    /// The same, kept by the games' numbers; what comes to nothing is left out.
    pub(super) fn all<T: Send + Sync>(
        &self,
        play: impl Fn(&GameRow) -> Result<Option<T>, Mistake> + Sync,
    ) -> Result<BTreeMap<usize, T>, Error> {
        let mut all = BTreeMap::new();
        self.each(play, |row, played| {
            all.extend(played.map(|played| (row.game, played)));
            Ok(())
        })?;
        Ok(all)
    }

    /// How a game is played again.
    pub(super) fn line(&self, row: &GameRow) -> Result<Line, Mistake> {
        let Runner { tournament, bots, .. } = &self.runner;
        let bot = |name: &String| bots.iter().position(|bot| bot.name.as_str() == name);
        let seats: Option<Vec<usize>> = row.seats.0.iter().map(bot).collect();
        let seats = seats.filter(|seats| seats.len() == tournament.rules.seats());
        let gone = || format!("game {}: a bot of this game is no longer in the tournament's file", row.game);
        let seats = seats.ok_or_else(|| self.mistake(gone()))?;
        Ok(tournament.line(row.round, Seeds { round: row.seed.0, order: row.order }, seats))
    }

    pub(super) fn same_transcript(&self, row: &GameRow, now: &str) -> Result<(), Mistake> {
        if now == row.transcript_sha256 {
            return Ok(());
        }
        Err(self.mistake(format!(
            "game {} has another transcript when it is played again; play the tournament again with this judge",
            row.game
        )))
    }

    /// A mistake in the table of games.
    pub(super) fn mistake(&self, text: String) -> Mistake {
        Mistake::in_file(self.from.folder.join(GAMES), text)
    }
}
