//! The bracket of a knockout for people: matches in, their results in words out. So for the groups before it.

use judge_rating::Standing;

use crate::phases::{Bracket, BracketMatch, EntrantId, MatchName, Why};

/// A match of a knockout, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchLine {
    /// Its name.
    pub name: MatchName,
    /// The matches whose winners meet in it.
    pub before: Vec<MatchName>,
    /// Its outcome, as in `hunter beats tidy, 8 : 0`.
    pub text: String,
}

/// The matches whose sides are known, the final first, then stage by stage; `names` are those that people are shown.
pub(crate) fn lines(bracket: &Bracket, names: &[&str]) -> Vec<MatchLine> {
    let mut matches: Vec<&BracketMatch> = bracket.matches.iter().collect();
    matches.sort_by_key(|found| std::cmp::Reverse(found.stage));
    let line = |found: &BracketMatch| MatchLine {
        name: found.name,
        before: found.before.clone(),
        text: text(found, names),
    };
    matches.into_iter().map(line).collect()
}

fn text(found: &BracketMatch, names: &[&str]) -> String {
    let name = |id: EntrantId| names[id.0];
    let ([one, other], [for_one, for_other]) = (found.sides, found.points);
    let Some(winner) = found.winner else {
        return format!("{} and {}, {for_one} : {for_other} so far", name(one), name(other));
    };
    let (loser, for_winner, for_loser) =
        if winner == one { (other, for_one, for_other) } else { (one, for_other, for_one) };
    let why = match found.why {
        Some(Why::BothDisqualified) => ", both disqualified",
        _ if for_winner > for_loser => "",
        Some(Why::Disqualified) => ", disqualified",
        _ => ", by seeding",
    };
    format!("{} beats {}, {for_winner} : {for_loser}{why}", name(winner), name(loser))
}

/// A line for each group, whose numbers are `of` the contestants: its standings when its games were played, with a bar
/// below those who went on.
pub(crate) fn groups(standings: &[Standing], of: &[usize], go_on: u32, names: &[&str]) -> Vec<String> {
    let line = |group| {
        let members = standings.iter().filter(|standing| of[standing.entrant.0] == group);
        let (on, out): (Vec<_>, Vec<_>) = members
            .enumerate()
            .partition(|(place, standing)| *place < go_on as usize && !standing.is_disqualified());
        let words = |members: Vec<(usize, &Standing)>| {
            let words = |(_, standing): &(usize, &Standing)| {
                format!("{} {}", names[standing.entrant.0], standing.points)
            };
            members.iter().map(words).collect::<Vec<_>>().join(", ")
        };
        format!("{}: {} | {}", MatchName::Group(group), words(on), words(out)).trim_end().to_owned()
    };
    (1..=of.iter().max().copied().unwrap_or(0)).map(line).collect()
}
