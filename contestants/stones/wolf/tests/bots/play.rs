//! Games between bots, step by step.

use judge_sdk::Random;
use judge_sdk::games::stones::{Options, Params};
use judge_sdk::games::{Game as _, Outcome};
use judge_sdk::stones::{Board, Game, Message, Seat, Setup, Step, Stones};

/// A bot in its game.
pub(crate) trait Player {
    fn update(&mut self, message: Message, board: &Board);
    fn next_move(&mut self, game: &Game) -> Step;
}

impl<B: Stones> Player for B {
    fn update(&mut self, message: Message, board: &Board) {
        Stones::update(self, &message, board);
    }

    fn next_move(&mut self, game: &Game) -> Step {
        Stones::next_move(self, game)
    }
}

/// A `B` in `seat`.
pub(crate) fn player<B: Stones + 'static>(game: &Game, seat: u8, seed: u64) -> Box<dyn Player> {
    let (board, rules) = (game.board(), game.rules());
    Box::new(B::new_game(&Setup {
        seed: seed << 3 | u64::from(seat),
        seat: Seat(seat),
        players: rules.players(),
        columns: board.columns(),
        rows: board.rows(),
        adjacency: rules.adjacency(),
    }))
}

/// A game at its start.
pub(crate) fn new_game(options: &Options) -> Game {
    Game::new(&Params::new(options).expect("the test's parameters are valid"))
}

/// A game after some random turns.
pub(crate) fn opened(options: &Options, turns: u32, seed: u64) -> Game {
    let mut random = Random::new(seed);
    let mut game = new_game(options);
    for _ in 0..turns {
        let steps: Vec<Step> = game.steps().collect();
        game.play(random.choose(&steps)).expect("the step is legal");
    }
    game
}

/// Plays `game` to its end, and lists the steps.
pub(crate) fn play(game: &mut Game, players: &mut [Box<dyn Player>]) -> (Vec<Step>, Outcome) {
    let mut steps = Vec::new();
    while let Some(seat) = game.to_move() {
        let step = players[seat.index()].next_move(game);
        let tell =
            |message, board: &Board| players.iter_mut().for_each(|player| player.update(message, board));
        game.step(step, tell).unwrap_or_else(|illegal| panic!("{}: {step}: {illegal}", game.board()));
        steps.push(step);
    }
    (steps, game.outcome().expect("the game is over"))
}
