//! `judge replay --svg` and `--gif`: the positions of a game as pictures.

use std::fs;
use std::path::Path;

use judge_core::error::{Error, Mistake};
use judge_core::game::{Fate, Replay};
use judge_core::publish;
use judge_drawing::picture::{Film, Over, Picture, Seated};
use judge_play::Verdict;
use judge_play::games::{Outcome, Seat};
use judge_play::text::{count, sanitize, sanitize_path};
use judge_terminal::commentary;
use judge_terminal::shown_game::ShownGame;

use super::ReplayGame;
use crate::shared::output::print;

/// A game as a film of all its positions. `place` is a contestant's in its tournament: it has its colour and its mark by that.
pub(crate) fn film(shown: &ShownGame, replay: &Replay, place: impl Fn(&str) -> Option<usize>) -> Film {
    let scenes = std::iter::once(&replay.start).chain(replay.turns.iter().map(|turn| &turn.scene));
    let seat = |(seat, name): (usize, &String)| Seated::of(sanitize(name), place(name).unwrap_or(seat));
    let facts = shown.line.rules.facts();
    let mut film = Film::of(facts, scenes, shown.names.iter().enumerate().map(seat).collect());
    film.title = judge_drawing::name_of(shown.line.rules.game());
    let names: Vec<&str> = film.seats.iter().map(|seated| &*seated.name).collect();
    let seats = (0..).map(Seat).take(names.len());
    let over = replay.verdict.as_ref().map(|verdict| match verdict {
        Verdict::Decided(Outcome { ranks, scores, .. }) => {
            Over::of(ranks, if facts.unit.is_some() { scores } else { &[] }, &names)
        }
        _ => Over {
            winners: seats.filter(|seat| Fate::of(verdict, *seat) == Fate::Won).map(Seat::index).collect(),
            words: commentary::end(verdict, |seat| names[seat.index()].to_owned(), facts.unit),
        },
    });
    film.over = over;
    film
}

/// Writes what is asked for, and says so.
pub(super) fn write(command: &ReplayGame, shown: &ShownGame, replay: &Replay) -> Result<(), Error> {
    // Of a saved game nobody knows the tournament.
    let manifest = publish::manifest(&command.from).ok();
    let place = |name: &str| manifest.as_ref()?.contestant.iter().position(|known| known.name == name);
    let mut film = film(shown, replay, place);
    if let Some(manifest) = &manifest {
        film.title = sanitize(&manifest.tournament.title);
    }
    film.moment = command.number.map_or_else(String::new, |number| format!("game {number}"));
    if let Some(folder) = &command.svg {
        fs::create_dir_all(folder).map_err(|error| unwritable(folder, "--svg", &error))?;
        for turn in 0..=replay.turns.len() {
            let to = folder.join(format!("{turn:03}.svg"));
            let svg = Picture::boards(&film, turn).svg();
            fs::write(&to, svg).map_err(|error| unwritable(&to, "--svg", &error))?;
        }
        let many = count(replay.turns.len() as u64 + 1, "picture");
        print(&format!("{many} written to {}\n", sanitize_path(folder)));
    }
    if let Some(file) = &command.gif {
        fs::write(file, film.drawn()).map_err(|error| unwritable(file, "--gif", &error))?;
        print(&format!("written to {}\n", sanitize_path(file)));
    }
    Ok(())
}

fn unwritable(place: &Path, option: &str, error: &std::io::Error) -> Error {
    Mistake::in_file(place, format!("it cannot be written: {error}; name another with {option}")).into()
}
