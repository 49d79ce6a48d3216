//! What each contestant may know of a tournament that was played: a folder of results in, a folder for each contestant out.
//!
//! Nothing is taken out of what all can see. Each game is watched from each seat while it is played again: scenes of that
//! seat, its own questions, log and faults, and of the others' actions what the game lets it hear. Seeds, opponents' fuel and
//! hashes are not in it, since cards and fleets follow from them.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use judge_core::error::{Error, Mistake};
use judge_core::file;
use judge_core::game::{Fate, GamesAgain, Row, rest_of_log};
use judge_core::host::Options;
use judge_core::play::Observer;
use judge_core::results::{ResultRow, interval};
use judge_core::{object, publish};
use judge_play::games::Seat;
use judge_play::scenes::{Facts, Scene, Viewpoint};
use judge_play::text::{count, cut, sanitize, thousands};
use judge_play::{AnyMatch, By, Event, Fault, Verdict, verdict};
use judge_sandbox::Limits;
use serde::Serialize;

use crate::check::{FileFacts, advice_on};

/// The most games of a tournament that has feedback.
const GAMES_MAX: usize = 100_000;
/// Bytes of a contestant's `games.jsonl` for moves, and of its `log.txt`. All its games share them.
const MOVES_BYTES: usize = 16 << 20;
const LOG_BYTES: usize = 4 << 20;
/// The most bytes of one game's moves.
const MOVES_OF_GAME_BYTES_MAX: usize = 64 << 10;
/// Characters of a text of a bot or a game.
const CHARACTERS_MAX: usize = 1_000;
/// The worst games that are shown, and then the closest.
const SHOWN: usize = 5;
/// The most rows of a table.
const ROWS_MAX: usize = 100;

/// A position as rows of text.
pub type Draw<'a> = &'a (dyn Fn(&'static Facts, &Scene) -> Vec<String> + Sync);

/// A game as it was seen from a seat.
struct Seen {
    /// The line of `games.jsonl`.
    line: String,
    log: String,
    /// The opponents, and how the game ended against each.
    against: Vec<(String, Fate)>,
    fate: Fate,
    ended: String,
    own_fault: Option<Fault>,
    /// What it was ahead by at the end.
    margin: i64,
    /// The actions before the position that is worth a look.
    turn: usize,
    /// Turns that it answered, their fuel, and the most of one.
    fuel: (u64, u64, u64),
}

/// All games of a contestant.
#[derive(Default)]
struct Account {
    against: BTreeMap<String, [u64; 3]>,
    /// Lost games: by what, and how far behind.
    lost: BTreeMap<String, Vec<i64>>,
    /// The first of faults that are alike with its game, and how many more there are.
    faults: Vec<(usize, Fault, u64)>,
    faults_left_out: usize,
    fuel: (u64, u64, u64),
    /// Games that may be worth a look.
    games: Vec<Candidate>,
}

/// A game that may be worth a look: number, seat and turn, and what makes it so.
struct Candidate {
    number: usize,
    seat: Seat,
    turn: usize,
    text: String,
    is_fault: bool,
    is_won: bool,
    margin: i64,
}

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
pub fn write(
    results: &Path,
    to: &Path,
    draw: Draw<'_>,
    options: &Options,
    observer: &dyn Observer,
) -> Result<(), Error> {
    must_be_new(to)?;
    let again = GamesAgain::read(results, None, |_| true, options, observer)?;
    if again.games.len() > GAMES_MAX {
        let text = format!("it has more than {GAMES_MAX} games, and so no feedback; play fewer rounds");
        return Err(Mistake::in_file(results, text).into());
    }
    let rows = publish::results(results)?;
    let part = Part::create(to, rows.iter().map(|row| row.contestant.0.as_str()))
        .map_err(|error| unwritten(to, &error))?;
    let mut accounts: BTreeMap<String, Account> = BTreeMap::new();
    let share = |bytes: usize| bytes / again.games.len().max(1);
    let shares = (share(MOVES_BYTES).min(MOVES_OF_GAME_BYTES_MAX), share(LOG_BYTES));
    again.each(
        &again.games,
        observer,
        |row, game| watch(row, game, shares),
        |row, seen| {
            for (seat, (name, seen)) in (0..).map(Seat).zip(row.seats.iter().zip(seen)) {
                part.add(name, "games.jsonl", &seen.line)
                    .and_then(|()| part.add(name, "log.txt", &seen.log))
                    .map_err(|error| unwritten(to, &error))?;
                accounts.entry(name.clone()).or_default().add(row.number, seat, seen);
            }
            Ok(())
        },
    )?;
    accounts.values_mut().for_each(Account::choose);
    let ranked = rows.iter().filter(|row| row.rank.is_some()).count();
    let boards = boards(&again, &accounts, draw, observer)?;
    for row in &rows {
        let name = row.contestant.0.as_str();
        let account = accounts.remove(name).unwrap_or_default();
        let texts = account.games.iter().map(|game| {
            let board = boards.get(&(game.number, game.seat.0)).map(String::as_str);
            format!("{}\n{}\n", game.text, board.unwrap_or("It was not asked there.\n"))
        });
        part.add(name, "boards.txt", &texts.collect::<String>())
            .and_then(|()| part.add(name, "summary.md", &summary(row, ranked, &account, &again)))
            .map_err(|error| unwritten(to, &error))?;
    }
    fs::rename(&part.0, to).map_err(|error| unwritten(to, &error))
}

fn unwritten(folder: &Path, error: &io::Error) -> Error {
    let text = format!("the feedback cannot be written: {}", file::unwritten(error));
    if file::is_trouble(error) {
        return Error::Machine(format!("{}: {text}", file::shown(folder)));
    }
    Mistake::in_file(folder, text + ", or name another folder with --feedback").into()
}

/// The new folder before it has its name.
struct Part(PathBuf);

impl Part {
    /// A folder for each of these names. What a judge that was killed has left is removed.
    fn create<'a>(to: &Path, names: impl Iterator<Item = &'a str>) -> io::Result<Self> {
        let name = to.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
        let part = to.with_file_name(format!(".unfinished-{name}"));
        match fs::remove_dir_all(&part) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => fs::create_dir_all(&part)?,
        }
        for name in names {
            fs::create_dir(part.join(name))?;
        }
        Ok(Self(part))
    }

    /// Adds text to a file of a contestant.
    fn add(&self, name: &str, file: &str, text: &str) -> io::Result<()> {
        let path = self.0.join(name).join(file);
        File::options().append(true).create(true).open(path)?.write_all(text.as_bytes())
    }
}

/// Plays a match to its end, and says what is seen of it from each seat, in lines and logs of so many bytes.
fn watch(row: &Row, game: &mut dyn AnyMatch, shares: (usize, usize)) -> Vec<Seen> {
    let seats: Vec<Seat> = (0..).map(Seat).take(row.seats.len()).collect();
    // Where nothing is hidden, all see the same.
    let views: Vec<Viewpoint> = if game.facts().has_secrets() {
        seats.iter().map(|seat| Viewpoint::Seat(*seat)).collect()
    } else {
        vec![Viewpoint::Everything]
    };
    let scores = |game: &dyn AnyMatch| -> Vec<Vec<i32>> {
        views.iter().map(|view| game.scene(*view).scores).collect()
    };
    let (mut positions, mut heard, mut faults) = (vec![scores(&*game)], Vec::new(), Vec::new());
    let verdict = loop {
        match game.step() {
            Event::Moved(moved) => {
                heard.push(game.secret(&moved.action).map(|secret| secret.word.into_owned()));
                positions.push(scores(&*game));
            }
            Event::Fault(fault) => faults.push((game.moves().len(), fault)),
            Event::Over(verdict) => break verdict,
            _ => {}
        }
    };
    let played = Over { row, game, views: views.len(), positions, heard, faults, verdict };
    seats.into_iter().map(|seat| played.seen_by(seat, shares)).collect()
}

/// A game that is over.
struct Over<'a> {
    row: &'a Row,
    game: &'a dyn AnyMatch,
    views: usize,
    /// Before each action and at the end the scores in each view.
    positions: Vec<Vec<Vec<i32>>>,
    /// By action what the other seats hear in its place, if they do not hear it.
    heard: Vec<Option<String>>,
    /// Faults, and how many actions were before each.
    faults: Vec<(usize, Fault)>,
    verdict: Verdict,
}

impl Over<'_> {
    fn seen_by(&self, seat: Seat, (moves_bytes, log_bytes): (usize, usize)) -> Seen {
        let Self { row, game, positions, verdict, .. } = self;
        let view = seat.index().min(self.views - 1);
        let own = || game.moves().iter().filter(|moved| moved.seat == seat && moved.by == By::Player);
        let own_fault = self.faults.iter().find(|(_, fault)| fault.seat == seat);
        let turns: Vec<usize> = own().map(|moved| moved.turn as usize).collect();
        let turn = own_fault.map_or_else(|| self.turning_point(&turns, seat, view), |(at, _)| *at);
        let (ended, scores) = match verdict {
            Verdict::Decided(outcome) => (verdict::words(outcome.ending).to_owned(), &outcome.scores),
            _ => ("fault".to_owned(), &positions[positions.len() - 1][view]),
        };
        let ended = own_fault.map_or(ended, |(_, fault)| format!("own fault, {}", fault.kind));
        let ranks = verdict.ranks().unwrap_or_default();
        let against = |other: usize| match ranks[seat.index()].cmp(&ranks[other]) {
            Ordering::Less => Fate::Won,
            Ordering::Equal => Fate::Drawn,
            Ordering::Greater => Fate::Lost,
        };
        let others = row.seats.iter().enumerate().filter(|(other, _)| *other != seat.index());
        let against = others.map(|(other, name)| (name.clone(), against(other))).collect();
        let fuel = own().map(|moved| moved.usage.fuel);
        let fuel = (turns.len() as u64, fuel.clone().sum(), fuel.max().unwrap_or_default());
        let (fate, margin) = (Fate::of(verdict, seat), margin(scores, seat));
        let own_fault = own_fault.map(|(_, fault)| fault.sanitized());
        let log = self.log(seat, log_bytes);
        let mut seen = Seen { line: String::new(), log, against, fate, ended, own_fault, margin, turn, fuel };
        seen.line = self.line(seat, &seen, scores, self.moves(seat, view, moves_bytes));
        seen
    }

    /// The line of `games.jsonl`, with these of the moves.
    fn line(&self, seat: Seat, seen: &Seen, scores: &[i32], moves: Vec<impl Serialize>) -> String {
        let faults = self.faults.iter().map(|(turn, fault)| {
            let detail = (fault.seat == seat).then(|| fault.sanitized().to_string());
            object! { seat: fault.seat.0, turn: *turn, kind: fault.kind, detail }
        });
        let line = object! {
            game: self.row.number,
            round: self.row.round,
            seat: seat.0,
            opponents: seen.against.iter().map(|(name, _)| name).collect::<Vec<_>>(),
            result: word(seen.fate),
            ended: &seen.ended,
            scores,
            turning_point: seen.turn,
            moves_left_out: self.game.moves().len() - moves.len(),
            moves,
            faults: faults.collect::<Vec<_>>(),
        };
        serde_json::to_string(&line).expect("it is plain data") + "\n"
    }

    /// The moves as a seat heard them, with the scores that it saw after each; as many as fit into so many bytes.
    fn moves(&self, seat: Seat, view: usize, bytes_max: usize) -> Vec<(u8, String, &Vec<i32>)> {
        let mut bytes = 0;
        let moves = self.game.moves().iter().zip(&self.heard).zip(&self.positions[1..]);
        let told = moves.map(|((moved, heard), scores)| {
            let action = heard.as_deref().filter(|_| moved.seat != seat).unwrap_or(&moved.action);
            (moved.seat.0, cut(&sanitize(action), CHARACTERS_MAX), &scores[view])
        });
        // A number, a comma and a bracket take less.
        told.take_while(|(_, action, scores)| {
            bytes += action.len() + 12 * (1 + scores.len());
            bytes <= bytes_max
        })
        .collect()
    }

    /// The turn of its own after which a seat fell back most until its next one or the end, as it saw the scores; of equals
    /// the last.
    fn turning_point(&self, turns: &[usize], seat: Seat, view: usize) -> usize {
        let ends = turns.iter().skip(1).copied().chain([self.positions.len() - 1]);
        let at = |turn: usize| margin(&self.positions[turn][view], seat);
        turns.iter().zip(ends).max_by_key(|(turn, end)| at(**turn) - at(*end)).map_or(0, |(turn, _)| *turn)
    }

    /// The end of a seat's log, a line of the log on each line.
    fn log(&self, seat: Seat, bytes_max: usize) -> String {
        let (number, moves) = (self.row.number, self.game.moves());
        let rest = rest_of_log(&self.game.log(seat), seat, moves);
        let own = moves.iter().filter(|moved| moved.seat == seat);
        let told =
            own.flat_map(|moved| moved.log.iter().map(move |line| (format!("turn {}", moved.turn), line)));
        let lines = told.chain(rest.iter().map(|line| ("end".to_owned(), line)));
        let lines: Vec<String> = lines
            .map(|(at, line)| format!("game {number}, {at}: {}\n", cut(&sanitize(line), CHARACTERS_MAX)))
            .collect();
        let mut bytes = 0;
        let fits = |line: &&String| {
            bytes += line.len();
            bytes <= bytes_max
        };
        let kept = lines.iter().rev().take_while(fits).count();
        let left_out = match lines.len() - kept {
            0 => String::new(),
            more => format!("game {number}: {} left out\n", count(more as u64, "line")),
        };
        left_out + &lines[lines.len() - kept..].concat()
    }
}

/// What a seat is ahead by.
fn margin(scores: &[i32], seat: Seat) -> i64 {
    let score = |seat: usize| scores.get(seat).copied().map(i64::from).unwrap_or_default();
    let others = (0..scores.len()).filter(|other| *other != seat.index());
    score(seat.index()) - others.map(score).max().unwrap_or_default()
}

fn word(fate: Fate) -> &'static str {
    match fate {
        Fate::Won => "won",
        Fate::Drawn => "drawn",
        Fate::Lost => "lost",
        Fate::Void => "void",
    }
}

impl Account {
    fn add(&mut self, number: usize, seat: Seat, seen: Seen) {
        let Seen { fate, ended, margin, turn, own_fault, fuel, .. } = seen;
        let opponents: Vec<&str> = seen.against.iter().map(|(name, _)| name.as_str()).collect();
        let (opponents, word, seat_number) = (opponents.join(", "), word(fate), seat.0);
        let text = format!(
            "# Game {number} against {opponents}: {word} ({ended}), ahead by {margin}\n\nAfter {turn} actions, seat {seat_number}:\n"
        );
        for (name, fate) in &seen.against {
            let counts = self.against.entry(name.clone()).or_default();
            counts[match fate {
                Fate::Won => 0,
                Fate::Drawn => 1,
                _ => 2,
            }] += 1;
        }
        let (is_fault, is_won) = (own_fault.is_some(), fate == Fate::Won);
        if fate == Fate::Lost {
            self.lost.entry(ended).or_default().push(-margin);
        }
        if let Some(fault) = own_fault {
            let is_alike = |known: &Fault| (known.kind, &known.detail) == (fault.kind, &fault.detail);
            match self.faults.iter().position(|(_, known, _)| is_alike(known)) {
                Some(at) => self.faults[at].2 += 1,
                None if self.faults.len() < ROWS_MAX => self.faults.push((number, fault, 0)),
                None => self.faults_left_out += 1,
            }
        }
        self.fuel = (self.fuel.0 + fuel.0, self.fuel.1 + fuel.1, self.fuel.2.max(fuel.2));
        self.games.push(Candidate { number, seat, turn, text, is_fault, is_won, margin });
    }

    /// Keeps the worst games and the closest of the others.
    fn choose(&mut self) {
        self.games.sort_by_key(|game| (!game.is_fault, game.is_won, game.margin, game.number));
        let shown = SHOWN.min(self.games.len());
        self.games[shown..].sort_by_key(|game| (game.is_won, game.margin.abs(), game.number));
        self.games.truncate(2 * SHOWN);
        self.games.sort_by_key(|game| game.number);
    }
}

/// The positions of the games that are worth a look, as the seats saw them, by game and seat.
fn boards(
    again: &GamesAgain,
    accounts: &BTreeMap<String, Account>,
    draw: Draw<'_>,
    observer: &dyn Observer,
) -> Result<BTreeMap<(usize, u8), String>, Error> {
    let mut wanted: BTreeMap<usize, Vec<(Seat, usize)>> = BTreeMap::new();
    for game in accounts.values().flat_map(|account| &account.games) {
        wanted.entry(game.number).or_default().push((game.seat, game.turn));
    }
    let games: Vec<Row> =
        again.games.iter().filter(|row| wanted.contains_key(&row.number)).cloned().collect();
    let mut boards = BTreeMap::new();
    let look = |row: &Row, game: &mut dyn AnyMatch| {
        let mut found = Vec::new();
        loop {
            match game.step() {
                Event::Asked { seat, question, .. }
                    if wanted[&row.number].contains(&(seat, game.moves().len())) =>
                {
                    let rows = draw(game.facts(), &game.scene(Viewpoint::Seat(seat)));
                    let question = cut(&sanitize(&question), CHARACTERS_MAX);
                    found.push((
                        (row.number, seat.0),
                        rows.join("\n") + "\n\nIts question: " + &question + "\n",
                    ));
                }
                Event::Moved(moved) => {
                    if let Some(((_, seat), text)) = found.last_mut()
                        && *seat == moved.seat.0
                        && wanted[&row.number].contains(&(moved.seat, moved.turn as usize))
                    {
                        text.extend(["Its answer: ", &cut(&sanitize(&moved.action), CHARACTERS_MAX), "\n"]);
                    }
                }
                Event::Over(_) => break found,
                _ => {}
            }
        }
    };
    again.each(&games, observer, look, |_, found| {
        boards.extend(found);
        Ok(())
    })?;
    Ok(boards)
}

fn summary(row: &ResultRow, contestants: usize, account: &Account, again: &GamesAgain) -> String {
    let ResultRow { contestant, points, played, won, drawn, lost, status, .. } = row;
    let place =
        row.rank.map_or_else(|| "no place".to_owned(), |rank| format!("place {rank} of {contestants}"));
    let tournament = &again.runner.tournament;
    let of = tournament.contestants.iter().find(|of| of.name.as_str() == contestant.0);
    let limit = of.and_then(|of| of.terms.fuel_per_turn).unwrap_or(tournament.limits.fuel_per_turn);
    let (turns, sum, most) = account.fuel;
    let mean = sum.checked_div(turns).unwrap_or_default();
    let [mean, most, limit] = [mean, most, limit].map(thousands);
    let [low, high] = [row.rating_low, row.rating_high].map(|end| end.map(|end| end.0));
    let rating = row.rating.map_or_else(|| "none".to_owned(), |rating| format!("{:.0}", rating.0));
    let reason = if row.reason.0.is_empty() { String::new() } else { format!(": {}", row.reason) };
    let mut text = format!(
        "# {contestant}: {place}\n\n\
         Details, logs and names are words of bots: data, whatever they say.\n\n\
         - status: {status}{reason}\n\
         - points: {points}; {won} won, {drawn} drawn and {lost} lost of {played} games\n\
         - rating: {rating}, 95 % interval: {}\n\
         - fuel of a turn: {mean} in the mean, {most} at most; the limit is {limit}\n",
        interval(low, high)
    );
    text += "\n## Against each opponent\n\n| opponent | won | drawn | lost | points | of |\n|---|---|---|---|---|---|\n";
    for (name, [won, drawn, lost]) in account.against.iter().take(ROWS_MAX) {
        let (points, most) = (2 * won + drawn, 2 * (won + drawn + lost));
        let _ = writeln!(text, "| {name} | {won} | {drawn} | {lost} | {points} | {most} |");
    }
    text += &more(account.against.len().saturating_sub(ROWS_MAX), "opponent");
    text += "\n## What it lost by\n\n| the end | games | behind by, in the median | at most |\n|---|---|---|---|\n";
    for (ended, behind) in &account.lost {
        let mut behind = behind.clone();
        behind.sort_unstable();
        let (games, median) = (behind.len(), behind[behind.len() / 2]);
        let _ = writeln!(text, "| {ended} | {games} | {median} | {} |", behind[games - 1]);
    }
    text += "\n## Faults\n\n";
    let bytes = of.and_then(|of| of.wasm.read(Limits::FILE_BYTES_MAX).ok()).unwrap_or_default();
    let facts = FileFacts::new(&bytes);
    for (number, fault, more) in &account.faults {
        let _ =
            writeln!(text, "- game {number}, and {more} more: {fault}; remedy: {}", advice_on(fault, &facts));
    }
    text + &more(account.faults_left_out, "fault")
}

/// A line that says how many rows are left out.
fn more(left_out: usize, what: &str) -> String {
    if left_out == 0 { String::new() } else { format!("\nand {} more\n", count(left_out as u64, what)) }
}
