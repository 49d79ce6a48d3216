//! Files from strangers: only plain files are opened, and no more is read than a bound. Files of ours: whole at any
//! moment.
//!
//! A pipe would hang the judge, and a device such as `/dev/zero` never ends.

pub mod digits;
pub(crate) mod games_text;
pub mod open_folder;
pub(crate) mod system;

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};

use judge_play::text::sanitize_path;
use sha2::{Digest, Sha256};
use tempfile::{Builder, NamedTempFile};

/// The most bytes of a tournament's file, a manifest or a file of evidence. A manifest has some 300 bytes a contestant.
const TEXT_BYTES_MAX: u64 = 16 << 20;

/// The prefix of the names of files that are being written.
pub const UNFINISHED: &str = ".unfinished-";

/// The name of standard input on the command line, and of all that comes from a pipe.
pub const STDIN: &str = "-";

/// Whether a link is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// It is: the person named it.
    Follow,
    /// It is not: whoever made the folder put it there.
    Refuse,
}

/// Opens a plain file.
///
/// # Errors
/// If it is a folder, a pipe, a device or, where they are refused, a link; or the file system refuses.
pub fn open(path: &Path, links: Links) -> io::Result<File> {
    let metadata = match links {
        Links::Follow => fs::metadata(path)?,
        Links::Refuse => fs::symlink_metadata(path)?,
    };
    // Asked before it is opened: opening a pipe waits for somebody to write to it.
    if metadata.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
    }
    if !metadata.is_file() {
        return Err(io::Error::other("it is not a plain file"));
    }
    let file = system::open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("it is not a plain file")) }
}

/// Whether the open file is still the one at the path.
///
/// # Errors
/// If the file system refuses.
pub fn is_at(path: &Path, links: Links, file: &File) -> io::Result<bool> {
    let there = match links {
        Links::Follow => fs::metadata(path),
        Links::Refuse => fs::symlink_metadata(path),
    };
    match there {
        Ok(there) => Ok(system::is_same(&there, &file.metadata()?)),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            Ok(false)
        }
        Err(error) => Err(error),
    }
}

/// A path as short as it can be said, safe to be shown: `tournaments/../bots/eve.wasm` is `bots/eve.wasm`.
/// The address of a server stays as it is, and `-` is standard input.
#[must_use]
pub fn path_text(path: &Path) -> String {
    if path == Path::new(STDIN) {
        return "standard input".into();
    }
    // To a path two slashes are one.
    if path.to_str().is_some_and(|text| text.contains("://")) {
        return sanitize_path(path);
    }
    let mut short = PathBuf::new();
    for part in path.components() {
        let is_name = matches!(short.components().next_back(), Some(Component::Normal(_)));
        match part {
            Component::CurDir => {}
            Component::ParentDir if is_name => {
                short.pop();
            }
            part => short.push(part),
        }
    }
    // Behind a link the way back leads elsewhere.
    let is_same = short.canonicalize().ok() == path.canonicalize().ok();
    sanitize_path(if is_same && !short.as_os_str().is_empty() { &short } else { path })
}

/// The folder that a file is in, also where its path names none.
pub(crate) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A file's path from the root, the same however its folder is written. A link keeps its own name: other paths go from there.
pub(crate) fn absolute(file: &Path) -> PathBuf {
    file.file_name().map_or_else(|| real(file), |name| real(folder_of(file)).join(name))
}

/// A path without links, from the root.
pub(crate) fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// What came of something with a file, or nothing if that is not there.
///
/// # Errors
/// All others.
pub fn if_there<T>(done: io::Result<T>) -> io::Result<Option<T>> {
    match done {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        done => done.map(Some),
    }
}

/// SHA-256 of a text whose lines end in `\n`, whatever Git for Windows has made of them.
pub(crate) fn text_sha256(text: &[u8]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        match line.strip_suffix(b"\r\n") {
            Some(line) => hash.update([line, b"\n"].concat()),
            None => hash.update(line),
        }
    }
    hash.finalize().into()
}

/// The bytes of a plain file.
///
/// # Errors
/// If it cannot be opened or read, or has more than `bytes_max` bytes.
pub fn read(path: &Path, links: Links, bytes_max: u64) -> io::Result<Vec<u8>> {
    read_up_to(open(path, links)?, bytes_max)
}

/// The bytes of what is read.
///
/// # Errors
/// If it cannot be read; of the kind `FileTooLarge` if there are more than `bytes_max`.
pub fn read_up_to(from: impl Read, bytes_max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(bytes_max.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > bytes_max {
        let error = format!("it has more than {bytes_max} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, error));
    }
    Ok(bytes)
}

/// The text of a plain file.
///
/// # Errors
/// As of [`read`]; or it is not UTF-8.
pub fn read_text(path: &Path, links: Links) -> io::Result<String> {
    read_text_up_to(path, links, TEXT_BYTES_MAX)
}

/// Reads a text that has so many bytes at most.
///
/// # Errors
/// As of [`read_text`].
pub fn read_text_up_to(path: &Path, links: Links, bytes_max: u64) -> io::Result<String> {
    text_of(read(path, links, bytes_max)?)
}

/// The same from a pipe that a person named, or from standard input: it waits for whoever writes there.
///
/// # Errors
/// As of [`read_text`].
pub(crate) fn read_piped(path: &Path, bytes_max: u64) -> io::Result<String> {
    let from: Box<dyn Read> =
        if path == Path::new(STDIN) { Box::new(io::stdin()) } else { Box::new(File::open(path)?) };
    text_of(read_up_to(from, bytes_max)?)
}

/// Whether a path is standard input, a pipe or another open file of the shell, such as `/dev/fd/63`.
pub(crate) fn is_piped(path: &Path) -> bool {
    let is_pipe = || fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir());
    let is_open = |folder: &&str| path.starts_with(folder);
    path == Path::new(STDIN) || ["/dev/fd", "/dev/stdin", "/proc/self/fd"].iter().any(is_open) || is_pipe()
}

fn text_of(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"))
}

/// Puts these bytes in the place of a file's, or into a new file. Whatever happens, either all of the old bytes are there
/// or all of the new.
///
/// A link stays one. What is no plain file, such as `/dev/stdout`, is written to as it is.
///
/// # Errors
/// If the file system refuses.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = &real(path);
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return fs::write(path, bytes);
    }
    replace_here(path, bytes)
}

/// The same in a folder that somebody else may have made: whatever is there by this name is replaced, also a link.
///
/// # Errors
/// If the file system refuses.
pub fn replace_here(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let file = unfinished(folder_of(path), path)?;
    file.as_file().write_all(bytes)?;
    finish(file, path)
}

/// A file in `folder` that is to get the name `path`, by [`finish`], and is gone if it does not. It has the permissions
/// of a file that is there, or all that the user's umask allows.
pub(crate) fn unfinished(folder: &Path, path: &Path) -> io::Result<NamedTempFile> {
    let create = |path: &Path| File::options().read(true).write(true).create_new(true).open(path);
    let file = Builder::new().prefix(UNFINISHED).make_in(folder, create)?;
    if let Some(there) = fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file) {
        file.as_file().set_permissions(there.permissions())?;
    }
    Ok(file)
}

/// Gives a file that is written its name, in the place of one that is there.
pub(crate) fn finish(file: NamedTempFile, path: &Path) -> io::Result<()> {
    // A machine that stops may keep the name and lose the bytes, unless they are on the disk before.
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// Reads on as long as lines are short: a file that somebody sends may have no line's end, and more bytes than there is
/// memory.
#[derive(Debug)]
pub struct ShortLines<R> {
    reader: R,
    /// Bytes since the last line's end.
    line_bytes: usize,
}

/// The most bytes of a line that [`ShortLines`] reads.
const LINE_BYTES_MAX: usize = 1 << 20;

impl<R> ShortLines<R> {
    /// Reads from here.
    pub fn new(reader: R) -> Self {
        Self { reader, line_bytes: 0 }
    }
}

impl<R: Read> Read for ShortLines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.reader.read(buffer)?;
        for part in buffer[..bytes].split_inclusive(|byte| *byte == b'\n') {
            self.line_bytes += part.len();
            if self.line_bytes > LINE_BYTES_MAX {
                let text = format!("a line has more than {LINE_BYTES_MAX} bytes");
                return Err(io::Error::new(io::ErrorKind::InvalidData, text));
            }
            if part.ends_with(b"\n") {
                self.line_bytes = 0;
            }
        }
        Ok(bytes)
    }
}

/// Whether the machine is in trouble, as when its disk is full, and the person has made no mistake.
#[must_use]
pub fn is_trouble(error: &io::Error) -> bool {
    use io::ErrorKind as Kind;
    /// A device failed; too many files are open, in the system or in this process. These have no kind of their own.
    const EIO_ENFILE_EMFILE: [i32; 3] = [5, 23, 24];
    let error = of_system(error);
    let is_full = matches!(
        error.kind(),
        Kind::FileTooLarge | Kind::OutOfMemory | Kind::QuotaExceeded | Kind::StorageFull
    );
    let is_away = matches!(error.kind(), Kind::ResourceBusy | Kind::StaleNetworkFileHandle | Kind::TimedOut);
    is_full || is_away || error.raw_os_error().is_some_and(|number| EIO_ENFILE_EMFILE.contains(&number))
}

/// The reason why a file cannot be read, and what to do if it is `missing`.
pub(crate) fn unread(error: &io::Error, missing: &str) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => format!("no such file; {missing}"),
        _ => format!("it cannot be read: {error}"),
    }
}

/// The reason why something cannot be written, and what to do about it.
#[must_use]
pub fn unwritten(error: &io::Error) -> String {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    let error = of_system(error);
    // Where temporary files are is nobody's business who cannot make one.
    let text = error.to_string();
    let why = text.split_once(" at path ").map_or(text.as_str(), |(why, _)| why);
    let remedy = match error.kind() {
        StorageFull | QuotaExceeded => "make room",
        FileTooLarge => "raise the limit of a file's size (ulimit -f)",
        _ => "check the file system",
    };
    format!("{why}; {remedy}")
}

/// The message for a temporary file that cannot be used, with the reason `why` and what to do about it.
#[must_use]
pub fn no_temporary(why: &str) -> String {
    format!("a temporary file cannot be used: {why}, or name another folder in TMPDIR")
}

/// The error as the system had it, where a library has put it into another.
fn of_system(error: &io::Error) -> &io::Error {
    let mut inmost = error;
    while let Some(inner) = inmost.get_ref() {
        let in_csv = inner.downcast_ref::<csv::Error>().and_then(|error| match error.kind() {
            csv::ErrorKind::Io(error) => Some(error),
            _ => None,
        });
        let below = inner.source().and_then(|source| source.downcast_ref::<io::Error>());
        match in_csv.or(below) {
            Some(error) => inmost = error,
            None => break,
        }
    }
    inmost
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_full_disk_is_the_machines_trouble_and_a_missing_folder_a_mistake() {
        let of = |number: i32| io::Error::from_raw_os_error(number);
        let [enoent, eio, eacces, efbig, enospc] = [2, 5, 13, 27, 28].map(|number| is_trouble(&of(number)));
        assert_eq!((enoent, eacces), (false, false));
        assert_eq!((eio, efbig, enospc), (true, true, true));
        let wrapped = io::Error::from(csv::Error::from(of(28)));
        assert!(is_trouble(&wrapped));
        assert_eq!(unwritten(&wrapped), "No space left on device (os error 28); make room");
        let temporary = tempfile::tempfile_in("/proc/nowhere").expect_err("there is no such folder");
        let named = NamedTempFile::new_in("/proc/nowhere").expect_err("there is no such folder");
        for error in [temporary, named] {
            assert!(!unwritten(&error).contains("nowhere"), "{}", unwritten(&error));
        }
    }

    #[test]
    fn only_plain_files_are_read_and_no_more_than_the_bound() {
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        let (plain, link) = (folder.path().join("plain"), folder.path().join("link"));
        fs::write(&plain, "12345").expect("it can be written");
        symlink(&plain, &link).expect("it can be made");
        assert_eq!(read(&plain, Links::Refuse, 5).expect("it fits"), b"12345");
        assert_eq!(read(&link, Links::Follow, 5).expect("it fits"), b"12345");
        for (path, links, bytes_max) in [
            (plain.as_path(), Links::Follow, 4),
            (link.as_path(), Links::Refuse, 5),
            (folder.path(), Links::Follow, 5),
            (Path::new("/dev/zero"), Links::Follow, 5),
        ] {
            assert!(read(path, links, bytes_max).is_err(), "{}", path.display());
        }
    }

    #[test]
    fn a_file_is_replaced_as_a_whole_and_all_else_of_it_stays() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt};
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        let (plain, link) = (folder.path().join("plain"), folder.path().join("link"));
        replace(&plain, b"old").expect("it can be written");
        symlink("plain", &link).expect("it can be made");
        fs::set_permissions(&plain, fs::Permissions::from_mode(0o640)).expect("it is ours");
        // Whoever reads the old file reads it to its end.
        let mut reader = File::open(&plain).expect("it is there");
        replace(&link, b"new").expect("it can be written");
        let mut read = String::new();
        reader.read_to_string(&mut read).expect("it can be read");
        assert_eq!((read.as_str(), fs::read_to_string(&plain).expect("it is there")), ("old", "new".into()));
        assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
        assert_eq!(fs::metadata(&plain).expect("it is there").mode() & 0o777, 0o640);
        assert_eq!(fs::read_dir(folder.path()).expect("it can be read").count(), 2, "nothing is left");
    }

    #[test]
    fn what_is_no_plain_file_is_written_to_and_what_cannot_be_written_says_why() {
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        replace(Path::new("/dev/null"), b"gone").expect("it takes everything");
        assert!(!fs::metadata("/dev/null").expect("it is there").is_file());
        let told =
            |path: &str| replace(&folder.path().join(path), b"").expect_err("it cannot be").to_string();
        assert_eq!(told("nowhere/file"), "No such file or directory (os error 2)");
        assert_eq!(told(""), "Is a directory (os error 21)");
    }

    #[test]
    fn a_path_is_shown_without_ways_back() {
        let say = |path: &str| path_text(Path::new(path));
        assert_eq!(say("nowhere/../bots/./eve.wasm"), "bots/eve.wasm");
        assert_eq!(say("../../bots/eve.wasm"), "../../bots/eve.wasm");
        assert_eq!(say("a/b/../../../c"), "../c");
        assert_eq!(say("a/.."), "a/..", "nothing would be left");
        assert_eq!(say("http://127.0.0.1:8080"), "http://127.0.0.1:8080", "it is no path");
    }

    #[test]
    fn behind_a_link_the_way_back_is_told() {
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        let at = |path: &str| folder.path().join(path);
        fs::create_dir_all(at("far/away")).expect("it can be made");
        fs::write(at("far/eve.wasm"), "").expect("it can be written");
        symlink("far/away", at("near")).expect("it can be made");
        assert!(path_text(&at("near/../eve.wasm")).ends_with("near/../eve.wasm"));
        assert!(!path_text(&at("far/away/../eve.wasm")).contains(".."));
    }

    #[test]
    fn lines_without_an_end_are_not_read_into_memory() {
        let lines = b"a line\n".repeat(LINE_BYTES_MAX);
        let read = io::copy(&mut ShortLines::new(&lines[..]), &mut io::sink());
        assert_eq!(read.expect("they are short"), 7 << 20);
        let endless = io::repeat(0).take(100 << 20);
        let refused = io::copy(&mut ShortLines::new(endless), &mut io::sink()).expect_err("it has no end");
        assert_eq!(refused.to_string(), "a line has more than 1048576 bytes");
    }
}
