//! What the games of a tournament have in common, and what stands out of them.

use std::collections::BTreeMap;

use judge_play::text::sanitize;
use judge_rating::EntrantId;
use judge_rating::phases::{End, Match, Phase, Stage, Why};
use judge_rating::rows::{GameRow, ResultRow};

use crate::crosstable::PairResults;
use crate::words::{many, name_of, thousands};
use crate::{Results, TournamentFacts};

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
pub(crate) fn endings(results: &Results) -> Vec<(String, String)> {
    let mut endings: BTreeMap<String, u64> = BTreeMap::new();
    for game in &results.games {
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
pub(crate) fn portraits(results: &Results, crosstable: &[Vec<PairResults>]) -> Vec<Portrait> {
    let places = results.places();
    // Whoever is out had bests only against walkovers.
    let portrait = |(row, cells): (&ResultRow, &Vec<PairResults>)| {
        if row.is_out() { Portrait::default() } else { opponents(cells) }
    };
    let mut portraits: Vec<Portrait> = results.standings.iter().zip(crosstable).map(portrait).collect();
    for game in &results.games {
        let most = game.points.0.iter().max().copied().unwrap_or(0);
        for (contestant, _) in game.ids.iter().zip(&game.points.0).filter(|(_, points)| **points < most) {
            if let Some(&place) = places.get(contestant).filter(|_| game.is_played()) {
                portraits[place].first_lost.get_or_insert(game.game);
            }
        }
    }
    for seat in &results.seats {
        let (Some(&place), Some(fuel)) = (places.get(&seat.id), seat.fuel_per_turn_max) else { continue };
        if portraits[place].dearest.is_none_or(|(_, most)| fuel > most) {
            portraits[place].dearest = Some((seat.game, fuel));
        }
    }
    portraits
}

fn opponents(row: &[PairResults]) -> Portrait {
    let met = || (0..row.len()).filter(|place| row[*place].games() > 0);
    let share = |place: usize| (u64::from(row[place].points()) << 32) / u64::from(2 * row[place].games());
    let best = met().max_by_key(|&place| (share(place), std::cmp::Reverse(place)));
    let worst = met().min_by_key(|&place| (share(place), place));
    Portrait { best, worst, ..Portrait::default() }
}

/// What the tournament was, in one line.
pub(crate) fn line(facts: &TournamentFacts, results: &Results) -> String {
    let played = results.games.iter().filter(|game| game.is_played()).count();
    let contestants = many(results.standings.len() as u64, "bot");
    let table = if facts.seats > 2 { format!(", {} at a table", facts.seats) } else { String::new() };
    let all = results.games.iter().filter(|game| game.outcome != "bye").count();
    let games = if played == all {
        many(all as u64, "game")
    } else {
        format!("{} of {} played", thousands(played as u64), many(all as u64, "game"))
    };
    format!("{}, {contestants}{table}, {games}.", name_of(&facts.game))
}

/// Who won the tournament, in a sentence; nothing if nobody did.
pub(crate) fn headline(facts: &TournamentFacts, results: &Results) -> String {
    let name = |row: &Made| facts.contestants[row.contestant.0].public_name();
    let first = results.standings.iter().find(|row| row.status == "ranked");
    let Some(winner) = first.filter(|row| row.played > 0) else { return String::new() };
    let (phase, end) = (facts.phases.last(), results.phases.last());
    if let Some(end) = end.filter(|end| !end.matches.is_empty()) {
        return the_final(facts, winner, final_of(end));
    }
    let made = made(facts, results);
    let [first, others @ ..] = &made[..] else { return String::new() };
    let second = others.first();
    let wins = format!("{} wins", name(first));
    if let Some(phase) = phase.filter(|phase| phase.groups > 1) {
        return format!("{wins}, the best of {} groups.", phase.groups);
    }
    if second.is_some_and(|second| second.place == first.place) {
        let equal: Vec<&str> = made.iter().filter(|row| row.place == first.place).map(name).collect();
        let others = equal.len().saturating_sub(SHARING_SHOWN) as u64;
        let others = if others == 0 { String::new() } else { format!(" and {} more", thousands(others)) };
        let equal = equal[..equal.len().min(SHARING_SHOWN)].join(", ") + &others;
        return format!("First place is shared by {equal}, with {} each.", many(first.points, "point"));
    }
    if phase.is_some_and(Phase::is_by_game) {
        let share = |row: &Made| share(facts, row.points, row.played);
        let ahead = second.map(|second| match (share(first), share(second)) {
            (best, next) if best > next => format!(", ahead of {} with {next:.1} %", name(second)),
            _ => format!(", as much as {}", name(second)),
        });
        let result = format!("{:.1} % of the points", share(first));
        return format!("{wins} with {result}{}.", ahead.unwrap_or_default());
    }
    let ahead = second.map(|second| match first.points.saturating_sub(second.points) {
        0 => format!(", as many as {}", name(second)),
        lead => format!(", {} ahead of {}", thousands(lead), name(second)),
    });
    let (all, ahead) = (many(first.points, "point"), ahead.unwrap_or_default());
    // Few games are played in a Swiss, so chance decides more than elsewhere.
    let all_places = (1, results.standings.len());
    let sure = winner
        .rank_low
        .zip(winner.rank_high)
        .filter(|places| phase.is_some_and(Phase::is_by_rounds) && *places != all_places);
    let sure = sure.map(|(low, high)| {
        let to = if low == high { String::new() } else { format!("\u{2013}{high}") };
        format!(" By the ratings its place is {low}{to}, with 95 % certainty.")
    });
    format!("{wins} with {all}{ahead}.{}", sure.unwrap_or_default())
}

/// What a contestant has made in the last phase.
struct Made {
    contestant: EntrantId,
    place: usize,
    points: u64,
    played: u64,
}

/// Those who are still in, as the last phase has them in order: of one phase the standings say it.
fn made(facts: &TournamentFacts, results: &Results) -> Vec<Made> {
    let made = |contestant, place, points, played| Made { contestant, place, points, played };
    if let Some(end) = results.phases.last().filter(|_| facts.phases.len() > 1) {
        let rows = end.rows.iter().filter(|row| !row.is_out);
        return rows.map(|row| made(row.contestant, row.place, row.points, row.played)).collect();
    }
    let rows = results.standings.iter().filter(|row| row.status == "ranked");
    rows.map(|row| made(row.id, row.rank.unwrap_or_default(), row.points, row.played)).collect()
}

/// The most contestants who share the first place that are named; the others are counted.
const SHARING_SHOWN: usize = 10;

/// The match that decided who won a bracket, if it is decided.
fn final_of(end: &End) -> Option<&Match> {
    let is_final = |found: &&Match| [Stage::FINAL, Stage::SecondFinal].contains(&found.name.stage);
    end.matches.iter().rev().find(is_final).filter(|found| found.group == 0)
}

/// The points of a match, those of a side first.
fn score(found: &Match, at: usize) -> String {
    let points = found.points();
    format!("{}\u{2013}{}", thousands(points[at]), thousands(points[1 - at]))
}

/// How a contestant came to its place, in a sentence: in a bracket its points would contradict that.
pub(crate) fn tale(facts: &TournamentFacts, results: &Results, row: &ResultRow) -> String {
    let Some(end) = results.phases.last().filter(|end| !end.matches.is_empty()) else {
        let made = made(facts, results).into_iter().find(|made| made.contestant == row.id);
        return match made.filter(|_| facts.phases.len() > 1) {
            Some(made) => format!("{} in the last phase.", many(made.points, "point")),
            None if row.played == 0 => String::new(),
            None => {
                format!("{} of {} won, {}.", thousands(row.won), many(row.played, "game"), result(facts, row))
            }
        };
    };
    let at = |found: &Match| found.sides.iter().position(|side| *side == row.id);
    if let Some((last, at)) = final_of(end).and_then(|last| Some((last, at(last)?))) {
        return match (last.winning_side() == Some(at), last.why) {
            (_, None) => "In the final.".into(),
            (true, Some(Why::Seeding)) => format!("Won the final by seeding after {}.", score(last, at)),
            (true, Some(Why::Points | Why::Extra)) => format!("Won the final {}.", score(last, at)),
            (true, _) => "Won the final.".into(),
            (false, _) => "Lost the final.".into(),
        };
    }
    let third = end.matches.iter().find(|found| found.name.stage == Stage::ThirdPlace);
    match third.and_then(|third| Some((third, at(third)?))) {
        Some((third, at)) if third.winning_side() == Some(at) => {
            let beaten = facts.contestants[third.sides[1 - at].0].public_name();
            format!("Third: beat {beaten} {}.", score(third, at))
        }
        _ if row.rank == Some(3) => "Third.".into(),
        _ => String::new(),
    }
}

/// Who won the final of a knockout, against whom, and how.
fn the_final(facts: &TournamentFacts, first: &ResultRow, last: Option<&Match>) -> String {
    let name = |id: EntrantId| facts.contestants[id.0].public_name();
    let at = |last: &Match| {
        let at = last.sides.iter().position(|side| *side == first.id);
        at.filter(|_| last.winning_side() == at)
    };
    let Some((last, at)) = last.and_then(|last| Some((last, at(last)?))) else {
        return format!("{} wins the knockout.", name(first.id));
    };
    let score = score(last, at);
    let how = match last.why {
        Some(Why::Disqualified | Why::BothDisqualified) => ", which is disqualified".into(),
        Some(Why::Seeding) => format!(" by seeding after {score}"),
        _ => format!(", {score}"),
    };
    format!("{} wins the final against {}{how}.", name(first.id), name(last.sides[1 - at]))
}

/// What a contestant has made: its points, or its share of them where not all play as many games.
pub(crate) fn result(facts: &TournamentFacts, row: &ResultRow) -> String {
    match &facts.phases[..] {
        [only] if only.is_by_game() => {
            format!("{:.1} % of the points", share(facts, row.points, row.played))
        }
        [.., of] if of.is_knockout() => format!("{} of {} won", thousands(row.won), many(row.played, "game")),
        _ => many(row.points, "point"),
    }
}

/// The share of the points that a contestant could have made, in per cent.
#[allow(clippy::cast_precision_loss, reason = "points are counted to some millions")]
fn share(facts: &TournamentFacts, points: u64, played: u64) -> f64 {
    let most = 2 * (facts.seats as u64 - 1) * played;
    100.0 * points as f64 / most.max(1) as f64
}

#[cfg(test)]
mod tests;
