//! One path seen from another, so that results and tournament may be moved together.

use std::path::{Component, Path, PathBuf};

/// The way from `folder` to `file`, with `/` between folders; `file` itself if there is none.
pub(super) fn from_folder(folder: &Path, file: &Path) -> String {
    let way = way(&real(folder), &absolute(file)).unwrap_or_else(|| file.to_owned());
    let part = |part: Component<'_>| part.as_os_str().to_string_lossy().into_owned();
    way.components().map(part).collect::<Vec<_>>().join("/")
}

/// A file's path from the root. One that is a link is meant by its own name: other paths go from there.
pub(super) fn absolute(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    file.file_name().map_or_else(|| real(file), |name| real(folder).join(name))
}

/// A path without links, from the root.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// A way from a folder, as it is from a folder in it.
pub(super) fn one_down(way: &str) -> String {
    if Path::new(way).is_absolute() { way.to_owned() } else { format!("../{way}") }
}

/// The way between two absolute paths, if they have a beginning in common.
fn way(from: &Path, to: &Path) -> Option<PathBuf> {
    let common = from.components().zip(to.components()).take_while(|(from, to)| from == to).count();
    let up = from.components().skip(common).map(|_| Component::ParentDir);
    (common > 0).then(|| up.chain(to.components().skip(common)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_goes_up_to_what_is_common_and_down_again() {
        let way = |from: &str, to: &str| way(Path::new(from), Path::new(to));
        assert_eq!(way("/a/results/cup", "/a/cup.toml"), Some("../../cup.toml".into()));
        assert_eq!(way("/a", "/a/b/cup.toml"), Some("b/cup.toml".into()));
        assert_eq!(way("a", "b"), None);
    }
}
