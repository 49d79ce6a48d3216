//! A game of another program, as GGF or as the list of its actions, into a game between persons.

use std::path::Path;

use judge_play::opening::way_of;
use judge_play::page_game::ggf::GgfText;
use judge_play::text::{count, display_name};
use judge_play::{Line, Rules, SeatLine, Seed};
use judge_sandbox::Limits;

use super::loaded_bots::LoadedBots;
use super::replay::{KeptTurns, Replay};
use super::saved::SavedGame;
use crate::error::{Error, Mistake};
use crate::file::games_text;
use crate::host::Options;
use crate::tournament::Named;

/// A game as another program wrote it.
struct Imported {
    rules: Rules,
    /// The position that it begins at, in brackets, if not at the game's own start, and its actions.
    moves: String,
    names: Vec<Option<String>>,
    ended: String,
}

/// A saved game, or a game in GGF, or one as the list of its actions, with its bots and its line. `game` is needed where it is
/// a file, and for a list of actions. `number`, from 1, is that of a game in GGF, or of a line among those that are a game each.
///
/// # Errors
/// If the file is invalid, or the game or a bot of a saved game has changed, or an action breaks the rules.
pub fn load(
    path: &Path,
    game: Option<&Named>,
    number: Option<usize>,
    options: &Options,
) -> Result<(SavedGame, LoadedBots, Line), Error> {
    let mistake = |why: String| Error::from(Mistake::in_file(path, why));
    let text =
        games_text::read(path).map_err(|error| mistake(format!("this game cannot be read: {error}")))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    if !text.trim_start().starts_with('{') {
        let written = if GgfText::is_ggf(text) {
            from_ggf(path, text, game, number.unwrap_or(1))?
        } else {
            from_list(path, text, game, number)?
        };
        return import(path, written, options);
    }
    if number.is_some() {
        let text =
            "it is no folder of results and has one game only; name the folder, or leave the number out";
        return Err(mistake(text.to_owned()));
    }
    let saved = SavedGame::read(path)?;
    let file = if let Some(Named::File(file)) = game { Some(file) } else { None };
    let (loaded_bots, line) = saved.open(path, file, options)?;
    Ok((saved, loaded_bots, line))
}

/// The game of a number in GGF.
fn from_ggf(path: &Path, text: &str, named: Option<&Named>, number: usize) -> Result<Imported, Mistake> {
    let found = number.checked_sub(1).and_then(|place| GgfText::games(text).nth(place));
    let (line, game) =
        found.ok_or_else(|| Mistake::in_file(path, no_such_game(GgfText::games(text).count())))?;
    let read = game.and_then(|game| Ok((game.rules()?, game)));
    let (rules, game) = read.map_err(|why| Mistake::on_line(path, line, why.to_string()))?;
    if let Some(named) = named.filter(|named| !matches!(named, Named::Own(info) if info.name == rules.game()))
    {
        let (of, name) = (rules.game(), named.info().name);
        let why = format!("its games are of {of}, and not of {name}; name {of}, or no game");
        return Err(Mistake::in_file(path, why));
    }
    let players = game.names.iter().map(|name| Some(display_name(name))).collect();
    Ok(Imported { rules, moves: game.moves, names: players, ended: game.ended.unwrap_or_default() })
}

/// The one game that a list of actions is, or of lines that are a game each the one of a number.
fn from_list(
    path: &Path,
    text: &str,
    named: Option<&Named>,
    number: Option<usize>,
) -> Result<Imported, Mistake> {
    let mistake = |why: String| Mistake::in_file(path, why);
    let why = "it is no folder of results, and it is no saved game and no GGF; if it lists the actions of a game, name the game, as in judge play GAME --load FILE or judge replay FILE --game GAME";
    let rules = named.ok_or_else(|| mistake(why.to_owned()))?.rules([]);
    let rules = rules.map_err(|why| mistake(why.to_string()))?;
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let moves = match number {
        None => lines().collect::<Vec<_>>().join(" "),
        Some(number) => {
            let found = number.checked_sub(1).and_then(|place| lines().nth(place));
            found.ok_or_else(|| mistake(no_such_game(lines().count())))?.to_owned()
        }
    };
    Ok(Imported { rules, moves, names: Vec::new(), ended: String::new() })
}

fn no_such_game(there: usize) -> String {
    format!("it has {}; name the number of one of them, from 1", count(there as u64, "game"))
}

/// A game as far as it was played, between persons.
fn import(path: &Path, written: Imported, options: &Options) -> Result<(SavedGame, LoadedBots, Line), Error> {
    let Imported { rules, moves, names, ended } = written;
    let mistake = |why: String| Mistake::in_file(path, why);
    let (position, by_hand) = way_of(&rules, &moves).map_err(|why| mistake(why.to_string()))?;
    let mut line = Line::new(rules.clone(), Seed(0), vec![SeatLine::person(); rules.seats()]);
    line.opening = position.into_iter().collect();
    line.by_hand = by_hand;
    let loaded_bots = LoadedBots::new(rules, Limits::default(), options)?;
    let replay = Replay::play_moves(&loaded_bots, &line, usize::MAX, KeptTurns::Last);
    let replay = replay.map_err(|(_, why)| mistake(why))?;
    let saved = SavedGame::new(path, &loaded_bots, &line, &replay.moves(), replay.transcript_sha256());
    let saved = saved.with_names(&names);
    Ok((SavedGame { imported: Some(ended), ..saved }, loaded_bots, line))
}
