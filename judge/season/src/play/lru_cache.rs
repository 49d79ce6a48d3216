//! Things that are kept as long as there is room for them: those that were used last.

use std::collections::VecDeque;

/// Things by their keys, the one that was used last at the end.
pub struct LruCache<K, V> {
    all: VecDeque<(K, V)>,
    pub(crate) most: usize,
    bytes_max: u64,
    bytes: fn(&V) -> u64,
}

impl<K: PartialEq, V> LruCache<K, V> {
    /// Room for so many things and so many bytes, of which each has some.
    pub fn new(most: usize, bytes_max: u64, bytes: fn(&V) -> u64) -> Self {
        Self { all: VecDeque::new(), most, bytes_max, bytes }
    }

    /// Keeps a thing, in the place of one with the same key.
    pub fn keep(&mut self, key: K, value: V) {
        self.take(&key);
        self.all.push_back((key, value));
        let bytes = |all: &VecDeque<(K, V)>| all.iter().map(|(_, value)| (self.bytes)(value)).sum::<u64>();
        while self.all.len() > self.most || bytes(&self.all) > self.bytes_max {
            self.all.pop_front();
        }
    }

    /// A thing, which is used now.
    pub fn get(&mut self, key: &K) -> Option<&V> {
        let place = self.all.iter().position(|(kept, _)| kept == key)?;
        let used = self.all.remove(place)?;
        self.all.push_back(used);
        self.all.back().map(|(_, value)| value)
    }

    /// Takes a thing out.
    pub fn take(&mut self, key: &K) -> Option<V> {
        let place = self.all.iter().position(|(kept, _)| kept == key)?;
        self.all.remove(place).map(|(_, value)| value)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.all.len()
    }
}
