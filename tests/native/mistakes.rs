//! Mistakes of newcomers in Python and C, each in one line: what is changed in a program that plays, and the words that
//! must be in the message when it runs on its author's machine.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::Duration;

use judge_bots::Waits;
use judge_core::game::{LoadedBots, commands};
use judge_core::host::{CacheUse, Options};
use judge_play::{Event, Line, Rules, SeatLine, Seed};
use judge_sandbox::Limits;

use crate::support::{CACHE, Folder, has_programs};

const PYTHON: &str = r#"import json, random, sys
def choose(question):
    return random.choice(question["legal_actions"])
for line in sys.stdin:
    question = json.loads(line)
    if question.get("ask") == "name":
        print("Mine", flush=True)
    elif "ask" in question:
        print(choose(question), flush=True)
"#;

const C: &str = r#"#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static char line[1 << 16];
static void answer(void) {
    char *legal = strstr(line, "\"legal_actions\":[\"");
    if (!legal) return;
    legal += 18;
    printf("%.*s\n", (int)strcspn(legal, "\""), legal);
}
int main(void) {
    setbuf(stdout, NULL);
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "\"ask\":\"name\"")) puts("Mine");
        else if (strstr(line, "\"ask\"")) answer();
    }
    return 0;
}
"#;

/// Another that does nothing wrong before its turn.
const GOOD: &str = "while read line; do case $line in *name*) echo Good ;; *ask*) echo d3 ;; esac; done";

/// What is replaced, by what, and the words that must be told.
type Mistake = (&'static str, &'static str, &'static str);

const ANSWER: &str = "random.choice(question[\"legal_actions\"])";
const PRINT: &str = "print(choose(question), flush=True)";

const OF_PYTHON: [Mistake; 44] = [
    ("elif \"ask\" in question:", "else:", "KeyError: 'legal_actions' (mistake.py:3 in choose)"),
    (
        "elif \"ask\"",
        "elif \"tell\" in question: print(\"ok\", flush=True)\n    elif \"ask\"",
        "in new-game: it printed \"ok\" before it was asked",
    ),
    (PRINT, "print(choose(question), end=\"\", flush=True)", "without a line end; end the line"),
    (PRINT, "print(\"debug\"); print(choose(question))", "it answered \"debug\""),
    (PRINT, "print(choose(question), \"debug\", sep=\"\\n\")", "notes to standard error"),
    (PRINT, "print(choose(question)); print(choose(question))", "notes to standard error"),
    (PRINT, "sys.exit()", "exit status: 0; a bot reads lines until the judge stops it"),
    (PRINT, "print(choose(question), file=sys.stderr)", "it waits, as for another line; print an answer"),
    (PRINT, "print(input(\"move? \"))", "it printed \"move? \" without a line end"),
    (PRINT, "print()", "it answered an empty line"),
    (PRINT, "pass", "no answer to choose"),
    (
        PRINT,
        "print(choose())",
        "TypeError: choose() missing 1 required positional argument: 'question' (mistake.py:9 in <module>)",
    ),
    (PRINT, "print(chose(question))", "NameError: name 'chose' is not defined"),
    (PRINT, "print(readline())", "readline() is that of another contest"),
    (PRINT, "break", "exit status: 0"),
    (PRINT, "import os; os._exit(3)", "exit status: 3"),
    ("if question.get(\"ask\") == \"name\"", "if True", "it printed \"Mine\" before it was asked"),
    ("if question.get(\"ask\") == \"name\"", "if \"ask\" in question", "it answered \"Mine\""),
    ("import json, random, sys", "import json, random, sys\nprint(\"hello\", flush=True)", "\"hello\""),
    (
        "import json, random, sys",
        "import json, random, sys, numpie",
        "ModuleNotFoundError: No module named 'numpie' (mistake.py:1",
    ),
    ("import json, random, sys", "import json, sys", "NameError: name 'random' is not defined"),
    (
        "for line in sys.stdin:",
        "for line in sys.stdin.read().splitlines():",
        "no answer to name for 6 seconds: it waits, as for another line",
    ),
    ("for line in sys.stdin:", "for line in []:", "exit status: 0"),
    (
        "json.loads(line)",
        "json.loads(line + sys.stdin.readline())",
        "no answer to name for 6 seconds: it waits",
    ),
    ("json.loads(line)", "json.loads(json.loads(line))", "TypeError: the JSON object must be str"),
    ("json.loads(line)", "int(line)", "ValueError: invalid literal for int() with base 10"),
    (
        "json.loads(line)",
        "json.loads(line[1:])",
        "json.decoder.JSONDecodeError: Extra data: line 1 column 6 (char 5) (mistake.py:5 in <module>)",
    ),
    ("def choose(question):", "def choose(question)", "SyntaxError: expected ':' (mistake.py:2)"),
    ("print(\"Mine\", flush=True)", "print \"Mine\"", "SyntaxError: Missing parentheses in call to 'print'"),
    ("    return", "return", "IndentationError: expected an indented block"),
    (
        ANSWER,
        "question[\"legal_actions\"][99]",
        "IndexError: list index out of range (mistake.py:3 in choose)",
    ),
    (
        ANSWER,
        "random.choice([])",
        "IndexError: Cannot choose from an empty sequence (mistake.py:3 in choose)",
    ),
    (ANSWER, "random.choise(question)", "AttributeError: module 'random' has no attribute 'choise'"),
    (ANSWER, "question[\"board\"]", "KeyError: 'board' (mistake.py:3 in choose)"),
    (ANSWER, "1 // 0", "ZeroDivisionError: integer division or modulo by zero (mistake.py:3 in choose)"),
    (ANSWER, "choose(question)", "RecursionError: maximum recursion depth exceeded"),
    (
        ANSWER,
        "open(\"book.txt\").read()",
        "FileNotFoundError: [Errno 2] No such file or directory: 'book.txt' (mistake.py:3 in choose)",
    ),
    (ANSWER, "[0] * 10**15", "MemoryError (mistake.py:3 in choose)"),
    (ANSWER, "__import__(\"ctypes\").string_at(0)", "by a null pointer"),
    (ANSWER, "next(i for i in iter(int, 1) if i)", "no answer to choose for 6 seconds: it computes"),
    (ANSWER, "question[\"legal_actions\"]", "it answered \"['"),
    (ANSWER, "json.dumps(question[\"legal_actions\"][0])", "is no action"),
    (ANSWER, "\"a1\"", "a chip at a1 takes none"),
    (ANSWER, "\"z9\"", "\"z9\""),
];

const PRINTF: &str = "printf(\"%.*s\\n\", (int)strcspn(legal, \"\\\"\"), legal);";
const READS: &str = "while (fgets(line, sizeof line, stdin)) {";

const OF_C: [Mistake; 42] = [
    (
        "    setbuf(stdout, NULL);\n",
        "",
        "no answer to name for 6 seconds: it waits, as for another line; print an answer to each question, and flush",
    ),
    ("%.*s\\n", "%.*s", "without a line end; end the line"),
    (PRINTF, "*(volatile int *)0 = 1;", "(SIGSEGV)"),
    (PRINTF, "puts(0);", "null pointer or an index outside of an array; compile with -g -fsanitize=address"),
    (PRINTF, "line[1 << 30] = 1;", "an index outside of an array"),
    (PRINTF, "abort();", "it called abort"),
    (PRINTF, "assert(line[0] == 'x');", "Assertion `line[0] == 'x'' failed"),
    (PRINTF, "volatile int none = 0; printf(\"%d\\n\", 7 / none);", "it divided a whole number by zero"),
    (PRINTF, "char *volatile twice = malloc(9); free(twice); free(twice);", "free(): double free detected"),
    (PRINTF, "answer(); answer();", "(SIGSEGV)"),
    (PRINTF, "__builtin_trap();", "(SIGILL)"),
    (PRINTF, "for (volatile int i = 0;; i++) {}", "no answer to choose for 6 seconds: it computes"),
    (PRINTF, "exit(0);", "exit status: 0; a bot reads lines until the judge stops it"),
    (PRINTF, "exit(3);", "exit status: 3"),
    (PRINTF, "raise(SIGTERM);", "signal: 15 (SIGTERM)"),
    (PRINTF, "puts(\"debug\"); puts(\"a1\");", "it answered \"debug\""),
    (PRINTF, "puts(\"a1\"); puts(\"debug\");", "a1"),
    (PRINTF, "puts(\"\");", "it answered an empty line"),
    (PRINTF, "puts(\"a1\");", "a chip at a1 takes none"),
    (PRINTF, "puts(\"z9\");", "\"z9\""),
    (PRINTF, "printf(\"%s\\n\", legal - 1);", "is no action"),
    (PRINTF, "printf(\"%d\\n\", 3);", "it answered \"3\""),
    (PRINTF, "printf(\"%d %d\\n\", 3, 4);", "it answered \"3 4\""),
    (PRINTF, "printf(\"%s!\\n\", (char *)(long)line[9999]);", "it answered \"(null)!\""),
    (PRINTF, "puts(\"{\\\"action\\\":\\\"d3\\\"}\");", "is no action"),
    (PRINTF, "fputs(legal, stderr);", "it waits, as for another line; print an answer"),
    (PRINTF, "for (;;) puts(\"d3\");", "print"),
    (PRINTF, "printf(\"move? \"); getchar();", "it printed \"move? \" without a line end"),
    (PRINTF, "fgetc(fopen(\"book.txt\", \"r\"));", "(SIGSEGV)"),
    (PRINTF, "memset(malloc(1UL << 60), 1, 9);", "(SIGSEGV)"),
    (PRINTF, "pause();", "no answer to choose for 6 seconds: it waits"),
    (PRINTF, "char small[4]; strcpy(small, line);", "stack smashing detected"),
    ("legal += 18;", "legal += 19;", "is no action"),
    ("    if (!legal) return;\n", "    if (legal) return;\n", "no answer to choose for 6 seconds: it waits"),
    ("else if (strstr(line, \"\\\"ask\\\"\"))", "else if (0)", "no answer to choose for 6 seconds: it waits"),
    (
        "else if (strstr(line, \"\\\"ask\\\"\")) answer();",
        "else puts(\"ok\");",
        "in new-game: it printed \"ok\" before it was asked",
    ),
    ("if (strstr(line, \"\\\"ask\\\":\\\"name\\\"\"))", "if (strstr(line, \"ask\"))", "it answered \"Mine\""),
    ("static char line[1 << 16];", "static char line[64];", "no answer to choose for 6 seconds: it waits"),
    ("    setbuf(stdout, NULL);", "    setbuf(stdout, NULL); puts(\"hello\");", "\"hello\""),
    (READS, "for (int n; scanf(\"%d\", &n) != EOF;) {", "no answer to name for 6 seconds: it computes"),
    (
        READS,
        "while (fread(line, 1, sizeof line, stdin)) {",
        "no answer to name for 6 seconds: it waits, as for another line",
    ),
    ("    while", "    if", "exit status: 0"),
];

/// What is told of a command that plays Othello against another.
fn told_of(command: &str, other: &str) -> String {
    let rules = Rules::new("othello", [("size", "4")]).expect("they are valid");
    let options = Options { jobs: Some(1), program: None, cache: CacheUse::In(CACHE.into()) };
    let waits =
        Waits { most: Some(Duration::from_secs(6)), told: Duration::from_hours(1), ..Waits::patient(|_| ()) };
    let bots = LoadedBots::new(rules.clone(), Limits::default(), &options).expect("the sandbox starts");
    let mut bots = bots.starting(commands([command, other]), waits);
    let seats: Result<Vec<_>, _> = [command, other].map(|word| bots.add(word)).into_iter().collect();
    let seats = match seats {
        Ok(seats) => seats.into_iter().map(SeatLine::bot).collect(),
        Err(mistake) => return mistake.to_string(),
    };
    let line = Line::new(rules, Seed(1), seats);
    let mut game = bots.start(&line).map_err(|(_, why)| why).expect("nothing is by hand");
    loop {
        match game.step() {
            Event::Fault(fault) => return fault.sanitized().to_string(),
            Event::Over(verdict) => return verdict.to_string(),
            _ => {}
        }
    }
}

/// The mistakes of which other words are told, each program in a folder of its own, built so and started so.
fn told_badly(program: &str, file: &str, mistakes: &[Mistake], build: &str, run: &str) -> Vec<String> {
    let badly = |(from, to, words): &Mistake| {
        assert!(program.contains(from), "{from}");
        let folder = Folder::new().file(file, program.replacen(from, to, 1));
        let path = folder.path("").to_string_lossy().into_owned();
        if !build.is_empty() {
            let output = Command::new("sh").args(["-c", build]).current_dir(folder.path("")).output();
            let output = output.expect("there is a shell");
            assert!(output.status.success(), "{to}: {}", String::from_utf8_lossy(&output.stderr));
        }
        fs::write(folder.path("good.sh"), GOOD).expect("there is room");
        let told = told_of(&run.replace('@', &path), &format!("sh {path}good.sh"));
        (!told.contains(words)).then(|| format!("{to}\n  wanted: {words}\n  told: {told}"))
    };
    thread::scope(|scope| {
        let threads: Vec<_> = mistakes.iter().map(|mistake| scope.spawn(|| badly(mistake))).collect();
        threads.into_iter().filter_map(|thread| thread.join().expect("it does not panic")).collect()
    })
}

#[test]
fn mistakes_in_python_are_told_well_on_their_authors_machine() {
    if has_programs(&["python3"]) {
        let badly = told_badly(PYTHON, "mistake.py", &OF_PYTHON, "", "python3 @mistake.py");
        assert!(badly.is_empty(), "{}", badly.join("\n"));
    }
}

#[test]
fn mistakes_in_c_are_told_well_on_their_authors_machine() {
    if has_programs(&["gcc"]) {
        let build = "gcc -g -w -fstack-protector-all -o mistake mistake.c";
        let badly = told_badly(C, "mistake.c", &OF_C, build, "cmd:@mistake");
        assert!(badly.is_empty(), "{}", badly.join("\n"));
    }
}
