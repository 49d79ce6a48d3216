//! The final: the state in, who plays it and a tournament's file out. It is played by `judge run`, like any other.

use std::fs;
use std::path::{Path, PathBuf};

use judge_core::schedule::Format;
use toml::{Table, Value};

use crate::digest::Digest;
use crate::event::{Event, Frozen};
use crate::folder::Folder;
use crate::season::Season;
use crate::standings::standings;
use crate::state::State;
use crate::store::NotWritten;

/// The files of a final's results that are published, the report first.
pub const FILES: [&str; 4] = ["report.html", "results.csv", "games.csv", "manifest.toml"];

/// Keys of a season's file that its final does not have.
const NOT_IN_A_FINAL: [&str; 3] = ["serve", "contestants", "contestant"];

/// The best of the ladder that play, the best first: no anchors.
#[must_use]
pub fn finalists(state: &State, top: usize) -> Vec<usize> {
    let may = |version: &usize| {
        let contestant = &state.contestants[state.versions[*version].contestant];
        !contestant.is_anchor && contestant.plays()
    };
    let ranked = standings(state).into_iter().filter(|standing| standing.rank.is_some());
    ranked.map(|standing| standing.version).filter(may).take(top).collect()
}

impl Season {
    /// Decides who plays the final, and writes its files.
    pub(crate) fn freeze(
        &self,
        top: Option<usize>,
        format: Option<Format>,
        rounds: Option<u32>,
    ) -> Result<String, NotWritten<String>> {
        let usual = &self.grounds.season.serve.last_games;
        let (top, format, rounds) =
            (top.unwrap_or(usual.top), format.unwrap_or(usual.format), rounds.unwrap_or(usual.rounds));
        let decide = |state: &State, _| {
            let seed = self.grounds.secret.last_games(state.head).0;
            let frozen = Frozen { format, rounds, top, seed, versions: finalists(state, top) };
            if frozen.versions.len() < 2 {
                return Err("a final needs two contestants that have played; anchors do not count".to_owned());
            }
            let event = Event::Frozen(frozen);
            state.check(&event).map(|()| event).map_err(str::to_owned)
        };
        self.store.append(decide)?;
        self.write_finals().map_err(NotWritten::Machine)?;
        let (number, players) = self
            .store
            .read(|state| (state.finals.len(), state.finals.last().map_or(0, |last| last.versions.len())));
        let file = self.folder.last_games(number).join("final.toml");
        Ok(format!("{players} contestants play the final: judge run {}", judge_core::file::shown(&file)))
    }

    /// Writes the files of the finals that were frozen, where they are missing.
    ///
    /// # Errors
    /// The machine's trouble.
    pub fn write_finals(&self) -> Result<(), String> {
        let finals = self.store.read(|state| state.finals.clone());
        for (number, frozen) in (1..).zip(&finals) {
            let folder = self.folder.last_games(number);
            // The tournament's file is the last that is written.
            if !folder.join("final.toml").exists() {
                let players = self.store.read(|state| players(state, frozen));
                self.write_final(&folder, frozen, &players)?;
            }
        }
        Ok(())
    }

    fn write_final(&self, folder: &Path, frozen: &Frozen, players: &[Player]) -> Result<(), String> {
        let trouble = |error: std::io::Error| Self::unwritten("the final", &error);
        Folder::make(&folder.join("bots")).map_err(trouble)?;
        let bytes_max = self.grounds.season.tournament.limits.file_bytes;
        for player in players {
            let bytes = self.folder.read_bot(player.sha256, bytes_max).map_err(trouble)?;
            self.folder
                .keep(&folder.join("bots").join(format!("{}.wasm", player.name)), &bytes)
                .map_err(trouble)?;
        }
        let file = &self.grounds.season.tournament.file;
        let season = fs::read_to_string(file).map_err(trouble)?;
        let text = tournament(&season, &self.grounds.season.tournament.title, frozen, players)?;
        self.folder.keep(&folder.join("final.toml"), text.as_bytes()).map_err(trouble)
    }

    /// Shows the report of a final, whose files are in the season's folder.
    pub(crate) fn publish_final(
        &self,
        report: Digest,
        results: Digest,
    ) -> Result<String, NotWritten<String>> {
        let folder = self.folder.report(report);
        for (file, sha256) in [(FILES[0], report), (FILES[1], results)] {
            let is_it = fs::read(folder.join(file)).is_ok_and(|bytes| Digest::of(&bytes) == sha256);
            if !is_it {
                return Err(NotWritten::Refused(format!(
                    "{file} of this final is not in the season's folder"
                )));
            }
        }
        let decide = |state: &State, _| {
            if state.finals.is_empty() {
                return Err("no final was frozen: judge serve freeze comes first".to_owned());
            }
            let event = Event::FinalPublished { report, results };
            state.check(&event).map(|()| event).map_err(str::to_owned)
        };
        self.store.append(decide)?;
        Ok(format!("the final is published: {}/final", self.grounds.season.serve.public_url))
    }
}

/// Who plays a final.
struct Player {
    name: String,
    sha256: Digest,
    is_published: bool,
}

fn players(state: &State, frozen: &Frozen) -> Vec<Player> {
    let player = |&id: &usize| {
        let version = &state.versions[id];
        let name = state.contestants[version.contestant].name.to_string();
        Player { name, sha256: version.sha256, is_published: state.is_published(version.sha256) }
    };
    frozen.versions.iter().map(player).collect()
}

/// The file of a final's tournament: rules and limits as in the season's file.
fn tournament(season: &str, title: &str, frozen: &Frozen, players: &[Player]) -> Result<String, String> {
    let mut table: Table =
        season.parse().map_err(|_| "the season's file is not TOML any more; undo that".to_owned())?;
    table.retain(|key, _| !NOT_IN_A_FINAL.contains(&key));
    let text = |text: &str| Value::String(text.to_owned());
    let number = |number: u64| Value::Integer(i64::try_from(number).expect("it is below 2^63"));
    table.insert("title".into(), text(&format!("{title}: the final")));
    table.insert("seed".into(), number(frozen.seed));
    table.insert("rounds".into(), number(frozen.rounds.into()));
    let format = Value::try_from(frozen.format).expect("it is a word");
    table.insert("format".into(), format);
    if frozen.format.depends_on_results() {
        let names = players.iter().map(|player| text(&player.name)).collect();
        table.insert("seeding".into(), Value::Array(names));
    }
    let contestant = |player: &Player| {
        let mut table = Table::new();
        table.insert("name".into(), text(&player.name));
        table.insert("wasm".into(), text(&format!("bots/{}.wasm", player.name)));
        table.insert("sha256".into(), text(&player.sha256.to_string()));
        table.insert("publish".into(), Value::Boolean(player.is_published));
        Value::Table(table)
    };
    table.insert("contestant".into(), Value::Array(players.iter().map(contestant).collect()));
    Ok(table.to_string())
}

/// Copies the results of a final into a season's folder, from where they can be published. What comes out are the
/// hashes of the report and of the results.
///
/// # Errors
/// Which file is not there, and what to do.
pub fn bring(folder: &Folder, results: &Path) -> Result<[Digest; 2], String> {
    let read = |file: &str| {
        fs::read(results.join(file)).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound if file == FILES[0] => {
                "there is no report.html; write it with judge report".to_owned()
            }
            std::io::ErrorKind::NotFound => {
                format!("there is no {file}; name the folder of a final's results")
            }
            _ => format!("{file} cannot be read: {error}"),
        })
    };
    let files: Vec<Vec<u8>> = FILES.iter().map(|file| read(file)).collect::<Result<_, _>>()?;
    let hashes = [Digest::of(&files[0]), Digest::of(&files[1])];
    let to: PathBuf = folder.report(hashes[0]);
    let trouble = |error: std::io::Error| Season::unwritten("the final", &error);
    Folder::make(&to).map_err(trouble)?;
    for (name, bytes) in FILES.iter().zip(&files) {
        folder.keep(&to.join(name), bytes).map_err(trouble)?;
    }
    Ok(hashes)
}
