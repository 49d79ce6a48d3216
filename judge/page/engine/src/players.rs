//! Bots as players of a page: the page on one side, the rules on the other.
//!
//! This is to a page what the sandbox and `judge_core::bots` are to the judge: the same calls in the same
//! order, the same clock, the same log, the same words for what went wrong.

mod games;

use judge_play::contract::Contract;
use judge_play::games::{Game, Seat};
use judge_play::{FaultKind, NoAnswer, Player, Seed, Usage, VoidCause};

use crate::Limits;
use crate::bindings::judge::page::bots::{self, Left, Stop};
use crate::clock::Clock;
use crate::log::Log;

/// What a trap is called that ends a bot which was refused memory.
const UNREACHABLE: &str = "wasm `unreachable` instruction executed";

/// A game whose functions the page can call.
pub(crate) trait Wired: Contract + Sized + 'static {
    /// What a bot is told when a game begins.
    type Setup;

    /// What the bot at `seat` is told when a game begins.
    fn setup(params: &<Self as Game>::Params, seat: Seat, seed: Seed) -> Self::Setup;

    /// Begins the game, in games that ask nothing with that.
    fn begin(bot: &mut PagePlayer<Self>) -> Result<(), NoAnswer>;

    /// Asks a bot that sees `view`.
    fn decide(bot: &mut PagePlayer<Self>, view: Self::View) -> Result<Self::Action, NoAnswer>;

    /// Tells a bot what happened.
    fn notify(bot: &mut PagePlayer<Self>, event: &Self::Event) -> Result<(), NoAnswer>;
}

/// A bot seated in a game of a page.
pub(crate) struct PagePlayer<G: Wired> {
    /// Its number, or why it did not start.
    bot: Result<u32, NoAnswer>,
    setup: G::Setup,
    clock: Clock,
    log: Log,
    memory_bytes: u64,
    growth_refused: bool,
    /// What was used when the turn that is under way began, or the last if none is.
    before_turn: Usage,
    is_turn_over: bool,
    /// What a bot that is not here has answered, in the game's notation.
    recorded: Option<String>,
}

impl<G: Wired> PagePlayer<G> {
    /// Starts a bot of the page's list.
    pub(crate) fn start(bot: usize, seat: Seat, seed: Seed, params: &G::Params, limits: &Limits) -> Self {
        let allowed = bots::Limits {
            fuel_to_start: limits.fuel_to_start,
            memory_bytes: limits.memory_bytes,
            table_elements: limits.table_elements,
            reply_bytes: limits.reply_bytes,
            log_bytes_per_game: limits.log_bytes_per_game,
        };
        let number = u32::try_from(bot).expect("a page has fewer bots");
        let mut player = Self {
            bot: Ok(0),
            setup: G::setup(params, seat, seed),
            clock: Clock::new(limits),
            log: Log::new(limits),
            memory_bytes: 0,
            growth_refused: false,
            before_turn: Usage::default(),
            is_turn_over: true,
            recorded: None,
        };
        match bots::start(number, seat.0, allowed) {
            Ok(running) => {
                player.take(bots::look(running));
                player.bot = Ok(running);
                player.begin_turn();
            }
            Err(Stop::OutOfFuel) => player.bot = Err(NoAnswer::not_started()),
            Err(stop) => player.bot = Err(player.no_answer(stop, false)),
        }
        player
    }

    /// Asks what ends a turn.
    fn ask<R>(
        &mut self,
        question: impl FnOnce(u32, u64, &G::Setup) -> Result<R, Stop>,
    ) -> Result<R, NoAnswer> {
        let answer = self.tell(question)?;
        self.end_turn();
        Ok(answer)
    }

    /// Tells what happened, as a part of the turn that the next question ends.
    fn tell<R>(&mut self, news: impl FnOnce(u32, u64, &G::Setup) -> Result<R, Stop>) -> Result<R, NoAnswer> {
        let bot = self.bot.clone()?;
        if std::mem::take(&mut self.is_turn_over) {
            self.before_turn = self.usage_so_far();
        }
        let fuel = self.clock.left();
        bots::bank(bot, self.clock.bank_beyond());
        let answer = news(bot, fuel, &self.setup);
        let left = self.take(bots::look(bot));
        if let Err(Stop::Answered(action)) = &answer {
            self.recorded = Some(action.clone());
            self.end_turn();
            return Err(NoAnswer::Void(VoidCause::Judge, "nobody was asked for an action".into()));
        }
        let is_bank_short = self.clock.is_bank_short();
        self.clock.spend(if answer.is_ok() { fuel - left.min(fuel) } else { fuel });
        answer.map_err(|stop| self.no_answer(stop, is_bank_short))
    }

    /// Takes what a call left, and says how much fuel that is.
    fn take(&mut self, left: Left) -> u64 {
        let Left { fuel, memory_bytes, growth_refused, log } = left;
        self.memory_bytes = memory_bytes;
        self.growth_refused |= growth_refused;
        for line in &log {
            self.log.push(line);
        }
        fuel
    }

    fn begin_turn(&mut self) {
        self.growth_refused = false;
        self.log.begin_turn();
    }

    fn end_turn(&mut self) {
        self.clock.end_turn();
        self.is_turn_over = true;
        self.begin_turn();
    }

    fn usage_so_far(&self) -> Usage {
        Usage { fuel: self.clock.spent(), memory_bytes: self.memory_bytes }
    }

    fn fuel_in_turn(&self) -> u64 {
        self.clock.spent() - self.before_turn.fuel
    }

    /// Says of a stop whose doing it was, in the judge's words.
    fn no_answer(&self, stop: Stop, is_bank_short: bool) -> NoAnswer {
        match stop {
            Stop::Trap(trap) if trap == UNREACHABLE && self.growth_refused => NoAnswer::out_of_memory(),
            Stop::Trap(trap) => NoAnswer::trap(trap, &self.log.text()),
            Stop::OutOfFuel if is_bank_short => NoAnswer::bank_empty(self.fuel_in_turn()),
            Stop::OutOfFuel => NoAnswer::out_of_fuel(self.fuel_in_turn()),
            Stop::BadReply(problem) => NoAnswer::Fault(FaultKind::BadReply, problem),
            Stop::ReplyTooLong => NoAnswer::reply_too_long(),
            Stop::Browser(trouble) => NoAnswer::Void(VoidCause::Machine, trouble),
            Stop::Answered(action) => NoAnswer::Void(VoidCause::Judge, action),
            Stop::Recorded(recorded) => match kind(&recorded.kind) {
                Some(kind) => NoAnswer::Fault(kind, recorded.detail),
                None => NoAnswer::Void(VoidCause::Judge, format!("{:?} is no kind of fault", recorded.kind)),
            },
        }
    }
}

/// The kind of fault that has this name.
fn kind(name: &str) -> Option<FaultKind> {
    FaultKind::ALL.into_iter().find(|kind| kind.to_string() == name)
}

impl<G: Wired> Player<G> for PagePlayer<G> {
    fn begin(&mut self) -> Result<(), NoAnswer> {
        G::begin(self)
    }

    fn decide(&mut self, view: G::View) -> Result<G::Action, NoAnswer> {
        let answer = G::decide(self, view);
        let Some(recorded) = self.recorded.take() else { return answer };
        recorded.parse().map_err(|_| NoAnswer::Void(VoidCause::Judge, format!("{recorded:?} is no action")))
    }

    fn notify(&mut self, event: &G::Event) -> Result<(), NoAnswer> {
        G::notify(self, event)
    }

    fn skip_turn(&mut self) {
        if !self.is_turn_over {
            self.end_turn();
        }
    }

    fn usage(&self) -> Usage {
        self.usage_so_far()
    }

    fn usage_in_turn(&self) -> Usage {
        let (now, before) = (self.usage_so_far(), self.before_turn);
        Usage { fuel: now.fuel - before.fuel, memory_bytes: now.memory_bytes - before.memory_bytes }
    }

    fn log(&self) -> String {
        self.log.text()
    }

    fn log_kept_bytes(&self) -> usize {
        self.log.kept_bytes()
    }
}
