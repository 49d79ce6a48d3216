//! A game that breaks its own promises: the match is void then, and no player is to blame.

use judge_games::Seat;

use super::{By, Ended, Match};
use crate::contract::{Contract, Trouble};
use crate::verdict::{Verdict, Void, VoidCause};

impl<G: Contract> Match<'_, G> {
    /// Ends the match if something was wrong with the game before it began, as when its opening was drawn.
    pub(super) fn broken_by(&mut self, trouble: Option<Trouble>) {
        if let Some((cause, detail)) = trouble {
            let Ended = self.end_void(cause, detail);
        }
    }

    /// Ends the match if the game has broken a promise: nothing is asked of players then.
    #[inline]
    pub(super) fn check_game(&mut self) -> Result<(), Ended> {
        self.game.trouble().map_or(Ok(()), |(cause, detail)| Err(self.end_void(cause, detail)))
    }

    #[cold]
    fn end_void(&mut self, cause: VoidCause, detail: String) -> Ended {
        self.end(Verdict::Void(Void { cause, seat: None, detail, call: None }))
    }

    /// Plays an action that the game has listed, or says is forced.
    pub(super) fn play_own(&mut self, by: By, action: &G::Action) -> Result<Seat, Ended> {
        let played = self.play(by, action).map_err(|rule| rule.to_string());
        self.check_game()?;
        played.map_err(|rule| {
            let detail = format!(
                "{}: it refuses {action}, which it has listed or called forced: {rule}",
                self.game.own_name()
            );
            self.end_void(VoidCause::Game, detail)
        })
    }
}
