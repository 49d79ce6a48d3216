//! The shared folder, and the files that may lie in it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::*;

#[test]
fn a_part_is_in_one_place_at_a_time() {
    let temporary = tempfile::tempdir().expect("there is room");
    let folder = WorkFolder::begin(temporary.path(), "game = \"gobblet\"").expect("there is room");
    let part = Part::new(Digest::default(), Vec::new());
    let [one, other] = ["one", "node.7"].map(|name| Name::new(name).expect("it is a name"));
    let fine = "the file system is fine";
    folder.offer("a-1", &part).expect(fine);
    folder.offer("a-2", &part).expect(fine);
    let (first, same) = folder.take(&one).expect(fine).expect("it is there");
    assert_eq!((first.part.as_str(), same), ("a-1", part.clone()));
    let (second, _) = folder.take(&other).expect(fine).expect("it is there");
    assert_eq!((second.part.as_str(), &second.worker), ("a-2", &other));
    assert_eq!(folder.take(&one).expect(fine), None);
    assert!(!folder.take_back("a-1").expect(fine), "it is taken");
    let look = || folder.look(|part| part.starts_with("a-")).expect(fine);
    let taken = || {
        let taken = look().taken.into_iter();
        taken.map(|(part, (worker, _))| Taken { part, worker }).collect::<Vec<_>>()
    };
    let done = || look().done;
    assert_eq!(taken(), [first.clone(), second.clone()]);
    // Whoever is too late hears that.
    assert!(folder.give_back(&first).expect(fine));
    assert!(!folder.touch(&first).expect(fine) && folder.touch(&second).expect(fine));
    assert!(folder.take_back("a-1").expect(fine));
    assert_eq!(done(), []);
    assert!(folder.hand_over(&second, &b"x"[..]).expect(fine));
    assert!(!folder.hand_over(&first, &b"x"[..]).expect(fine), "it was given back");
    assert_eq!(done(), std::slice::from_ref(&second));
    assert_eq!((taken(), folder.played(&second, 1, 2).expect(fine).games()), (vec![], 0));
    assert!(folder.played(&second, 0, 2).is_err(), "it has more");
    folder.forget(&second);
    assert_eq!(done(), []);
    folder.bar(&other).expect(fine);
    assert!(folder.is_barred(&other) && !folder.is_barred(&one));
    // Another run knows nothing of the parts of this one, and keeps out who forged.
    folder.offer("a-3", &part).expect(fine);
    let other_server = WorkFolder::begin(temporary.path(), "").expect_err("there is one");
    assert!(other_server.to_string().starts_with("another server shares it"), "{other_server}");
    drop(folder);
    let again = WorkFolder::begin(temporary.path(), "").expect(fine);
    assert!(again.take(&one).expect(fine).is_none() && again.is_barred(&other));
}

#[cfg(unix)]
#[test]
fn odd_entries_are_stepped_over() {
    let temporary = tempfile::tempdir().expect("there is room");
    let fine = "the file system is fine";
    let at = |path: &str| temporary.path().join(path);
    std::fs::create_dir_all(at("todo/a-0.json")).expect(fine);
    std::fs::create_dir_all(at("done/a-1.one.journal")).expect(fine);
    std::fs::create_dir_all(at("taken/a-1.one.json")).expect(fine);
    std::os::unix::fs::symlink("nowhere", temporary.path().join(".unfinished")).expect(fine);
    let folder = WorkFolder::begin(temporary.path(), "").expect(fine);
    let worker = Name::new("one").expect("it is a name");
    std::fs::write(at("todo/a-2.json"), "no part").expect(fine);
    std::os::unix::fs::symlink("/dev/zero", at("done/a-3.one.journal")).expect(fine);
    folder.offer("a-4", &Part::new(Digest::default(), Vec::new())).expect(fine);
    let (taken, _) = folder.take(&worker).expect(fine).expect("one is a part");
    assert_eq!(taken.part, "a-4");
    for done in folder.look(|_| true).expect(fine).done {
        assert!(folder.played(&done, 1, 2).is_err(), "{done:?}");
        folder.forget(&done);
    }
    assert!(folder.offer("a-1", &Part::new(Digest::default(), Vec::new())).is_ok());
    // Another season's log, which a link leads to.
    std::fs::write(at("log"), "events").expect(fine);
    for link in [TERMS, "barred/one", &format!("bots/{}.wasm", Digest::default())] {
        let _ = std::fs::remove_file(at(link));
        std::os::unix::fs::symlink(at("log"), at(link)).expect(fine);
    }
    assert!(folder.need(TERMS).is_err() && !folder.is_barred(&worker));
    folder.bar(&worker).expect(fine);
    folder.bring(Digest::default(), &at("log"), None).expect(fine);
    assert!(folder.need(&format!("bot/{}.wasm", Digest::default())).is_ok(), "it is the bot now");
    drop(folder);
    WorkFolder::begin(temporary.path(), "x").expect(fine);
    assert_eq!(std::fs::read_to_string(at("log")).expect(fine), "events");
    std::fs::remove_dir(at("barred")).or_else(|_| std::fs::rename(at("barred"), at("away"))).expect(fine);
    std::os::unix::fs::symlink(temporary.path(), at("barred")).expect(fine);
    assert!(WorkFolder::begin(temporary.path(), "x").is_err(), "it leads elsewhere");
}

#[test]
fn a_look_finds_open_parts_among_others_and_removes_some_of_these() {
    let temporary = tempfile::tempdir().expect("there is room");
    let fine = "the file system is fine";
    let folder = WorkFolder::begin(temporary.path(), "").expect(fine);
    let ours = ["todo/b-1.json", "taken/b-2.one.json", "done/b-3.one.journal", "done/.unfinished-1"];
    for path in ours {
        std::fs::write(temporary.path().join(path), "").expect(fine);
    }
    for number in 0..JUNK_MAX / 2 {
        // Parts of another server, parts of which some worker has one already, and what is none.
        for junk in
            [format!("todo/a-{number}.json"), format!("taken/b-2.w{number}.json"), format!("done/{number}")]
        {
            std::fs::write(temporary.path().join(junk), "").expect(fine);
        }
    }
    let files = || {
        let folders = ["todo", "taken", "done"].map(|name| temporary.path().join(name));
        folders.map(|folder| std::fs::read_dir(folder).expect(fine).count()).iter().sum::<usize>()
    };
    for left in [JUNK_MAX / 2, 0, 0] {
        let found = folder.look(|part| part.starts_with("b-")).expect(fine);
        let done: Vec<String> = found.done.into_iter().map(|done| done.part).collect();
        assert_eq!(
            (found.todo.into_iter().collect(), done),
            (vec!["b-1".to_owned()], vec!["b-3".to_owned()])
        );
        assert_eq!(found.taken.keys().collect::<Vec<_>>(), ["b-2"]);
        assert_eq!(files(), ours.len() + left);
    }
}

#[test]
fn a_server_begins_while_workers_move_parts() {
    let temporary = tempfile::tempdir().expect("there is room");
    let begin = || WorkFolder::begin(temporary.path(), "game = \"gobblet\"");
    drop(begin().expect("there is room"));
    let folder = WorkFolder::open(temporary.path()).expect("it is there");
    let part = Part::new(Digest::default(), Vec::new());
    let worker = Name::new("one").expect("it is a name");
    let is_over = AtomicBool::new(false);
    let outcome = thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                if let Some((taken, _)) = folder.take(&worker).expect("it is there or gone") {
                    folder.give_back(&taken).expect("it is there or gone");
                }
            }
        });
        let moved = (0..2_000).try_for_each(|number| {
            folder.offer(&format!("a-{number}"), &part)?;
            if number % 10 == 9 { begin().map(drop) } else { Ok(()) }
        });
        is_over.store(true, Ordering::Relaxed);
        moved
    });
    outcome.expect("files may move");
}
