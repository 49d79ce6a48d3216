//! The page of one game that a server plays: the same script and style, and an address to ask.

use askama::Template;
use judge_core::game::LoadedBots;
use judge_drawing as drawing;
use judge_play::{GameTerms, Holder, Line};
use serde_json::json;

use crate::page::{SCRIPT, STYLE, policy};
use crate::payload;

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

/// The page of a game, whose bots `engine` runs. It asks its server, and nobody else, at the address `play` beside its own.
#[must_use]
pub fn live_page(loaded_bots: &LoadedBots, line: &Line, engine: &str) -> Page {
    let title = drawing::name_of(line.rules.game());
    let bot = |(index, bot): (usize, &judge_bots::Bot)| {
        json!({
            "name": bot.name.as_str(),
            "sha256": hex::encode(bot.sha256),
            "fuelPerTurn": bot.terms.fuel_per_turn,
            "options": bot.terms.options,
            "colour": drawing::colour(index),
            "shape": drawing::shape(index),
            "rank": index,
        })
    };
    // The page learns the opening from the line.
    let GameTerms { game, game_sha256, rules: settings, opening_plies: _, opening: _, limits } =
        line.terms(loaded_bots.limits());
    let seats =
        line.seats.iter().map(|seat| seat.bot.filter(|_| seat.holders.at(u32::MAX) == Holder::Player));
    let payload = json!({
        "title": title,
        "game": game,
        "gameSha256": game_sha256,
        "facts": judge_play::page_game::facts(line.rules.facts()),
        "judge": judge_bots::GAMES_VERSION,
        "engineVersion": engine,
        "settings": settings,
        "limits": limits,
        "contestants": loaded_bots.bots().iter().enumerate().map(bot).collect::<Vec<_>>(),
        "table": { "seats": seats.collect::<Vec<_>>() },
    });
    let (policy, rules) = (policy(&[SCRIPT]) + "; connect-src 'self'", drawing::rules(line.rules.info()));
    let payload = payload::safe(&payload);
    let filled = Html { policy: &policy, link: "", style: STYLE, script: SCRIPT, payload, title, rules };
    let html = filled.render().expect("a string takes all text");
    Page { html, policy }
}
