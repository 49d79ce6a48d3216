//! Bots for Gobblet. `(0, 0)` is the top left corner.

pub use judge_games::Square;
pub use judge_games::gobblet::{Action, Board, Colour, Piece, Position, Size};

/// Facts that a bot knows before a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// For the bot's own random generator, see [`Random`](crate::Random).
    pub seed: u64,
    /// Red, which moves first, or yellow.
    pub colour: Colour,
    /// The board: 3 × 3 or 4 × 4.
    pub board: Board,
    /// Turns, of both players together, that end the game in a draw.
    pub plies_max: u32,
}

/// A bot that plays Gobblet. One value of the type plays one game.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no bot for Gobblet",
    label = "does not implement `judge_sdk::gobblet::Gobblet`",
    note = "`judge_sdk::export!(gobblet, …)` names the game first, then the type that implements its trait"
)]
pub trait Gobblet: Sized {
    /// The bot's name for itself.
    fn name() -> String;

    /// Begins a game.
    fn new_game(setup: &Setup) -> Self;

    /// The turn to take: one of [`Position::legal`].
    ///
    /// It is the bot's own colour that is to move in `position`;
    /// [`Position::successors`] lists what its turns lead to. A position remembers
    /// nothing: who wants to see repetitions coming must keep count.
    fn play(&mut self, position: &Position) -> Action;
}

crate::export::bindings!("judge:arena/gobblet-bot");

/// Between the contract's types and a bot's.
#[doc(hidden)]
pub mod glue {
    use super::bindings::exports::judge::arena::gobblet as wire;
    use super::{Action, Board, Colour, Gobblet, Position, Setup, Square};
    use crate::export::{Exported, InPlay};

    /// A bot in its game.
    pub struct Seated<B> {
        bot: B,
        colour: Colour,
    }

    impl<B: Gobblet> Seated<B> {
        /// Begins a game.
        #[must_use]
        pub fn new_game(setup: wire::Setup) -> Self {
            crate::log_panics();
            let wire::Setup { seed, seat, size, plies_max, .. } = setup;
            let colour = Colour::ALL[usize::from(seat)];
            let board = Board::from_width(size).expect("the judge sends valid parameters");
            Self { bot: B::new_game(&Setup { seed, colour, board, plies_max }), colour }
        }

        /// Answers with a turn.
        pub fn play(&mut self, board: &[u8]) -> wire::Action {
            let position = Position::from_bytes(board, self.colour).expect("the judge sends valid boards");
            match self.bot.play(&position) {
                Action::Enter { size, to } => {
                    wire::Action::Enter(wire::Enter { size: size.number(), to: square(to) })
                }
                Action::Move { from, to } => {
                    wire::Action::Move(wire::Move { from: square(from), to: square(to) })
                }
            }
        }
    }

    impl<B: Gobblet + InPlay<Seated<B>>> wire::Guest for Exported<B> {
        fn name() -> String {
            crate::log_panics();
            B::name()
        }
        fn new_game(setup: wire::Setup) {
            B::begin(Seated::new_game(setup));
        }
        fn play(board: Vec<u8>) -> wire::Action {
            B::with(|seated| seated.play(&board))
        }
    }

    fn square(square: Square) -> wire::Square {
        wire::Square { x: square.x, y: square.y }
    }
}
