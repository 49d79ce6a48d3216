//! Teams: the standings of contestants in, those of their teams out.

use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A team in the standings of teams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team<'a> {
    /// Its name.
    pub name: &'a str,
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
        let places = |members: &[(Reverse<u64>, usize)]| members.iter().map(|(_, place)| *place).collect();
        let points = members[..counted].iter().map(|(Reverse(points), _)| points).sum();
        Team { name, points, counted: places(&members[..counted]), others: places(&members[counted..]) }
    };
    let mut teams: Vec<Team<'_>> = members.into_iter().map(team).collect();
    teams.sort_by_key(|team| (Reverse(team.points), team.counted.iter().chain(&team.others).min().copied()));
    teams
}

#[cfg(test)]
mod tests {
    use super::*;

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
