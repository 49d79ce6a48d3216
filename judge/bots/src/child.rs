//! Compiling in a child process, `judge compile`, under limits of time and memory.
//!
//! Bytes and answer travel in files without a name, so that neither side ever waits
//! for the other. The child is given nothing else: no environment, no other file.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use wait_timeout::ChildExt;

use crate::system;
use crate::{NotLoaded, Task};
use judge_play::text::{sanitize, sanitize_path};
use judge_sandbox::{Artifact, Limits, Variant};

/// Exit code of a child that says what is wrong with the bot.
pub(super) const INVALID: u8 = 3;

/// The most bytes of compiled code that are taken from a child.
const ARTIFACT_BYTES_MAX: u64 = 1 << 30;
/// The most bytes that a child has to say about a bot.
const WORDS_BYTES_MAX: u64 = 4 << 10;
/// Exit code of a judge, and so of a child, that has trouble with the machine.
const HOST_FAILED: i32 = 1;
/// Sent when the soft limit of processor time is reached, on all systems.
const SIGXCPU: i32 = 24;
/// Sent by the system when memory is short; the judge sends it only to a child it has given up.
const SIGKILL: i32 = 9;
/// Sent to the judge and its children when a terminal is closed, by Ctrl-C, and when a service is stopped.
const SIGHUP: i32 = 1;
const SIGINT: i32 = 2;
const SIGTERM: i32 = 15;
/// Address space for each thread but the first: its stack, the heap that the system gives it, and a function in the works.
const THREAD_ADDRESS_BYTES: u64 = 256 << 20;
/// How a child's complaint begins when it is short of memory.
const OUT_OF_MEMORY: &str = "memory allocation of ";

/// How it is told that a child needed more than it may use.
const LABORIOUS: &str = "compiling it takes more than ";

/// Whether a file was refused for what its compiler took: another machine, or another number of threads, may admit it.
#[must_use]
pub fn depends_on_machine(refusal: &str) -> bool {
    refusal.starts_with(LABORIOUS)
}

/// What a child may use.
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
    /// What a file of so many bytes deserves: 15 s up to the size for compiled languages, else 180 s.
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
    let &Task { game, variant, allowance, threads, kept } = task;
    let here =
        |error: std::io::Error| NotLoaded::Machine(format!("it cannot be compiled on this machine: {error}"));
    let nameless = || tempfile::tempfile().map_err(no_room);
    let (input, mut output, mut complaint) = (file_of(bytes).map_err(no_room)?, nameless()?, nameless()?);
    let reserve = match variant {
        Variant::Tight { memory_bytes } => vec!["--reserve".to_owned(), memory_bytes.to_string()],
        _ => vec![],
    };
    let mut child = Command::new(judge)
        .args(["compile", game, "--seconds", &allowance.seconds.to_string()])
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
    if status.success() {
        let bytes = read(&mut output, ARTIFACT_BYTES_MAX).map_err(here)?;
        #[expect(unsafe_code, reason = "the bytes come from a child of ours that runs this same program")]
        // SAFETY: the child writes nothing but what `compile` made, into a file that nobody else can name.
        return Ok(unsafe { Artifact::from_own(bytes) });
    }
    if status.code() == Some(INVALID.into()) {
        let words = read(&mut output, WORDS_BYTES_MAX).map_err(here)?;
        return Err(NotLoaded::Invalid(String::from_utf8_lossy(&words).into()));
    }
    let complaint = read(&mut complaint, WORDS_BYTES_MAX).map_err(here)?;
    Err(ended(status, &String::from_utf8_lossy(&complaint), allowance))
}

/// What is told if there can be no temporary file.
#[expect(clippy::needless_pass_by_value, reason = "it is what map_err hands on")]
fn no_room(error: std::io::Error) -> NotLoaded {
    let folder = sanitize_path(&std::env::temp_dir());
    NotLoaded::Machine(format!(
        "it cannot be compiled on this machine: the folder for temporary files, {folder}, cannot be used: {error}; make room there, or name another folder in TMPDIR"
    ))
}

/// A file without a name that holds `bytes`.
fn file_of(bytes: &[u8]) -> std::io::Result<File> {
    let mut file = tempfile::tempfile()?;
    file.write_all(bytes)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

/// The file's bytes from its start.
fn read(file: &mut File, bytes_max: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(bytes_max).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What the end of a child means that has nothing to say of the bot.
fn ended(status: ExitStatus, complaint: &str, allowance: &Allowance) -> NotLoaded {
    if complaint.contains(OUT_OF_MEMORY) {
        let mib = allowance.memory_bytes >> 20;
        return NotLoaded::Invalid(format!("{LABORIOUS}{mib} MiB of memory; build it smaller"));
    }
    let last = complaint.lines().next_back().unwrap_or_default();
    let last: String = sanitize(last).chars().take(200).collect();
    let last = last.strip_prefix("error: ").unwrap_or(&last);
    if status.code() == Some(HOST_FAILED) {
        return NotLoaded::Machine(format!("it cannot be compiled on this machine: {last}"));
    }
    match system::signal(status) {
        Some(SIGXCPU) => NotLoaded::Invalid(format!(
            "{LABORIOUS}{} s; build it smaller, or of smaller functions",
            allowance.seconds
        )),
        Some(SIGKILL) => NotLoaded::Machine(
            "its compiler was killed on this machine, as happens when memory is short; free some, or lower --jobs"
                .into(),
        ),
        Some(SIGHUP | SIGINT | SIGTERM) => {
            NotLoaded::Machine("its compiler was stopped, as by Ctrl-C".into())
        }
        _ => NotLoaded::Invalid(format!("the compiler failed on it ({status}) {last}").trim_end().to_owned()),
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
            "compiling it takes more than 30 s; build it smaller, or of smaller functions"
        );
        assert_eq!(
            invalid(6, "memory allocation of 65536 bytes failed\n"),
            "compiling it takes more than 2048 MiB of memory; build it smaller"
        );
        assert!(depends_on_machine(&invalid(24, "")) && !depends_on_machine(&invalid(11, "")));
        assert_eq!(invalid(11, ""), "the compiler failed on it (signal: 11 (SIGSEGV))");
        let told = invalid(101 << 8, "error: the judge broke down: assertion \u{1b}[2Jfailed\n");
        assert_eq!(
            told,
            "the compiler failed on it (exit status: 101) the judge broke down: assertion \\u{1b}[2Jfailed"
        );
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
