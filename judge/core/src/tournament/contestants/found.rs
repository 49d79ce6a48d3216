//! Files that match a pattern, and the names of their contestants: paths in, names out. Opens no file.

use std::collections::BTreeMap;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::Name;

/// Characters of a name.
const LENGTH_MAX: usize = 32;
/// Digits of a hash at the end of a name that is made, more and more until no two names are the same.
const DIGITS: [usize; 3] = [4, 8, 16];
/// Letters, and their replacements in a name.
const PLAIN: [(&str, &str); 23] = [
    ("àáâãäåāăą", "a"),
    ("æ", "ae"),
    ("çćĉċč", "c"),
    ("ďđð", "d"),
    ("èéêëēĕėęě", "e"),
    ("ĝğġģ", "g"),
    ("ĥħ", "h"),
    ("ìíîïĩīĭįı", "i"),
    ("ĵ", "j"),
    ("ķ", "k"),
    ("ĺļľł", "l"),
    ("ñńņň", "n"),
    ("òóôõöøōŏő", "o"),
    ("œ", "oe"),
    ("ŕŗř", "r"),
    ("śŝşšș", "s"),
    ("ß", "ss"),
    ("ţťŧț", "t"),
    ("þ", "th"),
    ("ùúûüũūŭůűų", "u"),
    ("ŵ", "w"),
    ("ýÿŷ", "y"),
    ("źżž", "z"),
];

/// The names of these files, safe to be parts of a path: without the ending; where several have the same
/// one, the nearest folder in which they differ.
#[must_use]
pub fn called_apart(paths: &[&Path]) -> Vec<String> {
    let stem = |path: &Path| part(path, 0).to_lowercase();
    let mut alike: BTreeMap<String, Vec<&Path>> = BTreeMap::new();
    for path in paths {
        alike.entry(stem(path)).or_default().push(path);
    }
    let depth = |paths: &Vec<&Path>| {
        let differ = |depth: &usize| paths.iter().any(|path| part(path, *depth) != part(paths[0], *depth));
        let deepest = paths.iter().map(|path| path.components().count()).max().unwrap_or(0);
        if paths.len() > 1 { (1..deepest).find(differ).unwrap_or(0) } else { 0 }
    };
    let depths: BTreeMap<&str, usize> =
        alike.iter().map(|(stem, paths)| (stem.as_str(), depth(paths))).collect();
    paths.iter().map(|path| part(path, depths[stem(path).as_str()])).collect()
}

/// The part of a path at so many steps from its end: the file's name without the ending, and before it folders.
pub(super) fn part(path: &Path, depth: usize) -> String {
    if depth == 0 {
        return path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    }
    let part = path.components().rev().nth(depth);
    part.map(|part| part.as_os_str().to_string_lossy().into_owned()).unwrap_or_default()
}

/// Contestants' names for files' names, in order. Valid names stay; of all others [`made`] makes a name, with more and more
/// digits where it would be another's.
pub(super) fn names(called: &[String]) -> Vec<Name> {
    let mut names: Vec<Name> = called.iter().map(|called| made(called, 0)).collect();
    for digits in DIGITS {
        let mut times: BTreeMap<String, usize> = BTreeMap::new();
        for name in &names {
            *times.entry(name.folded()).or_default() += 1;
        }
        for (name, called) in names.iter_mut().zip(called) {
            if name.as_str() != called && times[&name.folded()] > 1 {
                *name = made(called, digits);
            }
        }
    }
    names
}

/// A contestant's name for a file's name: no accents, `-` for what no name has; and where letters are lost, or it
/// would be too long, four digits of the SHA-256 of the whole, so that it is no other's.
#[must_use]
pub fn name_of_file(called: &str) -> Name {
    made(called, 0)
}

/// The same with so many digits; with none only where it needs none.
fn made(called: &str, digits: usize) -> Name {
    if let Ok(name) = Name::new(called) {
        return name;
    }
    let (mut plain, mut is_whole) = (String::new(), digits == 0);
    for letter in called.chars() {
        let small = letter.to_lowercase().next().unwrap_or(letter);
        let known = PLAIN.iter().find(|(letters, _)| letters.contains(small));
        match known {
            _ if letter.is_ascii_alphanumeric() || "-_.".contains(letter) => plain.push(letter),
            // An accent that stands behind its letter, as on a Mac.
            _ if ('\u{300}'..='\u{36f}').contains(&letter) => {}
            Some((_, known)) if small == letter => plain += known,
            Some((_, known)) => plain += &known.to_uppercase(),
            None => {
                is_whole &= !letter.is_alphanumeric();
                if !plain.ends_with('-') {
                    plain.push('-');
                }
            }
        }
    }
    let plain = plain.trim_matches(['-', '_', '.']);
    if let Some(name) = is_whole.then(|| Name::new(plain).ok()).flatten() {
        return name;
    }
    let digits = digits.max(DIGITS[0]);
    let hash = &hex::encode(Sha256::digest(called))[..digits];
    // A dot could make a name that Windows keeps for devices.
    let cut: String = plain.replace('.', "-").chars().take(LENGTH_MAX - 1 - digits).collect();
    let cut = if cut.is_empty() { "bot" } else { cut.trim_end_matches(['-', '_']) };
    Name::new(&format!("{cut}-{hash}")).expect("it has few characters, all of which a name may have")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apart(paths: &[&str]) -> Vec<String> {
        called_apart(&paths.iter().map(Path::new).collect::<Vec<_>>())
    }

    #[test]
    fn files_of_one_name_are_called_by_their_folders() {
        assert_eq!(apart(&["bots/anna.wasm", "bots/ben.wasm"]), ["anna", "ben"]);
        assert_eq!(apart(&["subs/anna/bot.wasm", "subs/ben/bot.wasm"]), ["anna", "ben"]);
        assert_eq!(apart(&["s/anna/build/bot.wasm", "s/ben/build/Bot.wasm"]), ["anna", "ben"]);
        assert_eq!(apart(&["s/anna/bot.wasm", "s/ben/bot.wasm", "s/cem/cem.wasm"]), ["anna", "ben", "cem"]);
        assert_eq!(apart(&["bot.wasm"]), ["bot"]);
        assert_eq!(apart(&["bot.wasm", "bot.wasm"]), ["bot", "bot"]);
    }

    #[test]
    fn a_name_is_made_of_any_file_name() {
        let made = |called: &str| name_of_file(called).to_string();
        for (called, name) in [
            ("anna", "anna"),
            ("bot (1)", "bot-1"),
            ("Anna Müller", "Anna-Muller"),
            ("Anna Mu\u{308}ller", "Anna-Muller"),
            ("._anna", "anna"),
            ("ÆGIR ß", "AEGIR-ss"),
            ("Łukasz – 2", "Lukasz-2"),
            ("copy of bot", "copy-of-bot"),
        ] {
            assert_eq!(made(called), name, "{called}");
        }
        let digits = |called: &str, begins: &str| {
            let name = made(called);
            assert!(name.starts_with(begins) && name.len() == begins.len() + 4, "{called}: {name}");
        };
        digits("Анна", "bot-");
        digits("", "bot-");
        digits("con", "con-");
        digits("nul.x", "nul-x-");
        digits("Anna Müller_12345_assignsubmission_file_bot", "Anna-Muller_12345_assignsub-");
        assert_ne!(made("Анна"), made("Ольга"));
    }

    #[test]
    fn made_names_that_would_be_the_same_have_digits() {
        let called = ["bot-1", "bot (1)", "bot [1]", "eve"].map(str::to_owned);
        let names: Vec<String> = names(&called).iter().map(Name::to_string).collect();
        assert_eq!((&*names[0], &*names[3]), ("bot-1", "eve"));
        assert!(names[1].starts_with("bot-1-") && names[2].starts_with("bot-1-") && names[1] != names[2]);
    }

    #[test]
    fn names_that_are_cut_are_unique_in_a_class_of_thousands() {
        let called: Vec<String> =
            (0..2_000).map(|n| format!("Introduction to Programming, group B_{n}_file")).collect();
        let names = names(&called);
        let unique: BTreeMap<&str, usize> = names.iter().map(|name| (name.as_str(), 1)).collect();
        assert_eq!(unique.len(), 2_000);
        assert!(names.iter().filter(|name| name.as_str().len() == 32).count() > 1_900, "{}", names[0]);
        let lengths = |digits: usize| {
            names
                .iter()
                .filter(|name| name.as_str().rsplit('-').next().is_some_and(|last| last.len() == digits))
                .count()
        };
        assert!(lengths(4) > 1_000 && lengths(8) > 2, "only who shares four digits has more");
    }
}
