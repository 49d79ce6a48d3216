//! Programs of a shell's, asked and told.
#![cfg(unix)]

use std::fs;

use super::*;
use judge_play::player::lines::name_question;

const FOREVER: Duration = Duration::from_secs(1 << 30);

fn waits() -> Waits {
    let look = Duration::from_millis(1);
    Waits { notice: FOREVER, look, rest: FOREVER, ..Waits::patient(|_| ()) }
}

fn shell(script: &str, waits: Waits) -> Process {
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    Process::start(command, waits, &Arc::default()).expect("there is a shell")
}

/// The fault of a script that is asked for its name, waited for so.
fn told_of(script: &str, waits: Waits) -> String {
    let Err(NoAnswer::Fault(_, told)) = shell(script, waits).ask(&name_question()) else {
        panic!("it is a fault")
    };
    told
}

#[test]
fn a_crash_shows_its_status_and_the_last_lines() {
    let told = told_of("read line; echo 'no such move' >&2; exit 3", waits());
    let text = "it ended with exit status: 3: no such move; a bot reads lines until the judge stops it";
    assert_eq!(told, text);
    assert!(told_of("kill -9 $$", waits()).starts_with("it ended with signal: 9"));
    assert!(told_of("kill -11 $$", waits()).contains("null pointer"));
    assert!(
        told_of("echo \"NameError: name 'readline' is not defined\" >&2", waits())
            .contains("of another contest")
    );
}

#[test]
fn what_is_printed_at_news_is_told_there() {
    let mut speaker = shell("read a; read b; echo ok; read c; echo d3", waits());
    speaker.tell("{\"tell\":\"first\"}\n").expect("nothing is printed at the first");
    let Err(NoAnswer::Fault(FaultKind::BadReply, told)) = speaker.tell("{\"tell\":\"second\"}\n") else {
        panic!("it prints at the second")
    };
    assert_eq!(told, "it printed \"ok\" before it was asked; print notes to standard error");
}

#[test]
fn an_empty_line_behind_an_answer_is_no_other_answer_and_a_second_one_is() {
    let mut speaker = shell("read a; printf 'd3\\n\\n'; read b; printf ' \\nc4\\nc5\\n'", waits());
    assert_eq!(speaker.ask("{\"ask\":\"x\"}\n").ok().as_deref(), Some("d3"));
    let Err(NoAnswer::Fault(_, told)) = speaker.ask("{\"ask\":\"x\"}\n") else { panic!("it is a fault") };
    assert!(told.starts_with("it answered \"c4\", and printed \"c5\" behind it"), "{told}");
}

#[test]
fn a_flood_has_a_queue_of_a_mebibyte() {
    let speaker = shell("yes", waits());
    let kept = speaker.output.wait(FOREVER, |_| false).kept.len();
    assert_eq!(kept, 1 << 20);
    let told = told_of("yes", waits());
    assert!(told.contains("\"y\""), "{told}");
}

#[test]
fn what_it_has_started_keeps_nobody_waiting_and_ends_with_it() {
    let mut speaker = shell("sleep 1000 & echo $! >&2; read line; exit 3", waits());
    let Err(NoAnswer::Fault(_, told)) = speaker.ask(&name_question()) else { panic!("it ends") };
    assert!(told.starts_with("it ended with exit status: 3"), "{told}");
    let stat = format!("/proc/{}/stat", speaker.log().trim());
    while fs::read_to_string(&stat).is_ok_and(|stat| !stat.contains(") Z")) {}
    // What leaves the group may hold its standard error open.
    let rest = Duration::ZERO;
    let left = told_of("setsid sleep 2 & read line; exit 3", Waits { rest, ..waits() });
    assert!(left.starts_with("it ended with exit status: 3"), "{left}");
}

#[test]
fn a_silence_says_what_is_open() {
    let most = Some(Duration::ZERO);
    let mut speaker = shell("printf g1; read line; read more", Waits { most, ..waits() });
    drop(speaker.output.wait(FOREVER, |bytes| bytes.kept == b"g1"));
    let Err(NoAnswer::Fault(FaultKind::BadReply, told)) = speaker.ask("{\"ask\":\"choose\"}\n") else {
        panic!("it is a fault")
    };
    let text = "no answer to choose for 0 seconds: it printed \"g1\" without a line end; end the line, and flush the output";
    assert_eq!((told.as_str(), speaker.silence.fault()), (text, Some(text)));
}

#[cfg(target_os = "linux")]
#[test]
fn a_silence_says_whether_the_program_computes_or_waits() {
    for (script, waits_so, told) in [
        ("while :; do :; done", Some(false), "it computes"),
        ("read a; read b", Some(true), "it waits, as for another line"),
        ("sleep 1000", Some(true), "it waits, and has not read the line"),
        ("sh -c 'while :; do :; done'; true", Some(false), "it computes"),
    ] {
        let mut speaker = shell(script, waits());
        speaker.write("{\"ask\":\"x\"}\n").expect("it runs");
        let is_there = |speaker: &Process| {
            work::is_waiting(speaker.group.child.id()) == waits_so && speaker.silence().1.starts_with(told)
        };
        while !is_there(&speaker) {}
    }
}

#[cfg(target_os = "linux")]
#[test]
fn news_that_nobody_reads_are_a_silence_and_news_that_are_thought_about_are_told_once() {
    let fault = |line: &str| {
        let mut speaker = shell("exec sleep 1000", Waits { most: Some(Duration::ZERO), ..waits() });
        while work::is_waiting(speaker.group.child.id()) != Some(true) {}
        let Err(NoAnswer::Fault(FaultKind::BadReply, told)) = speaker.tell(line) else {
            panic!("it is a fault")
        };
        told
    };
    let text = "not done with update for 0 seconds: it waits, and has not read the line; read a line of standard input for each that the judge writes";
    assert_eq!(fault("{\"tell\":\"update\"}\n"), text);
    // There is no room for so much in a pipe.
    let long = format!("{{\"tell\":\"update\",\"x\":\"{}\"}}\n", "x".repeat(1 << 20));
    assert_eq!(fault(&long), text);
    let notice = Duration::ZERO;
    let mut speaker = shell("read a; while :; do :; done", Waits { notice, ..waits() });
    speaker.tell("{\"tell\":\"update\"}\n").expect("it has read it");
    assert!(speaker.silence.is_told());
}

#[test]
fn what_closes_its_input_or_output_is_told_so() {
    let text = "it closed its standard input or output; leave both open";
    assert_eq!(told_of("exec >&-; exec sleep 1000", waits()), text);
    let mut speaker = shell("read a; exec <&-; echo d3; exec sleep 1000", waits());
    assert_eq!(speaker.ask("{\"ask\":\"x\"}\n").ok().as_deref(), Some("d3"));
    let Err(NoAnswer::Fault(_, told)) = speaker.ask(&name_question()) else { panic!("it is a fault") };
    assert_eq!(told, text);
}

#[test]
fn an_answer_without_an_end_is_told_with_what_may_be_printed() {
    let told = told_of("read a; yes | tr -d '\\n'", waits());
    assert_eq!(told, "it answered more than 65536 bytes; print an action, and end the line");
}

#[test]
fn a_command_that_was_silent_is_not_started_again() {
    let silence = Arc::<Silence>::default();
    let command = super::super::Command::new(vec!["sh".into()], waits(), &silence);
    silence.fault.set("no answer".into()).expect("it is the first");
    let Err(NoAnswer::Fault(_, told)) = command.name() else { panic!("it is a fault") };
    assert_eq!(told, "no answer");
}

#[test]
fn what_leaves_its_group_is_ended_too() {
    let mut command = Command::new("timeout");
    command.args(["60", "sh", "-c", "read a; echo ok; read b"]);
    let mut process = Process::start(command, waits(), &Arc::default()).expect("there is timeout");
    assert_eq!(process.ask(&name_question()).ok().as_deref(), Some("ok"));
    drop(process);
}
