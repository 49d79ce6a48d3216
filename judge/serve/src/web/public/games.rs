//! `GET /game/N`: a game, played again for who looks at it, and its end as a picture.

use std::sync::Arc;

use askama::Template;
use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::routing::{MethodRouter, get};
use judge_drawing::picture::{Film, Over, Picture, Seated};
use judge_page::watched::Begins;
use judge_play::Moved;
use judge_play::text::sanitize;

use crate::web::Site;
use crate::web::connection::identity::{Anybody, Contestant, NumberInPath};
use crate::web::content::answers::{FOR_EVER, NOTHING, OrRefusal, Refusal, aside};
use crate::web::content::replays::replayed;
use crate::web::content::rounds::{Known, known, practised};
use crate::web::public::arena;

#[derive(Template)]
#[template(path = "game.html")]
struct GamePage<'a> {
    site: &'a Site,
    payload: Option<String>,
    known: &'a Known,
    turns: &'a [Moved],
    /// The seat whose log is shown: that of whoever looks at the page, if any.
    own: Option<u8>,
}

impl GamePage<'_> {
    /// Who met, and how it ended.
    fn moment(&self) -> String {
        let names: Vec<&str> = self.known.seats.iter().map(|(version, _)| version.as_str()).collect();
        let ended =
            self.known.game.ranks.as_deref().map(|ranks| format!(", {}", Over::of(ranks, &[], &names).words));
        format!("{}{}", names.join(" – "), ended.unwrap_or_default())
    }
}

/// Pictures that are kept.
pub(crate) const PICTURES_MAX: usize = 400;
/// The pictures of a game's end: a card as PNG, and its boards as SVG.
pub(crate) type Drawn = Arc<(Vec<u8>, String)>;

/// The pictures of a game, which are drawn once.
async fn drawn(site: &Site, number: usize) -> OrRefusal<Drawn> {
    if let Some(drawn) = site.pictures.lock().get(&number).cloned() {
        return Ok(drawn);
    }
    let known = known(site, number).ok_or(NOTHING)?;
    let replayed = replayed(site, &known).await?;
    // A picture may be kept by anybody, so it has the names of the log.
    let seats =
        known.labels.iter().zip(&known.ids).map(|(label, &id)| Seated::of(label.clone(), id)).collect();
    let facts = site.terms().tournament.rules.facts();
    let mut film = Film::of(facts, std::iter::once(&replayed.last), seats);
    (film.title, film.moment) = (sanitize(site.title()), format!("game {number}"));
    (film.turn, film.is_wide) = (replayed.turns.len(), true);
    film.over = known.game.ranks.as_deref().map(|ranks| Over::of(ranks, &[], &known.labels));
    let drawn = aside(move || Arc::new((judge_page::card_png(&film), Picture::boards(&film, 0).svg()))).await;
    site.pictures.lock().keep(number, Arc::clone(&drawn));
    Ok(drawn)
}

/// `GET /game/N/card.png`, for pages that link to the game, and `GET /game/N/board.svg`, for the wall of a round. A game
/// that is over never changes.
pub(crate) fn picture(kind: &'static str, which: fn(&Drawn) -> Body) -> MethodRouter<Site> {
    get(move |site: Site, NumberInPath(number): NumberInPath| async move {
        let drawn = drawn(&site, number).await?;
        Ok::<_, Refusal>(([(CONTENT_TYPE, kind), (CACHE_CONTROL, FOR_EVER)], which(&drawn)))
    })
}

pub(crate) async fn game(site: Site, asking: Anybody, NumberInPath(number): NumberInPath) -> OrRefusal {
    show(&site, asking.ok(), known(&site, number)).await
}

/// `GET /practice/N`: a game that one's own file has played for practice.
pub(crate) async fn practice(
    site: Site,
    asking: Contestant,
    NumberInPath(number): NumberInPath,
) -> OrRefusal {
    show(&site, Some(asking), practised(&site, asking.id, number)).await
}

/// The page of a game, for who asks.
async fn show(site: &Site, who: Option<Contestant>, known: Option<Known>) -> OrRefusal {
    let known = known.ok_or(NOTHING)?;
    let own = who.and_then(|who| (0..).zip(&known.ids).find(|(_, id)| **id == who.id)).map(|(seat, _)| seat);
    let replayed = replayed(site, &known).await?;
    let payload = arena::payload(site, &Begins::Watching(&arena::watched(site, &known, &replayed)));
    Ok(arena::viewer(&GamePage { site, payload, known: &known, turns: &replayed.turns, own }))
}
