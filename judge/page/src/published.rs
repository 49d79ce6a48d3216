//! The files of a folder of results, read as they were published. Plays nothing and computes nothing.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use judge_bots::FileKind;
use judge_core::error::{Error, Mistake};
use judge_core::file::{self, Links, ShortLines};
use judge_core::game::Recording;
use judge_core::phases::{End, EntrantId, Match, Row};
use judge_core::results::{Evidence, GameRow, Manifest, ResultRow, SeatRow, is_evidence};
use judge_core::tournament::{GameFiles, GameSource, Tournament, Wasm};
use judge_limits::Limits;
use judge_play::GameInfo;
use judge_play::scenes::Facts;
use judge_play::text::{sanitize, thousands};
use serde::Deserialize;
use sha2::{Digest, Sha256};

/// The most bytes of a table.
const TABLE_BYTES_MAX: u64 = 1 << 30;
/// The most bytes of a bot or a game that a page holds if nobody says otherwise. An interpreter has more.
pub const BYTES_MAX: u64 = 4 << 20;

/// A tournament's results, and the bots that may be handed out.
pub struct Published {
    /// The manifest, on which the results depend.
    pub manifest: Manifest,
    /// The standings, in order.
    pub rows: Vec<ResultRow>,
    /// Contestants that were left out because their files are no bots.
    pub left_out: Vec<ResultRow>,
    /// All games, in order.
    pub games: Vec<GameRow>,
    /// The seats of all games, in order.
    pub seats: Vec<SeatRow>,
    /// How each phase ended, as far as tables of phases say it.
    pub(crate) ends: Vec<End>,
    /// The evidence of faults, by contestant and kind.
    pub faults: Vec<Evidence>,
    /// The bots' files, in the manifest's order; `None` where the tournament does not publish one.
    pub bots: Vec<Option<Vec<u8>>>,
    /// The most bytes of one of them.
    pub bots_max: u64,
    /// Contestants whose bots the tournament publishes and no page runs, and why.
    pub left_off: Vec<(String, String)>,
    /// The recordings of games, by their place in the list. Such a game can be shown without its bots.
    pub recordings: BTreeMap<usize, Recording>,
    /// What could be seen of games that no page can play, by their numbers: packed, as [`packed`](crate::packed) does it.
    pub scenes: BTreeMap<usize, String>,
    /// The game.
    pub game: PublishedGame,
    /// The address at which the report will be, if that is known.
    pub url: Option<String>,
}

/// The game of a tournament, as a page has it.
pub struct PublishedGame {
    /// The facts of the game.
    pub info: &'static GameInfo,
    /// Its code, if it is a file that a page can run.
    pub file: Option<GameOnPage>,
    /// The reason why a page cannot show it; nothing if it can.
    pub why_not: &'static str,
}

/// The code of a game that is a file.
pub struct GameOnPage {
    /// The file.
    pub bytes: Vec<u8>,
    /// The limits of the game.
    pub limits: Limits,
}

impl Published {
    /// Reads a folder of results, with bots of at most `bots_max` bytes. The tournament's file is where the manifest says, or where
    /// the caller says. If its game is a file, `loader` loads that.
    ///
    /// # Errors
    /// The file that is missing or wrong in the folder, or the bot that is not the one that played.
    pub fn read(
        folder: &Path,
        tournament: Option<&Path>,
        loader: &GameFiles,
        bots_max: u64,
    ) -> Result<Self, Error> {
        let file = folder.join("manifest.toml");
        let text = file::read_text(&file, Links::Refuse).map_err(|error| no_results(&file, &error))?;
        let mut manifest = Manifest::parse(&file, &text)?;
        manifest.tournament.title = sanitize(&manifest.tournament.title);
        // The most rows that the tables of the tournament can have. A stranger's may have any number, and memory has not.
        let results_max = (manifest.contestant.len() + manifest.left_out.len()) as u64;
        let games_max = manifest.rows_of_games_max().unwrap_or(u64::MAX);
        let rows: Vec<ResultRow> = table(&folder.join("results.csv"), results_max)?;
        let (mut rows, left_out): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.rank.is_some());
        let mut games: Vec<GameRow> = table(&folder.join("games.csv"), games_max)?;
        let seats_max = games_max.saturating_mul(manifest.tournament.seats as u64);
        let mut seats: Vec<SeatRow> = table(&folder.join("seats.csv"), seats_max)?;
        // A contestant is in one row of each phase, and loses two matches at most.
        let rows_max = 2 * (manifest.contestant.len() * manifest.phases().len()) as u64;
        let files = ["groups.csv", "matches.csv"].map(|file| folder.join(file));
        let mut tables: Vec<Row> = table_if_any(&files[0], rows_max)?;
        let mut matches: Vec<Match> = table_if_any(&files[1], rows_max)?;
        let ids = Ids::new(folder, &manifest);
        for row in &mut tables {
            row.contestant = ids.of("groups.csv", &row.name)?;
        }
        for found in &mut matches {
            found.sides = [ids.of("matches.csv", &found.one)?, ids.of("matches.csv", &found.other)?];
        }
        for row in &mut rows {
            row.id = ids.of("results.csv", &row.contestant.0)?;
        }
        for game in &mut games {
            let seats = game.seats.0.iter().map(|name| ids.of("games.csv", name));
            game.ids = seats.collect::<Result<_, _>>()?;
        }
        seats.retain(|seat| (1..=games.len()).contains(&seat.game));
        for seat in &mut seats {
            seat.id = ids.of("seats.csv", &seat.contestant.0)?;
        }
        let ends = ends(manifest.phases().len(), tables, matches);
        // Games of a round follow one another, in the order of its seatings.
        for at in 1..games.len() {
            if (games[at].seed, games[at].round) == (games[at - 1].seed, games[at - 1].round) {
                games[at].order = games[at - 1].order + 1;
            }
        }
        let faults = evidence(&folder.join("faults"))?;
        let mut left_off = Vec::new();
        let tournament = the_tournament(folder, &manifest, tournament, loader)?;
        let mut bots = bots(&manifest, tournament.as_ref(), bots_max, &mut left_off)?;
        let game = game(&manifest, tournament.as_ref())?;
        if !game.why_not.is_empty() {
            bots.fill(None);
        }
        Ok(Self {
            manifest,
            rows,
            left_out,
            games,
            seats,
            ends,
            faults,
            bots,
            bots_max,
            left_off,
            recordings: BTreeMap::new(),
            scenes: BTreeMap::new(),
            game,
            url: None,
        })
    }

    /// Leaves out the bots of all contestants but these.
    pub fn keep_bots(&mut self, names: &[String]) {
        for (contestant, bot) in self.manifest.contestant.iter().zip(&mut self.bots) {
            if !names.contains(&contestant.name) {
                *bot = None;
            }
        }
    }

    /// The games that were played and cannot be played here by their bots, by their place in the list; none if no game can
    /// be shown at all.
    pub fn without_bots(&self) -> impl Iterator<Item = usize> + '_ {
        let is_here = |name: &String| self.index(name).is_some_and(|bot| self.bots[bot].is_some());
        let lacks = move |game: &GameRow| game.is_played() && !game.seats.0.iter().all(is_here);
        let games = if self.game.why_not.is_empty() { &self.games[..] } else { &[] };
        games.iter().enumerate().filter(move |(_, game)| lacks(game)).map(|(place, _)| place)
    }

    /// The place of a contestant in the manifest, which is by name.
    #[must_use]
    pub fn index(&self, name: &str) -> Option<usize> {
        self.manifest.contestant.iter().position(|contestant| contestant.name == name)
    }
}

/// How each phase ended, as the rows of its tables and matches say it.
fn ends(phases: usize, tables: Vec<Row>, matches: Vec<Match>) -> Vec<End> {
    let mut ends = vec![End { rows: vec![], matches: vec![], is_over: true }; phases];
    let place = |phase: u32| (phase as usize).wrapping_sub(1);
    for row in tables {
        if let Some(end) = ends.get_mut(place(row.phase)) {
            end.rows.push(Row { buchholz: sanitize(&row.buchholz), ..row });
        }
    }
    for found in matches {
        if let Some(end) = ends.get_mut(place(found.phase)) {
            end.matches.push(found);
        }
    }
    ends
}

/// The places of those who played, by their names.
struct Ids<'a> {
    folder: &'a Path,
    by_name: BTreeMap<&'a str, EntrantId>,
}

impl<'a> Ids<'a> {
    fn new(folder: &'a Path, manifest: &'a Manifest) -> Self {
        let names = manifest.contestant.iter().map(|contestant| contestant.name.as_str());
        Self { folder, by_name: names.zip((0..).map(EntrantId)).collect() }
    }

    /// Who is named in a table, if that is somebody who played.
    fn of(&self, file: &str, name: &str) -> Result<EntrantId, Mistake> {
        self.by_name.get(name).copied().ok_or_else(|| {
            let text =
                format!("there is no contestant {name} in manifest.toml; write both anew with judge run");
            Mistake::in_file(self.folder.join(file), sanitize(&text))
        })
    }
}

fn no_results(file: &Path, error: &std::io::Error) -> Mistake {
    Mistake::in_file(file, format!("no results here: {error}; name the folder that judge run has written"))
}

/// The rows of a table, which has so many of them at most.
fn table<R: for<'de> Deserialize<'de>>(path: &Path, rows_max: u64) -> Result<Vec<R>, Error> {
    let file = file::open(path, Links::Refuse).map_err(|error| no_results(path, &error))?;
    let reader = ShortLines::new(file.take(TABLE_BYTES_MAX));
    let mut rows = Vec::new();
    for row in csv::Reader::from_reader(reader).into_deserialize() {
        let wrong = |text: String| Error::from(Mistake::in_file(path, text));
        if rows.len() as u64 == rows_max {
            return Err(wrong(format!(
                "it has more than {rows_max} rows, and no table of the tournament in manifest.toml has; write both anew with judge run"
            )));
        }
        rows.push(row.map_err(|error| wrong(format!("it is no table of this judge: {error}")))?);
    }
    Ok(rows)
}

/// The same of a table that not all tournaments have.
fn table_if_any<R: for<'de> Deserialize<'de>>(path: &Path, rows_max: u64) -> Result<Vec<R>, Error> {
    if path.exists() { table(path, rows_max) } else { Ok(vec![]) }
}

/// The files of evidence, by name.
fn evidence(folder: &Path) -> Result<Vec<Evidence>, Error> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(Vec::new()) };
    let paths = entries.filter_map(Result::ok).map(|entry| entry.path());
    let is_ours = |path: &PathBuf| path.file_name().is_some_and(|name| is_evidence(&name.to_string_lossy()));
    let mut paths: Vec<PathBuf> = paths.filter(is_ours).collect();
    paths.sort();
    let read = |path: &PathBuf| {
        let wrong = |problem: String| Mistake::in_file(path, format!("it is no evidence: {problem}"));
        let text = file::read_text(path, Links::Refuse).map_err(|error| wrong(error.to_string()))?;
        Ok(toml::from_str(&text).map_err(|error| wrong(error.message().to_owned()))?)
    };
    paths.iter().map(read).collect()
}

/// The tournament's file, if it is there.
fn the_tournament(
    folder: &Path,
    manifest: &Manifest,
    file: Option<&Path>,
    games: &GameFiles,
) -> Result<Option<Tournament>, Error> {
    let there = manifest.tournament.path.as_ref().map(|path| folder.join(path)).filter(|path| path.exists());
    match file {
        Some(file) => Tournament::read_named(file, games).map(Some),
        None => there.map(|path| Tournament::read_with(&path, games)).transpose(),
    }
}

/// The bots that the tournament publishes, in the manifest's order, but for those that are `left_off`.
fn bots(
    manifest: &Manifest,
    tournament: Option<&Tournament>,
    bots_max: u64,
    left_off: &mut Vec<(String, String)>,
) -> Result<Vec<Option<Vec<u8>>>, Error> {
    let Some(tournament) = tournament else { return Ok(manifest.contestant.iter().map(|_| None).collect()) };
    let mut bot = |played: &judge_core::results::ContestantPart| {
        let contestant = tournament.contestants.iter().find(|other| other.name.as_str() == played.name);
        let Some(contestant) = contestant.filter(|contestant| contestant.publish) else { return Ok(None) };
        let mut leave_off = |why: String| {
            left_off.push((played.name.clone(), why));
            Ok(None)
        };
        if fs::metadata(contestant.wasm.path()).is_ok_and(|file| file.len() > bots_max) {
            return leave_off(format!(
                "it is larger than {} bytes, a limit that judge report --bots-max raises",
                thousands(bots_max)
            ));
        }
        let another = format!("it is not the file of {} that played; run the tournament again", played.name);
        let bytes = read_played(&contestant.wasm, bots_max, &played.sha256, &another)?;
        if !judge_bots::is_core_module(&bytes) {
            return leave_off("it has an interpreter, which no page runs".to_owned());
        }
        Ok(Some(bytes))
    };
    manifest.contestant.iter().map(&mut bot).collect()
}

/// The bytes of a file that played; `another` is the mistake if these have another hash.
fn read_played(wasm: &Wasm, bytes_max: u64, sha256: &str, another: &str) -> Result<Vec<u8>, Mistake> {
    let wrong = |problem: String| Mistake::in_file(wasm.path(), problem);
    let bytes = wasm.read(bytes_max).map_err(|error| wrong(format!("it cannot be read: {error}")))?;
    let is_it = hex::encode(Sha256::digest(&bytes)) == sha256;
    if is_it { Ok(bytes) } else { Err(wrong(another.to_owned())) }
}

/// The facts of a game that is not there.
const UNKNOWN: &GameInfo =
    &GameInfo { name: "", seats_max: 2, opening_plies: None, keys: &[], facts: &Facts::NONE, help: "" };

/// Why the page's engine cannot run a game, if it cannot.
#[must_use]
pub fn why_not_in_browsers(game: &[u8]) -> Option<&'static str> {
    if judge_bots::reads_lines(game, &FileKind::game()) {
        return Some("the game reads lines, and no browser plays it");
    }
    (game.len() as u64 > BYTES_MAX).then_some("the game is too large for a page")
}

/// The game, if it is one that a page can show.
fn game(manifest: &Manifest, tournament: Option<&Tournament>) -> Result<PublishedGame, Error> {
    let game = &manifest.tournament;
    let without_file = |info, why_not| Ok(PublishedGame { info, file: None, why_not });
    let Some(sha256) = &game.game_sha256 else {
        return without_file(GameInfo::named(&game.game).unwrap_or(UNKNOWN), "");
    };
    let Some(tournament) = tournament else {
        return without_file(
            UNKNOWN,
            "the game is a file, and that was not there when this page was written",
        );
    };
    let Some(GameSource { path, limits }) = &tournament.game_file else {
        return without_file(UNKNOWN, "the tournament's file names another game now");
    };
    let another = "it is not the game that was played; put its file back, or run the tournament again";
    let bytes = read_played(&Wasm::File(path.clone()), limits.file_bytes, sha256, another)?;
    let info = tournament.rules.info();
    if let Some(why) = why_not_in_browsers(&bytes) {
        return without_file(info, why);
    }
    let file = Some(GameOnPage { bytes, limits: limits.clone() });
    Ok(PublishedGame { info, file, why_not: "" })
}
