//! What the engine does for a running bot that calls the first WASI: its clock, its random numbers, its log, and its lines if it
//! is a program. The page has the bot's memory and its fuel.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use judge_limits::talk::{OffProtocol, Talk};
use judge_limits::{GameTime, Limits, Log, Output, Random};
use judge_play::Seed;
use judge_play::wit::preview1::{self, Caller, FUNCTIONS, NO_MEMORY_YET, STDOUT, STREAMS};

use crate::Engine;
use crate::bindings::exports::judge::page::hosts::{Guest, Outcome};
use crate::bindings::judge::page::bots::{self, Stop};

/// The judge's side of a running bot.
pub(crate) struct Host {
    pub(crate) time: GameTime,
    pub(crate) log: Log,
    /// The lines of a program that reads them.
    pub(crate) talk: Option<Talk>,
    random: Random,
    open: [bool; STREAMS],
    printed: [Output; STREAMS],
}

thread_local! {
    /// The hosts of the match that is open, by their numbers.
    static HOSTS: RefCell<Vec<Weak<Mutex<Host>>>> = const { RefCell::new(Vec::new()) };
}

impl Host {
    /// A host, and the number by which the page knows it.
    pub(crate) fn new(limits: &Limits, seed: Seed) -> (u32, Arc<Mutex<Self>>) {
        let host = Arc::new(Mutex::new(Self {
            time: GameTime::default(),
            log: Log::new(limits),
            talk: None,
            random: Random::new(seed),
            open: [true; STREAMS],
            printed: [Output::default(), Output::default(), Output::default()],
        }));
        let number = HOSTS.with_borrow_mut(|hosts| {
            hosts.push(Arc::downgrade(&host));
            hosts.len() - 1
        });
        (u32::try_from(number).expect("a match has fewer bots"), host)
    }

    /// The log, with lines that were begun.
    pub(crate) fn log(&self) -> Log {
        let mut log = self.log.clone();
        self.printed.iter().for_each(|output| output.push_rest(&mut log));
        log
    }
}

/// The hosts of the last match are not called any more.
pub(crate) fn forget_all() {
    HOSTS.take();
}

pub(crate) fn lock(host: &Mutex<Host>) -> MutexGuard<'_, Host> {
    host.lock().unwrap_or_else(PoisonError::into_inner)
}

fn stop(off: OffProtocol) -> Stop {
    match off {
        OffProtocol::Said(what) => Stop::BadReply(what),
        OffProtocol::Endless => Stop::ReplyTooLong,
    }
}

/// A bot in its call.
struct PageCall<'a> {
    number: u32,
    host: &'a mut Host,
    memory_bytes: Option<u64>,
    fuel_left: u64,
}

impl Caller for PageCall<'_> {
    type Stop = Stop;

    fn memory_bytes(&mut self) -> Result<u64, Stop> {
        self.memory_bytes.ok_or_else(|| Stop::Trap(NO_MEMORY_YET.into()))
    }

    fn load(&self, at: u32, bytes: u32) -> Cow<'_, [u8]> {
        bots::load(self.number, at, bytes).into()
    }

    fn store(&mut self, at: u32, bytes: &[u8]) {
        bots::store(self.number, at, bytes);
    }

    fn charge(&mut self, bytes: u64) -> Result<(), Stop> {
        self.fuel_left = bots::charge(self.number, bytes).ok_or(Stop::OutOfFuel)?;
        Ok(())
    }

    fn open(&mut self) -> &mut [bool; STREAMS] {
        &mut self.host.open
    }

    fn ask_clock(&mut self) -> u64 {
        self.host.time.ask(self.fuel_left)
    }

    fn sleep_until(&mut self, moment: u64) -> u64 {
        self.host.time.sleep_until(moment, self.fuel_left);
        self.host.time.now(self.fuel_left)
    }

    fn randomize(&mut self, at: u32, bytes: u32) {
        let mut random = vec![0; bytes as usize];
        self.host.random.fill(&mut random);
        self.store(at, &random);
    }

    fn is_ready(&mut self) -> Result<bool, Stop> {
        self.host.talk.as_ref().map_or(Ok(true), Talk::is_ready).map_err(stop)
    }

    fn read(&mut self, at: u32, bytes: u32) -> u32 {
        let taken = self.host.talk.as_mut().map(|talk| talk.take(bytes as usize).to_vec());
        let taken = taken.unwrap_or_default();
        self.store(at, &taken);
        u32::try_from(taken.len()).expect("it was asked for no more")
    }

    fn print(&mut self, stream: u32, at: u32, bytes: u32) {
        let text = bots::load(self.number, at, bytes);
        match &mut self.host.talk {
            Some(talk) if stream == STDOUT => talk.print(&text, 0),
            _ => self.host.printed[stream as usize].write(&text, &mut self.host.log),
        }
    }

    fn is_answered(&mut self) -> Result<bool, Stop> {
        self.host.talk.as_mut().map_or(Ok(false), Talk::is_answered).map_err(stop)
    }

    fn exit(&self, status: u32) -> Stop {
        Stop::Exit(u8::try_from(status).unwrap_or(u8::MAX))
    }
}

impl Guest for Engine {
    fn preview1() -> Vec<String> {
        FUNCTIONS.iter().map(|function| function.name.to_owned()).collect()
    }

    fn call(
        number: u32,
        function: u32,
        given: Vec<u64>,
        memory_bytes: Option<u64>,
        fuel_left: u64,
    ) -> Outcome {
        let host = HOSTS.with_borrow(|hosts| hosts.get(number as usize).and_then(Weak::upgrade));
        let host = host.expect("the page calls hosts of bots that run");
        let mut bot = PageCall { number, host: &mut lock(&host), memory_bytes, fuel_left };
        match preview1::call(&FUNCTIONS[function as usize], &given, &mut bot) {
            Ok(preview1::Outcome::Returned(errno)) => Outcome::Returned(errno.into()),
            Ok(preview1::Outcome::ReadsLater) => Outcome::ReadsLater,
            Ok(preview1::Outcome::Answered) => Outcome::Answered,
            Err(stop) => Outcome::Stopped(stop),
        }
    }
}
