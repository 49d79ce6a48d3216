//! Parts that are gone, or that somebody keeps: nobody waits for them for ever.

use std::path::Path;

use super::*;
use crate::log::event::Pairing;
use crate::play::rounds_in_play::Next;
use crate::state::Outstanding;
use crate::workers::work_folder::TERMS;

const SECOND: Duration = Duration::from_secs(1);

fn name(text: &str) -> Name {
    Name::new(text).expect("it is a name")
}

/// One round of a batch, which is waited for.
fn round(in_play: &mut RoundsInPlay, place: usize) -> (Key, OpenRound) {
    let pairing = Pairing { versions: [0, 1].into(), turn: 0, chance: 500, met: 0 };
    in_play.expect(Outstanding { batch: 1, place, pairing, fuel_max: 1_000 }, 1);
    let bots = ["anna", "bert"].map(|bot| (bot.to_owned(), Digest::of(bot))).into();
    ((1, place), PartRound { batch: 1, seed: 7, bots }.open(2).expect("they are names"))
}

/// Workers that may cost all time, with a part in the shared folder, and how it is called.
fn workers(place: &Path, in_play: &mut RoundsInPlay) -> (RemoteWorkers, String) {
    workers_for(Share::ALL, place, in_play)
}

fn workers_for(wait: Share, place: &Path, in_play: &mut RoundsInPlay) -> (RemoteWorkers, String) {
    let season = season(place);
    let mut workers = begun(wait, place);
    assert!(workers.offer(vec![(0, round(in_play, 0))], &season).is_empty());
    let part = workers.parts.keys().next().expect("it is offered").clone();
    (workers, part)
}

/// A season's folder with the bots.
fn season(place: &Path) -> Folder {
    let season = Folder::create(&place.join("season")).expect("there is room");
    for bot in ["anna", "bert"] {
        std::fs::write(season.bot(Digest::of(bot)), bot).expect("there is room");
    }
    season
}

/// Workers before anything is offered.
fn begun(wait: Share, place: &Path) -> RemoteWorkers {
    let shares = WorkShares { audit: Share::ALL, wait };
    let work = Arc::new(SharedWork::new(&place.join("shared"), "terms".to_owned(), None));
    RemoteWorkers::new(work, shares, 2, BTreeSet::new()).expect("there are random numbers")
}

impl RemoteWorkers {
    /// Sees to a part of which a look has found this.
    fn sees(
        &mut self,
        part: &str,
        (holder, lies_there): (Option<(Name, SystemTime)>, bool),
        in_play: &mut RoundsInPlay,
        now: Instant,
    ) {
        self.parts.get_mut(part).expect("it is out").is_found(holder, lies_there, now);
        self.see_to(part, in_play, now);
    }
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
    workers.sees(&part, (None, true), &mut in_play, now);
    std::fs::remove_file(place.path().join(format!("shared/todo/{part}.json"))).expect("it is there");
    workers.sees(&part, (None, false), &mut in_play, now + LEASE);
    assert!(workers.is_out() && !plays_here(&mut in_play), "it may be on its way");
    workers.sees(&part, (None, false), &mut in_play, now + LEASE + SECOND);
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
        workers.sees(&part, (None, false), &mut in_play, now);
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
        workers.sees(&part, (Some(holder), false), &mut in_play, now + second * SECOND);
        assert!(workers.is_out() && !plays_here(&mut in_play), "{second}");
    }
    let holder = (name("last"), SystemTime::UNIX_EPOCH);
    workers.sees(&part, (Some(holder), false), &mut in_play, now + PART_MAX + SECOND);
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
    workers.sees(&part, (None, false), &mut in_play, Instant::now() + LEASE + SECOND);
    assert!(plays_here(&mut in_play));
}

#[test]
fn a_part_is_not_waited_for_longer_when_looks_are_rare() {
    let (place, mut in_play) = (tempfile::tempdir().expect("there is room"), RoundsInPlay::default());
    let wait = "5%".parse().expect("it is a share");
    let (mut workers, part) = workers_for(wait, place.path(), &mut in_play);
    let now = Instant::now();
    let holder = (name("slow"), SystemTime::UNIX_EPOCH);
    workers.sees(&part, (Some(holder), false), &mut in_play, now);
    // No look comes in between, and all of the machine waits.
    workers.allotment.passes(now, 1.0);
    let later = now + Duration::from_millis(250);
    workers.allotment.passes(later, 1.0);
    workers.see_to(&part, &mut in_play, later);
    assert!(!workers.is_out() && plays_here(&mut in_play));
}

#[test]
fn looks_take_a_twentieth_of_the_time() {
    let now = Instant::now();
    assert_eq!(pause_after(now, now + LOOK / 100, LOOK), now + LOOK / 100 + LOOK);
    assert_eq!(pause_after(now, now + SECOND, LOOK), now + 21 * SECOND);
}

/// What somebody may do to the shared folder before a server comes, the words that it has for that, and how it is undone.
type InTheWay = (fn(&Path) -> Option<std::fs::File>, &'static str, fn(&Path));

#[cfg(unix)]
#[test]
fn what_is_in_the_way_of_the_folder_is_told_and_all_is_played_here_until_it_is_gone() {
    let all: [InTheWay; 4] = [
        (
            |shared| std::fs::write(shared.join("todo"), "").map(|()| None).expect("there is room"),
            "todo: Not a directory (os error 20); remove it",
            |shared| std::fs::remove_file(shared.join("todo")).expect("it is there"),
        ),
        (
            |shared| {
                std::os::unix::fs::symlink(shared, shared.join("done")).map(|()| None).expect("there is room")
            },
            "done: Not a directory (os error 20); remove it",
            |shared| std::fs::remove_file(shared.join("done")).expect("it is there"),
        ),
        (
            |shared| std::fs::create_dir(shared.join("season.toml")).map(|()| None).expect("there is room"),
            "season.toml: Is a directory (os error 21); remove it",
            |shared| std::fs::remove_dir(shared.join("season.toml")).expect("it is there"),
        ),
        (
            |shared| {
                let lock = std::fs::File::create(shared.join("server.lock")).expect("there is room");
                lock.lock().expect("nobody has it");
                Some(lock)
            },
            "another server shares it, or somebody holds its server.lock; end that one, or name another folder",
            |_| (),
        ),
    ];
    for (put, words, remove) in all {
        let (place, mut in_play) = (tempfile::tempdir().expect("there is room"), RoundsInPlay::default());
        let shared = place.path().join("shared");
        std::fs::create_dir(&shared).expect("there is room");
        let lock = put(&shared);
        let (season, mut workers) = (season(place.path()), begun(Share::ALL, place.path()));
        let told = workers.untold().expect("it is told");
        assert!(told.contains(words) && told.contains("everything is played here"), "{told}");
        let rest = workers.offer(vec![(0, round(&mut in_play, 0))], &season);
        assert_eq!((rest.len(), workers.is_out(), workers.untold()), (1, false, None), "{words}");
        remove(&shared);
        drop(lock);
        let rest = workers.offer(vec![(0, round(&mut in_play, 1))], &season);
        assert_eq!(rest.len(), 1, "it is not tried all the time");
        workers.next_try = Instant::now();
        assert!(workers.offer(vec![(0, round(&mut in_play, 2))], &season).is_empty() && workers.is_out());
    }
}

#[test]
fn what_is_removed_or_replaced_in_the_folder_is_there_again_with_the_next_part() {
    let (place, mut in_play) = (tempfile::tempdir().expect("there is room"), RoundsInPlay::default());
    let (mut workers, part) = workers(place.path(), &mut in_play);
    let (season, shared) = (Folder::at(&place.path().join("season")), place.path().join("shared"));
    let bot = shared.join(format!("bots/{}.wasm", Digest::of("anna")));
    let mut again = |place, workers: &mut RemoteWorkers| {
        assert!(workers.offer(vec![(0, round(&mut in_play, place))], &season).is_empty());
        assert_eq!(std::fs::read_to_string(&bot).expect("it is there"), "anna", "{place}");
    };
    // Now it is known to be right.
    again(1, &mut workers);
    let written = std::fs::metadata(&bot).and_then(|bot| bot.modified()).expect("it has a time");
    std::fs::write(&bot, "otto").expect("there is room");
    let file = std::fs::File::options().write(true).open(&bot).expect("it is there");
    file.set_modified(written).expect("it is ours");
    again(2, &mut workers);
    std::fs::write(&bot, "anna and more").expect("there is room");
    std::fs::write(shared.join(TERMS), "others").expect("there is room");
    std::fs::remove_dir_all(shared.join("todo")).expect("it is there");
    std::fs::create_dir(shared.join("todo")).expect("there is room");
    again(3, &mut workers);
    assert_eq!(std::fs::read_to_string(shared.join(TERMS)).expect("it is there"), "terms");
    let folder = WorkFolder::open(&shared).expect("it is there");
    let (taken, _) = folder.take(&name("one")).expect("the file system is fine").expect("it is there");
    assert!(taken.part != part && workers.parts.contains_key(&taken.part));
}
