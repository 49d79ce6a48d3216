//! Work on all threads of rayon's current pool.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

/// What `work` makes of each item, in their order.
///
/// # Panics
/// If `work` does.
pub fn mapped<'a, T: Sync, R: Send + Sync>(items: &'a [T], work: impl Fn(&'a T) -> R + Sync) -> Vec<R> {
    let done: Vec<OnceLock<R>> = items.iter().map(|_| OnceLock::new()).collect();
    for_each(items.len(), &|place| {
        done[place].get_or_init(|| work(&items[place]));
    });
    done.into_iter().map(|done| done.into_inner().expect("all items were worked on")).collect()
}

/// The same of work that can fail: after a failure none of the items behind it is begun.
///
/// # Errors
/// The first, in the order of the items.
pub fn try_mapped<'a, T: Sync, R: Send + Sync, E: Send + Sync>(
    items: &'a [T],
    work: impl Fn(&'a T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let failed = AtomicUsize::new(usize::MAX);
    let places: Vec<usize> = (0..items.len()).collect();
    let tried = mapped(&places, |&place| {
        // What stands before it is done even so: it may be what fails first.
        let is_wanted = place <= failed.load(Ordering::Relaxed);
        let made = is_wanted.then(|| work(&items[place]));
        if matches!(made, Some(Err(_))) {
            failed.fetch_min(place, Ordering::Relaxed);
        }
        made
    });
    tried.into_iter().flatten().collect()
}

/// Does `work` for each number below `count`; they are begun in order.
///
/// Of no type of its caller's, so that rayon is compiled once for all.
pub fn for_each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).par_bridge().for_each(work);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_failure_is_told_and_nothing_behind_it_is_begun() {
        let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("it starts");
        let items: Vec<usize> = (0..1_000).collect();
        for threads in [1, 4] {
            let begun = AtomicUsize::new(0);
            let tried = pool(threads).install(|| {
                try_mapped(&items, |&item| {
                    begun.fetch_add(1, Ordering::Relaxed);
                    if item % 100 == 7 { Err(item) } else { Ok(item) }
                })
            });
            assert_eq!(tried, Err(7), "{threads} threads");
            assert!(threads > 1 || begun.into_inner() == 8, "one thread begins nothing behind it");
        }
        assert_eq!(pool(4).install(|| try_mapped(&items, |&item| Ok::<_, ()>(item))), Ok(items.clone()));
    }
}
