//! Shapes as pixels, each the mean of some points in it.

use super::{Colour, Picture, Shape};

/// Points of a pixel in each direction.
const POINTS: u32 = 3;
/// A letter's columns and rows.
const LETTER: (usize, usize) = (3, 5);
/// The background.
const PAPER: Colour = [0xff, 0xff, 0xff];

/// Letters and digits, each with its rows from the top, three bits a row.
const LETTERS: &[(char, [u8; 5])] = &[
    ('0', [0b111, 0b101, 0b101, 0b101, 0b111]),
    ('1', [0b010, 0b110, 0b010, 0b010, 0b111]),
    ('2', [0b111, 0b001, 0b111, 0b100, 0b111]),
    ('3', [0b111, 0b001, 0b111, 0b001, 0b111]),
    ('4', [0b101, 0b101, 0b111, 0b001, 0b001]),
    ('5', [0b111, 0b100, 0b111, 0b001, 0b111]),
    ('6', [0b111, 0b100, 0b111, 0b101, 0b111]),
    ('7', [0b111, 0b001, 0b001, 0b001, 0b001]),
    ('8', [0b111, 0b101, 0b111, 0b101, 0b111]),
    ('9', [0b111, 0b101, 0b111, 0b001, 0b111]),
    ('A', [0b010, 0b101, 0b111, 0b101, 0b101]),
    ('B', [0b110, 0b101, 0b110, 0b101, 0b110]),
    ('C', [0b011, 0b100, 0b100, 0b100, 0b011]),
    ('D', [0b110, 0b101, 0b101, 0b101, 0b110]),
    ('E', [0b111, 0b100, 0b110, 0b100, 0b111]),
    ('F', [0b111, 0b100, 0b110, 0b100, 0b100]),
    ('G', [0b011, 0b100, 0b101, 0b101, 0b011]),
    ('H', [0b101, 0b101, 0b111, 0b101, 0b101]),
    ('I', [0b111, 0b010, 0b010, 0b010, 0b111]),
    ('J', [0b001, 0b001, 0b001, 0b101, 0b010]),
];

/// A picture in pixels, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pixels {
    pub(super) width: u16,
    pub(super) height: u16,
    pub(super) colours: Vec<Colour>,
}

impl Pixels {
    /// Draws pictures of one size, whose larger side has so many pixels. What all of them begin with is drawn once.
    pub(super) fn of_all(pictures: &[Picture], side: u16) -> Vec<Self> {
        let Some(first) = pictures.first() else { return Vec::new() };
        let alike =
            |one: &[Shape], other: &[Shape]| one.iter().zip(other).take_while(|(a, b)| a == b).count();
        let common = pictures.iter().map(|picture| alike(&first.shapes, &picture.shapes)).min().unwrap_or(0);
        let scale = f64::from(side) / first.width.max(first.height);
        let rounded = |units: f64| whole(units * scale).max(1);
        let (width, height) = (rounded(first.width), rounded(first.height));
        let colours = vec![PAPER; usize::from(width) * usize::from(height)];
        let mut ground = Self { width, height, colours };
        ground.draw(&first.shapes[..common], scale);
        let drawn = |picture: &Picture| {
            let mut pixels = ground.clone();
            pixels.draw(&picture.shapes[common..], scale);
            pixels
        };
        pictures.iter().map(drawn).collect()
    }

    fn draw(&mut self, shapes: &[Shape], scale: f64) {
        for shape in shapes {
            self.draw_one(shape, scale);
        }
    }

    fn draw_one(&mut self, shape: &Shape, scale: f64) {
        let (fill, [left, top, right, bottom]) = bounds(shape);
        for y in whole(top * scale)..=whole(bottom * scale).min(self.height - 1) {
            for x in whole(left * scale)..=whole(right * scale).min(self.width - 1) {
                let covered = covered(shape, x, y, scale);
                if covered == 0 {
                    continue;
                }
                let pixel = &mut self.colours[usize::from(y) * usize::from(self.width) + usize::from(x)];
                for (part, new) in pixel.iter_mut().zip(fill) {
                    let all = POINTS * POINTS;
                    let mixed = (u32::from(*part) * (all - covered) + u32::from(new) * covered) / all;
                    *part = u8::try_from(mixed).expect("a mean of bytes is a byte");
                }
            }
        }
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a picture's side fits")]
fn whole(value: f64) -> u16 {
    value.max(0.0) as u16
}

/// The number of a pixel's points that are inside of a shape.
fn covered(shape: &Shape, x: u16, y: u16, scale: f64) -> u32 {
    let at =
        |pixel: u16, point: u32| (f64::from(pixel) + (f64::from(point) + 0.5) / f64::from(POINTS)) / scale;
    let points = (0..POINTS).flat_map(|row| (0..POINTS).map(move |column| (column, row)));
    points.map(|(column, row)| u32::from(is_inside(shape, at(x, column), at(y, row)))).sum()
}

/// A shape's colour, and what is around it: left, top, right and bottom.
fn bounds(shape: &Shape) -> (Colour, [f64; 4]) {
    let around = |points: &[(f64, f64)], more: f64| {
        let fold = |pick: fn(f64, f64) -> f64, values: &mut dyn Iterator<Item = f64>| {
            values.reduce(pick).unwrap_or(0.0)
        };
        let (xs, ys) = (|| points.iter().map(|point| point.0), || points.iter().map(|point| point.1));
        [
            fold(f64::min, &mut xs()) - more,
            fold(f64::min, &mut ys()) - more,
            fold(f64::max, &mut xs()) + more,
            fold(f64::max, &mut ys()) + more,
        ]
    };
    match shape {
        Shape::Box { x, y, width, height, fill, .. } => (*fill, [*x, *y, x + width, y + height]),
        Shape::Oval { x, y, rx, ry, fill } => (*fill, [x - rx, y - ry, x + rx, y + ry]),
        Shape::Ring { x, y, r, width, stroke } => (*stroke, around(&[(*x, *y)], r + width)),
        Shape::Stroke { from, to, width, stroke } => (*stroke, around(&[*from, *to], *width)),
        Shape::Polygon { points, fill } => (*fill, around(points, 0.0)),
        Shape::Word { x, y, size, text, fill } => {
            let half = size * f64::from(u16::try_from(text.chars().count()).unwrap_or(u16::MAX)) / 2.0;
            (*fill, [x - half, y - size / 2.0, x + half, y + size / 2.0])
        }
    }
}

fn is_inside(shape: &Shape, px: f64, py: f64) -> bool {
    match shape {
        Shape::Box { x, y, width, height, round, .. } => {
            // The distance to a smaller rectangle is at most the corners' radius.
            let round = round.min(width / 2.0).min(height / 2.0);
            let out =
                |p: f64, from: f64, size: f64| (from + round - p).max(p - (from + size - round)).max(0.0);
            let (dx, dy) = (out(px, *x, *width), out(py, *y, *height));
            dx * dx + dy * dy <= round * round
        }
        Shape::Oval { x, y, rx, ry, .. } => ((px - x) / rx).powi(2) + ((py - y) / ry).powi(2) <= 1.0,
        Shape::Ring { x, y, r, width, .. } => ((px - x).hypot(py - y) - r).abs() <= width / 2.0,
        Shape::Stroke { from, to, width, .. } => {
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let along = ((px - from.0) * dx + (py - from.1) * dy) / (dx * dx + dy * dy).max(f64::EPSILON);
            let along = along.clamp(0.0, 1.0);
            (px - from.0 - along * dx).hypot(py - from.1 - along * dy) <= width / 2.0
        }
        Shape::Polygon { points, .. } => {
            let sides = points.iter().zip(points.iter().cycle().skip(1));
            let mut turns = sides.map(|(a, b)| (b.0 - a.0) * (py - a.1) - (b.1 - a.1) * (px - a.0));
            turns.all(|turn| turn >= 0.0)
        }
        Shape::Word { x, y, size, text, .. } => is_in_word(text, (px - x) / size, (py - y) / size),
    }
}

/// Whether a point is on a letter of a text around the origin. A letter is as high as 0.7, and there are as many units.
fn is_in_word(text: &str, x: f64, y: f64) -> bool {
    let dot = 0.7 / 5.0;
    let count = f64::from(u16::try_from(text.chars().count()).unwrap_or(u16::MAX));
    let left = -(count * 4.0 - 1.0) * dot / 2.0;
    let (column, row) = (((x - left) / dot).floor(), ((y + 0.35) / dot).floor());
    if column < 0.0 || !(0.0..5.0).contains(&row) {
        return false;
    }
    let (column, row) = (usize::from(whole(column)), usize::from(whole(row)));
    let (letter, column) = (column / (LETTER.0 + 1), column % (LETTER.0 + 1));
    let Some(letter) = text.chars().nth(letter) else { return false };
    let known = LETTERS.iter().find(|(known, _)| *known == letter.to_ascii_uppercase());
    // A letter that is not known is a block.
    let rows = known.map_or([0b111; LETTER.1], |(_, rows)| *rows);
    column < LETTER.0 && rows[row] & (0b100 >> column) != 0
}
