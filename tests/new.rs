//! `judge new`, end to end, as far as it can be seen without the toolchains; `.ci/languages` builds what it makes.

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use snapbox::{IntoData, assert_data_eq, str};

use crate::support::{Folder, bot, has_programs, project_bytes, project_files, project_text, rows};

#[test]
fn a_folder_is_made_with_the_commands_to_build_and_check() {
    let folder = Folder::new();
    let ended = folder.judge("new othello my-sailor --lang c");
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    assert_data_eq!(ended.stdout, str![[r#"
a bot for othello in C; edit my-sailor/main.c where it says THINK HERE

build it, check it, and let it play the example bots:
  cd my-sailor
  sdk/c/build
  judge check my-sailor.wasm --game othello
  judge run evening.toml

needed:
  clang, lld, wasi-libc and the compiler-rt for wasm32; on Debian and Ubuntu the build installs them with apt-get (clang lld wasi-libc libclang-rt-dev-wasm32)

"#]].raw());
    let program = folder.read("my-sailor/main.c");
    assert!(
        program.contains("\"my-sailor\"") && program.contains("\n// {\"ask\":\"choose\",\"own\":"),
        "{program}"
    );
    let top = folder.path("my-sailor");
    let files = folder.contents().into_iter().filter(|(_, bytes)| bytes.is_some());
    let files: Vec<String> =
        files.map(|(path, _)| path.strip_prefix(&top).expect("all is below").display().to_string()).collect();
    let made = [
        ".gitignore",
        "AGENTS.md",
        "README.md",
        "evening.toml",
        "main.c",
        "sdk/bot",
        "sdk/c/build",
        "sdk/common.sh",
    ];
    assert_eq!(files, made);
    let again = folder.judge("new othello my-sailor --lang c");
    assert_eq!(again.code, Some(2));
    assert_eq!(again.stderr, "error: my-sailor: it is there already; choose another name, or remove it\n");
}

#[test]
fn every_game_and_language_has_a_folder() {
    for game in ["battleship", "freedom", "gobblet", "othello", "stones"] {
        for language in
            ["rust", "c", "cpp", "python", "js", "typescript", "zig", "go", "assemblyscript", "ruby"]
        {
            let folder = Folder::new();
            let ended = folder.judge(&format!("new {game} sailor --lang {language}"));
            assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{game} in {language}");
            assert!(folder.read("sailor/README.md").contains("judge check "));
            let [source] = [
                "src/lib.rs",
                "main.c",
                "main.cpp",
                "bot.py",
                "bot.mjs",
                "bot.ts",
                "bot.zig",
                "bot.go",
                "bot.rb",
            ]
            .map(|name| format!("sailor/{name}"))
            .into_iter()
            .filter(|name| folder.path(name).is_file())
            .collect::<Vec<_>>()
            .try_into()
            .expect("a folder has one bot");
            let lines: Vec<String> = folder.read(&source).lines().take(3).map(str::to_owned).collect();
            assert!(
                lines[1].contains("Thinking takes fuel") && lines[2].contains("what is left of this turn"),
                "{lines:?}"
            );
            assert!(folder.read("sailor/.gitignore").contains("/compared*\n"));
        }
    }
}

#[test]
fn a_name_that_is_none_is_refused() {
    for name in ["Sailor", "../sailor", "1st", "a.b", "nul", "test"] {
        let folder = Folder::new();
        let ended = folder.judge(&format!("new othello {name} --lang rust"));
        assert_eq!(ended.code, Some(2), "{name}");
        assert!(ended.stderr.contains("this is not a valid name for a bot"), "{}", ended.stderr);
        assert!(folder.contents().is_empty(), "{name}");
    }
}

#[test]
fn a_new_bot_plays_an_evening_as_soon_as_it_is_built() {
    for language in ["rust", "c", "cpp", "python", "js", "typescript", "zig", "go", "assemblyscript", "ruby"]
    {
        let folder = Folder::new();
        folder.succeeds(&format!("new battleship my-sailor --lang {language}"));
        let readme = folder.read("my-sailor/README.md");
        let check = readme.lines().find_map(|line| line.strip_prefix("judge check ")).expect("it says so");
        let wasm = check.split(' ').next().expect("a text has a first word");
        let evening = folder.read("my-sailor/evening.toml");
        assert_eq!(
            evening.contains("module_limits"),
            ["python", "js", "typescript", "go", "ruby"].contains(&language),
            "{evening}"
        );
        assert_eq!(
            evening.contains("fuel_per_turn"),
            ["python", "js", "typescript", "ruby"].contains(&language),
            "{evening}"
        );
        let rounds = if evening.contains("fuel_per_turn") { "rounds = 3\n" } else { "rounds = 10\n" };
        let short = evening.replace(rounds, "rounds = 1\n");
        assert_ne!(short, evening);
        let folder = folder.file("my-sailor/evening.toml", short);
        let folder = folder.file(&format!("my-sailor/{wasm}"), bot("stupid"));
        folder.succeeds("run my-sailor/evening.toml --quiet");
        let names: Vec<String> = rows(&folder.read("results/evening/results.csv"))
            .iter()
            .map(|row| row["contestant"].clone())
            .collect();
        assert!(names.len() == 6 && names.iter().any(|name| name.starts_with("my")), "{names:?}");
    }
}

#[test]
fn a_language_has_the_names_that_people_type() {
    for (typed, file) in [
        ("javascript", "bot.mjs"),
        ("py", "bot.py"),
        ("rs", "src/lib.rs"),
        ("golang", "bot.go"),
        ("Python", "bot.py"),
        ("c++", "main.cpp"),
        ("ts", "tsconfig.json"),
        ("rb", "bot.rb"),
    ] {
        let folder = Folder::new();
        folder.succeeds(&format!("new othello sailor --lang {typed}"));
        folder.read(&format!("sailor/{file}"));
    }
    for (typed, tip) in [
        ("node", "write js;"),
        ("C#", "no bot can be built from it yet"),
        (
            "cobol",
            "the languages are assemblyscript, c, cpp, go, js, python, ruby, rust, typescript, zig; judge wit GAME",
        ),
    ] {
        let ended = Folder::new().judge(&format!("new othello sailor --lang {typed}"));
        assert_eq!(ended.code, Some(2));
        assert!(ended.stderr.contains(&format!("'--lang <LANGUAGE>': {tip}")), "{}", ended.stderr);
    }
}

#[test]
fn cargo_knows_the_target_of_a_bot_in_rust() {
    let folder = Folder::new();
    folder.succeeds("new othello sailor --lang rust");
    for (file, key) in [("rust-toolchain.toml", "targets = ["), (".cargo/config.toml", "target = ")] {
        let line = format!("{key}\"wasm32-unknown-unknown\"");
        assert!(folder.read(&format!("sailor/{file}")).lines().any(|text| text.starts_with(&line)), "{file}");
    }
    assert!(folder.read("sailor/README.md").contains("\ncargo build --release\n"));
}

#[test]
fn who_has_a_rust_without_the_target_is_told_before_anything_is_compiled() {
    let told = |libraries: &str| {
        let folder = Folder::new();
        let libraries = folder.path(libraries);
        let script =
            format!("#!/bin/sh\ncase $* in *wasm32-unknown-unknown*) echo {} ;; esac\n", libraries.display());
        let folder = folder.file("libraries/core", "").file("tools/rustc", script);
        let tool = folder.path("tools/rustc");
        std::fs::set_permissions(tool, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
        let path = format!("{}:/usr/bin:/bin", folder.path("tools").display());
        let ended = folder.judge_with(&[("PATH", &path)], "new othello sailor --lang rust");
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
        let told = "missing here: the target wasm32-unknown-unknown of rustc; before you build, run: rustup target add wasm32-unknown-unknown\n";
        ended.stdout.contains(told)
    };
    assert_eq!([told("libraries"), told("nothing")], [false, true]);
}

/// A compiler that makes the file named by `-femit-bin`, says where its cache is, and ends with this code.
fn compiler(code: u8) -> String {
    format!(
        "#!/bin/sh\necho \"cache: $ZIG_GLOBAL_CACHE_DIR\" >&2\nfor word; do case $word in -femit-bin=*) echo made >\"${{word#*=}}\" ;; esac; done\nexit {code}\n"
    )
}

/// The exit code of a build without words, from another folder than the bot's, and its output.
fn built(folder: &Folder, language: &str, compiler: &str) -> (Option<i32>, String) {
    let path = folder.path("compiler");
    std::fs::write(&path, compiler).expect("it can be written");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    let mut build = Command::new(folder.path(&format!("sailor/sdk/{language}/build")));
    build.env("ZIG", &path).env("XDG_CACHE_HOME", folder.path("caches")).env_remove("CARGO_TARGET_DIR");
    let output = build.current_dir(folder.path("")).output().expect("bash runs it");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_build_without_words_builds_the_bot_of_its_folder() {
    let folder = Folder::new();
    folder.succeeds("new othello sailor --lang zig");
    let (code, told) = built(&folder, "zig", &compiler(0));
    assert_eq!(code, Some(0), "{told}");
    assert!(told.ends_with("\nbuilt sailor.wasm\n"), "{told}");
    assert_eq!(folder.read("sailor/sailor.wasm"), "made\n");
    // What is kept for all bots is in the folder of caches, where nobody else can write.
    let cache = folder.path("caches/judge/tools/zig-cache");
    assert!(told.contains(&format!("cache: {}\n", cache.display())), "{told}");
    let mode = |path: &Path| std::fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    assert_eq!(mode(&folder.path("caches/judge")), 0o700);
}

#[test]
fn a_build_that_failed_is_not_called_built() {
    let folder = Folder::new();
    folder.succeeds("new othello sailor --lang zig");
    let (code, told) = built(&folder, "zig", &compiler(3));
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("error: zig could not build bot.zig\n") && !told.contains("built"), "{told}");

    let folder = Folder::new();
    folder.succeeds("new othello sailor --lang python");
    std::fs::remove_file(folder.path("sailor/bot.py")).expect("it is there");
    assert_eq!(built(&folder, "python", ""), (Some(1), "error: no file bot.py\n".to_owned()));
}

/// A ready game that is a file.
const TRON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tournaments/games/tron.wasm");

#[test]
fn a_bot_for_a_game_that_is_a_file_gets_its_lines_and_the_file() {
    for (language, source, sign) in
        [("go", "bot.go", "//"), ("js", "bot.mjs", "//"), ("python", "bot.py", "#"), ("ruby", "bot.rb", "#")]
    {
        let folder = Folder::new();
        let ended = folder.succeeds(&format!("new {TRON} rider --lang {language}")).stdout;
        assert!(ended.contains("let it play against itself:\n  cd rider\n"), "{ended}");
        assert!(ended.contains("judge check rider.wasm --game tron.wasm\n"), "{ended}");
        for (file, part) in [
            (source, format!("\n{sign} {{\"ask\":\"step\",")),
            (source, format!("\n{sign} > ")),
            ("sdk/bot", "name=rider\n".to_owned()),
            ("evening.toml", "game = \"tron.wasm\"".to_owned()),
            (".gitignore", "!/tron.wasm".to_owned()),
        ] {
            let text = std::fs::read_to_string(folder.path(&format!("rider/{file}"))).expect(file);
            assert!(text.contains(&part), "{file}: {text}");
        }
        assert!(!folder.path("rider/sdk/wit").exists());
        assert_eq!(
            std::fs::read(folder.path("rider/tron.wasm")).expect("the game"),
            std::fs::read(TRON).expect("a ready file")
        );
    }
}

/// A class over lines plays on this machine as it is, and a method that is missing is told.
#[test]
fn a_class_over_lines_plays_without_a_build() {
    for (language, program, ending, source, wrong) in [
        (
            "python",
            "python3",
            "py",
            "from player import play\nclass Sailor:\n    def choose(self, question): return question['legal_actions'][0]\nplay(Sailor)\n",
            "write def pick(self, question)",
        ),
        (
            "js",
            "node",
            "mjs",
            "import { play } from './player.mjs';\nclass Sailor { choose({ legal_actions }) { return legal_actions[0]; } }\nplay(Sailor);\n",
            "write pick(question)",
        ),
        (
            "ruby",
            "ruby",
            "rb",
            "require_relative \"player\"\nclass Sailor; def choose(question) = question[\"legal_actions\"].first; end\nplay(Sailor)\n",
            "write def pick(question)",
        ),
    ] {
        if !has_programs(&[program]) {
            continue;
        }
        let folder = Folder::new();
        folder.succeeds(&format!("new othello sailor --lang {language}"));
        let folder = folder.file(&format!("sailor/mine.{ending}"), source);
        let file = folder.path(&format!("sailor/mine.{ending}")).display().to_string();
        let played = folder.judge_args(&[
            "play",
            "othello",
            &format!("{program} {file}"),
            "random",
            "--set",
            "size=4",
        ]);
        assert_eq!(played.code, Some(0), "{language}: {}", played.stderr);
        let mut lines = Command::new(program);
        let child = lines.arg(&file).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = child.spawn().expect("it is there");
        let asked = "{\"ask\":\"name\"}\n{\"tell\":\"new-game\",\"seed\":\"7\"}\n{\"ask\":\"pick\"}\n";
        child.stdin.take().expect("it is piped").write_all(asked.as_bytes()).expect("it reads");
        let ended = child.wait_with_output().expect("it ends");
        assert_eq!((ended.status.code(), ended.stdout.as_slice()), (Some(1), b"Sailor\n".as_slice()));
        let told = String::from_utf8_lossy(&ended.stderr);
        assert!(told.contains(wrong), "{told}");
    }
}

#[test]
fn a_new_game_has_rules_a_contract_bots_and_a_tournament_under_its_own_name() {
    let folder = Folder::new();
    let ended = folder.succeeds("new-game nine-stones --lang rust").stdout;
    assert!(
        ended.contains("judge check target/wasm32-unknown-unknown/release/nine_stones.wasm\n"),
        "{ended}"
    );
    for (file, part) in [
        ("src/lib.rs", "include_str!(\"../wit/nine-stones.wit\")"),
        ("wit/nine-stones.wit", "interface nine-stones {"),
        ("wit/host.wit", "interface host {"),
        ("bots/random/src/lib.rs", "use exports::judge::arena::nine_stones::Guest;"),
        ("bots/careful/Cargo.toml", "name = \"nine-stones-careful\""),
        ("judge/sdk/game/src/lib.rs", "macro_rules! export_game"),
        ("evening.toml", "game = \"target/wasm32-unknown-unknown/release/nine_stones.wasm\""),
    ] {
        let text = std::fs::read_to_string(folder.path(&format!("nine-stones/{file}"))).expect(file);
        assert!(text.contains(part), "{file}: {text}");
        assert!(!text.contains("my-game") && !text.contains("my_game"), "{file}: {text}");
    }
}

#[test]
fn a_new_game_with_an_interpreter_has_the_same_under_its_own_name() {
    for (language, source, bot) in
        [("python", "game.py", "careful_bot.py"), ("js", "game.js", "careful_bot.js")]
    {
        let folder = Folder::new();
        let ended = folder.succeeds(&format!("new-game nine-stones --lang {language}")).stdout;
        let build = format!("sdk/{language}/build");
        assert!(ended.contains(&format!("  {build}\n  judge check game.wasm\n")), "{ended}");
        let rules = ["judge_rules.py", "judge-rules.js"][usize::from(language == "js")];
        for (file, part) in [
            (source, "A heap of pebbles"),
            (&format!("bots/{bot}"), "Careful"),
            (source, "interface nine-stones {"),
            (rules, "the author's class"),
            (&build, "#!/usr/bin/env bash"),
            ("evening.toml", "game = \"game.wasm\""),
            ("evening.toml", "module_limits = \"wide\""),
        ] {
            let text = std::fs::read_to_string(folder.path(&format!("nine-stones/{file}"))).expect(file);
            assert!(text.contains(part), "{file}: {text}");
            assert!(
                file.starts_with("sdk/") || !text.contains("my-game") && !text.contains("MyGame"),
                "{file}: {text}"
            );
        }
        assert!(
            ["sdk/game", "sdk/rust", "wit"]
                .iter()
                .all(|part| !folder.path(&format!("nine-stones/{part}")).exists())
        );
    }
}

#[test]
fn a_game_has_a_name_that_its_contract_can_have() {
    for (name, told) in [
        ("othello", "the judge has a game of this name; choose another"),
        ("nine_stones", "this is not a valid name for a game; write words"),
        ("nine-9", "this is not a valid name for a game"),
        ("host", "this is not a valid name for a game"),
        ("../stones", "this is not a valid name for a game"),
    ] {
        let ended = Folder::new().judge(&format!("new-game {name} --lang rust"));
        assert_eq!(ended.code, Some(2), "{name}: {}", ended.stdout);
        assert!(ended.stderr.contains(told), "{name}: {}", ended.stderr);
    }
    let ended = Folder::new().judge("new-game nine-stones --lang zig");
    assert!(
        ended
            .stderr
            .contains("there is no game to begin with in Zig; write one of js, python, rust, or begin"),
        "{}",
        ended.stderr
    );
}

/// The lines of the blocks of commands on a page.
fn commands(page: &str) -> Vec<&str> {
    page.split("```bash\n")
        .skip(1)
        .flat_map(|rest| rest.split("```").next().unwrap_or_default().lines())
        .collect()
}

#[cfg(unix)]
#[test]
fn every_command_of_the_page_for_programs_runs() {
    for (game, language) in
        [("othello", "c"), ("battleship", "python"), ("tron.wasm", "js"), ("othello", "rust")]
    {
        let name = game.trim_end_matches(".wasm");
        let folder = Folder::new().file("tron.wasm", project_bytes("tournaments/games/tron.wasm"));
        folder.succeeds(&format!("new {game} my-bot --lang {language}"));
        let new = folder.succeeds(&format!("new {game} again --lang {language} --json")).stdout;
        let new: serde_json::Value = serde_json::from_str(&new).expect("it is JSON");
        let [build, wasm, source] = ["build", "wasm", "source"].map(|key| new[key].as_str().expect("a text"));
        let wasm = wasm.replace("again", if language == "rust" { "my_bot" } else { "my-bot" });
        let bots = project_files(&format!("contestants/{name}/*.wasm"));
        let folder =
            folder.file(&format!("my-bot/{wasm}"), project_bytes(bots.last().expect("every game has bots")));
        let page = folder.read("my-bot/AGENTS.md");
        assert!(!page.contains("sailor") && page.contains(&format!("| `{source}` |")), "{page}");
        let lines = folder.succeeds(&format!("wit {game} --lines")).stdout;
        for line in lines.lines().filter(|line| line.starts_with("{\"")) {
            let begins = &line[..line.find('[').unwrap_or(line.len())];
            assert!(page.contains(&format!("\n{begins}")), "{begins}\n{page}");
        }
        let commands = commands(&page);
        assert!(commands.contains(&build) && commands.len() > 7, "{commands:?}");
        // What the commands do depends on whether the game is a file, and not on the language.
        if ["python", "rust"].contains(&language) {
            continue;
        }
        // Edgar thinks long, and one round is as good as ten here.
        let evening = folder.read("my-bot/evening.toml");
        let folder = folder.file("my-bot/evening.toml", evening.replace("rounds = 10", "rounds = 1"));
        for command in commands.into_iter().filter(|command| *command != build) {
            let command = &command.replace("--games-max 100", "--games-max 5");
            if let Some(arguments) = command.strip_prefix("judge ") {
                let ended = folder.judge_in_shell("cd my-bot && exec", arguments);
                assert_eq!(ended.code, Some(0), "{game}: {command}\n{}", ended.stderr);
            } else {
                let [to, from] = [0, 1].map(|back| command.split(' ').rev().nth(back).expect("cp FROM TO"));
                std::fs::copy(folder.path("my-bot").join(from), folder.path("my-bot").join(to))
                    .expect("it is copied");
            }
        }
        let place =
            page.split("is the folder of the contestant").next().and_then(|before| before.rsplit('`').nth(1));
        let summary = folder.read(&format!("my-bot/{}/summary.md", place.expect("it is named")));
        assert!(summary.starts_with("# my") && summary.contains(": place "), "{summary}");
    }
}

#[test]
fn the_page_for_programs_is_short_and_is_that_of_a_new_bot() {
    let page = project_text("docs/agents.md");
    let words = page.split_whitespace().count();
    assert!(words <= 1_200, "docs/agents.md has {words} words");
    let folder = Folder::new();
    folder.succeeds("new othello sailor --lang c");
    assert_eq!(page, folder.read("sailor/AGENTS.md"), "take the lines from there");
}
