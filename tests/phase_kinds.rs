//! A kind of phase is said in few places: no code elsewhere knows one by its name. Reads the sources as plain text.

use crate::support::{project_files, project_text};

/// The files that know the kinds of phases, and why. With a file of its own, and `phases.rs` that lists it, a kind touches four.
const NAMING: [(&str, &str); 2] = [
    ("judge/rating/src/phases/phase.rs", "what kinds there are, their words and their keys"),
    ("judge/rating/src/phases/schedule.rs", "what comes next in each"),
];

/// The names of the kinds, as variants and as words.
fn names() -> Vec<String> {
    let text = project_text("judge/rating/src/phases/phase.rs");
    let pairs = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("(\"")?.strip_suffix("),")?.split_once("\", Self::"));
    // The word for groups is a key, too.
    let is_word = |word: &&str| *word != "groups";
    let names = |(word, rest): (&str, &str)| {
        let variant = rest.split(',').next().unwrap_or_default();
        let variants = ["Kind", "Format"].map(|of| format!("{of}::{variant}"));
        let word = Some(word).filter(is_word).map(|word| format!("\"{word}\""));
        variants.into_iter().chain(word).collect::<Vec<_>>()
    };
    pairs.flat_map(names).collect()
}

/// The lines of code: without comments, and without the tests at a file's end.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split("\n#[cfg(test)]").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//"))
}

#[test]
fn no_code_but_that_of_phases_knows_a_kind_by_its_name() {
    let names = names();
    assert_eq!(names.len(), 17, "{names:?}");
    let is_test =
        |file: &String| ["/tests/", "/tests.rs", "/benches/"].iter().any(|part| file.contains(part));
    let may = |file: &String| NAMING.iter().any(|(may, _)| may == file);
    for file in project_files("judge/**/*.rs").iter().filter(|file| !is_test(file) && !may(file)) {
        let text = project_text(file);
        let known = code(&text).find(|line| names.iter().any(|name| line.contains(name.as_str())));
        assert_eq!(known, None, "{file} knows a kind of phase; ask the kind in rating/phases/phase.rs");
    }
    let map = project_text("ARCHITECTURE.md");
    let row = map.lines().find(|line| line.starts_with("| a kind of phase |")).expect("the row is there");
    for (file, _) in NAMING {
        let file = file.rsplit('/').next().unwrap_or_default().trim_end_matches(".rs");
        assert!(row.contains(&format!("`{file}`")), "ARCHITECTURE.md, a kind of phase: name {file}");
    }
}
