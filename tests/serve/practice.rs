//! Practice: files that come in after the end.

use super::GOBBLET;
use super::organise::bearer;
use super::season::Season;
use crate::support::project_bytes;

#[test]
fn after_the_end_files_play_for_practice_and_nothing_of_it_counts() {
    let season = Season::with(1, "practice = true\ncloses = \"2999-01-01T00:00:00Z\"");
    let server = season.start();
    let (anna, bert) = (server.joins_with("anna", GOBBLET), server.join("bert"));
    server.wait_until_it_rests();
    assert_eq!(season.judge("serve close season.toml --data data").code, Some(0));
    let public =
        || ["/", "/standings.csv", "/games.csv", "/contestant/anna"].map(|path| server.get(path).body);
    assert!(public()[0].contains("The season is closed.") && !public()[0].contains("Files are taken"));
    let before = (season.read("data/events.log"), public());

    let practised = |file: &str| {
        let answer = server.upload(&anna, &project_bytes(file));
        assert_eq!(answer.status, 202, "{}", answer.body);
        assert!(answer.body.contains("received for practice"), "{}", answer.body);
        let patience = server.patience();
        while server.get_with("/api/upload/0", &bearer(&anna)).body.contains("waiting") {
            patience.lasts();
        }
        server.get_with("/contestant/anna", &bearer(&anna)).body
    };
    let page = practised("contestants/gobblet/smart.wasm");
    assert!(page.contains("anna v2") && page.contains("href=\"/practice/4\""), "two games with each anchor");
    assert!(!page.contains("href=\"/practice/5\""), "{page}");
    let told = "The season is closed. Files that you hand in now practise, and nothing of it counts.";
    assert!(page.contains(told) && page.contains("id=\"upload\""), "{page}");
    assert!(!page.contains(">Pause<") && !page.contains("/withdraw"), "{page}");
    let game = server.get_with("/practice/1", &bearer(&anna));
    assert!(game.status == 200 && game.body.contains("<h1>Practice</h1>"), "{}", game.body);
    assert!(game.body.contains("anna v2") && game.body.contains("<td>1</td><td>1</td>"), "{}", game.body);
    assert_eq!(server.get("/practice/1").status, 401);
    assert_eq!(server.get_with("/practice/1", &bearer(&bert)).status, 404);
    let page = practised("contestants/othello/greedy.wasm");
    assert!(page.contains("refused: ") && page.contains("as a bot for gobblet must"), "{page}");

    assert_eq!((season.read("data/events.log"), public()), before);
    let verified = season.judge("verify data --tournament season.toml");
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
}

#[test]
fn whoever_has_a_key_signs_files_for_practice_too() {
    let season = Season::with(1, "practice = true");
    let server = season.start();
    let (anna, bert) = (server.join("anna"), server.join("bert"));
    let files =
        [("token", anna.into_bytes()), ("bert", bert.into_bytes()), ("bot.wasm", project_bytes(GOBBLET))];
    for (file, bot) in files {
        std::fs::write(season.path(file), bot).expect("it can be written");
    }
    let submit =
        |more: &str| season.judge(&format!("submit bot.wasm --season {} --token token {more}", server.url()));
    let counted = submit("--key key");
    assert_eq!(counted.code, Some(0), "{}{}", counted.stdout, counted.stderr);
    assert_eq!(season.judge("serve close season.toml --data data").code, Some(0));
    let refused = submit("");
    assert!(
        refused.code == Some(1) && refused.stdout.contains("your key must sign this"),
        "{}",
        refused.stdout
    );
    let late =
        season.judge(&format!("submit bot.wasm --season {} --token bert --key bert-key", server.url()));
    assert_eq!((late.code, &*late.stdout), (Some(1), "bot.wasm: not taken: the season is closed\n"));
    let url = server.url();
    let chosen = season.judge(&format!("submit --choose pause --season {url} --token token --key key"));
    assert_eq!((chosen.code, &*chosen.stdout), (Some(1), "not taken: the season is closed\n"));
    let invited = season.judge("serve invite zed --season season.toml --data data");
    assert!(invited.code == Some(2) && invited.stderr.contains("the season is closed"), "{}", invited.stderr);
    let taken = submit("--key key");
    assert!(taken.stderr.contains("received for practice"), "{}", taken.stderr);
    assert!(taken.code == Some(0) && taken.stdout.contains("rounds for practice"), "{}", taken.stdout);
    std::fs::write(season.path("bot.wasm"), b"no bot").expect("it can be written");
    let refused = submit("--key key");
    assert!(refused.code == Some(1) && refused.stdout.contains("refused: "), "{}", refused.stdout);
}
