//! What the games of a tournament have in common, and what stands out of them.

use std::collections::BTreeMap;

use judge_core::results::GameRow;
use judge_play::text::sanitize;

use crate::crosstable::Cell;
use crate::published::Published;

/// The contestant's games that are worth a look.
#[derive(Default)]
pub(crate) struct Portrait {
    /// Whom it did best and worst against, as places in the standings.
    pub(crate) best: Option<usize>,
    pub(crate) worst: Option<usize>,
    /// The first game that it lost.
    pub(crate) first_lost: Option<usize>,
    /// The game in which it thought longest in one turn, and how much fuel that took.
    pub(crate) dearest: Option<(usize, u64)>,
}

/// Why games ended, and how many did so, most first.
pub(crate) fn endings(published: &Published) -> Vec<(String, String)> {
    let mut endings: BTreeMap<String, u64> = BTreeMap::new();
    for game in &published.games {
        *endings.entry(ending(game)).or_default() += 1;
    }
    let mut endings: Vec<_> = endings.into_iter().collect();
    endings.sort_by_key(|(words, games)| (std::cmp::Reverse(*games), words.clone()));
    endings.into_iter().map(|(words, games)| (words, thousands(games))).collect()
}

/// Why a game ended, without the names.
fn ending(game: &GameRow) -> String {
    let last = game.reason.0.rsplit("; ").next().unwrap_or_default();
    match (&*game.outcome, last) {
        ("decided", "repetition") => "drawn by repetition".into(),
        ("decided", "cap") => "at the limit of turns".into(),
        ("decided", _) => "by the rules".into(),
        ("forfeit", _) => {
            let fault = game.reason.0.split(": ").nth(1).unwrap_or_default();
            format!("forfeit: {}", sanitize(fault.split(',').next().unwrap_or_default()))
        }
        ("walkover", _) => "walkover: a contestant was disqualified before".into(),
        (other, _) => other.to_owned(),
    }
}

/// One portrait for each row of the standings.
pub(crate) fn portraits(published: &Published, crosstable: &[Vec<Cell>]) -> Vec<Portrait> {
    let mut portraits: Vec<Portrait> = crosstable.iter().map(|row| opponents(row)).collect();
    for game in &published.games {
        let most = game.points.0.iter().max().copied().unwrap_or(0);
        for (seat, name) in game.seats.0.iter().enumerate() {
            let place = published.rows.iter().position(|row| row.contestant.0 == *name);
            let Some(portrait) = place.map(|place| &mut portraits[place]) else { continue };
            if game.points.0.get(seat).is_some_and(|&points| points < most)
                && !game.transcript_sha256.is_empty()
            {
                portrait.first_lost.get_or_insert(game.game);
            }
        }
    }
    for seat in &published.seats {
        let place = published.rows.iter().position(|row| row.contestant == seat.contestant);
        let (Some(place), Some(fuel)) = (place, seat.fuel_per_turn_max) else { continue };
        let dearest = &mut portraits[place].dearest;
        if dearest.is_none_or(|(_, most)| fuel > most) {
            *dearest = Some((seat.game, fuel));
        }
    }
    portraits
}

fn opponents(row: &[Cell]) -> Portrait {
    let met = || row.iter().enumerate().filter(|(_, cell)| cell.games() > 0);
    let share = |cell: &Cell| (u64::from(2 * cell.won + cell.drawn) << 32) / u64::from(2 * cell.games());
    let best = met().max_by_key(|(place, cell)| (share(cell), std::cmp::Reverse(*place)));
    let worst = met().min_by_key(|(place, cell)| (share(cell), *place));
    Portrait {
        best: best.map(|(place, _)| place),
        worst: worst.map(|(place, _)| place),
        ..Portrait::default()
    }
}

/// What the tournament was, in one line.
pub(crate) fn line(published: &Published) -> String {
    let tournament = &published.manifest.tournament;
    let played = published.games.iter().filter(|game| !game.transcript_sha256.is_empty()).count();
    let contestants = many(published.rows.len() as u64, "contestant");
    let all = published.games.len();
    let games = if played == all {
        format!("{} were played", many(all as u64, "game"))
    } else {
        format!("{} of {} were played", thousands(played as u64), many(all as u64, "game"))
    };
    let games = if all == 1 { games.replace("were", "was") } else { games };
    format!("{} · {contestants} · {games}", name_of(&tournament.game))
}

/// Who won the tournament, in a sentence; nothing if nobody did.
pub(crate) fn headline(published: &Published) -> String {
    let mut ranked = published.rows.iter().filter(|row| row.status == "ranked");
    let Some(first) = ranked.next().filter(|row| row.played > 0) else { return String::new() };
    let points = match ranked.next() {
        Some(second) if first.points > second.points => {
            format!(", {} ahead of {}", thousands(first.points - second.points), second.contestant)
        }
        Some(second) if first.points == second.points => format!(", as many as {}", second.contestant),
        _ => String::new(),
    };
    let (all, games) = (many(first.points, "point"), many(first.played, "game"));
    format!("{} wins with {all} from {games}{points}.", first.contestant)
}

/// A number, set apart by thousands, with a noun.
pub(crate) fn many(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", thousands(number), if number == 1 { "" } else { "s" })
}

/// A rating without decimals, and with the sign that is as wide as a digit.
pub(crate) fn whole(number: f64) -> String {
    let text = format!("{:.0}", number.abs());
    if number < 0.0 && text != "0" { format!("\u{2212}{text}") } else { text }
}

/// A game's name as a heading has it: `connect-four` is Connect four.
pub(crate) fn name_of(game: &str) -> String {
    let game = game.replace('-', " ");
    let mut letters = game.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A number with commas between thousands.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).unwrap_or_default())
        .collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn ratings_below_zero_have_a_minus_sign() {
        assert_eq!([12.4, -12.6, -0.2].map(whole), ["12", "\u{2212}13", "0"]);
    }
}
