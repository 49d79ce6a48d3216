//! The one reader of a game's notation: an action as people and programs write it.
//!
//! Openings, lists of actions, persons, Python and bots that answer in lines all come here. What is written as the game
//! writes it means just that. Only where that is not legal other spellings are tried.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::iter;
use std::str::FromStr;

/// The reason why a text is not taken for an action.
pub(crate) enum Wrong<E, U> {
    /// No spelling is legal. This is wrong with the first one that can be read.
    Illegal(E),
    /// No spelling can be read. This is wrong with the text as it is.
    Unreadable(U),
}

/// Plays the first spelling of an action that is legal.
///
/// # Errors
/// If none is.
pub(crate) fn play<A: FromStr, T, E>(
    text: &str,
    mut play: impl FnMut(A) -> Result<T, E>,
) -> Result<T, Wrong<E, A::Err>> {
    let (mut illegal, mut unreadable) = (None, None);
    for spelling in spellings(text) {
        match spelling.parse().map(&mut play) {
            Ok(Ok(played)) => return Ok(played),
            Ok(Err(why)) => illegal = illegal.or(Some(why)),
            Err(why) => unreadable = unreadable.or(Some(why)),
        }
    }
    let unreadable = || unreadable.map(Wrong::Unreadable);
    Err(illegal.map(Wrong::Illegal).or_else(unreadable).expect("the text itself is a spelling"))
}

/// Reads an action that is played later: the first spelling of a legal one, or else the first that can be read.
///
/// # Errors
/// If none can be read, what is wrong with the text as it is.
pub(crate) fn read<A: FromStr + PartialEq>(text: &str, legal: &[A]) -> Result<A, A::Err> {
    match play(text, |action| if legal.contains(&action) { Ok(action) } else { Err(action) }) {
        Ok(action) | Err(Wrong::Illegal(action)) => Ok(action),
        Err(Wrong::Unreadable(why)) => Err(why),
    }
}

/// A text without the number of a move before it, as in `3. c4`, and without a comma behind it.
pub(crate) fn bare(text: &str) -> &str {
    let text = text.trim().trim_end_matches([',', ';']);
    let behind = text.trim_start_matches(|begin: char| begin.is_ascii_digit());
    let action = behind.trim_start_matches('.');
    // What has a digit there is a number with a point.
    let is_numbered = behind.len() < text.len() && action.len() < behind.len();
    if is_numbered && !action.starts_with(|begin: char| begin.is_ascii_digit()) {
        action.trim_start()
    } else {
        text
    }
}

/// The spellings of an action: as it is, bare, without spaces, with a comma between numbers, in small or capital letters.
fn spellings(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let text = text.trim();
    iter::once(Cow::Borrowed(text)).chain(iter::once_with(|| others(text)).flatten().map(Cow::Owned))
}

fn others(text: &str) -> Vec<String> {
    let bare = bare(text);
    let words: Vec<&str> = bare.split_whitespace().collect();
    let joined = words.concat();
    let mut all = vec![bare.to_owned(), words.join(","), joined.to_lowercase(), joined.to_uppercase()];
    if matches!(joined.to_lowercase().as_str(), "pass" | "-") {
        all.push("--".to_owned());
    }
    all.push(joined);
    let mut known = BTreeSet::from([text.to_owned()]);
    all.retain(|spelling| known.insert(spelling.clone()));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_spellings_are_tried() {
        let spellings = |text| spellings(text).map(Cow::into_owned).collect::<Vec<_>>();
        for (typed, meant) in [
            ("D3", "d3"),
            ("l@1,1", "L@1,1"),
            ("3 7", "3,7"),
            ("0,1 > 2,0", "0,1>2,0"),
            ("pass", "--"),
            ("1. F5", "f5"),
            ("12...c4,", "c4"),
        ] {
            assert!(spellings(typed).contains(&meant.to_owned()), "{typed}: {:?}", spellings(typed));
        }
        assert_eq!(spellings(" 3,7\r")[0], "3,7", "as it was typed at first");
        assert_eq!(spellings("3.5"), ["3.5"], "a number with a point is no number of a move");
    }

    #[test]
    fn what_is_played_later_is_one_of_the_legal_actions_if_it_can_be() {
        let read = |text, legal: &[&str]| {
            let legal: Vec<String> = legal.iter().map(ToString::to_string).collect();
            super::read(text, &legal)
        };
        assert_eq!(read("D3", &["c1", "d3"]).as_deref(), Ok("d3"));
        assert_eq!(read("D3", &["D3", "d3"]).as_deref(), Ok("D3"), "as it is written");
        assert_eq!(read("D3", &["c1"]).as_deref(), Ok("D3"), "it is told as it was written");
        assert_eq!(super::read::<u8>("1. 7", &[]), Ok(7));
        assert!(super::read::<u8>("queen", &[]).is_err());
    }
}
