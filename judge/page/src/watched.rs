//! Games that a server shows: the same viewer as in a report, whose parts are files of the server, and one game or
//! none in it. Bots stay with the server: it plays their turns.

use judge_core::game::Recording;
use judge_core::tournament::{GameSource, Tournament};
use judge_play::GameTerms;
use serde_json::{Value, json};

pub use crate::page::{SCRIPT, STYLE};
pub use crate::payload::{ENGINE, ENGINE_FOR_FILES};

use crate::payload;

/// The place of whoever has a name among all contestants.
pub type PlaceOf<'a> = Box<dyn Fn(&str) -> Option<usize> + 'a>;

/// The data that all pages of a server have in common.
pub struct SharedPageData<'a> {
    /// The tournament: its title, its game, and the terms that decide one beside its bots and its seed.
    pub tournament: &'a Tournament,
    /// The engine that runs the bots.
    pub engine: &'a str,
    /// The address of the page's engine; none if no browser can run the game, so that the server plays all turns.
    pub engine_file: Option<&'a str>,
    /// Bots that sit down with visitors, in the order in which a table counts them.
    pub bots: Vec<String>,
    /// The place of whoever has a name among all contestants: it has its colour and its mark by that.
    pub place: PlaceOf<'a>,
}

/// A game that is over.
#[derive(Clone)]
pub struct WatchedGame {
    /// Its number.
    pub number: usize,
    /// The name at each seat.
    pub seats: Vec<String>,
    /// Its round's seed.
    pub seed: u64,
    /// The game's seat order among those of the round.
    pub order: usize,
    /// Random actions that it began with.
    pub opening_plies: u32,
    /// Points of the seats, or nothing if it is void.
    pub points: Vec<u64>,
    /// Actions.
    pub turns: u32,
    /// SHA-256 of its transcript in hexadecimal digits.
    pub transcript_sha256: String,
    /// The recording of the game.
    pub recording: Recording,
    /// What could be seen of it, packed, if no browser can run the game.
    pub scenes: Option<String>,
}

/// The beginning of a page.
pub enum Begins<'a> {
    /// With a game that is over.
    Watching(&'a WatchedGame),
    /// At a table.
    Playing,
    /// With the games of the season that the server reports, one after another, for a projector.
    Following,
}

/// The page's data, as the text of a script element of JSON.
#[must_use]
pub fn text(ground: &SharedPageData<'_>, begins: &Begins<'_>) -> String {
    let mut names: Vec<&str> = ground.bots.iter().map(String::as_str).collect();
    let mut games = Vec::new();
    if let Begins::Watching(watched) = begins {
        for seat in &watched.seats {
            if !names.contains(&seat.as_str()) {
                names.push(seat);
            }
        }
        games.push(game(watched, &names));
    }
    // A season has no openings that somebody wrote.
    let SharedPageData { tournament, .. } = ground;
    let GameTerms { game, game_sha256, rules, opening_plies, opening: _, limits } = tournament.terms();
    let game_file = |of: &GameSource| payload::game_file("/game.wasm", game_sha256.as_deref(), &of.limits);
    payload::safe(&json!({
        "title": tournament.title,
        "game": game,
        "gameSha256": game_sha256,
        "gameFile": tournament.game_file.as_ref().map(game_file),
        "facts": judge_play::page_game::facts(tournament.rules.facts()),
        "judge": judge_bots::GAMES_VERSION,
        "engineVersion": ground.engine,
        "settings": rules,
        "limits": limits,
        "openingPlies": opening_plies,
        "seats": tournament.rules.seats(),
        "contestants": names.iter().enumerate().map(|(index, name)| contestant(ground, index, name)).collect::<Vec<_>>(),
        "engineFile": ground.engine_file,
        // The address that gives a visitor a table.
        "tables": "/tables",
        "judged": ground.bots.len(),
        // Nothing is played on the page.
        "scenes": ground.engine_file.is_none() && !matches!(begins, Begins::Playing),
        "begins": match begins {
            Begins::Watching(_) => "watching",
            Begins::Playing => "playing",
            Begins::Following => "following",
        },
        "games": games,
    }))
}

fn contestant(ground: &SharedPageData<'_>, index: usize, name: &str) -> Value {
    let place = (ground.place)(name).unwrap_or(index);
    json!({
        "name": name,
        "sha256": "",
        "colour": judge_drawing::colour(place),
        "shape": judge_drawing::shape(place),
        "rank": index,
    })
}

fn game(watched: &WatchedGame, names: &[&str]) -> Value {
    let seats: Vec<Option<usize>> =
        watched.seats.iter().map(|seat| names.iter().position(|name| name == seat)).collect();
    let mut game = json!({
        "number": watched.number,
        "seats": seats,
        "seed": watched.seed.to_string(),
        "order": watched.order,
        "openingPlies": watched.opening_plies,
        "outcome": "decided",
        "reason": "",
        "points": watched.points,
        "turns": watched.turns,
        "fuel": [],
        "sha256": watched.transcript_sha256,
        "recording": watched.recording,
    });
    game["recording"]["scenes"] = watched.scenes.clone().into();
    game
}
