//! One game in a browser of this machine. The page is that of a report; the bots are run by the judge, so that it
//! plays with bots that a browser cannot run.
//!
//! - `message`: what the page asks for;
//! - `desk`: the game: messages in, events out, one after another;
//! - `server`: HTTP on 127.0.0.1, for those who know the address's secret part.

mod desk;
mod message;
mod server;

pub use desk::{Host, Job, work};
pub use message::Message;

use std::sync::mpsc;

use judge_core::error::Error;
use judge_core::game::Company;
use judge_play::Line;

/// Serves a game until the process ends. `ready` is told the address.
///
/// # Errors
/// If no port of this machine can be listened on, or it has no random numbers.
pub fn serve(company: &Company, line: &Line, ready: impl FnOnce(&str)) -> Result<(), Error> {
    let (jobs, waiting) = mpsc::channel();
    let page = judge_page::table(&page_of(company, line));
    let address = server::start(page, jobs).map_err(|trouble| Error::Machine(trouble.to_string()))?;
    ready(&address);
    desk::work(company, line, &waiting, &mut desk::Own);
    Ok(())
}

/// What the page has to know.
fn page_of<'a>(company: &'a Company, line: &'a Line) -> judge_page::Table<'a> {
    judge_page::Table {
        line,
        engine: judge_sandbox::ENGINE_VERSION,
        limits: serde_json::to_value(company.limits()).expect("limits are plain data"),
        bots: company.bots().iter().map(|bot| (bot.name.as_str(), hex::encode(bot.sha256))).collect(),
    }
}
