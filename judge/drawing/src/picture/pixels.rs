//! Shapes as pixels, each the mean of what covers it.

use super::outline::{self, Outline};
use super::{Colour, Picture, Shape};

/// Lines of a pixel on which its cover is measured.
const LINES: u32 = 5;

/// A picture in pixels, row by row.
#[derive(Clone)]
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
        let [width, height] = [first.width, first.height].map(|units| whole(units * scale).max(1));
        let colours = vec![[0xff; 3]; usize::from(width) * usize::from(height)];
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
            let outline = outline::placed(outline::of(shape), (0.0, 0.0), (scale, scale));
            self.fill(&outline, shape.fill);
        }
    }

    /// Fills an outline.
    #[expect(clippy::float_cmp, reason = "a side is level if both ends are at the same height")]
    #[expect(clippy::cast_precision_loss, reason = "a picture's side fits")]
    fn fill(&mut self, outline: &Outline, colour: Colour) {
        let sides = |line: &Vec<_>| {
            line.iter().copied().zip(line.iter().copied().cycle().skip(1)).collect::<Vec<_>>()
        };
        let edges: Vec<_> = outline.iter().flat_map(sides).filter(|(from, to)| from.1 != to.1).collect();
        let ends =
            |pick: fn(f64, f64) -> f64, from| outline.iter().flatten().map(|point| point.1).fold(from, pick);
        let rows = whole(ends(f64::min, f64::MAX))..(whole(ends(f64::max, 0.0)) + 1).min(self.height);
        let width = usize::from(self.width);
        // How much of each pixel the ends of spans cover, and how many spans begin to cover pixels whole, or cease to.
        let (mut cover, mut whole_spans) = (vec![0.0; width], vec![0.0; width + 1]);
        let mut crossings = Vec::new();
        for y in rows {
            let (mut left, mut right) = (width, 0);
            for line in 0..LINES {
                let at = f64::from(y) + (f64::from(line) + 0.5) / f64::from(LINES);
                crossings.clear();
                crossings.extend(edges.iter().filter_map(|&(from, to)| {
                    let is_down = from.1 <= at && at < to.1;
                    let is_up = to.1 <= at && at < from.1;
                    let x = from.0 + (at - from.1) * (to.0 - from.0) / (to.1 - from.1);
                    (is_down || is_up).then_some((x, if is_down { 1 } else { -1 }))
                }));
                crossings.sort_by(|one, other| one.0.total_cmp(&other.0));
                let mut winding = 0;
                for pair in crossings.windows(2) {
                    winding += pair[0].1;
                    let (from, to) = (pair[0].0.max(0.0), pair[1].0.min(f64::from(self.width)));
                    if winding != 0 && from < to {
                        let (first, last) = (usize::from(whole(from)), usize::from(whole(to)).min(width - 1));
                        (left, right) = (left.min(first), right.max(last));
                        let (begin, end) = (f64::from(whole(from)) + 1.0, last as f64);
                        cover[first] += to.min(begin) - from;
                        if first < last {
                            cover[last] += to - end;
                            whole_spans[first + 1] += 1.0;
                            whole_spans[last] -= 1.0;
                        }
                    }
                }
            }
            let mut spans = 0.0;
            for x in left..=right.min(width - 1) {
                spans += std::mem::take(&mut whole_spans[x]);
                let covered = (std::mem::take(&mut cover[x]) + spans) / f64::from(LINES);
                let pixel = &mut self.colours[usize::from(y) * width + x];
                *pixel = if covered < 1.0 { super::mixed(colour, *pixel, covered) } else { colour };
            }
        }
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a picture's side fits")]
fn whole(value: f64) -> u16 {
    value.clamp(0.0, 32_000.0) as u16
}
