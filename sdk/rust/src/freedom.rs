//! Bots for Freedom. `(0, 0)` is the bottom left corner.

pub use judge_games::Square;
pub use judge_games::freedom::{Board, Cell, Colour, Freedom as Game, Params, Scoring, SquareSet};

/// Facts that a bot knows before a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// For the bot's own random generator, see [`Random`](crate::Random).
    pub seed: u64,
    /// White, which moves first, or black.
    pub colour: Colour,
    /// The board's size and the scoring.
    pub params: Params,
}

/// A bot that plays Freedom. One value of the type plays one game.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no bot for Freedom",
    label = "does not implement `judge_sdk::freedom::Freedom`",
    note = "`judge_sdk::export!(freedom, …)` names the game first, then the type that implements its trait"
)]
pub trait Freedom: Sized {
    /// The bot's name for itself.
    fn name() -> String;

    /// Begins a game.
    fn new_game(setup: &Setup) -> Self;

    /// The square to place a stone on: one of [`Game::legal_squares`].
    ///
    /// `game` plays on if it is asked to, so a copy of it is there to think ahead
    /// with; [`Game::board`] and [`Game::last_opponent_move`] show what there is to see.
    fn make_move(&mut self, game: &Game) -> Square;
}

crate::export::bindings!("judge:arena/freedom-bot");

/// Between the contract's types and a bot's.
#[doc(hidden)]
pub mod glue {
    use super::bindings::exports::judge::arena::freedom as wire;
    use crate::export::{Exported, InPlay};
    use judge_games::freedom::{Progress, Setup as Position};

    use super::{Board, Colour, Freedom, Game, Params, Scoring, Setup, Square};

    /// A bot in its game.
    pub struct Seated<B> {
        bot: B,
        params: Params,
    }

    impl<B: Freedom> Seated<B> {
        /// Begins a game.
        #[must_use]
        pub fn new_game(setup: wire::Setup) -> Self {
            crate::log_panics();
            let wire::Setup { seed, seat, size, scoring, .. } = setup;
            let scoring = match scoring {
                wire::Scoring::Multiplicity => Scoring::Multiplicity,
                wire::Scoring::Distinct => Scoring::Distinct,
            };
            let params = Params::new(size, scoring).expect("the judge sends valid parameters");
            let colour = Colour::ALL[usize::from(seat)];
            Self { bot: B::new_game(&Setup { seed, colour, params }), params }
        }

        /// Answers with a square.
        pub fn make_move(&mut self, board: &[u8], last: Option<wire::Square>) -> wire::Square {
            let board = Board::from_bytes(self.params.size(), board).expect("the judge sends valid boards");
            let last = last.map(|square| Square::new(square.x, square.y));
            let scoring = self.params.scoring();
            let position = Position { board, last, scoring, progress: Progress::Running };
            let game = Game::from_setup(&position).expect("the judge sends valid positions");
            let square = self.bot.make_move(&game);
            wire::Square { x: square.x, y: square.y }
        }
    }

    impl<B: Freedom + InPlay<Seated<B>>> wire::Guest for Exported<B> {
        fn name() -> String {
            crate::log_panics();
            B::name()
        }
        fn new_game(setup: wire::Setup) {
            B::begin(Seated::new_game(setup));
        }
        fn make_move(board: Vec<u8>, last: Option<wire::Square>) -> wire::Square {
            B::with(|seated| seated.make_move(&board, last))
        }
    }
}
