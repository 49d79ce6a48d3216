//! Parts that are gone, or that somebody keeps: nobody waits for them for ever.

use super::*;
use crate::log::event::Pairing;
use crate::play::lanes::Next;
use crate::state::Outstanding;

const SECOND: Duration = Duration::from_secs(1);

fn name(text: &str) -> Name {
    Name::new(text).expect("it is a name")
}

/// One round of a batch, which is waited for.
fn round(lanes: &mut Lanes, place: usize) -> (Key, Due) {
    let pairing = Pairing { versions: [0, 1], turn: 0, chance: 500, met: 0 };
    lanes.expect(Outstanding { batch: 1, place, pairing, fuel_max: 1_000 }, 1);
    let bots = ["anna", "bert"].map(|bot| (bot.to_owned(), Digest::of(bot)));
    ((1, place), PartRound { batch: 1, seed: 7, bots }.due().expect("they are names"))
}

/// Workers with a part in the shared folder, and how it is called.
fn crew(place: &Path, lanes: &mut Lanes) -> (Crew, String) {
    let season = Folder::create(&place.join("season")).expect("there is room");
    for bot in ["anna", "bert"] {
        std::fs::write(season.bot(Digest::of(bot)), bot).expect("there is room");
    }
    let mut crew = Crew::new(&place.join("shared"), "", Share::ALL, BTreeSet::new()).expect("there is room");
    assert!(crew.offer(vec![round(lanes, 0)], &season).is_empty());
    let part = crew.parts.keys().next().expect("it is offered").clone();
    (crew, part)
}

/// Whether a game is to be played here.
fn plays_here(lanes: &mut Lanes) -> bool {
    matches!(lanes.next(1), Next::Start(_))
}

#[test]
fn a_part_that_is_gone_is_played_here() {
    let (place, mut lanes) = (tempfile::tempdir().expect("there is room"), Lanes::default());
    let (mut crew, part) = crew(place.path(), &mut lanes);
    let now = Instant::now();
    crew.see_to(&part, None, true, &mut lanes, now);
    std::fs::remove_file(place.path().join(format!("shared/todo/{part}.json"))).expect("it is there");
    crew.see_to(&part, None, false, &mut lanes, now + LEASE);
    assert!(crew.is_out() && !plays_here(&mut lanes), "it may be on its way");
    crew.see_to(&part, None, false, &mut lanes, now + LEASE + SECOND);
    assert!(!crew.is_out() && plays_here(&mut lanes));
}

#[test]
fn a_part_that_goes_from_hand_to_hand_is_not_waited_for_longer() {
    let (place, mut lanes) = (tempfile::tempdir().expect("there is room"), Lanes::default());
    let (mut crew, part) = crew(place.path(), &mut lanes);
    let now = Instant::now();
    let seconds = u32::try_from(PART_MAX.as_secs()).expect("it is a minute");
    for second in 0..=seconds {
        // Another name each time, and each of them says that it plays.
        let holder = (name(&format!("w{second}")), SystemTime::UNIX_EPOCH + second * SECOND);
        crew.see_to(&part, Some(holder), false, &mut lanes, now + second * SECOND);
        assert!(crew.is_out() && !plays_here(&mut lanes), "{second}");
    }
    let holder = (name("last"), SystemTime::UNIX_EPOCH);
    crew.see_to(&part, Some(holder), false, &mut lanes, now + PART_MAX + SECOND);
    assert!(!crew.is_out() && plays_here(&mut lanes));
}

#[test]
fn rounds_that_cannot_be_offered_come_back_and_that_is_told_once() {
    let (place, mut lanes) = (tempfile::tempdir().expect("there is room"), Lanes::default());
    let (mut crew, part) = crew(place.path(), &mut lanes);
    let season = Folder::at(&place.path().join("season"));
    std::fs::remove_dir_all(place.path().join("shared")).expect("it is there");
    for place in 1..3 {
        let rest = crew.offer(vec![round(&mut lanes, place)], &season);
        assert_eq!(rest.len(), 1);
    }
    assert!(crew.untold().is_some_and(|told| told.contains("everything is played here")));
    assert_eq!(crew.untold(), None, "it is told once");
    // And what was offered before.
    assert!(crew.is_out() && !plays_here(&mut lanes));
    crew.see_to(&part, None, false, &mut lanes, Instant::now() + LEASE + SECOND);
    assert!(plays_here(&mut lanes));
}
