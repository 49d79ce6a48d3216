//! From a file to a bot that can play: compiled in a child, kept, and distinguished from others.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use judge_bots::{Allowance, Bot, Cache, Compiler};
use judge_core::error::Error;
use judge_core::play::bots::load_all;
use judge_core::tournament::{GameFiles, Tournament};
use judge_sandbox::Sandbox;

use crate::support::{Folder, assemble, bot, guest, project_text, walker_and_helper};

mod interpreters;

const CUP: &str = "game = \"battleship\"\nseed = 7\nrounds = 1\ncontestants = [\"bots/*.wasm\"]\n";

/// Two bots, and a folder that is to be the cache.
fn cup() -> Folder {
    Folder::new().file("cup.toml", CUP).file("bots/tidy.wasm", bot("tidy")).guests(&["walker"])
}

fn program() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_judge"))
}

fn load(folder: &Folder, compiler: &Compiler) -> Result<Vec<Bot>, String> {
    let tournament =
        Tournament::read_with(&folder.path("cup.toml"), &GameFiles::none()).expect("the tournament is valid");
    let sandbox = Sandbox::new(tournament.limits.clone(), 2).expect("the sandbox starts");
    load_all(&tournament, &sandbox, compiler, &()).map(|(bots, _)| bots).map_err(|error| match error {
        Error::Mistakes(mistakes) => mistakes.into_iter().map(|mistake| mistake.text + "\n").collect(),
        Error::Machine(trouble) => trouble,
    })
}

#[test]
fn a_child_compiles_as_this_process_does() {
    let child = Compiler::in_child(program());
    for compiler in [child, Compiler::here()] {
        let bots = load(&cup(), &compiler).expect("both can play");
        assert_eq!(
            bots.iter().map(|bot| bot.calls_itself.as_str()).collect::<Vec<_>>(),
            ["Tidy Player", "Walker"]
        );
    }
}

/// The walker with something more in it.
fn walker_with(parts: &str) -> Vec<u8> {
    let text = project_text("tests/guests/walker.wat");
    let (module, _) = text.trim_end().rsplit_once(')').expect("it is a module");
    assemble(&format!("{module} {parts})"))
}

/// The walker with so many functions that are laborious to compile.
fn many_values_on_many_ways(functions: usize) -> Vec<u8> {
    let (values, ways) =
        ("i64 ".repeat(98), (0..250).map(|way| way.to_string()).collect::<Vec<_>>().join(" "));
    let function = format!(
        "(func (param i32) (result {values}) {} {} (br_table {ways} (local.get 0)) {})",
        "(block (type $many)".repeat(250),
        "(i64.extend_i32_u (local.get 0))".repeat(98),
        ")".repeat(250),
    );
    walker_with(&format!("(type $many (func (result {values}))) {}", function.repeat(functions)))
}

#[test]
fn a_bot_may_have_as_many_tables_as_are_allowed() {
    let folder = cup().file("bots/walker.wasm", walker_with(&"(table 1 funcref)".repeat(8)));
    assert!(load(&folder, &Compiler::here()).is_ok());
}

#[test]
fn what_a_bots_place_has_no_room_for_is_the_bots_fault() {
    // Modules that have a memory each, of which there is one.
    let program = |code: &str| {
        let text = format!(
            r#"(component
                (core module $main (memory 1) (func (export "run") (result i32) (i32.const 0)) {code})
                (core instance $main (instantiate $main))
                (core instance (instantiate $main))
                (func $run (result (result)) (canon lift (core func $main "run")))
                (instance $exported (export "run" (func $run)))
                (export "wasi:cli/run@0.2.0" (instance $exported)))"#
        );
        assemble(&text)
    };
    let code = format!("(func {})", "(drop (i64.const 0x7fffffffffffffff))".repeat(6_000)).repeat(2);
    for component in [program(""), program(&code)] {
        let folder = cup().file("bots/walker.wasm", component);
        let told = load(&folder, &Compiler::here()).map(drop).expect_err("it is refused");
        assert!(told.contains("walker.wasm: it needs more than there is for a bot"), "{told}");
        assert!(!told.contains("on this machine"), "{told}");
    }
}

#[test]
fn what_takes_too_much_memory_to_compile_is_refused() {
    // More than what the system sets aside for a thread before there is a limit.
    let data = format!("(data \"{}\")", "-".repeat(24 << 20));
    let cup_of_large_files = format!("{CUP}[limits]\nfile_size = \"64 MiB\"\n");
    let folder = cup().file("cup.toml", cup_of_large_files).file("bots/walker.wasm", walker_with(&data));
    let allowance = Allowance { memory_bytes: 1 << 20, ..Allowance::for_file(0) };
    let cache = Cache::open(&folder.path("cache")).expect("the cache opens");
    let compiler = Compiler::in_child(program()).with_allowance(allowance).with_cache(cache);
    let told = load(&folder, &compiler).map(drop).expect_err("it is refused");
    assert!(
        told.contains("walker.wasm: compiling it takes more than 1 MiB of memory; build it smaller"),
        "{told}"
    );
    assert_eq!(entries(&folder.path("cache")).len(), 1, "only tidy: another machine may have more memory");
}

#[test]
fn what_does_not_compile_for_long_is_the_machines_trouble() {
    let allowance = Allowance { wall: Duration::ZERO, ..Allowance::for_file(0) };
    let compiler = Compiler::in_child(program()).with_allowance(allowance);
    let told = load(&cup(), &compiler).map(drop).expect_err("it cannot be told");
    assert!(told.contains(": it could not be compiled within 0 s on the wall"), "{told}");
    assert!(!told.contains(".wasm"), "{told}");
}

/// The end of a child that compiles `bytes` on so many threads, and its output.
fn child_on(threads: u8, bytes: &[u8], seconds: u64) -> Output {
    let mut child = Command::new(program())
        .args(["compile", "battleship", "--memory", "2147483648"])
        .args(["--seconds", &seconds.to_string(), "--threads", &threads.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("it is a pipe").write_all(bytes).expect("the child reads it");
    child.wait_with_output().expect("the child ends")
}

#[test]
fn on_any_number_of_threads_the_same_code_is_made() {
    let density = bot("density");
    let [one, two, eight] = [1, 2, 8].map(|threads| child_on(threads, &density, 600));
    assert!(one.status.success() && one.stdout.len() > density.len());
    assert!(two.stdout == one.stdout && eight.stdout == one.stdout);
}

#[cfg(unix)]
#[test]
fn the_limit_of_time_is_for_all_threads_together() {
    use std::os::unix::process::ExitStatusExt;
    const SIGXCPU: i32 = 24;
    // It takes some times the second that it is given, also where eight processors share it.
    let slow = many_values_on_many_ways(if cfg!(debug_assertions) { 40 } else { 600 });
    for threads in [1, 8] {
        assert_eq!(child_on(threads, &slow, 1).status.signal(), Some(SIGXCPU), "{threads} threads");
    }
}

#[test]
fn without_the_program_nothing_is_compiled() {
    let compiler = Compiler::in_child(PathBuf::from("/no/such/judge"));
    let told = load(&cup(), &compiler).map(drop).expect_err("it is refused");
    assert!(told.contains("it cannot be compiled on this machine"), "{told}");
}

/// A program in place of the judge: a script that is `text`.
#[cfg(unix)]
fn script(folder: &Folder, text: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.path("compiler");
    // Written by another process: while this one has it open for writing, a child of another test may inherit that.
    let mut shell = Command::new("sh")
        .args(["-c", "cat > compiler && chmod 755 compiler"])
        .current_dir(folder.path(""))
        .stdin(Stdio::piped())
        .spawn()
        .expect("there is a shell");
    shell.stdin.take().expect("it is a pipe").write_all(text.as_bytes()).expect("it reads");
    assert!(shell.wait().expect("it ends").success());
    assert_eq!(fs::metadata(&path).expect("it is there").permissions().mode() & 0o777, 0o755);
    path
}

#[cfg(unix)]
#[test]
fn a_compiler_that_cannot_start_accuses_nobody_and_nothing_is_remembered() {
    let folder = cup();
    let program = program().display().to_string();
    let scripts = [
        // As the system's loader ends a program that lacks a library.
        (
            "echo error while loading shared libraries: libx.so >&2; exit 127",
            "(exit status: 127): error while loading shared libraries: libx.so;",
        ),
        ("exit 255", "(exit status: 255);"),
        // What a judge says who has looked at the bot, but nothing says that it has.
        ("echo it is no bot; exit 3", "(exit status: 3);"),
        ("exit 101", "(exit status: 101);"),
        (
            "echo memory allocation of 9 bytes failed >&2; kill -ABRT $$",
            "(signal: 6 (SIGABRT)): memory allocation",
        ),
        ("kill -SEGV $$", "(signal: 11 (SIGSEGV))"),
        ("kill -XCPU $$", "(signal: 24 (SIGXCPU))"),
        ("cat", "(exit status: 0);"),
        (&format!("ulimit -v 20000; exec '{program}' \"$@\""), "did not start ("),
        ("echo judge 0.0.1 compiles; exit 3", "(exit status: 3);"),
    ];
    let cache = folder.path("cache");
    for (text, words) in scripts {
        let child = Compiler::in_child(script(&folder, &format!("#!/bin/sh\n{text}\n")));
        let compiler = child.with_cache(Cache::open(&cache).expect("the cache opens"));
        let told = load(&folder, &compiler).map(drop).expect_err("nothing can be compiled");
        assert!(told.contains("/compiler itself, did not start (") && told.contains(words), "{text}: {told}");
        assert!(!told.contains(".wasm"), "it is nobody's file: {told}");
        assert!(entries(&cache).is_empty(), "{text}");
    }
    let mended = Compiler::in_child(program.into()).with_cache(Cache::open(&cache).expect("the cache opens"));
    assert!(load(&folder, &mended).is_ok());
}

#[cfg(unix)]
#[test]
fn a_compiler_that_crashes_on_a_bot_refuses_it_and_is_asked_again() {
    let folder = cup();
    let program = program();
    let started = child_on(1, b"", 600).stdout;
    let started = String::from_utf8(started).expect("it is text").lines().next().map(str::to_owned);
    let started = started.expect("a child says that it has started");
    // The judge itself for one bot, and a crash for the other.
    let text = |end: &str| {
        let walker = guest("walker").len();
        format!(
            "#!/bin/sh\n[ $(wc -c < /dev/stdin) = {walker} ] || exec '{}' \"$@\"\necho '{started}'\n{end}\n",
            program.display()
        )
    };
    let cache = folder.path("cache");
    let compiled = |end| {
        let child = Compiler::in_child(script(&folder, &text(end)));
        load(&folder, &child.with_cache(Cache::open(&cache).expect("the cache opens")))
    };
    let told = compiled("kill -SEGV $$").map(drop).expect_err("it is refused");
    assert!(told.contains("walker.wasm: the compiler crashed on it (signal: 11 (SIGSEGV))"), "{told}");
    assert!(!told.contains("tidy"), "{told}");
    assert_eq!(entries(&cache).len(), 1, "only tidy");
    let told = compiled("exit 255").map(drop).expect_err("it cannot be told");
    assert!(
        told.contains("its compiler ended on this machine in an unknown way (exit status: 255)"),
        "{told}"
    );
    assert_eq!(entries(&cache).len(), 1, "only tidy");
    let told = compiled("echo it is no bot; exit 3").map(drop).expect_err("it is refused");
    assert!(told.contains("walker.wasm: it is no bot"), "{told}");
    assert_eq!(entries(&cache).len(), 2, "what the compiler itself says of a bot is kept");
}

/// A compiler that keeps what it compiles in a folder.
fn keeping(cache: &Path) -> Compiler {
    Compiler::here().with_cache(Cache::open(cache).expect("the cache opens"))
}

fn entries(cache: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(cache).expect("it can be read");
    let mut paths: Vec<_> = files.map(|file| file.expect("it can be read").path()).collect();
    paths.sort();
    paths
}

fn notes(folder: &Folder, compiler: &Compiler) -> Vec<String> {
    load(folder, compiler).expect("both can play").into_iter().flat_map(|bot| bot.notes).collect()
}

#[test]
fn what_is_kept_is_loaded_again_and_not_written_again() {
    let folder = cup();
    let cache = folder.path("cache");
    assert_eq!(notes(&folder, &keeping(&cache)), Vec::<String>::new());
    let kept = entries(&cache);
    assert_eq!(kept.len(), 2);
    let before: Vec<_> = kept.iter().map(|path| fs::read(path).expect("it is there")).collect();
    assert_eq!(notes(&folder, &keeping(&cache)), Vec::<String>::new());
    assert_eq!(entries(&cache), kept);
    let after: Vec<_> = kept.iter().map(|path| fs::read(path).expect("it is there")).collect();
    assert!(before == after);
}

/// Whatever is done to the entries, it is reported, and they are removed and made anew.
#[track_caller]
fn corrupted(corrupt: impl Fn(&[PathBuf]), why: &str) {
    let folder = cup();
    let cache = folder.path("cache");
    notes(&folder, &keeping(&cache));
    let kept = entries(&cache);
    let before = fs::read(&kept[0]).expect("it is there");
    corrupt(&kept);
    let told = notes(&folder, &keeping(&cache));
    assert!(!told.is_empty() && told.iter().all(|note| note.contains(why)), "{told:?}");
    assert!(told.iter().all(|note| note.contains("it is removed, and the bot is compiled anew")), "{told:?}");
    assert!(fs::read(&kept[0]).expect("it is there again") == before);
    assert_eq!(notes(&folder, &keeping(&cache)), Vec::<String>::new());
}

#[test]
fn a_poisoned_entry_is_made_anew() {
    corrupted(
        |kept| {
            let mut bytes = fs::read(&kept[0]).expect("it is there");
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            fs::write(&kept[0], bytes).expect("it can be written");
        },
        "its hash does not fit it",
    );
}

#[test]
fn a_truncated_entry_is_made_anew() {
    for bytes in [0, 31, 1_000] {
        corrupted(
            |kept| {
                let file = fs::File::options().write(true).open(&kept[0]).expect("it is there");
                file.set_len(bytes).expect("it can be cut");
            },
            "its hash does not fit it",
        );
    }
}

#[test]
fn an_entry_of_another_bot_is_made_anew() {
    let copy = |kept: &[PathBuf]| {
        fs::copy(&kept[1], &kept[0]).expect("it can be copied");
    };
    corrupted(copy, "its hash does not fit it");
}

#[cfg(unix)]
#[test]
fn an_entry_that_others_may_have_written_is_made_anew() {
    use std::os::unix::fs::PermissionsExt;
    corrupted(
        |kept| fs::set_permissions(&kept[0], fs::Permissions::from_mode(0o666)).expect("it is ours"),
        "others may have written it",
    );
}

#[cfg(unix)]
#[test]
fn the_folder_is_private_and_one_that_is_not_is_not_used() {
    use std::os::unix::fs::PermissionsExt;
    let folder = cup();
    let cache = folder.path("some/where/cache");
    Cache::open(&cache).expect("it can be made");
    assert_eq!(fs::metadata(&cache).expect("it is there").permissions().mode() & 0o777, 0o700);
    fs::set_permissions(&cache, fs::Permissions::from_mode(0o777)).expect("it is ours");
    let told = Cache::open(&cache).expect_err("others may write there");
    assert!(told.to_string().contains("others may write there"), "{told}");
}

#[test]
fn a_bot_entered_twice_is_told_whatever_its_custom_sections() {
    let walker = guest("walker");
    let mut renamed = walker.clone();
    renamed.extend(b"\0\x05\x04name");
    let folder = cup().file("bots/runner.wasm", &walker).file("bots/stroller.wasm", &renamed);
    let played = folder.play("--no-cache");
    let told: Vec<&str> = played.stderr.lines().filter(|line| line.starts_with("warning: ")).collect();
    assert_eq!(
        told,
        ["warning: runner, stroller and walker are the same bot: their files differ in custom sections only",]
    );
}

#[test]
fn bots_that_differ_in_the_program_of_their_interpreter_are_compiled_once_and_are_not_the_same() {
    let with_program = |program: &str| {
        let name = "judge:source";
        let len = |text: usize| u8::try_from(text).expect("it is short");
        let content = [&[len(name.len())], name.as_bytes(), program.as_bytes()].concat();
        [guest("walker").as_slice(), &[0, len(content.len())], &content].concat()
    };
    let folder =
        cup().file("bots/walker.wasm", with_program("go west")).file("bots/runner.wasm", with_program("run"));
    let cache = folder.path("cache");
    notes(&folder, &keeping(&cache));
    assert_eq!(entries(&cache).len(), 2, "one of them is tidy's");
    let played = folder.play("--no-cache");
    assert!(!played.stderr.contains("the same bot"), "{}", played.stderr);
}

#[test]
fn a_large_core_module_is_compiled_once_for_all_bots_that_have_it() {
    let component = walker_and_helper(12_000);
    // A core module that does nothing.
    let other = [component.as_slice(), b"\x01\x08\0asm\x01\0\0\0"].concat();
    let folder = cup().file("bots/walker.wasm", &component);
    let both = cup().file("bots/walker.wasm", &component).file("bots/runner.wasm", &other);
    let cache = folder.path("cache");
    let compiler = || {
        let cache = Cache::open(&cache).expect("the cache opens");
        Compiler::in_child(program()).with_cache(cache)
    };
    assert_eq!(notes(&folder, &compiler()), Vec::<String>::new());
    let first = entries(&cache);
    assert_eq!(first.len(), 3, "tidy, the walker's helper, and what is around that");
    let len = |path: &PathBuf| fs::metadata(path).expect("it is there").len();
    let large = first.iter().max_by_key(|path| len(path)).expect("there are some");
    let before = fs::read(large).expect("it is there");

    assert_eq!(notes(&both, &compiler()), Vec::<String>::new());
    let new: Vec<_> = entries(&cache).into_iter().filter(|path| !first.contains(path)).collect();
    assert_eq!(new.len(), 1, "what is around the module in the other one");
    assert!(5 * len(&new[0]) < len(large), "{} and {}", len(&new[0]), len(large));

    fs::remove_file(large).expect("it is ours");
    assert_eq!(notes(&folder, &compiler()), Vec::<String>::new());
    assert!(fs::read(large).expect("it is there again") == before);
    fs::write(large, &before[..before.len() / 2]).expect("it can be written");
    let told = notes(&folder, &compiler());
    assert!(told.len() == 1 && told[0].contains("its hash does not fit it"), "{told:?}");
    assert!(fs::read(large).expect("it is there again") == before);
    both.play("--quiet --no-cache");
}

#[test]
fn what_a_bot_writes_before_its_first_game_is_told_if_it_ends_there() {
    let (log, interface) = ("judge:arena/host@1.0.0", "judge:arena/battleship@1.0.0#name");
    let walker = project_text("tests/guests/walker.wat");
    let walker = walker.replacen(
        "(module",
        &format!("(module (import {log:?} \"log\" (func $log (param i32 i32)))"),
        1,
    );
    let name = format!("(func (export {interface:?}) (result i32)");
    assert!(walker.contains(&name), "{walker}");
    let text = "no table of openings";
    let says = format!("{name} (call $log (i32.const 9000) (i32.const {})) unreachable", text.len());
    let walker = walker.replace(&name, &says);
    let (module, _) = walker.trim_end().rsplit_once(')').expect("it is a module");
    let bytes = assemble(&format!("{module} (data (i32.const 9000) {text:?}))"));
    let folder = cup().file("bots/walker.wasm", bytes);
    let told = load(&folder, &Compiler::here()).map(drop).expect_err("it is refused");
    let end = "it trapped: wasm `unreachable` instruction executed; its log ends: no table of openings\n";
    assert!(told.ends_with(end), "{told}");
}

/// A custom section of this name.
fn custom_section(name: &str, bytes: &[u8]) -> Vec<u8> {
    let byte = |length: usize| u8::try_from(length).expect("it is short");
    let content = [&[byte(name.len())], name.as_bytes(), bytes].concat();
    [&[0, byte(content.len())], content.as_slice()].concat()
}

#[test]
fn broken_notes_of_a_compiler_refuse_no_bot() {
    let names = [
        custom_section("name", &[0xff; 5]),
        custom_section("name", b"\x01\x05\x01\x00\x02\xff\xfe"),
        custom_section("name", b"\x01\x7f\x01"),
        [custom_section("linking", &[0xff]), custom_section("dylink.0", b"\xff\x01")].concat(),
        custom_section("producers", &[0xff; 3]),
        // As binding generators leave one.
        custom_section("component-type:bot", &[0xff; 3]),
    ];
    let bots = (0..).zip(names);
    let folder = bots.fold(cup(), |folder, (number, broken): (usize, Vec<u8>)| {
        folder.file(&format!("bots/noted-{number}.wasm"), [guest("walker"), broken].concat())
    });
    folder.play("--quiet");
}
