//! The game and the rules that a person names, in commands that have no tournament's file.

use clap::Args;
use judge_author::game_of::{games_of, named_game_of, reads_lines};
use judge_core::bot_word::examples;
use judge_core::error::{Error, Mistake};
use judge_core::game::{BotFile, command_words, file_of, without_options};
use judge_core::tournament::nearest;
use judge_play::text::shell_word;
use judge_play::{GAMES, Rules};
use judge_terminal::words::and;

use super::number::whole;
use super::which_game::{self, GameOrFile, Named};

/// The game and its parameters.
#[derive(Clone, Args)]
pub(crate) struct GameArgs {
    /// The game, a .wasm file that is one, or a command in quotes [default: the one that the file of the (first) bot is for]
    #[arg(long, value_parser = GameOrFile)]
    pub(crate) game: Option<String>,
    /// A parameter of the game, such as size=6; `judge games` lists them
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
}

/// Random actions that games begin with.
#[derive(Args)]
pub(crate) struct Opening {
    /// Random legal actions that each game begins with [default: the game's own number]
    #[arg(long, value_name = "N", value_parser = whole(0..=40_u32))]
    opening_plies: Option<u32>,
}

impl GameArgs {
    /// The rules that are named; if no game is named, those of the game that the bot `word` is for.
    pub(crate) fn rules(&self, word: &str) -> Result<Rules, Error> {
        self.rules_of(&self.game(word)?)
    }

    /// The rules of a game, with the settings that are given.
    pub(crate) fn rules_of(&self, game: &Named) -> Result<Rules, Error> {
        let name = game.info().name;
        let mistake = |error| Mistake::in_file("--set", format!("{name}: {error}")).into();
        game.rules(self.settings()?).map_err(mistake)
    }

    /// The parameters that are given: keys and values.
    pub(crate) fn settings(&self) -> Result<Vec<(&str, &str)>, Error> {
        self.set.iter().map(|word| setting(word)).collect()
    }

    /// The game that is named; if none is, the one that the bot `word` is for.
    pub(crate) fn game(&self, word: &str) -> Result<Named, Error> {
        match &self.game {
            Some(game) => which_game::find(game),
            None => which_game::own(Self::game_of(word)?),
        }
    }

    /// The name of the game that the bot `word` is for.
    fn game_of(word: &str) -> Result<&'static str, Error> {
        if command_words(word).is_some() {
            let text = "a command says nothing of its game; name the game with --game";
            return Err(Mistake::in_file(word, text).into());
        }
        let typed = word;
        let word = without_options(typed);
        let mistake = |text: String| Error::from(Mistake::in_file(word, text));
        let Some(path) = file_of(typed) else {
            let games = GAMES.iter().map(|game| game.name);
            let named: Vec<&str> = games.filter(|game| examples::named(*game, word).is_some()).collect();
            return match named.as_slice() {
                [game] => Ok(game),
                [] => Err(mistake(no_example(word))),
                games => Err(mistake(format!(
                    "{} have an example bot of this name; name the game with --game",
                    and(games)
                ))),
            };
        };
        let bytes = BotFile::at(path)?.wasm;
        judge_bots::is_webassembly(&bytes).map_err(|why| mistake(why.to_string()))?;
        match games_of(&bytes).as_slice() {
            [game] => Ok(game),
            [] => Err(mistake(match named_game_of(&bytes) {
                Some(game) => format!(
                    "it is for {game}, which is not one of the judge's own games; name the file of that game, as in --game {}",
                    shell_word(format!("{game}.wasm"))
                ),
                None if reads_lines(&bytes) => {
                    "it reads lines, which says nothing of its game; name the game with --game".into()
                }
                None => {
                    "it exports the functions of no game; name the game with --game to see what is missing"
                        .into()
                }
            })),
            games => Err(mistake(format!("it is for {}; name one with --game", and(games)))),
        }
    }
}

/// The key and the value of a parameter.
pub(crate) fn setting(word: &str) -> Result<(&str, &str), Error> {
    word.split_once('=').ok_or_else(|| {
        let text = format!("{word:?} has no value; write KEY=VALUE, such as size=6");
        Mistake::in_file("--set", text).into()
    })
}

/// The message that no game has an example bot of this name.
fn no_example(word: &str) -> String {
    let all: Vec<&str> =
        GAMES.iter().flat_map(|game| examples::of(game.name)).map(|example| example.name).collect();
    match nearest(word, &all) {
        Some(nearest) => format!("there is no such file or example bot; did you mean {nearest:?}?"),
        None => "there is no such file or example bot; name the .wasm file that your build makes, or an example bot of judge games".to_owned(),
    }
}

impl Opening {
    /// The number of opening actions of games by these rules.
    pub(crate) fn plies(&self, rules: &Rules) -> Result<u32, Error> {
        match (self.opening_plies, rules.info().opening_plies) {
            (Some(plies), None) if plies > 0 => {
                let text = format!("{} has no openings; leave it out", rules.game());
                Err(Mistake::in_file("--opening-plies", text).into())
            }
            (given, usual) => Ok(given.or(usual).unwrap_or(0)),
        }
    }
}
