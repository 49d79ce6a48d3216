//! Claims of the languages' pages, as far as they can be checked without their toolchains; `.ci/languages`
//! builds their bots and lets them play.

use std::process::Command;

use crate::support::{Folder, bot, has_programs, project_bytes, project_files, project_text, root};

/// The languages with a build, and how their sources' names end. Those with examples have a build that makes them.
const LANGUAGES: [(&str, &str); 9] = [
    ("c", "c"),
    ("cpp", "cpp"),
    ("python", "py"),
    ("js", "js"),
    ("typescript", "ts"),
    ("zig", "zig"),
    ("assemblyscript", "ts"),
    ("go", "go"),
    ("ruby", "rb"),
];

/// The languages whose bots begin as files of the SDK; in the others `judge new` writes them.
const WITH_EXAMPLES: [&str; 3] = ["python", "js", "ruby"];

/// The languages whose bots are programs that read lines. They have no page.
const BY_LINES: [&str; 5] = ["c", "cpp", "zig", "assemblyscript", "go"];

fn with_pages() -> impl Iterator<Item = (&'static str, &'static str)> {
    LANGUAGES.into_iter().filter(|(language, _)| !BY_LINES.contains(language))
}

/// The language whose build a language takes.
fn build_of(language: &str) -> &str {
    match language {
        "cpp" => "c",
        "typescript" => "js",
        language => language,
    }
}

#[test]
fn every_tournament_of_the_pages_can_be_played() {
    for language in WITH_EXAMPLES {
        let page = project_text(&format!("sdk/{language}/README.md"));
        let tournaments = blocks(&page, "toml");
        assert_eq!(tournaments.len(), 1, "sdk/{language}/README.md");
        plays("battleship", &tournaments[0], &[bot("stupid"), bot("hunter")]);
    }
}

#[test]
fn every_tournament_between_the_languages_can_be_played() {
    let files = project_files("sdk/tournaments/*.toml");
    assert_eq!(files.len(), 2, "{files:?}");
    for file in files {
        let game = file.trim_start_matches("sdk/tournaments/").trim_end_matches(".toml").to_owned();
        let bots = project_files(&format!("contestants/{game}/random.wasm"));
        let bots = if bots.is_empty() { vec![format!("contestants/{game}/stupid.wasm")] } else { bots };
        let text = project_text(&file);
        let bots = [0, 1].map(|_| project_bytes(&bots[0]));
        plays(&game, &text, &bots);
        for (language, _) in LANGUAGES {
            assert!(
                text.contains(&format!("/target/bots/{language}/{game}-{language}.wasm\"")),
                "{file}: {language}"
            );
        }
    }
}

/// Two bots play a tournament, in place of those that its file names.
#[track_caller]
fn plays(game: &str, tournament: &str, bots: &[Vec<u8>; 2]) {
    let mut table: toml::Table = tournament.parse().expect("it is TOML");
    assert_eq!(table["game"].as_str(), Some(game));
    table.insert("rounds".into(), 1.into());
    table.insert("contestants".into(), vec!["bots/*.wasm"].into());
    let folder = Folder::new().file("cup.toml", table.to_string());
    folder.file("bots/one.wasm", &bots[0]).file("bots/two.wasm", &bots[1]).play("");
}

#[test]
fn every_page_has_a_bot_to_begin_with() {
    for (language, ending) in with_pages() {
        let page = project_text(&format!("sdk/{language}/README.md"));
        let folder = root().join("sdk").join(language).join("examples");
        assert_eq!(folder.is_dir(), WITH_EXAMPLES.contains(&language), "sdk/{language}");
        if !WITH_EXAMPLES.contains(&language) {
            let made = format!(" new battleship sailor --lang {language}\n");
            let built = format!("\nsdk/{}/build\n", build_of(language));
            assert!(page.contains(&made) && page.contains(&built), "sdk/{language}/README.md: {made}{built}");
            continue;
        }
        for game in ["battleship", "othello"] {
            let example = format!("examples/{game}.{ending}");
            assert!(page.contains(&format!("]({example})")), "sdk/{language}/README.md names no {example}");
            assert!(root().join("sdk").join(language).join(&example).is_file(), "sdk/{language}/{example}");
        }
    }
}

#[test]
fn every_file_that_a_page_copies_or_links_is_there() {
    for (language, _) in with_pages() {
        let page = project_text(&format!("sdk/{language}/README.md"));
        let copied = page.lines().filter_map(|line| line.strip_prefix("cp ")?.split(' ').next());
        let linked = page.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
        let linked = linked.filter(|link| !link.starts_with("https:"));
        let files: Vec<String> =
            copied.map(str::to_owned).chain(linked.map(|link| format!("sdk/{language}/{link}"))).collect();
        assert!(files.len() > if WITH_EXAMPLES.contains(&language) { 3 } else { 0 }, "{files:?}");
        for file in files {
            assert!(root().join(&file).is_file(), "sdk/{language}/README.md: no {file}");
        }
    }
}

#[test]
fn a_build_tells_what_it_cannot_make_sense_of() {
    for (language, ending) in LANGUAGES {
        let usage = built(language, "--nonsense");
        assert_eq!(usage.0, Some(2), "{}", usage.1);
        let (build, first) = (build_of(language), ending_of_build(language));
        let reads_lines = BY_LINES.contains(&language);
        let of_game = if reads_lines { "" } else { " [--game GAME]" };
        let usage_of_file = format!("usage: sdk/{build}/build FILE.{first}{of_game} [--out FILE.wasm]\n");
        assert!(usage.1.starts_with(&usage_of_file), "{}", usage.1);
        assert_eq!(usage.1.contains("[--out DIR]"), ["python", "js", "ruby"].contains(&build), "{}", usage.1);

        let no_file = built(language, &format!("gone.{ending} --out bot.wasm"));
        assert_eq!((no_file.0, no_file.1), (Some(1), format!("error: no file gone.{ending}\n")));

        let no_game = built(language, &format!("bot.{ending} --game chess --out bot.wasm"));
        let told = if reads_lines {
            (Some(2), usage.1)
        } else {
            (
                Some(1),
                "error: no game chess; there are: battleship freedom gobblet othello stones\n".to_owned(),
            )
        };
        assert_eq!(no_game, told);
    }
}

/// The ending of the names of the files that a language's build names first.
fn ending_of_build(language: &str) -> &'static str {
    LANGUAGES.iter().find(|(name, _)| *name == build_of(language)).expect("it has a page").1
}

/// A bot's file, its folder and a tournament beside it say for which game it is. The build is asked for no more than what
/// comes before its tools: it refuses an import.
#[test]
fn a_build_needs_no_game_where_the_file_or_its_folder_tells_it() {
    if !has_programs(&["python3"]) {
        return;
    }
    let source = "import numpy, wit_world\n";
    let refused = "bot.py:1: a bot cannot import numpy: it is partly machine code";
    let told = |folder: &Folder, arguments: &str| {
        let file = folder.path("bot.py");
        built("python", arguments.replace("FILE", &file.display().to_string()).trim()).1
    };
    let alone = Folder::new().file("bot.py", source);
    let asked = "; write --game GAME; there are: battleship freedom gobblet othello stones\n";
    assert!(told(&alone, "FILE").ends_with(asked), "{}", told(&alone, "FILE"));
    assert!(told(&alone, "FILE --game stones").contains(refused));
    let beside =
        Folder::new().file("bot.py", source).file("evening.toml", "game = \"othello\"\nrounds = 1\n");
    assert!(told(&beside, "FILE").contains(refused), "{}", told(&beside, "FILE"));
    let wrong = Folder::new().file("bot.py", source).file("evening.toml", "game = \"chess\"\n");
    assert!(told(&wrong, "FILE").starts_with("error: no game chess; there are:"), "{}", told(&wrong, "FILE"));
    // Two tournaments for two games say nothing.
    let two = beside.file("other.toml", "game = \"stones\"\n");
    assert!(told(&two, "FILE").ends_with(asked));
    let named = alone.file("bot.py", format!("{source}# judge:arena/gobblet@1.0.0\n"));
    assert!(told(&named, "FILE").contains(refused), "{}", told(&named, "FILE"));
}

#[test]
fn types_are_in_the_folder_of_a_new_bot() {
    if !has_programs(&["node"]) {
        return;
    }
    let folder = Folder::new().file("bot.ts", "");
    let (code, said) = built("typescript", &format!("{} --game othello", folder.path("bot.ts").display()));
    let told = "error: there are no types of othello here; judge new othello NAME --lang typescript makes a folder with them\n";
    assert_eq!((code, said.as_str()), (Some(1), told));
}

#[test]
fn what_a_bot_cannot_import_is_refused_before_anything_is_installed() {
    for (language, source, told) in [
        (
            "python",
            "import math\nimport numpy as np\n",
            ":2: a bot cannot import numpy: it is partly machine code",
        ),
        (
            "python",
            "def f():\n    from urllib import request\n",
            ":2: a bot cannot import urllib.request: bots have no network",
        ),
        (
            "python",
            "import nothing_such\n",
            ":1: a bot cannot import nothing_such: it is neither in the standard library,",
        ),
        (
            "js",
            "import { log } from 'judge:arena/host@1.0.0';\nimport fs from 'node:fs';\nexport const othello = {};\n",
            ":2: a bot has no package node:fs; import files beside it by a relative path, or bundle it",
        ),
        (
            "js",
            "import { log } from 'judge:arena/host@1.0.0';\n",
            ":1: a program that reads lines has no judge:arena/host@1.0.0; fuel_left of a question and the clock",
        ),
        ("js", "\nexport * from \"./gone.js\";\n", ":2: no file "),
        ("js", "let a = 1;\nlet b = = 2;\n", ":2\nlet b = = 2;\n"),
    ] {
        if !has_programs(&[if language == "js" { "node" } else { "python3" }]) {
            continue;
        }
        let ending = LANGUAGES.iter().find(|(name, _)| *name == language).expect("it has a page").1;
        let folder = Folder::new().file(&format!("bot.{ending}"), source);
        let file = folder.path(&format!("bot.{ending}"));
        let (code, said) = built(language, &format!("{} --game othello --out bot.wasm", file.display()));
        assert_eq!(code, Some(1), "{said}");
        assert!(said.starts_with(&format!("error: {}{told}", file.display())), "{said}");
    }
}

#[test]
fn a_module_that_a_bot_can_do_without_is_not_refused() {
    if !has_programs(&["python3"]) {
        return;
    }
    let source = "try:\n    import nothing_such\nexcept ImportError:\n    nothing_such = None\n";
    let folder = Folder::new().file("bot.py", source);
    let mut check = Command::new("python3");
    check.arg(root().join("sdk/python/bundle.py")).arg("check").arg(folder.path("bot.py")).arg("othello");
    let output = check.env("PYTHONDONTWRITEBYTECODE", "1").output().expect("there is Python");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // Nor is it built in.
    assert_eq!(output.stdout, b"\n");
}

#[cfg(unix)]
#[test]
fn a_python_that_is_too_old_is_told_so() {
    use std::os::unix::fs::PermissionsExt;
    let old = "#!/bin/sh\n[ \"$1\" = --version ] && echo Python 3.9.2\nexit 1\n";
    let folder = Folder::new().file("old/python3", old).file("bot.py", "");
    let python = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.path("old/python3"), python).expect("it is ours");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut build = Command::new(root().join("sdk/python/build"));
    build.arg(folder.path("bot.py")).args(["--game", "othello", "--out", "bot.wasm"]);
    build.env("PATH", format!("{}:{path}", folder.path("old").display()));
    build.env("XDG_CACHE_HOME", folder.path("caches")).env("CARGO_TARGET_DIR", folder.path("target"));
    let output = build.output().expect("bash runs it");
    let told = "error: Python 3.9.2 is too old: install Python 3.10 or newer from https://www.python.org, and see that python3 is that one\n";
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(1), told));
}

#[test]
fn what_no_game_can_have_is_told_before_it_is_built() {
    for (language, source, told) in [
        ("python", "class Crowd(Game):\n    seats_max = 9\n", ":2: a game has at most 8 seats"),
        (
            "python",
            "    def turns_max(self, settings):\n        return 50_001\n",
            ":2: a game has at most 50,000 turns",
        ),
        ("js", "  static seatsMax = 10;\n", ":1: a game has at most 8 seats"),
        ("js", "  turnsMax() {\n    return 60000;\n  }\n", ":2: a game has at most 50,000 turns"),
    ] {
        let name = if language == "js" { "game.js" } else { "game.py" };
        let folder = Folder::new().file(name, source).file("game.wit", "");
        let [file, wit] = [name, "game.wit"].map(|name| folder.path(name).display().to_string());
        let (code, said) = built(&format!("game/{language}"), &format!("{file} {wit} --out game.wasm"));
        assert_eq!((code, said), (Some(1), format!("error: {file}{told}\n")));
    }
}

/// The exit code of a language's build, and what it wrote to standard error.
fn built(language: &str, arguments: &str) -> (Option<i32>, String) {
    let mut build = Command::new(root().join("sdk").join(build_of(language)).join("build"));
    let target = Folder::new();
    build.args(arguments.split(' ')).current_dir(root()).env("CARGO_TARGET_DIR", target.path("target"));
    build.env("XDG_CACHE_HOME", target.path("caches"));
    let output = build.output().expect("bash runs it");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// The blocks of code of one kind in a page.
fn blocks(markdown: &str, kind: &str) -> Vec<String> {
    let fence = format!("```{kind}\n");
    let ends = |block: &str| block.split("```").next().unwrap_or_default().to_owned();
    markdown.split(&fence).skip(1).map(ends).collect()
}
