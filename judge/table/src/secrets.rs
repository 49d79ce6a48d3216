//! What a seat must not read: where the other fleet lies. All other games hide nothing that matters.

use judge_play::games::Seat;
use serde_json::{Value, json};

/// Whether seats keep something from one another in this game, so that persons must not see everything.
#[must_use]
pub fn are_kept(game: &str) -> bool {
    game == "battleship"
}

/// Takes out of an event what `seat` must not read. Scenes are made for a seat from the beginning.
pub(crate) fn take_out(event: &mut Value, seat: Seat) {
    let is_own = event["seat"] == json!(seat.0);
    match event["event"].as_str().unwrap_or_default() {
        "asked" if !is_own => event["question"] = json!(""),
        "moved" if !is_own => {
            // Only the placing of a fleet says where ships are; a shot is seen by all.
            if event["action"].as_str().is_some_and(|action| action.contains('@')) {
                event["action"] = json!("fleet");
            }
            event["log"] = json!([]);
        }
        "fault" if !is_own => {
            for key in ["question", "answer"] {
                event[key] = json!("");
            }
            event["log"] = json!([]);
        }
        "told" if !event["seats"].as_array().is_some_and(|seats| seats.contains(&json!(seat.0))) => {
            event["text"] = json!("");
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_reads_no_fleet_and_no_log_but_its_own() {
        let fleet =
            json!({ "event": "moved", "seat": 1, "action": "5a@0,0 4a@0,1", "log": ["mine are at 0,0"] });
        let shot = json!({ "event": "moved", "seat": 1, "action": "3,4", "log": [] });
        let seen_by = |event: &Value, seat| {
            let mut event = event.clone();
            take_out(&mut event, Seat(seat));
            event
        };
        assert_eq!(seen_by(&fleet, 0), json!({ "event": "moved", "seat": 1, "action": "fleet", "log": [] }));
        assert_eq!(seen_by(&fleet, 1), fleet);
        assert_eq!(seen_by(&shot, 0), shot);
        let asked = json!({ "event": "asked", "seat": 1, "question": "....", "function": "take-turn" });
        assert_eq!(seen_by(&asked, 0)["question"], "");
    }
}
