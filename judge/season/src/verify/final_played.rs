//! A final that was published, played again: nobody has to believe its results.

use std::fs;
use std::path::Path;

use judge_core::error::{Error, Mistake};
use judge_core::host::Cancellation;
use judge_core::play::Runner;
use judge_core::results::Manifest;
use judge_core::run::{Request, RunEnded, run};
use judge_core::tournament::{GameFiles, Tournament};
use toml::{Table, Value};

use crate::log::digest::Digest;
use crate::log::event::Frozen;
use crate::log::folder::Folder;
use crate::log::game;
use crate::play::runner::GameRunner;
use crate::season::{FILES, copy_files, players, tournament};
use crate::state::State;
use crate::verify::Deviation;

/// The verdict on the games of a final.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FinalVerdict {
    /// All are as they were published.
    Agrees,
    /// Not all could be played.
    Unseen,
}

/// Plays a final again, and compares what was published in a folder.
pub(super) fn play(
    (folder, published): (&Folder, &Path),
    (manifest, frozen): (&Manifest, &Frozen),
    state: &State,
    runner: &GameRunner,
    cancellation: &Cancellation,
) -> Result<FinalVerdict, Deviation> {
    let GameRunner { season: terms, options, .. } = runner;
    let players = players(state, frozen);
    let game = game::sha256(&terms.tournament);
    let mut files = players.iter().map(|player| player.sha256).chain(game);
    if !files.all(|sha256| folder.bot(sha256).exists()) {
        return Ok(FinalVerdict::Unseen);
    }
    let trouble = |error: std::io::Error| Error::Machine(format!("the final cannot be played: {error}"));
    let here = tempfile::tempdir().map_err(trouble)?;
    let file = here.path().join("final.toml");
    let copy = |sha256: Digest, to: &Path| fs::copy(folder.bot(sha256), to).map(drop);
    copy_files(here.path(), &players, game, copy).map_err(trouble)?;
    let text = tournament(terms, frozen, &players)
        .and_then(|text| with_seed(&text, &manifest.tournament.seed).ok_or("its seed is none".to_owned()));
    let text = text.map_err(|text| Error::from(Mistake::in_file(&terms.tournament.file, text)))?;
    fs::write(&file, text).map_err(trouble)?;
    let runner = Runner::new(Tournament::read_with(&file, &GameFiles::new(options))?, options, &())?;
    let out = here.path().join("results");
    let request = Request { out: Some(out.clone()), ..Request::default() };
    let RunEnded::Published { .. } = run(&runner, &request, cancellation, &())? else {
        return Ok(FinalVerdict::Unseen);
    };
    for file in [FILES[1], FILES[2]] {
        let [now, then] = [&out, published].map(|folder| fs::read(folder.join(file)));
        if now.map_err(trouble)? != then.map_err(trouble)? {
            return Err(format!("{file} of the published final does not follow from its games").into());
        }
    }
    Ok(FinalVerdict::Agrees)
}

/// A final's file with the seed that follows from what was announced, if it was.
fn with_seed(text: &str, seed: &str) -> Option<String> {
    let mut table: Table = text.parse().ok()?;
    table.remove("announced");
    table.insert("seed".into(), Value::Integer(seed.parse().ok()?));
    Some(table.to_string())
}
