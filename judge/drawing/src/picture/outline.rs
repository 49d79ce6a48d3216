//! Outlines: shapes, marks and letters as polygons.

use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::sync::LazyLock;

use super::{Drawn, Shape};

/// A point, and a line around an area. Areas that two lines surround in opposite directions are empty.
pub(super) type Point = (f64, f64);
pub(super) type Outline = Vec<Vec<Point>>;

/// Units of the font between two lines of text.
const EM: f64 = 500.0;
/// Corners of a circle, and of a curve.
const ROUND: f64 = 48.0;
const CURVE: u32 = 6;
/// Letters and digits, a line each: the letter, how far it is to the next, and its outline, or the letters that it is
/// made of, each with its place.
const FONT: &str = include_str!("../../font/glyphs.txt");

/// A letter.
struct Glyph {
    advance: f64,
    drawn: &'static str,
}

static GLYPHS: LazyLock<BTreeMap<char, Glyph>> = LazyLock::new(|| {
    let glyph = |line: &'static str| {
        let letter = line.chars().next()?;
        let (advance, drawn) = line[letter.len_utf8()..].trim_start().split_once(' ')?;
        Some((letter, Glyph { advance: advance.parse().ok()?, drawn }))
    };
    FONT.lines().filter_map(glyph).collect()
});

/// Whether the font has all letters of a text.
pub(super) fn has_letters(text: &str) -> bool {
    text.chars().all(|letter| GLYPHS.contains_key(&letter))
}

/// The width of a text.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().filter_map(|letter| GLYPHS.get(&letter)).map(|glyph| glyph.advance).sum::<f64>() * size / EM
}

/// The outline of a shape.
pub(super) fn of(shape: &Shape) -> Outline {
    let Shape { x, y, size, .. } = *shape;
    match &shape.drawn {
        Drawn::Path(drawn) => placed(path(drawn), (x, y), (size, size)),
        Drawn::Word(text) => {
            let (mut x, k) = (x - width(text, size) / 2.0, size / EM);
            let mut outline = Vec::new();
            for letter in text.chars() {
                outline.extend(placed(glyph(letter, 0), (x, y + size * 0.35), (k, -k)));
                x += width(letter.encode_utf8(&mut [0; 4]), size);
            }
            outline
        }
    }
}

/// An outline at a place, in another size.
pub(super) fn placed(mut outline: Outline, (x, y): Point, (kx, ky): Point) -> Outline {
    for point in outline.iter_mut().flatten() {
        *point = (x + kx * point.0, y + ky * point.1);
    }
    outline
}

/// A letter's outline. A letter of others has no others of others.
fn glyph(letter: char, depth: u8) -> Outline {
    let drawn = GLYPHS.get(&letter).map_or("", |glyph| glyph.drawn);
    if !drawn.starts_with('@') || depth > 1 {
        return path(drawn);
    }
    let part = |part: &str| {
        let letter = part.chars().next()?;
        let (x, y) = part[letter.len_utf8()..].trim().split_once(' ')?;
        Some(placed(glyph(letter, depth + 1), (x.parse().ok()?, y.parse().ok()?), (1.0, 1.0)))
    };
    drawn.split('@').filter_map(part).flatten().collect()
}

/// A path of SVG, of those that shapes and letters have.
fn path(drawn: &str) -> Outline {
    let mut outline: Outline = Vec::new();
    let mut at = (0.0, 0.0);
    let is_order = |letter: char| letter.is_ascii_alphabetic();
    for (start, order) in drawn.match_indices(is_order) {
        let rest = &drawn[start + 1..];
        let numbers = numbers(&rest[..rest.find(is_order).unwrap_or(rest.len())]);
        if order == "M" {
            outline.push(Vec::new());
        }
        let Some(line) = outline.last_mut() else { continue };
        match (order, &numbers[..]) {
            ("M" | "L", [x, y]) => at = (*x, *y),
            ("l", [x, y]) => at = (at.0 + x, at.1 + y),
            ("h", [x]) => at.0 += x,
            ("v", [y]) => at.1 += y,
            ("Q", [cx, cy, x, y]) => {
                for part in 1..CURVE {
                    let t = f64::from(part) / f64::from(CURVE);
                    let mix = |a: f64, b: f64, c: f64| {
                        (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * b + t * t * c
                    };
                    line.push((mix(at.0, *cx, *x), mix(at.1, *cy, *y)));
                }
                at = (*x, *y);
            }
            ("a", [r, _, _, large, sweep, x, y]) => {
                line.extend(arc(at, (*x, *y), *r, [*large > 0.0, *sweep > 0.0]));
                at = (at.0 + x, at.1 + y);
            }
            _ => continue,
        }
        line.push(at);
    }
    outline
}

/// The corners of an arc of a circle between its ends, of which the other one is so far away. It may be the larger part of
/// the circle, and go to the right around its middle.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a circle has few corners")]
fn arc((x, y): Point, (dx, dy): Point, r: f64, [is_large, goes_right]: [bool; 2]) -> Vec<Point> {
    let apart = libm::hypot(dx, dy).max(f64::EPSILON);
    let side = if is_large == goes_right { -1.0 } else { 1.0 };
    let aside = side * (r * r - apart * apart / 4.0).max(0.0).sqrt() / apart;
    let middle = (x + dx / 2.0 - dy * aside, y + dy / 2.0 + dx * aside);
    let angle = |x: f64, y: f64| libm::atan2(y - middle.1, x - middle.0);
    let from = angle(x, y);
    let turn = (angle(x + dx, y + dy) - from).rem_euclid(TAU) - if goes_right { 0.0 } else { TAU };
    let parts = (turn.abs() / TAU * ROUND).ceil() as u32;
    let corner = |part: u32| {
        let angle = from + turn * f64::from(part) / f64::from(parts);
        (middle.0 + r * libm::cos(angle), middle.1 + r * libm::sin(angle))
    };
    (1..parts).map(corner).collect()
}

/// Numbers that spaces, signs and second points part.
fn numbers(text: &str) -> Vec<f64> {
    let (mut found, mut from, mut has_point) = (Vec::new(), 0, false);
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        if matches!(letter, ' ' | ',' | '-') || (letter == '.' && has_point) {
            found.extend(text[from..at].trim_start_matches([' ', ',']).parse::<f64>());
            (from, has_point) = (at, false);
        }
        has_point |= letter == '.';
    }
    found
}
