//! Tests of what a receipt proves.

use super::*;
use crate::log::digest::Secret;
use crate::log::event::{Opened, SeasonEvent};

fn key() -> SeasonKey {
    SeasonKey::of(&Secret::parse(&"7".repeat(64)).expect("it has 64 digits"))
}

fn at(event: usize, head: &str) -> At {
    At { event, head: Digest::of(head), time: 1_000 + event as u64 }
}

fn name(text: &str) -> Name {
    Name::new(text).expect("it is a name")
}

/// A log in which anna hands in, who has joined, and a batch of nothing is drawn.
fn log() -> (Vec<WrittenEvent>, State) {
    let opened = SeasonEvent::Opened(Opened { key: key().public(), ..Opened::default() });
    let joined = SeasonEvent::Joined {
        name: name("anna"),
        invitation: Digest::of("i"),
        cookie: Digest::of("c"),
        token: Digest::of("t"),
        needs_approval: false,
        member: 1,
    };
    let uploaded = SeasonEvent::Uploaded { contestant: 0, sha256: Digest::of("file"), bytes: 4 };
    let verdict = Checked::Refused { reason: "it is none".into() };
    let checked = SeasonEvent::Checked { upload: 0, verdict };
    let drawn = SeasonEvent::Drawn { batch: 1, rounds: Vec::new() };
    let events = [opened, joined, uploaded, checked, drawn];
    let written = |(event, number): (SeasonEvent, usize)| {
        let At { head, time, .. } = at(number, &number.to_string());
        WrittenEvent { event, time, head }
    };
    let log: Vec<WrittenEvent> = events.into_iter().zip(1..).map(written).collect();
    let state = State::after(&log).expect("they can be");
    (log, state)
}

fn about<'a>(kind: ReceiptKind, contestant: &'a Name, file: &str) -> About<'a> {
    About { kind, contestant, sha256: Digest::of(file) }
}

#[test]
fn whatever_is_changed_in_a_receipt_breaks_its_signature() {
    let anna = name("anna");
    let receipt = key().receipt(&at(3, "head"), Some(about(ReceiptKind::Uploaded, &anna, "file")));
    assert!(receipt.is_signed());
    assert_eq!(Receipt::parse_all(&receipt.line()), Ok(vec![receipt.clone()]));
    let other = SeasonKey::of(&Secret::parse(&"8".repeat(64)).expect("it has 64 digits"));
    for changed in [
        Receipt { season: other.public(), ..receipt.clone() },
        Receipt { event: 4, ..receipt.clone() },
        Receipt { head: Digest::of("other"), ..receipt.clone() },
        Receipt { kind: ReceiptKind::Accepted, ..receipt.clone() },
        Receipt { contestant: Some("bert".into()), ..receipt.clone() },
        Receipt { contestant: None, ..receipt.clone() },
        Receipt { sha256: None, ..receipt.clone() },
        Receipt { time: 1_001, ..receipt.clone() },
        Receipt { signature: "00".repeat(64), ..receipt.clone() },
        Receipt { signature: "x".into(), ..receipt.clone() },
    ] {
        assert!(!changed.is_signed(), "{changed:?}");
    }
}

#[test]
fn a_log_that_was_cut_or_changed_differs_from_a_receipt() {
    let (log, state) = log();
    let anna = name("anna");
    let receipt = key().receipt(&at(3, "3"), Some(about(ReceiptKind::Uploaded, &anna, "file")));
    assert_eq!(receipt.difference(&log, &state), None);
    let told = |log: &[WrittenEvent]| receipt.difference(log, &state).expect("it differs");
    assert!(told(&log[..2]).ends_with("and this log ends with event 2"));
    let mut other = log.clone();
    other[2].head = Digest::of("x");
    assert!(told(&other).contains("and in this log the hash is"));
}

#[test]
fn a_receipt_that_names_another_event_than_its_own_is_told() {
    let (log, state) = log();
    let [anna, bert] = ["anna", "bert"].map(name);
    let right = |receipt: &Receipt| receipt.difference(&log, &state);
    let verdict = key().receipt(&at(4, "4"), Some(about(ReceiptKind::Refused, &anna, "file")));
    assert_eq!(right(&verdict), None);
    assert_eq!(right(&key().receipt(&at(5, "5"), None)), None, "a head is of any event");
    for (wrong, told) in [
        // The upload was dropped, and a drawing is named.
        (
            key().receipt(&at(5, "5"), Some(about(ReceiptKind::Uploaded, &anna, "file"))),
            "and it is about no file",
        ),
        (key().receipt(&at(4, "4"), Some(about(ReceiptKind::Accepted, &anna, "file"))), "and it is refused "),
        (
            key().receipt(&at(3, "3"), Some(about(ReceiptKind::Uploaded, &anna, "other"))),
            "and it is uploaded ",
        ),
        (key().receipt(&at(3, "3"), Some(about(ReceiptKind::Uploaded, &bert, "file"))), " of anna"),
        (key().receipt(&at(3, "3"), Some(about(ReceiptKind::Refused, &anna, "file"))), "and it is uploaded "),
        (key().receipt(&At { time: 7, ..at(3, "3") }, None), "at 1970-01-01T00:00:07Z, and it was at "),
    ] {
        assert!(
            wrong.is_signed() && right(&wrong).is_some_and(|text| text.contains(told)),
            "{:?}",
            right(&wrong)
        );
    }
}

#[test]
fn two_signed_heads_of_one_length_are_told() {
    let [one, same, other, longer] =
        [(5, "a"), (5, "a"), (5, "b"), (6, "b")].map(|(event, head)| key().receipt(&at(event, head), None));
    assert_eq!(equivocation(&[&one, &same, &longer]), None);
    assert!(equivocation(&[&one, &other]).is_some_and(|told| told.contains("two logs of 5 events")));
}
