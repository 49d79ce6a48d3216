//! One colour and shape for each contestant, everywhere on the page.

use std::fmt::Write;

/// How many colours and shapes there are; as many combinations as both have no common divisor.
const COLOURS: usize = 8;
const SHAPES: usize = 7;

/// The class of a contestant's colour.
pub(crate) fn colour(index: usize) -> usize {
    index % COLOURS
}

/// A contestant's shape as the path of an SVG of 16 by 16.
pub(crate) fn shape(index: usize) -> String {
    match index % SHAPES {
        0 => "M8 1.5a6.5 6.5 0 1 0 .01 0z".into(),
        1 => "M2 2h12v12h-12z".into(),
        2 => "M8 1.2l7 13h-14z".into(),
        3 => "M8 .8l7.2 7.2l-7.2 7.2l-7.2-7.2z".into(),
        4 => "M8 14.8l-7-13h14z".into(),
        5 => "M5.5 1.5h5v4h4v5h-4v4h-5v-4h-4v-5h4z".into(),
        _ => star(),
    }
}

/// A star with five points.
fn star() -> String {
    let points = (0..10).map(|point| {
        let (radius, angle) = (if point % 2 == 0 { 7.4 } else { 3.2 }, f64::from(point) * 0.628_318_53);
        (8.0 + radius * angle.sin(), 8.4 - radius * angle.cos())
    });
    let mut path = String::new();
    for (number, (x, y)) in points.enumerate() {
        write!(path, "{}{x:.1} {y:.1}", if number == 0 { "M" } else { "L" })
            .expect("a string takes all text");
    }
    path + "z"
}
