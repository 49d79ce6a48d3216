//! A season that goes on for longer than its file says, by an order that is an event.

use super::GOBBLET;
use super::season::Season;
use crate::support::project_bytes;

const VERIFY: &str = "verify data --tournament season.toml";

#[test]
fn rounds_matchings_and_the_end_of_uploads_are_extended_while_a_season_runs() {
    let season = Season::with(2, "closes = \"2020-01-01T00:00:00Z\"");
    let server = season.start();
    let anna = server.join("anna");
    server.wait_until_it_rests();
    assert_eq!(server.upload(&anna, &project_bytes(GOBBLET)).status, 409);
    for (order, told) in [
        ("extend", "say what to extend: rounds, matchings or closes"),
        ("extend --rounds 2", "rounds: the season has 2; write a number above it, up to "),
        (
            "extend --rounds 5 --matchings 11",
            "matchings: the season has 1; write a number above it, up to 10",
        ),
        ("extend --closes soon", "closes: write a time of the world's clock"),
        (
            "extend --closes 2020-01-02T00:00:00Z",
            "closes: the end can only be put off; write a time after 2020-01-01T00:00:00Z",
        ),
    ] {
        let refused = season.order(order);
        assert!(refused.code == Some(2) && refused.stderr.contains(told), "{order}: {}", refused.stderr);
    }
    let extended = season.order("extend --rounds 5 --matchings 3 --closes 2999-01-01T00:00:00Z");
    let told = "the season is extended: rounds to 5, matchings to 3, uploads to 2999-01-01T00:00:00Z\n";
    assert_eq!(extended.stdout, told, "{}", extended.stderr);
    assert!(server.get("/").body.contains("Files are taken until 2999-01-01T00:00:00Z"));
    assert_eq!(server.upload(&anna, &project_bytes(GOBBLET)).status, 202);
    assert!(server.verdict(&anna, 1).contains("\"accepted\""));
    server.wait_until_it_rests();
    assert!(server.rounds_of("anna") >= 5 && server.get("/").body.contains("rests after 5 rounds"));
    // It holds after a restart, and is drawn so by whoever checks it.
    drop(server);
    drop(season.start());
    let verified = season.judge(VERIFY);
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
    let told = "rounds to 5, matchings to 3, uploads to 2999-01-01T00:00:00Z";
    assert!(verified.stdout.contains(told), "{}", verified.stdout);
    assert_eq!(season.judge("serve close season.toml --data data").code, Some(0));
    let refused = season.order("extend --rounds 9");
    assert_eq!((refused.code, &*refused.stderr), (Some(2), "error: data: the season is closed\n"));
    // Other rounds than those of the event lead to other pairings.
    season.forge("\"rounds\":5,\"matchings\":3", "\"rounds\":3,\"matchings\":3");
    assert_eq!(season.judge(VERIFY).code, Some(1));
    season.forge("\"rounds\":3,\"matchings\":3", "\"rounds\":5,\"matchings\":4000000000");
    let verified = season.judge(VERIFY);
    assert!(verified.code == Some(1) && verified.stdout.contains("cannot follow"), "{}", verified.stdout);
}
