//! What the viewer needs: JSON that no HTML can end, with the engine, the bots and the games compressed in it.

use std::io::Write;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::{Compression, GzBuilder};
use serde_json::{Value, json};

use crate::marks;
use crate::published::{Game, Published};
use crate::transcripts;

/// The match for a page, as `judge/page/build` makes it.
pub(crate) const ENGINE: &[u8] = include_bytes!("../dist/engine.wasm");

/// The payload as the text of a script element of JSON.
pub(crate) fn text(published: &Published) -> String {
    let games: Vec<Value> = published.games.iter().map(|game| self::game(published, game)).collect();
    let manifest = &published.manifest;
    let bots: Vec<Option<String>> = published.bots.iter().map(|bot| bot.as_deref().map(compressed)).collect();
    let payload = json!({
        "title": manifest.tournament.title,
        "game": manifest.tournament.game,
        "judge": manifest.judge,
        "engineVersion": manifest.engine,
        "settings": manifest.rules,
        "limits": manifest.limits,
        "openingPlies": manifest.tournament.opening_plies,
        "contestants": contestants(published),
        "bots": bots,
        "games": compressed(Value::from(games).to_string().as_bytes()),
        "transcripts": transcripts::packed(&published.recordings),
        "engine": compressed(ENGINE),
    });
    safe(&payload)
}

/// JSON that can stand in a script element: only this could mean something to HTML.
pub(crate) fn safe(payload: &Value) -> String {
    payload.to_string().replace('<', "\\u003c")
}

/// A game in as few characters as possible, all but unplayed ones in full.
fn game(published: &Published, game: &Game) -> Value {
    let seats: Vec<Option<usize>> = game.seats.iter().map(|name| published.index(name)).collect();
    json!([
        seats,
        game.seed.to_string(),
        game.order,
        game.outcome,
        game.reason,
        game.points,
        game.turns,
        game.fuel,
        game.transcript_sha256,
    ])
}

fn contestants(published: &Published) -> Vec<Value> {
    let contestant = |(index, bot): (usize, &judge_core::results::ContestantPart)| {
        json!({
            "name": bot.name,
            "sha256": bot.sha256,
            "colour": marks::colour(index),
            "shape": marks::shape(index),
            "rank": published.rows.iter().find(|row| row.contestant == bot.name).and_then(|row| row.rank),
        })
    };
    published.manifest.contestant.iter().enumerate().map(contestant).collect()
}

/// Bytes as gzip in base64.
pub(crate) fn compressed(bytes: &[u8]) -> String {
    STANDARD.encode(gzip(bytes))
}

/// Bytes as gzip; without a time, so that the same bytes come out the same.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzBuilder::new().write(Vec::new(), Compression::best());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("memory takes all bytes")
}
