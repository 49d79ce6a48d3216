//! Work on all threads of rayon's current pool.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

/// What `work` makes of each item, in their order.
///
/// # Panics
/// If `work` does.
pub fn mapped<'a, T: Sync, R: Send>(items: &'a [T], work: impl Fn(&'a T) -> R + Sync) -> Vec<R> {
    let done: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    for_each(items.len(), &|place| {
        let made = work(&items[place]);
        *done[place].lock().unwrap_or_else(PoisonError::into_inner) = Some(made);
    });
    let made = |done: Mutex<Option<R>>| done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.into_iter().map(|done| made(done).expect("all items were worked on")).collect()
}

/// Does `work` for each number below `count`; they are begun in order.
///
/// Of no type of its caller's, so that rayon is compiled once for all.
pub fn for_each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).par_bridge().for_each(work);
}
