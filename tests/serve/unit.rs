//! The unit for systemd, `docs/serve/judge.service`: systemd takes every line of it, and its command is one of ours.

use std::process::Command;

use crate::support::{Folder, has_programs, project_text};

/// The judge's path in the unit.
const INSTALLED: &str = "/usr/local/bin/judge";

fn unit() -> String {
    project_text("docs/serve/judge.service")
}

#[test]
fn the_command_of_the_unit_for_systemd_is_ours() {
    let unit = unit();
    let command = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")?.strip_prefix(INSTALLED));
    let ended = Folder::new().judge(&format!("{} --help", command.expect("it starts the judge").trim()));
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn systemd_knows_every_line_of_the_unit() {
    let verify = |unit: String| {
        let unit = unit.replace(INSTALLED, env!("CARGO_BIN_EXE_judge"));
        let folder = Folder::new().file("season.service", unit);
        let ended = Command::new("systemd-analyze")
            .args(["verify", "--man=no", "./season.service"])
            .current_dir(folder.path(""))
            .output();
        ended.ok().map(|ended| String::from_utf8_lossy(&ended.stderr).into_owned())
    };
    if !has_programs(&["systemd-analyze"]) {
        return;
    }
    assert_eq!(verify(unit()).as_deref(), Some(""));
    let wrong = verify(unit().replace("ProtectSystem=strict", "ProtectSystem=very"));
    assert!(wrong.is_some_and(|told| told.contains("ProtectSystem") || told.contains("protect system")));
}
