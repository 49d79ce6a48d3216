//! The words for a contestant's status and a game's end, the same everywhere.

use judge_play::{Fault, Verdict, verdict};

use crate::{Disqualified, EntrantId, GameResult, Scored, Status};

/// A contestant's status in one word.
#[must_use]
pub fn status(status: &Status) -> &'static str {
    match status {
        Status::Ranked => "ranked",
        Status::Disqualified { .. } | Status::Excluded => "disqualified",
    }
}

/// The reason for a contestant's status; empty if it is simply ranked.
#[must_use]
pub fn reason(status: &Status) -> String {
    match status {
        Status::Ranked => String::new(),
        Status::Excluded => "excluded by the organiser".to_owned(),
        Status::Disqualified { game, fault } => format!("game {game}: {fault}"),
    }
}

/// The outcome of a game in one word.
pub(crate) fn outcome(result: &GameResult) -> &'static str {
    match result {
        GameResult::Walkover => "walkover",
        GameResult::Unplayed => "unplayed",
        GameResult::Bye => "bye",
        GameResult::Played(record) => match &record.verdict {
            Verdict::Decided(_) => "decided",
            Verdict::Forfeit(_) => "forfeit",
            Verdict::Void(_) => "void",
        },
    }
}

/// The reason for the end of a game, with the players that are disqualified.
pub(crate) fn why<'a>(
    scored: &Scored<'_>,
    name: impl Fn(EntrantId) -> &'a str,
    disqualified: &Disqualified,
) -> String {
    let name = |seat: usize| name(scored.seating[seat]);
    let mut reasons = Vec::new();
    if let GameResult::Played(record) = scored.result {
        let words = |fault: &Fault| format!("{}: {fault}", name(fault.seat.index()));
        reasons.extend(record.faults.iter().map(words));
        match &record.verdict {
            Verdict::Decided(outcome) => reasons.push(verdict::words(outcome.ending).to_owned()),
            Verdict::Forfeit(_) => {}
            Verdict::Void(void) => reasons.push(void.detail.clone()),
        }
    }
    let disqualified = (0..scored.seating.len()).filter(|&seat| disqualified.has(scored.seating[seat]));
    reasons.extend(disqualified.map(|seat| format!("{} is disqualified", name(seat))));
    reasons.join("; ")
}

/// A rating without decimals, and with the sign that is as wide as a digit.
#[must_use]
pub fn whole(number: f64) -> String {
    let text = format!("{:.0}", number.abs());
    if number < 0.0 && text != "0" { format!("\u{2212}{text}") } else { text }
}

/// The interval of a rating, or what the rating is at least or at most; empty if nothing is known.
#[must_use]
pub fn interval(low: Option<f64>, high: Option<f64>) -> String {
    match (low, high) {
        (Some(low), Some(high)) => format!("{} … {}", whole(low), whole(high)),
        (Some(low), None) => format!("≥ {}", whole(low)),
        (None, Some(high)) => format!("≤ {}", whole(high)),
        (None, None) => String::new(),
    }
}

/// A rating as people know them: the mean of all is 1500 points of Elo.
#[must_use]
pub fn rating(elo: f64) -> f64 {
    const MEAN: f64 = 1_500.0;
    MEAN + elo
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn ratings_below_zero_have_a_minus_sign() {
        assert_eq!([12.4, -12.6, -0.2].map(whole), ["12", "\u{2212}13", "0"]);
    }
}
