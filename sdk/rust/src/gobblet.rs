//! Bots for Gobblet. `(0, 0)` is the top left corner.

pub use judge_games::Square;
pub use judge_games::gobblet::{Action, Board, Colour, Piece, Position, Size};

/// What there is to know before a game.
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
pub trait Gobblet: Sized {
    /// What the bot calls itself.
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

/// The contract's types and exports, as generated from its WIT.
#[doc(hidden)]
#[allow(missing_docs, unreachable_pub, clippy::pedantic, reason = "generated")]
pub mod bindings {
    wit_bindgen::generate!({
        path: "../wit",
        world: "judge:arena/gobblet-bot",
        with: { "judge:arena/host@1.0.0": judge_sdk::host::bindings::judge::arena::host },
        pub_export_macro: true,
        default_bindings_module: "judge_sdk::gobblet::bindings",
        runtime_path: "::judge_sdk::wit_bindgen::rt",
    });
}

/// Between the contract's types and a bot's.
#[doc(hidden)]
pub mod glue {
    use super::bindings::exports::judge::arena::gobblet as wire;
    use super::{Action, Board, Colour, Gobblet, Position, Setup, Square};

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

    fn square(square: Square) -> wire::Square {
        wire::Square { x: square.x, y: square.y }
    }
}

#[doc(hidden)]
#[macro_export]
macro_rules! export_gobblet {
    ($bot:ident) => {
        $crate::export_bot!($bot, gobblet::Gobblet, {
            fn new_game(setup: wire::Setup) {
                take_seat(Seated::new_game(setup));
            }
            fn play(board: ::std::vec::Vec<u8>) -> wire::Action {
                with_seated(|seated| seated.play(&board))
            }
        });
    };
}
