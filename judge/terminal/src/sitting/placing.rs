//! A person places a fleet: all ships at once, one by one, or at random.

use judge_play::games::{Piece, PieceKind, Seat, Viewpoint};
use judge_play::{AnyMatch, Rules};

use super::{Desk, Next, turns};
use crate::console::Console;
use crate::fleet::Draft;
use crate::typed::Typed;
use crate::words;

impl<C: Console> Desk<'_, C> {
    /// A person places a fleet. `None` if it is placed.
    pub(super) fn place_fleet(&mut self, seat: Seat, game: &mut dyn AnyMatch) -> Option<Next> {
        let Rules::Battleship(params) = self.company.rules() else { return Some(Next::Quit) };
        let mut draft = Draft::new(params);
        self.say(words::FLEET);
        self.draw_draft(seat, &*game, &draft);
        loop {
            if let Some(fleet) = draft.action() {
                game.act(&fleet).expect("a whole draft is legal");
                self.line.by_hand.insert(turns(game), fleet);
                return None;
            }
            let prompt = self.prompt(seat, &*game, &missing(&draft));
            let Some(line) = self.console.ask(&prompt) else { return Some(Next::Quit) };
            match Typed::read(&line) {
                Typed::Nothing => self.say("Type a ship, r for a random fleet, or ? for help."),
                Typed::Action(ships) => match draft.place(ships) {
                    Ok(()) => self.draw_draft(seat, &*game, &draft),
                    Err(why) => self.complain(judge_play::text::sanitize(&why)),
                },
                Typed::Random => {
                    let number = self.draw_number(usize::MAX).unwrap_or_default();
                    if let Err(why) = draft.fill(judge_play::Seed(number as u64)) {
                        self.complain(why);
                    }
                }
                Typed::Back if !draft.ships().is_empty() => {
                    draft.take_back();
                    self.draw_draft(seat, &*game, &draft);
                }
                Typed::Draw => self.draw_draft(seat, &*game, &draft),
                Typed::Help => {
                    self.say(words::FLEET);
                    self.list_commands();
                }
                typed => {
                    let moves = game.moves().to_vec();
                    if let Some(next) = self.command(typed, Some(seat), &moves) {
                        return Some(next);
                    }
                }
            }
        }
    }

    /// Draws the boards with the ships that are placed so far.
    fn draw_draft(&mut self, seat: Seat, game: &dyn AnyMatch, draft: &Draft<'_>) {
        let mut scene = game.scene(Viewpoint::Seat(seat));
        let board = &mut scene.boards[seat.index()];
        for ship in draft.ships() {
            let piece = Piece { owner: Some(seat), kind: PieceKind::Ship { length: ship.length } };
            for square in ship.squares() {
                board.cells[square.index(board.columns)].pieces.push(piece);
            }
        }
        self.draw_scene(&scene, turns(game));
    }
}

fn missing(draft: &Draft<'_>) -> String {
    let missing: Vec<String> = draft.missing().iter().map(u8::to_string).collect();
    format!(", ships to place: {}", missing.join(" "))
}
