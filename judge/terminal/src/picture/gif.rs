//! Pictures as an animated GIF: one palette for all, and of each picture only the rows that changed.

use std::collections::BTreeMap;

use super::pixels::Pixels;
use super::{Colour, Picture};

/// Colours of a palette, and codes of a dictionary.
const COLOURS: usize = 256;
const CODES_MAX: u16 = 4096;
/// The larger side in pixels.
const SIDE: u16 = 480;
/// How long a turn stays, and the last, in hundredths of a second.
const STAYS: u16 = 60;
const LAST_STAYS: u16 = 250;

/// An animated picture that begins anew when it is over.
///
/// # Panics
/// If there is no picture.
#[must_use]
pub fn gif(pictures: &[Picture]) -> Vec<u8> {
    let frames: Vec<Pixels> = Pixels::of_all(pictures, SIDE);
    let first = frames.first().expect("a game has a first position");
    let (colours, places) = palette(&frames);
    let mut out = b"GIF89a".to_vec();
    put16(&mut out, first.width);
    put16(&mut out, first.height);
    out.extend([0xf7, 0, 0]);
    out.extend(colours.iter().flatten());
    out.resize(out.len() + 3 * (COLOURS - colours.len()), 0);
    out.extend([0x21, 0xff, 11]);
    out.extend(b"NETSCAPE2.0");
    out.extend([3, 1, 0, 0, 0]);
    let mut before: Option<Vec<u8>> = None;
    for (number, frame) in frames.iter().enumerate() {
        let now = placed(&frame.colours, &places);
        let (top, bottom) = rows(&now, before.as_deref(), usize::from(frame.width));
        out.extend([0x21, 0xf9, 4, 4]);
        put16(&mut out, if number + 1 == frames.len() { LAST_STAYS } else { STAYS });
        out.extend([0, 0, 0x2c]);
        put16(&mut out, 0);
        put16(&mut out, row(top));
        put16(&mut out, frame.width);
        put16(&mut out, row(bottom - top));
        out.push(0);
        let width = usize::from(frame.width);
        compress(&mut out, &now[top * width..bottom * width]);
        before = Some(now);
    }
    out.push(0x3b);
    out
}

fn put16(out: &mut Vec<u8>, value: u16) {
    out.extend(value.to_le_bytes());
}

fn row(number: usize) -> u16 {
    u16::try_from(number).expect("a picture has fewer rows")
}

/// The colours that are used most, and for each colour its place among them, or that of the nearest.
fn palette(frames: &[Pixels]) -> (Vec<Colour>, BTreeMap<Colour, u8>) {
    let mut used: BTreeMap<Colour, usize> = BTreeMap::new();
    for frame in frames {
        for run in frame.colours.chunk_by(|one, other| one == other) {
            *used.entry(run[0]).or_default() += run.len();
        }
    }
    let mut by_use: Vec<(Colour, usize)> = used.into_iter().collect();
    by_use.sort_by_key(|(colour, count)| (std::cmp::Reverse(*count), *colour));
    let colours: Vec<Colour> = by_use.iter().take(COLOURS).map(|(colour, _)| *colour).collect();
    let distance = |one: Colour, other: Colour| -> u32 {
        one.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    let nearest = |colour: Colour| {
        let places = (0..=u8::MAX).zip(&colours);
        places.min_by_key(|(_, known)| distance(**known, colour)).map_or(0, |(place, _)| place)
    };
    let places = by_use.iter().map(|(colour, _)| (*colour, nearest(*colour))).collect();
    (colours, places)
}

/// Pixels by the places of their colours.
fn placed(colours: &[Colour], places: &BTreeMap<Colour, u8>) -> Vec<u8> {
    let runs = colours.chunk_by(|one, other| one == other);
    runs.flat_map(|run| std::iter::repeat_n(places[&run[0]], run.len())).collect()
}

/// The rows that are others than before: the first, and the one behind the last.
fn rows(now: &[u8], before: Option<&[u8]>, width: usize) -> (usize, usize) {
    let all = now.len() / width;
    let Some(before) = before else { return (0, all) };
    let differs = |row: &usize| now[row * width..(row + 1) * width] != before[row * width..(row + 1) * width];
    let top = (0..all).find(differs).unwrap_or(0);
    let bottom = (0..all).rev().find(differs).map_or(top + 1, |row| row + 1);
    (top, bottom)
}

/// Codes of growing size as blocks of bytes.
struct Codes<'a> {
    out: &'a mut Vec<u8>,
    block: Vec<u8>,
    held: u32,
    bits: u32,
}

impl Codes<'_> {
    fn write(&mut self, code: u16, size: u32) {
        self.held |= u32::from(code) << self.bits;
        self.bits += size;
        while self.bits >= 8 {
            self.push();
        }
    }

    fn push(&mut self) {
        self.block.push(self.held.to_le_bytes()[0]);
        self.held >>= 8;
        self.bits = self.bits.saturating_sub(8);
        if self.block.len() == 255 {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if let Ok(length @ 1..) = u8::try_from(self.block.len()) {
            self.out.push(length);
            self.out.append(&mut self.block);
        }
    }
}

/// Pixels by the method of Lempel, Ziv and Welch.
fn compress(out: &mut Vec<u8>, pixels: &[u8]) {
    const CLEAR: u16 = 256;
    const END: u16 = 257;
    out.push(8);
    let mut codes = Codes { out, block: Vec::new(), held: 0, bits: 0 };
    // For each code and the pixel after it the longer code; 0 if there is none.
    let mut known = vec![0_u16; usize::from(CODES_MAX) * COLOURS];
    let (mut next, mut size) = (END + 1, 9);
    codes.write(CLEAR, size);
    let mut prefix = u16::from(pixels[0]);
    for &pixel in &pixels[1..] {
        let place = usize::from(prefix) * COLOURS + usize::from(pixel);
        if known[place] != 0 {
            prefix = known[place];
            continue;
        }
        codes.write(prefix, size);
        if next == CODES_MAX {
            codes.write(CLEAR, size);
            known.fill(0);
            (next, size) = (END + 1, 9);
        } else {
            known[place] = next;
            // A code has as many bits as the largest that may come.
            if next == 1 << size {
                size += 1;
            }
            next += 1;
        }
        prefix = u16::from(pixel);
    }
    codes.write(prefix, size);
    codes.write(END, size);
    if codes.bits > 0 {
        codes.push();
    }
    codes.flush();
    out.push(0);
}
