//! The games' own options, end to end.

use crate::support::{Folder, Row, bot, guest, project_bytes, rows, sha256};

/// A tournament in `game` between all bots in `bots/`, with `keys` besides.
fn cup(game: &str, keys: &str) -> Folder {
    let text = format!("game = \"{game}\"\nseed = 7\nrounds = 2\ncontestants = [\"bots/*.wasm\"]\n{keys}\n");
    Folder::new().file("cup.toml", text)
}

/// With these of the committed bots, by game and name.
fn with(folder: Folder, bots: &[&str]) -> Folder {
    let path = |bot: &str| format!("bots/{}.wasm", bot.replace('/', "-"));
    bots.iter().fold(folder, |folder, bot| {
        folder.file(&path(bot), project_bytes(&format!("contestants/{bot}.wasm")))
    })
}

#[test]
fn ships_that_touch_are_a_fault_where_they_may_not_touch() {
    let folder = cup("battleship", "[rules]\nno_touch = true");
    let bots = ["density", "hunter", "smuggler", "stupid", "tidy"];
    let folder = with(folder, &bots.map(|bot| format!("battleship/{bot}")).each_ref().map(String::as_str));
    let played = folder.guests(&["walker"]).play("");
    let (stacked, kept): (Vec<Row>, Vec<Row>) =
        rows(&played.results).into_iter().partition(|line| line["contestant"] == "walker");
    assert!(kept.len() == 5 && kept.iter().all(|line| line["faults"] == "0"), "{}", played.results);
    let reason = &stacked[0]["reason"];
    assert!(reason.ends_with("illegal-fleet in new-game: the ships 5a@0,0 and 4a@0,1 touch"), "{reason}");
}

#[test]
fn an_answer_to_the_question_for_a_pass_is_the_pass() {
    let played = |rules: &str| {
        let folder = cup("othello", &format!("opening_plies = 0\n[rules]\nsize = 4\n{rules}"));
        let played = with(folder, &["othello/greedy", "othello/random"]).play("");
        rows(&played.games)
    };
    let (unasked, asked) = (played(""), played("ask_on_pass = true"));
    let same = ["seats", "outcome", "reason", "ranks", "scores", "turns"];
    let result = |game: &Row| same.map(|key| game[key].clone());
    assert!(unasked.iter().map(result).eq(asked.iter().map(result)), "{unasked:?} {asked:?}");
    // In some game a bot had to pass, and the transcript says who passed for it.
    assert!(unasked.iter().zip(&asked).any(|(a, b)| a["transcript_sha256"] != b["transcript_sha256"]));
}

#[test]
fn a_fault_ends_a_game_of_stones_for_three_if_the_rules_say_so() {
    let played = |rules: &str| {
        let folder =
            cup("stones", &format!("seats = 3\nopening_plies = 0\nfaults = \"forfeit\"\n[rules]\n{rules}"));
        let folder = with(folder, &["stones/aggressive", "stones/random"]);
        rows(&folder.file("bots/quitter.wasm", guest("quitter")).play("").games)
    };
    let seat = |game: &Row| game["seats"].split(' ').position(|name| name == "quitter").expect("it plays");
    for game in played("abort = true") {
        let mut points = ["3"; 3];
        points[seat(&game)] = "0";
        assert_eq!(
            (game["outcome"].as_str(), game["points"].as_str()),
            ("forfeit", points.join(" ").as_str())
        );
        assert!(
            game["reason"].ends_with("trap in next-move, turn 1: wasm `unreachable` instruction executed")
        );
    }
    for game in played("") {
        assert_eq!(game["outcome"], "decided");
        assert_eq!(game["ranks"].split(' ').nth(seat(&game)), Some("3"), "{game:?}");
    }
}

#[test]
fn example_bots_play_as_their_files_do() {
    const BOTS: [&str; 3] = ["cheater", "hunter", "stupid"];
    let text = |who: &str| format!("title = \"Cup\"\ngame = \"battleship\"\nseed = 7\nrounds = 2\n{who}\n");
    let named = Folder::new().file("cup.toml", text(&format!("examples = {BOTS:?}")));
    let filed = Folder::new().file("cup.toml", text("contestants = [\"bots/*.wasm\"]")).bots(&BOTS);
    let (played, filed) = (named.play(""), filed.play(""));
    assert_eq!((&played.results, &played.games), (&filed.results, &filed.games));
    for name in BOTS {
        assert!(played.manifest.contains(&sha256(&bot(name))), "{}", played.manifest);
    }
    named.succeeds("verify results/cup");
    named.succeeds("repro results/cup/faults/cheater.illegal-fleet.toml");
    let parts = Folder::new().file("cup.toml", named.read("cup.toml"));
    parts.succeeds("run cup.toml --shard 1/2 --quiet");
    parts.succeeds("run cup.toml --shard 2/2 --quiet");
    parts.succeeds("merge cup.toml --quiet");
    assert_eq!(parts.read("results/cup/results.csv"), played.results);
}
