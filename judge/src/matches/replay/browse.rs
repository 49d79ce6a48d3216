//! The games of a folder on the full screen: a list, and from each game on to the next.

use std::process::ExitCode;

use judge_core::error::Error;
use judge_core::game::{self, KeptTurns};
use judge_core::play::Observer;
use judge_play::text::sanitize_path;
use judge_terminal::chooser::Chooser;
use judge_terminal::viewer::{Beside, Viewer, Wish};

use super::full_screen::FullScreen;
use super::{ReplayGame, in_folder};
use crate::shared::output::eprint;
use crate::shared::screen::look;

/// The list of the games, and how those differ that were played again.
struct Browser<'a> {
    command: &'a ReplayGame,
    chooser: Chooser,
    differences: Vec<String>,
}

/// Shows the game that was named, or else the list, until the person leaves.
pub(super) fn browse(command: &ReplayGame) -> Result<ExitCode, Error> {
    let title = format!("games of {}", sanitize_path(&command.from));
    let chooser = Chooser::new(title, game::listed(&command.from)?);
    let mut browser = Browser { command, chooser, differences: Vec::new() };
    // A mistake in the name of a game appears where it was typed.
    let mut opened = None;
    if let Some(number) = command.number {
        opened = Some(browser.open(number, &command.options.reporter())?);
        browser.chooser.go_to(number);
    }
    let mut screen = FullScreen::enter()?;
    loop {
        let wish = match &mut opened {
            Some(viewer) => screen.show(viewer)?,
            None => screen.choose(&mut browser.chooser)?,
        };
        match wish {
            Wish::Open(number) => opened = browser.opened(number, &mut screen)?,
            Wish::Show(beside) => match (browser.chooser.beside(beside), &mut opened) {
                (Some(number), _) => opened = browser.opened(number, &mut screen)?,
                (None, Some(viewer)) => viewer.say(match beside {
                    Beside::Next => "this is the last game",
                    Beside::Previous => "this is the first game",
                }),
                (None, None) => {}
            },
            Wish::Leave if command.number.is_none() => opened = None,
            Wish::Go | Wish::Leave | Wish::Quit => break,
        }
    }
    drop(screen);
    for difference in &browser.differences {
        eprint(&format!("not the same: {difference}"));
    }
    Ok(if browser.differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl Browser<'_> {
    /// The game of a number; nothing if it cannot be shown, and the list says why.
    fn opened(&mut self, number: usize, screen: &mut FullScreen) -> Result<Option<Viewer>, Error> {
        self.chooser.say(&format!("game {number} is played again …"));
        screen.draw(&self.chooser)?;
        self.chooser.say("");
        let opened = self.open(number, &());
        Ok(opened.map_err(|error| self.chooser.say(&error.to_string())).ok())
    }

    fn open(&mut self, number: usize, observer: &dyn Observer) -> Result<Viewer, Error> {
        let (game, recorded) = in_folder(self.command, number, observer)?;
        let replay =
            recorded.replay(&game, KeptTurns::All).expect("no action of a tournament is set by hand");
        let difference = recorded.difference(&replay);
        let mut viewer = Viewer::new(game, replay, look());
        viewer.is_one_of_many = true;
        if let Some(difference) = difference {
            viewer.say(&format!("not the same: {difference}"));
            let difference = format!("game {number}: {difference}");
            if !self.differences.contains(&difference) {
                self.differences.push(difference);
            }
        }
        Ok(viewer)
    }
}
