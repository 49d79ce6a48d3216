//! Bots for Othello. `(0, 0)` is the top left corner, and bit y · 8 + x of a set is `(x, y)`.

pub use judge_games::Square;
pub use judge_games::othello::{Board, Chip, Params, bit, flips, legal_moves, squares};

/// Facts that a bot knows before a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// For the bot's own random generator, see [`Random`](crate::Random).
    pub seed: u64,
    /// Black, which moves first, or white.
    pub chip: Chip,
    /// The board's size.
    pub params: Params,
}

/// A bot that plays Othello. One value of the type plays one game.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no bot for Othello",
    label = "does not implement `judge_sdk::othello::Othello`",
    note = "`judge_sdk::export!(othello, …)` names the game first, then the type that implements its trait"
)]
pub trait Othello: Sized {
    /// The bot's name for itself.
    fn name() -> String;

    /// Begins a game.
    fn new_game(setup: &Setup) -> Self;

    /// The square to place a chip on: one of [`Board::legal_moves`], of which there is at least one.
    ///
    /// `board` has the bot's chips as its own; [`Board::place`] plays on. Where the bot can
    /// only pass it is not asked: if the judge asks, the SDK answers.
    fn choose(&mut self, board: &Board) -> Square;
}

crate::export::bindings!("judge:arena/othello-bot");

/// Between the contract's types and a bot's.
#[doc(hidden)]
pub mod glue {
    use super::bindings::exports::judge::arena::othello as wire;
    use super::{Board, Chip, Othello, Params, Setup};
    use crate::export::{Exported, InPlay};

    /// A bot in its game.
    pub struct Seated<B> {
        bot: B,
        params: Params,
    }

    impl<B: Othello> Seated<B> {
        /// Begins a game.
        #[must_use]
        pub fn new_game(setup: wire::Setup) -> Self {
            crate::log_panics();
            let wire::Setup { seed, seat, size, .. } = setup;
            let params = Params::new(size).expect("the judge sends valid parameters");
            let chip = if seat == 0 { Chip::Black } else { Chip::White };
            Self { bot: B::new_game(&Setup { seed, chip, params }), params }
        }

        /// Answers with a square.
        pub fn choose(&mut self, own: u64, opponent: u64) -> wire::Square {
            let board = Board::new(self.params, own, opponent).expect("the judge sends valid boards");
            if board.legal_moves() == 0 {
                return wire::Square { x: 0, y: 0 }; // any square stands for the pass
            }
            let square = self.bot.choose(&board);
            wire::Square { x: square.x, y: square.y }
        }
    }

    impl<B: Othello + InPlay<Seated<B>>> wire::Guest for Exported<B> {
        fn name() -> String {
            crate::log_panics();
            B::name()
        }
        fn new_game(setup: wire::Setup) {
            B::begin(Seated::new_game(setup));
        }
        fn choose(own: u64, opponent: u64, _legal: u64) -> wire::Square {
            B::with(|seated| seated.choose(own, opponent))
        }
    }
}
