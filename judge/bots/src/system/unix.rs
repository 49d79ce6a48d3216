//! Linux and macOS.

use std::fs::{self, Metadata};
use std::io;
use std::mem;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};

use process_wrap::std::{ChildWrapper, CommandWrap, ProcessGroup};
use rlimit::Resource;

/// The script of a group's guard: when its standard input ends, it ends its group, and so itself.
const GUARD: &str = "read line; kill -9 0";

/// A command and all that it starts: a process group.
///
/// Its leader is a guard that reads from the judge. So the group ends with the judge, even if that is killed, and has its number for
/// as long as it is needed.
pub(crate) struct Group {
    guard: Box<dyn ChildWrapper>,
    pub(crate) child: Child,
    /// Whether the group has ended, so that its number may be that of others by now.
    is_over: bool,
}

impl Group {
    /// Starts a command in a group of its own.
    ///
    /// # Errors
    /// If the system does not start it.
    pub(crate) fn start(mut command: Command) -> io::Result<Self> {
        let mut guard = Command::new("/bin/sh");
        guard.args(["-c", GUARD]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut guard = CommandWrap::from(guard).wrap(ProcessGroup::leader()).spawn()?;
        command.process_group(guard.id().cast_signed());
        match command.spawn() {
            Ok(child) => Ok(Self { guard, child, is_over: false }),
            Err(error) => {
                let _ = guard.kill();
                Err(error)
            }
        }
    }

    /// Ends all of it, and says how the command did.
    ///
    /// # Errors
    /// If the system does not tell.
    pub(crate) fn end(&mut self) -> io::Result<ExitStatus> {
        if mem::replace(&mut self.is_over, true) {
            return self.child.wait();
        }
        let _ = self.guard.start_kill();
        // It may have left its group, as `timeout` does.
        let _ = self.child.kill();
        let status = self.child.wait();
        let _ = self.guard.wait();
        status
    }
}

/// The signal that ended a process, if one did.
pub(crate) fn signal(status: ExitStatus) -> Option<i32> {
    status.signal()
}

/// Whether a process ended by its own mistake: an illegal instruction, a trap, an abort, wrong arithmetic, a wrong
/// address. A bus error does not count: it also ends a program that can no longer be read from its disk.
pub(crate) fn has_crashed(status: ExitStatus) -> bool {
    const SIGILL: i32 = 4;
    const SIGTRAP: i32 = 5;
    const SIGABRT: i32 = 6;
    const SIGFPE: i32 = 8;
    const SIGSEGV: i32 = 11;
    matches!(signal(status), Some(SIGILL | SIGTRAP | SIGABRT | SIGFPE | SIGSEGV))
}

/// Holds this process to limits of processor time, address space and the size of its files.
///
/// # Errors
/// If the system does not let it.
pub(crate) fn limit_this_process(seconds: u64, memory_bytes: u64, file_bytes: u64) -> io::Result<()> {
    // Whoever started it may be killed, and nobody else waits for it. Where that cannot be asked for, the limits end it.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::TERM));
    let address_space = lower(Resource::AS, memory_bytes, memory_bytes);
    // macOS counts its shared libraries, hundreds of GiB, and refuses any lower limit.
    if !cfg!(target_os = "macos") {
        address_space?;
    }
    // Past the soft limit comes a signal that tells; past the hard one, the end.
    lower(Resource::CPU, seconds, seconds + 1)?;
    lower(Resource::FSIZE, file_bytes, file_bytes)?;
    Resource::CORE.set(0, 0)
}

/// Sets a limit, unless the judge itself has a lower one, which nobody may raise.
fn lower(resource: Resource, soft: u64, hard: u64) -> io::Result<()> {
    let most = resource.get_hard()?;
    resource.set(soft.min(most), hard.min(most))
}

/// Makes a folder that only its owner may use.
///
/// # Errors
/// If it cannot be made; not if it is there.
pub(crate) fn make_private(folder: &Path) -> io::Result<()> {
    if let Some(above) = folder.parent() {
        fs::create_dir_all(above)?;
    }
    match fs::DirBuilder::new().mode(0o700).create(folder) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Whether nobody may write to something but the owner of something else.
pub(crate) fn is_private(it: &Metadata, ours: &Metadata) -> bool {
    it.uid() == ours.uid() && it.mode() & 0o022 == 0
}
