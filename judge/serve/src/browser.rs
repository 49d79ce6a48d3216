//! One game in a browser of this machine. The page is that of a report; the bots are run by the judge, so that it
//! plays with bots that a browser cannot run.
//!
//! - `message`: the messages of the page;
//! - `live_game`: the game: messages in, events out, one after another;
//! - `server`: HTTP on 127.0.0.1, for those who know the address's secret part.

mod live_game;
mod message;
mod server;

pub(crate) use live_game::{Host, Job, work};
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
    let page = judge_page::live_page(&page_of(loaded_bots, line));
    let address = server::start(page, jobs).map_err(|trouble| Error::Machine(trouble.to_string()))?;
    ready(&address);
    live_game::work(loaded_bots, line, &waiting, &mut live_game::OwnMachine);
    Ok(())
}

/// The page's data.
fn page_of<'a>(loaded_bots: &'a LoadedBots, line: &'a Line) -> judge_page::LivePage<'a> {
    judge_page::LivePage {
        line,
        engine: judge_sandbox::ENGINE_VERSION,
        limits: loaded_bots.limits(),
        bots: loaded_bots
            .bots()
            .iter()
            .map(|bot| judge_page::LiveBot {
                name: bot.name.as_str(),
                sha256: hex::encode(bot.sha256),
                terms: &bot.terms,
            })
            .collect(),
    }
}
