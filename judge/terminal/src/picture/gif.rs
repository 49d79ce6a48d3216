//! Pictures as an animated GIF: one palette for all, and of each picture only the rows that changed.

use std::borrow::Cow;
use std::collections::BTreeMap;

use ::gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::pixels::Pixels;
use super::{Colour, Picture};

/// Colours of a palette.
const COLOURS: usize = 256;
/// The larger side in pixels.
const SIDE: u16 = 480;
/// The duration of a turn, and of the last, in hundredths of a second.
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
    let fits = "bytes in memory take all";
    let mut gif = Encoder::new(Vec::new(), first.width, first.height, &colours.concat()).expect(fits);
    gif.set_repeat(Repeat::Infinite).expect(fits);
    let mut before: Option<Vec<u8>> = None;
    for (number, frame) in frames.iter().enumerate() {
        let now = placed(&frame.colours, &places);
        let width = usize::from(frame.width);
        let (top, bottom) = rows(&now, before.as_deref(), width);
        let part = Frame {
            delay: if number + 1 == frames.len() { LAST_STAYS } else { STAYS },
            dispose: DisposalMethod::Keep,
            top: row(top),
            width: frame.width,
            height: row(bottom - top),
            buffer: Cow::Borrowed(&now[top * width..bottom * width]),
            ..Frame::default()
        };
        gif.write_frame(&part).expect(fits);
        before = Some(now);
    }
    gif.into_inner().expect(fits)
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
