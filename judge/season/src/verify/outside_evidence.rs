//! Outside evidence against a log: receipts and hashes in, the first contradiction with the log out.

use crate::log::chain::WrittenEvent;
use crate::log::digest::Digest;
use crate::log::event::{Opened, SeasonEvent};
use crate::state::State;
use crate::state::receipt::{Receipt, equivocation};

/// Evidence from outside that a log is checked against.
#[derive(Clone, Debug, Default)]
pub struct OutsideEvidence {
    /// Receipts that seasons' keys have signed. Those of other seasons say nothing of this one.
    pub receipts: Vec<Receipt>,
    /// The season's own signature of its log.
    pub signed_head: Option<Receipt>,
    /// Events, from 1, with the hash of each and all before it.
    pub heads: Vec<(usize, Digest)>,
    /// The season's public key.
    pub key: Option<Digest>,
}

impl OutsideEvidence {
    /// The season's state after the log, and how many receipts are of it and of others. If there are only others, nothing
    /// else is compared.
    ///
    /// # Errors
    /// The log's contradiction with the evidence, with the number of the event.
    pub(super) fn against(&self, events: &[WrittenEvent]) -> Result<(State, [usize; 2]), (usize, String)> {
        let Some(SeasonEvent::Opened(Opened { key, .. })) = events.first().map(|first| &first.event) else {
            return Err((1, "it does not open a season".into()));
        };
        let state = State::after(events).map_err(|(event, problem)| (event, problem.to_owned()))?;
        let head = self.signed_head.as_ref();
        let foreign = head.map(|head| head.season);
        for (other, whose) in [(self.key, "was expected to be"), (foreign, "its head is signed with")] {
            if let Some(other) = other.filter(|other| other != key) {
                return Err((1, format!("the season's key is {key}, and {whose} {other}")));
            }
        }
        let own: Vec<&Receipt> = self.receipts.iter().filter(|receipt| receipt.season == *key).collect();
        let counts = [own.len(), self.receipts.len() - own.len()];
        if own.is_empty() && !self.receipts.is_empty() {
            return Ok((state, counts));
        }
        let all: Vec<&Receipt> = own.iter().copied().chain(head).collect();
        if let Some(text) = equivocation(&all) {
            return Err((all.iter().map(|receipt| receipt.event).min().unwrap_or(1), text));
        }
        let receipts = all.iter().map(|receipt| (receipt.event, receipt.difference(events, &state)));
        let heads = self.heads.iter().map(|&(event, head)| (event, unexpected(events, event, head)));
        let found = receipts.chain(heads).find_map(|(event, text)| Some((event, text?)));
        found.map_or(Ok((state, counts)), Err)
    }
}

/// The contradiction between a log and an event's hash that somebody noted, if any.
pub fn unexpected(events: &[WrittenEvent], event: usize, head: Digest) -> Option<String> {
    match event.checked_sub(1).and_then(|place| events.get(place)) {
        None => Some(format!("the log ends with event {}, and event {event} was expected", events.len())),
        Some(there) if there.head != head => {
            Some(format!("its hash is {}, and was expected to be {head}", there.head))
        }
        Some(_) => None,
    }
}
