//! A bot that reads lines: a language's one program, with the lines of a game as a comment.

use judge_limits::text::{cut, sanitize};

use super::{GameOfBot, Language};

/// A line of the judge's, and an answer to it, if it wants one.
pub type Example = (String, Option<String>);

/// Items of an array that are shown in a comment.
const SHOWN: usize = 4;
/// Characters of a line that are shown there.
const CHARACTERS_MAX: usize = 300;

/// The program for a game. Between two lines of it stands what only a game with fleets needs, which
/// has no list of the legal ones.
pub(crate) fn source(template: &str, language: Language, game: &GameOfBot<'_>, name: &str) -> String {
    let (examples, game) = (game.examples, game.name);
    let sign = &*language.about().comment;
    let has_fleet = examples.iter().any(|(line, _)| line.contains("\"fleet\":"));
    let mut is_left_out = false;
    let mut out = String::new();
    for line in template.lines() {
        match line.trim().strip_prefix(sign) {
            Some("FLEET") => is_left_out = !has_fleet,
            Some("END") => is_left_out = false,
            Some("LINES") => out += &comment(sign, examples),
            _ if is_left_out => {}
            _ => out.extend([line.replace("GAME", game).replace(super::NAME, name).as_str(), "\n"]),
        }
    }
    out
}

/// Lines with an answer to each, behind a sign of a comment.
pub(crate) fn comment(sign: &str, examples: &[Example]) -> String {
    // A game that is a file may have any text in an action: it stays on its line.
    let shown = |more: &str, text: &str| format!("{sign}{more}{}\n", cut(&sanitize(text), CHARACTERS_MAX));
    let both = |(line, answer): &Example| {
        let answer = answer.as_ref().map(|answer| shown("> ", answer));
        shown("", &shortened(line)) + &answer.unwrap_or_default()
    };
    examples.iter().map(both).collect()
}

/// A line of JSON with the first items of each array only.
fn shortened(line: &str) -> String {
    let mut out = String::new();
    // The items so far of each array around a character; nothing for an object. And how deep the array is that is cut.
    let (mut around, mut cut_at) = (Vec::new(), None);
    let (mut is_text, mut is_escaped) = (false, false);
    for c in line.chars() {
        if is_text {
            is_text = is_escaped || c != '"';
            is_escaped = c == '\\' && !is_escaped;
        } else {
            match c {
                '"' => is_text = true,
                '[' => around.push(Some(1)),
                '{' => around.push(None),
                ']' | '}' => {
                    cut_at = cut_at.filter(|depth| *depth < around.len());
                    around.pop();
                }
                ',' => {
                    if let Some(Some(items)) = around.last_mut() {
                        *items += 1;
                        if *items > SHOWN && cut_at.is_none() {
                            out += ",…";
                            cut_at = Some(around.len());
                        }
                    }
                }
                _ => {}
            }
        }
        if cut_at.is_none() {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Example, GameOfBot, Language, shortened, source};

    fn duel(examples: &[Example]) -> GameOfBot<'_> {
        GameOfBot { name: "duel", seats: 2, examples, opponents: &[], file: None }
    }

    fn language(folder: &str) -> Language {
        folder.parse().expect("it is there")
    }

    #[test]
    fn what_an_action_says_stays_in_its_comment() {
        let example =
            ("{\"ask\":\"a\",\"b\":\"\u{202e}\"}".to_owned(), Some("x\n*/ GAME\r\u{2028}y".to_owned()));
        let made = source("// LINES\n", language("c"), &duel(&[example]), "sailor");
        assert_eq!(made, "// {\"ask\":\"a\",\"b\":\"\\u{202e}\"}\n// > x\\n*/ GAME\\r\\u{2028}y\n");
        let long = source("# LINES\n", language("ruby"), &duel(&[("a".repeat(1_000), None)]), "sailor");
        assert_eq!(long, format!("# {} …\n", "a".repeat(300)));
    }

    #[test]
    fn the_first_items_of_each_array_are_shown() {
        for (line, shown) in [
            (r#"{"a":[1,2,3,4],"b":[]}"#, r#"{"a":[1,2,3,4],"b":[]}"#),
            (r#"{"a":[1,2,3,4,5,6],"b":"[1,2,3,4,5]"}"#, r#"{"a":[1,2,3,4,…],"b":"[1,2,3,4,5]"}"#),
            (r#"[["a]\"",1],[],[2,3,4,5,[6],7],4,[5]]"#, r#"[["a]\"",1],[],[2,3,4,5,…],4,…]"#),
            (r#"{"a":[{"b":1,"c":2,"d":3,"e":4,"f":5}]}"#, r#"{"a":[{"b":1,"c":2,"d":3,"e":4,"f":5}]}"#),
        ] {
            assert_eq!(shortened(line), shown);
        }
    }
}
