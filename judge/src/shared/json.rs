//! Output of commands for other tools: one object each. `docs/json.md` lists the keys.

use std::path::Path;

use judge_bots::GAMES_VERSION;
use judge_core::cluster::{self, PartStatus, Standings};
use judge_core::examples::{self, Purpose};
use judge_core::results::{Note, ResultRow, StandingsTable};
use judge_core::run::RunEnded;
use judge_core::verify::Agreement;
use judge_kit::{Kit, Language};
use judge_play::GAMES;
use judge_play::games::{Key, Kind};
use judge_play::text::sanitize;
use judge_season::verify::SeasonAgreement;
use serde::Serialize;

/// One object, with a line for each key.
pub(crate) fn text<T: Serialize>(whole: &T) -> String {
    let json = serde_json::to_string_pretty(whole).expect("it is plain data");
    format!("{json}\n")
}

/// How a run or a merge ended.
#[derive(Serialize)]
pub(crate) struct Run<'a> {
    format: &'static str,
    judge: &'static str,
    end: &'static str,
    folder: Option<String>,
    part: Option<[u32; 2]>,
    stage: Option<u32>,
    void: Option<&'a str>,
    title: Option<&'a str>,
    standings: Vec<Row<'a>>,
    remarks: &'a [String],
    notes: &'a [Note],
}

/// A contestant in the standings: the columns of `results.csv`.
#[derive(Serialize)]
pub(crate) struct Row<'a> {
    rank: Option<usize>,
    contestant: &'a str,
    name: String,
    points: u64,
    played: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    rating: Option<f64>,
    rating_low: Option<f64>,
    rating_high: Option<f64>,
    rank_low: Option<usize>,
    rank_high: Option<usize>,
    seeded: Option<usize>,
    faults: u64,
    status: &'a str,
    reason: String,
    fuel_per_turn_mean: u64,
    sha256: &'a str,
}

impl<'a> Row<'a> {
    fn of(row: &'a ResultRow) -> Self {
        // As in the file, which has a tenth.
        let tenth = |number: f64| (number * 10.0).round() / 10.0;
        Self {
            rank: row.rank,
            contestant: &row.contestant.0,
            name: sanitize(&row.name.0),
            points: row.points,
            played: row.played,
            won: row.won,
            drawn: row.drawn,
            lost: row.lost,
            rating: row.rating.map(|rating| tenth(rating.0)),
            rating_low: row.rating_low.map(|rating| tenth(rating.0)),
            rating_high: row.rating_high.map(|rating| tenth(rating.0)),
            rank_low: row.rank_low,
            rank_high: row.rank_high,
            seeded: row.seeded,
            faults: row.faults,
            status: &row.status,
            reason: sanitize(&row.reason.0),
            fuel_per_turn_mean: row.fuel_per_turn_mean,
            sha256: &row.sha256,
        }
    }
}

impl<'a> Run<'a> {
    /// Of a run that has ended.
    pub(crate) fn of(ended: &'a cluster::WorkEnded) -> Self {
        let mut run = Self {
            format: "judge-run-1",
            judge: GAMES_VERSION,
            end: "published",
            folder: None,
            part: None,
            stage: None,
            void: None,
            title: None,
            standings: Vec::new(),
            remarks: &[],
            notes: &[],
        };
        let table = match ended {
            cluster::WorkEnded::Whole(RunEnded::Published { table, folder, void }) => {
                (run.folder, run.void) = (Some(path(folder)), void.as_deref());
                Some(table)
            }
            cluster::WorkEnded::Part { shard, stage } => {
                (run.end, run.part, run.stage) = ("part", Some([shard.number, shard.total]), *stage);
                None
            }
            cluster::WorkEnded::NextStage { stage, table } => {
                (run.end, run.stage) = ("next-stage", Some(*stage));
                Some(table)
            }
            cluster::WorkEnded::AllStages => {
                run.end = "all-stages";
                None
            }
            cluster::WorkEnded::PartCancelled => {
                run.end = "interrupted";
                None
            }
            cluster::WorkEnded::Whole(RunEnded::Cancelled { table, .. }) => {
                run.end = "interrupted";
                Some(table)
            }
            cluster::WorkEnded::Whole(RunEnded::Stuck { table, void }) => {
                (run.end, run.void) = ("void", Some(void.as_str()));
                Some(table)
            }
        };
        if let Some(table) = table {
            run.tell(table);
        }
        run
    }

    fn tell(&mut self, table: &'a StandingsTable) {
        self.title = Some(&table.title);
        self.standings = table.rows.iter().map(Row::of).collect();
        self.remarks = &table.remarks;
        self.notes = &table.notes;
    }
}

/// How far a tournament's parts are.
#[derive(Serialize)]
pub(crate) struct Progress<'a> {
    format: &'static str,
    parts: &'a [PartStatus],
    standings: Vec<InFolder<'a>>,
}

#[derive(Serialize)]
struct InFolder<'a> {
    folder: String,
    are_final: bool,
    rows: Vec<Row<'a>>,
}

impl<'a> Progress<'a> {
    /// Of these parts, with the standings of these folders.
    pub(crate) fn of(parts: &'a [PartStatus], standings: &'a [(&Path, Standings)]) -> Self {
        let standings = standings.iter().map(|(folder, standings)| InFolder {
            folder: path(folder),
            are_final: standings.are_final,
            rows: standings.rows.iter().map(Row::of).collect(),
        });
        Self { format: "judge-status-1", parts, standings: standings.collect() }
    }
}

/// The result of verifying results or a season.
#[derive(Serialize)]
pub(crate) struct Verified<'a> {
    format: &'static str,
    agrees: bool,
    differences: Vec<String>,
    games_played: Option<u64>,
    games_taken: Option<u64>,
    sample_seed: Option<String>,
    misses: Vec<Miss>,
    tournament: Option<&'a Agreement>,
    season: Option<&'a SeasonAgreement>,
}

/// How likely a sample misses so many forged games.
#[derive(Serialize)]
struct Miss {
    forged_games: u32,
    chance: f64,
}

impl<'a> Verified<'a> {
    /// Nothing agrees yet.
    fn new(agrees: bool) -> Self {
        Self {
            format: "judge-verify-1",
            agrees,
            differences: Vec::new(),
            games_played: None,
            games_taken: None,
            sample_seed: None,
            misses: Vec::new(),
            tournament: None,
            season: None,
        }
    }

    /// These things differ.
    pub(crate) fn differs(differences: &[String]) -> Self {
        let differences = differences.iter().map(|difference| sanitize(difference)).collect();
        Self { differences, ..Self::new(false) }
    }

    /// A tournament agrees. `games` are those that were played, and those that were taken from the journal;
    /// `sample` is the seed of the sample, if there is one, and what it misses.
    pub(crate) fn tournament(
        agreement: &'a Agreement,
        (played, taken): (u64, u64),
        sample: Option<(String, &[(u32, f64)])>,
    ) -> Self {
        let (seed, misses) = sample.unzip();
        let miss =
            |(forged_games, chance): &(u32, f64)| Miss { forged_games: *forged_games, chance: *chance };
        Self {
            games_played: Some(played),
            games_taken: Some(taken),
            sample_seed: seed,
            misses: misses.unwrap_or_default().iter().map(miss).collect(),
            tournament: Some(agreement),
            ..Self::new(true)
        }
    }

    /// A season agrees, as far as that can be said.
    pub(crate) fn season(agreement: &'a SeasonAgreement) -> Self {
        Self {
            games_played: Some(agreement.games),
            season: Some(agreement),
            ..Self::new(agreement.is_whole())
        }
    }
}

/// All games.
#[derive(Serialize)]
pub(crate) struct Games {
    format: &'static str,
    games: Vec<OneGame>,
}

#[derive(Serialize)]
struct OneGame {
    game: &'static str,
    seats_max: u8,
    opening_plies: Option<u32>,
    examples: Vec<Example>,
    rules: Vec<Setting>,
}

#[derive(Serialize)]
struct Example {
    name: &'static str,
    misbehaves: bool,
}

/// A key of `[rules]`, and what it may be.
#[derive(Serialize)]
struct Setting {
    key: &'static str,
    default: &'static str,
    kind: &'static str,
    least: Option<u32>,
    most: Option<u32>,
    one_of: Vec<String>,
    meaning: &'static str,
}

impl Games {
    /// All that there are.
    pub(crate) fn all() -> Self {
        let example = |example: &examples::Example| Example {
            name: example.name,
            misbehaves: example.purpose == Purpose::Misbehaviour,
        };
        let games = GAMES.iter().map(|game| OneGame {
            game: game.name,
            seats_max: game.seats_max,
            opening_plies: game.opening_plies,
            examples: examples::of(game.name).iter().map(example).collect(),
            rules: game.keys.iter().map(Setting::of).collect(),
        });
        Self { format: "judge-games-1", games: games.collect() }
    }
}

impl Setting {
    fn of(key: &Key) -> Self {
        let mut setting = Self {
            key: key.name,
            default: key.default,
            kind: "text",
            least: None,
            most: None,
            one_of: Vec::new(),
            meaning: key.meaning,
        };
        match key.kind {
            Kind::Number { least, most } => {
                (setting.kind, setting.least, setting.most) = ("number", Some(least), Some(most));
            }
            Kind::OneNumberOf(numbers) => {
                setting.kind = "number";
                setting.one_of = numbers.iter().map(ToString::to_string).collect();
            }
            Kind::Numbers { least, most } => {
                let (least, most) = (Some(least.into()), Some(most.into()));
                (setting.kind, setting.least, setting.most) = ("numbers", least, most);
            }
            Kind::Flag => setting.kind = "flag",
            Kind::OneWordOf(words) => {
                setting.kind = "word";
                setting.one_of = words.iter().map(ToString::to_string).collect();
            }
            Kind::Text => {}
        }
        setting
    }
}

/// A new bot's folder.
#[derive(Serialize)]
pub(crate) struct NewBot<'a> {
    format: &'static str,
    game: &'a str,
    name: &'a str,
    language: &'static str,
    folder: &'a str,
    source: &'a str,
    build: &'a str,
    wasm: &'a str,
    needs: &'static [&'static str],
    files: Vec<&'a str>,
}

impl<'a> NewBot<'a> {
    /// Of the files that were made.
    pub(crate) fn of(game: &'a str, name: &'a str, language: Language, kit: &'a Kit) -> Self {
        Self {
            format: "judge-new-1",
            game,
            name,
            language: language.folder(),
            folder: name,
            source: &kit.source,
            build: &kit.build,
            wasm: &kit.wasm,
            needs: kit.needs,
            files: kit.files.iter().map(|file| file.path.as_str()).collect(),
        }
    }
}

/// A path as text: what is no Unicode in it is replaced.
fn path(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
