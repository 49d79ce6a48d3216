//! Standings while a tournament is played: real bots and real files.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Condvar, Mutex};

use super::*;
use crate::host::{Cancellation, Options, Reason};
use crate::play::{Observer, Runner};
use crate::publish::folder::Folder;
use crate::run::{Request, RunEnded, run};
use crate::tournament::{GameFiles, Tournament};

/// A tournament of three bots in a folder.
struct Cup(tempfile::TempDir);

impl Cup {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        let guests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/guests");
        for name in ["ann", "bob", "eve"] {
            let bot = wat::parse_file(guests.join("walker.wat")).expect("it is a module");
            fs::write(folder.path().join(format!("{name}.wasm")), bot).expect("it can be written");
        }
        let text = "game = \"battleship\"\nseed = 7\nrounds = 4\ncontestants = [\"*.wasm\"]\n";
        fs::write(folder.path().join("cup.toml"), text).expect("it can be written");
        Self(folder)
    }

    fn runner(&self) -> Runner {
        let tournament = Tournament::read_with(&self.0.path().join("cup.toml"), &GameFiles::none())
            .expect("it is a tournament");
        Runner::new(tournament, &Options { jobs: Some(1), ..Options::default() }, &())
            .expect("the bots can be loaded")
    }

    fn run(&self, cancellation: &Cancellation, observer: &dyn Observer) -> RunEnded {
        let request = Request { out: Some(self.0.path().join("results")), ..Request::default() };
        run(&self.runner(), &request, cancellation, observer).expect("it can be run")
    }

    fn file(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.0.path().join("results").join(name)).ok()
    }
}

/// Ends a run after so many games.
struct EndAfter<'a> {
    games: Mutex<u64>,
    cancellation: &'a Cancellation,
}

impl Observer for EndAfter<'_> {
    fn advance(&self) {
        let mut left = self.games.lock().expect("no thread panics");
        *left = left.saturating_sub(1);
        if *left == 0 {
            self.cancellation.set(Reason::Interrupted);
        }
    }
}

/// A run that was interrupted after five games of 24.
fn interrupted() -> Cup {
    let cup = Cup::new();
    let cancellation = Cancellation::default();
    let ended = cup.run(&cancellation, &EndAfter { games: Mutex::new(5), cancellation: &cancellation });
    assert!(matches!(ended, RunEnded::Cancelled { .. }));
    cup
}

#[test]
fn an_unfinished_run_has_standings_in_which_nobody_is_ranked_and_a_finished_one_has_not() {
    let cup = interrupted();
    let table = cup.file("results-unfinished.csv").expect("it is written");
    assert_eq!((table.matches(",unfinished,").count(), table.matches(",ranked,").count()), (3, 0), "{table}");
    assert_eq!(cup.file("results.csv"), None);
    let ended = cup.run(&Cancellation::default(), &());
    assert!(matches!(ended, RunEnded::Published { .. }));
    assert_eq!(cup.file("results-unfinished.csv"), None);
    let whole = Cup::new();
    whole.run(&Cancellation::default(), &());
    assert!(cup.file("results.csv").is_some_and(|results| results.contains(",ranked,")));
    for name in ["results.csv", "games.csv", "seats.csv", "pairs.csv"] {
        assert_eq!(cup.file(name), whole.file(name), "{name}");
    }
}

#[test]
fn the_games_so_far_are_those_of_the_journal() {
    let cup = interrupted();
    let runner = cup.runner();
    let folder = Folder::create(&cup.0.path().join("results"), &runner.tournament).expect("it is there");
    let (schedule, cancellation) = (&runner.schedule(), &Cancellation::default());
    let playing = Playing { runner: &runner, schedule, folder: &folder, cancellation, observer: &() };
    let (table, games) = look(playing, &AtomicBool::new(false)).expect("the journal can be read");
    let journal = cup.file("journal").expect("it is there");
    assert_eq!(games, journal.lines().count() as u64);
    let played: u64 = table.rows.iter().map(|row| row.played).sum();
    assert_eq!((played, games < 24), (2 * games, true));
    let nothing = look(playing, &AtomicBool::new(true)).expect("it can be read");
    assert_eq!(nothing.1, 0, "who does not wait any more gets nothing");
}

/// Notes that there were standings.
#[derive(Default)]
struct Seen(Mutex<bool>, Condvar);

impl Seen {
    /// Waits until there were; no longer than standings of three bots can ever take.
    fn wait(&self) {
        let none = self.0.lock().expect("no thread panics");
        let minute = Duration::from_mins(1);
        let waited = self.1.wait_timeout_while(none, minute, |seen| !*seen).expect("no thread panics");
        assert!(!waited.1.timed_out(), "there are no standings");
    }
}

impl Observer for Seen {
    fn standings_every(&self) -> Duration {
        Duration::ZERO
    }

    fn standings(&self, table: &StandingsTable, _: u64) {
        assert_eq!(table.rows.len(), 3);
        *self.0.lock().expect("no thread panics") = true;
        self.1.notify_all();
    }
}

#[test]
fn there_are_standings_while_it_plays_and_none_begin_when_it_is_over() {
    let cup = interrupted();
    let runner = cup.runner();
    let folder = Folder::create(&cup.0.path().join("results"), &runner.tournament).expect("it is there");
    folder.remove("results-unfinished.csv").expect("it can be removed");
    let (schedule, seen, cancellation) = (runner.schedule(), Seen::default(), Cancellation::default());
    let playing = |observer| Playing {
        runner: &runner,
        schedule: &schedule,
        folder: &folder,
        cancellation: &cancellation,
        observer,
    };
    watched(playing(&seen), || seen.wait());
    assert!(cup.file("results-unfinished.csv").is_some());
    // It ends whatever happens: else this test would wait for an hour.
    let failed = catch_unwind(AssertUnwindSafe(|| {
        watched(playing(&Hourly), || panic!("a test"));
    }));
    assert!(failed.is_err());
}

/// An observer that gets the standings seldom.
struct Hourly;

impl Observer for Hourly {
    fn standings_every(&self) -> Duration {
        Duration::from_hours(1)
    }
}

/// Lets no game be finished before there were standings.
#[derive(Default)]
struct Patient(Seen);

impl Observer for Patient {
    fn standings_every(&self) -> Duration {
        self.0.standings_every()
    }

    fn standings(&self, table: &StandingsTable, games: u64) {
        self.0.standings(table, games);
    }

    fn advance(&self) {
        self.0.wait();
    }
}

#[test]
fn a_run_tells_the_standings_while_it_plays() {
    let cup = Cup::new();
    assert!(matches!(cup.run(&Cancellation::default(), &Patient::default()), RunEnded::Published { .. }));
    assert_eq!(cup.file("results-unfinished.csv"), None);
}

/// Panics when it has noted that there were standings.
#[derive(Default)]
struct Panics(Seen);

impl Observer for Panics {
    fn standings_every(&self) -> Duration {
        self.0.standings_every()
    }

    fn standings(&self, table: &StandingsTable, games: u64) {
        self.0.standings(table, games);
        panic!("a test");
    }
}

#[test]
fn what_was_played_is_not_lost_by_a_look_that_panics() {
    let cup = interrupted();
    let runner = cup.runner();
    let folder = Folder::create(&cup.0.path().join("results"), &runner.tournament).expect("it is there");
    let (schedule, panics) = (&runner.schedule(), Panics::default());
    let (cancellation, observer) = (&Cancellation::default(), &panics);
    let done =
        watched(Playing { runner: &runner, schedule, folder: &folder, cancellation, observer }, || {
            panics.0.wait();
            "played"
        });
    assert_eq!(done, "played");
}

#[test]
fn a_look_takes_a_small_part_of_the_time() {
    let every = ().standings_every();
    assert_eq!(pause_after(every, Duration::from_millis(1)), every);
    assert_eq!(pause_after(every, Duration::from_secs(10)), Duration::from_secs(500));
}
