//! The shape of the code, where Cargo does not guard it: who prints, what a crate must not link, which files
//! count for the games' version, how long files are. Reads the sources as plain text.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{project_files, project_text};

/// Macros and functions that print.
const PRINTERS: [&str; 7] =
    ["println!", "eprintln!", "print!(", "eprint!(", "dbg!(", "io::stdout", "io::stderr"];

/// The files of the libraries that the program is built on.
const LIBRARIES: [&str; 17] = [
    "sdk/games/src/**/*.rs",
    "judge/limits/src/**/*.rs",
    "judge/wit/src/**/*.rs",
    "sdk/scenes/src/**/*.rs",
    "judge/play/src/**/*.rs",
    "judge/meter/src/**/*.rs",
    "judge/sandbox/src/**/*.rs",
    "judge/bots/src/**/*.rs",
    "judge/rating/src/**/*.rs",
    "judge/drawing/src/**/*.rs",
    "judge/core/src/**/*.rs",
    "judge/author/src/**/*.rs",
    "judge/page/src/**/*.rs",
    "judge/page/engine/src/**/*.rs",
    "judge/terminal/src/**/*.rs",
    "judge/season/src/**/*.rs",
    "judge/serve/src/**/*.rs",
];

/// The most lines of a file.
const LINES_MAX: usize = 500;

#[test]
fn the_rules_depend_on_nothing() {
    assert_eq!(dependencies("sdk/games/Cargo.toml"), Vec::<String>::new());
}

#[test]
fn limits_depend_on_no_other_crate_of_ours() {
    links_none_of("judge/limits/Cargo.toml", &["wasm", "judge-"]);
}

#[test]
fn the_contract_as_data_knows_no_game_and_no_engine() {
    links_none_of("judge/wit/Cargo.toml", &["wasm", "wit-", "judge-"]);
}

#[test]
fn a_match_knows_no_webassembly() {
    links_none_of("judge/play/Cargo.toml", &["wasm", "judge-sandbox", "judge-bots", "judge-core"]);
}

#[test]
fn ratings_know_no_tournament_and_no_file() {
    assert_eq!(dependencies("judge/rating/Cargo.toml"), ["hex", "judge-play", "libm", "serde"]);
}

#[test]
fn a_drawing_knows_no_tournament_and_no_file() {
    links_none_of("judge/drawing/Cargo.toml", &["wasm", "judge-bots", "judge-core", "csv", "toml"]);
}

#[test]
fn the_meter_knows_no_engine() {
    links_none_of("judge/meter/Cargo.toml", &["wasmtime", "wit", "judge-"]);
}

#[test]
fn the_sandbox_knows_no_tournament() {
    links_none_of("judge/sandbox/Cargo.toml", &["judge-play", "judge-bots", "judge-core", "toml", "clap"]);
}

#[test]
fn bots_know_no_tournament() {
    links_none_of("judge/bots/Cargo.toml", &["judge-core", "toml", "serde", "clap"]);
}

#[test]
fn the_library_has_no_command_line() {
    links_none_of(
        "judge/core/Cargo.toml",
        &["wasmtime", "wit-", "clap", "indicatif", "ctrlc", "comfy-table"],
    );
}

#[test]
fn a_season_knows_no_http() {
    links_none_of(
        "judge/season/Cargo.toml",
        &["hyper", "axum", "ureq", "http", "tower", "askama", "judge-serve", "judge-page"],
    );
}

/// The rooms of a season, from the ground up.
const ROOMS: [&str; 9] = ["terms", "log", "state", "ladder", "play", "workers", "season", "orders", "verify"];

#[test]
fn no_room_of_a_season_knows_one_above_it() {
    let uses = uses_between_modules("judge/season/src");
    for (place, room) in ROOMS.iter().enumerate() {
        for above in &ROOMS[place + 1..] {
            assert!(!uses[*room].contains(*above), "judge/season/src/{room} uses {above}");
        }
    }
}

#[test]
fn the_modules_of_a_crate_know_one_another_in_no_circle() {
    for manifest in ["judge/Cargo.toml", "judge/*/Cargo.toml", "judge/page/engine/Cargo.toml"]
        .iter()
        .flat_map(|manifests| project_files(manifests))
    {
        let folder = manifest.replace("Cargo.toml", "src");
        let mut left = uses_between_modules(&folder);
        loop {
            let knows_none = |(_, used): &(&String, &BTreeSet<String>)| {
                used.iter().all(|module| !left.contains_key(module))
            };
            let done: Vec<String> =
                left.iter().filter(knows_none).map(|(module, _)| module.clone()).collect();
            if done.is_empty() {
                break;
            }
            left.retain(|module, _| !done.contains(module));
        }
        assert!(left.is_empty(), "{folder}: these modules know one another in a circle: {left:?}");
    }
}

/// They would link a flame graph and the test of a comparison for nothing.
#[test]
fn who_plays_and_shows_tournaments_does_not_link_what_authors_ask() {
    for name in ["core", "terminal", "page", "season", "serve"] {
        links_none_of(&format!("judge/{name}/Cargo.toml"), &["judge-author", "inferno"]);
    }
}

#[test]
fn only_the_program_prints_and_ends_the_process() {
    for files in LIBRARIES {
        none_has(files, &PRINTERS);
        none_has(files, &["process::exit", "process::abort"]);
    }
}

/// The sources that can decide the result of a game.
const DECIDING: [&str; 11] = [
    "sdk/games/src/**/*.rs",
    "sdk/wit/*.wit",
    "sdk/source.wit",
    "sdk/contract/*.json",
    "judge/limits/src/**/*.rs",
    "judge/wit/src/**/*.rs",
    "judge/play/src/**/*.rs",
    "judge/meter/src/prices.rs",
    "judge/sandbox/src/**/*.rs",
    "judge/bots/src/**/*.rs",
    "judge/bots/src/**/*.w[ai]t",
];

/// A source that does not count says why. One that is on no list would change games under the same version.
#[test]
fn every_source_that_can_decide_a_game_is_in_the_version_or_out_of_it_for_a_reason() {
    let list = project_text("judge/bots/games-version.txt");
    let mut listed: Vec<String> = Vec::new();
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let file = match line.split_once(' ') {
            Some(("in", file)) => file,
            Some(("out", file)) => {
                let (file, reason) = file.split_once(": ").unwrap_or_else(|| panic!("{line}: no reason"));
                assert!(!reason.trim().is_empty(), "{line}: no reason");
                file
            }
            _ => panic!("{line}: neither in nor out"),
        };
        listed.push(file.to_owned());
    }
    let is_test = |file: &String| file.contains("/tests/") || file.ends_with("/tests.rs");
    let mut sources: Vec<String> = DECIDING.iter().flat_map(|files| project_files(files)).collect();
    sources.retain(|file| !is_test(file));
    sources.sort();
    listed.sort();
    let unlisted: Vec<&String> = sources.iter().filter(|source| !listed.contains(source)).collect();
    let gone: Vec<&String> = listed.iter().filter(|source| !sources.contains(source)).collect();
    assert!(
        unlisted.is_empty() && gone.is_empty() && listed.len() == sources.len(),
        "judge/bots/games-version.txt: put these on the list: {unlisted:?}; these are no sources, or twice: {gone:?}"
    );
}

/// A file that belongs to no part would be checked by nobody but `.ci/run`.
#[test]
fn every_file_belongs_to_a_part_of_the_check() {
    let list = project_text(".ci/parts");
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    let parts: Vec<(glob::Pattern, Vec<&str>)> = lines
        .map(|line| {
            let (pattern, parts) = line.split_once(' ').unwrap_or_else(|| panic!("{line}: no part"));
            (glob::Pattern::new(pattern).expect("it is a pattern"), parts.split(' ').collect())
        })
        .collect();
    for file in ["", ".ci/", ".github/", "judge/", "sdk/", "contestants/", "tournaments/", "tests/", "docs/"]
        .iter()
        .flat_map(|folder| {
            project_files(&format!("{folder}{}", if folder.is_empty() { "*" } else { "**/*" }))
        })
        .filter(|file| !file.contains("node_modules/"))
    {
        assert!(parts.iter().any(|(pattern, _)| pattern.matches(&file)), "{file}: add a line to .ci/parts");
    }
    for part in parts.iter().flat_map(|(_, parts)| parts).filter(|part| **part != "-") {
        let (script, name) = part.split_once('/').expect("a script and a part");
        let function = format!("\npart_{name}() {{");
        assert!(project_text(&format!(".ci/{script}")).contains(&function), "{part} is nowhere");
    }
}

#[test]
fn no_file_is_too_long() {
    for folder in ["judge", "sdk", "contestants", "tests"] {
        for file in project_files(&format!("{folder}/**/*.rs")) {
            let lines = project_text(&file).lines().count();
            assert!(lines <= LINES_MAX, "{file} has {lines} lines; split it, {LINES_MAX} are the most");
        }
    }
}

/// The packages that a package depends on, but for those of its tests and its build.
fn dependencies(manifest: &str) -> Vec<String> {
    let table: toml::Table = project_text(manifest).parse().expect("it is TOML");
    let targets =
        table.get("target").and_then(toml::Value::as_table).into_iter().flat_map(toml::Table::values);
    let everywhere = table.get("dependencies");
    let tables = targets.filter_map(|target| target.get("dependencies")).chain(everywhere);
    tables.filter_map(toml::Value::as_table).flat_map(toml::Table::keys).cloned().collect()
}

/// The modules right below a crate's sources, each with those that it names from the crate down, its tests aside.
fn uses_between_modules(folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in project_files(&format!("{folder}/**/*.rs")) {
        let path = file.strip_prefix(&format!("{folder}/")).expect("it is in there");
        let module = path.split('/').next().unwrap_or_default().trim_end_matches(".rs");
        if ["lib", "main"].contains(&module) || path.contains("tests/") || path.ends_with("tests.rs") {
            continue;
        }
        let text = project_text(&file);
        let text = code(text.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default()).join("\n");
        let used = graph.entry(module.to_owned()).or_default();
        // So many steps up lead from this file to the crate.
        let up = "super::".repeat(path.split('/').count());
        for after in text.split("crate::").skip(1).chain(text.split(&up).skip(1)) {
            used.extend(named(after));
        }
        used.remove(module);
    }
    let modules: BTreeSet<String> = graph.keys().cloned().collect();
    for used in graph.values_mut() {
        used.retain(|module| modules.contains(module));
    }
    graph
}

/// The first words of a path, of which there are several in braces.
fn named(path: &str) -> Vec<String> {
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let Some(list) = path.strip_prefix('{') else { return vec![word(path)] };
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for letter in list.chars().filter(|letter| !letter.is_whitespace()) {
        match letter {
            '}' if depth == 0 => break,
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => parts.push(String::new()),
            letter => parts.last_mut().expect("there is one").push(letter),
        }
    }
    parts.iter().map(|part| word(part)).collect()
}

/// A package depends on no package with one of these words in its name.
#[track_caller]
fn links_none_of(manifest: &str, words: &[&str]) {
    for package in dependencies(manifest) {
        let found = words.iter().find(|word| package.contains(**word));
        assert_eq!(found, None, "{manifest} links {package}");
    }
}

/// No code in the files that match `pattern` has one of these words; comments may.
#[track_caller]
fn none_has(pattern: &str, words: &[&str]) {
    let files = project_files(pattern);
    assert!(!files.is_empty(), "no file matches {pattern}");
    for file in files.iter().filter(|file| !file.contains("/tests")) {
        for (number, line) in (1..).zip(code(&project_text(file))) {
            let found = words.iter().find(|word| line.contains(**word));
            assert_eq!(found, None, "{file}:{number}: {line}");
        }
    }
}

/// The lines with comments taken away, as far as a line tells.
fn code(text: &str) -> Vec<String> {
    text.lines().map(|line| line.split("//").next().unwrap_or_default().to_owned()).collect()
}
