//! Windows, and whatever else is not Unix.

use std::fs::{self, Metadata};
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus};

use process_wrap::std::{ChildWrapper, CommandWrap, JobObject};

/// A command and all that it starts: a job object.
pub(crate) struct Group {
    pub(crate) child: Box<dyn ChildWrapper>,
}

impl Group {
    /// Starts a command in a job of its own.
    ///
    /// # Errors
    /// If the system does not start it.
    pub(crate) fn start(command: Command) -> io::Result<Self> {
        Ok(Self { child: CommandWrap::from(command).wrap(JobObject).spawn()? })
    }

    /// Ends all of it, and says how the command did.
    ///
    /// # Errors
    /// If the system does not tell.
    pub(crate) fn end(&mut self) -> io::Result<ExitStatus> {
        let _ = self.child.start_kill();
        self.child.wait()
    }
}

/// There are no signals.
pub(crate) fn signal(_: ExitStatus) -> Option<i32> {
    None
}

/// Whether a process ended by its own mistake, by the exit codes of Windows: a wrong address, an illegal
/// instruction, a division by zero, a stack overflow, an abort.
pub(crate) fn has_crashed(status: ExitStatus) -> bool {
    const CODES: [u32; 5] = [0xC000_0005, 0xC000_001D, 0xC000_0094, 0xC000_00FD, 0xC000_0409];
    status.code().is_some_and(|code| CODES.contains(&code.cast_unsigned()))
}

/// There are no such limits; that of the wall clock has to do.
///
/// # Errors
/// None.
#[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
pub(crate) fn limit_this_process(_: u64, _: u64, _: u64) -> io::Result<()> {
    Ok(())
}

/// A person's own folder is private by default.
///
/// # Errors
/// If it cannot be made; not if it is there.
pub(crate) fn make_private(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

/// As of [`make_private`].
pub(crate) fn is_private(_: &Metadata, _: &Metadata) -> bool {
    true
}
