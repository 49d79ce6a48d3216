//! Pictures with one palette for all, as an animated GIF: of each picture only what is another than before.

use std::borrow::Cow;
use std::collections::BTreeMap;

use ::gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::pixels::Pixels;
use super::{Colour, Picture};

/// Colours of a palette. The place behind the last one stands for what is as it was.
const COLOURS: usize = 255;
const SAME: u8 = 255;
/// The duration of a turn, and of the last, in hundredths of a second.
const STAYS: u16 = 60;
const LAST_STAYS: u16 = 300;

/// Pictures of one size.
pub struct Indexed {
    /// Pixels from left to right.
    pub width: u16,
    /// Pixels from top to bottom.
    pub height: u16,
    /// The colours: red, green and blue.
    pub palette: Vec<Colour>,
    /// The places of the pixels' colours, row by row, of each picture.
    pub pictures: Vec<Vec<u8>>,
}

impl Indexed {
    /// Draws pictures, whose larger side has so many pixels.
    #[must_use]
    pub fn of(pictures: &[Picture], side: u16) -> Self {
        let frames = Pixels::of_all(pictures, side);
        let (palette, places) = palette(&frames);
        let (width, height) = frames.first().map_or((1, 1), |first| (first.width, first.height));
        let mut pictures: Vec<Vec<u8>> = Vec::new();
        for (number, frame) in frames.iter().enumerate() {
            let mut picture = pictures.last().cloned().unwrap_or_else(|| vec![0; frame.colours.len()]);
            for (at, colour) in new_in(&frames, number) {
                picture[at] = places[&colour];
            }
            pictures.push(picture);
        }
        Self { width, height, palette, pictures }
    }

    /// An animated picture that begins anew when it is over.
    ///
    /// # Panics
    /// Never: memory takes all bytes.
    #[must_use]
    pub fn gif(&self) -> Vec<u8> {
        let fits = "bytes in memory take all";
        let mut gif = Encoder::new(Vec::new(), self.width, self.height, &self.palette.concat()).expect(fits);
        gif.set_repeat(Repeat::Infinite).expect(fits);
        for (number, now) in self.pictures.iter().enumerate() {
            let before = number.checked_sub(1).map(|before| &self.pictures[before]);
            let new = |(place, &colour): (usize, &u8)| {
                if before.is_some_and(|before| before[place] == colour) { SAME } else { colour }
            };
            let frame = Frame {
                delay: if number + 1 == self.pictures.len() { LAST_STAYS } else { STAYS },
                dispose: DisposalMethod::Keep,
                transparent: Some(SAME),
                width: self.width,
                height: self.height,
                buffer: Cow::Owned(now.iter().enumerate().map(new).collect()),
                ..Frame::default()
            };
            gif.write_frame(&frame).expect(fits);
        }
        gif.into_inner().expect(fits)
    }
}

/// The places of those pixels that are another than in the frame before, with their colours.
fn new_in(frames: &[Pixels], number: usize) -> impl Iterator<Item = (usize, Colour)> {
    let before = number.checked_sub(1).map(|before| &frames[before].colours);
    let pixels = frames[number].colours.iter().copied().enumerate();
    pixels.filter(move |(at, colour)| before.is_none_or(|before| before[*at] != *colour))
}

/// The colours that are used most, and for each colour its place among them, or that of the nearest.
fn palette(frames: &[Pixels]) -> (Vec<Colour>, BTreeMap<Colour, u8>) {
    let mut used: BTreeMap<Colour, usize> = BTreeMap::new();
    for (_, colour) in (0..frames.len()).flat_map(|number| new_in(frames, number)) {
        *used.entry(colour).or_default() += 1;
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
