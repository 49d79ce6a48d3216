//! `GET /live`: server-sent events, whenever something has happened: the number of events, the games that were
//! played since, and the standings. `GET /live?parts` is for the page with the standings: those of its parts that are
//! others now.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use serde_json::json;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio_stream::wrappers::ReceiverStream;

use crate::visitors::address_limits::{ShareKind, TakenShare};
use crate::web::Site;
use crate::web::connection::identity::Client;
use crate::web::content::answers::OrRefusal;
use crate::web::content::now::SeasonNow;
use crate::web::content::rated;
use crate::web::public::home::{self, Parts};
use crate::web::public::screen;

/// The interval at which a stream says that it is alive.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// News come no more often than this; who reads slowly gets the last of them.
const BREATH: Duration = Duration::from_secs(1);
/// The most rounds in one message, the last ones.
const ROUNDS_MAX: usize = 100;

/// The events since the one that the browser names, and then whatever happens. An event's id is the number of
/// rounds that were played.
pub(crate) async fn live(site: Site, Client(client): Client, uri: Uri, headers: HeaderMap) -> OrRefusal {
    let many = "too many pages are open from your address; this one gets no news\n";
    let share = site.shares.take(ShareKind::Stream, client);
    let share = share.ok_or((StatusCode::TOO_MANY_REQUESTS, many.into()))?;
    let full =
        |_| (StatusCode::SERVICE_UNAVAILABLE, "too many pages are open; this one gets no news\n".into());
    let permit = Arc::clone(&site.streams).try_acquire_owned().map_err(full)?;
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let known = match uri.query() {
        Some("parts") => KnownState::Parts(Arc::default()),
        _ => KnownState::Rounds(last.unwrap_or_else(|| site.read(|state| state.rounds.len()))),
    };
    let (sender, receiver) = mpsc::channel(4);
    tokio::spawn(tell(site, known, sender, (permit, share)));
    let news = Sse::new(ReceiverStream::new(receiver));
    Ok(news.keep_alive(KeepAlive::new().interval(HEARTBEAT)).into_response())
}

/// The state that a page knows already.
enum KnownState {
    /// So many rounds.
    Rounds(usize),
    /// These parts of the page with the standings.
    Parts(Arc<Parts>),
}

/// Tells news until nobody listens.
async fn tell(
    site: Site,
    mut known: KnownState,
    to: mpsc::Sender<Result<Event, Infallible>>,
    _held: (OwnedSemaphorePermit, TakenShare),
) {
    let mut events = site.season.store.watch();
    loop {
        events.mark_unchanged();
        let news = match &mut known {
            KnownState::Rounds(rounds) => news(&site, rounds).await,
            KnownState::Parts(parts) => other_parts(&site, parts).await,
        };
        for event in news {
            if to.send(Ok(event)).await.is_err() {
                return;
            }
        }
        tokio::select! {
            () = to.closed() => return,
            changed = events.changed() => if changed.is_err() || site.season.store.is_stopped() { return },
        }
        tokio::time::sleep(BREATH).await;
    }
}

/// All that is new; `known` is the number of rounds that the page knows of.
async fn news(site: &Site, known: &mut usize) -> Vec<Event> {
    let made = rated::made(site).await;
    site.read(|state| {
        let rounds = state.rounds.len();
        let event = |name: &str, data: String| Event::default().event(name).id(rounds.to_string()).data(data);
        let mut news = vec![
            event("message", state.events.to_string()),
            event("standings", json!(screen::rows(state, &made)).to_string()),
        ];
        if rounds > *known {
            news.push(event("games", games(state, *known).to_string()));
        }
        *known = rounds;
        news
    })
}

/// The parts that are others than those that the page has. Who comes back gets all of them.
async fn other_parts(site: &Site, known: &mut Arc<Parts>) -> Vec<Event> {
    let now = home::parts(site).await;
    let others = now.iter().zip(known.iter()).filter(|(now, then)| now.1 != then.1);
    let others: BTreeMap<&str, &str> = others.map(|((name, html), _)| (*name, html.as_str())).collect();
    let rounds = site.read(|state| state.rounds.len());
    let event = (!others.is_empty())
        .then(|| Event::default().event("parts").id(rounds.to_string()).data(json!(others).to_string()));
    *known = now;
    event.into_iter().collect()
}

/// The games of rounds from one on.
fn games(state: &SeasonNow<'_>, from: usize) -> serde_json::Value {
    let from = from.max(state.rounds.len().saturating_sub(ROUNDS_MAX));
    let round = |(place, round): (usize, &judge_season::state::LadderRound)| {
        let numbers: Vec<usize> =
            (0..round.games.len()).map(|order| state.game_number(place, order)).collect();
        json!({ "seats": state.labels(&round.pairing), "games": numbers })
    };
    state.rounds.iter().enumerate().skip(from).map(round).collect()
}
