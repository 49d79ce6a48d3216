//! Names that people are shown: any letters, but none that mislead. And what a name looks like.

use std::ops::RangeInclusive;

use judge_play::text::{DISPLAY_COLUMNS_MAX, display_name, quoted};

/// The name as it was typed, if people can be shown it.
///
/// # Errors
/// What is wrong with it, and what to write.
pub fn shown_name(typed: &str) -> Result<String, String> {
    let shown = display_name(typed);
    if shown.is_empty() || shown != typed {
        return Err(format!(
            "{} cannot be shown as it is; write 1 to {DISPLAY_COLUMNS_MAX} columns of visible text, without control characters, marks that change the direction, or more than two accents on a letter",
            quoted(typed)
        ));
    }
    let is_break = |c: char| c.is_whitespace() || c.is_ascii_punctuation();
    match typed.split(is_break).find(|word| mixes_alphabets(word)) {
        None => Ok(shown),
        Some(word) => Err(format!(
            "{}: the word {} has letters of two alphabets, or letters that only look like ours, so it can be taken for another; write it in one alphabet",
            quoted(typed),
            quoted(word)
        )),
    }
}

/// Whether a word has letters of two alphabets whose letters look alike, as no language has, or some that stand for letters.
fn mixes_alphabets(word: &str) -> bool {
    let alphabet =
        |c: char| ALPHABETS.iter().position(|letters| letters.iter().any(|range| range.contains(&c)));
    let mut alphabets = word.chars().filter_map(alphabet);
    let first = alphabets.next();
    first == Some(IMITATION) || alphabets.any(|other| Some(other) != first)
}

/// Alphabets with letters that look like those of another one: Latin, Greek, Cyrillic, Armenian, Cherokee, Lisu, and letters for
/// formulas and the like.
const ALPHABETS: [&[RangeInclusive<char>]; 7] = [
    &['a'..='z', 'A'..='Z', 'ª'..='ª', 'º'..='º', 'À'..='Ö', 'Ø'..='ö', 'ø'..='ɏ', 'Ḁ'..='ỿ'],
    &['Ͱ'..='Ͽ', 'ἀ'..='῾'],
    &['Ѐ'..='ԯ', 'ᲀ'..='\u{1c8f}', 'Ꙁ'..='ꚟ'],
    &['Ա'..='֏'],
    &['Ꭰ'..='ᏽ', 'ꭰ'..='ꮿ'],
    &['ꓐ'..='ꓽ'],
    &['ɑ'..='ɑ', 'ɡ'..='ɡ', 'ɩ'..='ɩ', '℀'..='ⅿ', 'Ａ'..='Ｚ', 'ａ'..='ｚ', '\u{1d400}'..='\u{1d7ff}'],
];
/// The place of the last of them.
const IMITATION: usize = 6;

/// Letters, each before one that looks like it.
const ALIKE: &str = "аaвbеeкkмmнhоoрpсcтtуyхxіlїlјjѕsԁdһhѵvαaβbεeζzηhιlκkμmνvοoρpτtυyχx0o1lil|lıl";

/// What a name looks like: names that are easily taken for one another have the same.
#[must_use]
pub fn looks(name: &str) -> String {
    let mut pairs = ALIKE.chars();
    let pairs: Vec<(char, char)> = std::iter::from_fn(|| Some((pairs.next()?, pairs.next()?))).collect();
    let small = name.chars().filter(|c| c.is_alphanumeric() || *c == '|').flat_map(char::to_lowercase);
    small.map(|c| pairs.iter().find(|(like, _)| *like == c).map_or(c, |(_, ours)| *ours)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_of_any_script_and_each_word_of_one_alphabet() {
        for name in [
            "Zoë Müller",
            "李雷",
            "Ольга Smith",
            "Νίκος",
            "山田 Taro",
            "O’Neil",
            "田中X",
            "Kɔfi",
            "محمد",
            "A1",
        ] {
            assert_eq!(shown_name(name), Ok(name.to_owned()));
        }
        for (name, told) in [
            ("", "visible text"),
            ("a\u{202e}b", "visible text"),
            ("a\nb", "visible text"),
            ("аnna", "two alphabets"),
            ("Zoë Mүller", "two alphabets"),
            ("а\u{301}nna", "two alphabets"),
            ("𝐀nna", "two alphabets"),
            ("ａｎｎａ", "only look like ours"),
        ] {
            let why = shown_name(name).expect_err(name);
            assert!(why.contains(told), "{why}");
        }
        let long = shown_name(&"x".repeat(10_000)).expect_err("it is long");
        assert!(long.len() < 400, "{long}");
    }

    #[test]
    fn names_that_look_alike_are_found() {
        for (one, other) in [("coco", "СОСО"), ("BOB", "ВОВ"), ("Bill", "BiII"), ("a b", "A-B"), ("O1", "ol")]
        {
            assert_eq!(looks(one), looks(other), "{one} {other}");
        }
        assert_ne!(looks("Zoë"), looks("Zoe"));
    }
}
