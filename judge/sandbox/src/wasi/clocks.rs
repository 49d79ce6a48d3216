//! `wasi:clocks`: fuel into time. Knows no clock of the machine's.

use wasmtime::Result;
use wasmtime::component::{ComponentType, Linker, Lower};

use super::Interface;
use super::poll::{self, ask_clock, now};
use crate::StoreData;
use judge_wit::preview1::{EPOCH_SECONDS, MONOTONIC_START};

const NANOSECONDS_PER_SECOND: u64 = 1_000_000_000;

/// A time of day, as WASI has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ComponentType, Lower)]
#[component(record)]
struct Datetime {
    seconds: u64,
    nanoseconds: u32,
}

impl Datetime {
    fn from_nanoseconds(since_start: u64) -> Self {
        let nanoseconds = u32::try_from(since_start % NANOSECONDS_PER_SECOND).expect("it is below a billion");
        Self { seconds: EPOCH_SECONDS + since_start / NANOSECONDS_PER_SECOND, nanoseconds }
    }
}

pub(super) fn link(linker: &mut Linker<StoreData>) -> Result<()> {
    let mut monotonic = Interface::new(linker, "clocks/monotonic-clock")?;
    monotonic.function("now", |store, (): ()| Ok((ask_clock(store).saturating_add(MONOTONIC_START),)))?;
    monotonic.function("resolution", |_, (): ()| Ok((1_u64,)))?;
    monotonic.function("subscribe-instant", |store, (moment,): (u64,)| {
        poll::subscribe(store, moment.saturating_sub(MONOTONIC_START))
    })?;
    monotonic.function("subscribe-duration", |store, (duration,): (u64,)| {
        let moment = now(store).saturating_add(duration);
        poll::subscribe(store, moment)
    })?;
    let mut wall = Interface::new(linker, "clocks/wall-clock")?;
    wall.function("now", |store, (): ()| Ok((Datetime::from_nanoseconds(ask_clock(store)),)))?;
    wall.function("resolution", |_, (): ()| Ok((Datetime { seconds: 0, nanoseconds: 1 },)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_with_the_year_2000() {
        let datetime = |seconds, nanoseconds| Datetime { seconds, nanoseconds };
        assert_eq!(Datetime::from_nanoseconds(0), datetime(946_684_800, 0));
        assert_eq!(Datetime::from_nanoseconds(2_000_000_003), datetime(946_684_802, 3));
    }
}
