//! The messages of the page. It is the page of this process, but nothing in them is believed.

use judge_play::games::Seat;
use judge_play::page_game::{NotDone, PageGame};
use judge_play::{Line, LineText, Rules};
use serde::Deserialize;
use serde_json::{Value, json};

/// One message of the page: changes, and then events until the game rests.
#[derive(Deserialize)]
pub(crate) struct PageMessage {
    /// Comes back with each event.
    pub(crate) id: u64,
    /// A new game.
    line: Option<LineText>,
    /// The seat through whose eyes the game is seen; none if everything is to be seen.
    pub(crate) viewpoint: Option<u8>,
    #[serde(default)]
    changes: Vec<Vec<Value>>,
}

/// A change to the line, or to the match.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Change {
    /// A person's action.
    Act(String),
    /// Forget everything from a turn on.
    TakeBack(u32),
    /// Another action on a turn.
    Fork(u32, String),
    /// A bot takes a seat.
    GiveToBot(u8, usize),
    /// A person takes a seat, from a turn on.
    GiveToPerson(u8, u32),
    /// Play on without sending events.
    PlayTo(u32),
}

impl PageMessage {
    /// The new game, if one is wanted; `bots` is how many there are.
    pub(crate) fn new_game(&self, rules: &Rules, bots: usize) -> Result<Option<Line>, NotDone> {
        let Some(text) = &self.line else { return Ok(None) };
        // The limits are those of the table, whatever the page says.
        let (line, _) = text.clone().parse(rules.file())?;
        if line.rules != *rules || line.seats.iter().any(|seat| seat.bot >= Some(bots)) {
            return Err("these are not the seats and bots of this table".into());
        }
        Ok(Some(line))
    }

    /// The changes, each of which was a list with its name first.
    pub(crate) fn changes(&self) -> Result<Vec<Change>, NotDone> {
        let changes: Option<Vec<Change>> = self.changes.iter().map(|change| parse(change)).collect();
        changes.ok_or_else(|| "this change cannot be read".into())
    }
}

fn parse(change: &[Value]) -> Option<Change> {
    let (name, values) = change.split_first()?;
    let content = if let [value] = values { value.clone() } else { json!(values) };
    serde_json::from_value(json!({ name.as_str()?: content })).ok()
}

impl Change {
    /// Changes a table that has so many bots at hand.
    pub(crate) fn apply(&self, game: &mut PageGame<'_>, bots: usize) -> Result<(), NotDone> {
        match self {
            Self::Act(action) => game.act(action),
            Self::TakeBack(turn) => game.take_back(*turn),
            Self::Fork(turn, action) => game.fork(*turn, action),
            Self::GiveToBot(_, bot) if *bot >= bots => Err("there is no such bot".into()),
            Self::GiveToBot(seat, bot) => game.give_to_bot(Seat(*seat), *bot),
            Self::GiveToPerson(seat, turn) => game.give_to_person(Seat(*seat), *turn),
            Self::PlayTo(turns) => game.play_to(*turns as usize),
        }
    }
}

#[cfg(test)]
mod tests {
    use judge_play::{SeatLine, Seed};
    use judge_sandbox::Limits;

    use super::*;

    #[test]
    fn a_change_is_a_list_with_its_name_first() {
        let parse = |change: Value| parse(change.as_array().expect("it is a list"));
        assert_eq!(parse(json!(["take-back", 3])), Some(Change::TakeBack(3)));
        assert_eq!(parse(json!(["fork", 3, "a1"])), Some(Change::Fork(3, "a1".into())));
        assert_eq!(parse(json!(["act", "a1"])), Some(Change::Act("a1".into())));
        for wrong in [json!([]), json!([3]), json!(["act"]), json!(["fork", -1, "a1"]), json!(["load", 1])] {
            assert!(parse(wrong.clone()).is_none(), "{wrong}");
        }
    }

    #[test]
    fn a_new_game_has_the_seats_and_bots_of_the_table() {
        let rules = Rules::new("othello", []).expect("they are valid");
        let new = |line: &LineText| {
            let message = json!({ "id": 1, "line": line, "viewpoint": null });
            let message: PageMessage = serde_json::from_value(message).expect("it can be read");
            message.new_game(&rules, 1)
        };
        let right = Line::new(rules.clone(), Seed(5), vec![SeatLine::person(), SeatLine::bot(0)]);
        let text = LineText::of(&right, &Limits::default());
        assert_eq!(new(&text), Ok(Some(right)));
        let seated = |seats: Vec<SeatLine>| LineText { seats, ..text.clone() };
        let size = [("size".to_owned(), "4".to_owned())];
        for wrong in [
            seated(vec![SeatLine::person()]),
            seated(vec![SeatLine::bot(1), SeatLine::bot(0)]),
            LineText { order: 2, ..text.clone() },
            LineText { opening_plies: u32::MAX, ..text.clone() },
            LineText { seed: "x".into(), ..text.clone() },
            LineText { settings: size.into(), ..text.clone() },
        ] {
            assert!(new(&wrong).is_err(), "{wrong:?}");
        }
    }
}
