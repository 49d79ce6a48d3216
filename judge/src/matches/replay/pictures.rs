//! `judge replay --svg` and `--gif`: the positions of a game as pictures.

use std::fs;
use std::path::Path;

use judge_core::error::{Error, Mistake};
use judge_core::file::{self, Links};
use judge_core::game::{Fate, Replay};
use judge_core::results::Manifest;
use judge_drawing::picture::{Film, Over, Picture, Seated};
use judge_play::Verdict;
use judge_play::games::{Outcome, Seat};
use judge_play::scenes::Unit;
use judge_play::text::{count, sanitize, sanitize_path};
use judge_terminal::commentary;
use judge_terminal::shown_game::ShownGame;

use super::super::output::print;
use super::ReplayGame;

/// A game as a film of all its positions. `place` is a contestant's in its tournament: it has its colour and its mark by that.
pub(crate) fn film(shown: &ShownGame, replay: &Replay, place: impl Fn(&str) -> Option<usize>) -> Film {
    let scenes = std::iter::once(&replay.start).chain(replay.turns.iter().map(|turn| &turn.scene));
    let seat = |(seat, name): (usize, &String)| Seated::of(sanitize(name), place(name).unwrap_or(seat));
    let facts = shown.line.rules.facts();
    let mut film = Film::of(facts, scenes, shown.names.iter().enumerate().map(seat).collect());
    film.title = judge_drawing::name_of(shown.line.rules.game());
    film.over = replay.verdict.as_ref().map(|verdict| Over {
        winners: (0..)
            .zip(&shown.names)
            .filter(|(seat, _)| Fate::of(verdict, Seat(*seat)) == Fate::Won)
            .map(|(seat, _)| usize::from(seat))
            .collect(),
        words: words(verdict, &film.seats, facts.unit),
    });
    film
}

/// How a game ended: `density wins 17–16`, or what the verdict says.
fn words(verdict: &Verdict, seats: &[Seated], unit: Option<Unit>) -> String {
    let Verdict::Decided(Outcome { ranks, scores, .. }) = verdict else {
        return commentary::end(verdict, |seat| seats[seat.index()].name.clone(), unit);
    };
    let mut order: Vec<usize> = (0..ranks.len()).collect();
    order.sort_by_key(|&seat| ranks[seat]);
    let scores: Vec<String> = order.iter().map(|&seat| scores[seat].to_string()).collect();
    let score = if unit.is_some() { format!(" {}", scores.join("–")) } else { String::new() };
    let won: Vec<&str> =
        order.iter().filter(|&&seat| ranks[seat] == 1).map(|&seat| &*seats[seat].name).collect();
    match &won[..] {
        won if won.len() == ranks.len() => format!("Draw{score}"),
        [name] => format!("{name} wins{score}"),
        won => format!("{} win{score}", won.join(" and ")),
    }
}

/// Writes what is asked for, and says so.
pub(super) fn write(command: &ReplayGame, shown: &ShownGame, replay: &Replay) -> Result<(), Error> {
    let manifest = command.from.join("manifest.toml");
    // Of a saved game nobody knows the tournament.
    let text = file::read_text(&manifest, Links::Refuse).ok();
    let manifest = text.and_then(|text| Manifest::parse(&manifest, &text).ok());
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
