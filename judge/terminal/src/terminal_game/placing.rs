//! A person places a fleet: all ships at once, one by one, or at random.

use judge_play::games::Seat;
use judge_play::scenes::{Placing, Viewpoint};
use judge_play::{AnyMatch, Seed};

use super::{Next, SeatedMatch, turns};
use crate::fleet::FleetDraft;
use crate::terminal_game::console::Console;
use crate::typed::Typed;

impl<C: Console> SeatedMatch<'_, C> {
    /// A person places a fleet, until it is placed; an error is what comes next instead.
    pub(super) fn place_fleet(
        &mut self,
        seat: Seat,
        game: &mut dyn AnyMatch,
        placing: &Placing,
    ) -> Result<(), Next> {
        let Some(words) = self.facts().placing else { return Ok(()) };
        let board = &game.scene(Viewpoint::Seat(seat)).boards[placing.board];
        let mut draft = FleetDraft::new(placing, board);
        self.say(words.notation);
        self.draw_draft(seat, &*game, &draft);
        loop {
            if let Some(fleet) = draft.action() {
                game.act(&fleet).expect("a whole draft is legal");
                self.line.by_hand.insert(turns(game), fleet);
                return Ok(());
            }
            let missing = draft.missing().into_iter().map(|missing| missing.piece.number.to_string());
            let missing = format!(", {} to place: {}", words.many, missing.collect::<Vec<_>>().join(" "));
            let prompt = self.prompt(seat, &*game, &missing);
            let line = self.console.ask(&prompt).ok_or(Next::Quit)?;
            match Typed::read(&line) {
                Typed::Nothing => {
                    self.say(format!("Type a {}, r for a random {}, or ? for help.", words.one, words.all));
                }
                Typed::Action(text) => match draft.place(text, &|text| game.draft(text)) {
                    Ok(()) => self.draw_draft(seat, &*game, &draft),
                    Err(why) => self.complain(judge_play::text::sanitize(&why)),
                },
                Typed::Random => {
                    let number = self.draw_number(usize::MAX).unwrap_or_default();
                    if let Err(why) = draft.fill(Seed(number as u64), &|text| game.draft(text)) {
                        self.complain(why);
                    }
                }
                Typed::Back if !draft.hulls.is_empty() => {
                    draft.take_back();
                    self.draw_draft(seat, &*game, &draft);
                }
                Typed::Draw => self.draw_draft(seat, &*game, &draft),
                Typed::Help => {
                    self.say(words.notation);
                    self.list_commands();
                }
                typed => self.command(typed, Some(seat), game.moves())?,
            }
        }
    }

    /// Draws the boards with the ships that are placed so far.
    fn draw_draft(&mut self, seat: Seat, game: &dyn AnyMatch, draft: &FleetDraft<'_>) {
        let mut scene = game.scene(Viewpoint::Seat(seat));
        for hull in &draft.hulls {
            scene.boards[draft.placing.board].lay(hull.clone());
        }
        self.draw_scene(&scene, turns(game));
    }
}
