//! Seeds: how a tournament's one number becomes everybody's own.

use std::fmt;

use sha2::{Digest, Sha256};

/// The number that random numbers are drawn from.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(pub u64);

impl Seed {
    /// A seed of this one's, another for each list of `parts`.
    ///
    /// It is the first eight bytes, little-endian, of the SHA-256 of the parent's
    /// bytes and of each part with its length before it; so it tells nothing about
    /// its parent or its siblings.
    pub fn derive(self, parts: &[&str]) -> Self {
        let mut hash = Sha256::new_with_prefix(self.0.to_le_bytes());
        for part in parts {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        let digest = hash.finalize();
        let first = digest.first_chunk().expect("a digest has 32 bytes");
        Self(u64::from_le_bytes(*first))
    }

    /// The seed as a spreadsheet leaves it: decimal digits would be rounded to a float's precision.
    #[must_use]
    pub fn hex(self) -> String {
        format!("{:#018x}", self.0)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::Seed;

    #[test]
    fn a_derived_seed_never_changes() {
        assert_eq!(
            Seed(20_141_031).derive(&["round", "density", "hunter", "1"]),
            Seed(13_841_500_113_548_677_756)
        );
    }

    #[test]
    fn a_seed_in_hexadecimal_has_all_its_digits() {
        assert_eq!(
            [0, 255, u64::MAX].map(|seed| Seed(seed).hex()),
            ["0x0000000000000000", "0x00000000000000ff", "0xffffffffffffffff"]
        );
    }

    #[test]
    fn parts_are_kept_apart() {
        assert_ne!(Seed(1).derive(&["ab", "c"]), Seed(1).derive(&["a", "bc"]));
        assert_ne!(Seed(1).derive(&["a"]), Seed(1).derive(&["a", ""]));
        assert_ne!(Seed(1).derive(&["a"]), Seed(2).derive(&["a"]));
    }
}
