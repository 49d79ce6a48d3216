//! Whether a program of this machine computes or waits, as `/proc` of Linux has it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ChildStdin;

/// Whether a program has read all that was written to it; nothing where the system does not tell.
#[cfg(target_os = "linux")]
pub(super) fn has_read(input: &ChildStdin) -> Option<bool> {
    rustix::io::ioctl_fionread(input).ok().map(|unread| unread == 0)
}

/// Lets a write to a program that does not read be refused, where the system can; elsewhere it waits.
#[cfg(target_os = "linux")]
pub(super) fn let_writes_be_refused(input: &ChildStdin) {
    let _ = rustix::io::ioctl_fionbio(input, true);
}

#[cfg(not(target_os = "linux"))]
pub(super) fn let_writes_be_refused(_: &ChildStdin) {}

#[cfg(not(target_os = "linux"))]
pub(super) fn has_read(_: &ChildStdin) -> Option<bool> {
    None
}

/// Whether all threads of a process, and of all that it has started, wait; nothing where the system does not tell.
pub(super) fn is_waiting(process: u32) -> Option<bool> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).ok()?;
    for task in tasks.flatten().map(|task| task.path()) {
        let children = fs::read_to_string(task.join("children")).unwrap_or_default();
        let mut children = children.split_whitespace().filter_map(|child| child.parse().ok());
        if is_asleep(&task) == Some(false) || children.any(|child| is_waiting(child) == Some(false)) {
            return Some(false);
        }
    }
    Some(true)
}

/// Whether a thread waits: one that waits for a disk goes on by itself, and so does not.
pub(super) fn is_asleep(task: &Path) -> Option<bool> {
    let stat = fs::read_to_string(task.join("stat")).ok()?;
    // The name before it may have brackets in it.
    let (_, state) = stat.rsplit_once(") ")?;
    Some(!state.starts_with(['R', 'D']))
}

/// The thread that asks.
pub(super) fn this_thread() -> Option<PathBuf> {
    fs::read_link("/proc/thread-self").ok().map(|link| Path::new("/proc").join(link))
}
