//! Every game has a bot to begin with in every language, and its folder is whole.

use judge_play::player::lines;
use judge_play::{GAMES, Rules};

use super::*;

// Compiled, so that the templates in Rust are known to fit the SDK.
#[path = "../../../sdk/rust/new/battleship.rs"]
mod battleship;
#[path = "../../../sdk/rust/new/freedom.rs"]
mod freedom;
#[path = "../../../sdk/rust/new/gobblet.rs"]
mod gobblet;
#[path = "../../../sdk/rust/new/othello.rs"]
mod othello;
#[path = "../../../sdk/rust/new/stones.rs"]
mod stones;

fn examples(game: &str) -> Vec<Example> {
    lines::examples(&Rules::new(game, []).expect("nothing is set"))
}

fn language(folder: &str) -> Language {
    folder.parse().expect("it is there")
}

fn own(game: &str, language: Language, sdk: Sdk) -> Kit {
    let (opponents, examples) = (["weak", "strong"], examples(game));
    let game = GameOfBot { name: game, seats: 2, opponents: &opponents, examples: &examples, file: None };
    kit(&game, language, sdk, "my-sailor").expect("there is one")
}

fn kits() -> Vec<(&'static str, Language, Kit)> {
    let all = GAMES.iter().flat_map(|game| Language::all().map(|language| (game.name, language)));
    all.map(|(game, language)| (game, language, own(game, language, Sdk::Here))).collect()
}

#[test]
fn every_game_has_a_bot_in_every_language_with_one_place_to_think() {
    for (game, language, kit) in kits() {
        let text = text(&kit, &kit.source);
        assert_eq!(text.matches("THINK HERE").count(), 1, "{game} in {language}");
        assert!(text.contains("my-sailor") && !text.contains(NAME), "{game} in {language}");
    }
}

#[test]
fn a_folder_has_what_its_language_builds_with() {
    for (game, language, kit) in kits() {
        let has = |path: &str| kit.files.contains_key(path);
        assert!(has("README.md"));
        assert_eq!(has(&format!("sdk/wit/{game}.wit")), !language.reads_lines());
        assert_eq!(has("sdk/wit/host.wit"), !language.reads_lines());
        let needed: &[&str] = match language.folder() {
            "rust" => &["Cargo.toml", "sdk/rust/src/lib.rs", "sdk/rust/Cargo.toml", "sdk/games/Cargo.toml"],
            "cpp" => &["sdk/common.sh", "sdk/c/build"],
            "typescript" => {
                &["tsconfig.json", "sdk/js/build", "sdk/typescript/types/globals.d.ts", "player.mjs"]
            }
            "python" => &["sdk/common.sh", "sdk/python/build", "sdk/lines.wit", "player.py"],
            "js" => &["sdk/common.sh", "sdk/js/build", "sdk/js/bundle.mjs", "player.mjs"],
            "ruby" => &["sdk/common.sh", "sdk/ruby/build", "sdk/ruby/system.wat", "player.rb"],
            other => &["sdk/common.sh", &*format!("sdk/{other}/build")],
        };
        for path in needed {
            assert!(has(path), "{language}: no {path}");
        }
        let other = if language.folder() == "go" { "sdk/zig/" } else { "sdk/go/" };
        assert!(!kit.files.keys().any(|path| path.starts_with(other)), "{language} needs nothing of {other}");
        let is_ours = |path: &str| {
            ["/tests/", "/new/", "/new-game/", "kit.toml"].iter().any(|part| path.contains(part))
        };
        assert!(!kit.files.keys().any(|path| is_ours(path)), "{language}");
    }
}

fn text(kit: &Kit, path: &str) -> String {
    let bytes = kit.files.get(path).unwrap_or_else(|| panic!("no {path}"));
    String::from_utf8(bytes.clone()).expect("it is text")
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
        let comment = &*language.about().comment;
        assert!(lines[1..].iter().all(|line| line.starts_with(comment)), "{game} in {language}: {lines:?}");
    }
}

#[test]
fn a_class_over_lines_is_a_short_file() {
    for path in ["python/new/player.py", "js/new/player.mjs", "ruby/new/player.rb"] {
        let text = text_of(&format!("sdk/{path}"));
        assert!(text.lines().count() <= 50, "{path}");
    }
}

#[test]
fn a_program_that_reads_lines_shows_those_of_its_game_and_has_what_it_needs() {
    for (game, language, kit) in kits().into_iter().filter(|(_, language, _)| language.reads_lines()) {
        let source = text(&kit, &kit.source);
        let sign = &language.about().comment;
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
    let table: toml::Table = rust::bot("sailor", Sdk::Here).parse().expect("it is TOML");
    assert_eq!(table["package"]["name"].as_str(), Some("sailor"));
    assert_eq!(table["dependencies"]["judge-sdk"]["path"].as_str(), Some("sdk/rust"));
    assert!(table["workspace"]["dependencies"]["wit-bindgen"].get("version").is_some());
    assert_eq!(table["workspace"]["dependencies"].as_table().map(toml::Table::len), Some(2));
}

#[test]
fn a_released_judge_names_the_version_of_the_sdk() {
    let kit = own("stones", language("rust"), Sdk::Published("0.1"));
    let text = |path: &str| text(&kit, path);
    let table: toml::Table = text("Cargo.toml").parse().expect("it is TOML");
    assert_eq!(table["dependencies"]["judge-sdk"].as_str(), Some("0.1"));
    // Not a member of a workspace that the folder may lie in.
    assert!(table["workspace"].as_table().is_some_and(toml::Table::is_empty));
    assert!(text("sdk/wit/stones.wit").contains("world stones-bot"));
    assert!(!kit.files.keys().any(|path| path.starts_with("sdk/rust/")), "it comes from the registry");
}

#[test]
fn builds_can_be_run() {
    for (_, _, kit) in kits() {
        for (path, bytes) in &kit.files {
            assert_eq!(is_executable(path), bytes.starts_with(b"#!"), "{path}");
        }
    }
}

#[test]
fn the_first_tournament_is_with_the_opponents() {
    for (game, language, kit) in kits() {
        let text = text(&kit, "evening.toml");
        let table: toml::Table = text.parse().unwrap_or_else(|error| panic!("{language}: {error}\n{text}"));
        assert_eq!(table["game"].as_str(), Some(game));
        assert_eq!(table["contestants"], toml::Value::Array(vec![kit.wasm.as_str().into()]));
        assert_eq!(table["faults"].as_str(), Some("forfeit"), "an evening forgives");
        assert_eq!(table["examples"], toml::Value::Array(vec!["weak".into(), "strong".into()]));
        assert_eq!(table.get("limits").is_some(), !language.about().limits.is_empty(), "{language}");
    }
}

#[test]
fn no_word_to_fill_in_is_left() {
    let games = Language::all().filter_map(|language| game_kit("nine-stones", language));
    for kit in kits().into_iter().map(|(_, _, kit)| kit).chain(games) {
        for path in ["README.md", "evening.toml"] {
            let text = text(&kit, path);
            assert!(!text.contains(['{', '}']) && !text.contains("\n\n\n"), "{text}");
        }
    }
}

#[test]
fn a_game_in_rust_comes_with_all_that_its_parts_include() {
    let kit = game_kit("nine-stones", language("rust")).expect("there is one");
    let mut found = 0;
    for (path, bytes) in kit.files.iter().filter(|(path, _)| path.contains("/src/")) {
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
            assert!(kit.files.contains_key(&parts.join("/")), "{path} includes {}", parts.join("/"));
            found += 1;
        }
    }
    assert!(found > 5, "{found}");
}
