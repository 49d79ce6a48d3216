//! A contract whose names are words that a language keeps for itself: what is written parses, by the language's own tools
//! where they are there.

use std::fs;
use std::process::{Command, Stdio};

use super::begun_for;
use crate::Language;
use crate::contract::Begun;
use crate::reserved;

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

/// Words of all languages, as WIT has them.
fn words(language: Language) -> Vec<String> {
    let mut words: Vec<String> = reserved::of(language)
        .words()
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
fn begun(word: &str, language: Language) -> [Option<Begun>; 3] {
    contracts(word).map(|(game, text)| {
        let is_valid = judge_wit::text::description(&text).is_ok() && !WORDS_OF_WIT.contains(&game.as_str());
        let begun = || begun_for(&game, &text, language);
        is_valid.then(|| begun().unwrap_or_else(|why| panic!("{language}, {word}: {why}\n{text}")))
    })
}

const WORDS_OF_WIT: [&str; 8] = ["enum", "export", "import", "interface", "package", "static", "type", "use"];

/// A tool that reads sources from files, and ends with an error if one does not parse.
fn tool(program: &str) -> Option<Command> {
    let there = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    there.is_ok_and(|status| status.success()).then(|| Command::new(program))
}

/// Runs a tool over the sources of all words; nothing if it is not there.
fn parse(language: Language, program: &str, arguments: &[&str], ending: &str) {
    let Some(mut tool) = tool(program) else { return };
    let folder = std::env::temp_dir().join(format!("judge-words-{language}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("it can be made");
    let mut files = Vec::new();
    for word in words(language) {
        for (number, Begun { source, files: more }) in
            begun(&word, language).into_iter().flatten().enumerate()
        {
            let own = folder.join(format!("{word}-{number}"));
            fs::create_dir_all(&own).expect("it can be made");
            for (path, bytes) in more {
                let name = path.rsplit('/').next().expect("a path has a last part");
                fs::write(own.join(name), bytes).expect("it can be written");
            }
            let file = own.join(format!("bot.{ending}"));
            fs::write(&file, source).expect("it can be written");
            files.push(file);
        }
    }
    let ended = tool.args(arguments).args(&files).output().expect("it starts");
    let (out, error) = (String::from_utf8_lossy(&ended.stdout), String::from_utf8_lossy(&ended.stderr));
    assert!(ended.status.success(), "{language}: {}\n{error}", out.chars().take(4_000).collect::<String>());
    fs::remove_dir_all(&folder).expect("it is ours");
}

#[test]
fn no_word_of_python_is_a_name() {
    let check = "import ast, sys\nfor file in sys.argv[1:]: compile(open(file).read(), file, 'exec')";
    parse(Language::Python, "python3", &["-c", check], "py");
}

#[test]
fn no_word_of_javascript_is_a_name() {
    let check = "const vm = require('vm'); const fs = require('fs');
        for (const file of process.argv.slice(1)) new vm.SourceTextModule(fs.readFileSync(file, 'utf8'), { identifier: file });";
    let arguments = ["--experimental-vm-modules", "--no-warnings", "-e", check];
    parse(Language::JavaScript, "node", &arguments, "js");
}

#[test]
fn no_word_of_rust_is_a_name() {
    parse(Language::Rust, "rustfmt", &["--edition", "2024", "--emit", "stdout"], "rs");
}
