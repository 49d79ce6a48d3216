//! Bots compiled before they play, into a folder that all machines of a cluster share.

use std::path::PathBuf;

use crate::error::{Error, Mistake};
use crate::host::{CacheUse, Options, cache};
use crate::play::{Observer, Runner};
use crate::tournament::Tournament;

/// Compiles the bots of a tournament, those that are not compiled yet, and keeps the code. Says of how many it is
/// kept, and where.
///
/// # Errors
/// If bots are invalid, or code cannot be kept.
pub fn prepare(
    tournament: Tournament,
    options: &Options,
    observer: &dyn Observer,
) -> Result<(usize, PathBuf), Error> {
    let folder = match cache(&options.cache) {
        Ok(Some(cache)) => cache.folder().to_owned(),
        // A folder that was named is the person's mistake; one that was not is the machine's trouble.
        Err(trouble) => match &options.cache {
            CacheUse::In(folder) => return Err(Mistake::in_file(folder, trouble).into()),
            _ => return Err(Error::Machine(trouble)),
        },
        Ok(None) => {
            return Err(Error::Machine("judge prepare stores compiled code; leave out --no-cache".into()));
        }
    };
    let runner = Runner::new(tournament, options, observer)?;
    if let Some(trouble) = runner.bots.iter().find_map(|bot| bot.not_kept.clone()) {
        return Err(Error::Machine(trouble));
    }
    runner.warn(observer);
    let bots = runner.bots.iter().filter(|bot| bot.program.is_some()).count();
    Ok((bots, folder))
}
