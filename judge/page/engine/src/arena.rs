//! One line of play and its match, for the page to step, change and look at.

use std::cell::RefCell;

use judge_play::games::{Seat, Viewpoint};
use judge_play::{AnyMatch, Event, Line, Moved, Player, for_game};
use serde_json::{json, to_string};
use sha2::{Digest, Sha256};

use crate::bindings::exports::judge::page::arena::Guest;
use crate::limits::Limits;
use crate::line::LineText;
use crate::players::PagePlayer;
use crate::{scene, told};

/// The exports.
pub(crate) struct Engine;

/// A line, its match, and what was played of it.
struct Open {
    line: Line,
    limits: Limits,
    game: Option<Box<dyn AnyMatch>>,
    /// The moves of a match whose record was taken.
    moves: Vec<Moved>,
}

thread_local! {
    static OPEN: RefCell<Option<Open>> = const { RefCell::new(None) };
}

impl Open {
    fn begin(line: Line, limits: Limits) -> Result<Self, String> {
        let game = start(&line, &limits)?;
        Ok(Self { line, limits, game: Some(game), moves: Vec::new() })
    }

    /// Begins the changed line anew; the old one stays if that cannot be.
    fn change(&mut self, line: Line) -> Result<(), String> {
        self.game = Some(start(&line, &self.limits)?);
        self.line = line;
        Ok(())
    }

    fn moves(&self) -> &[Moved] {
        self.game.as_ref().map_or(&self.moves, |game| game.moves())
    }

    fn game(&mut self) -> Result<&mut Box<dyn AnyMatch>, String> {
        self.game.as_mut().ok_or_else(|| "the match is over, and its record was taken".into())
    }
}

/// The match of a line, with the bots of the page.
fn start(line: &Line, limits: &Limits) -> Result<Box<dyn AnyMatch>, String> {
    let started = for_game!(&line.rules, params, G => {
        line.start::<G>(params, |bot, seat, seed| {
            Box::new(PagePlayer::<G>::start(bot, seat, seed, params, limits)) as Box<dyn Player<G>>
        })
    });
    started.map_err(|(turn, problem)| format!("turn {turn}: {problem}"))
}

fn with<R>(work: impl FnOnce(&mut Open) -> Result<R, String>) -> Result<R, String> {
    OPEN.with_borrow_mut(|open| work(open.as_mut().ok_or("no line is open")?))
}

impl Guest for Engine {
    fn sha256(bytes: Vec<u8>) -> String {
        let digest = Sha256::digest(bytes);
        digest.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
    }

    fn instrument(wasm: Vec<u8>, pages_max: u64, elements_max: u64, fuel: u64) -> Result<Vec<u8>, String> {
        let options = judge_meter::Options {
            memory_pages_max: Some(pages_max),
            table_elements_max: Some(elements_max),
            fuel_to_start: fuel,
        };
        judge_meter::instrument(&wasm, &options).map_err(|error| error.to_string())
    }

    fn open(line: String) -> Result<(), String> {
        let text: LineText = serde_json::from_str(&line).map_err(|error| error.to_string())?;
        let (line, limits) = text.parse()?;
        // Bots of the match before are let go first.
        OPEN.set(None);
        OPEN.set(Some(Open::begin(line, limits)?));
        Ok(())
    }

    fn line() -> String {
        let line = with(|open| Ok(to_string(&LineText::of(&open.line, &open.limits))));
        line.map(|text| text.expect("a line is plain data")).unwrap_or_default()
    }

    fn step() -> String {
        let event = with(|open| Ok(told::json(open.game()?.step())));
        event.map(|event| event.to_string()).unwrap_or_default()
    }

    fn run() {
        let _ = with(|open| {
            let game = open.game()?;
            while !matches!(game.step(), Event::Over(_) | Event::Waiting { .. }) {}
            Ok(())
        });
    }

    fn act(action: String) -> Result<(), String> {
        with(|open| {
            let turn = u32::try_from(open.moves().len()).expect("a match is shorter");
            open.game()?.act(&action)?;
            open.line.by_hand.insert(turn, action.trim().to_owned());
            Ok(())
        })
    }

    fn take_back(turn: u32) -> Result<(), String> {
        with(|open| {
            let mut line = open.line.clone();
            line.take_back(turn);
            open.change(line)
        })
    }

    fn fork(turn: u32, action: String) -> Result<(), String> {
        with(|open| open.change(open.line.fork(turn, &action)))
    }

    fn give_to_bot(seat: u8, bot: u32) -> Result<(), String> {
        with(|open| {
            let mut line = open.line.clone();
            line.give_to_bot(Seat(seat), bot as usize, open.moves());
            open.change(line)
        })
    }

    fn give_to_person(seat: u8, turn: u32) -> Result<(), String> {
        with(|open| {
            let mut line = open.line.clone();
            line.give_to_person(Seat(seat), turn);
            open.change(line)
        })
    }

    fn scene(seat: Option<u8>) -> String {
        let viewpoint = seat.map_or(Viewpoint::Everything, |seat| Viewpoint::Seat(Seat(seat)));
        let scene = with(|open| Ok(scene::json(&open.game()?.scene(viewpoint))));
        scene.map(|scene| scene.to_string()).unwrap_or_default()
    }

    fn status() -> String {
        let status = with(|open| {
            let turns = open.moves().len();
            let game = open.game()?;
            let verdict = game.verdict();
            Ok(json!({
                "turns": turns,
                "toMove": game.to_move().map(|seat| seat.0),
                "waitsFor": game.waits_for().map(|seat| seat.0),
                "verdict": verdict,
                "words": verdict.map(ToString::to_string),
            }))
        });
        status.map(|status| status.to_string()).unwrap_or_default()
    }

    fn finish() -> Result<String, String> {
        with(|open| {
            if open.game()?.verdict().is_none() {
                return Err("the match is not over".into());
            }
            open.moves = open.moves().to_vec();
            let finished = open.game.take().expect("it is there").finish();
            let mut record = finished.record;
            record.faults = record.faults.iter().map(told::fault).collect();
            let hash = serde_json::to_value(&record).expect("a record is plain data");
            Ok(json!({ "record": hash, "transcript": finished.transcript }).to_string())
        })
    }
}
