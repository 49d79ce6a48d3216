//! Every game has a bot to begin with in every language, and its folder is whole.

use judge_play::GAMES;

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

fn kits() -> Vec<(&'static str, Language, Kit)> {
    let all = GAMES.iter().flat_map(|game| Language::ALL.map(|language| (game.name, language)));
    all.map(|(game, language)| {
        let kit = kit(game, language, Sdk::Here, "my-sailor", &["weak", "strong"])
            .unwrap_or_else(|| panic!("{game} in {language}"));
        (game, language, kit)
    })
    .collect()
}

#[test]
fn every_game_has_a_template_in_every_language_with_one_place_to_think() {
    for (game, language, kit) in kits() {
        let source = kit.files.iter().find(|file| file.path == kit.source).expect("it is there");
        let text = String::from_utf8(source.bytes.clone()).expect("it is text");
        assert_eq!(text.matches("THINK HERE").count(), 1, "{game} in {language}");
        assert!(text.contains("my-sailor") && !text.contains(NAME), "{game} in {language}");
    }
    assert_eq!(kit("chess", Language::C, Sdk::Here, "a", &[]), None);
}

#[test]
fn the_readme_of_a_bot_in_ruby_says_what_methods_return_and_how_a_second_player_is_built() {
    let kit =
        kit("freedom", Language::Ruby, Sdk::Here, "my-sailor", &["weak", "strong"]).expect("there is one");
    let readme = kit.files.iter().find(|file| file.path == "README.md").expect("it is there");
    let text = String::from_utf8(readme.bytes.clone()).expect("it is text");
    for part in [
        "\n| Freedom | `move` | `[x, y]`",
        "`judge play freedom my-sailor.wasm strong --log`",
        "\nsdk/ruby/build second.rb --out second.wasm\n",
        "contestants = [\"my-sailor.wasm\", \"second.wasm\"]",
    ] {
        assert!(text.contains(part), "no {part} in\n{text}");
    }
}

#[test]
fn a_folder_has_the_contract_and_what_its_language_builds_with() {
    for (game, language, kit) in kits() {
        let has = |path: &str| kit.files.iter().any(|file| file.path == path);
        assert!(has(&format!("sdk/wit/{game}.wit")) && has("sdk/wit/host.wit") && has("README.md"));
        let needed: &[&str] = match language {
            Language::Rust => {
                &["Cargo.toml", "sdk/rust/src/lib.rs", "sdk/rust/Cargo.toml", "sdk/games/Cargo.toml"]
            }
            Language::C => &["sdk/common.sh", "sdk/c/build", "random.h"],
            Language::Cpp => &["sdk/common.sh", "sdk/cpp/build", "sdk/cpp/judge.hpp", "sdk/cpp/abort.cpp"],
            Language::TypeScript => {
                assert!(has(&format!("sdk/contract/{game}.json")));
                &["tsconfig.json", "sdk/typescript/build", "sdk/typescript/types/host.d.ts", "random.ts"]
            }
            Language::Python => {
                assert!(has(&format!("sdk/contract/{game}.json")));
                &["sdk/common.sh", "sdk/python/build", "sdk/python/entry.py"]
            }
            Language::JavaScript => {
                assert!(has(&format!("sdk/contract/{game}.json")));
                &["sdk/common.sh", "sdk/js/build", "sdk/js/componentize.mjs", "random.js"]
            }
            Language::Zig => &["sdk/common.sh", "sdk/zig/build", "sdk/zig/judge.zig"],
            Language::Go => &["sdk/common.sh", "sdk/go/build", "sdk/go/judge.go", "sdk/go/go.mod"],
            Language::AssemblyScript => {
                &["sdk/common.sh", "sdk/assemblyscript/build", "sdk/assemblyscript/judge.ts"]
            }
            Language::Ruby => {
                &["sdk/common.sh", "sdk/ruby/build", "sdk/ruby/judge.rb", "sdk/ruby/system.wat"]
            }
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
    let kit = kit("stones", Language::Rust, Sdk::Published("0.1"), "sailor", &[]).expect("it is there");
    let text = |path: &str| {
        let file = kit.files.iter().find(|file| file.path == path).unwrap_or_else(|| panic!("no {path}"));
        String::from_utf8(file.bytes.clone()).expect("it is text")
    };
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
