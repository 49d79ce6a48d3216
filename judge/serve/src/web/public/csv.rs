//! CSV of everything: the head at once, then the rounds piece by piece, so that no table is held in memory.

use std::convert::Infallible;

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, LAST_MODIFIED};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use judge_season::ladder::{csv, standings};
use judge_season::state::State as SeasonState;

use crate::web::Site;
use crate::web::content::rated::newest;

/// Rounds that are written at a time, while nothing else is written.
const PIECE: usize = 1_000;
/// The content type of a table.
pub(crate) const CSV: &str = "text/csv; charset=utf-8";

/// `GET /results.csv`, and under its older name `GET /standings.csv`: the newest that are there, with their time.
pub(crate) async fn results(site: Site) -> Response {
    let (made, time) = newest(&site).await;
    let text = site.season.store.read(|state| standings::csv(state, &made));
    let time = httpdate::fmt_http_date(time);
    ([(CONTENT_TYPE, CSV.to_owned()), (LAST_MODIFIED, time)], text).into_response()
}

pub(crate) async fn versions(site: Site) -> Response {
    let text = site.season.store.read(csv::versions);
    ([(CONTENT_TYPE, CSV)], text).into_response()
}

/// A table of all rounds that there are when somebody asks.
pub(crate) fn pieces(
    head: fn(usize) -> String,
    lines: fn(&SeasonState, usize, usize) -> String,
) -> MethodRouter<Site> {
    get(move |site: Site| async move {
        let head = head(site.terms().tournament.rules.seats());
        let rounds = site.season.store.read(|state| state.rounds.len());
        let piece =
            move |from: usize| site.season.store.read(|state| lines(state, from, PIECE.min(rounds - from)));
        let pieces = std::iter::once(head).chain((0..rounds).step_by(PIECE).map(piece));
        ([(CONTENT_TYPE, CSV)], Body::from_stream(tokio_stream::iter(pieces.map(Ok::<_, Infallible>))))
    })
}
