//! Random numbers from a game's seed, the same ones on every machine.

/// A seeded random generator.
///
/// Numbers are drawn 32 bits at a time whatever the machine's word is, so a bot
/// plays the same game natively and in the judge.
#[derive(Clone, Debug)]
pub struct Random(fastrand::Rng);

impl Random {
    /// A generator for a game's `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    /// A number from 0 to `bound` − 1, each as likely as any other.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        self.0.u32(..bound)
    }

    /// One of `items`, each as likely as any other.
    ///
    /// # Panics
    /// If there is none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.index(items.len())]
    }

    /// Puts `items` in random order, each order as likely as any other.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }

    fn index(&mut self, len: usize) -> usize {
        let bound = u32::try_from(len).expect("a list has fewer than 2^32 items");
        self.below(bound) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn a_seed_gives_the_same_numbers_everywhere() {
        let mut random = Random::new(20_141_031);
        let numbers: Vec<u32> = (0..6).map(|_| random.below(100)).collect();
        let mut items: Vec<u32> = (0..8).collect();
        random.shuffle(&mut items);
        assert_eq!((numbers, items), (vec![97, 26, 65, 39, 78, 21], vec![6, 0, 5, 3, 4, 1, 7, 2]));
    }

    #[test]
    fn all_numbers_below_the_bound_come_up() {
        let mut random = Random::new(1);
        let mut seen = [0_u32; 5];
        for _ in 0..5000 {
            seen[random.below(5) as usize] += 1;
        }
        assert!(seen.iter().all(|&count| (900..1100).contains(&count)), "{seen:?}");
    }
}
