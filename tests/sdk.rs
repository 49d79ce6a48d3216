//! Claims of the languages' pages, as far as they can be checked without their toolchains; `.ci/languages`
//! builds their bots and lets them play.

use std::process::Command;

use crate::support::{Folder, has_programs, project_bytes, project_files, project_text, root};

/// The languages with a build, and how their sources' names end.
const LANGUAGES: [(&str, &str); 9] = [
    ("c", "c"),
    ("cpp", "cpp"),
    ("python", "py"),
    ("js", "mjs"),
    ("typescript", "ts"),
    ("zig", "zig"),
    ("assemblyscript", "ts"),
    ("go", "go"),
    ("ruby", "rb"),
];

/// The language whose build a language takes.
fn build_of(language: &str) -> &str {
    match language {
        "cpp" => "c",
        "typescript" => "js",
        language => language,
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
fn a_build_tells_what_it_cannot_make_sense_of() {
    for (language, ending) in LANGUAGES {
        let (build, first) = (build_of(language), ending_of_build(language));
        let usage = format!("usage: sdk/{build}/build FILE.{first} [--out FILE.wasm]\n");
        assert_eq!(built(language, "--nonsense"), (Some(2), usage.clone()));
        // A program by lines plays all games.
        assert_eq!(built(language, &format!("bot.{ending} --game othello")), (Some(2), usage));
        let no_file = built(language, &format!("gone.{ending} --out bot.wasm"));
        assert_eq!(no_file, (Some(1), format!("error: no file gone.{ending}\n")));
    }
}

/// The ending of the names of the files that a language's build names first.
fn ending_of_build(language: &str) -> &'static str {
    LANGUAGES.iter().find(|(name, _)| *name == build_of(language)).expect("it has a page").1
}

#[test]
fn what_a_bot_cannot_import_is_refused_before_anything_is_installed() {
    if !has_programs(&["python3"]) {
        return;
    }
    for (source, told) in [
        ("import math\nimport numpy as np\n", ":2: a bot cannot import numpy: it is partly machine code"),
        (
            "def f():\n    from urllib import request\n",
            ":2: a bot cannot import urllib.request: bots have no network",
        ),
        (
            "import nothing_such\n",
            ":1: a bot cannot import nothing_such: it is neither in the standard library,",
        ),
        (
            "from wit_world import exports\n",
            ":1: a bot cannot import wit_world: it reads lines and has no class that is called; judge new writes",
        ),
    ] {
        let folder = Folder::new().file("bot.py", source);
        let file = folder.path("bot.py");
        let (code, said) = built("python", &format!("{} --out bot.wasm", file.display()));
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
    check.arg(root().join("sdk/python/bundle.py")).arg("check").arg(folder.path("bot.py"));
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
    build.arg(folder.path("bot.py")).args(["--out", "bot.wasm"]);
    build.env("PATH", format!("{}:{path}", folder.path("old").display()));
    build.env("XDG_CACHE_HOME", folder.path("caches")).env("CARGO_TARGET_DIR", folder.path("target"));
    let output = build.output().expect("bash runs it");
    let told = "error: Python 3.9.2 is too old: install Python 3.10 or newer from https://www.python.org, and see that python3 is that one\n";
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(1), told));
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
