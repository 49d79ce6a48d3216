//! The shell installer of a release, with an archive that lies in a folder here.

use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};

use crate::support::{Folder, has_programs, root, sha256};

/// A release with an archive of a program that says its version, and its installer, which `make` has filled in.
fn release() -> Option<Folder> {
    if !has_programs(&["bash", "curl", "tar"]) {
        return None;
    }
    let system = if cfg!(target_arch = "aarch64") { "aarch64" } else { "x86_64" };
    let name = format!("judge-{}-{system}-unknown-linux-gnu", env!("CARGO_PKG_VERSION"));
    let folder = Folder::new().file(&format!("{name}/judge"), "#!/bin/sh\necho judge 7\n");
    let program = folder.path(&format!("{name}/judge"));
    std::fs::set_permissions(program, PermissionsExt::from_mode(0o755)).expect("it is there");
    let mut tar = Command::new("tar");
    tar.current_dir(folder.path("")).args(["-czf", &format!("{name}.tgz"), &name]);
    assert!(tar.status().expect("tar is there").success());
    let archive = std::fs::read(folder.path(&format!("{name}.tgz"))).expect("it was written");
    let folder = folder.file("SHA256SUMS", format!("{}  {name}.tgz\n", sha256(&archive)));
    let address = format!("file://{}", folder.path("").display());
    let made = Command::new(root().join(".ci/installers/make")).arg(address).arg(folder.path("")).status();
    assert!(made.expect("bash is there").success());
    Some(folder)
}

fn install(folder: &Folder) -> Output {
    let mut installer = Command::new("sh");
    installer.arg(folder.path("install.sh")).env("JUDGE_BIN", folder.path("bin"));
    installer.output().expect("sh is there")
}

#[test]
fn a_program_is_installed_and_says_its_version() {
    let Some(folder) = release() else { return };
    for _ in ["new", "over an old one"] {
        let output = install(&folder);
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(told.starts_with("judge 7\ninstalled: "), "{told}");
    }
    assert_eq!(std::fs::read_dir(folder.path("bin")).expect("it was made").count(), 1);
}

#[test]
fn an_archive_with_another_checksum_is_not_installed() {
    let Some(folder) = release() else { return };
    let sums = folder.read("SHA256SUMS");
    let folder = folder.file("SHA256SUMS", sums.replacen(&sums[..8], "00000000", 1));
    let output = install(&folder);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && told.contains("nothing is installed"), "{told}");
    assert!(!folder.path("bin").exists());
}
