//! Outlines: shapes, marks and letters as polygons.

use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::sync::LazyLock;

use super::Shape;

/// A point, and a line around an area. Areas that two lines surround in opposite directions are empty.
pub(super) type Point = (f64, f64);
pub(super) type Outline = Vec<Vec<Point>>;

/// Units of the font between two lines of text.
const EM: f64 = 500.0;
/// Corners of a circle, and of a curve.
const ROUND: u32 = 48;
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
    match shape {
        Shape::Box { x, y, width, height, round, .. } => {
            let round = round.min(width / 2.0).min(height / 2.0);
            let mut corners = Vec::new();
            for (turn, (cx, cy)) in [
                (0.0, (x + width - round, y + round)),
                (1.0, (x + width - round, y + height - round)),
                (2.0, (x + round, y + height - round)),
                (3.0, (x + round, y + round)),
            ] {
                let parts = if round > 0.0 { 8 } else { 0 };
                let arc = |part: u32| {
                    let angle = (turn + f64::from(part) / f64::from(parts.max(1))) * TAU / 4.0;
                    (cx + round * libm::sin(angle), cy - round * libm::cos(angle))
                };
                corners.extend((0..=parts).map(arc));
            }
            vec![corners]
        }
        Shape::Oval { x, y, rx, ry, .. } => vec![oval(*x, *y, *rx, *ry)],
        Shape::Ring { x, y, r, width, .. } => {
            let [outer, inner] = [r + width / 2.0, r - width / 2.0].map(|r| oval(*x, *y, r, r));
            vec![outer, inner.into_iter().rev().collect()]
        }
        Shape::Stroke { from, to, width, .. } => {
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let half = width / 2.0 / libm::hypot(dx, dy).max(f64::EPSILON);
            let (dx, dy) = (dx * half, dy * half);
            let corner = |(x, y): Point, along: f64, aside: f64| {
                (x + along * dx - aside * dy, y + along * dy + aside * dx)
            };
            vec![vec![
                corner(*from, -1.0, 1.0),
                corner(*to, 1.0, 1.0),
                corner(*to, 1.0, -1.0),
                corner(*from, -1.0, -1.0),
            ]]
        }
        Shape::Mark { x, y, size, drawn, .. } => {
            placed(path(drawn), (*x - size / 2.0, *y - size / 2.0), (size / 16.0, size / 16.0))
        }
        Shape::Word { x, y, size, text, .. } => {
            let (mut x, k) = (x - width(text, *size) / 2.0, size / EM);
            let mut outline = Vec::new();
            for letter in text.chars() {
                outline.extend(placed(glyph(letter, 0), (x, y + size * 0.35), (k, -k)));
                x += width(letter.encode_utf8(&mut [0; 4]), *size);
            }
            outline
        }
    }
}

fn oval(x: f64, y: f64, rx: f64, ry: f64) -> Vec<Point> {
    let corner = |part: u32| {
        let angle = f64::from(part) / f64::from(ROUND) * TAU;
        (x + rx * libm::sin(angle), y - ry * libm::cos(angle))
    };
    (0..ROUND).map(corner).collect()
}

/// An outline at a place, in another size.
fn placed(mut outline: Outline, (x, y): Point, (kx, ky): Point) -> Outline {
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

/// A path of SVG, of those that marks and letters have: its arcs are circles and halves of them that begin at the top, or
/// at the left.
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
            // Half of a circle, from its left to its right.
            ("a", [r, _, _, _, _, x, _]) if x.abs() > *r => {
                let circle = oval(at.0 + r, at.1, *r, *r);
                line.extend(circle[36..].iter().chain(&circle[..12]));
                at.0 += x;
            }
            ("a", [r, .., sweep, _, _]) => {
                let circle = oval(at.0, at.1 + r, *r, *r);
                // The inner one goes the other way.
                if *sweep > 0.0 { line.extend(circle) } else { line.extend(circle.iter().rev()) }
            }
            _ => continue,
        }
        line.push(at);
    }
    outline
}

/// Numbers that spaces, signs and second points part.
fn numbers(text: &str) -> Vec<f64> {
    let mut words: Vec<String> = vec![String::new()];
    for letter in text.chars() {
        let word = words.last_mut().expect("there is one");
        let is_new = matches!(letter, ' ' | ',') || letter == '-' || (letter == '.' && word.contains('.'));
        if is_new {
            words.push(String::new());
        }
        if !matches!(letter, ' ' | ',') {
            words.last_mut().expect("there is one").push(letter);
        }
    }
    words.iter().filter_map(|word| word.parse().ok()).collect()
}
