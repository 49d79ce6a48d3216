//! The page of one game that a server plays: the same script and style, and an address to ask.

use askama::Template;
use judge_drawing as drawing;
use judge_limits::Limits;
use judge_play::{BotTerms, GameTerms, Holder, Line};
use serde_json::{Value, json};

use crate::page::{SCRIPT, STYLE, policy};
use crate::payload;

/// The content of a page of one game.
pub struct LivePage<'a> {
    /// The game, and the bot or person at each seat.
    pub line: &'a Line,
    /// The engine that runs the bots, with its version.
    pub engine: &'a str,
    /// The limits of the bots.
    pub limits: &'a Limits,
    /// The bots at hand, in the order in which lines count them.
    pub bots: Vec<LiveBot<'a>>,
}

/// A bot at hand.
pub struct LiveBot<'a> {
    /// Its name.
    pub name: &'a str,
    /// SHA-256 of its file in hexadecimal digits.
    pub sha256: String,
    /// The bot's own terms beside its file.
    pub terms: &'a BotTerms,
}

/// A page for a server.
pub struct Page {
    /// The page itself.
    pub html: String,
    /// The content security policy of the page, for the header of the answer.
    pub policy: String,
}

#[derive(Template)]
#[template(path = "table.html")]
struct Html<'a> {
    policy: &'a str,
    link: &'static str,
    style: &'static str,
    script: &'static str,
    payload: String,
    title: String,
    rules: String,
}

/// The page of a game. It asks its server, and nobody else, at the address `play` beside its own.
#[must_use]
pub fn live_page(page: &LivePage<'_>) -> Page {
    let policy = policy(&[SCRIPT]) + "; connect-src 'self'";
    let title = drawing::name_of(page.line.rules.game());
    let payload = payload::safe(&payload(page, &title));
    let rules = drawing::rules(page.line.rules.info());
    let filled = Html { policy: &policy, link: "", style: STYLE, script: SCRIPT, payload, title, rules };
    let html = filled.render().expect("a string takes all text");
    Page { html, policy }
}

fn payload(page: &LivePage<'_>, title: &str) -> Value {
    let bot = |(index, LiveBot { name, sha256, terms }): (usize, &LiveBot<'_>)| {
        let BotTerms { fuel_per_turn, options } = terms;
        json!({
            "name": name,
            "sha256": sha256,
            "fuelPerTurn": fuel_per_turn,
            "options": options,
            "colour": drawing::colour(index),
            "shape": drawing::shape(index),
            "rank": index,
        })
    };
    // The page learns the opening from the line.
    let GameTerms { game, game_sha256, rules: settings, opening_plies: _, opening: _, limits } =
        page.line.terms(page.limits);
    let seats =
        page.line.seats.iter().map(|seat| seat.bot.filter(|_| seat.holders.at(u32::MAX) == Holder::Player));
    json!({
        "title": title,
        "game": game,
        "gameSha256": game_sha256,
        "facts": judge_play::page_game::facts(page.line.rules.facts()),
        "judge": judge_bots::GAMES_VERSION,
        "engineVersion": page.engine,
        "settings": settings,
        "limits": limits,
        "contestants": page.bots.iter().enumerate().map(bot).collect::<Vec<_>>(),
        "table": { "seats": seats.collect::<Vec<_>>() },
    })
}
