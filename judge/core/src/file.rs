//! Files from strangers: only plain files are opened, and no more is read than a bound.
//!
//! A pipe would hang the judge, and a device such as `/dev/zero` never ends.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The most bytes of a tournament's file, a manifest or a file of evidence. A manifest has some 300 bytes a contestant.
const TEXT_BYTES_MAX: u64 = 16 << 20;

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
    let file = File::open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("it is not a plain file")) }
}

/// The bytes of a plain file.
///
/// # Errors
/// If it cannot be opened or read, or has more than `bytes_max` bytes.
pub fn read(path: &Path, links: Links, bytes_max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path, links)?.take(bytes_max + 1).read_to_end(&mut bytes)?;
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
    let bytes = read(path, links, TEXT_BYTES_MAX)?;
    String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

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
}
