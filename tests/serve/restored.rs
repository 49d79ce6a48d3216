//! The drills of docs/serve.md, played as they stand there, but for the paths, for `sudo`, and for who starts the server.

use std::path::Path;
use std::process::Command;

use super::GOBBLET;
use super::season::Season;
use crate::support::{CACHE, Folder, project_bytes, project_text};

/// The commands of the block in docs/serve.md that has some words in it.
fn drill(words: &str) -> Vec<String> {
    let page = project_text("docs/serve.md");
    let block = page.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let found: Vec<&str> = block.filter(|block| block.contains(words)).collect();
    assert_eq!(found.len(), 1, "{words}");
    found[0].lines().map(str::to_owned).collect()
}

/// Runs a command of the shell.
fn run(command: &str, at: &Path) {
    let mut shell = Command::new("sh");
    let ended = shell.args(["-c", command]).current_dir(at).env("XDG_CACHE_HOME", CACHE).output();
    let ended = ended.expect("there is a shell");
    assert!(ended.status.success(), "{command}: {}", String::from_utf8_lossy(&ended.stderr));
}

#[test]
fn a_season_is_restored_by_five_commands_and_everybody_can_see_what_is_lost() {
    let season = Season::new(2);
    let server = season.start();
    let anna = server.joins_with("anna", GOBBLET);
    server.wait_until_it_rests();
    assert_eq!(season.judge("serve backup copy --data data").code, Some(0));
    let bert = server.join("bert");
    let events: usize =
        server.get("/head").body.split(' ').next().and_then(|n| n.parse().ok()).expect("a number");
    let commands = drill("accept-rollback --season");
    assert_eq!(commands.len(), 5);
    assert_eq!([&*commands[0], &*commands[4]], ["sudo systemctl stop judge", "sudo systemctl start judge"]);
    server.stop();
    for command in &commands[1..4] {
        let here = command
            .replace("sudo -u judge judge ", &format!("'{}' ", env!("CARGO_BIN_EXE_judge")))
            .replace("sudo ", "")
            .replace("COPY", "copy")
            .replace("/srv/judge/season.toml", "season.toml")
            .replace("/srv/judge/season", "data")
            .replace("/srv/judge/lost", "lost");
        assert!(!here.contains("/srv"), "{here}");
        run(&here, &season.path(""));
    }
    let server = season.start();
    server.wait_until_it_rests();
    assert_eq!(server.upload(&anna, &project_bytes("contestants/gobblet/smart.wasm")).status, 202);
    assert_eq!(server.upload(&bert, &project_bytes(GOBBLET)).status, 401, "who joined later is lost");
    server.verdict(&anna, 2);
    server.wait_until_it_rests();
    drop(server);
    let verified = season.judge("verify data --tournament season.toml");
    let told = format!("although the server had written {events}");
    assert!(
        verified.code == Some(0) && verified.stdout.contains(&told),
        "{}{}",
        verified.stdout,
        verified.stderr
    );
}

#[test]
fn a_season_is_moved_to_another_machine_by_one_command_and_nothing_is_lost() {
    let season = Season::new(1);
    let server = season.start();
    let anna = server.joins_with("anna", GOBBLET);
    server.wait_until_it_rests();
    let head = server.get("/head").body;
    server.stop();
    let commands = drill("ssh OLD");
    assert_eq!(commands.len(), 1);
    let there = Folder::new();
    let here = season.path("").canonicalize().expect("it is there");
    let command = commands[0]
        .replace("ssh OLD", "sh -c")
        .replace("sudo systemctl stop judge && ", "")
        .replace("sudo ", "")
        .replacen("-C /srv -c judge", &format!("-C '{}' -c .", here.display()), 1)
        .replace("-C /srv -x", "-x");
    assert!(!command.contains("/srv"), "{command}");
    run(&command, &there.path(""));
    let moved = Season::of(there);
    let server = moved.start();
    assert_eq!(server.get("/head").body, head);
    assert_eq!(server.upload(&anna, &project_bytes("contestants/gobblet/smart.wasm")).status, 202);
    server.verdict(&anna, 2);
    server.wait_until_it_rests();
    drop(server);
    let verified = moved.judge("verify data --tournament season.toml");
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
}
