//! Compiling in a child process, `judge compile`, under limits of time and memory.
//!
//! Bytes and answer travel in files without a name, so that neither side ever waits
//! for the other. The child is given nothing else: no environment, no other file.
//!
//! The answer begins with [`STARTED`]. A child that ends without it has not looked at the bot, and one that ends in a way
//! that is not known here says nothing about it: both are the machine's trouble. So is what another judge would say.

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use wait_timeout::ChildExt;

use crate::system;
use crate::{NotLoaded, Task};
use judge_play::text::{sanitize, sanitize_path};
use judge_sandbox::{Artifact, EngineVariant, Limits};

/// The child's first line: it is this same judge, and has read the file but not looked into it yet.
pub(super) const STARTED: &[u8] = concat!("judge ", env!("GAMES_VERSION"), " compiles\n").as_bytes();
/// Exit code of a child that found the bot invalid, and gives the reason.
pub(super) const INVALID: u8 = 3;

/// The most bytes of compiled code that are taken from a child.
const ARTIFACT_BYTES_MAX: u64 = 1 << 30;
/// The most bytes that a child has to say about a bot.
const WORDS_BYTES_MAX: u64 = 4 << 10;
/// Exit code of a judge, and so of a child, that has trouble with the machine.
const HOST_FAILED: i32 = 1;
/// Exit code of a program in Rust that panicked.
const PANICKED: i32 = 101;
/// Sent when the soft limit of processor time is reached, and when a file has reached its limit, on all systems.
const SIGXCPU: i32 = 24;
const SIGXFSZ: i32 = 25;
/// Sent by the system when memory is short; the judge sends it only to a child it has given up.
const SIGKILL: i32 = 9;
/// Sent to the judge and its children when a terminal is closed, by Ctrl-C, and when a service is stopped.
const SIGHUP: i32 = 1;
const SIGINT: i32 = 2;
const SIGTERM: i32 = 15;
/// Address space for each thread but the first: its stack, the heap that the system gives it, and a function in the works.
const THREAD_ADDRESS_BYTES: u64 = 256 << 20;
/// The text in a child's complaint when it is short of memory.
const OUT_OF_MEMORY: &str = "memory allocation of ";

/// The message if a child needed more than it may use.
const LABORIOUS: &str = "compiling it takes more than ";
/// The message if a child broke down over the file.
const CRASHED: &str = "the compiler crashed on it ";

/// Whether a file was refused for what its compiler took, or since it crashed: another machine, or another number of
/// threads, may admit it.
#[must_use]
pub fn depends_on_machine(refusal: &str) -> bool {
    [LABORIOUS, CRASHED].iter().any(|begin| refusal.starts_with(begin))
}

/// The processor time, memory and wall time that a child may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Seconds of processor time, that of all threads together: more threads are no longer a leash.
    pub seconds: u64,
    /// Bytes of address space for one thread; there is more for more of them.
    pub memory_bytes: u64,
    /// Time on the wall after which a child is ended that does not even compute.
    pub wall: Duration,
}

impl Allowance {
    /// Seconds of processor time of a first try.
    pub const SHORT_SECONDS: u64 = if cfg!(debug_assertions) { 20 } else { 2 };

    /// The same for a first try: what takes longer waits for another one.
    #[must_use]
    pub fn shortened(self) -> Self {
        Self { seconds: self.seconds.min(Self::SHORT_SECONDS), ..self }
    }

    /// The allowance for a file of so many bytes: 15 s up to the size for compiled languages, else 180 s.
    ///
    /// A bot of 60 KB takes 0.1 s, and a Python bot, of 18 MB, 25 to 50 s, by the machine: a slow machine must not
    /// refuse what another admits. Built without optimisation, the compiler takes ten times as long.
    #[must_use]
    pub fn for_file(bytes: u64) -> Self {
        let seconds = if bytes <= Limits::FILE_BYTES_NARROW { 15 } else { 180 };
        let seconds = if cfg!(debug_assertions) { 10 * seconds } else { seconds };
        Self { seconds, memory_bytes: 2 << 30, wall: Duration::from_secs(10 * seconds) }
    }
}

/// Compiles a bot in a child that runs the program `judge`.
pub(super) fn compile(judge: &Path, task: &Task<'_>, bytes: &[u8]) -> Result<Artifact, NotLoaded> {
    let &Task { kind, variant, allowance, threads, kept } = task;
    let here =
        |error: std::io::Error| NotLoaded::Machine(format!("it cannot be compiled on this machine: {error}"));
    let nameless = || tempfile::tempfile().map_err(no_room);
    let (mut input, mut output, mut complaint) = (nameless()?, nameless()?, nameless()?);
    for part in [kind.contract.as_deref().unwrap_or_default().as_bytes(), bytes] {
        input.write_all(part).map_err(no_room)?;
    }
    input.rewind().map_err(no_room)?;
    let reserve = match variant {
        EngineVariant::Tight { memory_bytes } => vec!["--reserve".to_owned(), memory_bytes.to_string()],
        _ => vec![],
    };
    let of_kind = match &kind.contract {
        Some(contract) => vec![format!("--contract={}", contract.len())],
        None if kind.is_game() => vec!["--rules".to_owned()],
        None => vec![],
    };
    let mut child = Command::new(judge)
        .args(["compile", kind.name()])
        .args(of_kind)
        .args(["--seconds", &allowance.seconds.to_string()])
        .args(["--memory", &allowance.memory_bytes.to_string(), "--threads", &threads.to_string()])
        .args(reserve)
        .args(kept.iter().map(|number| format!("--kept={number}")))
        .env_clear()
        .current_dir("/")
        .stdin(Stdio::from(input))
        .stdout(Stdio::from(output.try_clone().map_err(here)?))
        .stderr(Stdio::from(complaint.try_clone().map_err(here)?))
        .spawn()
        .map_err(here)?;
    let Some(status) = child.wait_timeout(allowance.wall).map_err(here)? else {
        // It may have ended just now; then there is nothing to end.
        let _ = child.kill();
        child.wait().map_err(here)?;
        let seconds = allowance.wall.as_secs();
        return Err(NotLoaded::Machine(format!(
            "it could not be compiled within {seconds} s on the wall, as happens when a machine is busy; try again, or lower --jobs"
        )));
    };
    let complaint = read(&mut complaint, WORDS_BYTES_MAX).map_err(here)?;
    let complaint = String::from_utf8_lossy(&complaint);
    if read(&mut output, STARTED.len() as u64).map_err(here)? != STARTED {
        return Err(not_started(judge, status, &complaint));
    }
    let mut answer = |bytes_max| read_on(&mut output, bytes_max).map_err(here);
    if status.success() {
        let bytes = answer(ARTIFACT_BYTES_MAX)?;
        #[expect(unsafe_code, reason = "the bytes come from a child of ours that runs this same program")]
        // SAFETY: the child writes nothing but what `compile` made, into a file that nobody else can name.
        return Ok(unsafe { Artifact::from_own(bytes) });
    }
    if status.code() == Some(INVALID.into()) {
        let words = answer(WORDS_BYTES_MAX)?;
        return Err(NotLoaded::Invalid(String::from_utf8_lossy(&words).into()));
    }
    Err(ended(status, &complaint, allowance))
}

/// The message if no temporary file can be made.
#[expect(clippy::needless_pass_by_value, reason = "it is what map_err hands on")]
fn no_room(error: std::io::Error) -> NotLoaded {
    let folder = sanitize_path(&std::env::temp_dir());
    NotLoaded::Machine(format!(
        "it cannot be compiled on this machine: the folder for temporary files, {folder}, cannot be used: {error}; make room there, or name another folder in TMPDIR"
    ))
}

/// The file's bytes from its start.
fn read(file: &mut File, bytes_max: u64) -> std::io::Result<Vec<u8>> {
    file.rewind()?;
    read_on(file, bytes_max)
}

/// The file's bytes from where it was read to.
fn read_on(file: &mut File, bytes_max: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(bytes_max).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The last line of a child's complaint, as it ends a message.
fn last_line(complaint: &str) -> String {
    let last = sanitize(complaint.lines().next_back().unwrap_or_default());
    let last: String = last.strip_prefix("error: ").unwrap_or(&last).chars().take(200).collect();
    if last.is_empty() { last } else { format!(": {last}") }
}

/// The error for a child that ended before it looked at the bot.
fn not_started(judge: &Path, status: ExitStatus, complaint: &str) -> NotLoaded {
    if was_stopped(status) {
        return NotLoaded::Machine(STOPPED.into());
    }
    let (judge, last) = (sanitize_path(judge), last_line(complaint));
    NotLoaded::Machine(format!(
        "it cannot be compiled on this machine: the compiler, which is {judge} itself, did not start ({status}){last}; run \"{judge} --version\" to see why"
    ))
}

/// The message if somebody ended a child.
const STOPPED: &str = "its compiler was stopped, as by Ctrl-C";

fn was_stopped(status: ExitStatus) -> bool {
    matches!(system::signal(status), Some(SIGHUP | SIGINT | SIGTERM))
}

/// The error for a child that ended while it looked at the bot, without an answer.
fn ended(status: ExitStatus, complaint: &str, allowance: &Allowance) -> NotLoaded {
    let takes_more = |than: String| NotLoaded::Invalid(format!("{LABORIOUS}{than}"));
    if complaint.contains(OUT_OF_MEMORY) {
        return takes_more(format!("{} MiB of memory; build it smaller", allowance.memory_bytes >> 20));
    }
    if was_stopped(status) {
        return NotLoaded::Machine(STOPPED.into());
    }
    let last = last_line(complaint);
    match system::signal(status) {
        Some(SIGXCPU) => {
            takes_more(format!(
                "{} s of processor time; build it smaller, or of smaller functions",
                allowance.seconds
            ))
        }
        Some(SIGXFSZ) => takes_more(format!("{} MiB for its code; build it smaller", ARTIFACT_BYTES_MAX >> 20)),
        Some(SIGKILL) => NotLoaded::Machine(
            "its compiler was killed on this machine, as happens when memory is short; free some, or lower --jobs"
                .into(),
        ),
        _ if status.code() == Some(HOST_FAILED) => {
            NotLoaded::Machine(format!("it cannot be compiled on this machine{last}"))
        }
        // No bot may end a tournament by what it does to the compiler.
        _ if system::has_crashed(status) || status.code() == Some(PANICKED) => {
            NotLoaded::Invalid(format!("{CRASHED}({status}){last}"))
        }
        _ => NotLoaded::Machine(format!(
            "its compiler ended on this machine in an unknown way ({status}){last}; run the judge again"
        )),
    }
}

/// Holds this process, a child, to its limits.
///
/// # Errors
/// If the system does not let it.
pub(super) fn limit_this_process(allowance: &Allowance, threads: NonZeroUsize) -> std::io::Result<()> {
    let &Allowance { seconds, memory_bytes, .. } = allowance;
    let memory_bytes = memory_bytes + (threads.get() as u64 - 1) * THREAD_ADDRESS_BYTES;
    system::limit_this_process(seconds, memory_bytes, ARTIFACT_BYTES_MAX)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use super::*;

    fn ended(wait_status: i32, complaint: &str) -> NotLoaded {
        let allowance = Allowance { seconds: 30, ..Allowance::for_file(0) };
        super::ended(ExitStatus::from_raw(wait_status), complaint, &allowance)
    }

    fn invalid(wait_status: i32, complaint: &str) -> String {
        match ended(wait_status, complaint) {
            NotLoaded::Invalid(problem) => problem,
            NotLoaded::Machine(trouble) => panic!("it is the machine's: {trouble}"),
        }
    }

    fn machines(wait_status: i32, complaint: &str) -> String {
        match ended(wait_status, complaint) {
            NotLoaded::Machine(trouble) => trouble,
            NotLoaded::Invalid(problem) => panic!("it is the bot's: {problem}"),
        }
    }

    #[test]
    fn a_childs_end_for_which_the_bot_is_to_blame_is_told_in_words() {
        assert_eq!(
            invalid(24, ""),
            "compiling it takes more than 30 s of processor time; build it smaller, or of smaller functions"
        );
        assert_eq!(
            invalid(6, "memory allocation of 65536 bytes failed\n"),
            "compiling it takes more than 2048 MiB of memory; build it smaller"
        );
        assert_eq!(invalid(25, ""), "compiling it takes more than 1024 MiB for its code; build it smaller");
        assert_eq!(invalid(11, ""), "the compiler crashed on it (signal: 11 (SIGSEGV))");
        assert_eq!(
            invalid(6, "fatal runtime error: stack overflow\n"),
            "the compiler crashed on it (signal: 6 (SIGABRT)): fatal runtime error: stack overflow"
        );
        let told = invalid(101 << 8, "error: the judge broke down: assertion \u{1b}[2Jfailed\n");
        assert_eq!(
            told,
            "the compiler crashed on it (exit status: 101): the judge broke down: assertion \\u{1b}[2Jfailed"
        );
        assert!([24, 25, 11].iter().all(|&signal| depends_on_machine(&invalid(signal, ""))));
    }

    #[test]
    fn a_childs_end_that_is_not_known_says_nothing_about_the_bot() {
        // An illegal system call, a bus error as of a disk that is gone, and exit codes that no child of ours has.
        for status in [31, 7, 2 << 8, 42 << 8, 127 << 8, 255 << 8] {
            let told = machines(status, "");
            assert!(told.starts_with("its compiler ended on this machine in an unknown way ("), "{told}");
        }
    }

    #[test]
    fn a_child_that_the_machine_ended_says_nothing_about_the_bot() {
        assert!(machines(9, "").contains("killed on this machine"));
        // What stops a server stops its children.
        for signal in [1, 2, 15] {
            assert!(machines(signal, "").contains("was stopped"), "{signal}");
        }
        let told = machines(1 << 8, "error: Operation not permitted (os error 1)\n");
        assert_eq!(told, "it cannot be compiled on this machine: Operation not permitted (os error 1)");
    }

    #[test]
    fn the_folder_for_temporary_files_is_named() {
        let NotLoaded::Machine(told) = no_room(std::io::Error::from_raw_os_error(2)) else { panic!() };
        let folder = sanitize_path(&std::env::temp_dir());
        assert!(told.contains(&format!("files, {folder}, cannot be used: No such file")), "{told}");
        assert!(told.ends_with("name another folder in TMPDIR"), "{told}");
    }
}
