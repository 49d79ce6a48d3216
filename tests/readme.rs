//! Every command of ours that `README.md` shows in a block of `console` or `sh` can be run as it stands.

use crate::support::{Folder, project_text, root, run};

/// How a command of ours begins.
const OURS: [&str; 2] = ["judge ", "cargo run --release -- "];

#[test]
fn every_command_of_the_readme_runs() {
    let commands = commands(&project_text("README.md"));
    assert!(!commands.is_empty(), "README.md shows no command of ours in a block of ```console or ```sh");
    for command in commands {
        let folder = Folder::new();
        let out = folder.path("results");
        let elsewhere = command.starts_with("run ") && !command.contains(" --out");
        let options = if elsewhere { format!(" --out {}", out.display()) } else { String::new() };
        let ended = run(&root(), &format!("{command}{options}"));
        assert_eq!(ended.code, Some(0), "judge {command}\n{}", ended.stderr);
    }
}

/// The arguments of our commands, in blocks marked as `console`, with a `$` in front, or as `sh`.
fn commands(markdown: &str) -> Vec<String> {
    let mut block = None;
    let mut commands = Vec::new();
    for line in markdown.lines() {
        match (line.trim().strip_prefix("```"), block) {
            (Some(_), Some(_)) => block = None,
            (Some(kind), None) => block = Some(kind.trim()),
            (None, Some("console")) => commands.extend(line.trim().strip_prefix("$ ").and_then(ours)),
            (None, Some("sh")) => commands.extend(ours(line.trim())),
            (None, _) => {}
        }
    }
    commands
}

/// The arguments of a command of ours, without a comment at its end.
fn ours(command: &str) -> Option<String> {
    let arguments = OURS.iter().find_map(|start| command.strip_prefix(start))?;
    Some(arguments.split(" #").next().unwrap_or_default().trim().to_owned())
}

#[test]
fn our_commands_are_found_in_a_text() {
    let text = r#"
# Judge

```console
$ judge run a.toml --jobs 2  # fast
played
$ cargo test
```

judge x

```sh
cargo run --release -- run b.toml
```

```toml
judge = 1
```
"#;
    assert_eq!(commands(text), ["run a.toml --jobs 2", "run b.toml"]);
}
