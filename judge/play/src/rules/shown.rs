//! The parts of a game's display that need its rules alone, before or without a match.

use judge_games::Game;
use judge_scenes::{Facts, Hull, Secret, Shown, Viewpoint};

use crate::Rules;

/// Pieces that an action lays, and the board on which it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laid {
    /// The pieces. Where they are against the rules, some of their squares may be off the board.
    pub hulls: Vec<Hull>,
    /// Columns of the board.
    pub columns: u8,
    /// Rows of the board.
    pub rows: u8,
}

impl Rules {
    /// Facts about the game for people.
    #[must_use]
    pub fn facts(&self) -> &'static Facts {
        self.info().facts
    }

    /// The text that the other seats hear in place of an action; `None` if they may hear the action. They hear nothing
    /// of text that is no action.
    #[must_use]
    pub fn secret(&self, action: &str) -> Option<Secret> {
        for_game!(self, params, G => secret(&<G as Game>::start(params), action))
    }

    /// The pieces that an action would lay, be it legal or not; none if it lays none, or is no action.
    #[must_use]
    pub fn laid(&self, action: &str) -> Option<Laid> {
        for_game!(self, params, G => laid::<G>(params, action))
    }
}

/// The text that the other seats hear in place of an action.
pub(crate) fn secret<G: Shown>(game: &G, action: &str) -> Option<Secret> {
    if !game.facts().has_secrets() {
        return None;
    }
    action.parse().map_or(Some(Secret::ALL), |action| game.secret(&action))
}

fn laid<G: Shown>(params: &G::Params, action: &str) -> Option<Laid> {
    let start = <G as Game>::start(params);
    let hulls = start.hulls(&action.parse().ok()?);
    let boards = start.boards(Viewpoint::Everything);
    let board = boards.first().filter(|_| !hulls.is_empty())?;
    Some(Laid { hulls, columns: board.columns, rows: board.rows })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_fleet_is_a_secret_and_only_where_there_are_secrets() {
        let rules = |game| Rules::new(game, []).expect("no setting is needed");
        let word = |game, action: &str| rules(game).secret(action).map(|secret| secret.word.into_owned());
        assert_eq!(
            [word("battleship", "3,4"), word("battleship", "5a@0,0 4a@0,1")],
            [None, Some("fleet".to_owned())]
        );
        assert_eq!([word("battleship", "d3"), word("othello", "d3")], [Some("hidden".to_owned()), None]);
    }

    #[test]
    fn a_fleet_lies_where_it_says_even_off_the_board() {
        let rules = Rules::new("battleship", [("size", "4"), ("fleet", "2")]).expect("they are valid");
        let laid = rules.laid("2a@3,1").expect("it is a fleet");
        let squares: Vec<String> = laid.hulls[0].squares.iter().map(ToString::to_string).collect();
        assert_eq!((laid.columns, squares.join(" ").as_str()), (4, "3,1 4,1"));
        assert_eq!(rules.laid("3,1"), None);
    }
}
