//! The matches of a knockout as a tree: the final first, and below each match those that led to it.

use std::fmt::Write;

use judge_core::phases::MatchName;
use judge_core::results::MatchLine;

/// The matches as a tree; matches whose winners' match is not known yet stand by themselves.
#[must_use]
pub fn text(matches: &[MatchLine]) -> String {
    let found = |name: MatchName| matches.iter().find(|line| line.name == name);
    let leads_on = |line: &&MatchLine| matches.iter().any(|later| later.before.contains(&line.name));
    let tops = matches.iter().filter(|line| !leads_on(line));
    let mut text = String::new();
    for top in tops {
        branch(top, "", "", &found, &mut text);
    }
    text
}

fn branch<'a>(
    line: &'a MatchLine,
    first: &str,
    rest: &str,
    found: &impl Fn(MatchName) -> Option<&'a MatchLine>,
    text: &mut String,
) {
    writeln!(text, "{first}{}: {}", line.name, line.text).expect("a string takes all text");
    let before: Vec<&MatchLine> = line.before.iter().filter_map(|name| found(*name)).collect();
    for (index, earlier) in before.iter().enumerate() {
        let is_last = index + 1 == before.len();
        let (own, below) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        branch(earlier, &format!("{rest}{own}"), &format!("{rest}{below}"), found, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(of: usize, number: usize) -> MatchLine {
        let before = [2 * number - 1, 2 * number].map(|number| MatchName::Stage { of: 2 * of, number });
        MatchLine { name: MatchName::Stage { of, number }, before: before.into(), text: "a beats b".into() }
    }

    #[test]
    fn each_match_stands_above_those_that_led_to_it() {
        let lines = [line(1, 1), line(2, 1), line(2, 2), line(4, 2), line(4, 3), line(4, 4)];
        let expected = "\
final: a beats b
├─ semi-1: a beats b
│  └─ quarter-2: a beats b
└─ semi-2: a beats b
   ├─ quarter-3: a beats b
   └─ quarter-4: a beats b
";
        assert_eq!(text(&lines), expected);
    }

    #[test]
    fn before_the_final_is_known_there_are_several_trees() {
        let lines = [line(2, 2), line(4, 1), line(4, 4)];
        assert_eq!(text(&lines), "semi-2: a beats b\n└─ quarter-4: a beats b\nquarter-1: a beats b\n");
    }
}
