//! What results depend on, as their manifest has it, against what is there now.

use std::path::Path;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::relative;
use crate::error::{Error, Mistake};
use crate::sandbox;
use crate::tournament::{Contestant, Tournament};

/// What results depend on.
#[derive(Deserialize)]
pub(super) struct Inputs {
    judge: String,
    engine: String,
    pub(super) tournament: TournamentFile,
    contestant: Vec<Bot>,
}

/// The tournament's file.
#[derive(Deserialize)]
pub(super) struct TournamentFile {
    /// Seen from the folder of the results.
    pub(super) path: String,
    sha256: String,
}

#[derive(Deserialize)]
struct Bot {
    name: String,
    sha256: String,
}

/// Refuses to write over the results of another tournament, if its file is still there.
pub(super) fn refuse_anothers(folder: &Path, tournament: &Tournament) -> Result<(), Mistake> {
    let file = folder.join("manifest.toml");
    let inputs = std::fs::read_to_string(&file).ok().and_then(|text| Inputs::read(&file, &text).ok());
    let Some(other) = inputs.map(|inputs| folder.join(inputs.tournament.path)) else { return Ok(()) };
    if !other.exists() || relative::absolute(&other) == relative::absolute(&tournament.file) {
        return Ok(());
    }
    let text =
        format!("it has the results of {}; name another folder with --out, or remove it", other.display());
    Err(Mistake::in_file(folder, text))
}

impl Inputs {
    /// Reads a manifest.
    pub(super) fn read(file: &Path, text: &str) -> Result<Self, Mistake> {
        toml::from_str(text).map_err(|error| {
            let problem = error.message().lines().next().unwrap_or_default().to_owned();
            Mistake::in_file(file, format!("it is no manifest of a whole tournament: {problem}"))
        })
    }

    /// What is another now, by name.
    pub(super) fn others(&self, tournament: &Tournament) -> Result<Vec<String>, Error> {
        let mut others = Vec::new();
        let mut compare = |what: &str, then: &str, now: &str| {
            if then != now {
                others.push(format!("{what} is another: {then} in manifest.toml, {now} here"));
            }
        };
        compare("the judge", &self.judge, crate::VERSION);
        compare("the engine", &self.engine, sandbox::ENGINE_VERSION);
        compare("the tournament's file", &self.tournament.sha256, &hex::encode(tournament.sha256));
        let then = |name: &str| self.contestant.iter().find(|bot| bot.name == name);
        for contestant in &tournament.contestants {
            let name = contestant.name.as_str();
            let then = then(name).map_or("nothing", |bot| &bot.sha256);
            compare(&format!("contestant {name:?}"), then, &sha256(contestant)?);
        }
        let is_there =
            |bot: &&Bot| tournament.contestants.iter().any(|contestant| contestant.name.as_str() == bot.name);
        for bot in self.contestant.iter().filter(|bot| !is_there(bot)) {
            compare(&format!("contestant {:?}", bot.name), &bot.sha256, "nothing");
        }
        Ok(others)
    }
}

fn sha256(contestant: &Contestant) -> Result<String, Mistake> {
    let bytes = std::fs::read(&contestant.wasm)
        .map_err(|error| Mistake::in_file(&contestant.wasm, format!("it cannot be read: {error}")))?;
    Ok(hex::encode(Sha256::digest(bytes)))
}
