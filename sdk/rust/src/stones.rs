//! Bots for Stones. `(0, 0)` is the top left corner, and a player's id is its seat.

pub use judge_games::stones::{Adjacency, Board, Direction, Message, Rules, Step, Stones as Game};
pub use judge_games::{Seat, Square};

/// Facts that a bot knows before a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// For the bot's own random generator, see [`Random`](crate::Random).
    pub seed: u64,
    /// The bot's id: 0 moves first.
    pub seat: Seat,
    /// Players in the game.
    pub players: u8,
    /// Columns of the board.
    pub columns: u8,
    /// Rows of the board.
    pub rows: u8,
    /// The squares that are one step apart.
    pub adjacency: Adjacency,
}

/// A bot that plays Stones. One value of the type plays one game.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no bot for Stones",
    label = "does not implement `judge_sdk::stones::Stones`",
    note = "`judge_sdk::export!(stones, …)` names the game first, then the type that implements its trait"
)]
pub trait Stones: Sized {
    /// The bot's name for itself.
    fn name() -> String;

    /// Begins a game; the stones are laid in the first message.
    fn new_game(setup: &Setup) -> Self;

    /// Something happened; `board` is the board after it. A bot that looks only at
    /// the game as it stands when it must move has no need of this.
    fn update(&mut self, message: &Message, board: &Board) {
        let _ = (message, board);
    }

    /// The step to take: one of [`Game::steps`].
    ///
    /// It is the bot's turn in `game`, which plays on if it is asked to, so a copy
    /// of it is there to think ahead with.
    fn next_move(&mut self, game: &Game) -> Step;
}

crate::export::bindings!("judge:arena/stones-bot");

/// Between the contract's types and a bot's.
#[doc(hidden)]
pub mod glue {
    use super::bindings::exports::judge::arena::stones as wire;
    use crate::export::{Exported, InPlay};
    use judge_games::stones::{Options, Params};

    use super::{Adjacency, Board, Game, Message, Seat, Setup, Square, Step, Stones};

    /// A bot in its game.
    pub struct Seated<B> {
        bot: B,
        setup: wire::Setup,
        /// The game by the messages, from the first of them on.
        game: Option<Game>,
        /// A stone was hit by a move that has not been reported yet.
        hit: bool,
    }

    impl<B: Stones> Seated<B> {
        /// Begins a game.
        #[must_use]
        pub fn new_game(setup: wire::Setup) -> Self {
            crate::log_panics();
            let wire::Setup { seed, seat, seats, columns, rows, .. } = setup;
            let (seat, players, adjacency) = (Seat(seat), seats, adjacency(&setup));
            let bot = B::new_game(&Setup { seed, seat, players, columns, rows, adjacency });
            Self { bot, setup, game: None, hit: false }
        }

        /// Follows the game, and passes it on to the bot.
        pub fn update(&mut self, message: wire::Message, cells: &[i8]) {
            let (columns, rows) = (self.setup.columns, self.setup.rows);
            let board = Board::new(columns, rows, cells).expect("the judge sends valid boards");
            let message = read(message);
            self.follow(message, &board);
            self.bot.update(&message, &board);
        }

        fn follow(&mut self, message: Message, board: &Board) {
            match (&mut self.game, message) {
                (game, Message::GameStart) => *game = Some(begin(&self.setup, board)),
                (_, Message::Hit(..)) => self.hit = true,
                (Some(game), Message::Move(_, step)) => {
                    self.hit = false;
                    game.step(step, |_, _| {}).expect("the judge tells legal moves");
                }
                // With a hit it is the move, still to come, that takes the last stone.
                (Some(game), Message::PlayerLost(player)) if !self.hit => {
                    game.eliminate(player, |_, _| {}).expect("the judge removes who is playing");
                }
                _ => {}
            }
        }

        /// Answers with a step.
        pub fn next_move(&mut self) -> wire::Step {
            let game = self.game.as_ref().expect("the game has started");
            let Step { from, to } = self.bot.next_move(game);
            let square = |square: Square| wire::Square { x: square.x, y: square.y };
            wire::Step { from: square(from), to: square(to) }
        }
    }

    impl<B: Stones + InPlay<Seated<B>>> wire::Guest for Exported<B> {
        fn name() -> String {
            crate::log_panics();
            B::name()
        }
        fn new_game(setup: wire::Setup) {
            B::begin(Seated::new_game(setup));
        }
        fn update(message: wire::Message, board: Vec<i8>) {
            B::with(|seated| seated.update(message, &board));
        }
        fn next_move() -> wire::Step {
            B::with(Seated::next_move)
        }
    }

    fn adjacency(setup: &wire::Setup) -> Adjacency {
        Adjacency::from_neighbours(setup.neighbours).expect("the judge sends valid parameters")
    }

    /// The game at its start.
    fn begin(setup: &wire::Setup, board: &Board) -> Game {
        let options = Options {
            players: setup.seats,
            adjacency: adjacency(setup),
            no_hit_limit: Some(setup.no_hit_limit),
            max_turns: Some(setup.max_turns),
            ..Options::explicit(board)
        };
        Game::new(&Params::new(&options).expect("the judge sends valid parameters"))
    }

    fn read(message: wire::Message) -> Message {
        let square = |square: wire::Square| Square::new(square.x, square.y);
        match message {
            wire::Message::GameStart => Message::GameStart,
            wire::Message::TurnTo(player) => Message::TurnTo(Seat(player)),
            wire::Message::Move(wire::Move { player, step }) => {
                Message::Move(Seat(player), Step::new(square(step.from), square(step.to)))
            }
            wire::Message::Hit(hit) => Message::Hit(Seat(hit.player), square(hit.square)),
            wire::Message::PlayerLost(player) => Message::PlayerLost(Seat(player)),
            wire::Message::PlayerWon(player) => Message::PlayerWon(Seat(player)),
        }
    }
}
