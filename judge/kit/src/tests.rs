//! Every game has a bot to begin with in every language, and its folder is whole.

use judge_play::player::lines;
use judge_play::{GAMES, Rules};

use super::*;

// Compiled, so that the templates in Rust are known to fit the SDK.
#[path = "../templates/rust/battleship.rs"]
mod battleship;
#[path = "../templates/rust/freedom.rs"]
mod freedom;
#[path = "../templates/rust/gobblet.rs"]
mod gobblet;
#[path = "../templates/rust/othello.rs"]
mod othello;
#[path = "../templates/rust/stones.rs"]
mod stones;

fn examples(game: &str) -> Vec<Example> {
    lines::examples(&Rules::new(game, []).expect("nothing is set"))
}

fn kits() -> Vec<(&'static str, Language, Kit)> {
    let all = GAMES.iter().flat_map(|game| Language::ALL.map(|language| (game.name, language)));
    all.map(|(game, language)| {
        let kit = kit(game, language, Sdk::Here, "my-sailor", &["weak", "strong"], &examples(game))
            .unwrap_or_else(|| panic!("{game} in {language}"));
        (game, language, kit)
    })
    .collect()
}

#[test]
fn every_game_has_a_bot_in_every_language_with_one_place_to_think() {
    for (game, language, kit) in kits() {
        let source = kit.files.iter().find(|file| file.path == kit.source).expect("it is there");
        let text = String::from_utf8(source.bytes.clone()).expect("it is text");
        assert_eq!(text.matches("THINK HERE").count(), 1, "{game} in {language}");
        assert!(text.contains("my-sailor") && !text.contains(NAME), "{game} in {language}");
    }
    assert_eq!(kit("chess", Language::C, Sdk::Here, "a", &[], &[]), None);
}

#[test]
fn a_folder_has_what_its_language_builds_with() {
    for (game, language, kit) in kits() {
        let has = |path: &str| kit.files.iter().any(|file| file.path == path);
        assert!(has("README.md"));
        assert_eq!(has(&format!("sdk/wit/{game}.wit")), !language.reads_lines());
        assert_eq!(has("sdk/wit/host.wit"), !language.reads_lines());
        let needed: &[&str] = match language {
            Language::Rust => {
                &["Cargo.toml", "sdk/rust/src/lib.rs", "sdk/rust/Cargo.toml", "sdk/games/Cargo.toml"]
            }
            Language::C | Language::Cpp => &["sdk/common.sh", "sdk/c/build"],
            Language::TypeScript => {
                &["tsconfig.json", "sdk/js/build", "sdk/typescript/types/globals.d.ts", "player.ts"]
            }
            Language::Python => &["sdk/common.sh", "sdk/python/build", "sdk/lines.wit", "player.py"],
            Language::JavaScript => &["sdk/common.sh", "sdk/js/build", "sdk/js/bundle.mjs", "player.mjs"],
            Language::Zig => &["sdk/common.sh", "sdk/zig/build"],
            Language::Go => &["sdk/common.sh", "sdk/go/build"],
            Language::AssemblyScript => &["sdk/common.sh", "sdk/assemblyscript/build"],
            Language::Ruby => &["sdk/common.sh", "sdk/ruby/build", "sdk/ruby/system.wat", "player.rb"],
        };
        for path in needed {
            assert!(has(path), "{language}: no {path}");
        }
        let other = Language::ALL.into_iter().find(|other| *other != language).expect("there are others");
        let others = format!("sdk/{}/", other.folder());
        assert!(
            !kit.files.iter().any(|file| file.path.starts_with(&others)),
            "{language} needs nothing of {other}"
        );
        assert!(!kit.files.iter().any(|file| file.path.contains("/tests/")));
    }
}

fn text(kit: &Kit, path: &str) -> String {
    let file = kit.files.iter().find(|file| file.path == path).unwrap_or_else(|| panic!("no {path}"));
    String::from_utf8(file.bytes.clone()).expect("it is text")
}

#[test]
fn a_bot_says_behind_its_first_line_what_fuel_is_and_how_to_ask_for_what_is_left() {
    for (game, language, kit) in kits() {
        let source = text(&kit, &kit.source);
        let lines: Vec<&str> = source.lines().take(3).collect();
        assert!(
            lines[1].contains("takes fuel") && lines[2].contains("left of this turn"),
            "{game}: {lines:?}"
        );
        let comment = language.comment();
        assert!(lines[1..].iter().all(|line| line.starts_with(comment)), "{game} in {language}: {lines:?}");
    }
}

#[test]
fn a_class_over_lines_is_a_short_file() {
    for path in ["python/player.py", "js/player.mjs", "typescript/player.ts", "ruby/player.rb"] {
        let text = text_of(TEMPLATES, path).expect("it is there");
        assert!(text.lines().count() <= 50, "{path}");
    }
}

#[test]
fn a_program_that_reads_lines_shows_those_of_its_game_and_has_what_it_needs() {
    for (game, language, kit) in kits().into_iter().filter(|(_, language, _)| language.reads_lines()) {
        let source = text(&kit, &kit.source);
        let sign = language.comment();
        for (line, answer) in examples(game) {
            let begins = line.split(['[', '}']).next().expect("a text has a first part");
            assert!(source.contains(&format!("{sign}{begins}")), "{game} in {language}: {line}\n{source}");
            let shown = answer.is_none_or(|answer| source.contains(&format!("\n{sign}> {answer}\n")));
            assert!(shown, "{game} in {language}: {line}\n{source}");
        }
        assert_eq!(source.to_lowercase().contains("fleet"), game == "battleship", "{source}");
        assert!(!["GAME", "LINES", " END", " FLEET"].iter().any(|mark| source.contains(mark)), "{source}");
        assert!(source.lines().all(|line| line.chars().count() < 400), "{source}");
    }
}

#[test]
fn the_manifest_is_a_workspace_of_its_own() {
    let table: toml::Table = manifest("sailor", Sdk::Here).parse().expect("it is TOML");
    assert_eq!(table["package"]["name"].as_str(), Some("sailor"));
    assert_eq!(table["dependencies"]["judge-sdk"]["path"].as_str(), Some("sdk/rust"));
    assert!(table["workspace"]["dependencies"]["wit-bindgen"].get("version").is_some());
    assert_eq!(table["workspace"]["dependencies"].as_table().map(toml::Table::len), Some(2));
}

#[test]
fn a_released_judge_names_the_version_of_the_sdk() {
    let kit = kit("stones", Language::Rust, Sdk::Published("0.1"), "sailor", &[], &[]).expect("it is there");
    let text = |path: &str| text(&kit, path);
    let table: toml::Table = text("Cargo.toml").parse().expect("it is TOML");
    assert_eq!(table["dependencies"]["judge-sdk"].as_str(), Some("0.1"));
    // Not a member of a workspace that the folder may lie in.
    assert!(table["workspace"].as_table().is_some_and(toml::Table::is_empty));
    assert!(text("sdk/wit/stones.wit").contains("world stones-bot"));
    assert!(!kit.files.iter().any(|file| file.path.starts_with("sdk/rust/")), "it comes from the registry");
}

#[test]
fn builds_can_be_run() {
    for (_, _, kit) in kits() {
        for file in &kit.files {
            assert_eq!(file.mode == Mode::Executable, file.bytes.starts_with(b"#!"), "{}", file.path);
        }
    }
}

#[test]
fn the_first_tournament_is_with_the_opponents() {
    for (game, language, kit) in kits() {
        let file = kit.files.iter().find(|file| file.path == "evening.toml").expect("it is there");
        let text = std::str::from_utf8(&file.bytes).expect("it is text");
        let table: toml::Table = text.parse().unwrap_or_else(|error| panic!("{language}: {error}\n{text}"));
        assert_eq!(table["game"].as_str(), Some(game));
        assert_eq!(table["contestants"], toml::Value::Array(vec![kit.wasm.as_str().into()]));
        assert_eq!(table["faults"].as_str(), Some("forfeit"), "an evening forgives");
        assert_eq!(table["examples"], toml::Value::Array(vec!["weak".into(), "strong".into()]));
        assert_eq!(table.get("limits").is_some(), !language.limits().is_empty(), "{language}");
    }
}

#[test]
fn a_game_in_rust_comes_with_all_that_its_parts_include() {
    let has = |wanted: &str| OF_GAMES.iter().any(|(path, _)| *path == wanted);
    let mut found = 0;
    for (path, bytes) in OF_GAMES.iter().filter(|(path, _)| path.contains("/src/")) {
        let text = String::from_utf8_lossy(bytes);
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let code: String = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        for (included, _) in code.split("include_str!(\"").skip(1).filter_map(|rest| rest.split_once('"')) {
            let mut parts: Vec<&str> = path.split('/').collect();
            parts.pop();
            for part in included.split('/') {
                if part == ".." {
                    parts.pop();
                } else {
                    parts.push(part);
                }
            }
            assert!(has(&parts.join("/")), "{path} includes {}", parts.join("/"));
            found += 1;
        }
    }
    assert!(found > 5, "{found}");
}
