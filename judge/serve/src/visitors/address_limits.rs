//! The limits of one address on what there is for all: streams, tables, uploads, connections, and time for thinking.
//! A share is taken and comes back by itself.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// The kind of what is shared, with the largest number for one address. A class behind one address has enough to look
/// and hand in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ShareKind {
    /// Connections that are open.
    Connection = 256,
    /// Pages that hear of every event.
    Stream = 100,
    /// Files that are received.
    Upload = 8,
    /// Tables at which somebody plays.
    Table = 4,
}

/// The longest time that bots think for one address within [`WINDOW`].
const THINKING_MAX: Duration = Duration::from_mins(5);
/// After this an address has all its time for thinking again.
const WINDOW: Duration = Duration::from_hours(1);
/// Addresses whose time is kept; with more, those whose window is over are forgotten.
const ADDRESSES_MAX: usize = 10_000;

/// Shares that are taken, by whose they are.
pub(crate) type Shares<K> = Mutex<BTreeMap<K, TakenShare>>;

/// A share that is somebody's, until it goes.
pub(crate) type TakenShare = Arc<()>;

/// Takes a share, if somebody has less than so many.
#[must_use]
pub(crate) fn share<K: Ord>(shares: &Shares<K>, whose: K, most: usize) -> Option<TakenShare> {
    let mut shares = shares.lock();
    // One is here, and one with each who has taken it.
    shares.retain(|_, taken| Arc::strong_count(taken) > 1);
    let taken = shares.entry(whose).or_default();
    (Arc::strong_count(taken) <= most).then(|| Arc::clone(taken))
}

/// The shares that addresses have.
#[derive(Clone, Default)]
pub(crate) struct AddressLimits {
    taken: Arc<Shares<(ShareKind, IpAddr)>>,
    thought: Arc<Mutex<BTreeMap<IpAddr, (Instant, Duration)>>>,
}

impl AddressLimits {
    /// Takes a share for an address; nothing if it has as many as one may have. Who has no address that is known takes
    /// what there is.
    #[must_use]
    pub(crate) fn take(&self, kind: ShareKind, address: Option<IpAddr>) -> Option<TakenShare> {
        let Some(address) = address else { return Some(TakenShare::default()) };
        share(&self.taken, (kind, block(address)), kind as usize)
    }

    /// Notes that bots have thought for an address, and says whether they may think on.
    #[must_use]
    pub(crate) fn may_think(&self, address: IpAddr, more: Duration, now: Instant) -> bool {
        let mut thought = self.thought.lock();
        let is_over = |since: Instant| now.duration_since(since) >= WINDOW;
        if thought.len() >= ADDRESSES_MAX {
            thought.retain(|_, (since, _)| !is_over(*since));
        }
        let (since, time) = thought.entry(block(address)).or_insert((now, Duration::ZERO));
        if is_over(*since) {
            (*since, *time) = (now, Duration::ZERO);
        }
        *time += more;
        *time <= THINKING_MAX
    }
}

/// The addresses that the owner of one of them has: in IPv6 whoever has any may have 256 networks of 2^64, a /56.
fn block(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d & 0xff00, 0, 0, 0, 0))
        }
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("it is an address")
    }

    #[test]
    fn one_address_has_its_share_and_leaves_the_rest_to_others() {
        let shares = AddressLimits::default();
        let one = Some(address("2001:db8::1"));
        let taken: Vec<Option<TakenShare>> =
            (0..ShareKind::Table as usize).map(|_| shares.take(ShareKind::Table, one)).collect();
        assert!(taken.iter().all(Option::is_some));
        assert!(
            ["2001:db8::2", "2001:db8:0:ff::1"]
                .into_iter()
                .all(|same| shares.take(ShareKind::Table, Some(address(same))).is_none()),
            "it is the same one's"
        );
        assert!(shares.take(ShareKind::Table, Some(address("2001:db8:0:100::1"))).is_some());
        assert!(shares.take(ShareKind::Table, Some(address("2001:db8:1::1"))).is_some());
        assert!(shares.take(ShareKind::Stream, one).is_some(), "each kind has shares of its own");
        drop(taken);
        assert!(shares.take(ShareKind::Table, one).is_some(), "shares come back");
        assert!((0..1_000).map(|_| shares.take(ShareKind::Table, None)).all(|share| share.is_some()));
    }

    #[test]
    fn time_for_thinking_is_an_addresss_and_comes_back_in_an_hour() {
        let (shares, now) = (AddressLimits::default(), Instant::now());
        let (one, mapped) = (address("192.0.2.1"), address("::ffff:192.0.2.1"));
        assert!(shares.may_think(one, THINKING_MAX, now));
        assert!(!shares.may_think(mapped, Duration::from_secs(1), now));
        assert!(shares.may_think(address("192.0.2.2"), Duration::from_secs(1), now));
        assert!(shares.may_think(one, Duration::from_secs(1), now + WINDOW));
    }
}
