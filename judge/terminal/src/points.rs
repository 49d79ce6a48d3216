//! Turning points as text.

use std::fmt::Display;

use judge_core::game::{Fate, TurningPoints};
use judge_play::text::{count, many};

use crate::ink::{Ink, InkRow};

/// The most winning actions of a turn that are listed.
const LISTED_MAX: usize = 10;

/// The results of other actions, turn by turn, and the last turn on which one wins. `seat` is the name of the player,
/// `opponents` the names of its opponents.
#[must_use]
pub fn rows(points: &TurningPoints, seat: &str, opponents: &str) -> Vec<InkRow> {
    let mut rows = vec![InkRow::text(format!("What other actions of {seat} come to, the last turn first:"))];
    let line = |[turn, played, others, won, drawn, lost]: [&dyn Display; 6]| {
        format!("{turn:>5} {played:<8} {others:>6} {won:>5} {drawn:>5} {lost:>5}  ")
    };
    let head = line([&"move", &"played", &"others", &"win", &"draw", &"lose"]);
    rows.push(InkRow::new().with(Ink::Faint, head + "these win"));
    for turn in &points.turns {
        let [wins, draws, losses] = [Fate::Won, Fate::Drawn, Fate::Lost].map(|fate| turn.that(fate).count());
        let mut list = turn.that(Fate::Won).take(LISTED_MAX).collect::<Vec<_>>().join(" ");
        if wins > LISTED_MAX {
            list.push_str(" …");
        }
        let text = line([&(turn.turn + 1), &turn.played, &turn.others.len(), &wins, &draws, &losses]);
        rows.push(InkRow::text(text).with(Ink::Choice, list));
    }
    let left = match points.turns_left {
        0 => String::new(),
        turns => format!("; {} before were not looked at, raise --games-max", count(turns as u64, "turn")),
    };
    rows.push(InkRow::new().with(Ink::Faint, format!("{} played{left}", many(points.games, "game"))));
    rows.push(InkRow::new());
    rows.push(InkRow::new().with(Ink::Strong, conclusion(points, seat, opponents)));
    rows
}

fn conclusion(points: &TurningPoints, seat: &str, opponents: &str) -> String {
    match points.last() {
        Some(turn) => {
            let or = turn.that(Fate::Won).take(5).collect::<Vec<_>>().join(" or ");
            let (number, played) = (turn.turn + 1, &turn.played);
            format!(
                "The turning point is move {number}: {seat} played {played}, and {or} wins against {opponents}."
            )
        }
        None if points.turns_left > 0 => {
            format!("On none of these turns another action of {seat} wins against {opponents}.")
        }
        None => {
            format!("There is no turning point: no single other action of {seat} wins against {opponents}.")
        }
    }
}

#[cfg(test)]
mod tests {
    use judge_core::game::OtherActions;

    use super::*;

    #[test]
    fn the_last_turn_with_a_winning_action_is_named() {
        let turn = |turn, others: &[(&str, Fate)]| OtherActions {
            turn,
            played: "a1".into(),
            others: others.iter().map(|(action, fate)| ((*action).to_owned(), *fate)).collect(),
        };
        let turns = vec![turn(6, &[("b1", Fate::Lost)]), turn(4, &[("c1", Fate::Won), ("d1", Fate::Drawn)])];
        let points = TurningPoints { turns, games: 3, turns_left: 0 };
        let text: Vec<String> = rows(&points, "black (x)", "y").iter().map(InkRow::plain).collect();
        assert_eq!(text[2], "    7 a1            1     0     0     1");
        assert_eq!(text[3], "    5 a1            2     1     1     0  c1");
        assert_eq!(text[4], "3 games played");
        assert_eq!(text[6], "The turning point is move 5: black (x) played a1, and c1 wins against y.");
        let none = TurningPoints { turns: Vec::new(), ..points };
        let last = rows(&none, "black (x)", "y").pop().expect("there is a row").plain();
        assert!(last.starts_with("There is no turning point"));
    }
}
