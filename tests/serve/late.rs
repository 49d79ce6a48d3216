//! Rounds that use far more fuel than others: the log is the same however long they take on a machine.

use std::fs;

use super::season::Season;
use super::worker::Worker;
use super::workers::{begin, events};
use crate::support::{Folder, assemble, project_text};

/// A season of Battleship between four bots that think little and one that thinks some thousand times as much. Nothing is
/// drawn yet.
fn season() -> Season {
    let quick = project_text("tests/guests/walker.wat");
    let begins = "(local $square i32)\n";
    let thinks = "(local $square i32) (local $left i32)
      (local.set $left (i32.const 500000))
      (loop $more (br_if $more (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))\n";
    assert!(quick.contains(begins), "it can be made to think");
    let toml = "game = \"battleship\"\nrounds = 6\ncontestants = [\"bots/*.wasm\"]\n[serve]\naddress = \"127.0.0.1:0\"\nannounced = \"Lotto {}\"\n";
    let folder = Folder::new()
        .file("season.toml", toml)
        .file("bots/thinker.wasm", assemble(&quick.replace(begins, thinks)));
    let folder = (0..4_u8).fold(folder, |folder, number| {
        let mut bot = assemble(&quick);
        bot.extend([0, 3, 1, b'n', number]);
        folder.file(&format!("bots/quick{number}.wasm"), bot)
    });
    let season = Season::of(folder);
    drop(season.start());
    season
}

/// The events of such a season, with these words on the server's command line.
fn played(season: &Season, arguments: &[&str], workers: bool) -> Vec<String> {
    begin(season);
    let server = season.start_with(arguments);
    let _worker = workers.then(|| Worker::start(season, "work", "one"));
    server.wait_until_it_rests();
    drop(server);
    events(season)
}

#[test]
fn the_log_is_the_same_however_long_games_with_much_fuel_take() {
    let season = season();
    let [at_once, together, with_worker] = [0; 3].map(|_| season.copy());
    let alone = played(&season, &["--jobs", "1"], false);
    // All games are in the journal, as if they took no time.
    let journal = "data/games.journal";
    fs::copy(season.path(journal), at_once.path(journal)).expect("it can be written");
    assert_eq!(played(&at_once, &["--jobs", "1"], false), alone);
    assert_eq!(played(&together, &["--jobs", "8"], false), alone);
    assert_eq!(played(&with_worker, &["--work", "work", "--jobs", "1"], true), alone);
    let verified = season.judge("verify data --tournament season.toml");
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
    // Whoever owns the machine cannot choose when such a round counts.
    let mut place = 0;
    season.rewrite(|lines| {
        let batch = |line: &Vec<String>| {
            let told = line[2].strip_prefix("{\"event\":\"played\",\"batch\":")?;
            Some(told.split_once(',')?.0.to_owned())
        };
        let batches: Vec<Option<String>> = lines.iter().map(batch).collect();
        let other_part = |at: &usize| batches[at + 1..].iter().rposition(|batch| *batch == batches[*at]);
        let first = (0..batches.len()).find(|at| batches[*at].is_some() && other_part(at).is_some());
        let first = first.unwrap_or_else(|| panic!("no batch counts in two parts: {alone:#?}"));
        let late = lines.remove(first + 1 + other_part(&first).expect("it was found"));
        lines.insert(first + 1, late);
        place = first + 2;
    });
    let verified = season.judge("verify data --tournament season.toml");
    assert_eq!(verified.code, Some(1), "{}{}", verified.stdout, verified.stderr);
    let told =
        format!("event {place}: a round with much fuel counts, and others could have been drawn before");
    assert!(verified.stdout.starts_with(&told), "{}", verified.stdout);
}
