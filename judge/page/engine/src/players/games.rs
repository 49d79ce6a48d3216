//! Each game's own half: views into calls, answers into actions.

use std::convert::Infallible;

use judge_play::contract::Told;
use judge_play::games::stones::{Adjacency, Message};
use judge_play::games::{Seat, Square, battleship, freedom, gobblet, othello, stones};
use judge_play::{FaultKind, NoAnswer, Seed};

use super::{PagePlayer, Wired};
use crate::bindings::judge::arena;
use crate::bindings::judge::page::bots;

/// Games of two tell their players nothing.
macro_rules! tells_nothing {
    () => {
        fn notify(_: &mut PagePlayer<Self>, event: &Infallible) -> Result<(), NoAnswer> {
            match *event {}
        }
    };
}

impl Wired for battleship::Battleship {
    type Setup = arena::battleship::Setup;

    fn setup(params: &battleship::Params, seat: Seat, seed: Seed) -> Self::Setup {
        let (size, fleet, no_touch) = (params.size(), params.fleet().to_vec(), params.no_touch());
        Self::Setup { seed: seed.0, seat: seat.0, seats: 2, size, fleet, no_touch }
    }

    fn begin(_: &mut PagePlayer<Self>) -> Result<(), NoAnswer> {
        // Its first question is what to begin with.
        Ok(())
    }

    fn decide(
        player: &mut PagePlayer<Self>,
        question: battleship::Question,
    ) -> Result<battleship::Action, NoAnswer> {
        match question {
            battleship::Question::NewGame => {
                let ships = player.ask(bots::battleship_new_game)?;
                Ok(battleship::Action::PlaceFleet(ships.into_iter().map(ship).collect()))
            }
            battleship::Question::TakeTurn(view) => {
                let (state, remaining) = (view.state(), view.ships_remaining());
                let square =
                    player.ask(|bot, fuel, _| bots::battleship_take_turn(bot, fuel, state, remaining))?;
                Ok(battleship::Action::Shoot(Square::new(square.x, square.y)))
            }
        }
    }

    tells_nothing!();
}

fn ship(ship: arena::battleship::Ship) -> battleship::Ship {
    let arena::battleship::Ship { x, y, length, orientation } = ship;
    let orientation = match orientation {
        arena::battleship::Orientation::Across => battleship::Orientation::Across,
        arena::battleship::Orientation::Down => battleship::Orientation::Down,
    };
    battleship::Ship { x, y, length, orientation }
}

impl Wired for freedom::Freedom {
    type Setup = arena::freedom::Setup;

    fn setup(params: &freedom::Params, seat: Seat, seed: Seed) -> Self::Setup {
        let scoring = match params.scoring() {
            freedom::Scoring::Multiplicity => arena::freedom::Scoring::Multiplicity,
            freedom::Scoring::Distinct => arena::freedom::Scoring::Distinct,
        };
        Self::Setup { seed: seed.0, seat: seat.0, seats: 2, size: params.size(), scoring }
    }

    fn begin(player: &mut PagePlayer<Self>) -> Result<(), NoAnswer> {
        player.ask(|bot, fuel, setup| bots::freedom_new_game(bot, fuel, *setup))
    }

    fn decide(player: &mut PagePlayer<Self>, game: freedom::Freedom) -> Result<freedom::Action, NoAnswer> {
        let board = game.board().bytes();
        let last =
            game.last_opponent_move().map(|square| arena::freedom::Square { x: square.x, y: square.y });
        let square = player.ask(|bot, fuel, _| bots::freedom_make_move(bot, fuel, &board, last))?;
        Ok(freedom::Action::Place(Square::new(square.x, square.y)))
    }

    tells_nothing!();
}

impl Wired for gobblet::Gobblet {
    type Setup = arena::gobblet::Setup;

    fn setup(params: &gobblet::Params, seat: Seat, seed: Seed) -> Self::Setup {
        let (size, plies_max) = (params.board().width(), params.plies_max());
        Self::Setup { seed: seed.0, seat: seat.0, seats: 2, size, plies_max }
    }

    fn begin(player: &mut PagePlayer<Self>) -> Result<(), NoAnswer> {
        player.ask(|bot, fuel, setup| bots::gobblet_new_game(bot, fuel, *setup))
    }

    fn decide(
        player: &mut PagePlayer<Self>,
        position: gobblet::Position,
    ) -> Result<gobblet::Action, NoAnswer> {
        let board: Vec<u8> = position.bytes().collect();
        let square = |square: arena::gobblet::Square| Square::new(square.x, square.y);
        match player.ask(|bot, fuel, _| bots::gobblet_play(bot, fuel, &board))? {
            arena::gobblet::Action::Enter(arena::gobblet::Enter { size, to }) => {
                let unknown = || NoAnswer::Fault(FaultKind::IllegalMove, format!("no piece has size {size}"));
                let known = gobblet::Size::from_number(size).ok_or_else(unknown)?;
                Ok(gobblet::Action::Enter { size: known, to: square(to) })
            }
            arena::gobblet::Action::Move(arena::gobblet::Move { from, to }) => {
                Ok(gobblet::Action::Move { from: square(from), to: square(to) })
            }
        }
    }

    tells_nothing!();
}

impl Wired for othello::Othello {
    type Setup = arena::othello::Setup;

    fn setup(params: &othello::Params, seat: Seat, seed: Seed) -> Self::Setup {
        Self::Setup { seed: seed.0, seat: seat.0, seats: 2, size: params.size() }
    }

    fn begin(player: &mut PagePlayer<Self>) -> Result<(), NoAnswer> {
        player.ask(|bot, fuel, setup| bots::othello_new_game(bot, fuel, *setup))
    }

    fn decide(player: &mut PagePlayer<Self>, game: othello::Othello) -> Result<othello::Action, NoAnswer> {
        let board = game.board();
        let (own, opponent, legal) = (board.own(), board.opponent(), board.legal_moves());
        let square = player.ask(|bot, fuel, _| bots::othello_choose(bot, fuel, own, opponent, legal))?;
        // Without a legal move there is nothing to choose: any answer stands for the pass.
        let place = || othello::Action::Place(Square::new(square.x, square.y));
        Ok(if legal == 0 { othello::Action::Pass } else { place() })
    }

    tells_nothing!();
}

impl Wired for stones::Stones {
    type Setup = arena::stones::Setup;

    fn setup(params: &stones::Params, seat: Seat, seed: Seed) -> Self::Setup {
        let (rules, start) = (params.rules(), params.start());
        Self::Setup {
            seed: seed.0,
            seat: seat.0,
            seats: rules.players(),
            columns: start.columns(),
            rows: start.rows(),
            neighbours: match rules.adjacency() {
                Adjacency::Four => 4,
                Adjacency::Eight => 8,
            },
            no_hit_limit: rules.no_hit_limit(),
            max_turns: rules.max_turns(),
        }
    }

    fn begin(player: &mut PagePlayer<Self>) -> Result<(), NoAnswer> {
        player.ask(|bot, fuel, setup| bots::stones_new_game(bot, fuel, *setup))
    }

    fn decide(player: &mut PagePlayer<Self>, _: stones::Stones) -> Result<stones::Step, NoAnswer> {
        let step = player.ask(|bot, fuel, _| bots::stones_next_move(bot, fuel))?;
        let square = |square: arena::stones::Square| Square::new(square.x, square.y);
        Ok(stones::Step::new(square(step.from), square(step.to)))
    }

    fn notify(player: &mut PagePlayer<Self>, told: &Told) -> Result<(), NoAnswer> {
        let (message, cells) = (message(told.message), told.board.cells());
        player.tell(|bot, fuel, _| bots::stones_update(bot, fuel, message, cells))
    }
}

fn message(message: Message) -> arena::stones::Message {
    let square = |square: Square| arena::stones::Square { x: square.x, y: square.y };
    match message {
        Message::GameStart => arena::stones::Message::GameStart,
        Message::TurnTo(player) => arena::stones::Message::TurnTo(player.0),
        Message::Move(player, stones::Step { from, to }) => {
            let step = arena::stones::Step { from: square(from), to: square(to) };
            arena::stones::Message::Move(arena::stones::Move { player: player.0, step })
        }
        Message::Hit(player, hit) => {
            arena::stones::Message::Hit(arena::stones::Hit { player: player.0, square: square(hit) })
        }
        Message::PlayerLost(player) => arena::stones::Message::PlayerLost(player.0),
        Message::PlayerWon(player) => arena::stones::Message::PlayerWon(player.0),
    }
}
