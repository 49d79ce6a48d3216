//! A bot's strings in the page that `judge report` makes: its name, its log, its trap, its file's name.

use crate::support::{Folder, assemble, project_text};

/// It would end a script, begin one, and make a picture that fails.
const MARKUP: &str = r#"</script><script>alert(1)</script><img src=x onerror=alert(1)>"'&"#;

/// The walker under such a name, which logs it and traps, or plays.
fn marked(does: &str) -> Vec<u8> {
    let bytes = MARKUP.bytes().map(|byte| format!("\\{byte:02x}")).collect::<Vec<_>>().concat();
    let walker = project_text("tests/guests/walker.wat");
    let log = r#"(import "judge:arena/host@1.0.0" "log" (func $log (param i32 i32)))"#;
    let length = MARKUP.len();
    let edits = [
        ("(module\n", format!("(module {log} (data (i32.const 20000) \"{bytes}\")\n")),
        ("(i32.store (i32.const 0) (i32.const 64))", "(i32.store (i32.const 0) (i32.const 20000))".into()),
        (
            "(i32.store (i32.const 4) (i32.const 6))",
            format!("(i32.store (i32.const 4) (i32.const {length}))"),
        ),
        (
            "(local $square i32)",
            format!("(local $square i32) (call $log (i32.const 20000) (i32.const {length})) {does}"),
        ),
    ];
    let text = edits.iter().fold(walker, |text, (right, wrong)| {
        assert!(text.contains(right), "{right}");
        text.replacen(right, wrong, 1)
    });
    assemble(&text)
}

#[test]
fn nothing_that_a_bot_says_is_markup() {
    let cup = r#"title = "</title><script>alert(1)</script>"
game = "battleship"
seed = 7
rounds = 1
faults = "forfeit"
publish = true
contestants = ["bots/*.wasm"]
"#;
    let folder = Folder::new().file("cup.toml", cup).guests(&["walker"]);
    let honest = {
        let folder = Folder::new().file("cup.toml", cup).guests(&["walker"]).bots(&["tidy"]);
        folder.play("");
        folder.succeeds("report results/cup");
        folder.read("results/cup/report.html")
    };
    let folder = folder.file("bots/eve.wasm", marked("")).file("bots/mallory.wasm", marked("unreachable"));
    let played = folder.play("");
    assert!(played.results.contains("alert(1)"), "it says so: {}", played.results);
    folder.succeeds("report results/cup");
    let page = folder.read("results/cup/report.html");
    assert!(page.contains("alert(1)"), "its name is shown");
    assert!(!page.contains("<img") && !page.contains("<script>alert"), "{}", around(&page, "<img"));
    // The page's own scripts, and no other.
    for element in ["<script", "</script"] {
        assert_eq!(page.matches(element).count(), honest.matches(element).count(), "{element}");
    }
}

/// The surroundings of a text in a page.
fn around<'a>(page: &'a str, text: &str) -> &'a str {
    let at = page.find(text).or_else(|| page.find("<script>alert")).unwrap_or(0);
    let start = (0..=at.saturating_sub(100)).rev().find(|&start| page.is_char_boundary(start));
    &page[start.unwrap_or(0)..at + text.len()]
}
