//! The example bots, built in: a game's name in, opponents for everybody out.
//!
//! They are the files `contestants/<game>/*.wasm`, so that an installed judge needs no copy of the project.

/// A bot that comes with the judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// Its name, as its file has it.
    pub name: &'static str,
    /// Its file.
    pub wasm: &'static [u8],
    /// Its purpose.
    pub purpose: Purpose,
}

/// The purpose of an example bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To play against.
    Opponent,
    /// To see what a fault looks like.
    Misbehaviour,
}

/// Example bots of one game, the weakest first.
macro_rules! examples {
    ($game:literal: $($name:literal $purpose:ident),*) => {
        &[$(Example {
            name: $name,
            wasm: include_bytes!(concat!("../../../../contestants/", $game, "/", $name, ".wasm")),
            purpose: Purpose::$purpose,
        }),*]
    };
}

/// The example bots of each game.
const GAMES: &[(&str, &[Example])] = &[
    (
        "battleship",
        examples!("battleship":
            "cheater" Misbehaviour, "crasher" Misbehaviour, "staller" Misbehaviour,
            "stupid" Opponent, "tidy" Opponent, "smuggler" Opponent, "hunter" Opponent, "density" Opponent),
    ),
    ("freedom", examples!("freedom": "dummy" Opponent, "random" Opponent, "weaver" Opponent)),
    ("gobblet", examples!("gobblet": "random" Opponent, "ok" Opponent, "smart" Opponent)),
    ("othello", examples!("othello": "random" Opponent, "greedy" Opponent, "edgar" Opponent)),
    ("stones", examples!("stones": "random" Opponent, "aggressive" Opponent, "wolf" Opponent)),
];

/// The example bots of one of the judge's own games, the weakest first; none of any other.
#[must_use]
pub fn of<'a>(game: impl Into<Option<&'a str>>) -> &'static [Example] {
    let game = game.into();
    GAMES.iter().find(|(name, _)| Some(*name) == game).map_or(&[], |(_, examples)| examples)
}

/// The example bot of this name.
#[must_use]
pub fn named<'a>(game: impl Into<Option<&'a str>>, name: &str) -> Option<&'static Example> {
    of(game).iter().find(|example| example.name == name)
}

/// Whether any game has an example bot of this name.
#[must_use]
pub fn is_name(word: &str) -> bool {
    GAMES.iter().any(|(game, _)| named(*game, word).is_some())
}

/// The example bots to play against, the weakest first.
#[must_use]
pub fn opponents<'a>(game: impl Into<Option<&'a str>>) -> impl DoubleEndedIterator<Item = &'static Example> {
    of(game).iter().filter(|example| example.purpose == Purpose::Opponent)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use judge_play::GAMES;

    use super::*;

    #[test]
    fn the_built_in_bots_are_the_files_of_the_folder() {
        let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contestants");
        for game in GAMES {
            let folder = std::fs::read_dir(top.join(game.name)).expect("the folder is there");
            let paths = folder.map(|entry| entry.expect("it can be read").path());
            let stem = |path: &Path| path.file_stem().and_then(|stem| stem.to_str()).map(ToOwned::to_owned);
            let bots = paths.filter(|path| path.extension().is_some_and(|extension| extension == "wasm"));
            let mut files: Vec<(String, Vec<u8>)> = bots
                .map(|path| (stem(&path).expect("it is text"), std::fs::read(&path).expect("it can be read")))
                .collect();
            files.sort();
            let mut built_in: Vec<(String, Vec<u8>)> =
                of(game.name).iter().map(|bot| (bot.name.to_owned(), bot.wasm.to_vec())).collect();
            built_in.sort();
            let names = |bots: &[(String, Vec<u8>)]| bots.iter().map(|bot| bot.0.clone()).collect::<Vec<_>>();
            assert_eq!(names(&built_in), names(&files), "{}", game.name);
            assert!(built_in == files, "{}: a file is not as it was built in", game.name);
        }
    }

    #[test]
    fn every_game_has_an_opponent() {
        for game in GAMES {
            assert!(opponents(game.name).next().is_some(), "{}", game.name);
        }
        assert_eq!((of("chess").len(), named("othello", "cheater")), (0, None));
        assert!(opponents("battleship").all(|bot| bot.name != "cheater"));
    }
}
