//! The position that all games of a report begin with: the page shows it until its engine and the bots are there.

use judge_play::games::Game;
use judge_play::scenes::{Scene, Shown, Viewpoint};
use judge_play::{GameTerms, for_own_game};
use serde_json::{Value, json};

/// The scene of that position, in the form in which the page's engine gives it, but without what a player can do in it:
/// nobody can do anything before the engine is there. `None` for a game that is a file: where it begins may depend on
/// the seed.
///
/// Openings come later: their actions are turns of the game.
pub(crate) fn first_scene(terms: &GameTerms) -> Option<Value> {
    // Without its file, such a game has no rules.
    let rules = terms.parse_rules(None).ok()?;
    // No game of the judge's own begins otherwise with another seed.
    let scene =
        for_own_game!(&rules, params, G => G::start(params).scene(Viewpoint::Everything), return None);
    Some(json!(Scene { choices: Vec::new(), placing: None, ..scene }))
}

#[cfg(test)]
mod tests {
    use judge_bots::start_between;
    use judge_limits::Limits;
    use judge_play::page_game::{NotDone, PageGame};
    use judge_play::{AnyMatch, GAMES, Line, Rules, SeatLine, Seed};

    use super::*;

    /// A match in which persons have all seats.
    fn start(line: &Line, _: &Limits) -> Result<Box<dyn AnyMatch>, NotDone> {
        let started = start_between(line, &|_, _| unreachable!("no bot has a seat"));
        started.map_err(|(_, problem)| problem)
    }

    /// The terms of a game without settings.
    fn terms(game: &str) -> GameTerms {
        let rules = Rules::new(game, []).expect("no setting is needed");
        GameTerms::new(&rules, 0, &Limits::default())
    }

    #[test]
    fn games_begin_with_it_whatever_their_seed_and_their_opening() {
        for game in GAMES {
            let terms = terms(game.name);
            let first = first_scene(&terms).expect("it is a game of the judge's own");
            for seed in [1, 2] {
                let rules = terms.parse_rules(None).expect("they were rules");
                let seats = (0..rules.seats()).map(|_| SeatLine::person()).collect();
                let line = Line { opening_plies: 4, ..Line::new(rules, Seed(seed), seats) };
                let mut shown = PageGame::begin(line, Limits::default(), Box::new(start)).expect("it begins");
                let began = shown.step(Viewpoint::Everything).expect("nobody took the record");
                assert_eq!(began["event"], "began");
                for key in ["boards", "toMove", "scores", "text", "picture"] {
                    assert_eq!(first[key], began["scene"][key], "{}, seed {seed}: {key}", game.name);
                }
            }
            assert!(first["boards"].as_array().is_some_and(|boards| !boards.is_empty()), "{}", game.name);
        }
    }

    #[test]
    fn nothing_can_be_done_in_it() {
        for game in GAMES {
            let first = first_scene(&terms(game.name)).expect("it is a game of the judge's own");
            assert_eq!((&first["choices"], &first["placing"]), (&json!([]), &Value::Null), "{}", game.name);
        }
    }

    #[test]
    fn no_fleet_is_in_it() {
        let first = first_scene(&terms("battleship")).expect("it is a game of the judge's own");
        for board in first["boards"].as_array().expect("there are boards") {
            assert_eq!(board["hulls"], json!([]));
            let mut cells = board["cells"].as_array().expect("there are cells").iter();
            assert!(cells.all(|cell| cell["pieces"] == json!([])));
        }
    }

    #[test]
    fn a_game_that_is_a_file_has_none() {
        let of_file = GameTerms { game_sha256: Some("00".repeat(32)), ..terms("othello") };
        assert_eq!(first_scene(&of_file), None);
    }
}
