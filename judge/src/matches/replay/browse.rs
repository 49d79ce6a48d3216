//! The games of a folder on the full screen: a list, and from each game on to the next.

use std::process::ExitCode;

use judge_core::error::Error;
use judge_core::game::{self, Kept};
use judge_core::play::Observer;
use judge_play::text::{cut, sanitize, sanitize_path};
use judge_terminal::chooser::{Beside, Chooser, ChooserStep};
use judge_terminal::viewer::{Viewer, Wish};

use super::full_screen::FullScreen;
use super::{DIFFERENCE_CHARACTERS_MAX, RecordedGame, ReplayGame, in_folder, look};
use crate::shared::output::eprint;

/// Shows the game that was named, or else the list, until the person leaves.
pub(super) fn browse(command: &ReplayGame) -> Result<ExitCode, Error> {
    let title = format!("games of {}", sanitize_path(&command.from));
    let mut chooser = Chooser::new(title, game::listed(&command.from)?);
    let mut differences = Vec::new();
    // A mistake in the name of a game appears where it was typed.
    let mut opened = match command.number {
        Some(number) => Some(open(command, number, &command.options.reporter(), &mut differences)?),
        None => None,
    };
    if let Some(number) = command.number {
        chooser.go_to(number);
    }
    let mut screen = FullScreen::enter()?;
    loop {
        let wish = match &mut opened {
            Some(viewer) => screen.show(viewer)?,
            None => match screen.choose(&mut chooser)? {
                ChooserStep::Open(number) => {
                    opened = opened_from(&mut chooser, &mut screen, command, number, &mut differences)?;
                    continue;
                }
                ChooserStep::Go | ChooserStep::Leave => Wish::Quit,
            },
        };
        let beside = match wish {
            Wish::Next => Beside::Next,
            Wish::Previous => Beside::Previous,
            Wish::Leave if command.number.is_none() => {
                opened = None;
                continue;
            }
            Wish::Go | Wish::Leave | Wish::Quit => break,
        };
        match (chooser.beside(beside), &mut opened) {
            (Some(number), _) => {
                opened = opened_from(&mut chooser, &mut screen, command, number, &mut differences)?;
            }
            (None, Some(viewer)) => viewer.say(match beside {
                Beside::Next => "this is the last game",
                Beside::Previous => "this is the first game",
            }),
            (None, None) => {}
        }
    }
    drop(screen);
    for difference in &differences {
        eprint(&format!("not the same: {difference}"));
    }
    Ok(if differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The game of a number; nothing if it cannot be shown, and the list says why.
fn opened_from(
    chooser: &mut Chooser,
    screen: &mut FullScreen,
    command: &ReplayGame,
    number: usize,
    differences: &mut Vec<String>,
) -> Result<Option<Viewer>, Error> {
    chooser.say(&format!("game {number} is played again …"));
    screen.draw(chooser)?;
    chooser.say("");
    match open(command, number, &(), differences) {
        Ok(viewer) => Ok(Some(viewer)),
        Err(error) => {
            chooser.say(&error.to_string());
            Ok(None)
        }
    }
}

fn open(
    command: &ReplayGame,
    number: usize,
    observer: &dyn Observer,
    differences: &mut Vec<String>,
) -> Result<Viewer, Error> {
    let RecordedGame { game, recorded } = in_folder(command, &command.from, number, observer)?;
    let replay = recorded.replay(&game, Kept::All).expect("no action of a tournament is set by hand");
    let difference = recorded.difference(&replay);
    let mut viewer = Viewer::new(game, replay, look()).one_of_many();
    if let Some(difference) = difference {
        let difference = cut(&sanitize(&difference), DIFFERENCE_CHARACTERS_MAX);
        viewer.say(&format!("not the same: {difference}"));
        let difference = format!("game {number}: {difference}");
        if !differences.contains(&difference) {
            differences.push(difference);
        }
    }
    Ok(viewer)
}
