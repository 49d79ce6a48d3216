//! The bracket of a knockout for people: matches in, their results in words out.

use judge_bots::Bot;

use super::pairs::Pairs;
use crate::schedule::{Bracket, BracketMatch, Disqualified, EntrantId, MatchName};

/// A match of a knockout, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchLine {
    /// Its name.
    pub name: MatchName,
    /// Its outcome, as in `hunter beats tidy, 8 : 0`.
    pub text: String,
}

/// The matches whose sides are known, the final first, then stage by stage.
pub(crate) fn lines(
    bracket: &Bracket,
    pairs: &Pairs,
    bots: &[Bot],
    disqualified: &Disqualified,
) -> Vec<MatchLine> {
    let line =
        |found: &BracketMatch| MatchLine { name: found.name, text: text(found, pairs, bots, disqualified) };
    let mut lines: Vec<MatchLine> = bracket.matches.iter().map(line).collect();
    lines.sort_by_key(|line| line.name);
    lines
}

fn text(found: &BracketMatch, pairs: &Pairs, bots: &[Bot], disqualified: &Disqualified) -> String {
    let name = |id: EntrantId| bots[id.0].name.as_str();
    let points = |id, other| pairs.of(id, other).map_or(0, |against| against.points_at_board);
    let [one, other] = found.sides;
    let Some(winner) = found.winner else {
        return format!(
            "{} and {}, {} : {} so far",
            name(one),
            name(other),
            points(one, other),
            points(other, one)
        );
    };
    let loser = if winner == one { other } else { one };
    let (for_winner, for_loser) = (points(winner, loser), points(loser, winner));
    let why = if for_winner > for_loser {
        ""
    } else if disqualified.has(loser) {
        ", disqualified"
    } else {
        ", by seeding"
    };
    format!("{} beats {}, {for_winner} : {for_loser}{why}", name(winner), name(loser))
}
