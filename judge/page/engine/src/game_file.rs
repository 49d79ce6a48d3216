//! The engine's game: one game that is a file, whose code the page runs as it runs bots.

use std::cell::RefCell;
use std::sync::Arc;

use judge_limits::Limits;
use judge_play::file::{GameCode, RunningGame, Stopped};
use judge_play::games::Seat;
use judge_play::player::called::Callee;
use judge_play::wit::{Description, Interface, Value, text};
use judge_play::{GameFile, GameInfo, NoAnswer, Rules, Seed};

use crate::OrWhy;
use crate::players::{Described, PageBot};

/// Does something for a game whose rules are given; the judge's own are refused.
macro_rules! for_played {
    ($rules:expr, $params:ident, $G:ident => $body:expr) => {
        match $rules {
            judge_play::Rules::File($params) => {
                type $G = judge_play::file::FileGame;
                $body
            }
            _ => return Err("this page plays one game that is a file, and no other".to_owned().into()),
        }
    };
}
pub(crate) use for_played;

thread_local! {
    static LOADED: RefCell<Option<(Arc<GameFile>, Described)>> = const { RefCell::new(None) };
}

/// The interface of the bots for the game.
pub(crate) fn described(_: &Rules) -> Described {
    let bots = LOADED.with_borrow(|loaded| loaded.as_ref().map(|(_, bots)| bots.clone()));
    bots.expect("no rules are made before the game is loaded")
}

/// The facts of the game, if it is loaded.
pub(crate) fn info(_: &str) -> Option<&'static GameInfo> {
    loaded().map(|file| file.info)
}

/// The game.
pub(crate) fn loaded() -> Option<Arc<GameFile>> {
    LOADED.with_borrow(|loaded| loaded.as_ref().map(|(file, _)| file.clone()))
}

/// Loads the game that the page has under this number.
pub(crate) fn load(number: u32, sha256: &str, interface: &str, limits: &str) -> OrWhy<()> {
    let mut hash = [0; 32];
    hex::decode_to_slice(sha256, &mut hash).map_err(|error| error.to_string())?;
    let limits = serde_json::from_str(limits)?;
    let described = described_by(&Description::parse(interface)?)?;
    let code = Code { number: number as usize, described, limits };
    let (info, contract) =
        GameFile::introduction(&code).map_err(|why| format!("the game is broken: {why}"))?;
    let bots = described_by(&text::description(&contract)?)?;
    let file = GameFile::new(info, hash, contract, bots.interface.clone(), Box::new(code));
    LOADED.set(Some((Arc::new(file), bots)));
    Ok(())
}

fn described_by(description: &Description) -> OrWhy<Described> {
    let interface = Arc::new(Interface::new(description)?);
    let json = serde_json::to_string(description)?.into();
    Ok(Described { interface, json })
}

/// The game's file, among what the page runs.
struct Code {
    number: usize,
    described: Described,
    limits: Limits,
}

impl GameCode for Code {
    fn start(&self) -> Result<Box<dyn RunningGame>, Stopped> {
        Ok(Box::new(PageBot::start(self.number, Seat(0), Seed(0), &self.described, &self.limits)))
    }
}

impl RunningGame for PageBot {
    fn call(&mut self, function: &str, arguments: &Value, answer: &mut Value) -> Result<(), Stopped> {
        let answered = self.ask(function, arguments, answer);
        // A game's functions answer by values.
        answered.map(|_| ()).map_err(|why| match why {
            NoAnswer::Fault(kind, why) => Stopped::Broken(format!("{kind}: {why}")),
            NoAnswer::Void(_, why) => Stopped::Machine(why),
        })
    }
}
