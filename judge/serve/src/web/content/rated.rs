//! The standings as pages show them: made when somebody looks, and not by many at a time.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use judge_season::ladder::standings::{self, Standings};
use judge_season::ladder::{self, RoundNumbers};
use judge_season::state::State as SeasonState;
use parking_lot::Mutex;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::web::Site;
use crate::web::content::answers::aside;

/// The time that standings are shown, as a multiple of the time it took to make them: so rating takes a tenth of a
/// processor at most.
const SHOWN_TIMES: u32 = 10;
/// Versions up to which whoever looks first waits for whole standings.
const QUICK_MAX: usize = 150;
/// The longest time to make them if somebody is to wait.
const WAIT_MAX: Duration = Duration::from_secs(1);

/// Standings as they were made last.
pub(crate) struct Rated {
    last: Mutex<Option<MadeTable>>,
    /// The threads that make them: whole ones, and those without intervals. An allocator keeps what each thread once
    /// needed, so these must not be just any threads.
    threads: Option<ThreadPool>,
    /// The turn to make them.
    turn: Mutex<()>,
    /// The turn to make them without intervals.
    quick_turn: Mutex<()>,
}

struct MadeTable {
    standings: Arc<Standings>,
    of: [usize; 2],
    /// When they were begun.
    begun: SystemTime,
    when: Instant,
    took: Duration,
    /// Whether there are intervals, if there can be.
    is_whole: bool,
}

/// The numbers that standings follow from: with as many of all these they are the same.
fn counts(state: &SeasonState) -> [usize; 2] {
    [state.versions.len(), state.rounds.len()]
}

/// Whether standings are made with intervals, which takes longer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WithIntervals {
    With,
    Without,
}

/// The standings that can be shown.
enum FoundTable {
    /// The newest, or new enough.
    Fresh(Arc<Standings>),
    /// Good enough while others are made.
    Stale(Arc<Standings>),
    /// Nothing that could be shown.
    Nothing,
}

/// The standings. While the ladder plays, who asks gets the last ones, and newer ones are made meanwhile. When it rests,
/// nobody is shown what was before. Where it takes long to make the first ones, they have no intervals.
pub(crate) async fn made(site: &Site) -> Arc<Standings> {
    let standings = match site.rated.found(site) {
        FoundTable::Fresh(standings) => return standings,
        FoundTable::Stale(standings) => standings,
        FoundTable::Nothing if site.rated.takes_long(site) => wait(site, WithIntervals::Without).await,
        FoundTable::Nothing => return wait(site, WithIntervals::With).await,
    };
    make_aside(site);
    standings
}

/// The standings with intervals, for those who compare them with others. Where it takes long to make them, those that are there.
pub(crate) async fn whole(site: &Site) -> Arc<Standings> {
    let last = site.rated.last_whole();
    let standings = match (site.rated.found(site), last) {
        (FoundTable::Fresh(standings), _) => return standings,
        (FoundTable::Stale(_), Some(standings)) => standings,
        (_, Some(standings)) if site.rated.takes_long(site) => standings,
        _ => return wait(site, WithIntervals::With).await,
    };
    make_aside(site);
    standings
}

/// The newest standings that are there, with intervals if any have them, and the time that they are of. Nobody waits long.
pub(crate) async fn newest(site: &Site) -> (Arc<Standings>, SystemTime) {
    let standings = if site.rated.last_whole().is_some() { whole(site).await } else { made(site).await };
    let last = site.rated.last.lock();
    let last = last.as_ref().filter(|made| Arc::ptr_eq(&made.standings, &standings));
    let begun = last.map_or_else(SystemTime::now, |made| made.begun);
    (standings, begun)
}

/// Has them made, and waits for nothing.
fn make_aside(site: &Site) {
    let site = site.clone();
    drop(tokio::task::spawn_blocking(move || {
        if let Some(_turn) = site.rated.turn.try_lock() {
            site.rated.make(&site, WithIntervals::With);
        }
    }));
}

/// Waits for them.
async fn wait(site: &Site, intervals: WithIntervals) -> Arc<Standings> {
    let site = site.clone();
    aside(move || {
        let rated = &site.rated;
        let turn = if intervals == WithIntervals::With { &rated.turn } else { &rated.quick_turn };
        let _turn = turn.lock();
        match rated.found(&site) {
            FoundTable::Fresh(standings) => standings,
            FoundTable::Stale(standings) if intervals == WithIntervals::Without => standings,
            _ => rated.make(&site, intervals),
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
    /// The last standings, if they have intervals.
    fn last_whole(&self) -> Option<Arc<Standings>> {
        let last = self.last.lock();
        last.as_ref().filter(|made| made.is_whole).map(|made| Arc::clone(&made.standings))
    }

    /// The age of the newest standings in seconds, if any were made. Nobody makes them who asks this.
    pub(crate) fn age(&self) -> Option<u64> {
        self.last.lock().as_ref().map(|made| made.when.elapsed().as_secs())
    }

    /// Whether nobody should wait for whole standings.
    fn takes_long(&self, site: &Site) -> bool {
        match &*self.last.lock() {
            Some(made) if made.is_whole => made.took > WAIT_MAX,
            _ => site.season.store.read(|state| state.versions.len()) > QUICK_MAX,
        }
    }

    fn found(&self, site: &Site) -> FoundTable {
        let goes_on = |state: &SeasonState| ladder::goes_on(state, RoundNumbers::of(site.terms(), state));
        let (of, goes_on) = site.season.store.read(|state| (counts(state), goes_on(state)));
        let last = self.last.lock();
        let Some(made) = &*last else { return FoundTable::Nothing };
        let standings = Arc::clone(&made.standings);
        let is_same = of == made.of;
        let is_new = goes_on && made.when.elapsed() < made.took * SHOWN_TIMES;
        match () {
            () if made.is_whole && (is_same || is_new) => FoundTable::Fresh(standings),
            () if is_same || goes_on => FoundTable::Stale(standings),
            () => FoundTable::Nothing,
        }
    }

    fn make(&self, site: &Site, intervals: WithIntervals) -> Arc<Standings> {
        let make = || {
            let (at, begun) = (Instant::now(), SystemTime::now());
            // The ladder writes while ratings are made.
            let (state, of) = site.season.store.read(|state| (state.without_rounds(), counts(state)));
            let standings = Arc::new(match intervals {
                WithIntervals::With => standings::standings(&state),
                WithIntervals::Without => standings::without_intervals(&state),
            });
            let (when, took, is_whole) = (Instant::now(), at.elapsed(), intervals == WithIntervals::With);
            let last = MadeTable { standings: Arc::clone(&standings), of, begun, when, took, is_whole };
            *self.last.lock() = Some(last);
            standings
        };
        self.threads.as_ref().map_or_else(make, |threads| threads.install(make))
    }
}
