//! Shapes as SVG.

use std::fmt::Write;

use judge_play::text::sanitize;

use super::{Colour, Drawn, Picture, Shape};

impl Picture {
    /// The picture as a file of SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let Self { width, height, shapes } = self;
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n"
        );
        for Shape { drawn, x, y, size, fill } in shapes {
            let fill = hex(*fill);
            match drawn {
                Drawn::Path(path) => writeln!(
                    text,
                    "<path transform=\"translate({x} {y}) scale({size})\" d=\"{}\" fill=\"{fill}\"/>",
                    escaped(path)
                ),
                Drawn::Word(word) => writeln!(
                    text,
                    "<text x=\"{x}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"{size}\" text-anchor=\"middle\" fill=\"{fill}\">{}</text>",
                    y + size * 0.35,
                    escaped(word)
                ),
            }
            .expect("a string takes all text");
        }
        text + "</svg>\n"
    }
}

fn hex([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn escaped(text: &str) -> String {
    sanitize(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
