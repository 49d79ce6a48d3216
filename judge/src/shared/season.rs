//! A season's folder as commands read it.

use judge_core::error::{Error, Mistake};
use judge_season::log::chain::Chain;
use judge_season::log::folder::Folder;
use judge_season::log::people::People;
use judge_season::state::State;

/// What is known of a season's people beside its log.
pub(crate) fn people(folder: &Folder) -> Result<People, Error> {
    People::open(folder).map_err(|error| {
        let text = format!("it cannot be read: {error}; put it back from your backup");
        Mistake::in_file(folder.people(), text).into()
    })
}

/// The state of a season by its log.
pub(crate) fn state(folder: &Folder) -> Result<State, Error> {
    let log = folder.events();
    let wrong = |text: String| Error::from(Mistake::in_file(&log, text));
    let events = Chain::look(&log).map_err(|broken| wrong(broken.to_string()))?;
    State::after(&events).map_err(|(event, why)| wrong(format!("event {event}: {why}")))
}
