//! `wasi:random`: the game's seed into as many random bytes as a bot wants.

use wasmtime::Result;
use wasmtime::component::Linker;

use super::{Interface, Misuse, Store};
use crate::StoreData;
use crate::host::charge_bytes;
use judge_limits::Seed;

/// The most bytes that a call gives out: the host has to make them before the bot has room for them.
const BYTES_MAX: u64 = 64 << 10;

/// A stream of random numbers: `SplitMix64` by Steele, Lea and Flood (2014).
///
/// A bot that sees them can work out the stream, but not the seed of the game.
#[derive(Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(super) fn new(seed: Seed) -> Self {
        Self(seed.0)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Makes all these bytes random.
    pub(crate) fn fill(&mut self, bytes: &mut [u8]) {
        for bytes in bytes.chunks_mut(8) {
            bytes.copy_from_slice(&self.next().to_le_bytes()[..bytes.len()]);
        }
    }
}

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
    store.data_mut().wasi().random.next()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        let mut random = Random(1_234_567);
        let numbers = [random.next(), random.next(), random.next()];
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn bytes_are_the_numbers_cut_to_length() {
        let mut random = Random(7);
        let numbers = [random.next(), random.next()].map(u64::to_le_bytes).concat();
        let mut bytes = [0; 11];
        Random(7).fill(&mut bytes);
        assert_eq!(bytes, numbers[..11]);
    }
}
