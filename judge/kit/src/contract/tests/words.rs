//! A contract whose names are words that Rust keeps for itself: what is written parses, by its own tools where they are there.

use std::fs;
use std::process::Command;

use super::begun_for;
use crate::contract::names;

/// The word as a game, and as a function; as a type, a parameter, a field and a case.
fn contracts(word: &str) -> [(String, String); 3] {
    let usual = "name: func() -> string; new-game: func(seed: u64);";
    let named = format!(
        "record %{word} {{ %{word}: u8, other: u32 }} enum kind {{ %{word}, other }}
         name: func() -> string; new-game: func(%{word}: u64, seed: u64);
         choose: func(%{word}: list<%{word}>) -> %{word}; pick: func(%{word}: u8) -> kind;
         give: func(%{word}: string) -> %{word}; hear: func(%{word}: list<u8>) -> kind;"
    );
    let of_game = |game: &str, inside: &str| (game.to_owned(), format!("interface {game} {{ {inside} }}"));
    [
        of_game(word, &format!("{usual} take: func() -> u8;")),
        of_game("game", &format!("{usual} %{word}: func(left: u8) -> u8;")),
        of_game("game", &named),
    ]
}

/// Words of Rust, as WIT has them.
fn words() -> Vec<String> {
    let mut words: Vec<String> = names::words()
        .chain(["class", "switch", "true", "pass", "yield", "random", "none", "state", "answers", "dice"])
        .map(|word| word.to_lowercase().replace('_', "-"))
        // A part of a name in WIT begins with a letter.
        .filter(|word| word.split('-').all(|part| part.starts_with(|c: char| c.is_ascii_lowercase())))
        .collect();
    words.sort();
    words.dedup();
    words
}

/// The bots for these contracts; none for one that cannot be, since WIT has words of its own.
fn begun(word: &str) -> [Option<String>; 3] {
    contracts(word).map(|(game, text)| {
        let is_valid = judge_wit::text::description(&text).is_ok() && !WORDS_OF_WIT.contains(&game.as_str());
        let begun = || begun_for(&game, &text);
        is_valid.then(|| begun().unwrap_or_else(|why| panic!("{word}: {why}\n{text}")))
    })
}

const WORDS_OF_WIT: [&str; 8] = ["enum", "export", "import", "interface", "package", "static", "type", "use"];

#[test]
fn no_word_of_rust_is_a_name() {
    let folder = std::env::temp_dir().join(format!("judge-words-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("it can be made");
    let mut files = Vec::new();
    for word in words() {
        for (number, source) in begun(&word).into_iter().flatten().enumerate() {
            files.push(folder.join(format!("{word}-{number}.rs")));
            fs::write(files.last().expect("it was just put there"), source).expect("it can be written");
        }
    }
    let ended = Command::new("rustfmt").args(["--edition", "2024", "--emit", "stdout"]).args(&files).output();
    if let Ok(ended) = ended {
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    }
    fs::remove_dir_all(&folder).expect("it is ours");
}
