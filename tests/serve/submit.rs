//! `judge submit`: the verdict in the author's words, and the exit codes.

use super::GOBBLET;
use super::season::Season;
use crate::support::{project_bytes, root};

#[test]
fn a_bot_is_handed_in_from_a_command_line_and_the_verdict_is_told() {
    let season = Season::new(1);
    let server = season.start();
    let anna = server.join("anna");
    std::fs::write(season.path("token"), format!("{anna}\n")).expect("it can be written");
    let submit = |bot: &str| {
        let bot = root().join(bot);
        season.judge(&format!("submit {} --season {} --token token", bot.display(), server.url()))
    };
    let refused = submit("contestants/othello/greedy.wasm");
    assert_eq!(refused.code, Some(1), "{}", refused.stderr);
    assert!(
        refused.stdout.contains("greedy.wasm: refused: ")
            && refused.stdout.contains("as a bot for gobblet must"),
        "{}",
        refused.stdout
    );
    let taken = submit(GOBBLET);
    assert_eq!(taken.code, Some(0), "{}", taken.stderr);
    assert!(taken.stdout.ends_with("ok.wasm: it plays; it calls itself Ok\n"), "{}", taken.stdout);
    let again = submit(GOBBLET);
    assert_eq!(again.code, Some(1));
    assert!(
        again.stdout.contains("not taken: this is the very file of your newest version"),
        "{}",
        again.stdout
    );
    assert_eq!(server.verdict(&anna, 2), server.verdict(&anna, 2));
    std::fs::write(season.path("large.wasm"), vec![0; 5_000_000]).expect("it can be written");
    let large = season.judge(&format!("submit large.wasm --season {} --token token", server.url()));
    let told =
        "large.wasm: not taken: this season takes files of at most 4194304 bytes, and this one has more\n";
    assert_eq!((large.code, large.stdout.as_str()), (Some(1), told), "{}", large.stderr);
}

#[test]
fn what_cannot_be_handed_in_is_a_mistake_that_says_what_to_do() {
    let season = Season::new(1);
    let server = season.start();
    std::fs::write(season.path("bot.wasm"), project_bytes(GOBBLET)).expect("it can be written");
    std::fs::write(season.path("token"), "7".repeat(64)).expect("it can be written");
    std::fs::write(season.path("short"), "7").expect("it can be written");
    std::fs::create_dir(season.path("folder")).expect("it can be made");
    let url = server.url();
    let unknown = format!("error: {url}: it does not know your token");
    for (arguments, code, told) in [
        (format!("bot.wasm --season {url} --token token"), 2, unknown.as_str()),
        (format!("folder --season {url} --token token"), 2, "error: folder: it is a folder; name the .wasm"),
        (format!("bot.wasm --season {url} --token short"), 2, "error: short: this is no token"),
        (format!("bot.wasm --season {url} --token missing"), 2, "error: missing: the token cannot be read"),
        (
            format!("missing.wasm --season {url} --token token"),
            2,
            "error: missing.wasm: there is no such file",
        ),
        ("bot.wasm --season http://season.example --token token".into(), 2, "must not travel in the open"),
        ("bot.wasm --season http://127.0.0.1:1 --token token".into(), 1, "error: http://127.0.0.1:1: "),
    ] {
        let ended = season.judge(&format!("submit {arguments}"));
        assert_eq!(ended.code, Some(code), "{arguments}: {}", ended.stderr);
        assert!(ended.stderr.contains(told), "{arguments}: {}", ended.stderr);
    }
}
