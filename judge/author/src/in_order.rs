//! Work on all threads whose results are taken in order, until they are enough: so they are the same for any number of threads.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

/// Hands what `work` makes of each item to `take`, in their order, until that says that it is enough: what comes after it is thrown
/// away. No more items are begun then, or once `is_stopped`.
///
/// Works on the threads of rayon's current pool.
pub(crate) fn in_order<I: Send, M: Send>(
    items: impl Iterator<Item = I> + Send,
    work: impl Fn(I) -> M + Sync,
    is_stopped: impl Fn() -> bool + Sync,
    take: impl FnMut(M) -> bool + Send,
) {
    let is_over = AtomicBool::new(false);
    // Those that wait for an earlier one, the place of the next, and whether it is enough.
    let shared = Mutex::new((BTreeMap::new(), 0, false, take));
    let wanted = items.enumerate().take_while(|_| !is_over.load(Ordering::Relaxed));
    wanted.par_bridge().for_each(|(place, item)| {
        let made = work(item);
        let mut shared = shared.lock().expect("nothing panics while it counts");
        let (waiting, next, is_enough, take) = &mut *shared;
        waiting.insert(place, made);
        while !*is_enough && let Some(made) = waiting.remove(next) {
            *next += 1;
            *is_enough = take(made);
        }
        is_over.store(*is_enough || is_stopped(), Ordering::Relaxed);
    });
}
