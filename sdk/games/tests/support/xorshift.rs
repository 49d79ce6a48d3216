//! Random numbers, the same in every run.

/// Marsaglia's xorshift.
pub(crate) struct Random(u64);

impl Random {
    /// A generator; the seed must not be 0.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 64 bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number from 0 up to, but not including, `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.bits() >> 33).expect("31 bits") % bound
    }

    /// One of `items`.
    pub(crate) fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }
}
