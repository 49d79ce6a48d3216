//! A hostile contract: what it says is plain words in all that is printed and written for authors of bots.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::made::Made;
use super::zoo::{assert_plain, cup, one_line};
use crate::support::Folder;

/// Texts that end a comment in some language, and code behind them.
const HOSTILE: &str = "interface duel {
    /** \"\"\"
PAYLOAD()
\"\"\" '''
PAYLOAD() */
    record square { x: u8, y: u8 } // */ PAYLOAD(); /*
    /// ??/
    /// \\
    /// ```
    /// PAYLOAD!();
    /// ```
    name: func() -> string; /* /* */
    /// #*/ PAYLOAD() --> <script>PAYLOAD()</script> ${PAYLOAD()} #{PAYLOAD()} \"#
    new-game: func(seed: u64);
    take: func() -> u8; /* one */ hear: func(s: square);
}";

/// Each language, its source, and what reads the source, `FILE`, where it is there.
const LANGUAGES: [(&str, &str, &str); 10] = [
    ("rust", "src/lib.rs", "rustfmt --edition 2024 --emit stdout FILE"),
    ("c", "main.c", "cc -w -fsyntax-only FILE"),
    ("cpp", "main.cpp", "c++ -w -fsyntax-only FILE"),
    ("python", "bot.py", "python3 -m py_compile FILE"),
    ("js", "bot.mjs", "node --check FILE"),
    ("ruby", "bot.rb", "ruby -c FILE"),
    ("typescript", "bot.ts", ""),
    ("zig", "bot.zig", "zig ast-check FILE"),
    ("go", "bot.go", "gofmt -e FILE"),
    ("assemblyscript", "bot.ts", ""),
];

#[test]
fn a_contract_is_nothing_but_words_in_what_is_written_for_a_bot() {
    let folder = Folder::new().file("duel.wasm", Made::new().asks(HOSTILE).wasm());
    for command in ["wit duel.wasm", "wit duel.wasm --json", "wit duel.wasm --core", "games duel.wasm"] {
        only_words(&folder.succeeds(command).stdout, command);
    }
    for (language, source, check) in LANGUAGES {
        let ended = folder.succeeds(&format!("new duel.wasm {language}-bot --lang {language}"));
        assert_plain(&ended.stdout);
        let top = folder.path(&format!("{language}-bot"));
        texts_below(&top, &mut |path, text| only_words(text, &path.display().to_string()));
        let words = check.replace("FILE", source);
        let mut words = words.split_whitespace();
        let Some(program) = words.next().filter(|program| is_there(program)) else { continue };
        let ended = Command::new(program).args(words).current_dir(&top).output().expect("it starts");
        assert!(ended.status.success(), "{language}: {}", String::from_utf8_lossy(&ended.stderr));
    }
}

fn is_there(program: &str) -> bool {
    let version = if program == "gofmt" { "-h" } else { "--version" };
    Command::new(program).arg(version).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// Checks that the contract's comments stand in comments, a line each.
#[track_caller]
fn only_words(text: &str, place: &str) {
    assert_plain(&text.replace('\t', " "));
    for line in text.lines().filter(|line| line.contains("PAYLOAD")) {
        let (before, _) = line.split_once("PAYLOAD").expect("it is there");
        let is_comment =
            before.contains("//") || ["*", "#"].iter().any(|sign| line.trim_start().starts_with(sign));
        let ends = ["*/", "/*", "\"\"\"", "'''", "```", "??/", "<script", "</script", "\\"];
        assert!(is_comment && !ends.iter().any(|end| line.contains(end)), "{place}: {line}");
    }
}

fn texts_below(folder: &Path, see: &mut dyn FnMut(&Path, &str)) {
    for entry in fs::read_dir(folder).expect("it is there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            texts_below(&path, see);
        } else if let Ok(text) = fs::read_to_string(&path) {
            see(&path, &text);
        }
    }
}

/// A bare carriage return ends a comment for a compiler of C, and an escape sequence clears a terminal.
#[test]
fn a_contract_with_characters_that_cannot_be_shown_is_refused_everywhere() {
    for c in ['\r', '\u{1b}', '\u{202e}', '\u{2028}'] {
        let contract = format!(
            "interface duel {{\n  /// A square.{c}__asm__(\".incbin\")//\n  name: func() -> string; new-game: func(seed: u64); take: func() -> u8;\n}}"
        );
        let folder = cup(&Made::new().asks(&contract));
        for command in [
            "wit zoo.wasm",
            "new zoo.wasm sailor --lang c",
            "check zoo.wasm",
            "check bots/one.wasm --game zoo.wasm",
            "run zoo.toml",
        ] {
            let ended = folder.judge(command);
            let told = format!("contract: line 2 has the character {}", c.escape_unicode());
            assert!(one_line(&ended).contains(&told), "{}", ended.stderr);
        }
        assert!(!folder.path("sailor").exists());
    }
    let windows = "interface duel {\r\n  name: func() -> string;\r\n  new-game: func(seed: u64);\r\n  take: func() -> u8;\r\n}\r\n";
    cup(&Made::new().asks(windows)).succeeds("run zoo.toml --quiet");
}

/// Each name of a contract is one in all languages, or the game's author gets an error.
#[test]
fn two_fields_of_one_name_are_told_to_the_games_author() {
    let contract = "interface duel { record square { x: u8, x: u8 } name: func() -> string; new-game: func(seed: u64); take: func() -> u8; }";
    let ended = cup(&Made::new().asks(contract)).judge("check zoo.wasm");
    assert!(one_line(&ended).contains("the record square has the name x twice"), "{}", ended.stderr);
}
