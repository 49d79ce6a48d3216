//! The files of a folder of results, read as they were published. Plays nothing and computes nothing.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use judge_core::error::{Error, Mistake};
use judge_core::file::{self, Links, ShortLines};
use judge_core::game::Recording;
use judge_core::results::{Evidence, Manifest, is_evidence};
use judge_core::tournament::Tournament;
use judge_play::text::sanitize;
use serde::{Deserialize, Deserializer};
use sha2::{Digest, Sha256};

/// The most bytes of a table.
const TABLE_BYTES_MAX: u64 = 1 << 30;
/// The most bytes of a bot that a page can hold.
const BOT_BYTES_MAX: u64 = 4 << 20;

/// A tournament's results, and the bots that may be handed out.
pub struct Published {
    /// What the results depend on.
    pub manifest: Manifest,
    /// The standings, in order.
    pub rows: Vec<Row>,
    /// Contestants that were left out because their files are no bots.
    pub left_out: Vec<Row>,
    /// All games, in order.
    pub games: Vec<Game>,
    /// The seats of all games, in order.
    pub seats: Vec<Seat>,
    /// The evidence of faults, by contestant and kind.
    pub faults: Vec<Evidence>,
    /// The bots' files, in the manifest's order; `None` where the tournament does not publish one.
    pub bots: Vec<Option<Vec<u8>>>,
    /// What was done in games, by their place in the list. Such a game can be shown without its bots.
    pub recordings: BTreeMap<usize, Recording>,
}

/// A row of `results.csv`.
#[derive(Debug, Deserialize)]
pub struct Row {
    /// Place, from 1; nothing if it was left out.
    pub rank: Option<usize>,
    /// Name.
    pub contestant: String,
    /// Points.
    pub points: u64,
    /// Games that count.
    pub played: u64,
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// Rating, if there is one.
    pub rating: Option<f64>,
    /// Lower end of its interval.
    pub rating_low: Option<f64>,
    /// Upper end of its interval.
    pub rating_high: Option<f64>,
    /// Best place that the rating allows for.
    pub rank_low: Option<usize>,
    /// Worst place that the rating allows for.
    pub rank_high: Option<usize>,
    /// Faults.
    pub faults: u64,
    /// `ranked` or `disqualified`.
    pub status: String,
    /// Why.
    pub reason: String,
    /// Fuel a turn.
    pub fuel_per_turn_mean: u64,
}

/// A row of `games.csv`.
#[derive(Debug, Deserialize)]
pub struct Game {
    /// Number, from 1.
    pub game: usize,
    /// Its round's number.
    pub round: u32,
    /// Who sat where.
    #[serde(deserialize_with = "list")]
    pub seats: Vec<String>,
    /// Its round's seed.
    #[serde(deserialize_with = "seed")]
    pub seed: u64,
    /// What became of it.
    pub outcome: String,
    /// Why.
    pub reason: String,
    /// Points of the seats.
    #[serde(deserialize_with = "list")]
    pub points: Vec<u64>,
    /// Actions.
    pub turns: u32,
    /// Fuel of the seats.
    #[serde(deserialize_with = "list")]
    pub fuel: Vec<u64>,
    /// SHA-256 of the transcript; empty if it was not played.
    pub transcript_sha256: String,
    /// Which of the round's seat orders it was: games of a round follow one another.
    #[serde(skip)]
    pub order: usize,
}

/// A row of `seats.csv`.
#[derive(Debug, Deserialize)]
pub struct Seat {
    /// The game's number.
    pub game: usize,
    /// Who sat there.
    pub contestant: String,
    /// Fuel a turn; nothing if there was no turn.
    pub fuel_per_turn_mean: Option<u64>,
    /// Fuel of the dearest turn.
    pub fuel_per_turn_max: Option<u64>,
    /// Memory in the end, in bytes; nothing if the game was not played, and 0 if it was not started.
    pub memory: Option<u64>,
}

/// A seed in hexadecimal digits.
fn seed<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    let text = String::deserialize(from)?;
    let digits = text.strip_prefix("0x").unwrap_or(&text);
    u64::from_str_radix(digits, 16).map_err(|_| serde::de::Error::custom(format!("{text:?} is no seed")))
}

/// A list in one cell; a quote in front keeps spreadsheets from taking it for a formula.
fn list<'de, D: Deserializer<'de>, T: std::str::FromStr>(from: D) -> Result<Vec<T>, D::Error> {
    let text = String::deserialize(from)?;
    let items = text.trim_start_matches('\'').split(' ').filter(|item| !item.is_empty());
    let item = |item: &str| item.parse().map_err(|_| serde::de::Error::custom(format!("{item:?} is wrong")));
    items.map(item).collect()
}

impl Published {
    /// Reads a folder of results. The tournament's file is where the manifest says, or where the caller says.
    ///
    /// # Errors
    /// What is missing or wrong in the folder, or that a bot is not the one that played.
    pub fn read(folder: &Path, tournament: Option<&Path>) -> Result<Self, Error> {
        let file = folder.join("manifest.toml");
        let text = file::read_text(&file, Links::Refuse).map_err(|error| no_results(&file, &error))?;
        let mut manifest = Manifest::parse(&file, &text)?;
        manifest.tournament.title = sanitize(&manifest.tournament.title);
        let most = MostRows::of(&manifest);
        let rows: Vec<Row> = table(&folder.join("results.csv"), most.results)?;
        let (rows, left_out) = rows.into_iter().partition(|row| row.rank.is_some());
        let mut games: Vec<Game> = table(&folder.join("games.csv"), most.games)?;
        number_orders(&mut games);
        let seats = table(&folder.join("seats.csv"), most.seats)?;
        let faults = evidence(&folder.join("faults"))?;
        let bots = bots(folder, &manifest, tournament)?;
        let recordings = BTreeMap::new();
        Ok(Self { manifest, rows, left_out, games, seats, faults, bots, recordings })
    }

    /// Leaves out the bots of all contestants but these.
    pub fn keep_bots(&mut self, names: &[String]) {
        for (contestant, bot) in self.manifest.contestant.iter().zip(&mut self.bots) {
            if !names.contains(&contestant.name) {
                *bot = None;
            }
        }
    }

    /// The games that were played and cannot be played here by their bots, by their place in the list.
    pub fn without_bots(&self) -> impl Iterator<Item = usize> + '_ {
        let is_here = |name: &String| self.index(name).is_some_and(|bot| self.bots[bot].is_some());
        let lacks = move |game: &Game| !game.transcript_sha256.is_empty() && !game.seats.iter().all(is_here);
        self.games.iter().enumerate().filter(move |(_, game)| lacks(game)).map(|(place, _)| place)
    }

    /// The place of a contestant in the manifest, which is by name.
    #[must_use]
    pub fn index(&self, name: &str) -> Option<usize> {
        self.manifest.contestant.iter().position(|contestant| contestant.name == name)
    }
}

fn no_results(file: &Path, error: &std::io::Error) -> Mistake {
    Mistake::in_file(file, format!("no results here: {error}; name the folder that judge run has written"))
}

/// The most rows that the tables of a tournament can have. A stranger's may have any number, and memory has not.
struct MostRows {
    results: u64,
    games: u64,
    seats: u64,
}

impl MostRows {
    fn of(manifest: &Manifest) -> Self {
        let games = manifest.rows_of_games_max().unwrap_or(u64::MAX);
        Self {
            results: (manifest.contestant.len() + manifest.left_out.len()) as u64,
            games,
            seats: games.saturating_mul(manifest.tournament.seats as u64),
        }
    }
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

/// Games of a round have its seed and its number, and follow one another in the order of its seatings.
fn number_orders(games: &mut [Game]) {
    for index in 1..games.len() {
        let (before, game) = (&games[index - 1], &games[index]);
        if before.seed == game.seed && before.round == game.round {
            games[index].order = before.order + 1;
        }
    }
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

/// The bots that the tournament publishes, in the manifest's order.
fn bots(folder: &Path, manifest: &Manifest, file: Option<&Path>) -> Result<Vec<Option<Vec<u8>>>, Error> {
    let nobody = || manifest.contestant.iter().map(|_| None).collect();
    let there = manifest.tournament.path.as_ref().map(|path| folder.join(path));
    let Some(path) = file.map(Path::to_owned).or(there.filter(|path| path.exists())) else {
        return Ok(nobody());
    };
    let tournament = Tournament::read(&path)?;
    let bot = |played: &judge_core::results::ContestantPart| {
        let contestant = tournament.contestants.iter().find(|other| other.name.as_str() == played.name);
        let Some(contestant) = contestant.filter(|contestant| contestant.publish) else { return Ok(None) };
        let wrong = |problem: String| Mistake::in_file(contestant.wasm.path(), problem);
        let bytes = contestant
            .wasm
            .read(BOT_BYTES_MAX)
            .map_err(|error| wrong(format!("it cannot be read: {error}")))?;
        if hex::encode(Sha256::digest(&bytes)) == played.sha256 {
            return Ok(Some(bytes.into_owned()));
        }
        let text = format!("it is not the file of {} that played; run the tournament again", played.name);
        Err(wrong(text).into())
    };
    manifest.contestant.iter().map(bot).collect()
}
