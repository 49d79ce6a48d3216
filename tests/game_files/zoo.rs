//! A zoo of hostile games. Each ends in one line that names it, and what is beside it is untouched.

use super::made::{self, Made, NAME, NEW_GAME, TAKE, ok, text};
use crate::support::{Ended, Folder, rows};

const LOOP: &str = "(loop $for_ever (br $for_ever)) unreachable";
const TRAP: &str = "unreachable";

/// A tournament of a game between two bots; an honest one of the sound game lies beside it.
pub(super) fn cup(game: &Made) -> Folder {
    cup_of(game, &[NAME, NEW_GAME, TAKE])
}

pub(super) fn cup_of(game: &Made, bot: &[(&str, &str)]) -> Folder {
    let bot = made::bot("duel", bot);
    let tournament = |game: &str| {
        format!(
            "game = \"{game}.wasm\"\nseed = 7\nrounds = 1\ncontestants = [\"bots/*.wasm\"]\n[limits]\ngame_fuel = \"1M\"\n"
        )
    };
    Folder::new()
        .file("zoo.wasm", game.wasm())
        .file("honest.wasm", Made::new().wasm())
        .file("bots/one.wasm", &bot)
        .file("bots/two.wasm", &bot)
        .file("zoo.toml", tournament("zoo"))
        .file("cup.toml", tournament("honest"))
}

/// One line, exit code 2, nothing in it that moves a cursor.
#[track_caller]
pub(super) fn one_line(ended: &Ended) -> &str {
    assert_eq!((ended.code, ended.stderr.lines().count()), (Some(2), 1), "{}", ended.stderr);
    assert_plain(&ended.stderr);
    &ended.stderr
}

#[track_caller]
pub(super) fn assert_plain(text: &str) {
    let moves = |c: char| {
        (c.is_control() && c != '\n')
            || ('\u{202a}'..='\u{202e}').contains(&c)
            || ('\u{2066}'..='\u{2069}').contains(&c)
    };
    assert!(!text.contains(moves), "{text:?}");
}

/// It is refused before anything is played.
#[track_caller]
fn is_refused(game: &Made, told: &str) {
    let folder = cup(game);
    let ended = folder.judge("run zoo.toml --quiet");
    let line = one_line(&ended);
    let is_named = line.starts_with("error: zoo.toml:1: game \"zoo.wasm\": ")
        || line.starts_with("error: zoo.toml: [rules] the game is broken: duel: ");
    assert!(is_named && line.contains(told), "{line}");
    assert!(!folder.path("results/zoo").exists());
}

/// The tournament stops, and blames no bot.
#[track_caller]
pub(super) fn breaks(game: &Made, told: &str) {
    breaks_with(game, &[NAME, NEW_GAME, TAKE], told);
}

#[track_caller]
pub(super) fn breaks_with(game: &Made, bot: &[(&str, &str)], told: &str) {
    let folder = cup_of(game, bot);
    let ended = folder.judge("run zoo.toml --quiet");
    let line = one_line(&ended);
    let broken = format!("error: results/zoo: the game is broken, and no bot is to blame: duel: {told}");
    assert!(line.starts_with(&broken), "{line}\n{broken}");
    let again = folder.judge("repro results/zoo/faults/game.broken.toml --quiet");
    assert_eq!(again.code, Some(0), "{}{}", again.stdout, again.stderr);
}

#[test]
fn a_game_that_traps_or_loops_before_the_first_match_is_refused() {
    for function in ["info", "contract", "set-up"] {
        for (body, kind) in [(LOOP, "out-of-fuel: "), (TRAP, "trap: ")] {
            is_refused(&Made::new().does(function, body), kind);
        }
    }
}

#[test]
fn a_game_that_traps_or_loops_in_a_match_is_broken() {
    for (body, kind) in [(LOOP, "out-of-fuel: "), (TRAP, "trap: ")] {
        for function in ["start", "play", "begin", "question", "answer"] {
            breaks(&Made::new().does(function, body), &format!("{function}: {kind}"));
        }
        // It is asked for the opening.
        let opening = Made::new().with_opening(1).does("legal", body);
        breaks(&opening, &format!("legal: {kind}"));
        // It is asked when a bot has committed a fault.
        let traps = [NAME, NEW_GAME, ("take", "(result i32) unreachable")];
        breaks_with(&Made::new().does("remove", body), &traps, &format!("remove: {kind}"));
    }
}

/// Views for people are computed by another instance, so they spoil nothing.
#[test]
fn a_game_that_traps_or_loops_when_somebody_looks_spoils_no_match() {
    let sound = cup(&Made::new());
    sound.succeeds("run zoo.toml --quiet");
    for function in ["scene", "marks", "secret", "draft", "hulls", "trials"] {
        for body in [LOOP, TRAP] {
            let folder = cup(&Made::new().does(function, body));
            folder.succeeds("run zoo.toml --quiet");
            let games = |folder: &Folder| folder.read("results/zoo/games.csv");
            assert_eq!(games(&folder), games(&sound), "{function}");
            let shown = folder.succeeds("replay results/zoo 1 --print");
            assert_eq!(
                function == "scene",
                shown.stdout.contains("The game cannot show this position: scene: ")
            );
            folder.succeeds("report results/zoo --quiet");
        }
    }
    // Whoever examines the game gets a report.
    for (function, body) in [("scene", TRAP), ("marks", LOOP), ("secret", TRAP)] {
        let secret = Made::new().does(function, body).with_secrets();
        let ended = cup(&secret).judge("check zoo.wasm --quiet");
        assert_eq!(ended.code, Some(2), "{function}: {}", ended.stdout);
        assert!(ended.stdout.contains(&format!("{function}: ")), "{function}: {}", ended.stdout);
        // What a call takes that never answers counts, too.
        assert!(body != LOOP || ended.stdout.contains("games     8 of 80, "), "{}", ended.stdout);
    }
}

#[test]
fn a_state_has_its_bounds() {
    // 100 MB, which are there: a list of them lies at the beginning of the position.
    let huge = |bytes: u32| {
        let body = format!(
            "(drop (memory.grow (i32.const 1600))) (i32.store (global.get $start) (i32.const 0))
             (i32.store offset=4 (global.get $start) (i32.const {bytes})) (global.get $start)"
        );
        Made::new().does("start", body)
    };
    breaks(&huge(100_000_000), "start: bad-reply: it is too long; raise game_reply_size in [limits]");
    breaks(&huge(2_000_000), "start: the state has 2000000 bytes; it may have 1048576");
    breaks(&huge(200_000_000), "start: bad-reply: list pointer/length out of bounds of memory");
}

#[test]
fn a_game_whose_listed_action_is_refused_is_broken() {
    let game = Made::new().with_opening(1).answers("legal", "[\"2\"]");
    breaks(&game, "it refuses 2, which it has listed or called forced: it is no number");
    let forced = "{state: [], to-move: 0, forced: \"2\", notices: []}";
    breaks(&Made::new().answers("start", forced), "it refuses 2, which it has listed or called forced");
}

#[test]
fn a_game_that_does_not_end_or_ends_wrongly_is_broken() {
    let goes_on = ok("{state: [], to-move: 0, notices: []}");
    breaks(&Made::new().answers("play", goes_on), "play: the game goes on after 2 turns");
    let position = |rest: &str| format!("{{state: [], {rest}, notices: []}}");
    for (rest, told) in [
        ("to-move: 7", "there is no seat 7; there are 2"),
        ("to-move: null", "nobody is to move, and the game is not over"),
        ("outcome: {ranks: [2, 2], scores: [0, 0], ending: rules}", "the ranks are [2, 2]; 1 is best"),
        ("outcome: {ranks: [0, 1], scores: [0, 0], ending: rules}", "the ranks are [0, 1]; 1 is best"),
        ("outcome: {ranks: [1], scores: [0, 0], ending: rules}", "2 seats have 1 ranks and 2 scores"),
        (
            "to-move: 0, outcome: {ranks: [1, 1], scores: [0, 0], ending: cap}",
            "seat 0 is to move, and the game is over",
        ),
    ] {
        breaks(&Made::new().answers("start", position(rest)), &format!("start: {told}"));
        breaks(&Made::new().answers("play", ok(&position(rest))), &format!("play: {told}"));
        let traps = [NAME, NEW_GAME, ("take", "(result i32) unreachable")];
        let removed = Made::new().answers("remove", position(rest));
        breaks_with(&removed, &traps, &format!("remove: {told}"));
    }
    for (news, told) in [
        (r#"{seats: [9], function: new-game, arguments: "{\"seed\":1}", text: ""}"#, "news for the seats"),
        (
            r#"{seats: [0], function: take, arguments: "{}", text: ""}"#,
            "news by the contract's function take",
        ),
        (
            r#"{seats: [0], function: none, arguments: "{}", text: ""}"#,
            "the contract has no function \"none\"",
        ),
        (
            r#"{seats: [0], function: new-game, arguments: "{\"seed\":\"x\"}", text: ""}"#,
            "the arguments of new-game: seed: \"x\" should be a whole number of 64 bits",
        ),
    ] {
        let start = format!("{{state: [], to-move: 0, notices: [{news}]}}");
        let folder = cup(&Made::new().answers("start", start));
        let ended = folder.judge("run zoo.toml --quiet");
        let line = one_line(&ended);
        assert!(line.contains("the game is broken") && line.contains(told), "{line}");
    }
}

/// A match runs in an instance of its own, so it plays the same; `check` finds it.
#[test]
fn a_game_that_remembers_plays_the_same_games_and_is_found_out() {
    // Each second time it says that it asks something else.
    let body = "(global.set $calls (i32.add (global.get $calls) (i32.const 1)))
        (select (global.get $question) (global.get $question.other) (i32.and (global.get $calls) (i32.const 1)))";
    let other = "{function: take, arguments: \"{}\", text: \"another?\"}";
    let game = Made::new()
        .with("(global $calls (mut i32) (i32.const 0))")
        .answers("question.other", other)
        .does("question", body);
    let folder = cup(&game);
    folder.succeeds("run zoo.toml --quiet");
    folder.succeeds("verify results/zoo --quiet");
    let ended = folder.judge("check zoo.wasm --quiet");
    assert_eq!(ended.code, Some(2), "{}", ended.stdout);
    assert!(ended.stdout.contains("question"), "{}", ended.stdout);
}

#[test]
fn a_contract_neither_goes_deep_nor_wide() {
    let enums = |count| (0..count).map(|n| format!("enum e{n}{{a}}")).collect::<Vec<_>>().concat();
    let types = enums(10_000);
    let long = |inner: &str| format!("interface duel {{ {inner} name: func() -> string; }}");
    is_refused(&Made::new().asks(&long(&types[..60_000])), "its contract: ");
    is_refused(&Made::new().asks(&long(&types)), "its contract: the contract has ");
    is_refused(&Made::new().asks(&long(&enums(501))), "has more than 500 types or functions");
    let deep = format!("type t = {}u8{};", "list<".repeat(5_000), ">".repeat(5_000));
    is_refused(&Made::new().asks(&long(&deep)), ": types lie too deep in one another");
    let shown = "interface duel { \u{1b}[2J\u{202e} }";
    is_refused(&Made::new().asks(shown), "contract: line 1 has the character ");
}

/// Characters of a text that must not reach a terminal or a page as they are.
const WILD: &str =
    "\u{1b}[2J\u{7}\r\u{202e}\u{2066}</script><script>alert(1)</script><img src=x onerror=alert(1)>";

#[test]
fn no_text_of_a_game_moves_a_cursor_or_becomes_markup() {
    let wild = text(WILD);
    let key = format!("{{name: \"side\", kind: text, default: {wild}, meaning: {wild}}}");
    let info = made::INFO
        .replace("\"Take one.\"", &wild)
        .replace("\"a number\"", &wild)
        .replace("\"Write 1.\"", &wild)
        .replace("seats: []", &format!("seats: [{wild}, {wild}]"))
        .replace("keys: []", &format!("keys: [{key}]"));
    let scene = format!("{{boards: [], scores: [0, 0], choices: [], text: {wild}, svg: {wild}}}");
    let question = format!("{{function: take, arguments: \"{{}}\", text: {wild}}}");
    let mark = format!("[{{text: {wild}, weight: {{tag: event, value: {wild}}}, kind: plain}}]");
    let game = Made::new()
        .answers("info", info)
        .answers("set-up", ok("{seats: 2, turns-max: 2, settings: [[side, \"1\"]]}"))
        .answers("scene", scene)
        .answers("question", question)
        .answers("marks", mark);
    let folder = cup(&game);
    folder.succeeds("run zoo.toml --quiet");
    for command in [
        "games zoo.wasm",
        "replay results/zoo 1 --print",
        "replay results/zoo 1 --json",
        "check zoo.wasm --quiet",
    ] {
        let ended = folder.judge(command);
        assert_plain(&ended.stdout);
        assert_plain(&ended.stderr);
    }
    folder.succeeds("report results/zoo --quiet");
    let page = folder.read("results/zoo/report.html");
    for markup in ["<script>alert", "<img src=x"] {
        assert!(!page.contains(markup), "{markup} is in the page");
    }
    // Messages about it are as plain.
    let refusing =
        Made::new().answers("set-up", format!("{{tag: err, value: {{key: null, reason: {wild}}}}}"));
    one_line(&cup(&refusing).judge("run zoo.toml --quiet"));
    let answering = Made::new().answers("answer", format!("{{tag: err, value: {wild}}}"));
    let folder = cup(&answering);
    let ended = folder.judge("run zoo.toml --quiet");
    assert_plain(&ended.stdout);
    assert_plain(&folder.read("results/zoo/results.csv"));
    let escapes = ok("{seats: 2, turns-max: 2, settings: [[side, \"\\u001b[2J\"]]}");
    let info =
        made::INFO.replace("keys: []", "keys: [{name: \"side\", kind: text, default: \"1\", meaning: \"\"}]");
    let game = Made::new().answers("info", info).answers("set-up", escapes);
    is_refused(&game, "the value of side has characters that cannot be shown");
    let name = Made::new().answers("info", made::INFO.replace("\"duel\"", "\"du\\u001b[2Jel\""));
    is_refused(&name, "is no name of a game");
}

#[test]
fn a_scene_has_its_bounds() {
    let shown = |game: Made| {
        let folder = cup(&game);
        folder.succeeds("run zoo.toml --quiet");
        let ended = folder.succeeds("replay results/zoo 1 --print");
        assert_plain(&ended.stdout);
        ended.stdout
    };
    let scene = |svg: &str| format!("{{boards: [], scores: [0, 0], choices: [], svg: {}}}", text(svg));
    let picture = Made::new().answers("scene", scene(&"<g/>".repeat(1_000_000)));
    let text = shown(picture);
    assert!(
        text.contains("The game cannot show this position: scene: the picture has 4000000 bytes"),
        "{text}"
    );
    let piece =
        "{name: \"disc\", shape: \"disc\", letters: [\"a\"], symbols: [], number: none, is-blow: false}";
    let info = made::INFO.replace("pieces: []", &format!("pieces: [{piece}]"));
    let text = shown(Made::new().answers("info", info).answers("scene", boards(64, 64, 20)));
    assert!(text.contains("scene: it has more than 50000 cells, pieces, lines and choices"), "{text}");
    let text = shown(Made::new().answers("scene", boards(65, 1, 1)));
    assert!(text.contains("a board is 65 × 1; it may have 1 to 64 columns and rows"), "{text}");
}

/// A scene of one board with so many pieces in each cell.
fn boards(columns: usize, rows: usize, pieces: usize) -> String {
    let labels = |count| vec!["\"a\""; count].join(", ");
    let cell = format!("[{}]", vec!["{kind: 0, number: 0}"; pieces].join(", "));
    let cells = vec![cell.as_str(); columns * rows].join(", ");
    format!(
        "{{boards: [{{columns: {columns}, rows: {rows}, is-first-row-at-bottom: true, column-labels: [{}], row-labels: [{}],
            cells: [{cells}], beside: [], hulls: [], lines: []}}], scores: [0, 0], choices: []}}",
        labels(columns),
        labels(rows)
    )
}

/// Others on the same machine play on, while one is broken.
#[test]
fn an_honest_tournament_beside_a_broken_one_is_untouched() {
    let folder = cup(&Made::new().does("play", TRAP));
    folder.succeeds("run cup.toml --quiet --out alone");
    one_line(&folder.judge("run zoo.toml --quiet"));
    folder.succeeds("run cup.toml --quiet --out after");
    for file in ["results.csv", "games.csv", "manifest.toml"] {
        assert_eq!(folder.read(&format!("alone/{file}")), folder.read(&format!("after/{file}")), "{file}");
    }
}

#[test]
fn games_begin_at_positions_by_the_setting_of_that_name() {
    let key = "keys: [{name: \"position\", kind: text, default: \"\", meaning: \"\"}]";
    let info = made::INFO.replace("keys: []", &format!("opening-plies: 0, {key}"));
    let game = Made::new()
        .answers("info", info)
        .answers("set-up", ok("{seats: 2, turns-max: 2, settings: [[position, far]]}"));
    let with_openings = |game: &Made| {
        let folder = cup(game);
        let cup = folder.read("zoo.toml");
        folder
            .file("zoo.toml", format!("openings = \"openings.txt\"\n{cup}"))
            .file("openings.txt", "[far] # Far\n")
    };
    let folder = with_openings(&game);
    folder.succeeds("run zoo.toml --quiet");
    folder.succeeds("verify results/zoo --quiet");
    assert!(rows(&folder.read("results/zoo/games.csv")).iter().all(|game| game["opening"] == "[far]"));
    let shown = folder.succeeds("replay results/zoo 1 --print").stdout;
    assert!(shown.starts_with("duel, game 1 of results/zoo, opening Far\n"), "{shown}");

    let none = made::INFO.replace("keys: []", "opening-plies: 0, keys: []");
    let told = with_openings(&Made::new().answers("info", none)).judge("run zoo.toml --quiet").stderr;
    let why = "error: openings.txt:1: [far]: duel begins at no position: it has no setting position";
    assert!(told.starts_with(why), "{told}");
}
