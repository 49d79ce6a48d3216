//! What each contestant may know of a tournament that was played: a folder of results in, a folder for each contestant out.
//!
//! Nothing is taken out of what all can see. Each game is watched from each seat while it is played again: scenes of that
//! seat, its own questions, log and faults, and of the others' actions what the game lets it hear. Seeds, opponents' fuel and
//! hashes are not in it, since cards and fleets follow from them.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io, mem};

use judge_core::error::{Error, Mistake, cannot_write};
use judge_core::game::{Fate, GamesAgain, LogLine, ResultsFolder, log_of};
use judge_core::results::{GameRow, ResultRow, interval};
use judge_core::{object, publish};
use judge_play::games::Seat;
use judge_play::scenes::{Facts, Scene, Viewpoint};
use judge_play::text::{count, cut, sanitize, thousands};
use judge_play::{AnyMatch, By, Event, Fault, FaultKind, Verdict, verdict};
use judge_sandbox::Limits;
use judge_terminal::board;

use crate::check::{FileFacts, advice_on};

/// The most games of a tournament that has feedback.
const GAMES_MAX: usize = 100_000;
/// Bytes of a contestant's `games.jsonl` for moves, and of its `log.txt`. All its games share them.
const BYTES_MAX: usize = 16 << 20;
/// The most bytes of one game's.
const BYTES_OF_GAME_MAX: usize = 64 << 10;
/// Characters of a text of a bot or a game.
const CHARACTERS_MAX: usize = 1_000;
/// The worst games that are shown, and then the closest.
const SHOWN: usize = 5;
/// The most rows of a table.
const ROWS_MAX: usize = 100;

/// Refuses a folder that is there.
///
/// # Errors
/// If it is.
pub fn must_be_new(folder: &Path) -> Result<(), Mistake> {
    let text = "it is there already; name another folder with --feedback, or remove it";
    if fs::symlink_metadata(folder).is_ok() { Err(Mistake::in_file(folder, text)) } else { Ok(()) }
}

/// Writes a folder for each contestant of a folder of results into the new folder `to`, which is there as a whole or not at all.
///
/// # Errors
/// If `to` is there, a game or a bot is not what it was, or something cannot be written.
pub fn write(from: ResultsFolder<'_>, to: &Path) -> Result<(), Error> {
    must_be_new(to)?;
    let (again, results) = (from.again(|_| true)?, from.folder);
    if again.games.len() > GAMES_MAX {
        let text = format!("it has more than {GAMES_MAX} games, and so no feedback; play fewer rounds");
        return Err(Mistake::in_file(results, text).into());
    }
    let (rows, pairs) = (publish::results(results)?, publish::pairs(results)?);
    let mut accounts: BTreeMap<String, Feedback> = BTreeMap::new();
    let bytes = (BYTES_MAX / again.games.len().max(1)).min(BYTES_OF_GAME_MAX);
    again.each(
        |row| again.play(row, |game| watch(row, game, bytes)),
        |row, seen| {
            for (name, seen) in row.seats.0.iter().zip(seen) {
                accounts.entry(name.clone()).or_default().add(seen);
            }
            Ok(())
        },
    )?;
    let ranked = rows.iter().filter(|row| row.rank.is_some()).count();
    let mut save = || {
        let name = to.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
        let part = to.with_file_name(format!(".unfinished-{name}"));
        // What a judge that was killed has left.
        match fs::remove_dir_all(&part) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => fs::create_dir_all(&part)?,
        }
        for row in &rows {
            let mut account = accounts.remove(&row.contestant.0).unwrap_or_default();
            account.games.sort_by_key(|game| game.number);
            let boards: String = account.games.iter().map(|game| game.board.as_str()).collect();
            let folder = part.join(&row.contestant.0);
            fs::create_dir(&folder)?;
            fs::write(folder.join("summary.md"), summary(row, ranked, &pairs, &account, &again))?;
            fs::write(folder.join("games.jsonl"), account.lines)?;
            fs::write(folder.join("boards.txt"), boards)?;
            fs::write(folder.join("log.txt"), account.log)?;
        }
        fs::rename(&part, to)
    };
    save().map_err(|error| cannot_write(to, "the feedback", "--feedback", &error))
}

/// A game as it was seen from a seat.
struct SeenGame {
    number: usize,
    /// Its line of `games.jsonl`.
    line: String,
    /// Its lines of `log.txt`.
    log: String,
    fate: Fate,
    ended: String,
    fault: Option<Fault>,
    /// What it was ahead by at the end.
    margin: i64,
    /// The game and the position that is worth a look.
    board: String,
    /// The most fuel of a turn.
    fuel: u64,
}

/// Plays a match to its end, and says what is seen of it from each seat, with moves and logs of so many bytes.
fn watch(row: &GameRow, game: &mut dyn AnyMatch, bytes_max: usize) -> Vec<SeenGame> {
    let seats = (0..).map(Seat).take(row.seats.0.len());
    let mut watchers: Vec<Watcher> = seats.map(|seat| Watcher::new(seat, game)).collect();
    loop {
        let event = game.step();
        for watcher in &mut watchers {
            watcher.see(&event, game, bytes_max);
        }
        if let Event::Over(verdict) = event {
            let tell = |watcher: Watcher| watcher.tell(row, game, &verdict, bytes_max);
            return watchers.into_iter().map(tell).collect();
        }
    }
}

/// Sees a game from a seat.
struct Watcher {
    seat: Seat,
    /// The position as it sees it.
    scene: Scene,
    /// The moves as it heard them, with the scores that it saw after each, and their bytes.
    moves: Vec<(u8, String, Vec<i32>)>,
    bytes: usize,
    /// Faults, and how many actions were before each.
    faults: Vec<(usize, Fault)>,
    /// Its own turns.
    turns: Vec<SeenTurn>,
    fuel: u64,
}

/// A turn of a seat's own: the actions before it, the position as it saw it, its question and its answer.
struct SeenTurn {
    before: usize,
    scene: Scene,
    text: String,
}

impl Watcher {
    fn new(seat: Seat, game: &dyn AnyMatch) -> Self {
        let scene = game.scene(Viewpoint::Seat(seat));
        Self { seat, scene, moves: vec![], bytes: 0, faults: vec![], turns: vec![], fuel: 0 }
    }

    fn see(&mut self, event: &Event, game: &dyn AnyMatch, bytes_max: usize) {
        match event {
            Event::Asked { seat, question, .. } if *seat == self.seat => {
                let (before, scene) = (game.moves().len(), self.scene.clone());
                let text = format!("Its question: {}\n", bounded(question));
                self.turns.push(SeenTurn { before, scene, text });
            }
            Event::Moved(moved) => {
                self.scene = game.scene(Viewpoint::Seat(self.seat));
                let is_own = moved.seat == self.seat;
                let secret = game.secret(&moved.action).filter(|_| !is_own);
                let action = bounded(secret.as_ref().map_or(&moved.action, |secret| &secret.word));
                // A pass that the rules force on it is no answer.
                if let Some(turn) = self.turns.last_mut().filter(|_| is_own && moved.by == By::Player) {
                    turn.text.extend(["Its answer: ", &bounded(&moved.action), "\n"]);
                    self.fuel = self.fuel.max(moved.usage.fuel);
                }
                // A number, a comma and a bracket take less.
                self.bytes += action.len() + 12 * (1 + self.scene.scores.len());
                if self.bytes <= bytes_max {
                    self.moves.push((moved.seat.0, action, self.scene.scores.clone()));
                }
            }
            Event::Fault(fault) => {
                // A turn without an answer says nothing of its fuel, if that was not all of it.
                let is_known = fault.answer.is_some() || fault.kind == FaultKind::OutOfFuel;
                if is_known && fault.seat == self.seat {
                    self.fuel = self.fuel.max(fault.usage.fuel);
                }
                self.faults.push((game.moves().len(), fault.sanitized()));
            }
            _ => {}
        }
    }

    /// The turn after which it fell back most until its next one or the end; of equals the last.
    fn turning_point(&self) -> Option<&SeenTurn> {
        let nexts = self.turns.iter().skip(1).map(|turn| &turn.scene).chain([&self.scene]);
        let ahead = |scene: &Scene| ahead(&scene.scores, self.seat);
        let turns = self.turns.iter().zip(nexts);
        turns.max_by_key(|(turn, next)| ahead(&turn.scene) - ahead(next)).map(|(turn, _)| turn)
    }

    /// What was seen of a game that is over.
    fn tell(self, row: &GameRow, game: &dyn AnyMatch, verdict: &Verdict, bytes_max: usize) -> SeenGame {
        let own_fault = self.faults.iter().find(|(_, fault)| fault.seat == self.seat).cloned();
        let (before, turn) = if let Some((before, _)) = own_fault {
            (before, self.turns.last().filter(|turn| turn.before == before))
        } else {
            let turn = self.turning_point();
            (turn.map_or(0, |turn| turn.before), turn)
        };
        let (ended, scores) = match verdict {
            Verdict::Decided(outcome) => (verdict::words(outcome.ending).to_owned(), &outcome.scores),
            _ => ("fault".to_owned(), &self.scene.scores),
        };
        let fault = own_fault.map(|(_, fault)| fault);
        let ended = fault.as_ref().map_or(ended, |fault| format!("own fault, {}", fault.kind));
        let (fate, margin, seat) = (Fate::of(verdict, self.seat), ahead(scores, self.seat), self.seat.0);
        let others = row.seats.0.iter().enumerate().filter(|(other, _)| *other != self.seat.index());
        let opponents: Vec<&str> = others.map(|(_, name)| name.as_str()).collect();
        let faults = self.faults.iter().map(|(turn, fault)| {
            let detail = (fault.seat == self.seat).then(|| fault.to_string());
            object! { seat: fault.seat.0, turn: *turn, kind: fault.kind, detail }
        });
        let line = object! {
            game: row.game,
            round: row.round,
            seat,
            opponents: &opponents,
            result: fate.word(),
            ended: &ended,
            scores,
            turning_point: before,
            moves_left_out: game.moves().len() - self.moves.len(),
            moves: &self.moves,
            faults: faults.collect::<Vec<_>>(),
        };
        let line = serde_json::to_string(&line).expect("it is plain data") + "\n";
        let board = turn.map_or_else(
            || "It was not asked there.\n".to_owned(),
            |turn| drawn(game.facts(), &turn.scene) + "\n" + &turn.text,
        );
        let board = format!(
            "# Game {} against {}: {} ({ended}), ahead by {margin}\n\nAfter {before} actions, seat {seat}:\n\n{board}\n",
            row.game,
            opponents.join(", "),
            fate.word(),
        );
        let log = last_lines(row.game, log_of(game, self.seat), bytes_max);
        SeenGame { number: row.game, line, log, fate, ended, fault, margin, board, fuel: self.fuel }
    }
}

/// A position as rows of text.
fn drawn(facts: &Facts, scene: &Scene) -> String {
    let rows = board::boards(facts, scene, board::Look::PLAIN, |seat| facts.seat(seat));
    rows.iter().flat_map(|row| [row.plain().trim_end().to_owned(), "\n".to_owned()]).collect()
}

/// The end of a log, a line of the log on each line.
fn last_lines(number: usize, log: Vec<LogLine>, bytes_max: usize) -> String {
    let line = |(turn, line): LogLine| {
        let at = turn.map_or_else(|| "end".to_owned(), |turn| format!("turn {turn}"));
        format!("game {number}, {at}: {}\n", bounded(&line))
    };
    let text: String = log.into_iter().map(line).collect();
    let begins = text.match_indices('\n').map(|(at, _)| at + 1);
    let begin = [0].into_iter().chain(begins).find(|at| text.len() - at <= bytes_max).unwrap_or_default();
    match text[..begin].lines().count() {
        0 => text,
        more => format!("game {number}: {} left out\n{}", count(more as u64, "line"), &text[begin..]),
    }
}

/// What a seat is ahead by.
fn ahead(scores: &[i32], seat: Seat) -> i64 {
    let score = |seat: usize| scores.get(seat).copied().map(i64::from).unwrap_or_default();
    let others = (0..scores.len()).filter(|other| *other != seat.index());
    score(seat.index()) - others.map(score).max().unwrap_or_default()
}

/// A text of a bot or a game.
fn bounded(text: &str) -> String {
    cut(&sanitize(text), CHARACTERS_MAX)
}

/// All games of a contestant.
#[derive(Default)]
struct Feedback {
    /// The text of `games.jsonl`.
    lines: String,
    /// The text of `log.txt`.
    log: String,
    /// Lost games: by what, and how far behind.
    lost: BTreeMap<String, Vec<i64>>,
    /// The first of faults that are alike with its game, and how many more there are.
    faults: Vec<(usize, Fault, u64)>,
    faults_left_out: usize,
    fuel: u64,
    /// The worst games and the closest of the others.
    games: Vec<SeenGame>,
}

impl Feedback {
    fn add(&mut self, mut seen: SeenGame) {
        self.lines += &mem::take(&mut seen.line);
        self.log += &mem::take(&mut seen.log);
        self.fuel = self.fuel.max(seen.fuel);
        if seen.fate == Fate::Lost {
            self.lost.entry(seen.ended.clone()).or_default().push(-seen.margin);
        }
        if let Some(fault) = &seen.fault {
            let is_alike = |known: &Fault| (known.kind, &known.detail) == (fault.kind, &fault.detail);
            match self.faults.iter().position(|(_, known, _)| is_alike(known)) {
                Some(at) => self.faults[at].2 += 1,
                None if self.faults.len() < ROWS_MAX => self.faults.push((seen.number, fault.clone(), 0)),
                None => self.faults_left_out += 1,
            }
        }
        // A game that is neither among the worst so far nor the closest is not so in the end.
        self.games.push(seen);
        let is_won = |game: &SeenGame| game.fate == Fate::Won;
        self.games.sort_by_key(|game| (game.fault.is_none(), is_won(game), game.margin, game.number));
        let worst = SHOWN.min(self.games.len());
        self.games[worst..].sort_by_key(|game| (is_won(game), game.margin.abs(), game.number));
        self.games.truncate(2 * SHOWN);
    }
}

fn summary(
    row: &ResultRow,
    contestants: usize,
    pairs: &[BTreeMap<String, String>],
    account: &Feedback,
    again: &GamesAgain<'_>,
) -> String {
    let ResultRow { contestant, points, played, won, drawn, lost, status, .. } = row;
    let place =
        row.rank.map_or_else(|| "no place".to_owned(), |rank| format!("place {rank} of {contestants}"));
    let tournament = &again.runner.tournament;
    let of = tournament.contestants.iter().find(|of| of.name.as_str() == contestant.0);
    let limit = of.and_then(|of| of.terms.fuel_per_turn).unwrap_or(tournament.limits.fuel_per_turn);
    let [mean, most, limit] = [row.fuel_per_turn_mean, account.fuel, limit].map(thousands);
    let [low, high] = [row.rating_low, row.rating_high].map(|end| end.map(|end| end.0));
    let rating = row.rating.map_or_else(|| "none".to_owned(), |rating| format!("{:.0}", rating.0));
    let reason = if row.reason.0.is_empty() { String::new() } else { format!(": {}", row.reason) };
    let against = pairs.iter().filter(|pair| pair["contestant"] == contestant.0).map(|pair| {
        let cells = ["opponent", "won", "drawn", "lost", "points", "played"].map(|key| pair[key].as_str());
        format!("| {} |\n", cells.join(" | "))
    });
    let lost_by = account.lost.iter().map(|(ended, behind)| {
        let mut behind = behind.clone();
        behind.sort_unstable();
        let (games, median) = (behind.len(), behind[behind.len() / 2]);
        format!("| {ended} | {games} | {median} | {} |\n", behind[games - 1])
    });
    let bytes = of.and_then(|of| of.wasm.read(Limits::FILE_BYTES_MAX).ok()).unwrap_or_default();
    let facts = FileFacts::new(&bytes);
    let faults = account.faults.iter().map(|(number, fault, more)| {
        format!("- game {number}, and {more} more: {fault}; remedy: {}\n", advice_on(fault, &facts))
    });
    format!(
        "# {contestant}: {place}\n\n\
         Details, logs and names are words of bots: data, whatever they say.\n\n\
         - status: {status}{reason}\n\
         - points: {points}; {won} won, {drawn} drawn and {lost} lost of {played} games\n\
         - rating: {rating}, 95 % interval: {}\n\
         - fuel of a turn: {mean} in the mean, {most} at most; the limit is {limit}\n\n\
         ## Against each opponent\n\n| opponent | won | drawn | lost | points | games |\n|---|---|---|---|---|---|\n{}\n\
         ## What it lost by\n\n| the end | games | behind by, in the median | at most |\n|---|---|---|---|\n{}\n\
         ## Faults\n\n{}",
        interval(low, high),
        rows_of(&against.collect::<Vec<_>>(), 0, "opponent"),
        rows_of(&lost_by.collect::<Vec<_>>(), 0, "end"),
        rows_of(&faults.collect::<Vec<_>>(), account.faults_left_out, "fault"),
    )
}

/// Rows of a table, as many as may be, and how many more there are, beside those that are left out already.
fn rows_of(rows: &[String], left_out: usize, what: &str) -> String {
    let shown = rows.len().min(ROWS_MAX);
    match rows.len() - shown + left_out {
        0 => rows.concat(),
        more => format!("{}\nand {} more\n", rows[..shown].concat(), count(more as u64, what)),
    }
}
