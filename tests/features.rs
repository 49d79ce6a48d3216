//! Cargo gives a package the features that all of a build's packages ask for. If tests or the package for Python ask for
//! others than the program, wasmtime is built twice, which takes minutes.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use crate::support::{project_text, root};

#[test]
fn tests_and_benchmarks_build_wasmtime_as_the_program_does() {
    let engine: BTreeSet<String> =
        tree(&["--package=wasmtime", "--edges=normal,build"]).into_keys().collect();
    assert!(engine.iter().any(|package| package.starts_with("cranelift-codegen ")), "{engine:?}");
    let of_engine = |selection: &[&str]| {
        let mut features = tree(selection);
        features.retain(|package, _| engine.contains(package));
        features
    };
    let program = of_engine(&["--package=judge", "--edges=normal,build"]);
    let everything = of_engine(&["--workspace", "--edges=normal,build,dev"]);
    let wheel = of_engine(&["--package=judge-python", "--edges=normal,build"]);
    for (package, features) in &program {
        for (others, who) in [(&everything, "tests"), (&wheel, "the package for Python")] {
            let other = others.get(package).into_iter().flatten();
            let more: Vec<&String> = other.filter(|one| !features.contains(*one)).collect();
            assert!(
                more.is_empty(),
                "{package} has {more:?} in {who}, and {features:?} in the program; ask for the same in judge/sandbox/Cargo.toml"
            );
        }
    }
}

/// A level for all packages would compile the engine once more.
#[test]
fn benchmarks_are_built_as_the_program_is() {
    let manifest: toml::Table = project_text("Cargo.toml").parse().expect("it is TOML");
    let bench = manifest["profile"]["bench"].as_table().expect("it is a table");
    assert_eq!(bench.keys().collect::<Vec<_>>(), ["package"]);
}

/// The features of each package that a selection builds: more than one set if the build's own tools want others.
fn tree(selection: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["tree", "--locked", "--offline", "--prefix=none", "--format={p}|{f}"]).args(selection);
    let output = cargo.current_dir(root()).output().expect("cargo can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut packages: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Some((package, features)) = line.trim_end_matches(" (*)").split_once('|') else { continue };
        let name_and_version: Vec<&str> = package.split(' ').take(2).collect();
        packages.entry(name_and_version.join(" ")).or_default().insert(features.to_owned());
    }
    packages
}
