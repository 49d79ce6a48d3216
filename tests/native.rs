//! Programs of this machine as bots: what is one and what never is, what is left of them, and what is told of their mistakes.

mod mistakes;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};

use crate::support::{Folder, project_bytes};

/// A script that leaves a file when it is started.
const SCRIPT: &str = "#!/bin/sh\ntouch MARK\nread line\necho Eve\nwhile read line; do case $line in *ask*) echo d3 ;; esac; done\n";

/// What strangers may hand in, beside a bot of one's own.
fn handed_in() -> Folder {
    let greedy = project_bytes("contestants/othello/greedy.wasm");
    let folder = Folder::new().file("mine.wasm", &greedy).file("cmd:sh x.wasm", &greedy);
    let folder = folder.file("x.wasm", SCRIPT).file("greedy", SCRIPT).file("folder.wasm/x", "");
    for script in ["x.wasm", "greedy"] {
        fs::set_permissions(folder.path(script), fs::Permissions::from_mode(0o755)).expect("it is ours");
    }
    symlink("x.wasm", folder.path("link.wasm")).expect("it can be made");
    symlink("sh x.wasm", folder.path("cmd:sh link.wasm")).expect("it can be made");
    let pipe = Command::new("mkfifo").arg(folder.path("pipe.wasm")).status().expect("there is mkfifo");
    assert!(pipe.success());
    folder
}

#[test]
fn what_lies_on_the_disk_is_started_by_no_command() {
    let words = [
        "x.wasm",
        "./x.wasm",
        "link.wasm",
        "cmd:sh link.wasm",
        "x.wasm a",
        "pipe.wasm",
        "folder.wasm",
        "x.wasm:x=1",
    ];
    for word in words {
        let folder = handed_in();
        let cup = format!(
            "game = \"othello\"\nseed = 1\nrounds = 1\nexamples = [\"greedy\"]\ncontestants = [{word:?}]\n"
        );
        let folder = folder.file("cup.toml", cup);
        for arguments in [
            vec!["play", "othello", word, "mine.wasm"],
            vec!["play", word, "mine.wasm"],
            vec!["play", "othello", word, "mine.wasm", "--browser"],
            vec!["play", "othello", "--load", word],
            vec!["check", word, "--game", "othello"],
            vec!["check", word],
            vec!["check", word, word, "--game", "othello"],
            vec!["compare", word, "mine.wasm", "--game", "othello"],
            vec!["compare", "mine.wasm", word, "--rounds", "1"],
            vec!["compare", "mine.wasm", "random", "--against", word],
            vec!["profile", word, "--game", "othello"],
            vec!["profile", "mine.wasm", "--against", word],
            vec!["profile", "mine.wasm", "--diff", word],
            vec!["replay", word, "--game", "othello"],
            vec!["moves", word],
            vec!["run", "cup.toml"],
            vec!["verify", word],
            vec!["repro", word],
        ] {
            let ended = folder.judge_args(&arguments);
            assert!(!folder.path("MARK").exists(), "judge {arguments:?} started it");
            assert_eq!(ended.code, Some(2), "judge {arguments:?}\n{}{}", ended.stdout, ended.stderr);
            assert!(!ended.stderr.contains("runs on this machine"), "{}", ended.stderr);
        }
    }
}

#[test]
fn a_bot_whose_file_is_called_like_a_command_plays() {
    let folder = handed_in();
    for arguments in [
        ["check", "cmd:sh x.wasm", "--set", "size=4", "--game", "othello"],
        ["play", "othello", "cmd:sh x.wasm", "random", "--set", "size=4"],
        ["compare", "cmd:sh x.wasm", "mine.wasm", "--rounds", "1", "--all"],
    ] {
        let ended = folder.judge_args(&arguments);
        assert_eq!(ended.code, Some(0), "judge {arguments:?}\n{}{}", ended.stdout, ended.stderr);
        assert!(!folder.path("MARK").exists(), "judge {arguments:?} started it");
    }
}

#[test]
fn a_name_that_is_no_text_and_one_with_a_comma_start_nothing() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let name = OsStr::from_bytes(b"cmd:sh x.wasm \xff");
    let folder = handed_in().file("mine.wasm,cmd:sh x.wasm,", "");
    fs::copy(folder.path("mine.wasm"), folder.path("").join(name)).expect("it can be written");
    let mut check = Command::new(env!("CARGO_BIN_EXE_judge"));
    check.current_dir(folder.path("")).arg("check").arg(name).args(["--game", "othello", "--set", "size=4"]);
    check.output().expect("it starts");
    fs::remove_file(folder.path("cmd:sh x.wasm")).expect("it is ours");
    folder.judge_args(&[
        "compare",
        "greedy",
        "random",
        "--game",
        "othello",
        "--against",
        "mine.wasm,cmd:sh x.wasm,",
    ]);
    assert!(!folder.path("MARK").exists());
}

#[test]
fn a_file_called_like_an_option_is_none() {
    let greedy = project_bytes("contestants/othello/greedy.wasm");
    for name in ["--against=cmd:sh x.wasm", "-x", "--json", "--"] {
        let folder = handed_in().file(name, &greedy);
        for arguments in [
            ["compare", "mine.wasm", "mine.wasm", name],
            ["check", "mine.wasm", name, "mine.wasm"],
            ["check", name, "--game", "othello"],
        ] {
            let ended = folder.judge_args(&arguments);
            assert_eq!(ended.code, Some(2), "judge {arguments:?}\n{}{}", ended.stdout, ended.stderr);
            assert!(ended.stderr.contains("a file is called so, and an option, too"), "{}", ended.stderr);
            assert!(ended.stdout.is_empty() && !folder.path("MARK").exists(), "judge {arguments:?}");
        }
        let ended =
            folder.judge_args(&["check", &format!("./{name}"), "--game", "othello", "--set", "size=4"]);
        assert_eq!(ended.code, Some(0), "{name}\n{}{}", ended.stdout, ended.stderr);
    }
}

#[test]
fn a_command_that_is_printed_to_be_copied_runs_nothing_of_a_files_name() {
    let cheater = project_bytes("contestants/battleship/cheater.wasm");
    for name in
        ["$(touch MARK)", "`touch MARK`", "\";touch MARK;\"", "';touch MARK;'", "';touch MARK;$'", "a b"]
    {
        let (bot, cup) = (format!("{name}.wasm"), format!("{name}.toml"));
        let terms = "game = \"battleship\"\nrounds = 1\nexamples = [\"hunter\", \"tidy\"]\n";
        let folder = Folder::new().file(&bot, &cheater).file(&cup, terms);
        for arguments in [
            vec!["check", &bot, "--only", "1"],
            vec!["check", &bot, &bot, "--game", "battleship"],
            vec!["seed", &cup, "--announce", "{}"],
        ] {
            let told = folder.judge_args(&arguments).stdout;
            let from = |line: &'_ str| line.find("judge ").map(|at| line[at..].replace(" says more", ""));
            let command = told.lines().find_map(from).expect("it prints a command");
            let shown = "judge() { printf '<%s>' \"$@\"; }";
            let run = Command::new("sh")
                .current_dir(folder.path(""))
                .args(["-c", &format!("{shown}\n{command}")])
                .output();
            let words = String::from_utf8(run.expect("there is a shell").stdout).expect("it is text");
            assert!(words.contains(&format!("<{}>", arguments[1])), "{command}: {words}");
            assert!(!folder.path("MARK").exists(), "{command}");
        }
    }
}

#[test]
fn pipes_beside_a_bot_and_links_to_what_never_ends_keep_nobody_waiting() {
    let folder =
        Folder::new().file("mine.wasm", project_bytes("contestants/othello/greedy.wasm")).file("sdk/x", "");
    for pipe in ["sdk/bot", "Cargo.toml", "report.html"] {
        assert!(Command::new("mkfifo").arg(folder.path(pipe)).status().expect("there is mkfifo").success());
    }
    folder.succeeds("check mine.wasm --only 1");
    // Whoever may not read it is refused at once.
    symlink("/proc/kmsg", folder.path("log.wasm")).expect("it can be made");
    assert_eq!(folder.judge("check log.wasm --game othello").code, Some(2));
}

#[test]
fn a_saved_game_with_a_command_says_that_no_file_starts_one() {
    let bot = "while read line; do case $line in *name*) echo Passes ;; *ask*) echo d3 ;; esac; done";
    let folder = script("mine.sh", &format!("#!/bin/sh\n{bot}"));
    for word in ["sh mine.sh", "cmd:./mine.sh"] {
        let file = if word.starts_with("cmd:") { "one.json" } else { "two.json" };
        let mut judge = Command::new(env!("CARGO_BIN_EXE_judge"));
        let judge =
            judge.current_dir(folder.path("")).args(["play", "othello", "human", word, "--opening", "0"]);
        let mut judge = judge
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let typed = format!("d3\ns {file}\nq\n");
        judge.stdin.take().expect("it is piped").write_all(typed.as_bytes()).expect("it reads");
        judge.wait_with_output().expect("it ends");
        let told = folder.judge(&format!("play --load {file}")).stderr;
        let command = format!("cmd:{}", word.trim_start_matches("cmd:"));
        assert!(
            told.contains(&format!("was the command {command:?}, and a file starts no command")),
            "{told}"
        );
    }
}

#[test]
fn a_file_called_like_an_example_hides_it_from_nobody() {
    let folder = handed_in();
    for arguments in [
        "play othello greedy random --set size=4",
        "check greedy --game othello --set size=4",
        "compare greedy random --game othello --rounds 1 --all",
        "profile greedy --game othello --set size=4",
    ] {
        folder.succeeds(arguments);
        assert!(!folder.path("MARK").exists(), "judge {arguments} started it");
    }
}

#[test]
fn options_with_a_blank_are_options() {
    let folder = Folder::new().file("my bots/greedy.wasm", project_bytes("contestants/othello/greedy.wasm"));
    for word in ["edgar:x=a b", "my bots/greedy.wasm:x=1", "my bots/greedy.wasm:x=a b"] {
        let ended = folder.judge_args(&["play", "othello", word, "random", "--set", "size=4"]);
        assert_eq!(ended.code, Some(0), "{word}: {}", ended.stderr);
        assert!(!ended.stderr.contains("runs on this machine"), "{}", ended.stderr);
    }
}

#[test]
fn a_command_is_told_before_it_starts_and_what_a_file_must_be_called_to_be_one() {
    let folder = handed_in().file("ends.sh", "exit 3");
    for arguments in [
        vec!["play", "othello", "sh ends.sh", "greedy"],
        vec!["check", "sh ends.sh", "--game", "othello", "--quiet"],
        vec!["compare", "sh ends.sh", "greedy", "--game", "othello", "--quiet"],
    ] {
        let ended = folder.judge_args(&arguments);
        let told = "sh ends.sh runs on this machine as it is, with no sandbox and no limit of fuel\nerror: sh ends.sh: started and asked for its name, it ended with exit status: 3";
        assert!(ended.stderr.starts_with(told), "judge {arguments:?}\n{}", ended.stderr);
    }
    let told = |word: &str| folder.judge_args(&["play", "othello", word, "greedy"]).stderr;
    let command = "./x.wasm is a file, and a file is a bot and no command; write cmd: before it to start it";
    assert!(told("./x.wasm a").contains(command), "{}", told("./x.wasm a"));
    assert!(told("./greedy").contains("; cmd:./greedy starts a program"), "{}", told("./greedy"));
    assert!(told("cmd:./x.wasm").contains("runs on this machine") && folder.path("MARK").exists());
}

/// A folder with a script that can be started.
fn script(name: &str, text: &str) -> Folder {
    let folder = Folder::new().file(name, text);
    fs::set_permissions(folder.path(name), fs::Permissions::from_mode(0o755)).expect("it is ours");
    folder
}

/// A program that hangs with what it has started, all of which hold a pipe open, and would write to it if it were left.
const HANGS: &str = "exec 3>gate\n(sleep 40; echo left >&3) &\necho there >&3\nsleep 40\necho left >&3\n";
/// The same after the bot's name.
const HANGS_LATER: &str = "read line\ncase $line in *name*) echo Sailor; read line; exit ;; esac\n";

#[test]
fn nothing_that_a_command_has_started_is_left_when_the_judge_ends() {
    let later = format!("{HANGS_LATER}{HANGS}");
    for (arguments, script, signal) in [
        ("play othello cmd:./hangs.sh greedy --seed 1", HANGS, "INT"),
        ("play othello cmd:./hangs.sh greedy --seed 1", &later, "TERM"),
        ("play othello cmd:./hangs.sh greedy --seed 1 --browser", HANGS, "KILL"),
        ("check cmd:./hangs.sh --game othello", HANGS, "INT"),
        ("check cmd:./hangs.sh --game othello --jobs 1", &later, "INT"),
        ("compare cmd:./hangs.sh greedy --game othello", HANGS, "TERM"),
        ("compare cmd:./hangs.sh greedy --game othello --jobs 1", &later, "INT"),
    ] {
        let folder = self::script("hangs.sh", &format!("#!/bin/sh\n{script}"));
        assert!(Command::new("mkfifo").arg(folder.path("gate")).status().expect("there is mkfifo").success());
        let mut judge = folder.start(arguments);
        let mut gate = BufReader::new(fs::File::open(folder.path("gate")).expect("it is a pipe"));
        let (mut first, mut rest) = (String::new(), String::new());
        gate.read_line(&mut first).expect("it is text");
        assert_eq!(first, "there\n", "judge {arguments}");
        let kill = Command::new("kill").args([format!("-{signal}"), judge.id().to_string()]).status();
        assert!(kill.expect("there is kill").success());
        let status = judge.wait().expect("it was started");
        assert!(status.signal().is_some(), "judge {arguments}: {status}");
        gate.read_to_string(&mut rest).expect("it is text");
        assert_eq!(rest, "", "judge {arguments}");
    }
}

#[test]
fn a_game_that_nobody_reads_any_more_ends_although_a_command_hangs() {
    let folder = script("hangs.sh", &format!("#!/bin/sh\n{HANGS_LATER}{HANGS}"));
    assert!(Command::new("mkfifo").arg(folder.path("gate")).status().expect("there is mkfifo").success());
    let mut judge = folder.start("play othello cmd:./hangs.sh greedy --seed 1");
    let mut gate = BufReader::new(fs::File::open(folder.path("gate")).expect("it is a pipe"));
    let (mut first, mut rest) = (String::new(), String::new());
    gate.read_line(&mut first).expect("it is text");
    drop(judge.stdout.take());
    gate.read_to_string(&mut rest).expect("it is text");
    assert_eq!([&*first, &*rest], ["there\n", ""]);
    assert!(judge.wait().expect("it was started").success());
}

#[test]
fn nothing_that_a_command_has_started_is_left_when_the_game_ends() {
    // The first holds all pipes open and the last its standard error, while the program itself has ended.
    let starts = "#!/bin/sh\nexec 3>gate\nread line\nsleep 40 &\n(exec <&- >&- ; sleep 40; echo left >&3) &\necho there >&3\nexit 3\n";
    let folder = script("starts.sh", starts);
    assert!(Command::new("mkfifo").arg(folder.path("gate")).status().expect("there is mkfifo").success());
    let judge = folder.start("play othello cmd:./starts.sh greedy");
    let mut gate = BufReader::new(fs::File::open(folder.path("gate")).expect("it is a pipe"));
    let mut all = String::new();
    gate.read_to_string(&mut all).expect("it is text");
    assert_eq!(all, "there\n");
    let ended = Folder::ended(judge);
    assert!(ended.stderr.contains("it ended with exit status: 3"), "{}", ended.stderr);
}

#[test]
fn after_a_check_of_a_command_the_way_to_a_tournament_is_told() {
    let bot = "while read line; do case $line in *name*) echo Passes ;; *ask*) echo -- ;; esac; done";
    let folder = Folder::new().file("mine.sh", bot).file("mine.py", format!("exec sh mine.sh\n{bot}"));
    let last = |word: &str| {
        let checked = folder.judge_args(&["check", word, "--game", "othello", "--only", "1"]);
        checked.stdout.lines().last().unwrap_or_default().to_owned()
    };
    let lacks = "a tournament has no clock of the machine, no files, no threads and no network, and takes a .wasm file";
    let python = "sdk/python/build mine.py; judge check mine.wasm --game othello";
    assert_eq!(last("sh mine.py"), format!("{lacks}: {python}"));
    let other = "build it as docs/lines.md says; judge check BOT.wasm --game othello";
    assert_eq!(last("sh mine.sh"), format!("{lacks}: {other}"));
}
