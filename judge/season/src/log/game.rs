//! A season's game that is a file: its place in a season, and its name where others have it.
//!
//! It lies among the bots, by its hash. Its hash is in the season's terms, so another game is another season.

use std::fs;

use judge_core::error::{Error, Mistake};
use judge_core::tournament::{GameSource, Tournament, Wasm, is_file};
use judge_play::GameTerms;
use toml::{Table, Value};

use crate::log::digest::Digest;
use crate::log::event::Anchor;
use crate::log::folder::Folder;
use crate::terms::SeasonTerms;

/// Keys of a season's file that say who its anchors are.
pub(crate) const NAMES_ANCHORS: [&str; 3] = ["contestants", "contestant", "examples"];

/// The SHA-256 of the game's file, if it is one.
pub fn sha256(tournament: &Tournament) -> Option<Digest> {
    tournament.rules.file().map(|file| Digest(file.sha256))
}

/// Keeps the game's file in the season's folder.
pub(crate) fn keep(terms: &SeasonTerms, folder: &Folder) -> Result<(), Error> {
    let tournament = &terms.tournament;
    let (Some(GameSource { path, limits }), Some(sha256)) = (&tournament.game_file, sha256(tournament))
    else {
        return Ok(());
    };
    let unkept = |error: std::io::Error| Error::Machine(format!("the season's game cannot be kept: {error}"));
    let known = fs::read_to_string(folder.game()).unwrap_or_default();
    if !known.starts_with(&sha256.to_string()) {
        // The earlier files stay behind it: whoever names one of them means this one.
        folder.keep(&folder.game(), format!("{sha256}\n{known}").as_bytes()).map_err(unkept)?;
    }
    if fs::metadata(folder.bot(sha256)).is_ok() {
        return Ok(());
    }
    let wrong = |text: String| Error::from(Mistake::in_file(path, text));
    let bytes = Wasm::File(path.clone())
        .read(limits.file_bytes)
        .map_err(|error| wrong(format!("the game cannot be read: {error}")))?;
    if Digest::of(&bytes) != sha256 {
        return Err(wrong("the game has changed while the season was opened; start it again".into()));
    }
    folder.keep(&folder.bot(sha256), &bytes).map_err(unkept)
}

/// The reason why a file cannot go on in the place of another one, if there is one.
pub(crate) fn difference(then: &Tournament, now: &Tournament) -> Option<&'static str> {
    let (Some(file), Some(other)) = (then.rules.file(), now.rules.file()) else {
        return Some("the season's game is no file");
    };
    let terms = |tournament: &Tournament| GameTerms { game_sha256: None, ..tournament.terms() };
    match () {
        () if file.sha256 == other.sha256 => Some("it is the file that the season is played by already"),
        () if file.interface != other.interface => Some("bots would need other functions for this file"),
        () if terms(then) != terms(now) => {
            Some("this file has another name, other settings or other values of them")
        }
        () if (then.rules.seats(), file.info.seats_max) != (now.rules.seats(), other.info.seats_max) => {
            Some("this file has other seats")
        }
        () => None,
    }
}

/// Calls the game of a season's file otherwise, if it is a file.
pub(crate) fn rename(season: &mut Table, path: &str) {
    if is_a_file(season) {
        season.insert("game".into(), path.into());
    }
}

/// A season's file with its anchors and its game by their hashes, in a folder of bots: where they were on the server nobody
/// has to know.
pub fn with_files(
    season: &str,
    anchors: &[Anchor],
    game: Option<Digest>,
    bots: &str,
) -> Result<String, String> {
    let mut table: Table = season.parse().map_err(|_| "the season's file is not TOML".to_owned())?;
    if let Some(game) = game {
        rename(&mut table, &format!("{bots}/{game}.wasm"));
    }
    table.retain(|key, _| !NAMES_ANCHORS.contains(&key));
    let contestant = |Anchor { name, sha256 }: &Anchor| {
        contestant(name.as_str(), &format!("{bots}/{sha256}.wasm"), *sha256)
    };
    table.insert("contestant".into(), anchors.iter().map(contestant).collect::<Vec<Table>>().into());
    Ok(table.to_string())
}

/// A contestant of a tournament's file.
pub(crate) fn contestant(name: &str, wasm: &str, sha256: Digest) -> Table {
    let sha256 = sha256.to_string();
    let keys = [("name", name), ("wasm", wasm), ("sha256", sha256.as_str())];
    keys.into_iter().map(|(key, text)| (key.to_owned(), text.into())).collect()
}

/// Whether the game of a season's file is a file.
pub fn is_a_file(season: &Table) -> bool {
    season.get("game").and_then(Value::as_str).is_some_and(is_file)
}

/// The game of a season's file that calls it by its hash in a folder of bots.
pub(crate) fn called_in(season: &str) -> Option<Digest> {
    let season: Table = season.parse().ok()?;
    let (_, file) = season.get("game")?.as_str()?.rsplit_once('/')?;
    Digest::parse(file.strip_suffix(".wasm")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_is_a_file_is_called_by_its_hash_and_others_are_left() {
        let renamed = |game: &str, path: &str| {
            let mut season: Table = format!("game = \"{game}\"").parse().expect("it is TOML");
            rename(&mut season, path);
            season.to_string()
        };
        let sha256 = Digest::of(b"a game");
        let text = renamed("games/nim.wasm", &format!("bots/{sha256}.wasm"));
        assert_eq!(called_in(&text), Some(sha256));
        assert_eq!(called_in(&renamed("othello", "bots/x.wasm")), None);
        assert_eq!(called_in("game = \"bots/nim.wasm\""), None);
    }
}
