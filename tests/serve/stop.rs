//! A server that is ordered to stop while it has something in hand.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use tempfile::TempDir;

use super::GOBBLET;
use super::organise::bearer;
use super::season::Season;
use crate::support::project_bytes;

#[test]
fn a_file_that_is_compiled_keeps_no_server_from_stopping_and_is_checked_later() {
    let season = Season::new(1);
    // Links do not go from one disk to another.
    let place = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("there is room");
    let at = |name: &str| place.path().join(name);
    let (judge, begun, gate) = (at("judge"), at("begun"), at("gate"));
    fs::hard_link(env!("CARGO_BIN_EXE_judge"), &judge).expect("it is there");
    let server = season.start_by(&judge);
    let anna = server.join("anna");
    server.wait_until_it_rests();
    // The judge compiles with its own program. From now on that is one that does not end before it is let go.
    assert!(Command::new("mkfifo").arg(&gate).status().expect("there is mkfifo").success());
    let script = format!("#!/bin/sh\n: >'{}'\nread x <'{}'\n", begun.display(), gate.display());
    fs::remove_file(&judge).expect("it is there");
    fs::write(&judge, script).expect("it can be written");
    fs::set_permissions(&judge, fs::Permissions::from_mode(0o755)).expect("it is ours");
    assert_eq!(server.upload(&anna, &project_bytes(GOBBLET)).status, 202);
    while !begun.exists() {
        let verdict = server.get_with("/api/upload/1", &bearer(&anna)).body;
        assert!(verdict.contains("\"waiting\""), "{verdict}");
    }
    server.stop();
    drop(fs::OpenOptions::new().read(true).write(true).open(gate).expect("it is there"));
    let server = season.start();
    assert!(server.verdict(&anna, 1).contains("\"accepted\""));
}
