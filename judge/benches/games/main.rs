//! Games per second: sandboxed on one thread and on two, and the same bots linked in.
//!
//! `cargo bench --bench games` prints everything, and with `-- PART` one part of games, turns,
//! keeping, rules and fuel. All variants of a line take turns within one run and
//! the medians are shown, so the ratios hold on a noisy machine too.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

mod fuel;
mod keeping;
mod native;
mod rules;
mod turns;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use battleship_density::Density;
use battleship_tidy::Tidy;
use judge::arena::Arena;
use judge::entrant::{self, Compiler, Entrant};
use judge::game;
use judge::record::GameResult;
use judge::referee::{self, Play};
use judge::sandbox::{Limits, Sandbox};
use judge::schedule::{Fixture, Round, round_robin};
use judge::tournament::{Rules, Tournament};
use judge_games::Seat;
use judge_games::battleship::{Battleship, Params};
use judge_games::othello::Othello;
use native::{NativeBattleship, NativeOthello};
use othello_random::Anything;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use sha2::{Digest, Sha256};

/// Times that each variant is run.
const RUNS: usize = 5;

fn main() {
    // Cargo passes an option of its own.
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let is_wanted = |part: &str| wanted.as_deref().is_none_or(|wanted| part == wanted);
    if is_wanted("games") {
        games();
    }
    if is_wanted("turns") {
        turns::print();
    }
    if is_wanted("keeping") {
        keeping::print();
    }
    if is_wanted("rules") {
        rules::print();
    }
    if is_wanted("fuel") {
        fuel::print();
    }
}

fn games() {
    println!(
        "{:<26} {:>12} {:>12} {:>8} {:>12} {:>12} {:>8} {:>8} {:>8}",
        "game, bot against itself",
        "1 thread/s",
        "2 threads/s",
        "scaling",
        "linked in/s",
        "2 threads/s",
        "scaling",
        "tax",
        "turns"
    );
    line("battleship", "tidy", 400, |fixture| {
        let params = Params::default();
        let seat = |seat| NativeBattleship::<Tidy>::new(&params, seat, fixture.seed(seat).0);
        referee::play(Battleship::new(params.clone()), &[], &mut [Seat(0), Seat(1)].map(seat))
    });
    line("battleship", "density", 100, |fixture| {
        let params = Params::default();
        let seat = |seat| NativeBattleship::<Density>::new(&params, seat, fixture.seed(seat).0);
        referee::play(Battleship::new(params.clone()), &[], &mut [Seat(0), Seat(1)].map(seat))
    });
    line("othello", "random", 2_500, |fixture| {
        let game = Othello::default();
        let opening = judge::opening::draw(&game, 6, fixture.round.seed);
        let seat = |seat| NativeOthello::<Anything>::new(game.params(), seat, fixture.seed(seat).0);
        referee::play(game, &opening, &mut [Seat(0), Seat(1)].map(seat))
    });
    println!("\nscaling: games a second on two threads by those on one; linked in, it is the machine's own.");
    println!("tax: time sandboxed by time linked in, on one thread, whole games.\n");
}

/// Prints one line of the table, for `rounds` rounds of two games.
fn line(game: &str, bot: &str, rounds: u32, native: impl Fn(&Fixture<'_>) -> Play + Sync) {
    let pair = Pair::new(game, bot, rounds);
    let (one, two) = (threads(1), threads(2));
    pair.check(&native);
    let linked_in = |threads| pair.linked_in(threads, &native);
    let runs: Vec<[f64; 4]> = (0..RUNS)
        .map(|_| [pair.sandboxed(&one), pair.sandboxed(&two), linked_in(&one), linked_in(&two)])
        .map(|run| run.map(|time| time.as_secs_f64()))
        .collect();
    let games = f64::from(rounds) * 2.0;
    let median_of = |value: &dyn Fn(&[f64; 4]) -> f64| median(runs.iter().map(value).collect());
    println!(
        "{:<26} {:>12.0} {:>12.0} {:>8.2} {:>12.0} {:>12.0} {:>8.2} {:>8.2} {:>8}",
        format!("{game} {bot}"),
        median_of(&|run| games / run[0]),
        median_of(&|run| games / run[1]),
        median_of(&|run| run[0] / run[1]),
        median_of(&|run| games / run[2]),
        median_of(&|run| games / run[3]),
        median_of(&|run| run[2] / run[3]),
        median_of(&|run| run[0] / run[2]),
        pair.turns(),
    );
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn threads(jobs: usize) -> ThreadPool {
    let builder = ThreadPoolBuilder::new().num_threads(jobs).stack_size(Limits::THREAD_STACK_BYTES);
    builder.build().expect("threads start")
}

/// A bot of the shipped ones against itself.
pub(crate) struct Pair {
    tournament: Tournament,
    sandbox: Sandbox,
    entrants: Vec<Entrant>,
    rounds: Vec<Round>,
}

impl Pair {
    fn new(game: &str, bot: &str, rounds: u32) -> Self {
        Self::of(game, &repository().join(format!("contestants/{game}/{bot}.wasm")), rounds)
    }

    fn of(game: &str, wasm: &Path, rounds: u32) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let file = folder.path().join("bench.toml");
        std::fs::write(&file, cup(game, wasm, rounds)).expect("a temporary file can be written");
        let tournament = Tournament::read(&file).expect("the tournament is valid");
        let sandbox = Sandbox::new(tournament.limits.clone(), 6).expect("the sandbox starts");
        let entrants =
            entrant::load_all(&tournament, &sandbox, &Compiler::here()).expect("the bots are built");
        let rounds = round_robin(&["a", "b"], 2, rounds, tournament.seed).collect();
        Self { tournament, sandbox, entrants, rounds }
    }

    fn results(&self, threads: &ThreadPool) -> Vec<GameResult> {
        let play = game::player(&self.tournament, &self.sandbox, &entrant::programs(&self.entrants));
        let play = |fixture: &Fixture<'_>| Some(play(fixture).record);
        let mut arena = Arena::new(self.entrants.len(), self.tournament.faults, play);
        threads.install(|| arena.play(&self.rounds, || ()))
    }

    fn sandboxed(&self, threads: &ThreadPool) -> Duration {
        let start = Instant::now();
        self.results(threads);
        start.elapsed()
    }

    fn linked_in(&self, threads: &ThreadPool, native: impl Fn(&Fixture<'_>) -> Play + Sync) -> Duration {
        let play = |fixture: Fixture<'_>| _ = std::hint::black_box(native(&fixture));
        let start = Instant::now();
        let fixtures = self.rounds.iter().flat_map(Round::fixtures).par_bridge();
        threads.install(|| fixtures.for_each(play));
        start.elapsed()
    }

    /// Sandboxed or linked in, a bot must play the same games.
    fn check(&self, native: impl Fn(&Fixture<'_>) -> Play) {
        assert!(!matches!(self.tournament.rules, Rules::Stones(_)), "the bench seats two");
        let fixtures = self.rounds.iter().flat_map(Round::fixtures);
        for (fixture, result) in fixtures.zip(self.results(&threads(1))) {
            let GameResult::Played(record) = result else { panic!("the bots commit no faults") };
            let transcript = native(&fixture).transcript;
            assert_eq!(record.transcript_sha256, <[u8; 32]>::from(Sha256::digest(transcript)));
        }
    }

    /// Turns in a game, on average.
    fn turns(&self) -> u64 {
        let turns = |result: &GameResult| match result {
            GameResult::Played(record) => u64::from(record.turns),
            _ => 0,
        };
        let results = self.results(&threads(2));
        results.iter().map(turns).sum::<u64>() / results.len() as u64
    }
}

/// A tournament's file in which a bot meets itself.
fn cup(game: &str, wasm: &Path, rounds: u32) -> String {
    let wasm = wasm.display().to_string();
    let twice = ["a", "b"].map(|name| format!("[[contestant]]\nname = {name:?}\nwasm = {wasm:?}\n"));
    format!("game = {game:?}\nseed = 1\nrounds = {rounds}\n{}", twice.concat())
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate is in a folder").to_owned()
}
