//! Shapes as SVG.

use std::fmt::Write;

use judge_play::text::sanitize;

use super::{Colour, Picture, Shape};

/// A picture as a file.
pub(super) fn written(picture: &Picture) -> String {
    let Picture { width, height, shapes } = picture;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n"
    );
    for shape in shapes {
        element(&mut text, shape).expect("a string takes all text");
    }
    text + "</svg>\n"
}

fn element(out: &mut String, shape: &Shape) -> std::fmt::Result {
    match shape {
        Shape::Box { x, y, width, height, round, fill } => writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\" fill=\"{}\"/>",
            hex(*fill)
        ),
        Shape::Oval { x, y, rx, ry, fill } => {
            writeln!(out, "<ellipse cx=\"{x}\" cy=\"{y}\" rx=\"{rx}\" ry=\"{ry}\" fill=\"{}\"/>", hex(*fill))
        }
        Shape::Ring { x, y, r, width, stroke } => writeln!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\"/>",
            hex(*stroke)
        ),
        Shape::Stroke { from, to, width, stroke } => writeln!(
            out,
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{width}\"/>",
            from.0,
            from.1,
            to.0,
            to.1,
            hex(*stroke)
        ),
        Shape::Mark { x, y, size, drawn, fill } => writeln!(
            out,
            "<path transform=\"translate({} {}) scale({})\" d=\"{}\" fill=\"{}\"/>",
            x - size / 2.0,
            y - size / 2.0,
            size / 16.0,
            escaped(drawn),
            hex(*fill)
        ),
        Shape::Word { x, y, size, text, fill } => writeln!(
            out,
            "<text x=\"{x}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"{size}\" text-anchor=\"middle\" fill=\"{}\">{}</text>",
            y + size * 0.35,
            hex(*fill),
            escaped(text)
        ),
    }
}

fn hex([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn escaped(text: &str) -> String {
    sanitize(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
