//! Teams: the standings of contestants in, those of their teams out, also of teams that meet on boards.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use crate::Round;

/// A team in the standings of teams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team<'a> {
    /// Its name.
    pub name: &'a str,
    /// Where teams meet on boards: 2 for each match won and 1 for each drawn.
    pub match_points: Option<u64>,
    /// The points of those of its members that count.
    pub points: u64,
    /// Its members that count, by their places in the standings, from 0; those with most points first.
    pub counted: Vec<usize>,
    /// Its other members.
    pub others: Vec<usize>,
}

/// The teams in order: by the points of so many of their members, of all if there is no limit, and of equals by their
/// best placed members. `standings` has the team and the points of each contestant, in order.
#[must_use]
pub fn teams<'a>(
    standings: impl Iterator<Item = (Option<&'a str>, u64)>,
    best: Option<u32>,
) -> Vec<Team<'a>> {
    let mut members: BTreeMap<&str, Vec<(Reverse<u64>, usize)>> = BTreeMap::new();
    for (place, (team, points)) in standings.enumerate() {
        if let Some(team) = team {
            members.entry(team).or_default().push((Reverse(points), place));
        }
    }
    let team = |(name, mut members): (&'a str, Vec<(Reverse<u64>, usize)>)| {
        members.sort_unstable();
        let counted = best.map_or(members.len(), |best| members.len().min(best as usize));
        let (counted, others) = members.split_at(counted);
        let places = |members: &[(Reverse<u64>, usize)]| members.iter().map(|(_, place)| *place).collect();
        let points = counted.iter().map(|(Reverse(points), _)| points).sum();
        Team { name, match_points: None, points, counted: places(counted), others: places(others) }
    };
    let mut teams: Vec<Team<'_>> = members.into_iter().map(team).collect();
    teams.sort_by_key(Team::order);
    teams
}

/// The order of teams that have met in one match each: by match points, and of equals as before. In a match the members on
/// equal boards have met in so many rounds; who has no opponent there has won them, and a match in which nobody has a point is
/// lost by both. Members are places in the standings: the `board` of each, and its points `against` another.
pub fn by_matches(
    teams: &mut [Team<'_>],
    board: impl Fn(usize) -> Option<u32>,
    against: impl Fn(usize, usize) -> u64,
    rounds: u32,
) {
    let points_of = |one: &Team<'_>, other: &Team<'_>| -> u64 {
        let points = |&mine: &usize| {
            let theirs = other.counted.iter().find(|theirs| board(**theirs) == board(mine));
            theirs.map_or(Round::POINTS_WON * u64::from(rounds), |&theirs| against(mine, theirs))
        };
        one.counted.iter().map(points).sum()
    };
    let sums = |team: &Team<'_>| {
        let others = teams.iter().filter(|other| other.name != team.name);
        others.fold((0, 0), |(match_points, points), other| {
            let (own, theirs) = (points_of(team, other), points_of(other, team));
            let of_match = match own.cmp(&theirs) {
                Ordering::Greater => 2,
                Ordering::Equal if own > 0 => 1,
                _ => 0,
            };
            (match_points + of_match, points + own)
        })
    };
    let sums: Vec<(u64, u64)> = teams.iter().map(sums).collect();
    for (team, (match_points, points)) in teams.iter_mut().zip(sums) {
        (team.match_points, team.points) = (Some(match_points), points);
        team.counted.sort_by_key(|&member| board(member));
    }
    teams.sort_by_key(Team::order);
}

impl Team<'_> {
    /// What it stands by: the least is first.
    fn order(&self) -> impl Ord + use<> {
        let best_placed = self.counted.iter().chain(&self.others).min().copied();
        (Reverse(self.match_points), Reverse(self.points), best_placed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn match_points_and_then_board_points_order_teams_that_meet_on_boards() {
        // The second board of c is empty; each other pair plays one round, for four points.
        let standings = [("a", 5), ("b", 1), ("c", 6), ("a", 0), ("b", 4)];
        let mut teams = teams(standings.into_iter().map(|(team, points)| (Some(team), points)), None);
        let against = |one: usize, other: usize| match (one, other) {
            (0, 1) => 3,
            (1, 0) => 1,
            (0, 2) | (2, 0) => 2,
            (2, 1) | (4, 3) => 4,
            _ => 0,
        };
        by_matches(&mut teams, |place| Some(u32::from(place > 2)), against, 1);
        // a – b is 3 : 5, a – c is 6 : 2, and b – c is 4 : 4.
        let told: Vec<_> =
            teams.into_iter().map(|team| (team.name, team.match_points, team.points, team.counted)).collect();
        let expected =
            [("b", Some(3), 9, vec![1, 4]), ("a", Some(2), 9, vec![0, 3]), ("c", Some(1), 6, vec![2])];
        assert_eq!(told, expected);
    }

    #[test]
    fn the_best_of_each_team_count_and_the_best_placed_breaks_ties() {
        // In a knockout whoever stands higher may have fewer points.
        let standings = [("b", 4), ("a", 9), ("", 90), ("a", 1), ("b", 6), ("a", 9), ("c", 10)];
        let told = |best| {
            let rows =
                standings.iter().map(|(team, points)| (Some(*team).filter(|team| !team.is_empty()), *points));
            let teams = teams(rows, best);
            teams
                .into_iter()
                .map(|team| (team.name, team.points, team.counted, team.others))
                .collect::<Vec<_>>()
        };
        let all =
            [("a", 19, vec![1, 5, 3], vec![]), ("b", 10, vec![4, 0], vec![]), ("c", 10, vec![6], vec![])];
        assert_eq!(told(None), all);
        assert_eq!(told(Some(3)), all);
        let one = [("c", 10, vec![6], vec![]), ("a", 9, vec![1], vec![5, 3]), ("b", 6, vec![4], vec![0])];
        assert_eq!(told(Some(1)), one);
    }
}
