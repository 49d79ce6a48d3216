//! The files of finals that were frozen: a tournament's file and its bots, which `judge run` plays like any other.

use std::path::Path;
use std::{fs, io};

use judge_core::tournament::Tournament;
use judge_sandbox::Limits;
use toml::{Table, Value};

use super::Season;
use crate::log::digest::Digest;
use crate::log::event::Frozen;
use crate::log::folder::make_private;
use crate::log::game;
use crate::play::runner::{MachineTrouble, unwritten};
use crate::state::State;
use crate::terms::SeasonTerms;

/// The files of a final's results that are published, the report first.
pub const FILES: [&str; 4] = ["report.html", "results.csv", "games.csv", "manifest.toml"];

/// The first of a published final's files, the report, the results and the manifest, that is not in a folder with this hash.
pub(crate) fn missing(folder: &Path, hashes: [Digest; 3]) -> Option<&'static str> {
    let is_it = |(file, sha256): &(&str, Digest)| {
        fs::read(folder.join(file)).is_ok_and(|bytes| Digest::of(&bytes) == *sha256)
    };
    let files = [FILES[0], FILES[1], FILES[3]].into_iter().zip(hashes);
    files.into_iter().find(|file| !is_it(file)).map(|(file, _)| file)
}

/// The game of a final, if it is a file.
const GAME: &str = "game.wasm";

impl Season {
    /// Writes the files of the finals that were frozen, where they are missing.
    pub(crate) fn write_finals(&self) -> Result<(), MachineTrouble> {
        let finals = self.store.read(|state| state.finals.clone());
        for (number, frozen) in (1..).zip(&finals) {
            let folder = self.folder.final_tournament(number);
            // The tournament's file is the last that is written.
            if !folder.join("final.toml").exists() {
                self.write_final(&folder, frozen)?;
            }
        }
        Ok(())
    }

    fn write_final(&self, folder: &Path, frozen: &Frozen) -> Result<(), MachineTrouble> {
        let players = self.store.read(|state| players(state, frozen));
        let text = tournament(&self.runner.season, frozen, &players)?;
        let terms = &self.runner.season.tournament;
        let game = game::sha256(terms);
        let copy = |sha256: Digest, to: &Path| {
            let is_game = game == Some(sha256);
            let bytes_max = if is_game { Limits::FILE_BYTES_MAX } else { terms.limits.file_bytes };
            self.folder.keep(to, &self.folder.read_bot(sha256, bytes_max)?)
        };
        let copied = copy_files(folder, &players, game, copy);
        let kept = copied.and_then(|()| self.folder.keep(&folder.join("final.toml"), text.as_bytes()));
        kept.map_err(unwritten("the final"))
    }
}

/// Copies the bots of a final, and its game if that is a file, to where its tournament's file looks for them.
pub(crate) fn copy_files(
    to: &Path,
    players: &[Finalist],
    game: Option<Digest>,
    copy: impl Fn(Digest, &Path) -> io::Result<()>,
) -> io::Result<()> {
    make_private(&to.join("bots"))?;
    for Finalist { name, sha256, .. } in players {
        copy(*sha256, &to.join("bots").join(format!("{name}.wasm")))?;
    }
    game.map_or(Ok(()), |game| copy(game, &to.join(GAME)))
}

/// A player of a final.
pub(crate) struct Finalist {
    pub(crate) name: String,
    pub(crate) sha256: Digest,
    is_published: bool,
}

/// The players of a final, the best first.
pub(crate) fn players(state: &State, frozen: &Frozen) -> Vec<Finalist> {
    let player = |&id: &usize| {
        let (name, sha256) = (state.owner(id).name.to_string(), state.versions[id].sha256);
        Finalist { name, sha256, is_published: state.is_published(sha256) }
    };
    frozen.versions.iter().map(player).collect()
}

/// The file of a final's tournament: rules and limits as in the season's file, and a fault costs what it does on the ladder.
pub(crate) fn tournament(
    terms: &SeasonTerms,
    frozen: &Frozen,
    players: &[Finalist],
) -> Result<String, String> {
    let Tournament { file, title, .. } = &terms.tournament;
    let season = fs::read_to_string(file);
    let season = season.map_err(|error| format!("the season's file cannot be read: {error}"))?;
    let mut table: Table =
        season.parse().map_err(|_| "the season's file is not TOML any more; undo that".to_owned())?;
    table.retain(|key, _| key != "serve" && !game::NAMES_ANCHORS.contains(&key));
    game::rename(&mut table, GAME);
    let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
    let mut put = |key: &str, value: Value| drop(table.insert(key.to_owned(), value));
    put("title", format!("{title}: the final").into());
    match &frozen.announced {
        None => put("seed", i64::try_from(frozen.seed).expect("it is below 2^63").into()),
        Some(announced) => put("announced", announced.as_str().into()),
    }
    put("rounds", frozen.rounds.into());
    put("faults", "forfeit".into());
    if frozen.phases.is_empty() {
        put("format", Value::try_from(frozen.format).expect("it is a word"));
    } else {
        let mut phases = frozen.phases.clone();
        phases[0].champions = None;
        let mut phases: Vec<Table> =
            phases.iter().map(|phase| Table::try_from(phase).expect("it is plain TOML")).collect();
        let champions = &names[..names.len().min(frozen.champions())];
        if !champions.is_empty() {
            phases[0].insert("champions".into(), champions.to_vec().into());
        }
        put("phase", phases.into());
    }
    if !frozen.phases.is_empty() || frozen.format.depends_on_results() {
        put("seeding", names.into());
    }
    let contestant = |player: &Finalist| {
        let mut table = game::contestant(&player.name, &format!("bots/{}.wasm", player.name), player.sha256);
        table.insert("publish".into(), player.is_published.into());
        table
    };
    put("contestant", players.iter().map(contestant).collect::<Vec<Table>>().into());
    Ok(table.to_string())
}
