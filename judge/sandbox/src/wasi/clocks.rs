//! `wasi:clocks`: fuel into time. Knows no clock of the machine's.

use wasmtime::Result;
use wasmtime::component::Linker;
use wasmtime_wasi::p2::bindings::clocks::wall_clock::Datetime;

use super::Interface;
use super::poll::{self, ask_clock, now};
use crate::StoreData;
use judge_wit::preview1::{EPOCH_SECONDS, MONOTONIC_START};

const NANOSECONDS_PER_SECOND: u64 = 1_000_000_000;

/// The time of day, so many nanoseconds after the bot's own beginning of time.
fn time_of_day(since_start: u64) -> Datetime {
    let nanoseconds = u32::try_from(since_start % NANOSECONDS_PER_SECOND).expect("it is below a billion");
    Datetime { seconds: EPOCH_SECONDS + since_start / NANOSECONDS_PER_SECOND, nanoseconds }
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
    wall.function("now", |store, (): ()| Ok((time_of_day(ask_clock(store)),)))?;
    wall.function("resolution", |_, (): ()| Ok((Datetime { seconds: 0, nanoseconds: 1 },)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_with_the_year_2000() {
        let [start, later] = [0, 2_000_000_003].map(time_of_day);
        assert_eq!((start.seconds, start.nanoseconds), (946_684_800, 0));
        assert_eq!((later.seconds, later.nanoseconds), (946_684_802, 3));
    }
}
