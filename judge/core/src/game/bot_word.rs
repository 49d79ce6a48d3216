//! A bot as a person names it, with its options behind it: `smart:effort=5,style=calm` in, the word and the terms out.

use std::path::Path;

use judge_play::{BotTerms, is_option_name};

use crate::error::Mistake;

/// The word for a bot, and its own terms.
///
/// # Errors
/// If the options are invalid.
pub fn bot_word(typed: &str) -> Result<(&str, BotTerms), Mistake> {
    let (word, options) = split(typed);
    let mistake = |text: String| Mistake::in_file(Path::new(typed), text);
    let mut terms = BotTerms::default();
    for option in options.iter().flat_map(|options| options.split(',')) {
        let (name, text) = option.split_once('=').ok_or_else(|| {
            mistake(format!("{option:?} is no option; write name=text, as in :depth=6,style=calm"))
        })?;
        if terms.options.insert(name.to_owned(), text.to_owned()).is_some() {
            return Err(mistake(format!("the option {name} is there twice; remove one")));
        }
    }
    terms.check_options().map_err(mistake)?;
    Ok((word, terms))
}

/// The word for a bot, without its options.
#[must_use]
pub fn without_options(typed: &str) -> &str {
    split(typed).0
}

/// Options begin at the first colon that a name and an equals sign follow: other colons belong to paths.
fn split(typed: &str) -> (&str, Option<&str>) {
    let begins = |(at, _): &(usize, &str)| {
        let name = typed[at + 1..].split_once('=').map(|(name, _)| name);
        name.is_some_and(is_option_name)
    };
    let found = typed.match_indices(':').find(begins);
    found.map_or((typed, None), |(at, _)| (&typed[..at], Some(&typed[at + 1..])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_stand_behind_a_colon() {
        let read = |typed: &str| {
            let (word, terms) = bot_word(typed).expect("it is right");
            (word.to_owned(), terms.to_string())
        };
        let is = |word: &str, terms: &str| (word.to_owned(), terms.to_owned());
        assert_eq!(read("smart"), is("smart", ""));
        assert_eq!(read("smart:effort=5"), is("smart", "effort=5"));
        assert_eq!(read("a/b.wasm:style=0.5:1,depth=6"), is("a/b.wasm", "depth=6, style=0.5:1"));
        assert_eq!(read(r"C:\a.wasm:depth=6"), is(r"C:\a.wasm", "depth=6"));
        assert_eq!(read(r"C:\a=b.wasm"), is(r"C:\a=b.wasm", ""));
        assert_eq!(without_options("smart:effort=5"), "smart");
    }

    #[test]
    fn wrong_options_are_told() {
        for (typed, told) in [
            ("smart:effort=5,effort=6", "the option effort is there twice"),
            ("smart:effort=5,deep", "\"deep\" is no option"),
            ("smart:effort=5,Deep=6", "\"Deep\" cannot be an option's name"),
        ] {
            let mistake = bot_word(typed).expect_err("it is wrong").to_string();
            assert!(mistake.contains(told), "{mistake}");
        }
    }
}
