//! A game is said in one place: no code elsewhere knows it by its name, and the list in `CONTRIBUTING.md` of what a new
//! game takes is whole. Reads the sources as plain text.

use std::collections::BTreeSet;

use crate::support::{project_bytes, project_files, project_text};

/// Code that must not know a game by its name.
const NAMELESS: [&str; 3] = ["judge/**/*.rs", "judge/page/web/view/**/*.js", "judge/page/web/engine/*.js"];
/// Files of it that may, and why.
const NAMING: [(&str, &str); 6] = [
    ("judge/play/src/page_game/ggf.rs", "a notation of Othello's programs"),
    ("judge/play/src/contract.rs", "the texts of the contract"),
    ("judge/play/src/rules.rs", "where a name becomes a type"),
    ("judge/core/src/bot_word/examples.rs", "the example bots"),
    ("judge/page/web/engine/contract.js", "made of the WIT files"),
    ("judge/src/matches/play.rs", "`stones` is the name of a setting, too"),
];

/// The game that the list of places was made with.
const MODEL: &str = "othello";
/// The files in which a game's name may stand.
const SOURCES: [&str; 6] =
    ["sdk/**/*", "judge/**/*", "contestants/**/*", "tournaments/**/*", "Cargo.toml", ".ci/*"];
/// Files that name the model and that a new game need not touch, and why.
const EXAMPLES: [(&str, &str); 24] = [
    (".ci/", "tries one new bot of each language"),
    ("Cargo.toml", "bots that tests and benchmarks play natively"),
    ("judge/Cargo.toml", "bots that are benchmarked"),
    ("judge/benches/", "benchmarks"),
    ("judge/serve/src/browser/message.rs", "an example in a comment"),
    ("judge/src/authors/check/game.rs", "an example in a message"),
    ("judge/src/matches/play.rs", "an example in a message"),
    ("judge/core/Cargo.toml", "a bot that tests play natively"),
    ("judge/play/src/page_game/ggf.rs", "a notation of Othello's programs"),
    ("judge/core/src/beacon.rs", "an example in a test"),
    ("judge/core/src/lib.rs", "an example in a comment"),
    ("judge/core/src/tournament/source/words.rs", "an example in a message"),
    ("judge/page/web/engine/contract.js", "made of the WIT files"),
    ("judge/page/web/browser-test", "tests"),
    ("judge/page/web/test.mjs", "tests"),
    ("judge/page/web/view/share/export.js", "a notation of Othello's programs"),
    ("judge/play/src/lib.rs", "an example in a comment"),
    ("judge/src/help/", "examples of commands"),
    ("judge/python/", "examples in its documentation"),
    ("judge/terminal/src/board.rs", "an example in a comment"),
    ("sdk/game/", "tests"),
    ("sdk/games/Cargo.toml", "keywords"),
    ("sdk/rust/wit", "a link to sdk/wit"),
    ("sdk/tournaments/", "tries bots of all languages"),
];

/// The games, as the contract has them.
fn games() -> Vec<String> {
    let files = project_files("sdk/wit/*.wit").into_iter();
    let names =
        files.filter_map(|file| Some(file.strip_prefix("sdk/wit/")?.strip_suffix(".wit")?.to_owned()));
    names.filter(|name| name != "host").collect()
}

fn is_test(file: &str) -> bool {
    ["/tests/", "/tests.rs", "/benches/", "/node_modules/", ".test.mjs"]
        .iter()
        .any(|part| file.contains(part))
}

/// The lines of code: without comments, and without the tests at a file's end.
fn code(text: &str) -> Vec<&str> {
    let code = text.split("\n#[cfg(test)]").next().unwrap_or_default();
    code.lines()
        .filter(|line| !["//", "*", "/*"].iter().any(|mark| line.trim_start().starts_with(mark)))
        .collect()
}

/// Whether a line knows a game by its name: as a text, as a key of an object, or as a variant of the rules.
fn knows(line: &str, game: &str) -> bool {
    let (first, rest) = game.split_at(1);
    let variant = format!("Rules::{}{rest}", first.to_uppercase());
    let texts = ['"', '\'', '`'].map(|quote| format!("{quote}{game}{quote}"));
    let key = format!("{game}:");
    let is_key = line.trim_start().starts_with(&key)
        || line.contains(&format!(" {key} "))
        || line.contains(&format!(".{game}"));
    texts.iter().any(|text| line.contains(text))
        || line.contains(&variant)
        || (is_key && !line.contains("::"))
}

#[test]
fn no_code_but_the_rules_knows_a_game_by_its_name() {
    let games = games();
    assert!(games.len() > 4, "{games:?}");
    let files: Vec<String> = NAMELESS.iter().flat_map(|files| project_files(files)).collect();
    assert!(files.len() > 200, "{}", files.len());
    for file in files.iter().filter(|file| !is_test(file) && NAMING.iter().all(|(may, _)| may != file)) {
        for line in code(&project_text(file)) {
            let known = games.iter().find(|game| knows(line, game));
            assert_eq!(
                known, None,
                "{file} knows a game by its name; let the game say it in sdk/scenes: {line}"
            );
        }
    }
}

/// The section "Add a game".
fn section() -> String {
    let text = project_text("CONTRIBUTING.md");
    let (_, rest) = text.split_once("\n## Add a game\n").expect("the section is there");
    rest.split("\n## ").next().unwrap_or_default().to_owned()
}

/// The texts between backquotes that are paths.
fn paths(section: &str) -> BTreeSet<String> {
    let quoted = section.split('`').skip(1).step_by(2);
    quoted.filter(|text| text.contains('/')).map(ToOwned::to_owned).collect()
}

#[test]
fn the_list_of_what_a_game_takes_is_whole() {
    let section = section();
    let places = paths(&section);
    for place in &places {
        let folder = format!("{place}/**/*");
        assert!(
            !project_files(place).is_empty() || !project_files(&folder).is_empty(),
            "CONTRIBUTING.md, adding a game: there is no {place}"
        );
    }
    let is_listed = |file: &str| {
        places.iter().any(|place| {
            let pattern = glob::Pattern::new(place).expect("it is a path");
            pattern.matches(file) || file.starts_with(&format!("{}/", place.trim_end_matches('/')))
        })
    };
    let files: BTreeSet<String> = SOURCES.iter().flat_map(|files| project_files(files)).collect();
    let skipped = [".md", ".wasm", "SHA256SUMS", ".lock", ".json"];
    let mut named = 0;
    for file in &files {
        let is_generated = file.contains("/dist/") || file.contains("/node_modules/");
        if is_test(file) || is_generated || skipped.iter().any(|end| file.ends_with(end)) {
            continue;
        }
        let text = String::from_utf8_lossy(&project_bytes(file)).into_owned();
        let names_it = |line: &&str| line.to_lowercase().contains(MODEL);
        let is_named = file.to_lowercase().contains(MODEL) || code(&text).iter().any(names_it);
        let is_example = EXAMPLES.iter().any(|(example, _)| file.starts_with(example));
        named += usize::from(is_named);
        assert!(
            !is_named || is_example || is_listed(file),
            "{file} names {MODEL}: list it in CONTRIBUTING.md, \"Add a game\", or let it know no game"
        );
    }
    assert!(named > 30, "{named}");
}

/// So that nobody adds a place without a thought.
#[test]
fn the_number_of_places_is_that_which_the_list_says() {
    let section = section();
    let places = paths(&section).iter().filter(|place| !place.contains("tests")).count();
    let said = format!("{places} places");
    assert!(section.contains(&said), "CONTRIBUTING.md, adding a game: the list has {said}");
}
