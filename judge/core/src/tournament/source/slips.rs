//! Usual slips of people who seldom write TOML: an invalid line in, its correction out.

/// Quotes that word processors make of plain ones.
const QUOTES: &str = "“”„‟«»‘’‚‹›";

/// The message about a line that the TOML reader refuses, with its correction, if it is one of the usual slips.
pub(super) fn slip(line: &str) -> Option<String> {
    let line = line.trim();
    let bare = bare(line);
    let bare = bare.trim();
    let (key, value) = bare.split_once('=').map_or((bare, None), |(key, value)| (key, Some(value)));
    let (key, value) = (key.trim(), value.map(str::trim));
    strange_letter(line, bare)
        .or_else(|| comment(bare))
        .or_else(|| sign(bare, key))
        .or_else(|| quotes(line, key))
        .or_else(|| value.and_then(|value| of_value(key, value)))
}

/// A line without what stands in quotes, and without its comment. A quote that is not closed is left open.
fn bare(line: &str) -> String {
    let (mut bare, mut quote, mut is_escaped) = (String::new(), None, false);
    for letter in line.chars() {
        match quote {
            None if letter == '#' => break,
            None => quote = Some(letter).filter(|letter| "\"'".contains(*letter)),
            Some(_) if is_escaped => {
                is_escaped = false;
                continue;
            }
            Some('"') if letter == '\\' => {
                is_escaped = true;
                continue;
            }
            Some(open) if letter == open => quote = None,
            Some(_) => continue,
        }
        bare.push(letter);
    }
    bare
}

fn strange_letter(line: &str, bare: &str) -> Option<String> {
    let strange = bare.chars().find(|letter| !letter.is_ascii())?;
    let number = u32::from(strange);
    if QUOTES.contains(strange) {
        let plain = line.replace(|letter| QUOTES.contains(letter), "\"");
        return Some(format!("write straight quotes, as in {plain}"));
    }
    let what = if strange.is_alphabetic() { format!("the letter {strange}") } else { "a character".into() };
    Some(format!(
        "{what} (U+{number:04X}) is none that TOML knows outside of quotes; type it anew, in plain letters"
    ))
}

fn comment(bare: &str) -> Option<String> {
    let is_comment = ["//", "/*", "--", ";"].iter().any(|begin| bare.starts_with(begin));
    if is_comment || bare.contains(" //") || bare.contains(" ; ") {
        return Some("a comment begins with #".into());
    }
    let before = bare.strip_suffix([';', ','])?;
    let told = || format!("a line ends by itself; remove the {:?} at its end", &bare[before.len()..]);
    before.contains('=').then(told)
}

/// The mistake in the sign between key and value, or in the brackets of a table.
fn sign(bare: &str, key: &str) -> Option<String> {
    let brackets = ['[', ']'].map(|bracket| bare.matches(bracket).count());
    if bare.starts_with('[') && !bare.contains(['"', '=']) && brackets[0] != brackets[1] {
        let table = bare.trim_matches(['[', ']', ' ']);
        let [open, close] = ["[", "]"].map(|bracket| bracket.repeat(brackets[0]));
        return Some(format!("the brackets do not fit; write {open}{table}{close}"));
    }
    let plain = key.trim_end_matches([':', ' ']);
    let packed: String = bare.split_whitespace().collect();
    if ["==", "=:", ":=", "=>"].iter().any(|sign| packed.contains(sign)) {
        let value = bare[key.len()..].trim_start_matches(['=', ':', '>', ' ']);
        return Some(format!("write one = between key and value, as in {plain} = {}", or_value(value)));
    }
    if bare.contains('=') {
        let is_one = !key.contains([' ', '\t']) || key.contains(['"', '\'', '[']);
        return (!is_one)
            .then(|| format!("a key is one word, as in {} = VALUE", key.replace([' ', '\t'], "_")));
    }
    if bare.starts_with(['[', '"', '\'']) {
        return None;
    }
    let (key, rest) = bare.split_once([':', ' ', '\t'])?;
    let is_key =
        !key.is_empty() && key.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-".contains(letter));
    is_key.then(|| format!("write = between key and value, as in {key} = {}", or_value(rest.trim())))
}

/// A value as it was typed, if it has no quotes: what stands in them is not at hand.
fn or_value(typed: &str) -> &str {
    if typed.is_empty() || typed.contains(['"', '\'']) { "VALUE" } else { typed }
}

fn quotes(line: &str, key: &str) -> Option<String> {
    let text = line.split_once('"').map(|(_, text)| text);
    if text.is_some_and(|text| text.contains('\\')) {
        let told =
            "in quotes \\ begins a special character; write / between folders, as in \"bots/ben.wasm\"";
        return Some(told.into());
    }
    let is_open = |quote: char| bare(line).matches(quote).count() % 2 == 1;
    let is_wrong = is_open('"') || (is_open('\'') && text.is_none());
    is_wrong.then(|| {
        format!("a text needs a quote at its begin and one at its end, as in {} = \"text\"", or_key(key))
    })
}

fn or_key(key: &str) -> &str {
    if key.is_empty() || key.contains(['"', '\'', '[']) { "title" } else { key }
}

fn of_value(key: &str, value: &str) -> Option<String> {
    if value.is_empty() {
        return Some(format!("there is no value behind {key} =; write one, or remove the line"));
    }
    if value.contains(',') && value.contains('=') && !value.contains('{') {
        return Some("write each key on a line of its own".into());
    }
    let truth = match value.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" => Some("true"),
        "false" | "no" | "off" => Some("false"),
        _ => None,
    };
    if let Some(truth) = truth {
        return Some(format!("write {key} = {truth}"));
    }
    let groups: Vec<&str> = value.split([',', ' ', '\'', '_']).collect();
    let is_number =
        groups.iter().all(|group| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit()))
            && groups[1..].iter().all(|group| group.len() == 3);
    if is_number {
        let digits = groups.concat();
        let plain = digits.trim_start_matches('0');
        let plain = if plain.is_empty() { "0" } else { plain };
        let told = format!("write the number in digits alone, without zeros in front: {key} = {plain}");
        return Some(told).filter(|_| plain != value);
    }
    let is_text = |letter: char| letter.is_ascii_alphanumeric() || " _-./%*:\\".contains(letter);
    let has_letter = value.contains(|letter: char| letter.is_ascii_alphabetic() || "%/*".contains(letter));
    if has_letter && value.chars().all(is_text) {
        return Some(format!("write a text in quotes, as in {key} = {:?}", value.replace('\\', "/")));
    }
    let is_list = value.starts_with('[');
    if is_list && !value.contains(']') {
        return Some("the list is open; write ] at its end".into());
    }
    let lacks_comma = value.contains("\"\"\"\"") || value.contains("\"\" \"\"");
    (is_list && lacks_comma)
        .then(|| format!("write a comma between the items of a list, as in {key} = [\"one\", \"two\"]"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_told_with_what_to_write() {
        for (line, told) in [
            ("seed = = 7", "write one = between key and value, as in seed = 7"),
            ("seed == 7", "write one = between key and value, as in seed = 7"),
            ("seed := 7", "write one = between key and value, as in seed = 7"),
            ("seed: 7", "write = between key and value, as in seed = 7"),
            ("seed 7", "write = between key and value, as in seed = 7"),
            ("game = othello", "write a text in quotes, as in game = \"othello\""),
            ("audit = 2%", "write a text in quotes, as in audit = \"2%\""),
            ("game = “othello”", "write straight quotes, as in game = \"othello\""),
            ("game = „othello“ # ours", "write straight quotes, as in game = \"othello\" # ours"),
            ("rоunds = 2", "the letter о (U+043E) is none that TOML knows"),
            ("rounds\u{a0}= 2", "a character (U+00A0) is none that TOML knows"),
            ("// ours", "a comment begins with #"),
            ("seed = 7 // ours", "a comment begins with #"),
            ("; ours", "a comment begins with #"),
            ("seed = 7;", "a line ends by itself; remove the \";\" at its end"),
            ("seed = 7,", "a line ends by itself; remove the \",\" at its end"),
            ("seed = 7, rounds = 2", "write each key on a line of its own"),
            ("rounds =", "there is no value behind rounds =; write one, or remove the line"),
            ("rounds = # later", "there is no value behind rounds =; write one, or remove the line"),
            ("seed = 007", "write the number in digits alone, without zeros in front: seed = 7"),
            ("seed = 1,000", "write the number in digits alone, without zeros in front: seed = 1000"),
            ("publish = True", "write publish = true"),
            ("publish = no", "write publish = false"),
            (
                "contestants = [\"bots\\anna.wasm\"]",
                "in quotes \\ begins a special character; write / between folders",
            ),
            ("title = \"Cup", "a text needs a quote at its begin and one at its end, as in title = \"text\""),
            ("title = Cup\"", "a text needs a quote at its begin and one at its end, as in title = \"text\""),
            ("[limits", "the brackets do not fit; write [limits]"),
            ("[[contestant", "the brackets do not fit; write [[contestant]]"),
            ("[limits]]", "the brackets do not fit; write [limits]"),
            ("contestants = [\"a\"", "the list is open; write ] at its end"),
            ("opening plies = 2", "a key is one word, as in opening_plies = VALUE"),
            ("examples = [\"a\" \"b\"]", "write a comma between the items of a list, as in examples ="),
        ] {
            let slip = slip(line).unwrap_or_default();
            assert!(slip.starts_with(told), "{line}: {slip}");
        }
    }

    #[test]
    fn of_other_lines_nothing_is_said() {
        for line in [
            "",
            "# ours // 7",
            "seed = 7",
            "title = \"a // b; c = = d\"",
            "[limits]",
            "\"bots/a.wasm\",",
            "x = 'a\\b'",
        ] {
            assert_eq!(slip(line), None, "{line}");
        }
    }
}
