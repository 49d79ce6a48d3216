//! How many files this process may have open: connections, bots and children that compile share them.

/// More than anybody needs. Some systems have no limit, and others take long to look through all that might be open.
const FILES_MAX: u64 = 1 << 16;
/// What a process has where nobody says how many.
const FILES_USUAL: u64 = 1_024;

/// Lets this process open as many files as the system lets it, and says how many that are.
pub(crate) fn raise() -> u64 {
    // Systems that have no such limit say so by an error.
    rlimit::increase_nofile_limit(FILES_MAX).unwrap_or(FILES_USUAL)
}
