//! Information that a seat must not read. Scenes are made for a seat from the beginning; all else that an event says of
//! another seat is taken out of it, unless the game says that it is public.

use crate::Verdict;
use crate::games::Seat;
use crate::scenes::Secret;
use serde_json::{Value, json};

/// Takes all that `seat` must not read out of an event. `secret` is the text that others hear in place of the action
/// that was played, if there is one. The words of a fault go too, as long as there is no verdict.
pub(crate) fn take_out(event: &mut Value, seat: Seat, secret: Option<Secret>, verdict: Option<&Verdict>) {
    let is_own = event["seat"] == json!(seat.0);
    match event["event"].as_str().unwrap_or_default() {
        "asked" if !is_own => event["question"] = json!(""),
        "moved" if !is_own => {
            if let Some(secret) = secret {
                event["action"] = json!(secret.word);
            }
            event["log"] = json!([]);
        }
        "fault" if !is_own => {
            for key in ["question", "answer"] {
                event[key] = json!("");
            }
            if verdict.is_none() {
                event["detail"] = json!("");
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

    const FLEET: Secret = Secret::new("fleet", "places its fleet");

    fn seen_by(event: &Value, seat: u8, secret: Option<Secret>) -> Value {
        let mut event = event.clone();
        take_out(&mut event, Seat(seat), secret, None);
        event
    }

    #[test]
    fn a_seat_reads_no_secret_action_and_no_log_but_its_own() {
        let fleet =
            json!({ "event": "moved", "seat": 1, "action": "5a@0,0 4a@0,1", "log": ["mine are at 0,0"] });
        let shot = json!({ "event": "moved", "seat": 1, "action": "3,4", "log": [] });
        let hidden = json!({ "event": "moved", "seat": 1, "action": "fleet", "log": [] });
        assert_eq!(seen_by(&fleet, 0, Some(FLEET)), hidden);
        assert_eq!(seen_by(&fleet, 1, Some(FLEET)), fleet);
        assert_eq!(seen_by(&shot, 0, None), shot);
        let asked = json!({ "event": "asked", "seat": 1, "question": "....", "function": "take-turn" });
        assert_eq!(seen_by(&asked, 0, None)["question"], "");
    }

    #[test]
    fn a_fault_in_a_match_that_goes_on_says_nothing_of_the_other_side() {
        let fault = json!({ "event": "fault", "seat": 1, "detail": "two cards are the ace", "question": "A K", "answer": "A", "log": ["A K"] });
        let seen = seen_by(&fault, 0, None);
        assert!(!seen.to_string().contains('A') && !seen.to_string().contains("ace"), "{seen}");
        assert_eq!(seen_by(&fault, 1, None), fault);
        let mut last = fault;
        take_out(&mut last, Seat(0), None, Some(&Verdict::Forfeit(vec![1, 2])));
        assert_eq!((&last["detail"], &last["question"]), (&json!("two cards are the ace"), &json!("")));
    }
}
