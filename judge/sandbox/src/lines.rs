//! Lines as a program has them that reads and writes them: it is suspended where it waits.
//!
//! A program is suspended inside the write that ends its answer, so that it does not think on its opponent's time, and
//! inside a read when there is nothing to read. When the next line is there it goes on, with the fuel of that turn.
//!
//! While it is suspended the judge cannot read its store. So the lines lie in a `Talk` that both sides share.

use std::future::poll_fn;
use std::task::Poll;

use wasmtime::{Error, Result, StoreContextMut};

use super::{StoreData, fuel};
use crate::store_data::exchange::{SharedExchange, Turn, lock};

/// Whether an export of this name makes a component a program that can be run, of whatever version.
#[must_use]
pub fn is_run(export: &str) -> bool {
    export.split('@').next() == Some("wasi:cli/run")
}

/// Reads at most so many bytes, as soon as there are any.
pub(super) async fn read(store: &mut StoreContextMut<'_, StoreData>, bytes: u64) -> Result<Vec<u8>> {
    if bytes == 0 {
        return Ok(Vec::new());
    }
    let shared = shared(store);
    while !lock(&shared).talk.is_ready()? {
        pause(store).await?;
    }
    let taken = lock(&shared).talk.take(usize::try_from(bytes).unwrap_or(usize::MAX)).to_vec();
    fuel::charge_bytes(store, taken.len() as u64)?;
    Ok(taken)
}

/// Prints a text whole, and suspends the program if that ends an answer.
pub(super) async fn print(store: &mut StoreContextMut<'_, StoreData>, text: &[u8]) -> Result<()> {
    lock(&shared(store)).talk.print(text, 0);
    printed(store).await
}

/// Suspends the program if what it has printed ends an answer.
pub(super) async fn printed(store: &mut StoreContextMut<'_, StoreData>) -> Result<()> {
    let is_answered = lock(&shared(store)).talk.is_answered()?;
    if is_answered { pause(store).await } else { Ok(()) }
}

fn shared(store: &StoreContextMut<'_, StoreData>) -> SharedExchange {
    store.data().talk.clone().expect("only programs that speak lines are linked so")
}

/// Suspends the program until the next line is there.
pub(super) async fn pause(store: &mut StoreContextMut<'_, StoreData>) -> Result<()> {
    let shared = shared(store);
    let fuel_left = fuel::left(&mut *store);
    let data = store.data_mut();
    if data.host_trouble.is_some() {
        return Err(Error::msg("the machine is short of memory"));
    }
    data.game_time.end_turn(fuel_left);
    if let Some(meter) = &data.meter {
        meter.report(|probe| probe.suspend(fuel_left));
    }
    data.note(fuel_left);
    let mut is_suspended = false;
    poll_fn(|_| if std::mem::replace(&mut is_suspended, true) { Poll::Ready(()) } else { Poll::Pending })
        .await;
    let Turn { fuel, bank_beyond, is_new } = {
        let mut shared = lock(&shared);
        store.data_mut().written = std::mem::take(&mut shared.seen.written);
        std::mem::take(&mut shared.turn)
    };
    let data = store.data_mut();
    if is_new {
        data.begin_turn();
    }
    data.game_time.begin_turn(fuel);
    data.bank_beyond = bank_beyond;
    fuel::begin_call(&mut *store, fuel);
    if let Some(meter) = &store.data().meter {
        meter.report(|probe| probe.resume(fuel));
    }
    Ok(())
}
