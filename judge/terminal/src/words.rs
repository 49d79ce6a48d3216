//! What seats, scores and actions are called, game by game.

use judge_play::games::Seat;

/// What a seat is called.
#[must_use]
pub fn seat(game: &str, seat: Seat) -> String {
    let colours: &[&str] = match game {
        "othello" => &["black", "white"],
        "freedom" => &["white", "black"],
        "gobblet" => &["red", "yellow"],
        _ => &[],
    };
    colours.get(seat.index()).map_or_else(|| format!("seat {seat}"), |colour| (*colour).to_owned())
}

/// What the numbers of a score count.
#[must_use]
pub fn score_unit(game: &str) -> &'static str {
    match game {
        "battleship" => "hits",
        "freedom" => "points",
        "gobblet" => "wins",
        "othello" => "chips",
        _ => "stones",
    }
}

/// A score with what it counts: `1 chip`, `2 chips`.
#[must_use]
pub fn score(game: &str, score: i32) -> String {
    let unit = score_unit(game);
    format!("{score} {}", if score == 1 { unit.trim_end_matches('s') } else { unit })
}

/// What a person who sees the game for the first time is told: what to type, and how to hear of the rest.
#[must_use]
pub fn hint(game: &str) -> String {
    let action = match game {
        "battleship" => "a shot, as in 3,7",
        "freedom" => "a cell, as in 3,0",
        "gobblet" => "a piece that enters, as in L@1,1, or moves, as in 0,1>2,0",
        "othello" => "a square, as in d3",
        _ => "where from and where to, as in 0,0>0,1",
    };
    format!("Type {action}; ? for help, u to take back, q to leave.")
}

/// How a person writes an action.
#[must_use]
pub fn notation(game: &str) -> &'static str {
    match game {
        "battleship" => "Write a shot as column,row, as in 3,7.",
        "freedom" => {
            "Write the cell for your stone as column,row, as in 3,0. Row 0 is at the bottom. It must touch the last stone, unless all cells around that one are taken."
        }
        "gobblet" => {
            "Write size@column,row to enter a piece, as in L@1,1, or column,row>column,row to move one, as in 0,1>2,0. The sizes are S, M, L and X."
        }
        "othello" => {
            "Write the square for your chip, as in d3. It must enclose chips of the other side. Write -- to pass."
        }
        _ => {
            "Write from>to, each as column,row, as in 0,0>0,1. A stone moves to an adjacent square; on another's stone it takes that stone."
        }
    }
}

/// How a person writes a fleet.
pub const FLEET: &str = "Write ships as length, a (across) or d (down), @, column,row of the left or top square, as in 5a@0,0. Write one or more at a time. r places the rest at random; u takes the last one back.";

/// A list as people write it: `a, b and c`.
#[must_use]
pub fn and(items: &[String]) -> String {
    match items {
        [most @ .., last] if !most.is_empty() => format!("{} and {last}", most.join(", ")),
        _ => items.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_called_by_their_colours_where_they_have_one() {
        assert_eq!([seat("othello", Seat(0)), seat("freedom", Seat(0))], ["black", "white"]);
        assert_eq!([score("othello", 1), score("battleship", 2)], ["1 chip", "2 hits"]);
        assert_eq!([seat("gobblet", Seat(1)), seat("stones", Seat(7))], ["yellow", "seat 7"]);
    }

    #[test]
    fn lists_read_well() {
        let list = |items: &[&str]| and(&items.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!([list(&[]), list(&["a"]), list(&["a", "b", "c"])], ["", "a", "a, b and c"]);
    }
}
