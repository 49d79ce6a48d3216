//! Games per second: sandboxed on one thread and on two, and the same bots linked in.
//!
//! `cargo bench --bench games` prints everything, and with `-- PART` one part of games, turns,
//! files, keeping, instructions, rules, fuel and peers. All variants of a line take turns within one run and
//! the medians are shown, so the ratios hold on a noisy machine too.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

mod files;
mod fuel;
mod instructions;
mod keeping;
mod native;
mod peers;
mod rules;
mod turns;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use battleship_density::Density;
use battleship_tidy::Tidy;
use judge_bots::{Bot, Compiler};
use judge_core::host::Cancellation;
use judge_core::phases::{Fixture, GameResult, Round, round_robin};
use judge_core::play::bots::load_all;
use judge_core::play::{Executor, PlayedGame, game_runner};
use judge_core::tournament::Tournament;
use judge_play::contract::Contract;
use judge_play::games::Seat;
use judge_play::games::battleship::Battleship;
use judge_play::games::othello::Othello;
use judge_play::{Finished, Match, Player, Seated, opening};
use judge_sandbox::{Limits, Sandbox};
use native::{NativeBattleship, NativeOthello};
use othello_edgar::Edgar;
use othello_random::Anything;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

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
    if is_wanted("files") {
        files::print();
    }
    if is_wanted("keeping") {
        keeping::print();
    }
    if is_wanted("instructions") {
        instructions::print();
    }
    if is_wanted("rules") {
        rules::print();
    }
    if is_wanted("fuel") {
        fuel::print();
    }
    if is_wanted("peers") {
        peers::print();
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
    line::<Battleship, _>("tidy", 400, 0, NativeBattleship::<Tidy>::new);
    line::<Battleship, _>("density", 100, 0, NativeBattleship::<Density>::new);
    line::<Othello, _>("random", 2_500, 6, NativeOthello::<Anything>::new);
    line::<Othello, _>("edgar", 1, 6, NativeOthello::<Edgar>::new);
    println!("\nscaling: games a second on two threads by those on one; linked in, it is the machine's own.");
    println!("tax: time sandboxed by time linked in, on one thread, whole games.\n");
}

/// A game between two bots that are linked in.
fn linked_in<G: Contract, P: Player<G>>(
    fixture: &Fixture<'_>,
    plies: u32,
    bot: fn(&G::Params, Seat, u64) -> P,
) -> Finished {
    let params = G::Params::default();
    let seeds = fixture.seeds();
    let opening = opening::draw(&G::start(&params), plies, seeds.round);
    let seated = |seat| Seated::player(bot(&params, seat, seeds.seat(seat).0));
    let mut game = Match::<G>::new(&params, opening, [Seat(0), Seat(1)].map(seated).into());
    game.run().expect("no person takes part");
    game.finish()
}

/// Prints one line of the table, for `rounds` rounds of two games.
fn line<G: Contract, P: Player<G>>(
    bot: &str,
    rounds: u32,
    plies: u32,
    native: fn(&G::Params, Seat, u64) -> P,
) {
    let game = G::NAME;
    let native = |fixture: &Fixture<'_>| linked_in::<G, P>(fixture, plies, native);
    let pair = Pair::new(game, bot, rounds);
    let (one, two) = (threads(1), threads(2));
    pair.check(native);
    let linked_in = |threads| pair.linked_in(threads, native);
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
    bots: Vec<Bot>,
    rounds: Vec<Round>,
}

impl Pair {
    fn new(game: &str, bot: &str, rounds: u32) -> Self {
        Self::of(game, &shipped(game, bot), rounds)
    }

    /// Without an opening, so that the bot plays every turn.
    fn unopened(game: &str, bot: &str, rounds: u32) -> Self {
        Self::parsed(&format!("opening_plies = 0\n{}", cup(game, &shipped(game, bot), rounds)))
    }

    fn of(game: &str, wasm: &Path, rounds: u32) -> Self {
        Self::parsed(&cup(game, wasm, rounds))
    }

    fn parsed(cup: &str) -> Self {
        Self::of_tournament(Tournament::parse(Path::new("bench.toml"), cup).expect("the tournament is valid"))
    }

    fn of_tournament(tournament: Tournament) -> Self {
        let sandbox = Sandbox::new(tournament.limits.clone(), 6).expect("the sandbox starts");
        let (bots, _) = load_all(&tournament, &sandbox, &Compiler::here(), &()).expect("the bots are valid");
        let rounds = round_robin(&["a", "b"], 2, tournament.rounds, tournament.seed).collect();
        Self { tournament, sandbox, bots, rounds }
    }

    fn results(&self, threads: &ThreadPool) -> Vec<GameResult> {
        let cancellation = Cancellation::default();
        let play = game_runner(&self.tournament, &self.sandbox, &self.bots, &cancellation);
        let play = |fixture: &Fixture<'_>| Some(PlayedGame { record: play(fixture).record, place: None });
        let mut executor = Executor::new(self.tournament.disqualified(), self.tournament.faults, play);
        let slots = threads.install(|| executor.play(&self.rounds, || ()));
        slots.into_iter().map(|(result, _)| result).collect()
    }

    fn sandboxed(&self, threads: &ThreadPool) -> Duration {
        let start = Instant::now();
        self.results(threads);
        start.elapsed()
    }

    fn linked_in(&self, threads: &ThreadPool, native: impl Fn(&Fixture<'_>) -> Finished + Sync) -> Duration {
        let play = |fixture: Fixture<'_>| _ = std::hint::black_box(native(&fixture));
        let start = Instant::now();
        let fixtures = self.rounds.iter().flat_map(Round::fixtures).par_bridge();
        threads.install(|| fixtures.for_each(play));
        start.elapsed()
    }

    /// Sandboxed or linked in, a bot must play the same games.
    fn check(&self, native: impl Fn(&Fixture<'_>) -> Finished) {
        let fixtures = self.rounds.iter().flat_map(Round::fixtures);
        for (fixture, result) in fixtures.zip(self.results(&threads(1))) {
            let GameResult::Played(record) = result else { panic!("the bots commit no faults") };
            assert_eq!(record.transcript_sha256, native(&fixture).record.transcript_sha256);
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

fn shipped(game: &str, bot: &str) -> PathBuf {
    repository().join(format!("contestants/{game}/{bot}.wasm"))
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate is in a folder").to_owned()
}
