//! The first WASI, `wasi_snapshot_preview1`, as a bot has it: one table of its functions with their types, and the errnos,
//! clocks and limits by which they answer.
//!
//! There are three descriptors, for the standard streams, no files, no folders and no network. Most functions have one
//! answer by their descriptor, and the table says which. The others do something, in `call`. Whoever
//! runs the bot is a [`Caller`] with its memory, its fuel and its streams: the judge's sandbox, or a page. Nothing here
//! knows an engine.

mod call;

pub use call::{Caller, NO_MEMORY_YET, Outcome, call};

/// The module from which these functions are imported.
pub const MODULE: &str = "wasi_snapshot_preview1";

/// The errno of a call, as the specification numbers them.
pub type Errno = u16;
/// Done.
pub const SUCCESS: Errno = 0;
/// No such descriptor.
const BADF: Errno = 8;
/// An address outside of memory.
const FAULT: Errno = 21;
/// An argument that makes no sense.
const INVAL: Errno = 28;
const NOTDIR: Errno = 54;
const NOTSOCK: Errno = 57;
const NOTSUP: Errno = 58;
const SPIPE: Errno = 70;

/// The number of descriptors: standard input, output and error.
pub const STREAMS: usize = 3;
/// Descriptor of standard input.
const STDIN: u32 = 0;
/// Descriptor of standard output.
pub const STDOUT: u32 = 1;
/// Descriptor of standard error.
const STDERR: u32 = 2;

/// The most pieces of memory of one read or write, and the most events of one wait.
const ITEMS_MAX: u32 = 1024;

/// Midnight of 1 January 2000, in seconds since 1970: when every game begins.
pub const EPOCH_SECONDS: u64 = 946_684_800;
/// The monotonic clock at the beginning of a game. Go takes 0 for a broken clock, and gives up.
pub const MONOTONIC_START: u64 = 1_000_000_000;
/// What each clock shows at the beginning of a game, in nanoseconds: the time of day, the monotonic clock, and the time of
/// the process and of the thread. All of them go on with the bot's fuel.
pub const CLOCKS: [u64; 4] = [EPOCH_SECONDS * 1_000_000_000, MONOTONIC_START, 0, 0];

/// A function of the first WASI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preview1 {
    /// Its name.
    pub name: &'static str,
    /// A letter for each parameter: `i` for an `i32`, `I` for an `i64`.
    pub params: &'static str,
    /// How it answers. All but `proc_exit` return an errno, as an `i32`.
    pub answer: Answer,
}

/// How a function answers, or what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the functions have their names")]
pub enum Answer {
    /// This errno, whatever the arguments.
    Always(Errno),
    /// This errno for a standard stream that is open, and `BADF` for any other descriptor, which is the parameter of this
    /// number.
    Stream(usize, Errno),
    Sizes,
    Resolution,
    Time,
    Close,
    Stat,
    Read,
    Write,
    Poll,
    Exit,
    Random,
}

const fn row(name: &'static str, params: &'static str, answer: Answer) -> Preview1 {
    Preview1 { name, params, answer }
}

/// A function whose first parameter is a descriptor.
const fn of_stream(name: &'static str, params: &'static str, errno: Errno) -> Preview1 {
    row(name, params, Answer::Stream(0, errno))
}

/// All of its functions.
pub const FUNCTIONS: [Preview1; 46] = [
    row("args_get", "ii", Answer::Always(SUCCESS)),
    row("args_sizes_get", "ii", Answer::Sizes),
    row("clock_res_get", "ii", Answer::Resolution),
    row("clock_time_get", "iIi", Answer::Time),
    row("environ_get", "ii", Answer::Always(SUCCESS)),
    row("environ_sizes_get", "ii", Answer::Sizes),
    of_stream("fd_advise", "iIIi", SPIPE),
    of_stream("fd_allocate", "iII", SPIPE),
    row("fd_close", "i", Answer::Close),
    of_stream("fd_datasync", "i", INVAL),
    row("fd_fdstat_get", "ii", Answer::Stat),
    // Go asks for it as it begins.
    of_stream("fd_fdstat_set_flags", "ii", SUCCESS),
    of_stream("fd_fdstat_set_rights", "iII", NOTSUP),
    of_stream("fd_filestat_get", "ii", NOTSUP),
    of_stream("fd_filestat_set_size", "iI", INVAL),
    of_stream("fd_filestat_set_times", "iIIi", NOTSUP),
    of_stream("fd_pread", "iiiIi", SPIPE),
    // There is no folder, by which a program finds out that there is none.
    row("fd_prestat_dir_name", "iii", Answer::Always(BADF)),
    row("fd_prestat_get", "ii", Answer::Always(BADF)),
    of_stream("fd_pwrite", "iiiIi", SPIPE),
    row("fd_read", "iiii", Answer::Read),
    of_stream("fd_readdir", "iiiIi", NOTDIR),
    of_stream("fd_renumber", "ii", NOTSUP),
    of_stream("fd_seek", "iIii", SPIPE),
    of_stream("fd_sync", "i", INVAL),
    of_stream("fd_tell", "ii", SPIPE),
    row("fd_write", "iiii", Answer::Write),
    of_stream("path_create_directory", "iii", NOTDIR),
    of_stream("path_filestat_get", "iiiii", NOTDIR),
    of_stream("path_filestat_set_times", "iiiiIIi", NOTDIR),
    of_stream("path_link", "iiiiiii", NOTDIR),
    of_stream("path_open", "iiiiiIIii", NOTDIR),
    of_stream("path_readlink", "iiiiii", NOTDIR),
    of_stream("path_remove_directory", "iii", NOTDIR),
    of_stream("path_rename", "iiiiii", NOTDIR),
    row("path_symlink", "iiiii", Answer::Stream(2, NOTDIR)),
    of_stream("path_unlink_file", "iii", NOTDIR),
    row("poll_oneoff", "iiii", Answer::Poll),
    row("proc_exit", "i", Answer::Exit),
    row("proc_raise", "i", Answer::Always(NOTSUP)),
    row("random_get", "ii", Answer::Random),
    row("sched_yield", "", Answer::Always(SUCCESS)),
    of_stream("sock_accept", "iii", NOTSOCK),
    of_stream("sock_recv", "iiiiii", NOTSOCK),
    of_stream("sock_send", "iiiii", NOTSOCK),
    of_stream("sock_shutdown", "ii", NOTSOCK),
];

impl Preview1 {
    /// The function of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        FUNCTIONS.iter().find(|function| function.name == name)
    }

    /// Whether it returns an errno: only the one that ends the program does not return.
    #[must_use]
    pub fn returns(&self) -> bool {
        self.answer != Answer::Exit
    }
}

/// The number of 32 bits with which bytes begin, of which there are enough.
fn word(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(*bytes.first_chunk().expect("a piece has eight bytes"))
}

/// Bytes of what a bot waits for, as it lists it.
const SUBSCRIPTION_BYTES: usize = 48;
/// Bytes of what has happened, as it is told.
const EVENT_BYTES: usize = 32;

/// What a bot waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Subscription {
    user_data: u64,
    kind: u8,
    wait: Wait,
}

/// When it is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wait {
    /// At this moment of the game.
    Until(u64),
    /// After so many nanoseconds.
    For(u64),
    /// At once: a stream never keeps anybody waiting, and what is no stream has an errno.
    Stream(u32),
}

impl Subscription {
    /// Reads one; [`INVAL`] if there is no such clock or event.
    fn read(bytes: &[u8; SUBSCRIPTION_BYTES]) -> Result<Self, Errno> {
        const IS_MOMENT: u8 = 1;
        let long = |at: usize| u64::from_le_bytes(*bytes[at..].first_chunk().expect("it has so many bytes"));
        let which = word(&bytes[16..]);
        let wait = match bytes[8] {
            0 => {
                let start = *CLOCKS.get(which as usize).ok_or(INVAL)?;
                let time = long(24);
                if bytes[40] & IS_MOMENT == 0 {
                    Wait::For(time)
                } else {
                    Wait::Until(time.saturating_sub(start))
                }
            }
            1 | 2 => Wait::Stream(which),
            _ => return Err(INVAL),
        };
        Ok(Self { user_data: long(0), kind: bytes[8], wait })
    }

    /// The moment of the game when it is there.
    fn moment(&self, now: u64) -> u64 {
        match self.wait {
            Wait::Until(moment) => moment,
            Wait::For(time) => now.saturating_add(time),
            Wait::Stream(_) => 0,
        }
    }

    /// What is told when it is there, to a bot that has these streams.
    fn event(&self, open: [bool; STREAMS]) -> [u8; EVENT_BYTES] {
        let errno = match self.wait {
            Wait::Stream(stream) if !is_open(open, stream) => BADF,
            _ => SUCCESS,
        };
        let mut event = [0; EVENT_BYTES];
        event[..8].copy_from_slice(&self.user_data.to_le_bytes());
        event[8..10].copy_from_slice(&errno.to_le_bytes());
        event[10] = self.kind;
        event
    }
}

/// Whether a descriptor is that of a stream which is open.
fn is_open(open: [bool; STREAMS], descriptor: u32) -> bool {
    open.get(descriptor as usize).copied().unwrap_or(false)
}

/// What `fd_fdstat_get` says of a stream: a terminal, so the libraries of C and others flush each line.
fn stat(descriptor: u32) -> [u8; 24] {
    const CHARACTER_DEVICE: u8 = 2;
    const RIGHT_TO_READ: u8 = 1 << 1;
    const RIGHT_TO_WRITE: u8 = 1 << 6;
    let mut stat = [0; 24];
    stat[0] = CHARACTER_DEVICE;
    stat[8] = if descriptor == STDIN { RIGHT_TO_READ } else { RIGHT_TO_WRITE };
    stat
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_functions_are_in_the_order_of_their_names_and_have_types() {
        assert!(FUNCTIONS.windows(2).all(|pair| pair[0].name < pair[1].name));
        for Preview1 { name, params, answer } in FUNCTIONS {
            assert!(params.chars().all(|letter| "iI".contains(letter)), "{name}");
            if let Answer::Stream(place, _) = answer {
                assert_eq!(params.as_bytes()[place], b'i', "{name}");
            }
        }
    }

    #[test]
    fn a_clock_is_waited_for_by_its_own_time() {
        let read = |kind, which: u32, time: u64, flags| {
            let mut bytes = [0; SUBSCRIPTION_BYTES];
            (bytes[8], bytes[40]) = (kind, flags);
            bytes[16..20].copy_from_slice(&which.to_le_bytes());
            bytes[24..32].copy_from_slice(&time.to_le_bytes());
            Subscription::read(&bytes)
        };
        let moment = |read: Result<Subscription, Errno>| read.expect("it is valid").moment(7);
        for (clock, start) in (0..).zip(CLOCKS) {
            assert_eq!(moment(read(0, clock, start + 100, 1)), 100);
            assert_eq!(moment(read(0, clock, 100, 0)), 107);
        }
        assert_eq!([read(0, 4, 0, 0), read(3, 0, 0, 0)], [Err(INVAL); 2]);
        let stream = read(1, 2, 0, 0).expect("it is valid");
        assert_eq!(stream.moment(7), 0);
        assert_eq!([stream.event([true; 3])[8], stream.event([true, true, false])[8]], [0, 8]);
    }
}
