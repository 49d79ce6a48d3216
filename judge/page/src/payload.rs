//! The viewer's data: JSON that no HTML can end, with the engine, the bots and the games compressed in it.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use judge_bots::FileKind;
use judge_core::results::GameRow;
use judge_core::tournament::Openings;
use judge_drawing::{InMatch, Results, TournamentFacts, colour, in_matches, shape};
use judge_limits::Limits;
use judge_play::GameTerms;
use judge_play::opening::position;
use serde_json::{Value, json};

use crate::first_scene::first_scene;
use crate::letters::{compressed, decompressed, written};
use crate::published::{BYTES_MAX, GameOnPage, Published};
use crate::transcripts;

/// The match for a page, as `judge/page/build` makes it: packed by gzip, once and as small as can be.
pub static ENGINE: &[u8] = include_bytes!("../dist/engine.gz");

/// The most bytes of the table of a page's recorded games.
const TABLE_BYTES_MAX: u64 = 1 << 28;

/// The same for a game that is a file.
pub static ENGINE_FOR_FILES: &[u8] = include_bytes!("../dist/engine-files.gz");

/// The payload as the text of a script element of JSON: the facts of the tournament, and the viewer's other data.
pub(crate) fn text(published: &Published, facts: &TournamentFacts, results: &Results) -> String {
    let games = published.games.iter().zip(in_matches(facts, results));
    let games: Vec<Value> = games.map(|(row, of)| game(published, row, of.as_ref())).collect();
    let manifest = &published.manifest;
    let terms = manifest.terms();
    let begins_elsewhere = manifest.tournament.openings.iter().any(|opening| position(opening).is_some());
    let first_scene = first_scene(&terms)
        .filter(|_| !begins_elsewhere)
        .map(|scene| compressed(scene.to_string().as_bytes()));
    let GameTerms { game: _, game_sha256, rules: _, opening_plies, opening: _, limits: _ } = terms;
    let (files, bots) = files(published);
    let engine = if game_sha256.is_some() { ENGINE_FOR_FILES } else { ENGINE };
    let can_play = published.game.why_not.is_empty();
    let mut payload = json!(facts);
    let contestants = payload["contestants"].as_array_mut().expect("it is a list");
    for (index, contestant) in contestants.iter_mut().enumerate() {
        contestant["colour"] = colour(index).into();
        contestant["shape"] = shape(index).into();
        let row = published.rows.iter().find(|row| contestant["name"] == row.contestant.0);
        contestant["rank"] = row.and_then(|row| row.rank).into();
        contestant["rating"] = row.and_then(|row| row.rating.as_ref()).map(|rating| rating.0).into();
    }
    let mut viewer = json!({
        "gameSha256": game_sha256,
        "gameFile": published.game.file.as_ref().map(|GameOnPage { bytes, limits }| game_file(&compressed(bytes), game_sha256.as_deref(), limits)),
        "facts": judge_play::page_game::facts(published.game.info.facts),
        "firstScene": first_scene,
        "openingPlies": opening_plies,
        "openings": manifest.tournament.openings,
        "openingNames": manifest.tournament.opening_names,
        "faults": manifest.tournament.faults,
        "excluded": excluded(published),
        "files": files,
        "bots": bots,
        "bots_max": published.bots_max,
        "games": compressed(Value::from(games).to_string().as_bytes()),
        "transcripts": transcripts::packed(&published.recordings),
        "scenes": (!can_play).then_some(&published.scenes),
        "engine": can_play.then(|| written(engine)),
    });
    let object = "it is an object";
    payload.as_object_mut().expect(object).append(viewer.as_object_mut().expect(object));
    safe(&payload)
}

/// What whoever wrote a report has chosen for it.
pub struct ReportTerms {
    /// The address of the report.
    pub url: Option<String>,
    /// The contestants whose bots are on it, by their places.
    pub bots: Vec<usize>,
    /// The most bytes of a bot on it.
    pub bots_max: u64,
    /// The numbers of the games of which it has what was done in them.
    pub recorded: BTreeSet<usize>,
    /// The recorded scenes, by their games' numbers.
    pub scenes: BTreeMap<usize, String>,
}

/// The choices in the text of a report.
///
/// # Errors
/// That it is no report.
pub fn chosen_in(page: &str) -> io::Result<ReportTerms> {
    let mut data = data(page)?;
    let scenes: Option<_> = serde_json::from_value(data["scenes"].take())?;
    let bots: Vec<Option<usize>> = serde_json::from_value(data["bots"].take())?;
    let has_bot = |(place, bot): (usize, Option<usize>)| bot.map(|_| place);
    let mut places: BTreeSet<usize> = BTreeSet::new();
    if let Some(table) = data["transcripts"]["table"].as_str() {
        let table = decompressed(table, TABLE_BYTES_MAX);
        let table = table.ok_or_else(|| io::Error::other("its recorded games cannot be read"))?;
        let mut table: Value = serde_json::from_slice(&table)?;
        places = serde_json::from_value(table["games"].take())?;
    }
    Ok(ReportTerms {
        url: data["url"].as_str().map(ToOwned::to_owned),
        bots: bots.into_iter().enumerate().filter_map(has_bot).collect(),
        bots_max: data["bots_max"].as_u64().unwrap_or(BYTES_MAX).min(Limits::FILE_BYTES_MAX),
        recorded: places.into_iter().map(|place| place.saturating_add(1)).collect(),
        scenes: scenes.unwrap_or_default(),
    })
}

/// Whether games can be watched on a report.
pub(crate) fn shows_games(page: &str) -> bool {
    let Ok(data) = data(page) else { return false };
    let has_bots = data["bots"].as_array().is_some_and(|bots| bots.iter().any(|bot| !bot.is_null()));
    let has_scenes = data["scenes"].as_object().is_some_and(|scenes| !scenes.is_empty());
    has_bots || has_scenes || !data["transcripts"].is_null()
}

/// The viewer's data in the text of a report.
fn data(page: &str) -> io::Result<Value> {
    let data = page.split_once(" id=\"payload\">").and_then(|(_, data)| data.split_once("</script>"));
    let (data, _) = data.ok_or_else(|| io::Error::other("it is no report of judge report"))?;
    Ok(serde_json::from_str(data)?)
}

/// JSON that can stand in a script element: only this could mean something to HTML.
pub(crate) fn safe(payload: &Value) -> String {
    payload.to_string().replace('<', "\\u003c")
}

/// A game in as few characters as possible, all but unplayed ones in full.
fn game(published: &Published, game: &GameRow, of: Option<&InMatch>) -> Value {
    let seats: Vec<usize> = game.ids.iter().map(|id| id.0).collect();
    // The organiser's: a game begins with one of them, if there are any.
    let openings = published.manifest.tournament.openings.len();
    json!([
        seats,
        game.seed.0.to_string(),
        game.order,
        game.outcome,
        game.reason.0,
        game.points.0,
        game.turns,
        game.fuel.0,
        game.transcript_sha256,
        game.scores.0,
        game.round,
        of,
        (openings > 0).then(|| Openings::place(game.round, openings)),
    ])
}

/// Each bot's file once, packed, and for each contestant the number of its file. Many may hand in the same one.
fn files(published: &Published) -> (Vec<String>, Vec<Option<usize>>) {
    let mut files = Vec::new();
    let mut known: BTreeMap<&[u8], usize> = BTreeMap::new();
    let bots = published.bots.iter().map(|bytes| {
        let bytes = bytes.as_deref()?;
        Some(*known.entry(bytes).or_insert_with(|| {
            files.push(compressed(bytes));
            files.len() - 1
        }))
    });
    let bots = bots.collect();
    (files, bots)
}

/// A game that is a file, as the page runs it: the file itself, packed, or where it is.
pub(crate) fn game_file(file: &str, sha256: Option<&str>, limits: &Limits) -> Value {
    json!({ "file": file, "sha256": sha256, "interface": FileKind::game().as_data(), "limits": limits })
}

/// Contestants that the organiser has excluded, by place in the list.
fn excluded(published: &Published) -> Vec<usize> {
    let names = &published.manifest.tournament.exclude;
    names.iter().filter_map(|name| published.index(name)).collect()
}
