//! Names of contestants: one rule, so that they are safe wherever they are shown.

use std::fmt;

/// A contestant's name: 1 to 32 ASCII letters, digits, `-`, `_` and `.`, the first a letter or digit.
///
/// So a name is a file name everywhere, starts no formula in a spreadsheet, moves
/// no terminal's cursor, and looks like no other name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(String);

/// The text cannot be a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} cannot be a name: use 1 to 32 letters, digits, '-', '_' and '.' of ASCII, the first a letter or digit, and no name that Windows keeps for devices"
)]
pub struct InvalidName(pub String);

impl Name {
    const LENGTH_MAX: usize = 32;

    /// Takes a name that keeps the rule.
    ///
    /// # Errors
    /// If it does not.
    pub fn new(text: &str) -> Result<Self, InvalidName> {
        let fits = (1..=Self::LENGTH_MAX).contains(&text.len());
        let allowed = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let valid = fits
            && text.starts_with(|c: char| c.is_ascii_alphanumeric())
            && text.chars().all(allowed)
            && !is_reserved(text);
        if valid { Ok(Self(text.to_owned())) } else { Err(InvalidName(text.chars().take(64).collect())) }
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name in lower case, which no two contestants may share.
    #[must_use]
    pub fn folded(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

/// Names that Windows keeps for devices, also with an ending: `con`, `nul.wasm`, `com1`.
fn is_reserved(text: &str) -> bool {
    let stem = text.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let numbered =
        |port: &str| stem.strip_prefix(port).is_some_and(|n| matches!(n.as_bytes(), [b'1'..=b'9']));
    ["con", "prn", "aux", "nul"].contains(&stem.as_str()) || numbered("com") || numbered("lpt")
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Name;

    #[test]
    fn plain_names_are_names() {
        for text in ["a", "density", "Bob-2", "console", "com0", "x_1.5", "0", &"a".repeat(32)] {
            assert_eq!(Name::new(text).map(|name| name.to_string()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn what_could_mislead_or_escape_is_no_name() {
        let too_long = "a".repeat(33);
        for text in [
            "",
            "-a",
            ".a",
            "_a",
            "=1",
            "a b",
            "a/b",
            "é",
            "\u{430}",
            "a\n",
            "a\u{1b}[2J",
            "con",
            "NUL.x",
            "com1",
            &too_long,
        ] {
            assert!(Name::new(text).is_err(), "{text:?}");
        }
    }
}
