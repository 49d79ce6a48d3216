//! One game in a browser of this machine. The page is that of a report; the bots are run by the judge, so that it
//! plays with bots that a browser cannot run.
//!
//! - `message`: the messages of the page;
//! - `live_game`: the game: messages in, events out, one after another;
//! - `server`: HTTP on 127.0.0.1, for those who know the address's secret part.

mod live_game;
mod message;
mod server;

pub(crate) use live_game::{GuestHost, Job, work};
pub(crate) use server::asked;

use std::sync::mpsc;

use judge_core::error::Error;
use judge_core::game::LoadedBots;
use judge_play::Line;

/// Serves a game until the process ends. `ready` receives the address.
///
/// # Errors
/// If no port of this machine can be listened on, or it has no random numbers.
pub fn serve(loaded_bots: &LoadedBots, line: &Line, ready: impl FnOnce(&str)) -> Result<(), Error> {
    let (jobs, waiting) = mpsc::channel();
    let page = judge_page::live_page(loaded_bots, line, judge_sandbox::ENGINE_VERSION);
    let address = server::start(page, jobs).map_err(|trouble| Error::Machine(trouble.to_string()))?;
    ready(&address);
    live_game::work(loaded_bots, line, &waiting, &mut live_game::OwnMachine);
    Ok(())
}
