//! Positions that break bots: a game's rules in, lists of actions that lead there out.
//!
//! They are found in games of random actions: nearly full boards, a single legal action, wins and losses at the
//! next action. A game that knows better says itself which positions they are.

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;

use judge_play::contract::Contract;
use judge_play::games::{Game, Seat};
use judge_play::opening::replayed_position::ReplayedPosition;
use judge_play::opening::{Unplayable, WayReader};
use judge_play::scenes::{Shown, Trial};
use judge_play::text::display_name;
use judge_play::{Rules, Seed, VoidCause, for_game};

use judge_core::error::{Error, Mistake};
use judge_core::file::{self, Links};

/// Games of random actions that are searched.
const GAMES_SEARCHED: u64 = 12;
/// Positions of each kind.
const OF_A_KIND: usize = 2;
/// Positions with the most legal actions.
const WIDE: usize = 8;
/// The last positions of a game, in which is looked for its end.
const LAST: usize = 8;
/// The most positions in a file of a person's own.
const POSITIONS_MAX: usize = 1_000;

/// A position, and the actions that lead there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The special feature of the position.
    pub title: String,
    /// The position that the game begins at, in brackets, if not at its own start.
    pub opening: Option<String>,
    /// The actions, by the number of actions before them; forced ones are left out.
    pub by_hand: BTreeMap<u32, String>,
    /// The seat to move.
    pub to_move: Seat,
}

/// The positions of a game that break bots.
///
/// # Errors
/// If the game is broken, or the machine cannot run it.
pub(super) fn hard(rules: &Rules) -> Result<Vec<Position>, Error> {
    for_game!(rules, params, G => hard_for::<G>(&G::for_one_match(params)))
}

/// The positions with the most legal actions in games of random actions, one of each game, the widest first: a bot that
/// searches thinks longest there.
///
/// # Errors
/// If the game is broken, or the machine cannot run it.
pub(super) fn wide(rules: &Rules) -> Result<Vec<Position>, Error> {
    for_game!(rules, params, G => wide_for::<G>(&G::for_one_match(params)))
}

fn wide_for<G: Contract>(params: &G::Params) -> Result<Vec<Position>, Error> {
    let mut found: Vec<(usize, Position)> = Vec::new();
    for number in 0..GAMES_SEARCHED {
        let mut widest = None;
        random_game::<G>(params, Seed(number).derive(&["check", "wide"]), |legal, _, way| {
            // All games begin alike.
            let least = widest.as_ref().map_or(1, |(most, _)| *most);
            if legal > least && way.turns > 0 {
                let title = format!("{legal} legal actions, one turn");
                widest = here(way, &title).map(|position| (legal, position)).or(widest.take());
            }
        })?;
        found.extend(widest.filter(|new| !found.contains(new)));
    }
    found.sort_by_key(|(legal, _)| std::cmp::Reverse(*legal));
    Ok(found.into_iter().map(|(_, position)| position).take(WIDE).collect())
}

fn hard_for<G: Contract + Shown>(params: &G::Params) -> Result<Vec<Position>, Error> {
    let Some(trials) = G::trials(params) else { return searched::<G>(params) };
    let mut reached = Vec::new();
    for Trial { title, actions } in trials {
        let mut way = ReplayedPosition::from(G::start(params));
        for action in actions {
            play_own(&mut way, &action)?;
        }
        reached.extend(here(&way, &title));
    }
    Ok(reached)
}

/// Plays an action that the game itself has named.
fn play_own<G: Contract>(way: &mut ReplayedPosition<G>, action: &G::Action) -> Result<u32, Error> {
    let played = way.play(action).map_err(|rule| rule.to_string());
    is_sound(&way.game)?;
    played.map_err(|rule| {
        let why = format!("{}: it refuses {action}, which it has listed: {rule}", way.game.own_name());
        Error::void(VoidCause::Game, &why)
    })
}

/// Whether a game that is a file has not broken so far.
fn is_sound<G: Contract>(game: &G) -> Result<(), Error> {
    game.trouble().map_or(Ok(()), |(cause, why)| Err(Error::void(cause, &why)))
}

/// The position that a way has led to; nothing if the game is over there.
fn here<G: Game>(way: &ReplayedPosition<G>, title: &str) -> Option<Position> {
    let to_move = way.game.to_move()?;
    Some(Position { title: title.to_owned(), opening: None, by_hand: way.by_hand.clone(), to_move })
}

/// The last positions of a game, each with the number of actions before it.
type LastPositions<G> = VecDeque<(G, u32)>;

/// Positions of games of random actions.
fn searched<G: Contract>(params: &G::Params) -> Result<Vec<Position>, Error> {
    let mut found: BTreeMap<&str, Vec<Position>> = BTreeMap::new();
    for number in 0..GAMES_SEARCHED {
        let (way, last) =
            random_game::<G>(params, Seed(number).derive(&["check"]), |legal, was_forced, way| {
                titles(legal, was_forced).for_each(|title| keep(&mut found, title, here(way, title)));
            })?;
        // Positions that end with the next action are near the games' ends.
        for (game, turns) in last {
            let by_hand = way.by_hand.range(..turns).map(|(turn, action)| (*turn, action.clone())).collect();
            let seen = ReplayedPosition { game, turns, by_hand };
            endings(&seen.game).for_each(|title| keep(&mut found, title, here(&seen, title)));
        }
    }
    Ok(found.into_values().flatten().collect())
}

/// Keeps a position, unless there are enough of its kind.
fn keep<'t>(found: &mut BTreeMap<&'t str, Vec<Position>>, title: &'t str, position: Option<Position>) {
    let of_kind = found.entry(title).or_default();
    if of_kind.len() < OF_A_KIND {
        of_kind.extend(position);
    }
}

/// Plays a game of random actions, and shows each position with the number of legal actions, and of forced ones before it;
/// the whole of it, and its last positions. It ends where the game lists no action.
fn random_game<G: Contract>(
    params: &G::Params,
    seed: Seed,
    mut pass: impl FnMut(usize, u32, &ReplayedPosition<G>),
) -> Result<(ReplayedPosition<G>, LastPositions<G>), Error> {
    let mut way = ReplayedPosition::from(G::start(params));
    let mut last = VecDeque::new();
    let mut was_forced = 0;
    while way.game.to_move().is_some() {
        let legal = way.game.legal();
        if legal.is_empty() {
            break;
        }
        pass(legal.len(), was_forced, &way);
        if last.len() == LAST {
            last.pop_front();
        }
        last.push_back((way.game.clone(), way.turns));
        let lot = seed.derive(&[&way.turns.to_string()]).0 % legal.len() as u64;
        let action = &legal[usize::try_from(lot).expect("it is below a length")];
        was_forced = play_own(&mut way, action)?;
    }
    is_sound(&way.game)?;
    Ok((way, last))
}

/// The special features of a position with so many legal actions, after so many forced ones.
fn titles(legal: usize, was_forced: u32) -> impl Iterator<Item = &'static str> {
    let titles = [
        (was_forced > 0, "after a forced pass"),
        (legal == 1, "a single legal action"),
        (legal == 2, "two legal actions"),
    ];
    titles.into_iter().filter(|(is_so, _)| *is_so).map(|(_, title)| title)
}

/// The ends that a game may reach with the next action.
fn endings<G: Game>(game: &G) -> impl Iterator<Item = &'static str> + use<G> {
    let legal = game.legal();
    let seat = game.to_move().expect("the game goes on").index();
    let ends = legal.iter().filter_map(|action| {
        let mut next = ReplayedPosition::from(game.clone());
        next.play(action).ok()?;
        next.game.outcome()
    });
    let ends: Vec<u8> = ends.map(|outcome| outcome.ranks[seat]).collect();
    let titles = [
        (ends.len() == legal.len(), "the last action of the game"),
        (ends.contains(&1), "a win in one action"),
        (ends.len() < legal.len() && ends.iter().any(|rank| *rank > 1), "an action that loses at once"),
    ];
    titles.into_iter().filter(|(is_so, _)| *is_so).map(|(_, title)| title)
}

/// Reads positions from a person's file: actions in the game's notation, one or several a line, behind a position in
/// brackets or from the start; an empty line ends a position, and a line that begins with `#` is its title.
///
/// # Errors
/// The line with the first action that cannot be played, and why.
pub fn read(file: &Path, rules: &Rules) -> Result<Vec<Position>, Error> {
    let text = file::read_text(file, Links::Follow)
        .map_err(|error| Mistake::in_file(file, format!("the positions cannot be read: {error}")))?;
    // Some editors begin a file so.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    parse(text, rules).map_err(|(line, text)| Mistake::on_line(file, line, text).into())
}

/// Reads positions from text; an error comes with its line.
pub(super) fn parse(text: &str, rules: &Rules) -> Result<Vec<Position>, (usize, String)> {
    for_game!(rules, params, G => parse_for::<G>(text, params))
}

fn parse_for<G: Contract>(text: &str, params: &G::Params) -> Result<Vec<Position>, (usize, String)> {
    let reader = WayReader::<G>::new(params);
    let mut positions = Vec::new();
    let mut title = String::new();
    let mut last = 1;
    // The position that this one begins at, and the way from there.
    let mut open: Option<(Option<String>, ReplayedPosition<G>)> = None;
    for (number, line) in (1..).zip(text.lines().chain([""])) {
        let line = line.trim();
        let mistake = |why: String| (number, why);
        if let Some(comment) = line.strip_prefix('#') {
            title = display_name(comment.trim());
        } else if line.is_empty() {
            let Some((opening, way)) = open.take() else { continue };
            let shown = match std::mem::take(&mut title) {
                title if title.is_empty() => format!("position {}", positions.len() + 1),
                title => title,
            };
            let position = here(&way, &shown).ok_or((last, Unplayable::Over.to_string()))?;
            positions.push(Position { opening, ..position });
            if positions.len() > POSITIONS_MAX {
                let why = format!("there are more than {POSITIONS_MAX} positions; split the file");
                return Err(mistake(why));
            }
        } else if let Some((_, way)) = &mut open {
            if line.starts_with('[') || G::position_of_others(line).is_some() {
                return Err(mistake("leave an empty line before each position".to_owned()));
            }
            way.play_line(line).map_err(|why| mistake(why.to_string()))?;
        } else {
            let begun = reader.way(line).map_err(|why| mistake(why.to_string()))?;
            open = Some((begun.position, begun.way));
        }
        if !line.is_empty() {
            last = number;
        }
    }
    if positions.is_empty() {
        Err((1, "there is no position in it; write the actions that lead there".into()))
    } else {
        Ok(positions)
    }
}
