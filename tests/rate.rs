//! `judge rate`: one rating of several tournaments.

use serde_json::Value;

use crate::support::{Folder, project_bytes, rows, sha256};

fn cup(seed: u32, more: &str) -> String {
    format!(
        "game = \"battleship\"\nseed = {seed}\nrounds = 10\nexamples = [\"tidy\", \"hunter\", \"density\"]\n{more}"
    )
}

/// The output of `judge rate` for these folders.
#[track_caller]
fn rated(folder: &Folder, folders: &str) -> Value {
    let ended = folder.succeeds(&format!("rate {folders} --json"));
    serde_json::from_str(&ended.stdout).expect("it is JSON")
}

/// One tournament gives the ratings in its own table.
#[track_caller]
fn is_as_published(folder: &Folder, results: &str) {
    let said = rated(folder, results);
    let table = rows(&folder.read(&format!("{results}/results.csv")));
    for bot in said["bots"].as_array().expect("it is a list") {
        let row = table.iter().find(|row| row["sha256"] == bot["sha256"].as_str().unwrap_or_default());
        let row = row.expect("it is in the table");
        for column in ["rating", "rating_low", "rating_high"] {
            assert_eq!(row[column].parse::<f64>().ok(), bot[column].as_f64(), "{column} of {bot}");
        }
        for column in ["rank_low", "rank_high", "played", "won", "drawn", "lost"] {
            assert_eq!(row[column].parse::<u64>().ok(), bot[column].as_u64(), "{column} of {bot}");
        }
    }
}

#[test]
fn one_tournament_is_rated_as_it_was() {
    let folder = Folder::new()
        .file("pairs.toml", cup(1, ""))
        .file("swiss.toml", cup(1, "format = \"swiss\"\n"))
        .file("table.toml", "game = \"stones\"\nseed = 1\nseats = 3\nrounds = 4\nexamples = [\"random\", \"aggressive\", \"wolf\"]\n");
    for cup in ["pairs", "swiss", "table"] {
        folder.succeeds(&format!("run {cup}.toml --quiet"));
        is_as_published(&folder, &format!("results/{cup}"));
    }
}

#[test]
fn more_games_make_intervals_narrower_and_the_same_games_do_not() {
    let folder = Folder::new().file("a.toml", cup(1, "")).file("b.toml", cup(2, ""));
    folder.succeeds("run a.toml --quiet");
    folder.succeeds("run b.toml --quiet");
    let width = |said: &Value| {
        let bots = said["bots"].as_array().expect("it is a list");
        let hunter = bots.iter().find(|bot| bot["bot"] == "hunter").expect("it is there");
        hunter["rating_high"].as_f64().expect("it is rated")
            - hunter["rating_low"].as_f64().expect("likewise")
    };
    let [one, both, twice] =
        ["results/a", "results/a results/b", "results/a results/a"].map(|it| rated(&folder, it));
    assert!(width(&both) < width(&one), "{both} {one}");
    assert_eq!((&both["rounds"], &both["rounds_twice"]), (&Value::from(60), &Value::from(0)));
    assert_eq!((&twice["rounds"], &twice["rounds_twice"]), (&Value::from(30), &Value::from(30)));
    assert_eq!(width(&twice).to_bits(), width(&one).to_bits());
    let text = folder.succeeds("rate results/a results/a").stdout;
    assert!(text.ends_with("30 rounds in more than one folder, which count once\n"), "{text}");
}

#[test]
fn a_bot_is_its_file() {
    let contestant =
        |name: &str, wasm: &str| format!("[[contestant]]\nname = \"{name}\"\nwasm = \"bots/{wasm}.wasm\"\n");
    let folder = Folder::new().bots(&["tidy", "hunter", "density"]);
    let game = "game = \"battleship\"\nseed = 1\nrounds = 5\n";
    let folder = folder
        .file("a.toml", game.to_owned() + &contestant("anna", "tidy") + &contestant("bob", "hunter"))
        .file("b.toml", game.to_owned() + &contestant("anna", "density") + &contestant("carl", "hunter"));
    folder.succeeds("run a.toml --quiet");
    folder.succeeds("run b.toml --quiet");
    let said = rated(&folder, "results/a results/b");
    let bots = said["bots"].as_array().expect("it is a list");
    let names: Vec<&str> = bots.iter().filter_map(|bot| bot["bot"].as_str()).collect();
    assert_eq!(names.len(), 3, "{names:?}");
    assert!(
        names.contains(&"bob") && names.iter().filter(|name| name.starts_with("anna ")).count() == 2,
        "{names:?}"
    );
    let bob = bots.iter().find(|bot| bot["bot"] == "bob").expect("it is there");
    assert_eq!(bob["tournaments"], 2);
    // A stranger's folder may have anything in the place of the hash that tells the two apart.
    let hash = sha256(&project_bytes("contestants/battleship/density.wasm"));
    let manifest = folder.read("results/b/manifest.toml").replace(&hash, "\\u001b[2J\\u202e");
    std::fs::write(folder.path("results/b/manifest.toml"), manifest).expect("it can be written");
    let text = folder.succeeds("rate results/a results/b").stdout;
    assert!(text.contains("anna \\u{1b}[2J") && !text.contains(['\u{1b}', '\u{202e}']), "{text}");
}

#[test]
fn other_games_are_refused_and_it_is_said_why() {
    let folder = Folder::new()
        .file("a.toml", cup(1, ""))
        .file("smaller.toml", cup(1, "[rules]\nsize = 8\n"))
        .file("poorer.toml", cup(1, "[limits]\nfuel_per_turn = \"50M\"\n"))
        .file(
            "other.toml",
            "game = \"othello\"\nseed = 1\nrounds = 1\nexamples = [\"random\", \"greedy\"]\n",
        );
    for (cup, told) in [
        ("smaller", "results/smaller: its size is 8, and that of results/a is 10"),
        ("poorer", "results/poorer: its limits are not those of results/a"),
        ("other", "results/other: its game is othello, and that of results/a is battleship"),
    ] {
        folder.succeeds("run a.toml --quiet");
        folder.succeeds(&format!("run {cup}.toml --quiet"));
        let ended = folder.judge(&format!("rate results/a results/{cup}"));
        assert_eq!(ended.code, Some(2));
        assert!(ended.stderr.contains(told), "{}", ended.stderr);
    }
}
