//! Stones: two to eight players step next to each other until one is left.
//!
//! Every turn the player moves one stone to an adjacent square, [diagonals
//! included](Adjacency) unless the parameters say otherwise. A stone of another
//! player that lies there is hit: it is taken off the board. Who has no stones
//! left has lost and is skipped from then on; the last player with stones wins.
//! The turn goes round by id, and player 0 is the first. There is no passing, and
//! none is needed: squares hang together, so as long as an enemy is on the board
//! some stone of the player borders on a square that is not the player's own.
//!
//! `(0, 0)` is the top left corner; `x` counts columns to the right and `y` rows
//! downwards. (The original is of two minds: it looks up `values[x][y]` and yet
//! calls `(0, -1)` north.)
//!
//! Perfect play need not end, so two caps do: turns in a row without a hit, and
//! turns in all. Then who has more stones ranks better, and equals share a rank.
//! Whoever has lost ranks below the living, and the better the later.
//!
//! Notation: a step is `x,y>x,y`, from and to, for example `0,0>0,1`. For
//! positions see [`Position`], for boards [`Board`].

mod board;
mod direction;
mod layout;
mod message;
mod params;
mod position;
mod settings;
mod step;

use crate::{Ending, Game, Outcome, Seat, Square};
pub use board::{Board, InvalidBoard};
pub use direction::{Adjacency, Direction};
pub use layout::Layout;
pub use message::Message;
pub use params::{Options, Params, Rules};
pub use position::{InvalidPosition, Position};
pub use step::{Illegal, IllegalElimination, Step};

const PLAYERS_MAX: usize = Board::PLAYERS_MAX as usize;

/// A game of Stones in progress. Nothing is hidden, so it is its own view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stones {
    rules: Rules,
    board: Board,
    /// Stones by seat; a player without stones has lost.
    counts: [u16; PLAYERS_MAX],
    /// Players who have lost, the first first; the others' places hold seat 0.
    lost: [Seat; PLAYERS_MAX],
    lost_count: u8,
    /// `None` when the game is over.
    to_move: Option<Seat>,
    turns: u32,
    turns_without_hit: u32,
}

impl Stones {
    /// A new game, player 0 about to move.
    #[must_use]
    pub fn new(params: &Params) -> Self {
        Self {
            rules: params.rules(),
            board: *params.start(),
            counts: stones_by_seat(params.start()),
            lost: [Seat(0); PLAYERS_MAX],
            lost_count: 0,
            to_move: Some(Seat(0)),
            turns: 0,
            turns_without_hit: 0,
        }
    }

    /// The rules that are not on the board.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The board now.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The number of the player's stones; 0 also if there is no such player.
    #[must_use]
    pub fn stones(&self, player: Seat) -> u16 {
        self.counts.get(player.index()).copied().unwrap_or(0)
    }

    /// Players who still have stones, by id.
    pub fn living(&self) -> impl Iterator<Item = Seat> + '_ {
        (0..self.rules.players()).map(Seat).filter(|&player| self.stones(player) > 0)
    }

    /// Players who have lost, the first first.
    #[must_use]
    pub fn lost(&self) -> &[Seat] {
        &self.lost[..self.lost_count.into()]
    }

    /// Turns taken.
    #[must_use]
    pub const fn turns(&self) -> u32 {
        self.turns
    }

    /// Turns taken since the last hit.
    #[must_use]
    pub const fn turns_without_hit(&self) -> u32 {
        self.turns_without_hit
    }

    /// The legal steps: stones row by row from the top, for each stone the
    /// directions clockwise from north. None when the game is over.
    pub fn steps(&self) -> impl Iterator<Item = Step> + '_ {
        let player = self.to_move;
        let stones = player.into_iter().flat_map(|player| self.board.stones(player));
        stones.flat_map(move |from| {
            let targets = self.rules.adjacency().directions().iter().filter_map(move |way| way.next(from));
            let free = targets.filter(move |&to| self.board.contains(to) && self.board.owner(to) != player);
            free.map(move |to| Step::new(from, to))
        })
    }

    /// Sends the messages that come before the first step: that the game
    /// starts, and whose turn it is.
    pub fn announce(&self, mut observe: impl FnMut(Message, &Board)) {
        observe(Message::GameStart, &self.board);
        if let Some(player) = self.to_move {
            observe(Message::TurnTo(player), &self.board);
        }
    }

    /// Plays `step` for the player to move, and hands every message to `observe`,
    /// together with the board after it: `Hit` and `PlayerLost` if there are such,
    /// then `Move`, then `PlayerWon`, or `TurnTo` for the next player. A game that
    /// ends at a cap ends with `Move`.
    ///
    /// # Errors
    /// The first rule that the step breaks; the game is unchanged then, and
    /// `observe` is not called.
    pub fn step(&mut self, step: Step, mut observe: impl FnMut(Message, &Board)) -> Result<(), Illegal> {
        let player = self.check(step)?;
        let victim = self.board.owner(step.to);
        self.turns += 1;
        self.turns_without_hit += 1;
        if let Some(victim) = victim {
            self.turns_without_hit = 0;
            self.hit(victim, step.to, &mut observe);
        }
        self.board.clear(step.from);
        self.board.place(player, step.to);
        observe(Message::Move(player, step), &self.board);
        self.end_turn(player, &mut observe);
        Ok(())
    }

    /// Removes a player who broke the rules: all stones of the player are taken, the
    /// rank is the last of those who still lived, and the others play on. Of two
    /// players the other wins. It counts as no turn and no hit. Where
    /// [the rules](Rules::goes_on_without) end the game at a fault, a referee does that
    /// instead.
    ///
    /// `observe` gets `PlayerLost`, then `PlayerWon` if one player is left, or
    /// `TurnTo` if the player removed was to move.
    ///
    /// # Errors
    /// If the game is over, or the seat is not playing; the game is unchanged then.
    pub fn eliminate(
        &mut self,
        player: Seat,
        mut observe: impl FnMut(Message, &Board),
    ) -> Result<(), IllegalElimination> {
        let to_move = self.to_move.ok_or(IllegalElimination::Over)?;
        if player.0 >= self.rules.players() {
            return Err(IllegalElimination::NoSuchSeat(player));
        }
        if self.stones(player) == 0 {
            return Err(IllegalElimination::Lost(player));
        }
        self.board.clear_all(player);
        self.counts[player.index()] = 0;
        self.lose(player, &mut observe);
        if player == to_move || self.living().count() == 1 {
            self.end_turn(player, &mut observe);
        }
        Ok(())
    }

    /// The player to move, if `step` is legal for that player.
    fn check(&self, step: Step) -> Result<Seat, Illegal> {
        let player = self.to_move.ok_or(Illegal::Over)?;
        let Step { from, to } = step;
        if !self.board.contains(from) {
            return Err(Illegal::FromOffBoard(from));
        }
        if !self.board.contains(to) {
            return Err(Illegal::ToOffBoard(to));
        }
        let owner = self.board.owner(from);
        if owner != Some(player) {
            return Err(Illegal::NotYours { from, owner });
        }
        if self.board.owner(to) == Some(player) {
            return Err(Illegal::OwnStone(to));
        }
        if !self.rules.adjacency().joins(from, to) {
            return Err(Illegal::NotAdjacent(step));
        }
        Ok(player)
    }

    fn hit(&mut self, victim: Seat, square: Square, observe: &mut impl FnMut(Message, &Board)) {
        self.board.clear(square);
        self.counts[victim.index()] -= 1;
        observe(Message::Hit(victim, square), &self.board);
        if self.counts[victim.index()] == 0 {
            self.lose(victim, observe);
        }
    }

    fn lose(&mut self, player: Seat, observe: &mut impl FnMut(Message, &Board)) {
        self.lost[usize::from(self.lost_count)] = player;
        self.lost_count += 1;
        observe(Message::PlayerLost(player), &self.board);
    }

    /// Ends the game, or gives the turn to the next living player after `player`.
    fn end_turn(&mut self, player: Seat, observe: &mut impl FnMut(Message, &Board)) {
        self.to_move = if self.is_over() { None } else { Some(self.next_living(player)) };
        let message = self.to_move.map(Message::TurnTo).or(self.winner().map(Message::PlayerWon));
        if let Some(message) = message {
            observe(message, &self.board);
        }
    }

    fn is_over(&self) -> bool {
        let capped =
            self.turns >= self.rules.max_turns() || self.turns_without_hit >= self.rules.no_hit_limit();
        capped || self.winner().is_some()
    }

    /// The last player with stones.
    fn winner(&self) -> Option<Seat> {
        let last = self.lost_count + 1 == self.rules.players();
        if last { self.living().next() } else { None }
    }

    fn next_living(&self, player: Seat) -> Seat {
        let mut after = (1..=self.rules.players()).map(|gap| Seat((player.0 + gap) % self.rules.players()));
        after.find(|&next| self.stones(next) > 0).expect("somebody has stones while the game goes on")
    }

    fn rank(&self, player: Seat) -> u8 {
        let place = match self.lost().iter().position(|&lost| lost == player) {
            Some(losers_before) => usize::from(self.rules.players()) - losers_before,
            None => 1 + self.living().filter(|&other| self.stones(other) > self.stones(player)).count(),
        };
        u8::try_from(place).expect("there are at most eight places")
    }
}

fn stones_by_seat(board: &Board) -> [u16; PLAYERS_MAX] {
    let mut counts = [0; PLAYERS_MAX];
    for cell in board.cells() {
        if let Ok(id) = usize::try_from(*cell) {
            counts[id] += 1;
        }
    }
    counts
}

impl Game for Stones {
    const NAME: &'static str = "stones";
    const OPENING_PLIES: Option<u32> = Some(4);

    type Params = Params;
    type Action = Step;
    type View = Self;
    type Illegal = Illegal;

    fn start(params: &Params) -> Self {
        Self::new(params)
    }

    /// The most turns that a game with these parameters can take.
    ///
    /// Of n stones at most n − 1 can be hit, since the last one has no enemy. Each
    /// hit comes within `no_hit_limit` turns of the one before, or the game ends
    /// there; so there are at most (n − 1) · `no_hit_limit` turns, or `max_turns`
    /// if that is less. Eliminations take stones away and no turn.
    fn turns_max(params: &Params) -> u32 {
        let hits: u32 = stones_by_seat(params.start()).into_iter().map(u32::from).sum::<u32>() - 1;
        params.rules().max_turns().min(hits.saturating_mul(params.rules().no_hit_limit()))
    }

    fn seats(&self) -> usize {
        self.rules.players().into()
    }

    fn to_move(&self) -> Option<Seat> {
        self.to_move
    }

    /// The legal steps as a list, in the order of [`Self::steps`].
    fn legal(&self) -> Vec<Step> {
        self.steps().collect()
    }

    fn view(&self, _: Seat) -> Self {
        *self
    }

    fn play(&mut self, step: &Step) -> Result<(), Illegal> {
        self.step(*step, |_, _| {})
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.to_move.is_some() {
            return None;
        }
        let players = || (0..self.rules.players()).map(Seat);
        Some(Outcome {
            ranks: players().map(|player| self.rank(player)).collect(),
            scores: players().map(|player| self.stones(player).into()).collect(),
            ending: if self.winner().is_some() { Ending::Rules } else { Ending::Cap },
        })
    }
}
