//! A card: the boards between the plates of those who play, with the score, and words around them.

#![allow(clippy::similar_names, clippy::cast_precision_loss, reason = "a place is no plate; seats are few")]

use super::outline::{Point, has_letters, width};
use super::seen::{Contestant, Film, Over, Position};
use super::{Colour, Picture, WHITE, mark, mixed, rectangle, word};

const INK: Colour = [0x1d, 0x1c, 0x1a];
const QUIET: Colour = [0x4f, 0x4c, 0x46];
/// The smallest letters, as a part of those that are meant.
const SMALLEST: f64 = 0.5;
/// Space around what is written at the head and at the foot.
const FOOT: f64 = 32.0;

/// The way in which a text goes on from its place, and a plate from its side of the card.
const RIGHT: f64 = 1.0;
const LEFT: f64 = -1.0;

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
type Area = [f64; 4];

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
        let [across, down, pad, small, top, bar] = if self.is_wide {
            [1200.0, 630.0, 32.0, 26.0, 72.0, 16.0]
        } else {
            [720.0, 720.0, 24.0, 22.0, 158.0, 14.0]
        };
        let [tinted, accent] = tint(&self.facts.ground);
        let light = mixed(tinted, WHITE, 0.03);
        let ground = rectangle([0.0, 0.0, across, down], 0.0, mixed(tinted, [0xfe, 0xfd, 0xfb], 0.11));
        let mut card = Picture { width: across, height: down, shapes: vec![ground] };
        let inner = across - 2.0 * pad;
        let half = inner / 2.0 - 8.0;
        let moment = if self.moment.is_empty() { String::new() } else { format!("{} · ", self.moment) };
        let moment = format!("{moment}turn {}", self.turn + turn);
        card.text("judge", (across - pad, down - FOOT), small, half, accent, LEFT);
        let over = self.over.as_ref().filter(|_| turn + 1 == self.scenes.len());
        let plates = self.plates(&self.scenes[turn], over);
        let boards = Picture::boards(self, turn);
        // No board: the plates have all the room.
        let least = if self.is_wide { 370.0 } else { 0.0 };
        let y = top + bar + 10.0;
        let height = down - 66.0 - y;
        let k = ((inner - least) / boards.width.max(1.0)).min(height / boards.height.max(1.0));
        let beside = (inner - k * boards.width) / 2.0;
        let (dx, dy) = (pad + beside, y + (height - k * boards.height) / 2.0);
        let beside = beside - if boards.width > 0.0 { 16.0 } else { 8.0 };
        card.shapes.extend(boards.shapes.into_iter().map(|shape| shape.at(k, dx, dy)));
        let moment = card.text(&moment, (across - pad, FOOT + 10.0), small, half, QUIET, LEFT);
        card.text(&self.title, (pad, FOOT + 10.0), small + 7.0, 2.0 * half - moment, INK, RIGHT);
        let left = plates.len().div_ceil(2);
        for (seat, plate) in plates.iter().enumerate() {
            let is_left = seat < left;
            let place = if self.is_wide {
                let (rows, row) = if is_left { (left, seat) } else { (plates.len() - left, seat - left) };
                let tall = (height + 10.0) / rows.max(1) as f64;
                let x = if is_left { pad } else { across - pad - beside };
                [x, y + tall * row as f64, beside, tall - 10.0]
            } else {
                let wide = (inner + 12.0) / plates.len().max(1) as f64;
                [pad + wide * seat as f64, 66.0, wide - 12.0, 82.0]
            };
            card.plate(plate, place, if is_left { RIGHT } else { LEFT }, light);
        }
        card.bar(&plates, [pad, top, inner, bar], light);
        let Some(over) = over else {
            card.text(&self.sentence, (pad, down - FOOT), small, inner - 110.0, INK, RIGHT);
            return card;
        };
        let winner = over.winners.first().and_then(|&seat| plates.get(seat));
        let colour = winner.map_or(INK, |plate| plate.seated.deep());
        card.shapes.push(rectangle([pad, down - 62.0, inner - 106.0, 54.0], 12.0, colour));
        let (size, middle, mut at) = (small + 4.0, down - 35.0, pad + 20.0);
        if let Some(plate) = winner {
            card.shapes.push(mark(plate.seated.shape.clone(), (at + size / 2.0, middle), size, WHITE));
            at += size + 12.0;
        }
        card.text(&over.words, (at, middle), size, inner - 150.0 - at + pad, WHITE, RIGHT);
        card
    }

    /// What plates say of a position.
    fn plates(&self, position: &Position, over: Option<&Over>) -> Vec<Plate<'_>> {
        let unit = self.facts.unit.as_deref().unwrap_or_default();
        let plate = |(seat, seated)| {
            let score = position.scores.get(seat).copied().unwrap_or(0);
            let others = position.scores.iter().enumerate().filter(|(other, _)| *other != seat);
            let best = others.map(|(_, score)| *score).max().unwrap_or(0);
            let lead = match over {
                Some(over) if over.winners.contains(&seat) => "wins".to_owned(),
                None if score > best && !unit.is_empty() => {
                    format!("+{}", i64::from(score) - i64::from(best))
                }
                _ => String::new(),
            };
            Plate { seated, score, unit, lead, moves: over.is_none() && position.to_move == Some(seat) }
        };
        self.seats.iter().enumerate().map(plate).collect()
    }
}

impl Picture {
    /// Writes a text as large as it fits, and says how wide it is. One whose letters the font lacks is left out.
    fn text(&mut self, text: &str, at: Point, size: f64, room: f64, fill: Colour, way: f64) -> f64 {
        let mut text = text.to_owned();
        if !has_letters(&text) || text.is_empty() {
            return 0.0;
        }
        let size = size * (room / width(&text, size)).clamp(SMALLEST, 1.0);
        while width(&text, size) > room && text.chars().count() > 2 {
            text = text.chars().take(text.chars().count() - 2).chain(['…']).collect();
        }
        let wide = width(&text, size);
        self.shapes.push(word(text, (at.0 + way * wide / 2.0, at.1), size, fill));
        wide
    }

    /// Who leads has a filled plate, and who moves a ring around it.
    fn plate(&mut self, plate: &Plate<'_>, [x, y, across, down]: Area, way: f64, card: Colour) {
        let own = plate.seated.deep();
        let is_ahead = !plate.lead.is_empty();
        let (bold, quiet, drawn) = if is_ahead { (card, card, card) } else { (INK, QUIET, own) };
        let inset = |by: f64| [x + by, y + by, across - 2.0 * by, down - 2.0 * by];
        let gap = if plate.moves { 3.0 } else { 0.0 };
        if plate.moves {
            self.shapes.extend([rectangle(inset(-3.0), 16.0, own), rectangle(inset(0.0), 13.0, card)]);
        }
        let fill = if is_ahead { own } else { mixed(own, card, 0.15) };
        self.shapes.push(rectangle(inset(gap), 13.0 - gap, fill));
        let (is_low, is_narrow) = (down < 200.0, across < 260.0);
        let pad = if is_narrow { 14.0 } else { 18.0 };
        let room = across - 2.0 * pad;
        let edge = if way > 0.0 { x + pad } else { x + across - pad };
        let size = if is_low || is_narrow { 30.0 } else { 44.0 };
        let top = if is_low { y + down / 2.0 } else { y + pad + size / 2.0 };
        self.shapes.push(mark(plate.seated.shape.clone(), (edge + way * size / 2.0, top), size, drawn));
        let has_score = !plate.unit.is_empty();
        let score = if has_score { plate.score.to_string() } else { String::new() };
        let chip = width(&plate.lead, 22.0) + 24.0;
        // Beside the name of a low plate are its score, at the other end, and who leads.
        let taken = |is_there: bool, wide: f64| if is_low && is_there { wide + 10.0 } else { 0.0 };
        let free = room - size - 10.0 - taken(has_score, width(&score, 52.0)) - taken(is_ahead, chip);
        let from = edge + way * (size + 10.0);
        let name = self.text(&plate.seated.name, (from, top), size, free, bold, way);
        let chip_at = if is_low {
            self.text(&score, (edge + way * room, top), 52.0, room, bold, -way);
            (from + way * (name + 10.0), top)
        } else if has_score {
            let large = (down * 0.33).min(150.0);
            let under = top + size / 2.0 + 14.0 + large * 0.36;
            self.text(&score, (edge, under), large, room, bold, way);
            let unit = under + large * 0.36 + 24.0;
            self.text(plate.unit, (edge, unit), 22.0, room, quiet, way);
            (edge, unit + 42.0)
        } else {
            (edge, top + size / 2.0 + 36.0)
        };
        if is_ahead {
            let left = if way > 0.0 { chip_at.0 } else { chip_at.0 - chip };
            self.shapes.push(rectangle([left, chip_at.1 - 17.0, chip, 34.0], 17.0, card));
            self.text(&plate.lead, (left + 12.0, chip_at.1), 22.0, chip, INK, RIGHT);
        }
    }

    /// Who is ahead, from the first plate to the last.
    fn bar(&mut self, plates: &[Plate<'_>], [x, y, across, down]: Area, card: Colour) {
        let share = |plate: &Plate<'_>| f64::from(plate.score.max(0));
        let sum: f64 = plates.iter().map(share).sum();
        let mut left = x;
        for plate in plates {
            let part = if sum > 0.0 { share(plate) / sum } else { 1.0 / plates.len() as f64 };
            self.shapes.push(rectangle([left, y, across * part, down], 0.0, plate.seated.deep()));
            left += across * part;
        }
        if plates.len() == 2 {
            self.shapes.push(rectangle([x + across / 2.0 - 1.0, y, 2.0, down], 0.0, card));
        }
    }
}
