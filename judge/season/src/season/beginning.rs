//! The beginning of a season: its terms, its secret and its anchors in the first event, and what must not change after.

use std::path::Path;
use std::{fs, io};

use judge_bots::GAMES_VERSION;
use judge_core::error::{Error, Mistake};
use judge_core::file::Links;
use judge_core::host::Options;
use judge_core::journal::Journal;
use judge_core::tournament::{Contestant, Tournament};
use judge_sandbox::{ENGINE_VERSION, Limits};
use toml::Table;

use super::{broken, cannot, rolled_back, state};
use crate::log::chain::{Chain, WrittenEvent};
use crate::log::digest::{Digest, Secret};
use crate::log::event::{Anchor, Opened, SeasonEvent};
use crate::log::folder::{Folder, KEY, SECRET};
use crate::log::game;
use crate::log::season_key::SeasonKey;
use crate::play::capacity;
use crate::season::store::clock;
use crate::terms::SeasonTerms;

/// The season's secret and its key for receipts, or new ones if it is to begin.
pub(super) fn secrets(folder: &Folder, is_new: bool) -> Result<(Secret, SeasonKey), Error> {
    if is_new && matches!(folder.secret(), Ok(Some(_))) {
        let text = "it has a file secret, and events.log is missing or empty; put that back from your backup, or remove secret if the season never began";
        return Err(cannot(folder.path(), &text));
    }
    let known_or_new = |file: &str| {
        let wrong = |text: String| cannot(folder.path(), &text);
        let unkept = |error| Error::Machine(format!("the season's {file} cannot be kept: {error}"));
        match folder.kept(file).map_err(|error| wrong(format!("its {file} cannot be read: {error}")))? {
            Some(known) => Ok(known),
            None if is_new => folder.keep_new(file).map_err(unkept),
            None => Err(wrong(format!("its file {file} is missing; put it back from your backup"))),
        }
    };
    Ok((known_or_new(SECRET)?, SeasonKey::of(&known_or_new(KEY)?)))
}

/// The anchors, whose files are kept in the season's folder.
pub(super) fn anchors(terms: &SeasonTerms, folder: &Folder) -> Result<Vec<Anchor>, Error> {
    let anchor = |contestant: &Contestant| {
        let wrong = |error: io::Error| {
            let text = format!("this anchor cannot be read: {error}");
            Error::from(Mistake::in_file(contestant.wasm.path(), text))
        };
        let bytes = contestant.wasm.read(terms.tournament.limits.file_bytes).map_err(wrong)?;
        let sha256 = Digest::of(&bytes);
        if fs::metadata(folder.bot(sha256)).is_err() {
            folder.keep(&folder.bot(sha256), &bytes).map_err(wrong)?;
        }
        Ok(Anchor { name: contestant.name.clone(), sha256 })
    };
    terms.tournament.contestants.iter().map(anchor).collect()
}

/// The first event of a season on these terms.
pub fn opened(terms: &SeasonTerms, anchors: Vec<Anchor>, secret: &Secret, key: Digest) -> Opened {
    let (judge, engine) = (GAMES_VERSION.to_owned(), ENGINE_VERSION.to_owned());
    let announced = terms.serve.announced.as_ref().map(|announced| announced.text().to_owned());
    Opened { commitment: secret.digest(), key, terms: digest(terms), judge, engine, anchors, announced }
}

/// All that decides games and pairings beside the bots and the secret, hashed.
pub fn digest(terms: &SeasonTerms) -> Digest {
    let tournament = &terms.tournament;
    let mut hashed = tournament.terms().digest().to_vec();
    hashed.extend(tournament.rounds.to_le_bytes());
    if terms.serve.matchings > 1 {
        hashed.extend(terms.serve.matchings.to_le_bytes());
    }
    Digest::of(hashed)
}

/// The versions by which a season is played from an event on, if it says so.
pub(crate) fn played_by(event: &SeasonEvent) -> Option<[&String; 2]> {
    match event {
        SeasonEvent::Opened(Opened { judge, engine, .. }) | SeasonEvent::Updated { judge, engine, .. } => {
            Some([judge, engine])
        }
        _ => None,
    }
}

/// Goes on with this version of the judge, which is an event. What comes out is its number.
///
/// # Errors
/// If a server runs, or this version plays the season already.
pub fn update(folder: &Folder) -> Result<usize, Error> {
    let event = SeasonEvent::Updated { judge: GAMES_VERSION.to_owned(), engine: ENGINE_VERSION.to_owned() };
    let refused = "the season is played by this very judge, or it is closed; there is nothing to update";
    go_on(folder, &event, refused, || Ok(()))
}

/// Writes an event down by which the season goes on otherwise, once all that it needs is there. What comes out is its number.
fn go_on(
    folder: &Folder,
    event: &SeasonEvent,
    refused: &str,
    prepare: impl FnOnce() -> Result<(), &'static str>,
) -> Result<usize, Error> {
    let path = folder.path();
    // No server may run.
    let _journal = Journal::open(&folder.games()).map_err(|error| cannot(path, &error))?;
    let log = folder.events();
    let (mut chain, events) = Chain::open(&log).map_err(|error| broken(&log, &error))?;
    let state = state(folder, &events)?;
    let seen = folder.seen().ok().flatten();
    if let Some(lost) = seen.and_then(|seen| rolled_back(&seen, &events)) {
        return Err(Mistake::in_file(path, lost).into());
    }
    // The last order may have ended after it was written.
    let last = events.iter().rposition(|written| matches!(written.event, SeasonEvent::GameUpdated { .. }));
    if let Some(last) = last.filter(|&last| events[last].event == *event) {
        return Ok(last + 1);
    }
    if state.check(event).is_err() {
        return Err(Mistake::in_file(path, refused).into());
    }
    prepare().map_err(|text| Mistake::in_file(path, format!("the file of the game: {text}")))?;
    let written = chain.append(event, clock());
    written.map_err(|error| Error::Machine(format!("the log cannot be written: {error}")))?;
    Ok(events.len() + 1)
}

/// The same terms with another file of the game.
///
/// # Errors
/// If it is no such game, or takes no such settings.
pub(crate) fn with_game(terms: &SeasonTerms, game: &Path, options: &Options) -> Result<SeasonTerms, Error> {
    let file = &terms.tournament.file;
    let unread = |error: io::Error| Mistake::in_file(game, format!("the game cannot be read: {error}"));
    let path = game.canonicalize().map_err(unread)?;
    let season: Option<Table> = Tournament::text(file)?.parse().ok();
    let (Some(mut season), Some(path)) = (season, path.to_str()) else {
        return Err(Mistake::in_file(file, "it is not TOML any more, or the game's path is no text").into());
    };
    game::rename(&mut season, path);
    SeasonTerms::parse(file, &season.to_string(), &capacity::loader(options))
}

/// Goes on with a mended file of the game, which is an event. What comes out is its number.
///
/// # Errors
/// If a server runs, or the file cannot go on in the place of the other one.
pub fn update_game(
    folder: &Folder,
    terms: &SeasonTerms,
    file: &Path,
    options: &Options,
) -> Result<usize, Error> {
    let mended = with_game(terms, file, options)?;
    if let Some(text) = game::difference(&terms.tournament, &mended.tournament) {
        return Err(Mistake::in_file(file, format!("{text}; begin another season with it")).into());
    }
    let [before, game] = [terms, &mended].map(|terms| game::sha256(&terms.tournament).unwrap_or_default());
    let event = SeasonEvent::GameUpdated { terms: digest(&mended), game, before };
    let number = go_on(folder, &event, "the season is closed", || {
        let bytes = judge_core::file::read(file, Links::Follow, Limits::FILE_BYTES_MAX);
        let bytes = bytes.ok().filter(|bytes| Digest::of(bytes) == game).ok_or("it has changed meanwhile")?;
        folder.keep(&folder.bot(game), &bytes).map_err(|_| "it cannot be kept in the season's folder")
    })?;
    game::keep(&mended, folder)?;
    Ok(number)
}

/// The difference between now and the season's beginning, in words.
pub(super) fn difference(events: &[WrittenEvent], now: &Opened) -> Option<String> {
    let played_by = events.iter().rev().find_map(|written| played_by(&written.event));
    let SeasonEvent::Opened(then) = &events.first()?.event else {
        return Some("the first event of its log does not open a season".into());
    };
    let updated = events.iter().rev().find_map(|written| match &written.event {
        SeasonEvent::GameUpdated { terms, .. } => Some(terms),
        _ => None,
    });
    let ours = [&now.judge, &now.engine];
    let by @ [judge, engine] = played_by.unwrap_or(ours);
    let by_another = format!(
        "this season is played by judge {judge} with engine {engine}, and this is judge {GAMES_VERSION} with engine {ENGINE_VERSION}; start that one, or run judge serve update --season FILE --data DIR to continue with this one, which everybody can see"
    );
    let parts = [
        (
            then.commitment == now.commitment,
            "its secret is not the one it was begun with; put the file back from your backup",
        ),
        (then.key == now.key, "its file key is not the one it was begun with; put it back from your backup"),
        (by == ours, by_another.as_str()),
        (
            *updated.unwrap_or(&then.terms) == now.terms,
            "the season's file has another game, or other rules, limits or rounds than when the season was begun; undo that, or begin another season in another folder",
        ),
        (
            then.announced == now.announced,
            "the season's file announces another public value than when the season was begun; undo that, or begin another season in another folder",
        ),
        (
            then.anchors == now.anchors,
            "the season's file has other contestants than when the season was begun, or their files have changed; undo that, or begin another season in another folder",
        ),
    ];
    parts.into_iter().find(|(is_same, _)| !is_same).map(|(_, text)| text.to_owned())
}
