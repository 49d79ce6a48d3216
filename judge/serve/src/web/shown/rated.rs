//! The standings as pages show them: made when somebody looks, and not by many at a time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use judge_season::ladder::standings::{self, LadderStanding};
use judge_season::ladder::{self, RoundNumbers};
use judge_season::state::State as Now;
use parking_lot::Mutex;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::web::Site;
use crate::web::shown::answers::aside;

/// The time that standings are shown, as a multiple of the time it took to make them: so rating takes a tenth of a
/// processor at most.
const SHOWN_TIMES: u32 = 10;
/// Versions up to which whoever looks first waits for whole standings.
const QUICK_MAX: usize = 300;
/// The longest time to make them if somebody is to wait.
const WAIT_MAX: Duration = Duration::from_secs(1);

/// Standings as they were made last.
pub(crate) struct Rated {
    last: Mutex<Option<Made>>,
    /// The threads that make them: whole ones, and those without intervals. An allocator keeps what each thread once
    /// needed, so these must not be just any threads.
    threads: Option<ThreadPool>,
    /// The turn to make them.
    turn: Mutex<()>,
    /// The turn to make them without intervals.
    quick_turn: Mutex<()>,
}

struct Made {
    standings: Arc<Vec<LadderStanding>>,
    of: [usize; 3],
    when: Instant,
    took: Duration,
    /// Whether there are intervals, if there can be.
    is_whole: bool,
}

/// The numbers that standings follow from: with as many of all these they are the same.
fn counts(state: &Now) -> [usize; 3] {
    [state.versions.len(), state.rounds.len(), state.anchor_ratings.len()]
}

/// The standings that can be shown.
enum Found {
    /// The newest, or new enough.
    Fresh(Arc<Vec<LadderStanding>>),
    /// Good enough while others are made.
    Stale(Arc<Vec<LadderStanding>>),
    /// Nothing that could be shown.
    Nothing,
}

/// The standings. While the ladder plays, who asks gets the last ones, and newer ones are made meanwhile. When it rests,
/// nobody is shown what was before. Where it takes long to make the first ones, they have no intervals.
pub(crate) async fn made(site: &Arc<Site>) -> Arc<Vec<LadderStanding>> {
    match site.rated.found(site) {
        Found::Fresh(standings) => standings,
        Found::Stale(standings) => {
            make_aside(site);
            standings
        }
        Found::Nothing if site.rated.takes_long(site) => {
            let quick = Arc::clone(site);
            let standings = aside(move || {
                let _turn = quick.rated.quick_turn.lock();
                match quick.rated.found(&quick) {
                    Found::Fresh(standings) | Found::Stale(standings) => standings,
                    Found::Nothing => quick.rated.make(&quick, standings::without_intervals, false),
                }
            })
            .await;
            make_aside(site);
            standings
        }
        Found::Nothing => wait(site).await,
    }
}

/// The standings with intervals, for those who compare them with others.
pub(crate) async fn whole(site: &Arc<Site>) -> Arc<Vec<LadderStanding>> {
    let is_whole = site.rated.last.lock().as_ref().is_some_and(|made| made.is_whole);
    match site.rated.found(site) {
        Found::Fresh(standings) => standings,
        Found::Stale(standings) if is_whole => {
            make_aside(site);
            standings
        }
        _ => wait(site).await,
    }
}

/// Has them made, and waits for nothing.
fn make_aside(site: &Arc<Site>) {
    let site = Arc::clone(site);
    drop(tokio::task::spawn_blocking(move || {
        if let Some(_turn) = site.rated.turn.try_lock() {
            site.rated.make(&site, standings::standings, true);
        }
    }));
}

/// Waits for whole ones.
async fn wait(site: &Arc<Site>) -> Arc<Vec<LadderStanding>> {
    let site = Arc::clone(site);
    aside(move || {
        let _turn = site.rated.turn.lock();
        match site.rated.found(&site) {
            Found::Fresh(standings) => standings,
            _ => site.rated.make(&site, standings::standings, true),
        }
    })
    .await
}

impl Default for Rated {
    fn default() -> Self {
        // Without such threads whoever asks makes them.
        let threads = ThreadPoolBuilder::new().num_threads(2).build().ok();
        Self { last: Mutex::default(), threads, turn: Mutex::default(), quick_turn: Mutex::default() }
    }
}

impl Rated {
    /// Whether nobody should wait for whole standings.
    fn takes_long(&self, site: &Site) -> bool {
        match &*self.last.lock() {
            Some(made) if made.is_whole => made.took > WAIT_MAX,
            _ => site.season.store.read(|state| state.versions.len()) > QUICK_MAX,
        }
    }

    fn found(&self, site: &Site) -> Found {
        let numbers = RoundNumbers::of(&site.season.runner.season);
        let (of, goes_on) = site.season.store.read(|state| (counts(state), ladder::goes_on(state, numbers)));
        match &*self.last.lock() {
            None => Found::Nothing,
            Some(made) => {
                let standings = Arc::clone(&made.standings);
                let is_same = of == made.of;
                let is_new = made.when.elapsed() < made.took * SHOWN_TIMES;
                match goes_on {
                    _ if is_same && made.is_whole => Found::Fresh(standings),
                    _ if is_same => Found::Stale(standings),
                    true if is_new && made.is_whole => Found::Fresh(standings),
                    true => Found::Stale(standings),
                    false => Found::Nothing,
                }
            }
        }
    }

    fn make(
        &self,
        site: &Site,
        make: fn(&Now) -> Vec<LadderStanding>,
        is_whole: bool,
    ) -> Arc<Vec<LadderStanding>> {
        let make = || self.make_here(site, make, is_whole);
        self.threads.as_ref().map_or_else(make, |threads| threads.install(make))
    }

    fn make_here(
        &self,
        site: &Site,
        make: fn(&Now) -> Vec<LadderStanding>,
        is_whole: bool,
    ) -> Arc<Vec<LadderStanding>> {
        let begun = Instant::now();
        // The ladder writes while ratings are made.
        let (state, of) = site.season.store.read(|state| (state.for_rating(), counts(state)));
        let standings = Arc::new(make(&state));
        *self.last.lock() = Some(Made {
            standings: Arc::clone(&standings),
            of,
            when: Instant::now(),
            took: begun.elapsed(),
            is_whole,
        });
        standings
    }
}

#[cfg(test)]
mod tests {
    use judge_play::Seed;
    use judge_season::log::event::SeasonEvent;
    use judge_season::simulation::Simulation;

    use super::*;

    #[test]
    fn when_the_ratings_of_anchors_are_fixed_there_are_other_standings() {
        let mut season = Simulation::new(&[0.0; 3], Seed(1));
        season.state.anchor_rounds = Some(1);
        let before = counts(&season.state);
        season.happen(SeasonEvent::AnchorsRated { ratings: vec![1_400, 1_500, 1_600] });
        assert_ne!(counts(&season.state), before);
    }
}
