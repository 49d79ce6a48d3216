//! All moves of a tournament: a folder of results in, tables of the actions of each game out.
//!
//! Nobody keeps moves while a tournament runs. Games are played again, and each must give the published transcript.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use judge_play::games::Seat;
use judge_play::page_game::ggf;
use judge_play::scenes::{Scene, Viewpoint};
use judge_play::{AnyMatch, By, Event, Fault, Moved, Verdict};
use serde::Serialize;
use tempfile::NamedTempFile;

use super::again::ResultsFolder;
use crate::error::{Error, Mistake, cannot_write};
use crate::publish::folder::{GAMES, GGF, LOGS, MOVES};
use crate::results::{GameRow, Text, csv_writer};
use crate::{file, object};

/// The logs that are written, by contestant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Logs {
    /// Nobody's.
    #[default]
    None,
    /// Everybody's.
    All,
    /// Those of contestants with these names.
    Of(Vec<String>),
}

/// The games, logs and forms to be written.
#[derive(Clone, Debug, Default)]
pub struct MovesRequest {
    /// The numbers of the games; all if nobody says which.
    pub games: Option<RangeInclusive<usize>>,
    /// The logs to be written, too.
    pub logs: Logs,
    /// Whether the games are written as GGF, too.
    pub ggf: bool,
    /// The folder for the files; `None` for the folder of results.
    pub out: Option<PathBuf>,
}

/// A summary of the files that were written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovesWritten {
    /// The number of games that were played again.
    pub games: u64,
    /// The number of their actions.
    pub moves: u64,
    /// The files.
    pub files: Vec<PathBuf>,
}

/// The actions of a game, with the logs of its bots.
struct AnnotatedGame {
    moves: Vec<Moved>,
    faults: Vec<Fault>,
    verdict: Verdict,
    /// The first position.
    start: Scene,
    /// The log of each seat.
    logs: Vec<Vec<LogLine>>,
}

/// Plays the games of a folder of results again, and writes all that is done in them.
///
/// # Errors
/// If there are no such games, the tournament or a bot is missing or has changed, a game gives another transcript,
/// or a file cannot be written.
pub fn write_moves(from: ResultsFolder<'_>, request: &MovesRequest) -> Result<MovesWritten, Error> {
    let is_wanted = |number| request.games.as_ref().is_none_or(|range| range.contains(&number));
    let again = from.again(is_wanted)?;
    let (games, runner) = (&again.games, &again.runner);
    if let (Some(range), true) = (&request.games, games.is_empty()) {
        let text = format!("no game from {} to {} was played", range.start(), range.end());
        return Err(Mistake::in_file(from.folder.join(GAMES), text).into());
    }
    let has_ggf = ggf::is_usual(&runner.tournament.rules);
    if request.ggf && !has_ggf {
        let text = format!("{} has no notation in GGF", runner.tournament.rules.game());
        return Err(Mistake::in_file(Path::new("--ggf"), text).into());
    }
    if let Logs::Of(names) = &request.logs {
        let is_there = |name: &String| runner.bots.iter().any(|bot| bot.name.as_str() == name);
        if let Some(name) = names.iter().find(|name| !is_there(name)) {
            let text = format!("there is no contestant {name:?}; name those of results.csv, or write all");
            return Err(Mistake::in_file(Path::new("--logs"), text).into());
        }
    }
    let folder = request.out.as_deref().unwrap_or(from.folder);
    let unwritten = |error: io::Error| cannot_write(folder, "the moves", "--out", &error);
    let mut files = MoveFiles::create(folder, request).map_err(unwritten)?;
    let mut moves = 0;
    again.each(
        |row| again.play(row, tell),
        |row, annotated| {
            moves += annotated.moves.len() as u64;
            let ggf = || has_ggf.then(|| ggf_line(row, &annotated));
            files.add(row, &annotated, &request.logs, ggf).map_err(unwritten)
        },
    )?;
    Ok(MovesWritten { games: games.len() as u64, moves, files: files.finish().map_err(unwritten)? })
}

/// A game as a line of GGF.
fn ggf_line(row: &GameRow, game: &AnnotatedGame) -> String {
    let [black, white] = row.seats.0.as_slice() else { unreachable!("such a game has two seats") };
    ggf::line([black, white], &game.start, &game.moves, &game.faults, &game.verdict)
}

/// Plays a match to its end, and keeps its actions and faults.
fn tell(game: &mut dyn AnyMatch) -> AnnotatedGame {
    let start = game.scene(Viewpoint::Everything);
    let verdict = loop {
        if let Event::Over(verdict) = game.step() {
            break verdict;
        }
    };
    let logs = (0..).map(Seat).take(start.scores.len()).map(|seat| log_of(game, seat)).collect();
    AnnotatedGame { faults: game.faults().to_vec(), verdict, start, logs, moves: game.moves().to_vec() }
}

/// A line of a bot's log, and the turn that it came with; `None` after its last move.
pub type LogLine = (Option<u32>, String);

/// The log of a seat.
#[must_use]
pub fn log_of(game: &dyn AnyMatch, seat: Seat) -> Vec<LogLine> {
    let own = game.moves().iter().filter(|moved| moved.seat == seat);
    let of_moves = own.flat_map(|moved| moved.log.iter().map(|line| (Some(moved.turn), line.clone())));
    let rest = rest_of_log(&game.account(seat).log(), seat, game.moves());
    of_moves.chain(rest.into_iter().map(|line| (None, line))).collect()
}

/// The lines of a log that came with no move, as the log is after these moves.
#[must_use]
pub fn rest_of_log(log: &str, seat: Seat, moves: &[Moved]) -> Vec<String> {
    let known: Vec<&String> =
        moves.iter().filter(|moved| moved.seat == seat).flat_map(|moved| &moved.log).collect();
    let lines: Vec<&str> = log.lines().collect();
    let is_whole = lines.len() >= known.len() && known.iter().zip(&lines).all(|(known, line)| known == line);
    // A long log loses lines in its middle, so there the last line that came with a move says where the rest begins.
    let last = || known.last().and_then(|known| lines.iter().rposition(|line| line == known));
    let begin = if is_whole { known.len() } else { last().map_or(0, |place| place + 1) };
    lines[begin..].iter().map(|line| (*line).to_owned()).collect()
}

/// The files as they are written.
struct MoveFiles {
    folder: PathBuf,
    moves: csv::Writer<NamedTempFile>,
    logs: Option<csv::Writer<NamedTempFile>>,
    ggf: Option<NamedTempFile>,
}

impl MoveFiles {
    fn create(folder: &Path, request: &MovesRequest) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let file = |name: &str| file::unfinished(folder, &folder.join(name));
        Ok(Self {
            folder: folder.to_owned(),
            moves: csv_writer(file(MOVES)?),
            logs: (request.logs != Logs::None).then(|| file(LOGS)).transpose()?.map(csv_writer),
            ggf: request.ggf.then(|| file(GGF)).transpose()?,
        })
    }

    /// Writes a game.
    fn add(
        &mut self,
        row: &GameRow,
        annotated: &AnnotatedGame,
        logs: &Logs,
        ggf: impl FnOnce() -> Option<String>,
    ) -> io::Result<()> {
        for moved in &annotated.moves {
            self.moves.serialize(move_row(row, moved))?;
        }
        if let Some(csv) = &mut self.logs {
            log_rows(row, annotated, logs).try_for_each(|row| csv.serialize(row))?;
        }
        match (&mut self.ggf, ggf()) {
            (Some(file), Some(line)) => writeln!(file, "{line}"),
            _ => Ok(()),
        }
    }

    /// Gives the files their names.
    fn finish(self) -> io::Result<Vec<PathBuf>> {
        let Self { folder, moves, logs, ggf } = self;
        let moves = moves.into_inner().map_err(csv::IntoInnerError::into_error)?;
        let logs = logs.map(csv::Writer::into_inner).transpose().map_err(csv::IntoInnerError::into_error)?;
        let mut paths = Vec::new();
        for (file, name) in [(Some(moves), MOVES), (logs, LOGS), (ggf, GGF)] {
            if let Some(file) = file {
                paths.push(folder.join(name));
                file::finish(file, &folder.join(name))?;
            }
        }
        Ok(paths)
    }
}

/// A row of `moves.csv`.
fn move_row(row: &GameRow, moved: &Moved) -> impl Serialize + use<> {
    object! {
        game: row.game,
        turn: moved.turn,
        seat: moved.seat.0,
        contestant: row.seats.0[moved.seat.index()].clone(),
        by: moved.by,
        action: Text(moved.action.clone()),
        fuel: (moved.by == By::Player).then_some(moved.usage.fuel),
    }
}

/// The lines of a game's logs, for `logs.csv`: those of each move, and then the rest.
fn log_rows(row: &GameRow, annotated: &AnnotatedGame, logs: &Logs) -> impl Iterator<Item = impl Serialize> {
    let of_seats = (0..).zip(&annotated.logs);
    let lines = of_seats.flat_map(|(seat, lines)| lines.iter().map(move |(turn, line)| (*turn, seat, line)));
    let mut lines: Vec<(Option<u32>, u8, &String)> = lines.collect();
    lines.sort_by_key(|(turn, ..)| (turn.is_none(), *turn));
    lines.into_iter().filter_map(move |(turn, seat, line)| {
        let contestant = &row.seats.0[usize::from(seat)];
        let is_wanted = match logs {
            Logs::None => false,
            Logs::All => true,
            Logs::Of(names) => names.contains(contestant),
        };
        let (game, contestant, text) = (row.game, contestant.clone(), Text(line.clone()));
        is_wanted.then_some(object! { game, turn, seat, contestant, text })
    })
}
