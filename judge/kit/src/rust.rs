//! What Cargo wants in a new folder for Rust: manifests, which are made of the project's own.

use super::words::filled;
use super::{Files, WORKSPACE, text_of};

/// Lets `cargo build` make a component of the kind that the judge plays.
const CONFIG: &str = "# So that cargo build makes a bot. Tests run on your machine: cargo test --target host-tuple\n[build]\ntarget = \"wasm32-unknown-unknown\"\n";
/// Lets rustup bring in what that takes.
const TOOLCHAIN: &str = "[toolchain]\ntargets = [\"wasm32-unknown-unknown\"]\n";

/// The source of the SDK for a bot in Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sdk {
    /// From its own folder `sdk`.
    Here,
    /// From crates.io, in this version or one that is compatible.
    Published(&'static str),
}

impl Sdk {
    /// The source that this judge was built for: a release says which version of the SDK is published with it.
    pub const OURS: Self = match option_env!("JUDGE_SDK_PUBLISHED") {
        Some(version) => Self::Published(version),
        None => Self::Here,
    };
}

/// Adds what the tools of Rust read in every folder, and the folder's manifest.
pub(crate) fn add_tools(files: &mut Files, manifest: &str) {
    let texts =
        [(".cargo/config.toml", CONFIG), ("rust-toolchain.toml", TOOLCHAIN), ("Cargo.toml", manifest)];
    files.extend(texts.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec())));
}

/// The manifest of a bot's folder. With an SDK of its own, the folder is a workspace with what that takes from ours.
pub(crate) fn bot(name: &str, sdk: Sdk) -> String {
    match sdk {
        Sdk::Published(version) => manifest(name, &format!("judge-sdk = {version:?}")) + "[workspace]\n",
        Sdk::Here => {
            let games = toml::Table::from_iter([("path".to_owned(), "sdk/games".into())]);
            let dependencies = toml::Table::from_iter([
                ("judge-games".to_owned(), games.into()),
                ("wit-bindgen".to_owned(), ours()["dependencies"]["wit-bindgen"].clone()),
            ]);
            let workspace = workspace(&["sdk/rust", "sdk/games"], Some(dependencies));
            let manifest = manifest(name, "judge-sdk = { path = \"sdk/rust\" }");
            format!("{manifest}# What the SDK takes from its workspace.\n{workspace}")
        }
    }
}

/// The manifest of a package, up to its workspace.
pub(crate) fn manifest(name: &str, dependency: &str) -> String {
    let rust_version = ours()["package"]["rust-version"].to_string();
    filled(
        text_of("judge/kit/new/Cargo.toml"),
        &[("{name}", name), ("{rust-version}", &rust_version), ("{dependency}", dependency)],
    )
}

/// Our workspace, with these members, and with these dependencies or all of ours.
pub(crate) fn workspace(members: &[&str], dependencies: Option<toml::Table>) -> String {
    let mut ours = ours();
    ours.retain(|key, _| ["resolver", "package", "dependencies", "lints"].contains(&key));
    ours.insert("members".to_owned(), members.to_vec().into());
    if let Some(dependencies) = dependencies {
        ours.insert("dependencies".to_owned(), dependencies.into());
    }
    toml::to_string(&toml::Table::from_iter([("workspace".to_owned(), ours.into())])).expect("it is a table")
}

/// The workspace of our manifest.
fn ours() -> toml::Table {
    let manifest: toml::Table = WORKSPACE.parse().expect("our manifest is TOML");
    manifest["workspace"].as_table().expect("our manifest is a workspace").clone()
}
