//! One line of play and its match, for the page to step, change and look at.

use std::cell::RefCell;

use judge_drawing::picture::Film;
use judge_limits::Limits;
use judge_play::games::Seat;
use judge_play::page_game::{NotDone, PageGame};
use judge_play::player::called::Called;
use judge_play::player::lines::Lines;
use judge_play::scenes::Viewpoint;
use judge_play::{AnyMatch, Line, LineText, Player};
use sha2::{Digest, Sha256};

use crate::bindings::exports::judge::page::arena::Guest;
use crate::players::PageBot;
use crate::{Engine, hosts, played, reckoned};

thread_local! {
    static OPEN: RefCell<Option<PageGame<'static>>> = const { RefCell::new(None) };
    /// Fuel for a turn, by bot, where it is not that of all.
    static ODDS: RefCell<Vec<Option<u64>>> = const { RefCell::new(Vec::new()) };
}

/// The match of a line, with the bots of the page.
fn start(line: &Line, limits: &Limits) -> Result<Box<dyn AnyMatch>, NotDone> {
    let described = played::described(&line.rules);
    let started = played::for_played!(&line.rules, params, G => {
        line.start::<G>(params, |params, bot, seat, seed| {
            let odds = ODDS.with_borrow(|odds| odds.get(bot).copied().flatten());
            let limits = odds.map_or_else(|| limits.clone(), |fuel| limits.at_odds(fuel));
            let bot = PageBot::start(bot, seat, seed, &described, &limits);
            if bot.is_program() {
                let interface = bot.interface.clone();
                let lines = Lines::new(bot, interface, limits.legal_actions);
                return Box::new(Called::new::<G>(lines, params, seat, seed)) as Box<dyn Player<G>>;
            }
            Box::new(Called::new::<G>(bot, params, seat, seed))
        })
    });
    started.map_err(|(turn, why)| format!("turn {turn}: {why}"))
}

/// What the page gets, or why it gets nothing.
type OrMessage<T = ()> = Result<T, String>;

fn or_message<T>(done: Result<T, impl ToString>) -> OrMessage<T> {
    done.map_err(|why| why.to_string())
}

fn with<R>(work: impl FnOnce(&mut PageGame<'static>) -> Result<R, NotDone>) -> OrMessage<R> {
    OPEN.with_borrow_mut(|open| or_message(work(open.as_mut().ok_or("no line is open")?)))
}

impl Guest for Engine {
    fn draw(film: String) -> OrMessage<Vec<u8>> {
        or_message(serde_json::from_str(&film)).map(|film: Film| film.drawn())
    }

    fn sha256(bytes: Vec<u8>) -> String {
        hex::encode(Sha256::digest(bytes))
    }

    fn instrument(wasm: Vec<u8>, pages_max: u64, elements_max: u64, fuel: u64) -> OrMessage<Vec<u8>> {
        let options = judge_meter::MeterOptions {
            memory_pages_max: Some(pages_max),
            table_elements_max: Some(elements_max),
            fuel_to_start: fuel,
        };
        or_message(judge_meter::instrument(&wasm, &options))
    }

    fn load_game(number: u32, sha256: String, interface: String, limits: String) -> OrMessage {
        or_message(played::load(number, &sha256, &interface, &limits))
    }

    fn odds(fuel: String) -> OrMessage {
        or_message(serde_json::from_str(&fuel)).map(|fuel| ODDS.set(fuel))
    }

    fn open(line: String) -> OrMessage {
        let text: LineText = or_message(serde_json::from_str(&line))?;
        let (line, limits) = or_message(text.parse(played::loaded().as_ref()))?;
        // Bots of the match before are let go first.
        OPEN.set(None);
        hosts::forget_all();
        or_message(PageGame::begin(line, limits, Box::new(start))).map(|game| OPEN.set(Some(game)))
    }

    fn step(seat: Option<u8>) -> OrMessage<String> {
        let viewpoint = seat.map_or(Viewpoint::Everything, |seat| Viewpoint::Seat(Seat(seat)));
        with(|game| game.step(viewpoint)).map(|event| event.to_string())
    }

    fn run() -> OrMessage {
        with(|game| game.play_to(usize::MAX))
    }

    fn play_to(turns: u32) -> OrMessage {
        with(|game| game.play_to(turns as usize))
    }

    fn act(action: String) -> OrMessage {
        with(|game| game.act(&action))
    }

    fn take_back(turn: u32) -> OrMessage {
        with(|game| game.take_back(turn))
    }

    fn fork(turn: u32, action: String) -> OrMessage {
        with(|game| game.fork(turn, &action))
    }

    fn give_to_bot(seat: u8, bot: u32) -> OrMessage {
        with(|game| game.give_to_bot(Seat(seat), bot as usize))
    }

    fn give_to_person(seat: u8, turn: u32) -> OrMessage {
        with(|game| game.give_to_person(Seat(seat), turn))
    }

    fn explain(turn: u32, action: String) -> OrMessage {
        with(|game| game.explain(turn, &action))
    }

    fn reckon(facts: String, games: String) -> OrMessage<String> {
        or_message(reckoned::reckon(&facts, &games)).map(|reckoned| reckoned.to_string())
    }

    fn finish() -> OrMessage<String> {
        with(PageGame::finish).map(|end| end.to_string())
    }
}
