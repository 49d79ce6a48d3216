//! Bots as players of a page: the page on one side, the rules on the other.
//!
//! This is to a page what the sandbox and `judge_core::play::bots` are to the judge: the same calls in the same
//! order, the same clock, the same log, the same words for what went wrong.

use std::borrow::Cow;
use std::sync::{Arc, Mutex};

use judge_limits::talk::{Stage, Talk};
use judge_limits::{Limits, Turns};
use judge_play::games::Seat;
use judge_play::player::called::{Answer, Callee};
use judge_play::player::lines::Speaker;
use judge_play::wit::{Interface, Value, from_json_text, to_json};
use judge_play::{Account, FaultKind, NoAnswer, Seed, Usage, VoidCause};

use crate::bindings::judge::page::bots::{self, Left, Stop};
use crate::hosts::{Host, lock};

/// The name of the trap that ends a bot which was refused memory.
const UNREACHABLE: &str = "wasm `unreachable` instruction executed";

/// The interface of a bot, or of a game.
#[derive(Clone)]
pub(crate) struct Described {
    pub(crate) interface: Arc<Interface>,
    /// The same for the page.
    pub(crate) json: Cow<'static, str>,
}

/// A bot seated in a game of a page.
pub(crate) struct PageBot {
    /// Its number, or why it did not start.
    bot: Result<u32, NoAnswer>,
    pub(crate) interface: Arc<Interface>,
    host: Arc<Mutex<Host>>,
    turns: Turns,
    memory_bytes: u64,
    growth_refused: bool,
    /// The recorded answer of a bot that is not here, in the game's notation.
    recorded: Option<String>,
}

impl PageBot {
    /// Starts a bot of the page's list, or the game, whose functions are those of `described`.
    pub(crate) fn start(bot: usize, seat: Seat, seed: Seed, described: &Described, limits: &Limits) -> Self {
        let &Limits { fuel_to_start, memory_bytes, table_elements, reply_bytes, log_bytes_per_game, .. } =
            limits;
        let allowed =
            bots::Limits { fuel_to_start, memory_bytes, table_elements, reply_bytes, log_bytes_per_game };
        let (number, host) = Host::new(limits, seed);
        let mut player = Self {
            bot: Ok(0),
            interface: described.interface.clone(),
            host,
            turns: Turns::new(limits),
            memory_bytes: 0,
            growth_refused: false,
            recorded: None,
        };
        let bot = u32::try_from(bot).expect("a page has fewer bots");
        let started = bots::start(bot, number, seat.0, &described.json, allowed);
        let begun = started.and_then(|running| {
            let mut went_on = Ok(());
            if bots::reads_lines(running) {
                lock(&player.host).talk = Some(Talk::new(limits));
                // A program runs until it reads.
                went_on = bots::go_on(running, limits.fuel_to_start);
            }
            player.take(bots::look(running));
            went_on.map(|()| running)
        });
        match begun {
            Ok(running) => {
                player.bot = Ok(running);
                player.begin_turn();
            }
            Err(Stop::OutOfFuel) => player.bot = Err(NoAnswer::not_started()),
            Err(stop) => player.bot = Err(player.no_answer(stop)),
        }
        player
    }

    /// Calls a function, as a part of the turn that is under way, and appends its answer to `answer`.
    fn call(&mut self, function: &str, arguments: &Value, answer: &mut Value) -> Result<(), NoAnswer> {
        let interface = self.interface.clone();
        let signature = interface.function(function).expect("the function belongs to the interface");
        let mut reader = arguments.reader();
        let values: serde_json::Value =
            signature.params.fields().map(|(_, ty)| to_json(ty, &mut reader)).collect();
        let json = self.run(|bot, fuel| bots::call(bot, fuel, function, &values.to_string()))?;
        let read = signature.result.as_ref().map_or(Ok(()), |ty| from_json_text(ty, &json, answer));
        read.map_err(|misfit| NoAnswer::Void(VoidCause::Judge, misfit))
    }

    /// Hands over a line, on which the judge waits so, as a part of the turn that is under way.
    fn deliver(&mut self, line: &str, stage: Stage) -> Result<(), NoAnswer> {
        if let Some(talk) = &mut lock(&self.host).talk {
            talk.hand_over(line, stage);
        }
        self.run(bots::go_on)
    }

    /// Runs the bot with the fuel that is left of its turn.
    fn run<R>(&mut self, work: impl FnOnce(u32, u64) -> Result<R, Stop>) -> Result<R, NoAnswer> {
        let bot = self.bot.clone()?;
        self.turns.begin(self.memory_bytes);
        let fuel = self.turns.left();
        bots::bank(bot, self.turns.bank_beyond());
        lock(&self.host).time.begin_turn(fuel);
        let done = work(bot, fuel);
        let left = self.take(bots::look(bot));
        if let Err(Stop::Answered(action)) = done {
            self.recorded = Some(action);
            self.end_turn();
            return Err(NoAnswer::Void(VoidCause::Judge, "nobody was asked for an action".into()));
        }
        let left = if done.is_ok() { left.min(fuel) } else { 0 };
        lock(&self.host).time.end_turn(left);
        let is_bank_short = self.turns.count(left);
        done.map_err(|stop| match stop {
            Stop::OutOfFuel if is_bank_short => NoAnswer::bank_empty(self.fuel_in_turn()),
            stop => self.no_answer(stop),
        })
    }

    /// Takes what a call left, and says how much fuel that is.
    fn take(&mut self, left: Left) -> u64 {
        let Left { fuel, memory_bytes, growth_refused, log } = left;
        self.memory_bytes = memory_bytes;
        self.growth_refused |= growth_refused;
        for line in &log {
            lock(&self.host).log.push(line);
        }
        fuel
    }

    fn begin_turn(&mut self) {
        self.growth_refused = false;
        lock(&self.host).log.begin_turn();
    }

    fn end_turn(&mut self) {
        if self.turns.end() {
            self.begin_turn();
        }
    }

    /// Whether it reads lines.
    pub(crate) fn is_program(&self) -> bool {
        lock(&self.host).talk.is_some()
    }

    fn fuel_in_turn(&self) -> u64 {
        self.usage_in_turn().fuel
    }

    /// Says of a stop whose doing it was, in the judge's words.
    fn no_answer(&self, stop: Stop) -> NoAnswer {
        match stop {
            Stop::Trap(trap) if trap == UNREACHABLE && self.growth_refused => NoAnswer::out_of_memory(),
            Stop::Trap(trap) => NoAnswer::trap(trap, &self.log()),
            Stop::Exit(status) if self.is_program() => NoAnswer::ended(&format!("exit status {status}")),
            Stop::Exit(status) => NoAnswer::exited(status),
            Stop::OutOfFuel if self.is_program() && lock(&self.host).time.was_asked => {
                NoAnswer::out_of_fuel_by_clock(self.fuel_in_turn())
            }
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

impl Callee for PageBot {
    fn ask(&mut self, function: &str, arguments: &Value, values: &mut Value) -> Result<Answer, NoAnswer> {
        let called = self.call(function, arguments, values);
        if let Some(action) = self.recorded.take() {
            return Ok(Answer::Recorded(action));
        }
        called?;
        self.end_turn();
        Ok(Answer::Values)
    }

    fn tell(&mut self, function: &str, arguments: &Value) -> Result<(), NoAnswer> {
        self.call(function, arguments, &mut Value::default())
    }

    fn skip_turn(&mut self) {
        self.end_turn();
    }

    fn account(&self) -> &dyn Account {
        self
    }
}

impl Account for PageBot {
    fn usage(&self) -> Usage {
        self.turns.usage(self.memory_bytes)
    }

    fn usage_in_turn(&self) -> Usage {
        self.turns.usage_in_turn(self.memory_bytes)
    }

    fn log(&self) -> String {
        lock(&self.host).log().text()
    }

    fn log_kept_bytes(&self) -> usize {
        lock(&self.host).log.kept_bytes()
    }
}

impl Speaker for PageBot {
    fn ask(&mut self, line: &str) -> Result<String, NoAnswer> {
        self.deliver(line, Stage::Asked)?;
        let answer = lock(&self.host).talk.as_mut().and_then(Talk::take_answer);
        self.end_turn();
        Ok(answer.expect("a program that was asked is suspended when it has answered"))
    }

    fn tell(&mut self, line: &str) -> Result<(), NoAnswer> {
        self.deliver(line, Stage::Told)
    }

    fn fuel_left(&self) -> Option<u64> {
        Some(self.turns.left())
    }

    fn skip_turn(&mut self) {
        Callee::skip_turn(self);
    }

    fn account(&self) -> &dyn Account {
        self
    }
}
