//! `README.md` and the pages in `docs/` are true: their commands run and print what is shown, their tournaments
//! are accepted, their Rust is compiled, and their links lead somewhere.
//!
//! The commands of a page are run from top to bottom in one folder, which has the example tournaments and bots, a
//! bot of the reader's in `bots`, and the README's `evening.toml`. A bot that `judge new` makes is an example bot, as if
//! it were built.
//! A command with a word in capitals, such as `judge wit GAME`, is a form to fill in. It is only parsed.

use std::ffi::OsStr;
use std::path::Path;

use crate::support::{Folder, project_bytes, project_files, project_text, root, rows};

/// The beginnings of our commands.
const OURS: [&str; 2] = ["judge ", "cargo run --release -- "];
/// The most words that `README.md` may have, counted as by `wc -w`.
const README_WORDS_MAX: usize = 1_000;
/// The same of `ARCHITECTURE.md`.
const MAP_WORDS_MAX: usize = 1_500;
/// A line that stands for others that are left out.
const LEFT_OUT: &str = "…";

#[test]
fn the_map_is_short_and_each_place_on_it_is_there() {
    let map = project_text("ARCHITECTURE.md");
    let words = map.split_whitespace().count();
    assert!(words <= MAP_WORDS_MAX, "ARCHITECTURE.md has {words} words");
    let prose: Vec<&str> = map.split("```").step_by(2).collect();
    let quoted = prose.iter().flat_map(|part| part.split('`').skip(1).step_by(2));
    let places: Vec<&str> = quoted.filter(|text| text.contains('/')).collect();
    assert!(places.len() > 60, "{places:?}");
    for place in places {
        let (room, rest) = place.split_once('/').expect("it has a slash");
        let in_crate = [format!("judge/{room}/src/{rest}"), format!("judge/{place}"), place.to_owned()];
        let is_there =
            |place: &String| root().join(place).exists() || root().join(format!("{place}.rs")).exists();
        assert!(in_crate.iter().any(is_there), "ARCHITECTURE.md: there is no {place}");
    }
}

#[test]
fn every_command_runs_and_prints_what_is_shown() {
    for page in pages() {
        let commands = commands(&project_text(&page));
        assert!(page != "README.md" || !commands.is_empty(), "README.md shows no command of ours");
        let mut folder = project_folder();
        for command in commands {
            runs(&folder, &page, &command);
            if let ["new", game, name, ..] = command.arguments.split(' ').collect::<Vec<_>>().as_slice() {
                folder = with_built(folder, game, name);
            }
        }
        if page == "README.md" {
            the_table_is_true(&folder);
        }
    }
}

/// The table of the README has the places, points and ratings of October.
#[track_caller]
fn the_table_is_true(folder: &Folder) {
    let results = rows(&folder.read("results/october/results.csv"));
    let readme = project_text("README.md");
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let table = readme.lines().filter(|line| line.starts_with("| ")).map(cells);
    let told: Vec<Vec<String>> =
        table.filter(|cells| cells.len() == 6 && cells[3].parse::<u32>().is_ok()).collect();
    assert_eq!(told.len(), 4, "{told:?}");
    for (cells, row) in told.iter().zip(&results) {
        let place = match (&*row["rank_low"], &*row["rank_high"]) {
            (low, high) if low == high => low.to_owned(),
            (low, high) => format!("{low}-{high}"),
        };
        let rating = row["rating"].parse::<f64>().expect("it is a number");
        assert_eq!(
            cells[1..5],
            [place, row["contestant"].clone(), row["points"].clone(), format!("{rating:.0}")]
        );
    }
}

/// Runs a command of a page, or has it parsed if it is a form to fill in.
#[track_caller]
fn runs(folder: &Folder, page: &str, Command { arguments, shown }: &Command) {
    // With --help the judge reads all arguments before it, and does nothing else.
    let help = if is_form(arguments) { " --help" } else { "" };
    // The folder that several machines share is a plain folder here.
    let ended = folder.judge(&format!("{arguments}{help}").replace("/shared/", "shared/"));
    assert_eq!(ended.code, Some(0), "{page}: judge {arguments}\n{}", ended.stderr);
    let printed: Vec<&str> = ended.stdout.lines().chain(ended.stderr.lines()).map(str::trim_end).collect();
    for line in shown {
        let is_printed = printed.contains(&line.as_str());
        assert!(is_printed, "{page}: judge {arguments}: it does not print {line:?}, but\n{}", ended.stdout);
    }
}

#[test]
fn every_tournament_is_accepted() {
    for page in pages() {
        for block in blocks(&project_text(&page)).iter().filter(|block| block.kind == "toml") {
            let text = block.lines.join("\n");
            let table: toml::Table = text.parse().unwrap_or_else(|error| panic!("{page}: {error}\n{text}"));
            let game = table.get("game").and_then(toml::Value::as_str).map(str::to_owned);
            if let Some(game) = game {
                is_accepted(&page, &game, table);
            }
        }
    }
}

/// Plays a tournament of a page, with one round, between the example bots in the folder `bots`.
#[track_caller]
fn is_accepted(page: &str, game: &str, mut tournament: toml::Table) {
    tournament.insert("rounds".into(), 1.into());
    let folder = Folder::new().file("page.toml", tournament.to_string());
    // The page shows the openings, too.
    let openings = |block: &Block| block.kind == "text" && block.lines[0].starts_with("# ");
    let folder = match blocks(&project_text(page)).into_iter().find(openings) {
        Some(block) if tournament.contains_key("openings") => {
            folder.file("openings.txt", block.lines.join("\n"))
        }
        _ => folder,
    };
    // A game that is a file.
    let (folder, game) = match game.strip_suffix(".wasm") {
        Some(name) => (folder.file(game, project_bytes(&format!("tournaments/games/{game}"))), name),
        None => (folder, game),
    };
    let bots = project_files(&format!("contestants/{game}/*.wasm"));
    assert!(bots.len() >= 2, "{page}: no example bots for {game:?}");
    // Those that take part by name are no files.
    let examples = tournament.get("examples").and_then(toml::Value::as_array).into_iter().flatten();
    let examples: Vec<String> =
        examples.filter_map(|name| Some(format!("contestants/{game}/{}.wasm", name.as_str()?))).collect();
    let folder = bots.iter().filter(|bot| !examples.contains(bot)).fold(folder, |folder, bot| {
        let name = bot.rsplit('/').next().expect("a path has a last part");
        folder.file(&format!("bots/{name}"), project_bytes(bot))
    });
    if tournament.contains_key("serve") {
        // A season goes on for ever. To invite somebody, its file is read first.
        let ended = folder.judge("serve invite anna --season page.toml --data data");
        assert!(ended.stderr.contains("data: there is no season in this folder"), "{page}: {}", ended.stderr);
        return;
    }
    let ended = folder.judge("run page.toml --quiet");
    assert_eq!(ended.code, Some(0), "{page}: {}\n{tournament}", ended.stderr);
}

#[test]
fn every_rust_block_is_a_doc_test_of_the_sdk() {
    let sdk = project_text("sdk/rust/src/lib.rs");
    let comment = sdk.lines().map_while(|line| line.strip_prefix("//!"));
    let comment: Vec<&str> = comment.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    let comment = comment.join("\n");
    let compiled = blocks(&comment);
    // The programs of that page use no SDK; `lines` plays with them.
    for page in pages().into_iter().filter(|page| page != "docs/lines.md") {
        for block in blocks(&project_text(&page)).iter().filter(|block| block.kind == "rust") {
            let is_compiled = compiled.iter().any(|compiled| compiled.lines == block.lines);
            assert!(is_compiled, "{page}: not in sdk/rust/src/lib.rs:\n{}", block.lines.join("\n"));
        }
    }
}

#[test]
fn the_table_of_limits_is_the_judges() {
    let page = project_text("docs/tournament-file.md");
    let plain = |cell: &str| {
        let text: String = cell.chars().filter(|c| !matches!(c, '`' | ' ')).collect();
        text.split(',').next().unwrap_or_default().to_owned()
    };
    for limit in judge_sandbox::LIMITS.iter().chain(judge_core::tournament::GAME_LIMITS) {
        let row = page.lines().find(|line| line.starts_with(&format!("| `{}` |", limit.key)));
        let cells: Vec<String> =
            row.unwrap_or_else(|| panic!("no {}", limit.key)).split('|').map(plain).collect();
        let told = |value| plain(&limit.typed(value));
        if limit.key != "fuel_bank" {
            assert_eq!(cells[2], told(limit.default), "{}", limit.key);
        }
        let range = [limit.range.start(), limit.range.end()].map(|value| told(*value));
        assert_eq!(cells[3..5], range, "{}", limit.key);
    }
}

#[test]
fn the_readme_is_short() {
    let words = project_text("README.md").split_whitespace().count();
    assert!(words <= README_WORDS_MAX, "README.md has {words} words; move some to docs/");
}

#[test]
fn the_book_has_every_page_once() {
    let chapters = links(&project_text("docs/SUMMARY.md"));
    let mut listed: Vec<String> = chapters.iter().map(|page| format!("docs/{page}")).collect();
    listed.sort();
    let mut pages = project_files("docs/*.md");
    pages.retain(|page| page != "docs/SUMMARY.md");
    assert_eq!(listed, pages);
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    for pattern in ["*.md", "docs/*.md", "sdk/*/README.md", "tournaments/cluster/README.md"] {
        let pages = project_files(pattern);
        assert!(!pages.is_empty(), "no file matches {pattern}");
        for page in pages {
            for link in links(&project_text(&page)) {
                leads_somewhere(&page, &link);
            }
        }
    }
}

/// A link to a file or folder of ours, with a heading of it or without.
#[track_caller]
fn leads_somewhere(page: &str, link: &str) {
    let (path, heading) = link.split_once('#').unwrap_or((link, ""));
    let folder = Path::new(page).parent().expect("a page is in a folder");
    let target = if path.is_empty() { page.into() } else { folder.join(path) };
    assert!(root().join(&target).exists(), "{page}: {link} leads nowhere");
    if !heading.is_empty() {
        let target = target.to_str().expect("the project's paths are Unicode");
        let headings = headings(&project_text(target));
        assert!(headings.iter().any(|other| other == heading), "{page}: {link}: {target} has {headings:?}");
    }
}

/// The pages whose commands and tournaments are tried.
fn pages() -> Vec<String> {
    let pages: Vec<String> =
        project_files("README.md").into_iter().chain(project_files("docs/*.md")).collect();
    assert!(pages.len() > 1, "{pages:?}");
    pages
}

/// A folder with the example tournaments and bots, as they lie in the project.
fn project_folder() -> Folder {
    let folders = [
        "tournaments/*.toml",
        "tournaments/games/*.toml",
        "tournaments/games/*.wasm",
        "contestants/*/*.wasm",
    ];
    let files = folders.into_iter().flat_map(project_files);
    let folder = files.fold(Folder::new(), |folder, path| folder.file(&path, project_bytes(&path)));
    let readme = project_text("README.md");
    let evening =
        blocks(&readme).into_iter().find(|block| block.kind == "toml" && block.lines[0].contains("evening"));
    let evening = evening.expect("README.md has a tournament for an evening").lines.join("\n");
    folder
        .file("evening.toml", evening)
        .file("bots/mine.wasm", project_bytes("contestants/othello/random.wasm"))
}

/// With the bot that the folder of a new bot would make, where its README says.
fn with_built(folder: Folder, game: &str, name: &str) -> Folder {
    let readme = folder.read(&format!("{name}/README.md"));
    let checked = readme.lines().find_map(|line| line.strip_prefix("judge check ")).expect("it says so");
    // With --game after it, if the game is a file.
    let wasm = checked.split(' ').next().expect("it names the bot");
    let game = Path::new(game).file_stem().and_then(OsStr::to_str).expect("a game has a name");
    let bots = project_files(&format!("contestants/{game}/*.wasm"));
    let last = bots.last().expect("every game has bots");
    folder.file(&format!("{name}/{wasm}"), project_bytes(last))
}

/// A block of code, and how it is marked.
#[derive(Debug)]
struct Block<'a> {
    kind: &'a str,
    lines: Vec<&'a str>,
}

/// A command of ours, and what the page shows of its output.
#[derive(Debug, PartialEq)]
struct Command {
    arguments: String,
    shown: Vec<String>,
}

/// The blocks of code of a page.
fn blocks(markdown: &str) -> Vec<Block<'_>> {
    parts(markdown).0
}

/// The blocks of code of a page, and the lines outside them.
fn parts(markdown: &str) -> (Vec<Block<'_>>, Vec<&str>) {
    let (mut blocks, mut open, mut outside) = (Vec::new(), None::<Block>, Vec::new());
    for line in markdown.lines() {
        match (line.trim().strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(kind), None) => open = Some(Block { kind: kind.trim(), lines: Vec::new() }),
            (None, Some(block)) => block.lines.push(line),
            (None, None) => outside.push(line),
        }
    }
    assert!(open.is_none(), "a block does not end: {open:?}");
    (blocks, outside)
}

/// Our commands in blocks marked as `console`, `sh` or `text`.
fn commands(markdown: &str) -> Vec<Command> {
    let blocks = blocks(markdown).into_iter();
    let blocks = blocks.filter(|block| ["console", "sh", "text"].contains(&block.kind));
    blocks.flat_map(|block| if block.kind == "console" { session(&block) } else { script(&block) }).collect()
}

/// Our commands in a block of commands.
fn script(block: &Block<'_>) -> Vec<Command> {
    let commands = block.lines.iter().map(|line| line.strip_prefix("$ ").unwrap_or(line));
    commands.filter_map(ours).map(|arguments| Command { arguments, shown: Vec::new() }).collect()
}

/// Our commands in a block of commands, each after a `$`, and their output.
fn session(block: &Block<'_>) -> Vec<Command> {
    let mut commands = Vec::new();
    // Whether the line belongs to a command of ours.
    let mut is_ours = false;
    for line in &block.lines {
        let output = line.trim_end();
        if let Some(command) = line.strip_prefix("$ ") {
            let command = ours(command).map(|arguments| Command { arguments, shown: Vec::new() });
            is_ours = command.is_some();
            commands.extend(command);
        } else if is_ours && ![LEFT_OUT, ""].contains(&output.trim()) {
            let command = commands.last_mut().expect("a command of ours came before its output");
            command.shown.push(output.to_owned());
        }
    }
    commands
}

/// The arguments of a command of ours, without a comment at its end. None with a program of the reader's own, which is not here.
fn ours(command: &str) -> Option<String> {
    let arguments = OURS.iter().find_map(|start| command.strip_prefix(start))?;
    if arguments.contains("\"python3 ") {
        return None;
    }
    Some(arguments.split(" #").next().unwrap_or_default().trim().to_owned())
}

/// Whether the arguments have a word in capitals, which stands for something of the reader's.
fn is_form(arguments: &str) -> bool {
    let words = arguments.split(|c: char| !c.is_ascii_alphanumeric());
    words.into_iter().any(|word| word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase()))
}

/// The links of a page to files of ours.
fn links(markdown: &str) -> Vec<String> {
    let text = parts(markdown).1.join("\n");
    let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    links.filter(|link| !link.contains(':')).map(str::to_owned).collect()
}

/// The headings of a page, as links name them.
fn headings(markdown: &str) -> Vec<String> {
    let lines = parts(markdown).1.into_iter();
    let titles = lines.filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    titles.map(anchor).collect()
}

/// The anchor of a heading in links.
fn anchor(title: &str) -> String {
    let title = title.to_lowercase().replace(' ', "-");
    title.chars().filter(|&c| c.is_alphanumeric() || c == '-' || c == '_').collect()
}

/// A page with all that these tests look for.
const PAGE: &str = r"
# What judge's `games.csv` says

See [below](#more-of-it), [there](docs/there.md#it) and [elsewhere](https://example.org/it).

```console
$ judge run a.toml --jobs 2  # fast
 1  played
 …

$ cargo test
all is well
$ judge games
```

judge x

```sh
cargo run --release -- run b.toml
judge-like
```

```text
judge run TOURNAMENT.toml
$ judge wit battleship
```

```toml
# No heading
judge = 1
```

## More of it
";

#[test]
fn our_commands_are_found_in_a_page() {
    let found: Vec<(String, Vec<String>)> =
        commands(PAGE).into_iter().map(|command| (command.arguments, command.shown)).collect();
    let expected = [
        ("run a.toml --jobs 2", vec![" 1  played"]),
        ("games", vec![]),
        ("run b.toml", vec![]),
        ("run TOURNAMENT.toml", vec![]),
        ("wit battleship", vec![]),
    ];
    let expected = expected.map(|(arguments, shown): (&str, Vec<&str>)| {
        (arguments.to_owned(), shown.into_iter().map(str::to_owned).collect())
    });
    assert_eq!(found, expected);
}

#[test]
fn a_word_in_capitals_makes_a_form() {
    for form in ["run TOURNAMENT.toml", "wit GAME", "run a.toml --out DIR", "verify x --tournament FILE"] {
        assert!(is_form(form), "{form}");
    }
    for command in ["run tournaments/october.toml --shard 1/3", "verify A", "wit battleship"] {
        assert!(!is_form(command), "{command}");
    }
}

#[test]
fn links_and_headings_are_found_in_a_page() {
    assert_eq!(links(PAGE), ["#more-of-it", "docs/there.md#it"]);
    assert_eq!(headings(PAGE), ["what-judges-gamescsv-says", "more-of-it"]);
}
