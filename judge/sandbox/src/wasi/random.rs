//! `wasi:random`: the game's seed into as many random bytes as a bot wants.

use wasmtime::Result;
use wasmtime::component::Linker;

use super::{Interface, Store};
use crate::StoreData;
use crate::fuel::charge_bytes;
use crate::stop::Misuse;

/// The most bytes that a call gives out: the host has to make them before the bot has room for them.
const BYTES_MAX: u64 = 64 << 10;

pub(super) fn link(linker: &mut Linker<StoreData>) -> Result<()> {
    let mut secure = Interface::new(linker, "random/random")?;
    secure.function("get-random-bytes", bytes)?;
    secure.function("get-random-u64", |store, (): ()| Ok((number(store),)))?;
    let mut insecure = Interface::new(linker, "random/insecure")?;
    insecure.function("get-insecure-random-bytes", bytes)?;
    insecure.function("get-insecure-random-u64", |store, (): ()| Ok((number(store),)))?;
    let mut seed = Interface::new(linker, "random/insecure-seed")?;
    seed.function("insecure-seed", |store, (): ()| Ok(((number(store), number(store)),)))
}

/// The next random number of the game.
pub(crate) fn number(store: &mut Store<'_>) -> u64 {
    store.data_mut().wasi().random.number()
}

fn bytes(store: &mut Store<'_>, (count,): (u64,)) -> Result<(Vec<u8>,)> {
    if count > BYTES_MAX {
        let problem = format!("it asked for {count} random bytes at once; {BYTES_MAX} are the most");
        return Err(Misuse(problem).into());
    }
    charge_bytes(store, count)?;
    let count = usize::try_from(count).expect("it is below a limit");
    let mut bytes = vec![0; count];
    store.data_mut().wasi().random.fill(&mut bytes);
    Ok((bytes,))
}
