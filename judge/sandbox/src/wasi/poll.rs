//! `wasi:io/poll`: waiting without time passing outside the bot.
//!
//! Whatever a bot can wait for is ready at a moment of its own clock that is known
//! beforehand: a timer when it is due, a stream at once. So there is nothing that
//! never becomes ready, and waiting is putting the clock on to the earliest moment.

use wasmtime::Result;
use wasmtime::component::{Linker, Resource};

use super::{Interface, Store};
use crate::fuel::charge_calls;
use crate::stop::Misuse;
use crate::{StoreData, fuel};

/// A pollable of a bot, as the moment when it is ready.
pub(super) struct Pollable(u64);

/// The moment when everything is ready that needs no waiting.
pub(super) const AT_ONCE: u64 = 0;

pub(super) fn link(linker: &mut Linker<StoreData>) -> Result<()> {
    let mut poll = Interface::new(linker, "io/poll")?;
    poll.resource::<Pollable>("pollable")?;
    poll.function("[method]pollable.ready", |store, (pollable,): (Resource<Pollable>,)| {
        Ok((moment(store, &pollable)? <= now(store),))
    })?;
    poll.function("[method]pollable.block", |store, (pollable,): (Resource<Pollable>,)| {
        let moment = moment(store, &pollable)?;
        sleep_until(store, moment);
        Ok(())
    })?;
    poll.function("poll", |store, (pollables,): (Vec<Resource<Pollable>>,)| {
        charge_calls(store, pollables.len() as u64)?;
        let moments: Vec<u64> =
            pollables.iter().map(|pollable| moment(store, pollable)).collect::<Result<_>>()?;
        let Some(earliest) = moments.iter().min() else {
            return Err(Misuse("it polled nothing, which would never end".into()).into());
        };
        sleep_until(store, *earliest);
        Ok((due(&moments, now(store)),))
    })
}

/// Something to wait for, until `moment`.
pub(super) fn subscribe(store: &mut Store<'_>, moment: u64) -> Result<(Resource<Pollable>,)> {
    Ok((store.data_mut().wasi().resources.push(Pollable(moment))?,))
}

fn moment(store: &mut Store<'_>, pollable: &Resource<Pollable>) -> Result<u64> {
    Ok(store.data_mut().wasi().resources.get(pollable)?.0)
}

/// The places of those `moments` that are not after `now`.
fn due(moments: &[u64], now: u64) -> Vec<u32> {
    (0..).zip(moments).filter(|(_, moment)| **moment <= now).map(|(place, _)| place).collect()
}

/// The time in the bot's game.
pub(crate) fn now(store: &mut Store<'_>) -> u64 {
    let fuel_left = fuel::left(&mut *store);
    store.data().game_time.now(fuel_left)
}

/// The same for a bot that asks what time it is.
pub(crate) fn ask_clock(store: &mut Store<'_>) -> u64 {
    let fuel_left = fuel::left(&mut *store);
    store.data_mut().game_time.ask(fuel_left)
}

/// Lets the bot sleep for so many nanoseconds.
pub(crate) fn sleep(store: &mut Store<'_>, nanoseconds: u64) {
    let moment = now(store).saturating_add(nanoseconds);
    sleep_until(store, moment);
}

/// Lets the bot sleep until `moment`: nobody waits, its clock is put on.
pub(crate) fn sleep_until(store: &mut Store<'_>, moment: u64) {
    let fuel_left = fuel::left(&mut *store);
    store.data_mut().game_time.sleep_until(moment, fuel_left);
}

#[cfg(test)]
mod tests {
    use super::due;

    #[test]
    fn what_is_due_is_told_by_its_place() {
        assert_eq!(due(&[5, 7, 6, 5], 5), [0, 3]);
        assert_eq!(due(&[5, 7, 6, 5], 6), [0, 2, 3]);
        assert_eq!(due(&[u64::MAX], u64::MAX), [0]);
    }
}
