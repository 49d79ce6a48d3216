//! The canonical ABI of the component model, driven by types: values into the numbers and bytes of a core module, and back.
//!
//! The twin of `judge/page/web/engine/abi.js`. Checks, their order and their words are those of wasmtime's components, so
//! that results do not depend on the way a bot is called.

use std::str::Utf8Error;

use crate::types::{FLAT_PARAMS_MAX, Function, Layout, Type};
use crate::value::{Reader, Value};

/// The most core values of a call.
pub const CORES_MAX: usize = FLAT_PARAMS_MAX;

/// The receiver of a call's arguments: core values, and bytes in a bot's memory.
pub trait Target {
    /// The reason why the bot stopped.
    type Error;

    /// Appends a core value, of [`CORES_MAX`]. An `i32` is the lower half of the word, and the upper half is zero.
    fn push(&mut self, word: u64);

    /// Has the bot make room for `size` bytes, at a multiple of `align`, and returns its address.
    ///
    /// # Errors
    /// The reason why the bot stopped, or that there is no such room.
    fn make_room(&mut self, size: usize, align: u32) -> Result<u32, Self::Error>;

    /// Writes to room that was made.
    fn write(&mut self, at: u32, bytes: &[u8]);
}

/// The mistake in an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the texts tell")]
pub enum Malformed {
    #[error("return pointer not aligned")]
    AnswerNotAligned,
    #[error("pointer out of bounds of memory")]
    AnswerOutside,
    #[error("list pointer is not aligned")]
    ListNotAligned,
    #[error("list pointer/length out of bounds of memory")]
    ListOutside,
    #[error("string pointer/length out of bounds of memory")]
    StringOutside,
    #[error(
        "too much data is being copied between the host and the guest: fuel allocated for hostcalls has been exhausted"
    )]
    TooLong,
    #[error("{0}")]
    NotUtf8(Utf8Error),
    #[error("unexpected discriminant: {0}")]
    Case(u8),
    #[error("invalid option discriminant")]
    OptionCase,
}

/// Turns the arguments of a call into core values, and bytes in a bot's memory.
///
/// # Errors
/// The error of `target`.
#[inline]
pub fn lower<T: Target>(function: &Function, arguments: &Value, target: &mut T) -> Result<(), T::Error> {
    let mut reader = arguments.reader();
    let params = &function.params;
    if function.are_params_in_memory() {
        let at = target.make_room(params.layout.size as usize, params.layout.align)?;
        target.push(at.into());
        return store_leaves(&params.leaves, &mut reader, target, at);
    }
    for (ty, _) in &params.leaves {
        // Most are numbers, and most turns are short.
        match ty {
            Type::U64 => target.push(reader.number()),
            Type::U32 | Type::U8 => target.push(reader.number() & u64::from(u32::MAX)),
            _ => flatten(ty, &mut reader, target)?,
        }
    }
    Ok(())
}

/// Appends a value as core values.
fn flatten<T: Target>(ty: &Type, from: &mut Reader<'_>, to: &mut T) -> Result<(), T::Error> {
    match ty {
        Type::U64 | Type::S64 => to.push(from.number()),
        Type::String | Type::List(_) => {
            let (at, length) = store_list(ty, from, to)?;
            to.push(at.into());
            to.push(length.into());
        }
        Type::Record(record) | Type::Tuple(record) => {
            return record.leaves.iter().try_for_each(|(ty, _)| flatten(ty, from, to));
        }
        Type::Option(_) | Type::Variant(_) | Type::Result(_) => flatten_case(ty, from, to)?,
        _ => to.push(from.number() & u64::from(u32::MAX)),
    }
    Ok(())
}

fn flatten_case<T: Target>(ty: &Type, from: &mut Reader<'_>, to: &mut T) -> Result<(), T::Error> {
    let case = from.case();
    to.push(case.into());
    let payload = payload(ty, case);
    if let Some(payload) = payload {
        flatten(payload, from, to)?;
    }
    // What other cases have room for is zero.
    let pushed = 1 + payload.map_or(0, Type::cores_len);
    (pushed..ty.cores_len()).for_each(|_| to.push(0));
    Ok(())
}

/// The payload of a case in a value of ours.
fn payload(ty: &Type, case: u32) -> Option<&Type> {
    match ty {
        Type::Option(ty) => (case != 0).then_some(ty),
        Type::Variant(variant) | Type::Result(variant) => variant.cases[case as usize].1.as_ref(),
        _ => None,
    }
}

/// Writes a value to memory.
fn store<T: Target>(ty: &Type, from: &mut Reader<'_>, to: &mut T, at: u32) -> Result<(), T::Error> {
    match ty {
        Type::String | Type::List(_) => {
            let (list, length) = store_list(ty, from, to)?;
            to.write(at, &list.to_le_bytes());
            to.write(at + 4, &length.to_le_bytes());
        }
        Type::Record(record) | Type::Tuple(record) => store_leaves(&record.leaves, from, to, at)?,
        Type::Option(_) | Type::Variant(_) | Type::Result(_) => {
            let case = from.case();
            to.write(at, &case.to_le_bytes()[..1]);
            if let Some(payload) = payload(ty, case) {
                store(payload, from, to, at + payload_at(ty))?;
            }
        }
        _ => to.write(at, &from.number().to_le_bytes()[..ty.layout().size as usize]),
    }
    Ok(())
}

fn store_leaves<T: Target>(
    leaves: &[(Type, u32)],
    from: &mut Reader<'_>,
    to: &mut T,
    at: u32,
) -> Result<(), T::Error> {
    leaves.iter().try_for_each(|(ty, offset)| store(ty, from, to, at + offset))
}

fn payload_at(ty: &Type) -> u32 {
    match ty {
        Type::Option(ty) => ty.layout().align,
        Type::Variant(variant) | Type::Result(variant) => variant.layout.align,
        _ => 0,
    }
}

/// Writes what a list holds, and says where and how many that is.
fn store_list<T: Target>(ty: &Type, from: &mut Reader<'_>, to: &mut T) -> Result<(u32, u32), T::Error> {
    let length = |length: usize| u32::try_from(length).expect("our lists are shorter");
    let item = match ty {
        Type::List(item) if !item.is_byte() => item,
        _ => {
            let bytes = from.bytes();
            let at = to.make_room(bytes.len(), 1)?;
            to.write(at, bytes);
            return Ok((at, length(bytes.len())));
        }
    };
    let (count, Layout { size, align }) = (from.list(), item.layout());
    let at = to.make_room(count * size as usize, align)?;
    for i in 0..length(count) {
        store(item, from, to, at + i * size)?;
    }
    Ok((at, length(count)))
}

/// Turns the value that a function returned into its answer, which is appended to `answer`. Its lists and strings may
/// have `bytes_max` together.
///
/// # Errors
/// The mistake in the answer.
#[inline]
pub fn lift(
    function: &Function,
    returned: u64,
    memory: &[u8],
    bytes_max: usize,
    answer: &mut Value,
) -> Result<(), Malformed> {
    let Some(ty) = &function.result else { return Ok(()) };
    let mut lift = Lift { memory, bytes_left: bytes_max };
    if !function.is_result_in_memory() {
        return lift.unflatten(ty, returned, answer);
    }
    #[expect(clippy::cast_possible_truncation, reason = "addresses are 32 bits")]
    let (at, Layout { size, align }) = (returned as u32 as usize, ty.layout());
    if !at.is_multiple_of(align as usize) {
        return Err(Malformed::AnswerNotAligned);
    }
    let value = memory.get(at..).and_then(|rest| rest.get(..size as usize));
    lift.load(ty, value.ok_or(Malformed::AnswerOutside)?, answer)
}

/// A bot's memory, and how much of it may still be copied.
struct Lift<'a> {
    memory: &'a [u8],
    bytes_left: usize,
}

impl Lift<'_> {
    /// Takes a value from the one core value that it is passed as.
    fn unflatten(&mut self, ty: &Type, word: u64, to: &mut Value) -> Result<(), Malformed> {
        match ty {
            Type::Record(record) | Type::Tuple(record) => {
                record.leaves.iter().try_for_each(|(ty, _)| self.unflatten(ty, word, to))
            }
            // Cases beyond a byte do not exist either.
            Type::Enum(_) | Type::Variant(_) | Type::Result(_) => {
                let case = u8::try_from(word & u64::from(u32::MAX)).unwrap_or(u8::MAX);
                to.case(known(ty, case)?.into());
                Ok(())
            }
            _ => self.load(ty, &word.to_le_bytes(), to),
        }
    }

    /// Reads a value from its bytes.
    fn load(&mut self, ty: &Type, bytes: &[u8], to: &mut Value) -> Result<(), Malformed> {
        match ty {
            Type::U8 => to.number(bytes[0]),
            Type::Bool => to.number(bytes[0] != 0),
            Type::S8 => to.signed(bytes[0].cast_signed()),
            Type::U16 => to.number(u16::from_le_bytes(first(bytes))),
            Type::S16 => to.signed(i16::from_le_bytes(first(bytes))),
            Type::U32 => to.number(u32::from_le_bytes(first(bytes))),
            Type::S32 => to.signed(i32::from_le_bytes(first(bytes))),
            Type::U64 | Type::S64 => to.number(u64::from_le_bytes(first(bytes))),
            Type::Enum(_) => to.case(known(ty, bytes[0])?.into()),
            Type::String | Type::List(_) => {
                let [at, length] = [bytes, &bytes[4..]].map(|word| u32::from_le_bytes(first(word)) as usize);
                self.load_list(ty, at, length, to)?;
            }
            Type::Record(record) | Type::Tuple(record) => {
                for (ty, offset) in &record.leaves {
                    match ty {
                        Type::U8 => to.number(bytes[*offset as usize]),
                        _ => self.load(ty, &bytes[*offset as usize..], to)?,
                    }
                }
            }
            Type::Option(_) | Type::Variant(_) | Type::Result(_) => {
                let case = known(ty, bytes[0])?.into();
                to.case(case);
                if let Some(payload) = payload(ty, case) {
                    self.load(payload, &bytes[payload_at(ty) as usize..], to)?;
                }
            }
        }
        Ok(())
    }

    fn load_list(&mut self, ty: &Type, at: usize, length: usize, to: &mut Value) -> Result<(), Malformed> {
        let Type::List(item) = ty else {
            to.text(text(self.memory, at, length, self.bytes_left)?);
            self.bytes_left -= length;
            return Ok(());
        };
        let Layout { size, align } = item.layout();
        let range = length.checked_mul(size as usize).and_then(|bytes| Some(at..at.checked_add(bytes)?));
        let bytes = range.and_then(|range| self.memory.get(range)).ok_or(Malformed::ListOutside)?;
        self.bytes_left = self.bytes_left.checked_sub(bytes.len()).ok_or(Malformed::TooLong)?;
        if !at.is_multiple_of(align as usize) {
            return Err(Malformed::ListNotAligned);
        }
        if item.is_byte() {
            to.bytes(bytes);
            return Ok(());
        }
        to.list(length);
        bytes.chunks_exact(size as usize).try_for_each(|bytes| self.load(item, bytes, to))
    }
}

/// A text in a bot's memory, which may have `bytes_max`.
///
/// # Errors
/// The mistake in it.
pub fn text(memory: &[u8], at: usize, length: usize, bytes_max: usize) -> Result<&str, Malformed> {
    let bytes = at.checked_add(length).and_then(|end| memory.get(at..end)).ok_or(Malformed::StringOutside)?;
    if length > bytes_max {
        return Err(Malformed::TooLong);
    }
    std::str::from_utf8(bytes).map_err(Malformed::NotUtf8)
}

/// The bytes of a number, of which there are enough: the whole value lies in memory.
fn first<const N: usize>(bytes: &[u8]) -> [u8; N] {
    *bytes.first_chunk().expect("a value has the bytes of its parts")
}

/// A case, if the type has it.
fn known(ty: &Type, case: u8) -> Result<u8, Malformed> {
    let cases = match ty {
        Type::Option(_) if case > 1 => return Err(Malformed::OptionCase),
        Type::Enum(cases) => cases.len(),
        Type::Variant(variant) | Type::Result(variant) => variant.cases.len(),
        _ => return Ok(case),
    };
    if usize::from(case) < cases { Ok(case) } else { Err(Malformed::Case(case)) }
}

#[cfg(test)]
mod tests;
