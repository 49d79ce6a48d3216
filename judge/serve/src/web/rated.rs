//! The standings as pages show them: made when somebody looks, and not by many at a time.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::Site;
use crate::ladder;
use crate::standings::{self, Standing};

/// How much longer standings are shown than it took to make them: so rating takes a tenth of a processor at most.
const SHOWN_TIMES: u32 = 10;

/// Standings as they were made last.
#[derive(Default)]
pub(super) struct Rated {
    last: Mutex<Option<Made>>,
    /// Whose turn it is to make them.
    turn: Mutex<()>,
}

struct Made {
    standings: Arc<Vec<Standing>>,
    versions: usize,
    rounds: usize,
    when: Instant,
    took: Duration,
}

/// What there is to be shown.
enum Found {
    /// The newest, or new enough.
    Fresh(Arc<Vec<Standing>>),
    /// Good enough while others are made.
    Stale(Arc<Vec<Standing>>),
    /// Nothing that could be shown.
    Nothing,
}

/// The standings. While the ladder plays, nobody but the first waits for them: who asks gets the last ones, and newer
/// ones are made meanwhile. When it rests, nobody is shown what was before.
pub(super) async fn made(site: &Arc<Site>) -> Arc<Vec<Standing>> {
    let site = Arc::clone(site);
    match site.rated.found(&site) {
        Found::Fresh(standings) => standings,
        Found::Stale(standings) => {
            drop(tokio::task::spawn_blocking(move || {
                if let Ok(_turn) = site.rated.turn.try_lock() {
                    site.rated.make(&site);
                }
            }));
            standings
        }
        Found::Nothing => {
            let made = tokio::task::spawn_blocking(move || {
                let _turn = site.rated.turn.lock().unwrap_or_else(PoisonError::into_inner);
                match site.rated.found(&site) {
                    Found::Fresh(standings) => standings,
                    _ => site.rated.make(&site),
                }
            });
            made.await.expect("it does not panic")
        }
    }
}

impl Rated {
    fn last(&self) -> MutexGuard<'_, Option<Made>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn found(&self, site: &Site) -> Found {
        let rounds_max = site.season.runner.season.tournament.rounds;
        let (versions, rounds, goes_on) = site
            .season
            .store
            .read(|state| (state.versions.len(), state.rounds.len(), ladder::goes_on(state, rounds_max)));
        match &*self.last() {
            None => Found::Nothing,
            Some(made) => {
                let standings = Arc::clone(&made.standings);
                let is_same = (versions, rounds) == (made.versions, made.rounds);
                match goes_on {
                    _ if is_same => Found::Fresh(standings),
                    true if made.when.elapsed() < made.took * SHOWN_TIMES => Found::Fresh(standings),
                    true => Found::Stale(standings),
                    false => Found::Nothing,
                }
            }
        }
    }

    fn make(&self, site: &Site) -> Arc<Vec<Standing>> {
        let begun = Instant::now();
        // The ladder writes while ratings are made.
        let (state, rounds) = site.season.store.read(|state| (state.for_rating(), state.rounds.len()));
        let standings = Arc::new(standings::standings(&state));
        *self.last() = Some(Made {
            standings: Arc::clone(&standings),
            versions: state.versions.len(),
            rounds,
            when: Instant::now(),
            took: begun.elapsed(),
        });
        standings
    }
}
