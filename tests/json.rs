//! The output of commands for other programs, against the page that describes it and against the files.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::{Ended, Folder, project_text, rows};

const CUP: &str = "title = \"A cup for programs\"\ngame = \"battleship\"\nseed = 8\nrounds = 4\nexamples = [\"stupid\", \"tidy\", \"crasher\"]\n";

fn cup() -> Folder {
    Folder::new().file("cup.toml", CUP)
}

/// The object that a command has printed, and nothing else.
#[track_caller]
fn object(ended: &Ended) -> Value {
    serde_json::from_str(&ended.stdout).unwrap_or_else(|error| panic!("{error}: {ended:?}"))
}

/// The object of a command that has succeeded.
#[track_caller]
fn said(folder: &Folder, arguments: &str) -> Value {
    object(&folder.succeeds(arguments))
}

/// The names of all keys in it.
fn keys(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => object.iter().for_each(|(key, value)| {
            found.insert(key.clone());
            keys(value, found);
        }),
        Value::Array(items) => items.iter().for_each(|item| keys(item, found)),
        _ => {}
    }
}

/// A section of the page names just these keys, and those of sections that it refers to.
#[track_caller]
fn is_as_documented(heading: &str, objects: &[Value], elsewhere: &[&str]) {
    let page = project_text("docs/json.md");
    let (_, section) = page.split_once(&format!("\n## {heading}\n")).expect("the page has it");
    let list = section.split("\n## ").next().expect("there is a first");
    let mut found = BTreeSet::new();
    for object in objects {
        keys(object, &mut found);
    }
    let items = list.lines().filter(|line| line.starts_with("- `"));
    let told: BTreeSet<String> = items
        .flat_map(|line| line.split('`').skip(1).step_by(2))
        .filter(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c.is_ascii_digit()))
        .map(str::to_owned)
        .collect();
    let untold: Vec<_> =
        found.iter().filter(|key| !told.contains(*key) && !elsewhere.contains(&key.as_str())).collect();
    assert!(untold.is_empty(), "docs/json.md, {heading}, says nothing of {untold:?}");
    let first = list.lines().filter_map(|line| line.strip_prefix("- `")?.split(": ").next());
    for key in first.flat_map(|keys| keys.split('`').step_by(2)).filter(|key| !key.is_empty()) {
        assert!(found.contains(key), "docs/json.md, {heading}: there is no {key} in {found:?}");
    }
}

#[test]
fn a_run_says_what_its_files_have() {
    let folder = cup();
    let run = said(&folder, "run cup.toml --json --quiet");
    assert_eq!(
        (&run["format"], &run["end"], &run["title"]),
        (&json!("judge-run-1"), &json!("published"), &json!("A cup for programs"))
    );
    assert_eq!(run["folder"], "results/cup");
    let standings = run["standings"].as_array().expect("they are a list");
    let written = rows(&folder.read("results/cup/results.csv"));
    assert_eq!(standings.len(), written.len());
    for (said, written) in standings.iter().zip(&written) {
        let said = said.as_object().expect("it is an object");
        assert_eq!(said.keys().collect::<BTreeSet<_>>(), written.keys().collect());
        for (column, cell) in written {
            let text = match &said[column] {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                Value::Number(number) if number.is_f64() => {
                    format!("{:.1}", number.as_f64().expect("it is one"))
                }
                other => other.to_string(),
            };
            assert_eq!(&text, cell, "{column}");
        }
    }
    assert!(standings.iter().any(|row| row["status"] == "disqualified"));
    assert_eq!(run["notes"].as_array().map(Vec::len), Some(1), "{run}");

    let status = said(&folder, "status results/cup --json");
    assert_eq!(status["standings"][0]["rows"], run["standings"]);
    assert_eq!(
        (&status["parts"][0]["is_finished"], &status["standings"][0]["are_final"]),
        (&json!(true), &json!(true))
    );

    let verified = said(&folder, "verify results/cup --json --quiet");
    assert_eq!((&verified["agrees"], &verified["tournament"]["bots"]), (&json!(true), &json!(3)));
    let sample = said(&folder, "verify results/cup --json --quiet --sample 50% --seed 7");
    assert_eq!(sample["sample_seed"], "7");

    let columns: Vec<&str> = written[0].keys().map(String::as_str).collect();
    let text = folder.read("cup.toml").replacen("seed", "format = \"knockout\"\nseed", 1);
    let folder = folder.file("knockout.toml", text);
    let mut knockout = said(&folder, "run knockout.toml --json --quiet --out results/knockout");
    assert_eq!(knockout["phases"][0]["format"], "knockout");
    assert!(knockout["phases"][0]["matches"].as_array().is_some_and(|matches| !matches.is_empty()));
    // The columns of its tables are those of other files.
    knockout["phases"] = json!([]);
    is_as_documented("run and merge", &[run, knockout], &columns);
    is_as_documented("status", &[status], &columns);

    let forged = folder.read("results/cup/results.csv").replacen(",ranked,", ",ranked,really", 1);
    let folder = folder.file("results/cup/results.csv", forged);
    let ended = folder.judge("verify results/cup --json --quiet");
    let differs = object(&ended);
    assert_eq!(
        (ended.code, &differs["agrees"], &differs["tournament"]),
        (Some(1), &json!(false), &Value::Null)
    );
    assert!(differs["differences"][0].as_str().is_some_and(|text| text.contains("results.csv")), "{differs}");
    let season = json!({ "events": 0, "head": "", "key": "", "seed_sha256": "", "batches": 0, "files": 0, "void": 0, "own_decisions": 0, "own_decisions_signed": 0, "by_hand": [""], "decided_here": [""], "other_judges": [{ "events": [0], "by": [""] }] });
    is_as_documented("verify", &[verified, sample, differs, season], &[]);
}

#[test]
fn parts_and_their_merge_say_how_they_ended() {
    let folder = cup();
    for number in [1, 2] {
        let part = said(&folder, &format!("run cup.toml --shard {number}/2 --json --quiet"));
        assert_eq!((&part["end"], &part["part"]), (&json!("part"), &json!([number, 2])));
        assert_eq!(part["standings"], json!([]));
    }
    let merged = said(&folder, "merge cup.toml --json --quiet --play-missing");
    let whole = said(&cup(), "run cup.toml --json --quiet");
    assert_eq!(merged, whole);

    let folder = Folder::new()
        .file("cup.toml", format!("{CUP}format = \"swiss\"\n").replace("rounds = 4", "rounds = 2"));
    folder.succeeds("run cup.toml --stage --quiet");
    let ended = folder.judge("merge cup.toml --json --quiet");
    let merged = object(&ended);
    assert_eq!((ended.code, &merged["end"], &merged["stage"]), (Some(3), &json!("next-stage"), &json!(2)));
    assert!(
        merged["standings"].as_array().is_some_and(|rows| rows.iter().all(|row| row["status"] != "ranked"))
    );
}

#[test]
fn games_and_new_bots_are_told_to_programs() {
    let games = said(&Folder::new(), "games --json");
    let all = games["games"].as_array().expect("it is a list");
    assert_eq!(all.len(), 5);
    let battleship = all.iter().find(|game| game["game"] == "battleship").expect("it is there");
    let rule = |key: &str| battleship["rules"].as_array()?.iter().find(|rule| rule["key"] == key).cloned();
    assert_eq!(rule("size").map(|rule| rule["kind"].clone()), Some(json!("number")), "{battleship}");
    assert!(
        battleship["examples"]
            .as_array()
            .is_some_and(|examples| { examples.contains(&json!({ "name": "crasher", "misbehaves": true })) })
    );
    is_as_documented("games", &[games], &[]);

    let folder = Folder::new();
    let new = said(&folder, "new othello sailor --lang c++ --json");
    assert_eq!(
        (&new["language"], &new["wasm"], &new["folder"]),
        (&json!("cpp"), &json!("sailor.wasm"), &json!("sailor"))
    );
    for file in new["files"].as_array().expect("it is a list") {
        assert!(folder.path("sailor").join(file.as_str().expect("it is text")).is_file(), "{file}");
    }
    is_as_documented("new", &[new], &[]);
}

#[test]
fn a_rating_of_several_tournaments_is_told_to_programs() {
    let folder = cup();
    folder.succeeds("run cup.toml --quiet");
    is_as_documented("rate", &[said(&folder, "rate results/cup --json")], &[]);
    is_as_documented("term", &[said(&folder, "term results/cup --json")], &[]);
}

#[test]
fn a_mistake_is_told_as_always() {
    let ended = cup().judge("run gone.toml --json");
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""));
    assert!(ended.stderr.starts_with("error: gone.toml"), "{}", ended.stderr);
    let ended = cup().judge("run cup.toml --json --cross");
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
}
