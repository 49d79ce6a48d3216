//! Games as what was done in them, in few bytes: a game of Battleship takes 125 bytes.
//!
//! All actions stand in one table, the most frequent first. A game is a number for each of its actions, from 1, in
//! seven bits a byte with the lowest first, and a zero at its end. What is left is gzip's work.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use judge_core::game::Recording;
use serde_json::{Value, json};

use crate::letters::compressed;

/// The games of a page, by their place in its list; nothing if there are none.
pub(crate) fn packed(recordings: &BTreeMap<usize, Recording>) -> Value {
    if recordings.is_empty() {
        return Value::Null;
    }
    let actions = actions(recordings);
    let codes: BTreeMap<&str, usize> =
        actions.iter().zip(1..).map(|(&action, code)| (action, code)).collect();
    let mut moves = Vec::new();
    for recording in recordings.values() {
        recording.moves.iter().for_each(|action| write(codes[action.as_str()], &mut moves));
        moves.push(0);
    }
    let with_faults = recordings.iter().filter(|(_, recording)| !recording.faults.is_empty());
    let faults: Vec<Value> = with_faults.map(|(place, recording)| json!([place, recording.faults])).collect();
    let table = json!({
        "games": recordings.keys().collect::<Vec<_>>(),
        "actions": actions,
        "faults": faults,
    });
    json!({ "table": compressed(table.to_string().as_bytes()), "moves": compressed(&moves) })
}

/// All actions, the most frequent first.
fn actions(recordings: &BTreeMap<usize, Recording>) -> Vec<&str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for action in recordings.values().flat_map(|recording| &recording.moves) {
        *counts.entry(action).or_default() += 1;
    }
    let mut actions: Vec<(&str, usize)> = counts.into_iter().collect();
    // Those that are equally frequent stay in the order of their letters, in which gzip finds more to repeat.
    actions.sort_by_key(|&(_, count)| Reverse(count));
    actions.into_iter().map(|(action, _)| action).collect()
}

/// Writes a number with seven bits a byte, the lowest first.
fn write(mut number: usize, to: &mut Vec<u8>) {
    while number > 0x7f {
        to.push(0x80 | u8::try_from(number & 0x7f).expect("it has seven bits"));
        number >>= 7;
    }
    to.push(u8::try_from(number).expect("it has seven bits"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_seven_bits_a_byte() {
        let written = |number| {
            let mut bytes = Vec::new();
            write(number, &mut bytes);
            bytes
        };
        assert_eq!([written(1), written(127)], [[1], [127]]);
        assert_eq!([written(128), written(300)], [[0x80, 1], [0xac, 2]]);
    }

    #[test]
    fn the_most_frequent_actions_have_the_smallest_numbers() {
        let recording = |moves: &[&str]| Recording {
            moves: moves.iter().map(|&action| action.to_owned()).collect(),
            faults: Vec::new(),
        };
        let recordings = BTreeMap::from([(0, recording(&["c", "b"])), (4, recording(&["b", "a"]))]);
        assert_eq!(actions(&recordings), ["b", "a", "c"]);
        assert_eq!(packed(&BTreeMap::new()), Value::Null);
    }
}
