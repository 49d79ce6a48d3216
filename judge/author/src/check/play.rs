//! A bot is examined: cases in, in their order and on all threads, what it did in each of them out.

use std::borrow::Cow;
use std::panic::{self, AssertUnwindSafe};
use std::time::{Duration, Instant};

use judge_bots::start_between;
use judge_play::games::Seat;
use judge_play::scenes::Viewpoint;
use judge_play::text::panic_text;
use judge_play::{
    AnyMatch, By, Event, Fault, FaultKind, Finished, Moved, Traces, Usage, Verdict, Void, opening,
};

use super::fault::{FaultAt, likeness};
use super::plan::CheckCase;
use crate::in_order::in_order;
use judge_core::game::LoadedBots;

/// The most legal answers that are listed with a fault.
const LEGAL_MAX: usize = 12;

/// The function that begins a game.
const NEW_GAME: &str = "new-game";

/// Cases with the same fault after which no more are played: one fault is enough to mend.
pub(super) const ALIKE_MAX: usize = 3;

/// Turns with less fuel are over before a clock shows anything.
const TIMED_FUEL: u64 = 500_000;

/// Fuel of an example bot for a turn. Some think as long as they may, and a bot that brings an interpreter may think for
/// ten times as long as others: nothing would be left for the other cases.
const OPPONENT_FUEL: u64 = 100_000_000;

/// Number of the bot that is examined.
const EXAMINED: usize = 0;

/// A case that was played.
#[derive(Clone, Debug, Default)]
pub struct Examined {
    /// The result of the game; nothing if the case was over before that.
    pub verdict: Option<Verdict>,
    /// The actions.
    pub moves: Vec<Moved>,
    /// Use of resources by seat.
    pub used: Vec<Usage>,
    /// Its turns, of which the beginning of the game is one.
    pub turns: Turns,
    /// The log of the bot, as far as it is kept.
    pub log: String,
    /// What happened to the bot, with its last line.
    pub traces: Traces,
    /// The bot's fault, if it committed one.
    pub fault: Option<FaultAt>,
    /// Whether the second time gave the same game.
    pub same: bool,
    /// Fuel of the turns that take long enough to be timed, and how long they took.
    pub timed: (u64, Duration),
}

impl Examined {
    /// The fuel that the bot in this seat is known to have spent.
    pub(super) fn fuel(&self, seat: Seat) -> u64 {
        let charged = self.used[seat.index()].fuel;
        let fault = self.fault.as_ref().map(|at| &at.fault);
        let unknown = fault.filter(|fault| fuel_of(fault).is_none()).map_or(0, |fault| fault.usage.fuel);
        charged.saturating_sub(unknown)
    }

    /// The reason why the game says nothing, if it does not.
    #[must_use]
    pub fn void(&self) -> Option<&Void> {
        let Some(Verdict::Void(void)) = &self.verdict else { return None };
        Some(void)
    }

    /// All that must be the same the second time.
    fn came_to(&self) -> impl PartialEq {
        (&self.verdict, &self.moves, &self.used, &self.log, &self.fault)
    }
}

/// Turns in which a bot was asked, that of `new-game` with them: it has the fuel of a turn, too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turns {
    /// Their number.
    pub count: u64,
    /// The number of turns whose use is known.
    pub measured: u64,
    /// The fuel of these.
    pub fuel: u64,
    /// The most fuel of one of them, and the function that was called in it.
    pub worst: (u64, Cow<'static, str>),
}

impl Turns {
    fn add(&mut self, fuel: Option<u64>, function: Cow<'static, str>) {
        self.count += 1;
        let Some(fuel) = fuel else { return };
        self.measured += 1;
        self.fuel += fuel;
        if self.measured == 1 || fuel > self.worst.0 {
            self.worst = (fuel, function);
        }
    }
}

/// Plays cases on the threads of rayon's current pool: all of them, or if there is a limit until all bots together have spent so
/// much fuel, or the bot has committed the same fault a few times. What is missing was too much.
#[must_use]
pub fn examine(
    loaded_bots: &LoadedBots,
    cases: &[CheckCase],
    fuel_max: Option<u64>,
    advance: &(dyn Fn() + Sync),
) -> Vec<Examined> {
    let (mut whole, mut fuel, mut faults) = (Vec::new(), 0, Vec::new());
    let played = |case| {
        let examined = twice(loaded_bots, case);
        advance();
        (case, examined)
    };
    // Whoever waits for a minute waits for no other.
    let is_silent = || loaded_bots.silence().is_some();
    let count = |(case, examined): (&CheckCase, Examined)| {
        fuel += examined.used.iter().map(|used| used.fuel).sum::<u64>();
        let fault = examined.fault.as_ref().map(|at| likeness(case, at));
        whole.push(examined);
        let alike = faults.iter().filter(|old| **old == fault).count() + 1;
        let is_often = fault.is_some() && alike >= ALIKE_MAX;
        faults.push(fault);
        fuel_max.is_some_and(|most| fuel >= most || is_often)
    };
    in_order(cases.iter(), played, is_silent, count);
    whole
}

/// Plays a case, and a second time to compare if it has to be the same.
fn twice(loaded_bots: &LoadedBots, case: &CheckCase) -> Examined {
    let first = once(loaded_bots, case);
    if loaded_bots.is_command(EXAMINED) {
        return first;
    }
    let second = once(loaded_bots, case);
    let is_void = first.void().or(second.void()).is_some();
    let same = is_void || first.came_to() == second.came_to();
    Examined { same, ..first }
}

fn once(loaded_bots: &LoadedBots, case: &CheckCase) -> Examined {
    let play = || {
        // The loaded bots have one bank for all their games, and here each has its own rules.
        let bank_of = |fuel_per_turn| case.fuel_bank(fuel_per_turn);
        let own = loaded_bots.limits().fuel_per_turn;
        let others = own.min(OPPONENT_FUEL);
        let sandbox_of = |fuel| loaded_bots.sandbox().with_fuel(fuel, bank_of(fuel));
        let (of_bot, of_others) = (sandbox_of(own), sandbox_of(others));
        let game = start_between(&case.line, &|bot, _| {
            (&loaded_bots.bots()[bot], if bot == EXAMINED { &of_bot } else { &of_others }, None)
        });
        watch(game.expect("the actions by hand were legal before"), case, bank_of(own))
    };
    panic::catch_unwind(AssertUnwindSafe(play)).unwrap_or_else(|payload| {
        let detail = format!("the judge failed: {}", panic_text(payload.as_ref()));
        let verdict = Some(Finished::broken(detail, case.line.seats.len()).record.verdict);
        let used = vec![Usage::default(); case.line.seats.len()];
        Examined { verdict, used, same: true, ..Examined::default() }
    })
}

/// Plays a match with such a bank, and writes down what the bot does.
fn watch(mut game: Box<dyn AnyMatch + '_>, case: &CheckCase, bank: u64) -> Examined {
    let (mut turns, mut fault, mut asked) = (Turns::default(), None, NEW_GAME);
    let mut timed = (0, Duration::ZERO);
    loop {
        let began = Instant::now();
        match game.step() {
            // Battleship begins with the first question.
            Event::Began => {
                let fuel = game.account(case.seat).usage_in_turn().fuel;
                if fuel > 0 {
                    turns.add(Some(fuel), NEW_GAME.into());
                }
            }
            Event::Asked { seat, function, .. } if seat == case.seat => asked = function,
            Event::Moved(moved) if moved.seat == case.seat && moved.by == By::Player => {
                if moved.usage.fuel >= TIMED_FUEL {
                    timed.0 += moved.usage.fuel;
                    timed.1 += began.elapsed();
                }
                turns.add(Some(moved.usage.fuel), asked.into());
                if case.is_one_turn {
                    break;
                }
            }
            Event::Fault(committed) if committed.seat == case.seat => {
                if committed.function == NEW_GAME {
                    // It was counted when the game began, as if it had been answered.
                    turns = Turns::default();
                }
                turns.add(fuel_of(&committed), committed.function.clone());
                fault = fault.or_else(|| Some(fault_at(&*game, case, committed, bank)));
            }
            Event::Over(_) => break,
            _ => {}
        }
    }
    let used = (0..).map(Seat).take(case.line.seats.len()).map(|seat| game.account(seat).usage()).collect();
    let (verdict, moves, account) = (game.verdict().cloned(), game.moves().to_vec(), game.account(case.seat));
    let (log, traces) = (account.log(), account.traces());
    Examined { verdict, moves, used, turns, log, traces, fault, same: true, timed }
}

/// Fuel of the turn of a fault, if it is known. A bot that gives no answer is charged all fuel of the turn, whatever it
/// took to crash.
fn fuel_of(fault: &Fault) -> Option<u64> {
    let is_known =
        matches!(fault.kind, FaultKind::OutOfFuel | FaultKind::IllegalMove | FaultKind::IllegalFleet);
    is_known.then_some(fault.usage.fuel)
}

fn fault_at(game: &dyn AnyMatch, case: &CheckCase, fault: Fault, bank: u64) -> FaultAt {
    let begun = &case.line.opening;
    let position = begun.first().filter(|_| opening::position(begun).is_some());
    let actions =
        position.into_iter().chain(game.moves().iter().map(|moved| &moved.action)).cloned().collect();
    let choices = game.scene(Viewpoint::Seat(fault.seat)).choices;
    let legal_count = u32::try_from(choices.len()).unwrap_or(u32::MAX);
    let legal = choices.into_iter().take(LEGAL_MAX).map(|choice| choice.action).collect();
    let bank_spent = fault.kind == FaultKind::OutOfFuel && game.account(fault.seat).usage().fuel >= bank;
    FaultAt { fault, actions, legal, legal_count, bank_spent }
}
