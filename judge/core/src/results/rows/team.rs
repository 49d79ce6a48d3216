//! `teams.csv`: a row for each team.

use judge_rating::{Standing, by_matches, teams};
use serde::Serialize;

use super::{List, Text};
use crate::results::pairs::{PairTally, Pairs};
use crate::tournament::Tournament;

/// A team in the standings of teams.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TeamRow {
    /// Place, from 1.
    pub rank: usize,
    /// Its name.
    pub team: Text,
    /// Where teams meet on boards: 2 for each match won and 1 for each drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_points: Option<u64>,
    /// The points of those of its members that count.
    pub points: u64,
    /// Its members that count, those with most points first.
    pub counted: List<String>,
    /// Its other members.
    pub others: List<String>,
}

/// The standings of the teams, in order.
pub(crate) fn team_rows(tournament: &Tournament, standings: &[Standing], pairs: &Pairs) -> Vec<TeamRow> {
    let contestant = |place: usize| &tournament.contestants[standings[place].entrant.0];
    let rows = standings.iter().enumerate();
    let rows = rows.map(|(place, standing)| (contestant(place).team.as_deref(), standing.points));
    let names = |places: Vec<usize>| {
        List(places.into_iter().map(|place| contestant(place).name.to_string()).collect())
    };
    let row = |(rank, team): (usize, judge_rating::Team<'_>)| TeamRow {
        rank,
        team: Text(team.name.to_owned()),
        match_points: team.match_points,
        points: team.points,
        counted: names(team.counted),
        others: names(team.others),
    };
    let mut teams = teams(rows, tournament.team_best);
    if tournament.has_boards() {
        let against = |one: usize, other: usize| pairs.of(standings[one].entrant, standings[other].entrant);
        let against = |one, other| against(one, other).map_or(0, PairTally::points);
        by_matches(&mut teams, |place| contestant(place).board, against, tournament.rounds);
    }
    (1..).zip(teams).map(row).collect()
}
