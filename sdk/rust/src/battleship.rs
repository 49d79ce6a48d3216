//! Bots for Battleship.

mod fleet;

pub use fleet::random_fleet;
pub use judge_games::Square;
pub use judge_games::battleship::{Cell, Fleet, Orientation, Params, Ship, View};

/// Facts that a bot knows before a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// For the bot's own random generator, see [`Random`](crate::Random).
    pub seed: u64,
    /// 0 shoots first, 1 second.
    pub seat: u8,
    /// Columns of the board, and rows.
    pub size: u8,
    /// Lengths of the ships to place, longest first.
    pub fleet: Vec<u8>,
    /// Whether ships may not touch, not even at their corners.
    pub no_touch: bool,
}

/// A bot that plays Battleship. One value of the type plays one game.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no bot for Battleship",
    label = "does not implement `judge_sdk::battleship::Battleship`",
    note = "`judge_sdk::export!(battleship, …)` names the game first, then the type that implements its trait"
)]
pub trait Battleship: Sized {
    /// The bot's name for itself.
    fn name() -> String;

    /// Begins a game: the bot, ready to play it, and the fleet it places.
    ///
    /// The fleet has just the ships of `setup.fleet`, in any order. Ships may touch,
    /// unless `setup.no_touch` is set; off the board or on one another they forfeit the game.
    fn new_game(setup: &Setup) -> (Self, Vec<Ship>);

    /// The square to shoot at, seeing what is known of the opponent's board.
    fn take_turn(&mut self, view: &View) -> Square;
}

crate::export::bindings!("judge:arena/battleship-bot");

/// Between the contract's types and a bot's.
#[doc(hidden)]
pub mod glue {
    use super::bindings::exports::judge::arena::battleship as wire;
    use super::{Battleship, Orientation, Setup, Ship, View};
    use crate::export::{Exported, InPlay};

    /// A bot in its game.
    pub struct Seated<B> {
        bot: B,
        size: u8,
    }

    impl<B: Battleship> Seated<B> {
        /// Begins a game.
        pub fn new_game(setup: wire::Setup) -> (Self, Vec<wire::Ship>) {
            crate::log_panics();
            let wire::Setup { seed, seat, size, fleet, no_touch, .. } = setup;
            let (bot, ships) = B::new_game(&Setup { seed, seat, size, fleet, no_touch });
            (Self { bot, size }, ships.into_iter().map(ship).collect())
        }

        /// Answers with a shot.
        pub fn take_turn(&mut self, state: Vec<u8>, ships_remaining: Vec<u8>) -> wire::Square {
            let square = self.bot.take_turn(&View::new(self.size, state, ships_remaining));
            wire::Square { x: square.x, y: square.y }
        }
    }

    impl<B: Battleship + InPlay<Seated<B>>> wire::Guest for Exported<B> {
        fn name() -> String {
            crate::log_panics();
            B::name()
        }
        fn new_game(setup: wire::Setup) -> Vec<wire::Ship> {
            let (seated, fleet) = Seated::new_game(setup);
            B::begin(seated);
            fleet
        }
        fn take_turn(state: Vec<u8>, ships_remaining: Vec<u8>) -> wire::Square {
            B::with(|seated| seated.take_turn(state, ships_remaining))
        }
    }

    fn ship(ship: Ship) -> wire::Ship {
        let Ship { x, y, length, orientation } = ship;
        let orientation = match orientation {
            Orientation::Across => wire::Orientation::Across,
            Orientation::Down => wire::Orientation::Down,
        };
        wire::Ship { x, y, length, orientation }
    }
}
