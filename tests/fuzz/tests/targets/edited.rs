//! Inputs that are nearly right: a good one, with a few changes.

use bolero::TypeGenerator;
use bolero::generator::*;

/// One of the good inputs, and what is changed in it.
#[derive(Clone, Debug, TypeGenerator)]
pub(crate) struct Edited {
    good: u8,
    #[generator(produce::<Vec<Edit>>().with().len(0usize..6))]
    edits: Vec<Edit>,
}

/// A change; places and lengths are taken modulo what there is.
#[derive(Clone, Debug, TypeGenerator)]
enum Edit {
    Put { at: u16, byte: u8 },
    Insert { at: u16, byte: u8 },
    Cut { at: u16, length: u8 },
    Copy { from: u16, length: u8, to: u16 },
    Borrow { good: u8, from: u16, length: u8, to: u16 },
}

impl Edited {
    /// The input, made of one of `good`.
    pub(crate) fn of<T: AsRef<[u8]>>(&self, good: &[T]) -> Vec<u8> {
        let nth = |number: u8| good[usize::from(number) % good.len()].as_ref();
        let mut bytes = nth(self.good).to_vec();
        for edit in &self.edits {
            match *edit {
                Edit::Put { at, byte } => {
                    let at = place(at, &bytes);
                    if let Some(old) = bytes.get_mut(at) {
                        *old = byte;
                    }
                }
                Edit::Insert { at, byte } => bytes.insert(place(at, &bytes), byte),
                Edit::Cut { at, length } => drop(bytes.drain(range(at, length, &bytes))),
                Edit::Copy { from, length, to } => {
                    let copied = bytes[range(from, length, &bytes)].to_vec();
                    let to = place(to, &bytes);
                    bytes.splice(to..to, copied);
                }
                Edit::Borrow { good, from, length, to } => {
                    let other = nth(good);
                    let to = place(to, &bytes);
                    bytes.splice(to..to, other[range(from, length, other)].iter().copied());
                }
            }
        }
        bytes
    }
}

/// A place in `bytes`, or just after them.
fn place(at: u16, bytes: &[u8]) -> usize {
    usize::from(at) % (bytes.len() + 1)
}

fn range(from: u16, length: u8, bytes: &[u8]) -> std::ops::Range<usize> {
    let from = place(from, bytes);
    from..bytes.len().min(from + usize::from(length))
}
