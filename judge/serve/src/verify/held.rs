//! What somebody holds against a log: receipts and hashes in, the first thing that the log says against them out.

use crate::log::chain::Written;
use crate::log::digest::Digest;
use crate::log::receipt::{Receipt, equivocation};

/// What somebody holds against a log.
#[derive(Clone, Debug, Default)]
pub struct Held {
    /// What the season's key has signed.
    pub receipts: Vec<Receipt>,
    /// Events, from 1, with the hash of each and all before it.
    pub heads: Vec<(usize, Digest)>,
}

impl Held {
    /// What a log says against it, with the number of the event.
    pub(super) fn difference(&self, events: &[Written]) -> Option<(usize, String)> {
        if let Some(text) = equivocation(&self.receipts) {
            return Some((self.receipts.iter().map(|receipt| receipt.event).min().unwrap_or(1), text));
        }
        let receipts = self.receipts.iter().map(|receipt| (receipt.event, receipt.difference(events)));
        let heads = self.heads.iter().map(|&(event, head)| {
            let there = event.checked_sub(1).and_then(|place| events.get(place)).map(|event| event.head);
            let text = match there {
                None => {
                    Some(format!("the log ends with event {}, and event {event} was expected", events.len()))
                }
                Some(there) if there != head => {
                    Some(format!("its hash is {there}, and was expected to be {head}"))
                }
                Some(_) => None,
            };
            (event, text)
        });
        receipts.chain(heads).find_map(|(event, text)| Some((event, text?)))
    }
}
