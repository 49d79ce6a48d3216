//! One colour and shape for each contestant, everywhere on the page.

/// How many colours and shapes there are; as many combinations as both have no common divisor.
const COLOURS: usize = 8;
const SHAPES: [&str; 7] = [
    "M8 1.5a6.5 6.5 0 1 0 .01 0z",
    "M2 2h12v12h-12z",
    "M8 1.2l7 13h-14z",
    "M8 .8l7.2 7.2l-7.2 7.2l-7.2-7.2z",
    "M8 14.8l-7-13h14z",
    "M5.5 1.5h5v4h4v5h-4v4h-5v-4h-4v-5h4z",
    "M8.0 1.0L9.9 5.8L15.0 6.1L11.0 9.4L12.3 14.4L8.0 11.6L3.7 14.4L5.0 9.4L1.0 6.1L6.1 5.8z",
];

/// The class of a contestant's colour.
#[must_use]
pub fn colour(index: usize) -> usize {
    index % COLOURS
}

/// A contestant's shape as the path of an SVG of 16 by 16.
#[must_use]
pub fn shape(index: usize) -> &'static str {
    SHAPES[index % SHAPES.len()]
}
