//! How a season begins: its terms, its secret and its anchors into the first event, and what must not change after that.

use std::fs;

use judge_bots::GAMES_VERSION;
use judge_core::error::{Error, Mistake};
use judge_core::tournament::SeasonTerms;
use judge_sandbox::ENGINE_VERSION;

use super::cannot;
use crate::log::chain::Written;
use crate::log::digest::{Digest, Secret};
use crate::log::event::{Anchor, SeasonEvent};
use crate::log::folder::Folder;
use crate::log::receipt::SeasonKey;

/// The season's secret, or a new one if it is to begin.
pub(super) fn secret(folder: &Folder, is_new: bool) -> Result<Secret, Error> {
    let path = folder.path();
    let known =
        folder.secret().map_err(|error| cannot(path, &format!("its secret cannot be read: {error}")))?;
    match known {
        Some(_) if is_new => {
            let text = "it has a file secret, and events.log is missing or empty; put that back from your backup, or remove secret if the season never began";
            return Err(cannot(path, text));
        }
        Some(secret) => return Ok(secret),
        None if !is_new => {
            return Err(cannot(path, "its file secret is missing; put it back from your backup"));
        }
        None => {}
    }
    let trouble =
        |error: std::io::Error| Error::Machine(format!("the season's secret cannot be kept: {error}"));
    let secret = Secret::random().map_err(trouble)?;
    folder.keep_secret(&secret).map_err(trouble)?;
    Ok(secret)
}

/// The season's key for receipts, or a new one if it is to begin.
pub(super) fn key(folder: &Folder, is_new: bool) -> Result<SeasonKey, Error> {
    let path = folder.path();
    let known = folder.key().map_err(|error| cannot(path, &format!("its key cannot be read: {error}")))?;
    match known {
        Some(key) => return Ok(key),
        None if !is_new => return Err(cannot(path, "its file key is missing; put it back from your backup")),
        None => {}
    }
    let trouble = |error: std::io::Error| Error::Machine(format!("the season's key cannot be kept: {error}"));
    let key = SeasonKey::random().map_err(trouble)?;
    folder.keep_key(&key).map_err(trouble)?;
    Ok(key)
}

/// The anchors, whose files are kept in the season's folder.
pub(super) fn anchors(terms: &SeasonTerms, folder: &Folder) -> Result<Vec<Anchor>, Error> {
    let anchor = |contestant: &judge_core::tournament::Contestant| {
        let wrong = |error: std::io::Error| {
            Error::from(Mistake::in_file(
                contestant.wasm.path(),
                format!("this anchor cannot be read: {error}"),
            ))
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
#[must_use]
pub fn opened(terms: &SeasonTerms, anchors: Vec<Anchor>, secret: &Secret, key: Digest) -> SeasonEvent {
    SeasonEvent::Opened {
        commitment: secret.digest(),
        key,
        terms: digest(terms),
        judge: GAMES_VERSION.to_owned(),
        engine: ENGINE_VERSION.to_owned(),
        anchors,
        announced: terms.serve.announced.as_ref().map(|announced| announced.text().to_owned()),
    }
}

/// All that decides games and pairings beside the bots and the secret, hashed.
#[must_use]
pub fn digest(terms: &SeasonTerms) -> Digest {
    let tournament = &terms.tournament;
    let mut hashed = tournament.terms().digest().to_vec();
    hashed.extend(tournament.rounds.to_le_bytes());
    if terms.serve.matchings > 1 {
        hashed.extend(terms.serve.matchings.to_le_bytes());
    }
    Digest::of(hashed)
}

/// What is different now from when the season began, in words.
pub(super) fn difference(events: &[Written], now: &SeasonEvent) -> Option<String> {
    let then = &events.first()?.event;
    let (
        SeasonEvent::Opened { commitment, key, terms, judge, engine, anchors, announced },
        SeasonEvent::Opened {
            commitment: commitment_now,
            key: key_now,
            terms: terms_now,
            judge: judge_now,
            engine: engine_now,
            anchors: anchors_now,
            announced: announced_now,
        },
    ) = (then, now)
    else {
        return Some("the first event of its log does not open a season".into());
    };
    if commitment != commitment_now {
        return Some(
            "its secret is not the one it was begun with; put the file back from your backup".into(),
        );
    }
    if key != key_now {
        return Some("its file key is not the one it was begun with; put it back from your backup".into());
    }
    if (judge, engine) != (judge_now, engine_now) {
        return Some(format!(
            "this season was begun by judge {judge} with engine {engine}, and this is judge {judge_now} with engine {engine_now}; go on with that one, or begin another season in another folder"
        ));
    }
    if terms != terms_now {
        return Some("the season's file has another game, or other rules, limits or rounds than when the season was begun; undo that, or begin another season in another folder".into());
    }
    if announced != announced_now {
        return Some("the season's file announces another public value than when the season was begun; undo that, or begin another season in another folder".into());
    }
    (anchors != anchors_now).then(|| {
        "the season's file has other contestants than when the season was begun, or their files have changed; undo that, or begin another season in another folder".into()
    })
}
