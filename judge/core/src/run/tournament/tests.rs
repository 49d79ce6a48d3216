//! A bot that the watchdog ends, in a tournament: real bots, a real watchdog, real files.

use std::fs;

use judge_sandbox::Limits;

use std::path::Path;

use super::*;
use crate::results::Evidence;
use crate::run::{Options, Reproduced, repro};
use crate::schedule::EntrantId;
use crate::tournament::Tournament;

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
        let tournament = Tournament::read(&file).expect("it is a tournament");
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

    fn run(&self, tournament: Tournament) -> Ended {
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
    assert!(void.contains("the watchdog ended calls of eve;"), "{void}");
    assert!(void.ends_with("\n  exclude = [\"eve\"]"), "{void}");
}

#[test]
fn a_bot_that_stalls_does_not_stop_a_round_robin_and_leaves_evidence() {
    let cup = Cup::new("round-robin");
    let Ended::Published { void: Some(void), .. } = cup.run(cup.tournament.clone()) else {
        panic!("the results are written")
    };
    names_eve(&void);
    let games = cup.read("games.csv");
    let with = |words: &str| games.lines().filter(|game| game.contains(words)).count();
    assert_eq!((with(",void,"), with(",decided,")), (4, 2), "{games}");
    let evidence = cup.evidence();
    let stall = evidence.watchdog.as_ref().expect("it is of the watchdog");
    assert_eq!((evidence.contestant.as_str(), stall.function.as_str()), ("eve", "take-turn"));
    assert!(stall.turn == Some(1) && stall.question.starts_with(".."), "{stall:?}");
    assert_eq!(evidence.command, "judge repro eve.watchdog.toml");

    // With the fuel that the file gives, the same bot runs out of it.
    let ended = repro(&cup.out().join(EVIDENCE), None, &Options::default(), &()).expect("it can be played");
    assert_eq!(ended.now, None, "no watchdog: {}", ended.end);
    let runner = Cup::runner(cup.tournament.clone());
    let Reproduced { now, differences, .. } =
        repro::again(evidence.clone(), &runner, None).expect("there is such a game");
    assert_eq!(
        (now.map(|now| now.contestant).as_deref(), differences.as_slice()),
        (Some("eve"), [].as_slice())
    );

    // The organiser's ruling is an input: the same folder goes on, and the evidence goes.
    let Ended::Published { void: None, .. } = cup.run(cup.excluding(2)) else { panic!("nobody stalls") };
    assert!(!cup.out().join(EVIDENCE).exists());
}

#[test]
fn a_bot_that_stalls_stops_a_swiss_at_its_stage_and_leaves_evidence() {
    let cup = Cup::new("swiss");
    // Who sits out the first round is up to the seed.
    let Ended::Stuck { void, .. } = cup.run(cup.tournament.clone()) else {
        panic!("eve plays in the first round")
    };
    names_eve(&void);
    assert_eq!(cup.evidence().contestant, "eve");
    assert!(!cup.out().join("results.csv").exists());
    assert!(matches!(cup.run(cup.excluding(2)), Ended::Published { void: None, .. }));
}
