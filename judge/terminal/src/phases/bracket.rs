//! The matches of a knockout as a tree: the final first, and below each match those that led to it.

use judge_core::phases::{Match, Why};

/// The matches as trees; matches whose winners' match is not known yet stand by themselves. `public_name` says what people call a
/// contestant.
pub(crate) fn text(matches: &[Match], public_name: &impl Fn(&str) -> String) -> String {
    let is_top = |found: &&Match| matches.iter().all(|later| later.name.to_string() != found.winner_to);
    let mut text = String::new();
    for of_group in matches.chunk_by(|one, other| one.group == other.group) {
        for stage in of_group.chunk_by(|one, other| one.name.stage == other.name.stage).rev() {
            for top in stage.iter().filter(is_top) {
                text += &(branch(top, matches, public_name).join("\n") + "\n");
            }
        }
    }
    text
}

/// A match, and below it those that led to it, a line each.
fn branch(found: &Match, matches: &[Match], public_name: &impl Fn(&str) -> String) -> Vec<String> {
    let name = found.name.to_string();
    let mut lines = vec![format!("{name}: {}", outcome(found, public_name))];
    let before: Vec<&Match> = matches.iter().filter(|earlier| earlier.winner_to == name).collect();
    for (index, earlier) in before.iter().enumerate() {
        let is_last = index + 1 == before.len();
        let (own, below) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        let begins = [own].into_iter().chain(std::iter::repeat(below));
        let branch = branch(earlier, matches, public_name);
        lines.extend(begins.zip(branch).map(|(begin, line)| format!("{begin}{line}")));
    }
    lines
}

/// Its outcome, as in `hunter beats tidy, 8 : 0`.
fn outcome(found: &Match, public_name: &impl Fn(&str) -> String) -> String {
    let (one, other) =
        ((public_name(&found.one), found.points_one), (public_name(&found.other), found.points_other));
    if found.winner.is_empty() {
        return format!("{} and {}, {} : {} so far", one.0, other.0, one.1, other.1);
    }
    let (winner, loser) = if found.winner == found.one { (one, other) } else { (other, one) };
    let why = found.why.map(Why::words).filter(|why| !why.is_empty());
    let why = why.map(|why| format!(", {why}")).unwrap_or_default();
    format!("{} beats {}, {} : {}{why}", winner.0, loser.0, winner.1, loser.1)
}

#[cfg(test)]
mod tests {
    use judge_core::phases::EntrantId;

    use super::*;

    fn found(name: &str, winner_to: &str) -> Match {
        Match {
            phase: 1,
            group: 0,
            name: name.to_owned().try_into().expect("it is a match"),
            one: String::from("a"),
            other: String::from("b"),
            seed_one: 1,
            seed_other: 2,
            points_one: 4,
            points_other: 0,
            rounds: 1,
            winner: String::from("a"),
            why: Some(Why::Points),
            winner_to: winner_to.into(),
            loser_to: String::new(),
            sides: [EntrantId(0); 2],
            numbers: [0; 2],
        }
    }

    fn told(matches: &[Match]) -> String {
        super::text(matches, &|name: &str| name.to_owned())
    }

    #[test]
    fn each_match_stands_above_those_that_led_to_it() {
        let matches = [
            found("quarter-2", "semi-1"),
            found("quarter-3", "semi-2"),
            found("quarter-4", "semi-2"),
            found("semi-1", "final"),
            found("semi-2", "final"),
            found("final", ""),
        ];
        let expected = "\
final: a beats b, 4 : 0
├─ semi-1: a beats b, 4 : 0
│  └─ quarter-2: a beats b, 4 : 0
└─ semi-2: a beats b, 4 : 0
   ├─ quarter-3: a beats b, 4 : 0
   └─ quarter-4: a beats b, 4 : 0
";
        assert_eq!(told(&matches), expected);
    }

    #[test]
    fn before_the_final_is_known_there_are_several_trees() {
        let mut open = found("semi-2", "final");
        open.winner = String::new();
        let matches = [found("quarter-1", "semi-1"), found("quarter-4", "semi-2"), open];
        let expected =
            "semi-2: a and b, 4 : 0 so far\n└─ quarter-4: a beats b, 4 : 0\nquarter-1: a beats b, 4 : 0\n";
        assert_eq!(told(&matches), expected);
    }
}
