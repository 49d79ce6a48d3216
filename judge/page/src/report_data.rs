//! Published results into what is drawn of them.

use judge_core::results::{ContestantPart, Evidence};
use judge_drawing::{Contestant, FirstFault, InMatch, NotPlaying, Results, TournamentFacts};
use judge_play::text::sanitize;

use crate::published::Published;

/// The facts that a page takes as they are given.
pub(crate) fn tournament_facts(published: &Published) -> TournamentFacts {
    let manifest = &published.manifest;
    let tournament = &manifest.tournament;
    let left_out = published.left_out.iter();
    let places = |names: &[String]| names.iter().filter_map(|name| published.index(name)).collect();
    TournamentFacts {
        title: tournament.title.clone(),
        game: tournament.game.clone(),
        url: published.url.clone(),
        phases: manifest.phases(),
        champions: places(manifest.named_first()[0]),
        seeding: places(manifest.named_first()[1]),
        byes: tournament.byes.clone(),
        seats: tournament.seats,
        team_best: tournament.team_best,
        settings: manifest.rules.clone(),
        limits: manifest.limits.clone(),
        tournament_file: sanitize(&tournament.file),
        tournament_sha256: sanitize(&tournament.sha256),
        tournament_seed: tournament.seed.clone(),
        judge: sanitize(&manifest.judge),
        engine_version: sanitize(&manifest.engine),
        contestants: manifest.contestant.iter().map(|bot| contestant(published, bot)).collect(),
        left_out: left_out
            .map(|row| NotPlaying { name: row.contestant.0.clone(), reason: row.reason.0.clone() })
            .collect(),
        left_off: published.left_off.clone(),
        why_not: published.game.why_not.to_owned(),
        has_bots: published.bots.iter().any(Option::is_some),
    }
}

fn contestant(published: &Published, bot: &ContestantPart) -> Contestant {
    let row = published.rows.iter().find(|row| row.contestant.0 == bot.name);
    Contestant {
        name: bot.name.clone(),
        called: row.map_or_else(|| bot.calls_itself.clone(), |row| row.name.0.clone()),
        display_name: row.map(|row| row.name.0.clone()).filter(|name| *name != bot.calls_itself),
        team: bot.team.as_deref().map(sanitize),
        board: bot.board,
        sha256: sanitize(&bot.sha256),
        fuel_per_turn: bot.terms.fuel_per_turn,
        options: bot.terms.options.clone(),
    }
}

/// What each game is in its match of a knockout, by its place in the list; nothing for one that is of none.
#[must_use]
pub fn in_matches(published: &Published) -> Vec<Option<InMatch>> {
    judge_drawing::in_matches(&tournament_facts(published), &results(published))
}

/// The published results of the games.
pub(crate) fn results(published: &Published) -> Results {
    Results {
        standings: published.rows.clone(),
        phases: published.ends.clone(),
        games: published.games.clone(),
        seats: published.seats.clone(),
        faults: published.faults.iter().filter_map(|evidence| fault(published, evidence)).collect(),
    }
}

/// The evidence of a fault; a stalled machine has no evidence.
///
/// Of a game that the page doesn't play with its bots it says neither the answer nor the log: no page could check these.
fn fault(published: &Published, evidence: &Evidence) -> Option<FirstFault> {
    let mut fault = evidence.what.fault()?.clone();
    let number = evidence.game.number;
    if number.checked_sub(1).is_some_and(|place| published.recordings.contains_key(&place)) {
        fault.answer = None;
        fault.log.clear();
    }
    Some(FirstFault {
        contestant: evidence.contestant.clone().unwrap_or_default(),
        game: number,
        table: evidence.bot.iter().map(|bot| bot.name.clone()).collect(),
        fault,
    })
}
