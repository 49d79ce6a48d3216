//! A file's facts about itself, in the form of the judge's own games: texts made safe and bounded.
//!
//! The texts stay until the process ends, as those of the judge's own games do.

use judge_games::{Key, Kind};
use judge_scenes::{Facts, Hidden, Number, PieceFacts, PlacingFacts, Stacks, Tone, Unit};
use judge_wit::Reader;

use super::{SEATS_MAX, Stopped, broken, read};
use crate::game_info::GameInfo;
use crate::text::{cut, sanitize};

/// The most characters of a name or a word, of a sentence, and of a page.
const WORD_MAX: usize = 80;
const SENTENCE_MAX: usize = 1_000;
const PAGE_MAX: usize = 50_000;
/// The most items of a list.
const ITEMS_MAX: usize = 100;
/// The most characters of the game's name.
const NAME_MAX: usize = 40;

/// Keeps a text until the process ends.
pub(super) fn kept(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

/// A line of text, made safe.
pub(super) fn line(text: &str, characters_max: usize) -> String {
    cut(&sanitize(text), characters_max)
}

/// Lines of text, made safe.
pub(super) fn page(text: &str) -> String {
    let lines: Vec<String> = cut(text, PAGE_MAX).lines().map(sanitize).collect();
    lines.join("\n")
}

fn word(from: &mut Reader<'_>) -> &'static str {
    kept(&line(from.text(), WORD_MAX))
}

fn sentence(from: &mut Reader<'_>) -> &'static str {
    kept(&line(from.text(), SENTENCE_MAX))
}

fn option<T>(from: &mut Reader<'_>, read: impl FnOnce(&mut Reader<'_>) -> T) -> Option<T> {
    (from.case() != 0).then(|| read(from))
}

fn list<T>(
    from: &mut Reader<'_>,
    read: impl FnMut(&mut Reader<'_>) -> Result<T, Stopped>,
) -> Result<&'static [T], Stopped> {
    read::list(from, ITEMS_MAX, read).map(|items| &*Vec::leak(items))
}

fn words(from: &mut Reader<'_>) -> Result<&'static [&'static str], Stopped> {
    list(from, |from| Ok(word(from)))
}

/// Reads a file's facts about itself.
///
/// # Errors
/// The mistake in them.
pub(super) fn info(from: &mut Reader<'_>) -> Result<&'static GameInfo, Stopped> {
    let name = from.text();
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    // As names are in WIT: each word begins with a letter.
    let is_name = !name.is_empty() && name.len() <= NAME_MAX && name.chars().all(is_plain);
    if !is_name || !name.split('-').all(|word| word.starts_with(|c: char| c.is_ascii_lowercase())) {
        let name = line(name, NAME_MAX);
        return broken(format!(
            "the name {name:?} is no name of a game; write small letters, digits and hyphens, {NAME_MAX} at most"
        ));
    }
    let name = kept(name);
    let seats_max = from.byte();
    if !(2..=SEATS_MAX).contains(&seats_max) {
        return broken(format!("it is for {seats_max} players; games are for 2 to {SEATS_MAX}"));
    }
    let opening_plies = option(from, |from| u32::try_from(from.number()).expect("it is a u32"));
    let keys = list(from, key)?;
    if keys.iter().enumerate().any(|(place, key)| keys[..place].iter().any(|before| before.name == key.name))
    {
        return broken("two of its keys have the same name");
    }
    let help = kept(&page(from.text()));
    let facts = Box::leak(Box::new(facts(from)?));
    Ok(Box::leak(Box::new(GameInfo { name, seats_max, opening_plies, keys, facts, help })))
}

fn key(from: &mut Reader<'_>) -> Result<Key, Stopped> {
    let name = from.text();
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if name.is_empty() || name.len() > NAME_MAX || !name.chars().all(is_plain) {
        let name = line(name, NAME_MAX);
        return broken(format!("the key {name:?} is no key; write small letters, digits and underscores"));
    }
    let name = kept(name);
    let number = |from: &mut Reader<'_>| u32::try_from(from.number()).expect("it is a u32");
    let kind = match from.case() {
        0 => Kind::Number { least: number(from), most: number(from) },
        1 => Kind::OneNumberOf(list(from, |from| Ok(number(from)))?),
        2 => Kind::Numbers { least: from.byte(), most: from.byte() },
        3 => Kind::Flag,
        4 => Kind::OneWordOf(words(from)?),
        _ => Kind::Text,
    };
    let (default, meaning) = (word(from), sentence(from));
    if !kind.accepts(default) {
        return broken(format!("the key {name} has the default {default}; it should be {kind}"));
    }
    Ok(Key { name, kind, default, meaning })
}

fn facts(from: &mut Reader<'_>) -> Result<Facts, Stopped> {
    let facts = Facts {
        seats: words(from)?,
        unit: option(from, |from| Unit { one: word(from), many: word(from) }),
        example: sentence(from),
        notation: sentence(from),
        misread: option(from, sentence),
        hidden: match from.case() {
            0 => Hidden::Nothing,
            1 => Hidden::Covered,
            _ => Hidden::Secrets(word(from)),
        },
        pieces: list(from, piece)?,
        stacks: if from.case() == 0 { Stacks::Top } else { Stacks::Whole },
        emblem: option(from, |from| (from.byte(), from.byte())),
        ground: word(from),
        own_board: word(from),
        beside: option(from, word),
        previews: from.number() != 0,
        numbered: from.number() != 0,
        first_turn: option(from, word),
        placing: option(from, |from| PlacingFacts {
            one: word(from),
            many: word(from),
            all: word(from),
            notation: sentence(from),
        }),
        trials: list(from, |from| Ok(sentence(from)))?,
        other_form: None,
    };
    match facts.emblem {
        Some((kind, _)) if usize::from(kind) >= facts.pieces.len() => {
            broken(format!("its emblem is a piece of kind {kind}, which there is not"))
        }
        _ => Ok(facts),
    }
}

fn piece(from: &mut Reader<'_>) -> Result<PieceFacts, Stopped> {
    let (name, shape) = (word(from), word(from));
    let letters = |from: &mut Reader<'_>| {
        let letters = words(from)?;
        match letters.iter().position(|letters| letters.is_empty()) {
            Some(seat) => broken(format!("the piece {name:?} has no letter for seat {seat}")),
            None => Ok(letters),
        }
    };
    Ok(PieceFacts {
        name,
        shape,
        letters: letters(from)?,
        symbols: letters(from)?,
        number: match from.case() {
            0 => Number::None,
            1 => Number::Length,
            _ => Number::Size(words(from)?),
        },
        tone: if from.number() == 0 { Tone::Plain } else { Tone::Blow },
    })
}
