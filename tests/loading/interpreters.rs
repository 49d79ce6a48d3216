//! Bots that take long to compile: this is reported, and done once.

use super::{CUP, cup, entries, keeping, load, notes};
use crate::support::{Folder, assemble, project_text, walker_and_helper};

#[test]
fn other_limits_compile_nothing_anew_and_refuse_what_they_refuse_all_the_same() {
    let walker = project_text("tests/guests/walker.wat").replacen(
        r#"(memory (export "memory") 1"#,
        r#"(memory (export "memory") 200"#,
        1,
    );
    let folder = |memory: u8| {
        let text = format!("{CUP}[limits]\nmemory = \"{memory} MiB\"\nmodule_limits = \"wide\"\n");
        cup().file("cup.toml", text).file("bots/walker.wasm", assemble(&walker))
    };
    let kept = cup().file("bots/walker.wasm", assemble(&walker));
    let cache = kept.path("cache");
    notes(&kept, &keeping(&cache));
    assert_eq!(notes(&folder(16), &keeping(&cache)), Vec::<String>::new());
    assert_eq!(entries(&cache).len(), 2);
    let told = load(&folder(12), &keeping(&cache)).map(|_| ()).expect_err("it has no room");
    assert!(told.contains("it declares a memory of 200 pages of 64 KiB, and the limit is 192"), "{told}");
}

#[test]
fn who_waits_for_an_interpreter_to_be_compiled_is_told_so_and_others_are_not() {
    let component = walker_and_helper(12_000);
    // As large as a bot with an interpreter, for what changes nothing.
    let padding = [b"\0\x84\x80\x80\x02\x03pad".as_slice(), &vec![0; 4 << 20]].concat();
    let large = [component.as_slice(), &padding].concat();
    // The same interpreter with something else around it.
    let other = [large.as_slice(), b"\x01\x08\0asm\x01\0\0\0"].concat();
    let text = format!("{CUP}[limits]\nfile_size = \"8 MiB\"\n");
    let folder = Folder::new().file("cup.toml", &text).guests(&["walker"]);
    let folder = folder.file("bots/a.wasm", &large).file("bots/b.wasm", &other);
    let told = |arguments: &str| {
        let ended = folder.judge(arguments);
        assert_eq!(ended.code, Some(0), "{}", ended.stderr);
        ended.stderr.matches("compiling its interpreter takes up to half a minute, the first time").count()
    };
    assert_eq!(told("run cup.toml --cache cache"), 1, "for both of them");
    assert_eq!(told("run cup.toml --cache cache --out again"), 0);
    assert_eq!(told("run cup.toml --no-cache --out anew"), 1);
    assert_eq!(
        ["cache", "fresh", "fresh"].map(|cache| told(&format!(
            "check bots/a.wasm --game battleship --set size=8 --only 1 --cache {cache}"
        ))),
        [0, 1, 0]
    );
    assert_eq!(told("check bots/b.wasm --game battleship --set size=8 --only 1 --cache fresh"), 0);
}
