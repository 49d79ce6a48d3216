//! A card: the boards between the plates of those who play, with the score, and words around them.

#![expect(clippy::similar_names, clippy::cast_precision_loss, reason = "a side is no size; seats are few")]

use super::outline::{has_letters, width};
use super::seen::{Contestant, Film, Position};
use super::{Colour, DEEP, Picture, Shape, WHITE, mixed};

const INK: Colour = [0x1d, 0x1c, 0x1a];
const QUIET: Colour = [0x4f, 0x4c, 0x46];
/// The smallest letters, as a part of those that are meant.
const SMALLEST: f64 = 0.5;

/// A side of a text or of a plate that is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// The tint of a board's ground, and its accent.
fn tint(ground: &str) -> [Colour; 2] {
    match ground {
        "felt" => [[0x2f, 0x8f, 0x5b], [0x0e, 0x6b, 0x3e]],
        "sea" => [[0x2a, 0x7a, 0xb8], [0x0b, 0x5d, 0x94]],
        "grooves" | "wood" => [[0xb5, 0x79, 0x3f], [0x87, 0x48, 0x0f]],
        _ => [[0xa3, 0x9b, 0x88], [0x0b, 0x6b, 0x5d]],
    }
}

/// A place on a card: its left side, its top, its width and its height.
#[derive(Clone, Copy)]
struct Area([f64; 4]);

/// What a plate says.
struct Plate<'a> {
    seated: &'a Contestant,
    score: i32,
    unit: &'a str,
    /// How far ahead, or that it wins; nothing of all others.
    lead: String,
    moves: bool,
}

impl Film {
    /// A card for each position. The last one says the result, if there is one.
    #[must_use]
    pub fn cards(&self) -> Vec<Picture> {
        (0..self.scenes.len()).map(|turn| self.card(turn)).collect()
    }

    fn card(&self, turn: usize) -> Picture {
        let (across, down, pad, small) =
            if self.is_wide { (1200.0, 630.0, 32.0, 26.0) } else { (720.0, 720.0, 24.0, 22.0) };
        let mut card = Picture { width: across, height: down, shapes: Vec::new() };
        let [tinted, accent] = tint(&self.facts.ground);
        let area = |x: f64, y: f64, width: f64, height: f64| Area([x, y, width, height]);
        card.fill(area(0.0, 0.0, across, down), 0.0, mixed(tinted, [0xfe, 0xfd, 0xfb], 0.11));
        let half = across / 2.0 - pad - 8.0;
        let turn_words = match (self.moment.as_str(), self.turn + turn) {
            ("", at) => format!("turn {at}"),
            (moment, at) => format!("{moment} · turn {at}"),
        };
        let moment = card.text(&turn_words, (across - pad, 42.0), small, half, QUIET, Side::Right);
        card.text(&self.title, (pad, 42.0), small + 7.0, 2.0 * half - moment, INK, Side::Left);
        card.text("judge", (across - pad, down - 32.0), small, half, accent, Side::Right);
        let position = &self.scenes[turn];
        let over = self.over.as_ref().filter(|_| turn + 1 == self.scenes.len());
        let plates = self.plates(position, over.is_some());
        let boards = Picture::boards(self, turn);
        let inner = across - 2.0 * pad;
        let (bar, stage) = if self.is_wide {
            (area(pad, 72.0, inner, 16.0), area(pad, 98.0, inner, 462.0))
        } else {
            (area(pad, 158.0, inner, 14.0), area(pad, 182.0, inner, 474.0))
        };
        // No board: the plates have all the room.
        let least = if self.is_wide { 370.0 } else { 0.0 };
        let Area([x, y, width, height]) = stage;
        let k = ((width - least) / boards.width.max(1.0)).min(height / boards.height.max(1.0));
        let (dx, dy) = (x + (width - k * boards.width) / 2.0, y + (height - k * boards.height) / 2.0);
        card.shapes.extend(boards.shapes.into_iter().map(|shape| shape.at(k, dx, dy)));
        let beside = (width - k * boards.width) / 2.0 - if boards.width > 0.0 { 16.0 } else { 8.0 };
        let count = plates.len();
        let left = count.div_ceil(2);
        for (seat, plate) in plates.iter().enumerate() {
            let side = if seat < left { Side::Left } else { Side::Right };
            let place = if self.is_wide {
                let (rows, row) = if side == Side::Left { (left, seat) } else { (count - left, seat - left) };
                let tall = (height + 10.0) / rows.max(1) as f64;
                let x = if side == Side::Left { x } else { x + width - beside };
                area(x, y + tall * row as f64, beside, tall - 10.0)
            } else {
                let wide = (inner + 12.0) / count.max(1) as f64;
                area(pad + wide * seat as f64, 66.0, wide - 12.0, 82.0)
            };
            card.plate(plate, place, side, mixed(tinted, WHITE, 0.03));
        }
        card.bar(&plates, bar, mixed(tinted, WHITE, 0.03));
        match over {
            Some(over) => {
                let winner = over.winners.first().and_then(|&seat| plates.get(seat));
                let colour = winner.map_or(INK, |plate| DEEP[plate.seated.colour % DEEP.len()]);
                let banner = area(pad, down - 62.0, inner - 106.0, 54.0);
                card.fill(banner, 12.0, colour);
                let size = small + 4.0;
                let mut at = pad + 20.0;
                if let Some(plate) = winner {
                    card.mark(plate.seated, (at + size / 2.0, down - 35.0), size, WHITE);
                    at += size + 12.0;
                }
                card.text(&over.words, (at, down - 35.0), size, inner - 150.0 - at + pad, WHITE, Side::Left);
            }
            None => {
                card.text(&self.sentence, (pad, down - 32.0), small, inner - 110.0, INK, Side::Left);
            }
        }
        card
    }

    /// What plates say of a position.
    fn plates(&self, position: &Position, is_over: bool) -> Vec<Plate<'_>> {
        let best = |but: usize| {
            let others = position.scores.iter().enumerate().filter(|(seat, _)| *seat != but);
            others.map(|(_, score)| *score).max().unwrap_or(0)
        };
        let unit = self.facts.unit.as_deref().unwrap_or_default();
        let plate = |(seat, seated)| {
            let score = position.scores.get(seat).copied().unwrap_or(0);
            let wins = self.over.as_ref().is_some_and(|over| over.winners.contains(&seat));
            let lead = match is_over {
                true if wins => "wins".to_owned(),
                false if score > best(seat) && !unit.is_empty() => {
                    format!("+{}", i64::from(score) - i64::from(best(seat)))
                }
                _ => String::new(),
            };
            Plate { seated, score, unit, lead, moves: !is_over && position.to_move == Some(seat) }
        };
        self.seats.iter().enumerate().map(plate).collect()
    }
}

#[allow(clippy::cast_precision_loss, reason = "a table has few seats")]
impl Picture {
    fn fill(&mut self, Area([x, y, width, height]): Area, round: f64, fill: Colour) {
        self.shapes.push(Shape::Box { x, y, width, height, round, fill });
    }

    /// Writes a text as large as it fits, and says how wide it is. One whose letters the font lacks is left out.
    fn text(
        &mut self,
        text: &str,
        (x, y): (f64, f64),
        size: f64,
        room: f64,
        fill: Colour,
        side: Side,
    ) -> f64 {
        let mut text = text.to_owned();
        if !has_letters(&text) || text.is_empty() {
            return 0.0;
        }
        let size = size * (room / width(&text, size)).clamp(SMALLEST, 1.0);
        while width(&text, size) > room && text.chars().count() > 2 {
            text = text.chars().take(text.chars().count() - 2).chain(['…']).collect();
        }
        let wide = width(&text, size);
        let x = if side == Side::Left { x + wide / 2.0 } else { x - wide / 2.0 };
        self.shapes.push(Shape::Word { x, y, size, text, fill });
        wide
    }

    fn mark(&mut self, seated: &Contestant, (x, y): (f64, f64), size: f64, fill: Colour) {
        self.shapes.push(Shape::Mark { x, y, size, drawn: seated.shape.clone(), fill });
    }

    /// Who leads has a filled plate, and who moves a ring around it.
    fn plate(&mut self, plate: &Plate<'_>, place: Area, side: Side, card: Colour) {
        let own = DEEP[plate.seated.colour % DEEP.len()];
        let is_ahead = !plate.lead.is_empty();
        let wash = mixed(own, card, 0.15);
        let Area([x, y, across, down]) = place;
        if plate.moves {
            self.fill(Area([x - 3.0, y - 3.0, across + 6.0, down + 6.0]), 16.0, own);
            self.fill(place, 13.0, card);
        }
        let gap = if plate.moves { 3.0 } else { 0.0 };
        let fill = if is_ahead { own } else { wash };
        self.fill(Area([x + gap, y + gap, across - 2.0 * gap, down - 2.0 * gap]), 13.0 - gap, fill);
        let (bold, quiet) = if is_ahead { (card, card) } else { (INK, QUIET) };
        let (is_low, is_narrow) = (down < 200.0, across < 260.0);
        let pad = if is_narrow { 14.0 } else { 18.0 };
        let (edge, way) = if side == Side::Left { (x + pad, 1.0) } else { (x + across - pad, -1.0) };
        let size = if is_low || is_narrow { 30.0 } else { 44.0 };
        let top = if is_low { y + down / 2.0 } else { y + pad + size / 2.0 };
        self.mark(plate.seated, (edge + way * size / 2.0, top), size, if is_ahead { card } else { own });
        let score = plate.score.to_string();
        let has_score = !plate.unit.is_empty();
        let room = across - 2.0 * pad - size - 10.0;
        let score_room = if is_low && has_score { width(&score, 52.0) + 10.0 } else { 0.0 };
        let (chip, chip_wide) = (22.0, width(&plate.lead, 22.0) + 24.0);
        let chip_room = if is_low && is_ahead { chip_wide + 10.0 } else { 0.0 };
        let from = edge + way * (size + 10.0);
        let name =
            self.text(&plate.seated.name, (from, top), size, room - score_room - chip_room, bold, side);
        let chip_at = if is_low {
            if has_score {
                let other = if side == Side::Left { Side::Right } else { Side::Left };
                let end = edge + way * (across - 2.0 * pad);
                self.text(&score, (end, top), 52.0, room, bold, other);
            }
            (from + way * (name + 10.0), top)
        } else if has_score {
            let large = (down * 0.33).min(150.0);
            let under = top + size / 2.0 + 14.0 + large * 0.36;
            self.text(&score, (edge, under), large, across - 2.0 * pad, bold, side);
            let unit = under + large * 0.36 + 24.0;
            self.text(plate.unit, (edge, unit), 22.0, across - 2.0 * pad, quiet, side);
            (edge, unit + 42.0)
        } else {
            (edge, top + size / 2.0 + 36.0)
        };
        if is_ahead {
            let left = if side == Side::Left { chip_at.0 } else { chip_at.0 - chip_wide };
            self.fill(Area([left, chip_at.1 - 17.0, chip_wide, 34.0]), 17.0, card);
            self.text(&plate.lead, (left + 12.0, chip_at.1), chip, chip_wide, INK, Side::Left);
        }
    }

    /// Who is ahead, from the first plate to the last.
    fn bar(&mut self, plates: &[Plate<'_>], place: Area, card: Colour) {
        let Area([x, y, across, down]) = place;
        let share = |plate: &Plate<'_>| f64::from(plate.score.max(0));
        let sum: f64 = plates.iter().map(share).sum();
        let mut left = x;
        for plate in plates {
            let part = if sum > 0.0 { share(plate) / sum } else { 1.0 / plates.len() as f64 };
            self.fill(Area([left, y, across * part, down]), 0.0, DEEP[plate.seated.colour % DEEP.len()]);
            left += across * part;
        }
        if plates.len() == 2 {
            self.fill(Area([x + across / 2.0 - 1.0, y, 2.0, down]), 0.0, card);
        }
    }
}
