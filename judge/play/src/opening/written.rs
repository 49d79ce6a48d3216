//! Ways of games and openings as people write them, one a line.

use std::collections::BTreeMap;

use judge_games::Game;

use super::replayed_position::{ReplayedPosition, Unplayable};
use super::{ACTIONS_MAX, start};
use crate::Rules;
use crate::contract::Contract;
use crate::text::display_name;

/// The way of a game that a person wrote.
pub struct WrittenWay<'a, G: Game> {
    /// The position that it begins at, in brackets, as an opening has it, if not at the game's own start.
    pub position: Option<String>,
    /// The game, and the actions that were not forced.
    pub way: ReplayedPosition<G>,
    /// The text behind the first word that begins with `#`.
    pub name: &'a str,
}

/// A reader of what people write of games by the same rules. What all of them begin with is found once.
pub struct WayReader<G: Contract> {
    params: G::Params,
    start: G,
}

/// An opening that a person wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenOpening {
    /// Its name; empty if it has none.
    pub name: String,
    /// The position that it begins at, in brackets, if not at the game's own start, and its actions: as the game writes them.
    pub texts: Vec<String>,
}

impl<G: Contract> WayReader<G> {
    /// A reader for games by these rules.
    #[must_use]
    pub fn new(params: &G::Params) -> Self {
        let params = G::for_one_match(params);
        Self { start: G::start_with(&params, 0), params }
    }

    /// Reads the way of a game that a person wrote in one line: the position that it begins at, in brackets or as
    /// [other programs](Contract::position_of_others) write it, if not at the game's own start; its actions in the game's
    /// notation with spaces between them, forced ones left out; and behind `#`, or before a colon in front of them, its name.
    ///
    /// # Errors
    /// The first action that cannot be played, and why, or what else is wrong.
    pub fn way<'a>(&self, line: &'a str) -> Result<WrittenWay<'a, G>, Unplayable> {
        let line = line.trim_start();
        let (position, moves) = match line.strip_prefix('[') {
            None => {
                G::position_of_others(line).map_or((None, line), |(position, moves)| (Some(position), moves))
            }
            Some(begun) => {
                let (position, moves) = begun.split_once(']').ok_or("write ] behind the position")?;
                (Some(position.split_whitespace().collect::<Vec<_>>().join(" ")), moves)
            }
        };
        let (game, text) = match &position {
            None => (self.start.clone(), String::new()),
            Some(position) => {
                let begun = start::<G>(&self.params, Some(position), 0);
                let begun = begun.map_err(|(_, why)| Unplayable::Wrong(why))?;
                (begun.game, begun.text)
            }
        };
        let mut way = ReplayedPosition::from(game);
        let played = way.play_line(moves);
        if let Some((_, trouble)) = way.game.trouble() {
            return Err(Unplayable::Wrong(trouble));
        }
        let name = match played {
            Ok(()) => name_behind(moves),
            Err(why) if way.by_hand.is_empty() => name_before(&mut way, moves).ok_or_else(|| {
                const HINT: &str = "; if it is the opening's name, write it behind the actions, after #";
                let hint = if moves.trim().contains(char::is_whitespace) { HINT } else { "" };
                Unplayable::Wrong(why.to_string() + hint)
            })?,
            Err(why) => return Err(why),
        };
        let usual = || self.start.to_move().map(|seat| G::text(&self.start.view(seat)));
        let position = position.filter(|_| usual().as_ref() != Some(&text)).map(|_| format!("[{text}]"));
        Ok(WrittenWay { position, way, name })
    }

    /// Reads an opening that a person wrote in one line, as [`WayReader::way`] does: of the actions of a whole game no more
    /// than the first `most`.
    ///
    /// # Errors
    /// The first action that cannot be played, and why, or what else is wrong.
    pub fn opening(&self, line: &str, most: usize) -> Result<WrittenOpening, Unplayable> {
        let WrittenWay { position, way, name } = self.way(line)?;
        if way.game.to_move().is_none() && way.by_hand.len() <= most {
            return Err(Unplayable::Over);
        }
        if way.by_hand.len().min(most) > ACTIONS_MAX {
            let why = format!("it has more than {ACTIONS_MAX} actions; take some away");
            return Err(Unplayable::Wrong(why));
        }
        let texts = position.into_iter().chain(way.by_hand.into_values().take(most)).collect();
        Ok(WrittenOpening { name: display_name(name), texts })
    }
}

/// Reads openings, one line a call, as [`WayReader::opening`] does.
pub type ReadOpening<'a> = Box<dyn Fn(&str, usize) -> Result<WrittenOpening, Unplayable> + 'a>;

/// The reader of openings of games by these rules.
#[must_use]
pub fn read_with(rules: &Rules) -> ReadOpening<'_> {
    for_game!(rules, params, G => {
        let reader = WayReader::<G>::new(params);
        Box::new(move |line, most| reader.opening(line, most))
    })
}

/// The position that a line begins at, in brackets, if not at the game's own start, and its actions by their turns, as
/// [`WayReader::way`] reads them.
///
/// # Errors
/// As of [`WayReader::way`].
pub fn way_of(rules: &Rules, line: &str) -> Result<(Option<String>, BTreeMap<u32, String>), Unplayable> {
    for_game!(rules, params, G => {
        WayReader::<G>::new(params).way(line).map(|read| (read.position, read.way.by_hand))
    })
}

/// The name of an opening behind its actions, after `#`; empty if there is none.
fn name_behind(moves: &str) -> &str {
    let is_name = |&(at, _): &(usize, &str)| moves[..at].chars().next_back().is_none_or(char::is_whitespace);
    moves.match_indices('#').find(is_name).map_or("", |(at, _)| moves[at + 1..].trim())
}

/// The name of an opening before its actions, which are played, as in `Tiger: f5 d6`; nothing if it has none there.
fn name_before<'a, G: Game>(way: &mut ReplayedPosition<G>, moves: &'a str) -> Option<&'a str> {
    let (name, actions) = moves.split_once([':', '\t', ';', '='])?;
    let is_played = way.play_line(actions).is_ok() && !way.by_hand.is_empty();
    is_played.then(|| name.trim())
}
