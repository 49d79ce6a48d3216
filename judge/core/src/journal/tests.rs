use std::fs;
use std::path::PathBuf;

use judge_play::games::{Kind, Seat};
use judge_play::{Fault, GAMES, GameInfo, Rules, Verdict, for_game};
use tempfile::TempDir;

use super::*;
use crate::play::tests::fault;
use judge_play::record::journal_line::written;

fn key(number: u8) -> GameKey {
    GameKey([number; 32])
}

fn check(json: &str) -> String {
    format!("{:08x}", crc32fast::hash(json.as_bytes()))
}

fn record(turns: u32) -> Record {
    let blank = Record::blank(Verdict::Forfeit(vec![1, 2]), 2);
    Record { turns, asked: vec![3, 4], transcript_sha256: [7; 32], ..blank }
}

fn folder() -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("there is room for temporary files");
    let path = folder.path().join("journal");
    (folder, path)
}

fn open(path: &Path) -> (Journal, JournalSummary) {
    Journal::open(path).expect("it can be opened")
}

fn found(games: usize, torn: bool, damaged: usize) -> JournalSummary {
    JournalSummary { games, torn, damaged }
}

fn find(journal: &Journal, number: u8) -> Option<Record> {
    journal.find(&key(number)).map(|(record, _)| record)
}

/// A journal of the games 1 to 3.
fn three_games() -> (TempDir, PathBuf) {
    let (folder, path) = folder();
    let (journal, _) = open(&path);
    for number in 1..=3 {
        journal.append(&key(number), &record(number.into())).expect("there is room");
    }
    (folder, path)
}

#[test]
fn what_is_appended_is_found_again() {
    let (_folder, path) = three_games();
    let (journal, there) = open(&path);
    assert_eq!(there, found(3, false, 0));
    for number in 1..=3 {
        assert_eq!(find(&journal, number), Some(record(number.into())));
    }
    assert_eq!(find(&journal, 4), None);
}

#[test]
fn a_line_is_the_same_as_ever() {
    let json = format!(
        r#"{{"key":"{}","record":{{"verdict":{{"forfeit":[1,2]}},"faults":[],"opening":"","turns":9,"asked":[3,4],"thought":[{{"turns":0,"fuel":0,"fuel_max":0}},{{"turns":0,"fuel":0,"fuel_max":0}}],"fuel":[0,0],"memory":[0,0],"checks":"","transcript_sha256":"{}"}}}}"#,
        "01".repeat(32),
        "07".repeat(32),
    );
    assert_eq!(written(&key(1), &record(9)), format!("{} {json}\n", check(&json)));
}

#[test]
fn wherever_a_journal_is_torn_the_whole_lines_are_kept() {
    let (_folder, path) = three_games();
    let whole = fs::read(&path).expect("it is there");
    let lines = |bytes: &[u8]| bytes.split(|byte| *byte == b'\n').count() - 1;
    for length in 0..whole.len() {
        fs::write(&path, &whole[..length]).expect("it can be written");
        let games = lines(&whole[..length]);
        let is_torn = length > 0 && whole[length - 1] != b'\n';
        let (journal, there) = open(&path);
        assert_eq!(there, found(games, is_torn, 0), "{length} bytes");
        journal.append(&key(9), &record(9)).expect("there is room");
        drop(journal);
        assert_eq!(open(&path).1, found(games + 1, false, 0), "{length} bytes");
    }
}

#[test]
fn a_changed_byte_costs_its_line_only() {
    let (_folder, path) = three_games();
    let whole = fs::read(&path).expect("it is there");
    let second = whole.iter().position(|byte| *byte == b'\n').expect("there are lines") + 1;
    let mut damaged = whole.clone();
    damaged[second + 40] ^= 1;
    fs::write(&path, damaged).expect("it can be written");
    let (journal, there) = open(&path);
    assert_eq!(there, found(2, false, 1));
    assert_eq!(find(&journal, 2), None);
    assert_eq!(find(&journal, 3), Some(record(3)));
}

#[test]
fn lines_that_change_places_while_it_is_open_are_noticed() {
    let (_folder, path) = three_games();
    let (journal, _) = open(&path);
    let text = fs::read_to_string(&path).expect("it is there");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0].len(), lines[1].len());
    fs::write(&path, format!("{}\n{}\n{}\n", lines[1], lines[0], lines[2])).expect("it can be written");
    assert_eq!((find(&journal, 1), find(&journal, 2)), (None, None));
    assert_eq!(find(&journal, 3), Some(record(3)));
}

#[test]
fn bytes_without_end_are_no_record() {
    let (_folder, path) = three_games();
    let mut bytes = fs::read(&path).expect("it is there");
    bytes.extend(std::iter::repeat_n(b'x', 3 << 20));
    fs::write(&path, bytes).expect("it can be written");
    let (_, there) = open(&path);
    assert_eq!((there.games, there.torn), (3, true));
}

#[test]
fn two_cannot_have_it_open() {
    let (_folder, path) = three_games();
    let first = open(&path);
    assert!(matches!(Journal::open(&path), Err(CannotOpen::InUse)));
    drop(first);
    open(&path);
}

#[test]
fn whoever_else_holds_its_file_the_lock_goes_with_the_journal() {
    let (_folder, path) = three_games();
    let (journal, _) = open(&path);
    // As a program has it that another thread has started, until it runs.
    let held = journal.tail().keep().expect("there is room");
    drop(journal);
    open(&path);
    drop(held);
}

#[test]
fn nobody_waits_for_a_line_that_another_writes() {
    let (_folder, path) = folder();
    let (journal, _) = open(&path);
    let writing = journal.tail();
    let places =
        [1, 2].map(|number| journal.append(&key(number), &record(number.into())).expect("there is room"));
    assert_eq!(fs::read(&path).expect("it is there"), b"");
    drop(writing);
    let last = journal.append(&key(3), &record(3)).expect("there is room");
    for (place, turns) in places.into_iter().chain([last]).zip(1..) {
        assert_eq!(journal.read(place).expect("it is written"), record(turns));
    }
}

#[test]
fn lines_of_all_threads_are_where_they_are_said_to_be() {
    let (_folder, path) = folder();
    let (journal, _) = open(&path);
    let append = |thread: u8| {
        let game = |turns| journal.append(&key(thread), &record(turns)).map(|place| (turns, place));
        (0..200).map(game).collect::<io::Result<Vec<_>>>().expect("there is room")
    };
    let places: Vec<(u32, LinePlace)> = std::thread::scope(|scope| {
        let threads = [1, 2, 3, 4].map(|thread| scope.spawn(move || append(thread)));
        threads.into_iter().flat_map(|thread| thread.join().expect("it does not panic")).collect()
    });
    // Nothing is left in the queue, although nobody has settled it.
    assert_eq!(fs::read_to_string(&path).expect("it is text").lines().count(), 800);
    for (turns, place) in places {
        assert_eq!(journal.read(place).expect("it is written"), record(turns));
    }
    assert_eq!(journal.added(), 800);
}

#[test]
fn a_line_that_cannot_be_written_is_told_and_tried_again() {
    let (_folder, path) = three_games();
    let (journal, _) = open(&path);
    let (file, before) = (journal.tail().file.clone(), fs::read(&path).expect("it is there"));
    journal.tail().file = Arc::new(File::open(&path).expect("it is there"));
    assert!(journal.append(&key(4), &record(4)).is_err());
    assert!(journal.settle().is_err());
    assert_eq!(fs::read(&path).expect("it is there"), before);
    journal.tail().file = file;
    journal.append(&key(5), &record(5)).expect("there is room");
    drop(journal);
    let (journal, there) = open(&path);
    assert_eq!(
        (there, find(&journal, 4), find(&journal, 5)),
        (found(5, false, 0), Some(record(4)), Some(record(5)))
    );
}

#[test]
fn a_cleared_journal_is_empty() {
    let (_folder, path) = three_games();
    let (mut journal, _) = open(&path);
    journal.clear().expect("it can be cleared");
    assert_eq!(find(&journal, 1), None);
    journal.append(&key(1), &record(5)).expect("there is room");
    drop(journal);
    let (journal, there) = open(&path);
    assert_eq!((there, find(&journal, 1)), (found(1, false, 0), Some(record(5))));
}

#[test]
fn a_journal_takes_in_anothers_records() {
    let (_folder, path) = three_games();
    let (_other, target) = folder();
    let (mut journal, _) = open(&target);
    journal.append(&key(8), &record(8)).expect("there is room");
    let (there, keys) = journal.take_in(&path).expect("it can be read");
    assert_eq!((there, keys), (found(3, false, 0), vec![key(1), key(2), key(3)]));
    assert_eq!(find(&journal, 2), Some(record(2)));
    drop(journal);
    assert_eq!(open(&target).1, found(4, false, 0));
}

#[test]
fn what_is_taken_in_again_is_there_once() {
    let (_folder, path) = three_games();
    let (_other_folder, other) = three_games();
    let (mut journal, _) = open(&path);
    journal.append(&key(4), &record(4)).expect("there is room");
    drop(journal);
    let before = fs::read(&path).expect("it is there");
    (journal, _) = open(&path);
    journal.take_in(&other).expect("it can be read");
    assert_eq!(fs::read(&path).expect("it is there"), before);
    assert_eq!(find(&journal, 2), Some(record(2)));
}

#[test]
fn what_contradicts_is_not_taken_in_and_the_journal_can_be_as_it_was() {
    let (_folder, path) = three_games();
    let (_other, target) = folder();
    let (mut journal, _) = open(&target);
    journal.append(&key(3), &record(9)).expect("there is room");
    drop(journal);
    let before = fs::read(&target).expect("it is there");
    (journal, _) = open(&target);
    assert!(matches!(journal.take_in(&path), Err(NotTakenIn::Contradicts(game)) if game == key(3)));
    assert_eq!((find(&journal, 2), find(&journal, 3)), (Some(record(2)), Some(record(9))));
    journal.forget_added().expect("it is ours");
    assert_eq!((find(&journal, 2), find(&journal, 3), journal.added()), (None, Some(record(9)), 0));
    assert_eq!(fs::read(&target).expect("it is there"), before);
    journal.append(&key(4), &record(4)).expect("there is room");
    drop(journal);
    assert_eq!(open(&target).1, found(2, false, 0));
}

#[test]
fn a_game_with_records_that_contradict_one_another_has_none() {
    let (_folder, path) = three_games();
    let (journal, _) = open(&path);
    journal.append(&key(1), &record(1)).expect("there is room");
    journal.append(&key(2), &record(9)).expect("there is room");
    drop(journal);
    let (journal, there) = open(&path);
    assert_eq!(there, found(2, false, 1));
    assert_eq!((find(&journal, 1), find(&journal, 2)), (Some(record(1)), None));
    drop(journal);
    let (_other, target) = folder();
    let (mut into, _) = open(&target);
    let (there, keys) = into.take_in(&path).expect("it can be read");
    assert_eq!((there, keys), (found(2, false, 1), vec![key(3), key(1)]));

    // Played again, it is as one of them says.
    let (journal, _) = open(&path);
    journal.append(&key(2), &record(2)).expect("there is room");
    drop(journal);
    let (journal, there) = open(&path);
    assert_eq!((there, find(&journal, 2)), (found(3, false, 0), Some(record(2))));
}

#[test]
fn the_same_record_in_other_words_is_no_contradiction() {
    let (_folder, path) = three_games();
    let (_other, target) = folder();
    let (mut into, _) = open(&target);
    into.append(&key(2), &record(2)).expect("there is room");
    let line = written(&key(2), &record(2));
    let (_, json) = line.split_once(' ').expect("its checksum comes first");
    let spaced = json.trim_end().replace("\":", "\": ");
    let lines = format!("{line}{} {spaced}\n", check(&spaced));
    fs::write(&path, lines).expect("it can be written");
    assert_eq!(open(&path).1, found(1, false, 0));
    into.take_in(&path).expect("it says the same");
}

/// Turns of the longest game that any rules make.
fn turns_max() -> u32 {
    let turns = |game: &GameInfo| {
        let mut settings: Vec<(&str, String)> = Vec::new();
        let rules = |settings: &[(&'static str, String)]| {
            Rules::new(game.name, settings.iter().map(|(key, value)| (*key, value.as_str())))
        };
        // Each key as large as it can be together with those before it.
        for key in game.keys {
            let most = match key.kind {
                Kind::Number { most, .. } => most,
                Kind::OneNumberOf(numbers) => *numbers.iter().max().expect("there are some"),
                _ => continue,
            };
            settings.push((key.name, most.to_string()));
            if rules(&settings).is_err() {
                settings.pop();
            }
        }
        for_game!(&rules(&settings).expect("they are valid"), params, G => <G as judge_play::games::Game>::turns_max(params))
    };
    GAMES.iter().map(turns).max().expect("there are games")
}

#[test]
fn the_longest_record_is_kept() {
    let (_folder, path) = folder();
    let text = |characters: usize| "\u{1}".repeat(characters);
    let (detail, question, answer, log) = (text(4_000), text(4_000), Some(text(4_000)), vec![text(200); 20]);
    let fault = Fault { detail, question, answer, log, ..fault(Seat(1)) };
    let turns = turns_max();
    let (opening, checks) = ("15,14>15,15 ".repeat(40), "abcd".repeat(turns as usize));
    let longest = Record { faults: vec![fault; 8], turns, opening, checks, ..record(1) };
    let (journal, _) = open(&path);
    journal.append(&key(1), &longest).expect("there is room");
    drop(journal);
    let (journal, there) = open(&path);
    assert_eq!(there, found(1, false, 0));
    assert!(find(&journal, 1) == Some(longest));
}

#[cfg(unix)]
#[test]
fn a_journal_that_was_removed_or_replaced_is_not_written_on() {
    let (_folder, path) = three_games();
    let (journal, _) = open(&path);
    journal.settle().expect("it is where it belongs");
    fs::remove_file(&path).expect("it can be removed");
    let removed = journal.settle().expect_err("nobody would find it").to_string();
    assert_eq!(removed, "it was removed or replaced during the run");
    let (other, _) = open(&path);
    assert!(journal.settle().is_err(), "another is in its place");
    other.settle().expect("it is where it belongs");
}
