//! A bot that the watchdog ends, in a tournament: real bots, a real watchdog, real files.

use std::fs;

use judge_sandbox::Limits;

use std::path::Path;

use super::*;
use crate::cluster::{Extent, play_part};
use crate::host::Options;
use crate::phases::{EntrantId, Shard, StopRule};
use crate::results::Evidence;
use crate::tournament::{GameFiles, Tournament};
use crate::verify::{Reproduced, again, repro};

/// A tournament of two honest bots and one that never answers, in a folder.
struct Cup {
    folder: tempfile::TempDir,
    tournament: Tournament,
}

impl Cup {
    /// More fuel than a file may give: only the watchdog ends the loop, after a second.
    const LIMITS: fn() -> Limits = || Limits {
        fuel_per_turn: u64::MAX / 2,
        fuel_bank: u64::MAX / 2,
        watchdog_seconds: 1,
        ..Limits::default()
    };

    fn new(format: &str) -> Self {
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        let guests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/guests");
        for (name, guest) in [("ann", "walker"), ("bob", "walker"), ("eve", "endless-loop")] {
            let bot = wat::parse_file(guests.join(format!("{guest}.wat"))).expect("it is a module");
            fs::write(folder.path().join(format!("{name}.wasm")), bot).expect("it can be written");
        }
        let file = folder.path().join("cup.toml");
        let text = format!(
            "game = \"battleship\"\nseed = 7\nrounds = 1\nformat = \"{format}\"\ncontestants = [\"*.wasm\"]\n"
        );
        fs::write(&file, text).expect("it can be written");
        let tournament = Tournament::read_with(&file, &GameFiles::none()).expect("it is a tournament");
        Self { folder, tournament: Tournament { limits: Self::LIMITS(), ..tournament } }
    }

    fn excluding(&self, id: usize) -> Tournament {
        Tournament { excluded: vec![EntrantId(id)], ..self.tournament.clone() }
    }

    fn out(&self) -> PathBuf {
        self.folder.path().join("results")
    }

    fn runner(tournament: Tournament) -> Runner {
        Runner::new(tournament, &Options::default(), &()).expect("the bots can be loaded")
    }

    /// Plays part 2 of 2, and says what is wrong with it.
    fn second_part(&self, extent: Extent) -> String {
        let part = (Shard { number: 2, total: 2 }, extent);
        let request = Request { out: Some(self.out()), ..Request::default() };
        let runner = Self::runner(self.tournament.clone());
        match play_part(&runner, &request, part, &Cancellation::default(), &()) {
            Err(Error::Machine(trouble)) => trouble,
            Err(error) => panic!("{error}"),
            Ok(_) => panic!("eve plays in it"),
        }
    }

    fn run(&self, tournament: Tournament) -> RunEnded {
        let request = Request { out: Some(self.out()), ..Request::default() };
        run(&Self::runner(tournament), &request, &Cancellation::default(), &()).expect("it can be run")
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.out().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn evidence(&self) -> Evidence {
        toml::from_str(&self.read(EVIDENCE)).expect("it is evidence")
    }
}

const EVIDENCE: &str = "faults/eve.watchdog.toml";

fn names_eve(void: &str) {
    assert!(void.contains("the watchdog ended calls of eve\n"), "{void}");
    assert!(void.ends_with("\n  exclude = [\"eve\"]"), "{void}");
}

#[test]
fn a_bot_that_stalls_does_not_stop_a_round_robin_and_leaves_evidence() {
    let cup = Cup::new("round-robin");
    let RunEnded::Published { void: Some(void), .. } = cup.run(cup.tournament.clone()) else {
        panic!("the results are written")
    };
    names_eve(&void);
    let games = cup.read("games.csv");
    let with = |words: &str| games.lines().filter(|game| game.contains(words)).count();
    assert_eq!((with(",void,"), with(",decided,")), (4, 2), "{games}");
    let evidence = cup.evidence();
    let What::Stall(stall) = &evidence.what else { panic!("it is of the watchdog") };
    assert_eq!((evidence.contestant.as_deref(), stall.function.as_str()), (Some("eve"), "take-turn"));
    assert!(stall.turn == Some(1) && stall.question.starts_with(".."), "{stall:?}");
    assert_eq!(evidence.command, "judge repro eve.watchdog.toml");

    // With the fuel that the file gives, the same bot runs out of it.
    let ended = repro(&cup.out().join(EVIDENCE), None, &Options::default(), &()).expect("it can be played");
    assert_eq!(ended.now, None, "no watchdog: {}", ended.end);
    let runner = Cup::runner(cup.tournament.clone());
    let Reproduced { now, differences, .. } =
        again(evidence.clone(), &runner, None).expect("there is such a game");
    assert_eq!(
        (now.and_then(|now| now.contestant).as_deref(), differences.as_slice()),
        (Some("eve"), [].as_slice())
    );

    // The organiser's ruling is an input: the same folder goes on, and the evidence goes.
    let RunEnded::Published { void: None, .. } = cup.run(cup.excluding(2)) else { panic!("nobody stalls") };
    assert!(!cup.out().join(EVIDENCE).exists());
}

#[test]
fn a_bot_that_stalls_stops_a_swiss_at_its_stage_and_leaves_evidence() {
    let cup = Cup::new("swiss");
    // Who sits out the first round is up to the seed.
    let RunEnded::Stuck { void, .. } = cup.run(cup.tournament.clone()) else {
        panic!("eve plays in the first round")
    };
    names_eve(&void);
    assert_eq!(cup.evidence().contestant.as_deref(), Some("eve"));
    assert!(!cup.out().join("results.csv").exists());
    assert!(matches!(cup.run(cup.excluding(2)), RunEnded::Published { void: None, .. }));
}

#[test]
fn a_part_leaves_evidence_of_a_stall_with_the_games_number_in_the_whole() {
    // Of ann, bob and eve the second pair is ann and eve: games 3 and 4.
    let cup = Cup::new("round-robin");
    let told = cup.second_part(Extent::Everything);
    assert!(told.starts_with("part 2 of 2: 2 games are void\n  game 3, "), "{told}");
    names_eve(&told);
    let (evidence, runner) = (cup.evidence(), Cup::runner(cup.tournament.clone()));
    assert_eq!(evidence.game.number, 3);
    let found = again(evidence, &runner, None).expect("there is such a game");
    assert_eq!(found.differences, Vec::<String>::new());
}

#[test]
fn a_part_of_a_stage_leaves_evidence_of_a_stall_too() {
    // The pairs are those of the round-robin, all in one stage.
    let cup = Cup::new("round-robin");
    let mut tournament = cup.tournament.clone();
    tournament.phases[0].stop = StopRule::Separated;
    let cup = Cup { tournament, ..cup };
    let told = cup.second_part(Extent::Stage);
    assert!(told.starts_with("part 2 of 2 of stage 1: 2 games are void\n  game 3, "), "{told}");
    names_eve(&told);
    let (evidence, runner) = (cup.evidence(), Cup::runner(cup.tournament.clone()));
    assert_eq!((evidence.game.number, evidence.contestant.as_deref()), (3, Some("eve")));
    let found = again(evidence, &runner, None).expect("there is such a game");
    assert_eq!(found.differences, Vec::<String>::new());
}

/// Whoever interrupts a tournament does not wait for a call that would go on for hours.
#[test]
fn a_game_that_is_interrupted_is_given_up_and_counts_for_nothing() {
    let cup = Cup::new("round-robin");
    let limits = Limits { watchdog_seconds: 1_000_000, ..Cup::LIMITS() };
    let runner = Cup::runner(Tournament { limits, ..cup.tournament.clone() });
    let cancellation = Cancellation::default();
    let ended = std::thread::scope(|scope| {
        scope.spawn(|| {
            // Nobody but eve takes so long that the watchdog looks at the clock this often.
            while runner.bots[2].program.as_ref().expect("it plays").time_taken().as_millis() < 300 {
                std::thread::yield_now();
            }
            cancellation.set(Reason::Interrupted);
        });
        let request = Request { out: Some(cup.out()), ..Request::default() };
        run(&runner, &request, &cancellation, &()).expect("it can be run")
    });
    assert!(matches!(ended, RunEnded::Cancelled { .. }), "no result, and no void game");
    assert!(!cup.out().join(EVIDENCE).exists() && !cup.out().join("results.csv").exists());
}

#[test]
fn a_file_that_is_swapped_after_it_was_hashed_is_not_the_one_that_plays() {
    let cup = Cup::new("round-robin");
    let tournament = cup.excluding(2);
    let RunEnded::Published { .. } = cup.run(tournament.clone()) else { panic!("nobody stalls") };
    let before = ["results.csv", "games.csv", "manifest.toml"].map(|file| cup.read(file));
    let runner = Cup::runner(tournament);
    fs::copy(cup.folder.path().join("eve.wasm"), cup.folder.path().join("bob.wasm"))
        .expect("it can be swapped");
    let request = Request { out: Some(cup.out()), fresh: true, ..Request::default() };
    let ended = run(&runner, &request, &Cancellation::default(), &()).expect("it can be run");
    assert!(matches!(ended, RunEnded::Published { void: None, .. }), "eve's code would never answer");
    assert!(["results.csv", "games.csv", "manifest.toml"].map(|file| cup.read(file)) == before);
}
