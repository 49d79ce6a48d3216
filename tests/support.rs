//! A folder to run the judge in, and what came of it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::LazyLock;

use sha2::{Digest, Sha256};
use tempfile::TempDir;

/// Compiled bots stay in the project's own folder, and are compiled once for all tests.
pub(crate) const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/cache");

/// The files of results that must be the same however a tournament was played.
const RESULTS: [&str; 3] = ["results.csv", "games.csv", "manifest.toml"];

/// The top folder of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The project's files that match `pattern`, by path from the top folder, in order.
pub(crate) fn project_files(pattern: &str) -> Vec<String> {
    let root = root();
    let escaped = glob::Pattern::escape(&root.to_string_lossy());
    let paths = glob::glob(&format!("{escaped}/{pattern}")).expect("the pattern is valid");
    let files = paths.map(|path| path.expect("the folder can be read")).filter(|path| path.is_file());
    let from_root = |path: PathBuf| path.strip_prefix(&root).expect("it is below the root").to_owned();
    files.map(|path| from_root(path).to_string_lossy().into_owned()).collect()
}

/// Whether all these programs are on this machine. If not, the test that asks is skipped, and its output says why.
pub(crate) fn has_programs(programs: &[&str]) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_there =
        |program: &&&str| std::env::split_paths(&path).any(|folder| folder.join(program).is_file());
    let missing: Vec<&str> = programs.iter().filter(|program| !is_there(program)).copied().collect();
    if !missing.is_empty() {
        let test = std::thread::current().name().unwrap_or_default().to_owned();
        // The tests' own `println!` is shown for failed tests only.
        let _ = writeln!(std::io::stderr(), "skipped: {test}: there is no {} here", missing.join(" and no "));
    }
    missing.is_empty()
}

/// Python itself, where there is one: the `python3` of a version manager is a script, which takes several times as long to start.
pub(crate) fn python() -> &'static Path {
    static PYTHON: LazyLock<PathBuf> = LazyLock::new(|| {
        let asked = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
        asked.map_or_else(|_| "python3".into(), |asked| String::from_utf8_lossy(&asked.stdout).trim().into())
    });
    &PYTHON
}

/// The folders of programs, with that of [`python`], if there is one, before all others if it is not among them.
fn search_path() -> OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let is_new = |own: &&Path| own.is_absolute() && folders.iter().all(|folder| folder != own);
    let own = python().parent().filter(is_new);
    std::env::join_paths(own.into_iter().chain(folders.iter().map(PathBuf::as_path))).unwrap_or(path)
}

/// The text of one of the project's files.
pub(crate) fn project_text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The bytes of one of the project's files.
pub(crate) fn project_bytes(path: &str) -> Vec<u8> {
    std::fs::read(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Leaves the processors to others before one looks again whether something has happened. No test depends on how long that is.
pub(crate) fn pause() {
    std::thread::park_timeout(std::time::Duration::from_millis(1));
}

/// The SHA-256 of some bytes, as hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    let digits =
        |byte: &u8| [byte >> 4, byte & 15].map(|digit| char::from(b"0123456789abcdef"[usize::from(digit)]));
    Sha256::digest(bytes).iter().flat_map(digits).collect()
}

/// A line of a journal with this record, whose checksum is right.
pub(crate) fn journal_line(json: &str) -> String {
    format!("{:08x} {json}", crc32fast::hash(json.as_bytes()))
}

/// The committed example bot `name`.
pub(crate) fn bot(name: &str) -> Vec<u8> {
    let path = root().join(format!("contestants/battleship/{name}.wasm"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{name}: {error}; run contestants/build"))
}

/// The bot that is WebAssembly text in `tests/guests/`, assembled.
pub(crate) fn guest(name: &str) -> Vec<u8> {
    assemble(&project_text(&format!("tests/guests/{name}.wat")))
}

/// The text of the line walker with other code in place of what it does to answer a turn.
pub(crate) fn line_walker(turn: &str) -> String {
    let text = project_text("tests/guests/line-walker.wat");
    assert_eq!(text.matches(";; here").count(), 1);
    text.replace(";; here", turn)
}

/// WebAssembly text as a binary.
pub(crate) fn assemble(text: &str) -> Vec<u8> {
    wat::parse_str(text).unwrap_or_else(|error| panic!("{error}"))
}

/// A program that reads lines as a component of two modules, as an interpreter is, of which one does nothing and has so much
/// code of its own.
pub(crate) fn walker_and_helper(instructions: usize) -> Vec<u8> {
    let mut walker = project_text("tests/guests/line-walker.wat");
    let import = |name: &str, params: &str| {
        format!("(import \"wasi_snapshot_preview1\" {name:?} (func ${name} (param {params}) (result i32)))")
    };
    for (old, new) in [
        ("(module", "(core module $walker"),
        (&import("fd_read", "i32 i32 i32 i32"), "(import \"lines\" \"read\" (func $read (param i32 i32)))"),
        (&import("fd_write", "i32 i32 i32 i32"), "(import \"lines\" \"print\" (func $say (param i32 i32)))"),
        (
            &import("clock_time_get", "i32 i64 i32").replace("$clock_time_get", "$clock"),
            "(import \"helper\" \"same\" (func $same (param i32) (result i32)))",
        ),
        (
            "(memory (export \"memory\") 4)",
            "(import \"room\" \"memory\" (memory 4)) (import \"room\" \"at\" (global $room (mut i32)))",
        ),
        (
            "(i32.store (i32.const 0) (i32.add (i32.const 65536) (local.get $length)))",
            "(global.set $room (i32.add (i32.const 65536) (local.get $length)))",
        ),
        ("(i32.store (i32.const 4) (i32.sub (i32.const 65536) (local.get $length)))", ""),
        (
            "(if (call $fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)) (then unreachable))",
            "(call $read (i32.sub (i32.const 65536) (local.get $length)) (i32.const 4))",
        ),
        (
            "(if (call $fd_write (local.get $to) (i32.const 0) (i32.const 1) (i32.const 8)) (then unreachable)))",
            "(call $say (local.get $at) (local.get $length)))",
        ),
        ("(export \"_start\")", "(export \"run\") (result i32) (drop (call $same (i32.const 0)))"),
        ("(br $next))))", "(br $next)) unreachable))"),
    ] {
        assert!(walker.contains(old), "{old}");
        walker = walker.replace(old, new);
    }
    // A function may have so much code, and no more.
    let code = "(drop (i64.const 0x7fffffffffffffff))".repeat(instructions / 2);
    assemble(&format!(
        r#"(component
             (import "judge:arena/lines@1.0.0" (instance $lines
               (export "read" (func (param "bytes" u32) (result (list u8))))
               (export "print" (func (param "text" string)))))
             (core module $room
               (memory (export "memory") 4)
               (global $at (export "at") (mut i32) (i32.const 0))
               (func (export "realloc") (param i32 i32 i32 i32) (result i32) (global.get $at)))
             (core instance $room (instantiate $room))
             (core func $read (canon lower (func $lines "read")
               (memory (core memory $room "memory")) (realloc (core func $room "realloc"))))
             (core func $print (canon lower (func $lines "print") (memory (core memory $room "memory"))))
             (core module $helper
               (func $more (if (i32.const 0) (then {code})))
               (func (export "same") (param i32) (result i32)
                 (if (i32.const 0) (then {code} (call $more)))
                 (local.get 0)))
             (core instance $helper (instantiate $helper))
             {walker}
             (core instance $walker (instantiate $walker
               (with "room" (instance $room))
               (with "helper" (instance $helper))
               (with "lines" (instance (export "read" (func $read)) (export "print" (func $print))))))
             (func $run (result (result)) (canon lift (core func $walker "run")))
             (instance $exported (export "run" (func $run)))
             (export "wasi:cli/run@0.2.0" (instance $exported)))"#
    ))
}

/// A folder of its own, with the files that a test puts there.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("there is room for temporary files"))
    }

    /// With a file at `path`, from this folder.
    pub(crate) fn file(self, path: &str, bytes: impl AsRef<[u8]>) -> Self {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().expect("it is in this folder")).expect("it can be made");
        std::fs::write(&path, bytes).expect("it can be written");
        self
    }

    /// With these of the committed bots.
    pub(crate) fn bots(self, names: &[&str]) -> Self {
        names.iter().fold(self, |folder, name| folder.file(&format!("bots/{name}.wasm"), bot(name)))
    }

    /// With these of the bots in `tests/guests/`.
    pub(crate) fn guests(self, names: &[&str]) -> Self {
        names.iter().fold(self, |folder, name| folder.file(&format!("bots/{name}.wasm"), guest(name)))
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    pub(crate) fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Everything in it, by path, with the bytes of files.
    pub(crate) fn contents(&self) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
        let everything = self.path("**/*");
        let paths = glob::glob(&everything.to_string_lossy()).expect("the pattern is valid");
        let paths = paths.map(|path| path.expect("the folder can be read"));
        paths.map(|path| (path.clone(), std::fs::read(path).ok())).collect()
    }

    /// All files, by their paths from here.
    pub(crate) fn files(&self) -> Vec<(String, Vec<u8>)> {
        let root = self.path("");
        let files = self.contents().into_iter().filter_map(|(path, bytes)| {
            let path = path.strip_prefix(&root).expect("it is in the folder");
            Some((path.to_string_lossy().into_owned(), bytes?))
        });
        files.collect()
    }

    /// Runs the judge here, with `arguments` separated by spaces.
    pub(crate) fn judge(&self, arguments: &str) -> Ended {
        run(self.0.path(), arguments)
    }

    /// Runs the judge here, with arguments in which there may be blanks.
    pub(crate) fn judge_args(&self, arguments: &[&str]) -> Ended {
        let output = command(self.0.path(), "").args(arguments).output();
        output.expect("the judge can be started").into()
    }

    /// Runs the judge here, and nothing is wrong.
    #[track_caller]
    pub(crate) fn succeeds(&self, arguments: &str) -> Ended {
        let ended = self.judge(arguments);
        assert_eq!(ended.code, Some(0), "judge {arguments}\n{}", ended.stderr);
        ended
    }

    /// The files of results in `folder` that must be the same however a tournament was played.
    #[track_caller]
    pub(crate) fn results_in(&self, folder: &str) -> [String; 3] {
        RESULTS.map(|file| self.read(&format!("{folder}/{file}")))
    }

    /// `cup.toml` came to these results.
    #[track_caller]
    pub(crate) fn assert_results(&self, whole: &[String; 3]) {
        for ((file, whole), merged) in RESULTS.iter().zip(whole).zip(self.results_in("results/cup")) {
            assert!(merged == *whole, "{file}\n{merged}\n{whole}");
        }
    }

    /// Runs the judge here as a task that a cluster has started with `variables`, or none has.
    pub(crate) fn judge_with(&self, variables: &[(&str, &str)], arguments: &str) -> Ended {
        let mut command = command(self.0.path(), arguments);
        for theirs in ["SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "JOB_COMPLETION_INDEX"] {
            command.env_remove(theirs);
        }
        command.envs(variables.iter().copied()).output().expect("the judge can be started").into()
    }

    /// Runs the judge here, and types these lines.
    pub(crate) fn judge_typing(&self, arguments: &str, lines: &str) -> Ended {
        let mut command = command(self.0.path(), arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut judge = command.spawn().expect("the judge can be started");
        let mut stdin = judge.stdin.take().expect("it is a pipe");
        // A judge that has left reads no more.
        let _ = stdin.write_all(lines.as_bytes());
        drop(stdin);
        Self::ended(judge)
    }

    /// Starts the judge here, with `arguments` separated by spaces, and does not wait for it. What it leaves if it is
    /// killed goes with this folder.
    pub(crate) fn start(&self, arguments: &str) -> Child {
        let mut command = command(self.0.path(), arguments);
        command.env("TMPDIR", self.0.path());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the judge can be started")
    }

    /// Waits for a judge that was started.
    pub(crate) fn ended(judge: Child) -> Ended {
        judge.wait_with_output().expect("it was a child").into()
    }

    /// Runs the judge here, in a process that may have so much memory to write to.
    #[cfg(target_os = "linux")]
    pub(crate) fn judge_within_data(&self, kib: u32, arguments: &str) -> Ended {
        self.judge_in_shell(&format!("ulimit -d {kib} && exec"), arguments)
    }

    /// Runs the judge here, after `before` in a shell, such as `ulimit -f 8 && exec`.
    #[cfg(unix)]
    pub(crate) fn judge_in_shell(&self, before: &str, arguments: &str) -> Ended {
        let judge = env!("CARGO_BIN_EXE_judge");
        let script = format!("{before} '{judge}' {arguments}");
        let mut command = Command::new("sh");
        command.current_dir(self.0.path()).args(["-c", &script]).env("XDG_CACHE_HOME", CACHE);
        command.output().expect("the judge can be started").into()
    }

    /// Runs the tournament `cup.toml` to its end; `options` are separated by spaces.
    #[track_caller]
    pub(crate) fn play(&self, options: &str) -> Played {
        let ended = self.judge(&format!("run cup.toml {options}"));
        assert_eq!(ended.code, Some(0), "{}", ended.stderr);
        let file = |name| self.read(&format!("results/cup/{name}"));
        Played {
            results: file("results.csv"),
            games: file("games.csv"),
            seats: file("seats.csv"),
            pairs: file("pairs.csv"),
            manifest: file("manifest.toml"),
            stdout: ended.stdout,
            stderr: ended.stderr,
        }
    }
}

/// The end of a run of the judge.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs the judge in `folder`, with `arguments` separated by spaces.
pub(crate) fn run(folder: &Path, arguments: &str) -> Ended {
    command(folder, arguments).output().expect("the judge can be started").into()
}

fn command(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_judge"));
    // The project may lie in a folder with a blank in its name.
    let root = root().to_string_lossy().into_owned();
    let arguments = arguments.replace(&root, "\0");
    command.current_dir(folder).args(arguments.split_whitespace().map(|word| word.replace('\0', &root)));
    // A table is as wide as it likes where there is no terminal.
    command.env("XDG_CACHE_HOME", CACHE).env_remove("COLUMNS").env("PATH", search_path());
    command
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the judge speaks UTF-8");
        Self { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}

/// A tournament that was played to its end.
pub(crate) struct Played {
    pub(crate) results: String,
    pub(crate) games: String,
    pub(crate) seats: String,
    pub(crate) pairs: String,
    pub(crate) manifest: String,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Played {
    /// The standings' line of `contestant`.
    pub(crate) fn line(&self, contestant: &str) -> Row {
        let mut lines = rows(&self.results).into_iter();
        lines
            .find(|row| row["contestant"] == contestant)
            .unwrap_or_else(|| panic!("no line for {contestant}"))
    }

    /// The games as they are without their numbers and without those of `contestant`.
    pub(crate) fn games_without(&self, contestant: &str) -> Vec<Row> {
        let plays = |row: &Row| row["seats"].split(' ').any(|name| name == contestant);
        let mut games: Vec<Row> = rows(&self.games).into_iter().filter(|row| !plays(row)).collect();
        for row in &mut games {
            row.remove("game");
        }
        games
    }
}

/// A game of two bots as the page of a report saves it, from what `replay --json` prints of it.
pub(crate) fn saved_game(replayed: &serde_json::Value, bots: &[serde_json::Value; 2]) -> serde_json::Value {
    let seat =
        |bot: usize| serde_json::json!({ "bot": bot, "holders": { "first": "player", "changes": {} } });
    let moves = replayed["moves"].as_array().expect("it is a list").iter();
    let moves: Vec<_> = moves.map(|moved| moved["action"].clone()).collect();
    let mut saved = serde_json::json!({
        "format": "judge-game-1", "seats": [seat(0), seat(1)], "bots": bots, "by_hand": {}, "moves": moves,
    });
    let kept = "judge engine game rules limits seed order opening_plies opening transcript_sha256".split(' ');
    for key in kept.filter(|key| !replayed[key].is_null()) {
        saved[key] = replayed[key].clone();
    }
    saved
}

/// A line of a CSV file, by the names of the columns.
pub(crate) type Row = BTreeMap<String, String>;

/// The lines of a CSV file.
pub(crate) fn rows(csv: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    reader.deserialize().map(|row| row.expect("it is CSV with a header")).collect()
}
