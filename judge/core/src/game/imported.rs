//! A game of another program, as GGF or as the list of its actions, into a game between persons.

use std::path::Path;

use judge_play::page_game::ggf::GgfText;
use judge_play::text::{count, display_name};
use judge_play::{Event, Line, SeatLine, Seed, for_game, opening};
use judge_sandbox::Limits;

use super::loaded_bots::LoadedBots;
use super::saved::{BYTES_MAX, SavedGame};
use crate::error::{Error, Mistake};
use crate::file::{self, Links};
use crate::host::Options;
use crate::tournament::Named;

/// The message about a file that has no game of a number.
const NO_NUMBER: &str =
    "it is no folder of results and has no game of this number; name the folder, or leave the number out";

/// A saved game, or a game in GGF, or one as the list of its actions, with its bots and its line. `game` is needed where it is
/// a file, and for a list of actions; `number` is that of a game in GGF, from 1.
///
/// # Errors
/// If the file is invalid, or the game or a bot of a saved game has changed, or an action breaks the rules.
pub fn load(
    path: &Path,
    game: Option<&Named>,
    number: Option<usize>,
    options: &Options,
) -> Result<(SavedGame, LoadedBots, Line), Error> {
    let text =
        file::read(path, Links::Follow, BYTES_MAX).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    if let Some(text) = text.filter(|text| !text.trim_start().starts_with('{')) {
        return import(path, &text, game, number, options);
    }
    if number.is_some() {
        return Err(Mistake::in_file(path, NO_NUMBER).into());
    }
    let saved = SavedGame::read(path)?;
    let file = match game {
        Some(Named::File(file)) => Some(file),
        Some(Named::Own(_)) | None => None,
    };
    let (loaded_bots, line) = saved.open(path, file, options)?;
    Ok((saved, loaded_bots, line))
}

/// The game in a text that is no saved game, as far as it was played.
fn import(
    path: &Path,
    text: &str,
    game: Option<&Named>,
    number: Option<usize>,
    options: &Options,
) -> Result<(SavedGame, LoadedBots, Line), Error> {
    let mistake = |why: String| Mistake::in_file(path, why);
    let mut names = Vec::new();
    let (rules, moves) = match GgfText::games(text).nth(number.unwrap_or(1).saturating_sub(1)) {
        Some((line, game)) => {
            let game = game.map_err(|why| Mistake::on_line(path, line, why))?;
            names.extend(game.names.iter().map(|name| Some(display_name(name))));
            (game.rules().map_err(mistake)?, game.moves)
        }
        None if number.is_some() && GgfText::is_ggf(text) => {
            let there = count(GgfText::games(text).count() as u64, "game");
            return Err(mistake(format!("it has {there}; name the number of one of them, from 1")).into());
        }
        None if number.is_some() => return Err(mistake(NO_NUMBER.to_owned()).into()),
        None => {
            let why = "it is no saved game and no GGF; if it lists the actions of a game, name the game, as in judge play GAME --load FILE or judge replay FILE --game GAME";
            let game = game.ok_or_else(|| mistake(why.to_owned()))?;
            let lines = text.lines().filter(|line| !line.starts_with('#'));
            (game.rules([]).map_err(|why| mistake(why.to_string()))?, lines.collect::<Vec<_>>().join(" "))
        }
    };
    let read = for_game!(&rules, params, G => {
        opening::way::<G>(params, &moves).map(|read| (read.position, read.way.by_hand))
    });
    let (position, by_hand) = read.map_err(mistake)?;
    let mut line = Line::new(rules.clone(), Seed(0), vec![SeatLine::person(); rules.seats()]);
    line.opening = position.into_iter().collect();
    line.by_hand = by_hand;
    let loaded_bots = LoadedBots::new(rules, Limits::default(), options)?;
    let mut game = loaded_bots.start(&line).map_err(|(_, why)| mistake(why))?;
    while !matches!(game.step(), Event::Over(_) | Event::Waiting { .. }) {}
    let moves = game.moves().to_vec();
    let transcript = game.verdict().is_some().then(|| game.finish().record.transcript_sha256);
    let saved = SavedGame::new(path, &loaded_bots, &line, &moves, transcript).with_names(&names);
    Ok((SavedGame { is_imported: true, ..saved }, loaded_bots, line))
}
