//! `judge replay --svg` and `--gif`: the positions of a game as pictures.

use std::fs;
use std::path::Path;

use judge_core::error::{Error, Mistake};
use judge_core::game::Replay;
use judge_play::Line;
use judge_play::text::{count, sanitize_path};
use judge_terminal::picture::{Picture, gif};

use super::super::output::print;
use super::ReplayGame;

/// Writes what is asked for, and says so.
pub(super) fn write(command: &ReplayGame, line: &Line, replay: &Replay) -> Result<(), Error> {
    let scenes = std::iter::once(&replay.start).chain(replay.turns.iter().map(|turn| &turn.scene));
    let pictures: Vec<Picture> = scenes.map(|scene| Picture::of(scene, line.rules.facts())).collect();
    if let Some(folder) = &command.svg {
        fs::create_dir_all(folder).map_err(|error| unwritable(folder, "--svg", &error))?;
        for (turn, picture) in pictures.iter().enumerate() {
            let file = folder.join(format!("{turn:03}.svg"));
            fs::write(&file, picture.svg()).map_err(|error| unwritable(&file, "--svg", &error))?;
        }
        let many = count(pictures.len() as u64, "picture");
        print(&format!("{many} written to {}\n", sanitize_path(folder)));
    }
    if let Some(file) = &command.gif {
        fs::write(file, gif(&pictures)).map_err(|error| unwritable(file, "--gif", &error))?;
        print(&format!("written to {}\n", sanitize_path(file)));
    }
    Ok(())
}

fn unwritable(place: &Path, option: &str, error: &std::io::Error) -> Error {
    Mistake::in_file(place, format!("it cannot be written: {error}; name another with {option}")).into()
}
