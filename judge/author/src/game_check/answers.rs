//! Answers that bots may give: the rules of a game in, answers that were legal somewhere in random games out.

use std::collections::{BTreeMap, BTreeSet};

use judge_play::Seed;
use judge_play::contract::Contract;
use judge_play::file::{FileAction, FileGame, FileRules};
use judge_play::games::Game;
use judge_play::wit::Value;

use super::values::{Dice, any_value};

/// Random games, turns in all of them, and answers that are tried in a turn.
const GAMES: u64 = 8;
const TURNS_MAX: usize = 400;
const TRIED: usize = 80;
/// Answers of one function.
const ANSWERS_MAX: usize = 12;

/// Answers that were legal in some position of a random game, by the contract's function, a few of each.
///
/// A function has none if none was found: then answers are rarer than guesses.
#[must_use]
pub fn legal_answers(rules: &FileRules) -> BTreeMap<String, Vec<Value>> {
    let mut found: BTreeMap<String, BTreeMap<(usize, String), Value>> = BTreeMap::new();
    let mut turns = 0;
    for number in 0..GAMES {
        let seed = Seed(1).derive(&["answers", &number.to_string()]);
        let mut dice = Dice::new(seed);
        let rules = FileGame::for_one_match(rules);
        let mut game = FileGame::start_with(&rules, seed.0);
        while let Some(action) = next(&game, &mut dice, &mut found) {
            turns += 1;
            if turns > TURNS_MAX || game.play(&action).is_err() {
                break;
            }
        }
    }
    let few = |answers: BTreeMap<_, Value>| answers.into_values().take(ANSWERS_MAX).collect();
    found.into_iter().map(|(function, answers)| (function, few(answers))).collect()
}

/// An action at random, after answers were tried; nothing at the end, or if no action is known.
fn next(
    game: &FileGame,
    dice: &mut Dice,
    found: &mut BTreeMap<String, BTreeMap<(usize, String), Value>>,
) -> Option<FileAction> {
    let seat = game.to_move()?;
    if let Some(forced) = game.forced() {
        return Some(forced);
    }
    let mut actions = game.listed().ok()?.unwrap_or_default();
    let has_list = !actions.is_empty();
    let words: Vec<String> = actions.iter().map(ToString::to_string).collect();
    let view = game.view(seat);
    let function = FileGame::question(&view).function;
    let ty =
        game.rules().file().interface.function(function).and_then(|function| function.result.as_ref())?;
    let known = found.entry(function.to_owned()).or_default();
    let mut tried = BTreeSet::new();
    for _ in 0..TRIED {
        if has_list && known.len() >= ANSWERS_MAX {
            break;
        }
        let (text, value) = any_value(ty, &words, dice);
        let answer = (text.len(), text);
        // A game with an interpreter takes a millisecond to say whether it is legal.
        if !tried.insert(answer.clone()) || has_list && known.contains_key(&answer) {
            continue;
        }
        let Ok(action) = FileGame::answer(&view, value.reader()) else { continue };
        if has_list && !actions.contains(&action) || game.clone().play(&action).is_err() {
            continue;
        }
        known.insert(answer, value);
        if !has_list {
            actions.push(action);
        }
    }
    if actions.is_empty() { None } else { Some(actions.swap_remove(dice.below(actions.len()))) }
}
