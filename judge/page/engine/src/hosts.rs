//! What the engine does for a running bot that calls the first WASI: its clock, its random numbers, its log, and its lines if it
//! is a program. The page has the bot's memory and its fuel.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use judge_limits::talk::{OffProtocol, Talk};
use judge_limits::{GameTime, Limits, Log, Output, Random};
use judge_play::Seed;
use judge_play::wit::preview1::{
    self, Answer, BADF, BYTES_MAX, CLOCKS, EVENT_BYTES, FAULT, FUNCTIONS, INVAL, ITEMS_MAX, STDOUT, STREAMS,
    SUBSCRIPTION_BYTES, Subscription, is_open, stat,
};
use serde_json::{Map, json};

use crate::Engine;
use crate::bindings::exports::judge::page::hosts::Guest;
use crate::bindings::judge::page::bots::Stop;

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

fn with<R>(number: u32, work: impl FnOnce(&mut Host) -> R) -> R {
    let host = HOSTS.with_borrow(|hosts| hosts.get(number as usize).and_then(Weak::upgrade));
    work(&mut lock(&host.expect("the page calls hosts of bots that run")))
}

fn stop(off: OffProtocol) -> Stop {
    match off {
        OffProtocol::Said(what) => Stop::BadReply(what),
        OffProtocol::Endless => Stop::ReplyTooLong,
    }
}

impl Guest for Engine {
    fn preview1() -> String {
        let functions = FUNCTIONS.iter().map(|function| {
            let answer = match function.answer {
                Answer::Real => None,
                Answer::Always(errno) => Some(json!({ "errno": errno, "stream": null })),
                Answer::Stream(place, errno) => Some(json!({ "errno": errno, "stream": place })),
            };
            (function.name.to_owned(), json!(answer))
        });
        json!({
            "functions": functions.collect::<Map<_, _>>(),
            "errnos": { "badf": BADF, "fault": FAULT, "inval": INVAL },
            "clocks": CLOCKS.len(),
            "items_max": ITEMS_MAX,
            "bytes_max": BYTES_MAX,
            "subscription_bytes": SUBSCRIPTION_BYTES,
            "event_bytes": EVENT_BYTES,
        })
        .to_string()
    }

    fn time(host: u32, clock: u32, fuel_left: u64) -> Option<u64> {
        let start = CLOCKS.get(clock as usize)?;
        Some(with(host, |host| host.time.ask(fuel_left)).saturating_add(*start))
    }

    fn random(host: u32, bytes: u32) -> Vec<u8> {
        let mut random = vec![0; bytes as usize];
        with(host, |host| host.random.fill(&mut random));
        random
    }

    fn is_open(host: u32, descriptor: u32) -> bool {
        with(host, |host| is_open(host.open, descriptor))
    }

    fn close(host: u32, descriptor: u32) {
        with(host, |host| host.open[descriptor as usize] = false);
    }

    fn stat(descriptor: u32) -> Vec<u8> {
        stat(descriptor).to_vec()
    }

    fn is_ready(host: u32) -> Result<bool, Stop> {
        with(host, |host| host.talk.as_ref().map_or(Ok(true), Talk::is_ready)).map_err(stop)
    }

    fn read(host: u32, bytes: u32) -> Vec<u8> {
        let read = |host: &mut Host| host.talk.as_mut().map(|talk| talk.take(bytes as usize).to_vec());
        with(host, read).unwrap_or_default()
    }

    fn write(host: u32, descriptor: u32, text: Vec<u8>) -> Result<bool, Stop> {
        with(host, |host| match &mut host.talk {
            Some(talk) if descriptor == STDOUT => {
                talk.print(&text, 0);
                talk.is_answered().map_err(stop)
            }
            _ => {
                host.printed[descriptor as usize].write(&text, &mut host.log);
                Ok(false)
            }
        })
    }

    fn can_poll(bytes: Vec<u8>) -> bool {
        Subscription::list(&bytes).is_ok()
    }

    fn poll(host: u32, bytes: Vec<u8>, fuel_left: u64) -> Vec<u8> {
        let awaited = Subscription::list(&bytes).expect("the page asks first");
        with(host, |Host { time, open, .. }| {
            let before = time.now(fuel_left);
            preview1::poll(&awaited, *open, before, |moment| {
                time.sleep_until(moment, fuel_left);
                time.now(fuel_left)
            })
        })
    }
}
