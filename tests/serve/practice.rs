//! Practice: files that come in after the end.

use super::GOBBLET;
use super::organise::bearer;
use super::season::Season;
use crate::support::project_bytes;

#[test]
fn after_the_end_files_play_for_practice_and_nothing_of_it_counts() {
    let season = Season::with(1, "practice = true");
    let server = season.start();
    let (anna, bert) = (server.joins_with("anna", GOBBLET), server.join("bert"));
    server.wait_until_it_rests();
    assert_eq!(season.judge("serve close season.toml --data data").code, Some(0));
    let public =
        || ["/", "/standings.csv", "/games.csv", "/contestant/anna"].map(|path| server.get(path).body);
    let before = (season.read("data/events.log"), public());

    let practised = |file: &str| {
        let answer = server.upload(&anna, &project_bytes(file));
        assert_eq!(answer.status, 202, "{}", answer.body);
        assert!(answer.body.contains("received for practice"), "{}", answer.body);
        let pages = std::iter::repeat_with(|| server.get_with("/contestant/anna", &bearer(&anna)).body);
        pages.into_iter().find(|page| !page.contains("look again in a while")).expect("it ends")
    };
    let page = practised("contestants/gobblet/smart.wasm");
    assert!(page.contains("anna v2") && page.contains("href=\"/practice/4\""), "two games with each anchor");
    assert!(!page.contains("href=\"/practice/5\""), "{page}");
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
