//! Parts that are gone, or that somebody keeps: nobody waits for them for ever.

use super::*;
use crate::log::event::Pairing;
use crate::play::rounds_in_play::Next;
use crate::state::Outstanding;

const SECOND: Duration = Duration::from_secs(1);

fn name(text: &str) -> Name {
    Name::new(text).expect("it is a name")
}

/// One round of a batch, which is waited for.
fn round(in_play: &mut RoundsInPlay, place: usize) -> (Key, Due) {
    let pairing = Pairing { versions: [0, 1].into(), turn: 0, chance: 500, met: 0 };
    in_play.expect(Outstanding { batch: 1, place, pairing, fuel_max: 1_000 }, 1);
    let bots = ["anna", "bert"].map(|bot| (bot.to_owned(), Digest::of(bot))).into();
    ((1, place), PartRound { batch: 1, seed: 7, bots }.due(2).expect("they are names"))
}

/// Workers that may cost all time, with a part in the shared folder, and how it is called.
fn workers(place: &Path, in_play: &mut RoundsInPlay) -> (RemoteWorkers, String) {
    workers_for(Share::ALL, place, in_play)
}

fn workers_for(wait: Share, place: &Path, in_play: &mut RoundsInPlay) -> (RemoteWorkers, String) {
    let season = Folder::create(&place.join("season")).expect("there is room");
    for bot in ["anna", "bert"] {
        std::fs::write(season.bot(Digest::of(bot)), bot).expect("there is room");
    }
    let shares = WorkShares { audit: Share::ALL, wait };
    let mut workers =
        RemoteWorkers::new(&place.join("shared"), "", shares, 2, BTreeSet::new()).expect("there is room");
    assert!(workers.offer(vec![(0, round(in_play, 0))], &season).is_empty());
    let part = workers.parts.keys().next().expect("it is offered").clone();
    (workers, part)
}

/// Whether a game is to be played here.
fn plays_here(in_play: &mut RoundsInPlay) -> bool {
    matches!(in_play.next(1), Next::Start(_))
}

#[test]
fn a_part_that_is_gone_is_played_here() {
    let (place, mut in_play) = (tempfile::tempdir().expect("there is room"), RoundsInPlay::default());
    let (mut workers, part) = workers(place.path(), &mut in_play);
    let now = Instant::now();
    workers.see_to(&part, None, true, &mut in_play, now);
    std::fs::remove_file(place.path().join(format!("shared/todo/{part}.json"))).expect("it is there");
    workers.see_to(&part, None, false, &mut in_play, now + LEASE);
    assert!(workers.is_out() && !plays_here(&mut in_play), "it may be on its way");
    workers.see_to(&part, None, false, &mut in_play, now + LEASE + SECOND);
    assert!(!workers.is_out() && plays_here(&mut in_play));
}

#[test]
fn a_part_that_is_gone_is_waited_for_no_longer_than_one_that_is_taken() {
    let (place, mut in_play) = (tempfile::tempdir().expect("there is room"), RoundsInPlay::default());
    let wait = "5%".parse().expect("it is a share");
    let (mut workers, part) = workers_for(wait, place.path(), &mut in_play);
    std::fs::remove_file(place.path().join(format!("shared/todo/{part}.json"))).expect("it is there");
    let now = Instant::now();
    for (milliseconds, is_played) in [(0, false), (150, false), (250, true)] {
        let now = now + Duration::from_millis(milliseconds);
        // All of the machine waits meanwhile.
        workers.allotment.passes(now, 1.0);
        workers.see_to(&part, None, false, &mut in_play, now);
        assert_eq!((workers.is_out(), plays_here(&mut in_play)), (!is_played, is_played), "{milliseconds}");
    }
}

#[test]
fn a_part_that_goes_from_hand_to_hand_is_not_waited_for_longer() {
    let (place, mut in_play) = (tempfile::tempdir().expect("there is room"), RoundsInPlay::default());
    let (mut workers, part) = workers(place.path(), &mut in_play);
    let now = Instant::now();
    let seconds = u32::try_from(PART_MAX.as_secs()).expect("it is a minute");
    for second in 0..=seconds {
        // Another name each time, and each of them says that it plays.
        let holder = (name(&format!("w{second}")), SystemTime::UNIX_EPOCH + second * SECOND);
        workers.see_to(&part, Some(holder), false, &mut in_play, now + second * SECOND);
        assert!(workers.is_out() && !plays_here(&mut in_play), "{second}");
    }
    let holder = (name("last"), SystemTime::UNIX_EPOCH);
    workers.see_to(&part, Some(holder), false, &mut in_play, now + PART_MAX + SECOND);
    assert!(!workers.is_out() && plays_here(&mut in_play));
}

#[test]
fn rounds_that_cannot_be_offered_come_back_and_that_is_told_once() {
    let (place, mut in_play) = (tempfile::tempdir().expect("there is room"), RoundsInPlay::default());
    let (mut workers, part) = workers(place.path(), &mut in_play);
    let season = Folder::at(&place.path().join("season"));
    std::fs::remove_dir_all(place.path().join("shared")).expect("it is there");
    for place in 1..3 {
        let rest = workers.offer(vec![(0, round(&mut in_play, place))], &season);
        assert_eq!(rest.len(), 1);
    }
    assert!(workers.untold().is_some_and(|told| told.contains("everything is played here")));
    assert_eq!(workers.untold(), None, "it is told once");
    // And what was offered before.
    assert!(workers.is_out() && !plays_here(&mut in_play));
    workers.see_to(&part, None, false, &mut in_play, Instant::now() + LEASE + SECOND);
    assert!(plays_here(&mut in_play));
}
