//! Ludo for two to four: throw a die, bring all tokens home, and send others back. All throws come from the round's seed.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use judge_game::{
    Asked, BoardScene, Choice, Contract, Ending, Facts, FirstRow, Game, Hidden, Key, Kind, Mark, Notice,
    Outcome, Parameters, Phase, Piece, PieceFacts, Place, Reader, Seat, Seed, SettingError, Settings, Shown,
    Square, Stacks, Unit, Value, Viewpoint, Weight,
};

/// The last place of a token on the track that all share. From there it turns into its own lane.
const TRACK_END: u8 = 51;
/// A token's last place. Its first one, 0, is the yard.
const HOME: u8 = 57;
/// The most throws of a game, for each seat.
const THROWS_MAX: u16 = 400;
/// Columns of the board, and rows.
const SIZE: u8 = 15;
/// A quarter of the track. The others are the same, turned.
const QUARTER: [(u8, u8); 13] =
    [(1, 6), (2, 6), (3, 6), (4, 6), (5, 6), (6, 5), (6, 4), (6, 3), (6, 2), (6, 1), (6, 0), (7, 0), (8, 0)];

/// What can be set in `[rules]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    seats: u8,
    tokens: u8,
}

impl Default for Params {
    fn default() -> Self {
        Self { seats: 2, tokens: 4 }
    }
}

impl Parameters for Params {
    const KEYS: &'static [Key] = &[
        Key {
            name: "seats",
            kind: Kind::Number { least: 2, most: 4 },
            default: "2",
            meaning: "players, from 2 to 4",
        },
        Key {
            name: "tokens",
            kind: Kind::Number { least: 1, most: 4 },
            default: "4",
            meaning: "tokens of each player, from 1 to 4",
        },
    ];
    const SEATS_MAX: u8 = 4;

    fn from_checked(settings: &Settings<'_>) -> Result<Self, SettingError> {
        let Self { seats, tokens } = Self::default();
        Ok(Self {
            seats: settings.read("seats").unwrap_or(seats),
            tokens: settings.read("tokens").unwrap_or(tokens),
        })
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![("seats", self.seats.to_string()), ("tokens", self.tokens.to_string())]
    }

    fn seats(&self) -> usize {
        self.seats.into()
    }
}

/// The place from which a token moves; `None` if no token can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move(Option<u8>);

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(from) => from.fmt(f),
            None => f.write_str("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let action = Self(text.parse().ok());
        // Each action is written in one way, so 03 is none.
        let is_one = action.to_string() == text;
        is_one.then_some(action).ok_or_else(|| format!("{text:?} is no place of a token; write a number"))
    }
}

/// No token can move from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal(String);

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Illegal {}

/// A game in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ludo {
    /// The places of the tokens, by seat; none if the seat is out.
    tokens: Vec<Vec<u8>>,
    to_move: usize,
    /// What it has thrown.
    die: u8,
    /// The generator of throws.
    chance: u64,
    throws_left: u16,
}

impl Ludo {
    /// Throws the die (splitmix64).
    fn throw(&mut self) {
        self.chance = self.chance.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.chance;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.die = 1 + u8::try_from((bits ^ (bits >> 31)) % 6).expect("it is below 6");
    }

    /// How often the board must be turned so that a seat's start is where the first one's was.
    fn corner(&self, seat: usize) -> u8 {
        u8::try_from(if self.tokens.len() == 2 { 2 * seat } else { seat }).expect("there are four at most")
    }

    /// A place on the track that all share, counted from the first seat's start.
    fn shared(&self, seat: usize, place: u8) -> Option<u8> {
        (1..=TRACK_END).contains(&place).then(|| (place - 1 + 13 * self.corner(seat)) % 52)
    }

    /// Where a token that moves from a place ends, if it can.
    fn target(&self, from: u8) -> Option<u8> {
        if from == 0 { (self.die == 6).then_some(1) } else { Some(from + self.die).filter(|to| *to <= HOME) }
    }

    /// The square of a place. In the yard each token has one of its own.
    fn square(corner: u8, place: u8, token: usize) -> Square {
        let (turns, (x, y)) = match place {
            0 => (corner, [(2, 2), (3, 2), (2, 3), (3, 3)][token]),
            1..=TRACK_END => (corner + (place - 1) / 13, QUARTER[usize::from((place - 1) % 13)]),
            _ => (corner, (place - TRACK_END, 7)),
        };
        let (x, y) = (0..turns).fold((x, y), |(x, y), _| (SIZE - 1 - y, x));
        Square::new(x, y)
    }

    fn is_won(&self) -> bool {
        self.tokens.iter().any(|tokens| !tokens.is_empty() && tokens.iter().all(|place| *place == HOME))
    }

    fn pass_die_on(&mut self) {
        let seats = (1..=self.tokens.len()).map(|step| (self.to_move + step) % self.tokens.len());
        self.to_move = seats.into_iter().find(|seat| !self.tokens[*seat].is_empty()).unwrap_or(self.to_move);
    }

    fn places(tokens: &[u8]) -> String {
        tokens.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
    }
}

impl Game for Ludo {
    const NAME: &'static str = "ludo";
    const OPENING_PLIES: Option<u32> = None;

    type Params = Params;
    type Action = Move;
    type View = Self;
    type Illegal = Illegal;

    fn start(params: &Params) -> Self {
        Self::start_with(params, 0)
    }

    fn start_with(params: &Params, seed: u64) -> Self {
        let tokens = vec![vec![0; params.tokens.into()]; params.seats.into()];
        let throws_left = THROWS_MAX * u16::from(params.seats);
        let mut game = Self { tokens, to_move: 0, die: 0, chance: seed, throws_left };
        game.throw();
        game
    }

    fn turns_max(params: &Params) -> u32 {
        u32::from(THROWS_MAX) * u32::from(params.seats)
    }

    fn seats(&self) -> usize {
        self.tokens.len()
    }

    fn to_move(&self) -> Option<Seat> {
        let is_alone = self.tokens.iter().filter(|tokens| !tokens.is_empty()).count() < 2;
        let is_over = self.throws_left == 0 || is_alone || self.is_won();
        (!is_over).then(|| Seat(u8::try_from(self.to_move).expect("there are four at most")))
    }

    fn legal(&self) -> Vec<Move> {
        if self.to_move().is_none() {
            return Vec::new();
        }
        let mut places = self.tokens[self.to_move].clone();
        places.sort_unstable();
        places.dedup();
        places.retain(|from| self.target(*from).is_some());
        if places.is_empty() {
            vec![Move(None)]
        } else {
            places.into_iter().map(|from| Move(Some(from))).collect()
        }
    }

    /// Who has no choice is not asked.
    fn forced(&self) -> Option<Move> {
        let legal = self.legal();
        legal.first().copied().filter(|_| legal.len() == 1)
    }

    fn view(&self, _: Seat) -> Self {
        self.clone()
    }

    fn play(&mut self, action: &Move) -> Result<(), Illegal> {
        if !self.legal().contains(action) {
            return Err(Illegal(format!("{action} is not possible with a {}", self.die)));
        }
        let seat = self.to_move;
        if let Some((from, to)) = action.0.and_then(|from| Some((from, self.target(from)?))) {
            let here = self.shared(seat, to);
            for other in (0..self.tokens.len()).filter(|other| *other != seat) {
                for token in 0..self.tokens[other].len() {
                    if here.is_some() && self.shared(other, self.tokens[other][token]) == here {
                        self.tokens[other][token] = 0;
                    }
                }
            }
            let token = self.tokens[seat].iter_mut().find(|place| **place == from);
            *token.expect("it is legal") = to;
        }
        self.throws_left -= 1;
        if self.die < 6 {
            self.pass_die_on();
        }
        self.throw();
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        let ending = if self.throws_left == 0 && !self.is_won() { Ending::Cap } else { Ending::Rules };
        self.to_move().is_none().then(|| Outcome::by_score(self.scores(), ending))
    }
}

impl Contract for Ludo {
    type Event = Infallible;

    fn setup(params: &Params, seat: Seat, seed: Seed, to: &mut Value) {
        to.number(seed.0);
        to.numbers([seat.0, params.seats]);
    }

    fn question(_: &Self) -> Asked {
        Asked { function: "choose", phase: Phase::Turns }
    }

    fn arguments(game: &Self, to: &mut Value) {
        to.number(game.die);
        to.list(game.tokens.len());
        game.tokens.iter().for_each(|tokens| to.bytes(tokens));
        to.bytes(&game.legal().iter().filter_map(|action| action.0).collect::<Vec<_>>());
    }

    fn answer(_: &Self, mut answer: Reader<'_>) -> Result<Move, String> {
        Ok(Move(Some(answer.byte())))
    }

    fn text(game: &Self) -> String {
        let places: Vec<String> = game.tokens.iter().map(|tokens| Self::places(tokens)).collect();
        format!("{}: {}", game.die, places.join("/"))
    }

    /// With three or more players the others play on.
    fn remove(&mut self, offender: Seat) -> Option<Vec<Notice<Infallible>>> {
        if self.tokens.len() < 3 {
            return None;
        }
        self.tokens[offender.index()].clear();
        if self.to_move == offender.index() {
            self.pass_die_on();
        }
        Some(Vec::new())
    }
}

impl Shown for Ludo {
    const HELP: &'static str = "Throw a die, and move one of your tokens so many squares. A token leaves the yard with a 6, runs \
        around the board, and turns into its own lane. It sends tokens of others that it meets back to their yards. A 6 gives \
        another throw. Who has brought all tokens home wins; the throw must fit exactly. The round's seed decides all throws.";

    const FACTS: &'static Facts = &Facts {
        seats: &["red", "blue", "yellow", "green"],
        unit: Some(Unit { one: "square", many: "squares" }),
        example: "the place of a token, as in 17",
        notation: "Write the place of the token that moves, as in 17: 0 is the yard, 1 its start, 57 home.",
        hidden: Hidden::Nothing,
        pieces: &[
            PieceFacts::plain("{seat}'s token", "disc", &["R", "B", "Y", "G"], &[]),
            PieceFacts::plain("{seat}'s lane", "square", &["r", "b", "y", "g"], &[]),
            PieceFacts::plain("track", "square", &["+"], &[]),
        ],
        stacks: Stacks::Top,
        emblem: Some((0, 0)),
        trials: &["seats=4", "seats=3 tokens=1"],
        ..Facts::NONE
    };

    fn boards(&self, _: Viewpoint) -> Vec<BoardScene> {
        let mut cells = vec![Vec::new(); usize::from(SIZE) * usize::from(SIZE)];
        let mut put = |square: Square, piece| cells[square.index(SIZE)].push(piece);
        for index in 0..52 {
            put(Self::square(index / 13, 1 + index % 13, 0), Piece { owner: None, kind: 2, number: 0 });
        }
        for (seat, tokens) in (0..).map(Seat).zip(&self.tokens) {
            let corner = self.corner(seat.index());
            (TRACK_END + 1..=HOME).for_each(|place| put(Self::square(corner, place, 0), Piece::of(seat, 1)));
            for (token, place) in tokens.iter().enumerate() {
                put(Self::square(corner, *place, token), Piece::of(seat, 0));
            }
        }
        vec![BoardScene::new((SIZE, SIZE), FirstRow::Top, |square| cells[square.index(SIZE)].clone())]
    }

    /// The squares that each seat's tokens have come.
    fn scores(&self) -> Vec<i32> {
        self.tokens.iter().map(|tokens| tokens.iter().map(|place| i32::from(*place)).sum()).collect()
    }

    fn words(&self, _: Viewpoint) -> Option<String> {
        let places = |(seat, tokens): (Seat, &Vec<u8>)| {
            format!("{}'s tokens: {}.", Self::FACTS.seat(seat), Self::places(tokens))
        };
        let mut words: Vec<String> = (0..).map(Seat).zip(&self.tokens).map(places).collect();
        words.extend(self.to_move().map(|seat| format!("{} throws a {}.", Self::FACTS.seat(seat), self.die)));
        Some(words.join(" "))
    }

    fn choice(&self, action: &Move) -> Choice {
        let square = |place| {
            let token = self.tokens[self.to_move].iter().position(|at| Some(*at) == action.0);
            Some(Place::cell(Self::square(self.corner(self.to_move), place?, token?)))
        };
        let to = action.0.and_then(|from| self.target(from));
        Choice { action: action.to_string(), from: square(action.0), to: square(to), changes: None }
    }

    fn marks(before: &Self, _: &Move, after: &Self, _: Viewpoint) -> Vec<Mark> {
        let text = "a token is sent back";
        let mut places = before.tokens.iter().flatten().zip(after.tokens.iter().flatten());
        let is_back = places.any(|(before, after)| after < before);
        is_back.then(|| Mark::new(text, Weight::Event(text.into()))).into_iter().collect()
    }
}

judge_game::export_game!(Ludo, include_str!("../wit/ludo.wit"));

#[cfg(test)]
mod tests {
    use super::*;

    fn game(tokens: &[&[u8]], die: u8) -> Ludo {
        let params = Params { seats: u8::try_from(tokens.len()).expect("it is small"), ..Params::default() };
        let tokens = tokens.iter().map(|tokens| tokens.to_vec()).collect();
        Ludo { tokens, die, ..Ludo::start(&params) }
    }

    fn legal(game: &Ludo) -> String {
        game.legal().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_token_enters_with_a_six_and_comes_home_exactly() {
        assert_eq!(legal(&game(&[&[0, 0], &[0, 0]], 5)), "pass");
        assert_eq!(legal(&game(&[&[0, 5, 5, 52], &[0, 0]], 6)), "0 5");
        assert_eq!(legal(&game(&[&[53, 54, 57], &[0, 0]], 4)), "53");
    }

    #[test]
    fn a_six_gives_another_throw() {
        for (die, next) in [(5, 1), (6, 0)] {
            let mut game = game(&[&[5], &[5]], die);
            game.play(&Move(Some(5))).expect("it is legal");
            assert_eq!((game.tokens[0][0], game.to_move), (5 + die, next));
        }
    }

    #[test]
    fn a_token_sends_others_back_but_not_from_their_lanes() {
        // Place 27 of the first of two is place 1 of the second, and of the third of four.
        let mut two = game(&[&[25], &[1, 27]], 2);
        two.play(&Move(Some(25))).expect("it is legal");
        assert_eq!(two.tokens, [vec![27], vec![0, 27]]);
        let mut four = game(&[&[51], &[52], &[26, 1], &[52]], 1);
        four.play(&Move(Some(51))).expect("it is legal");
        assert_eq!(four.tokens, [vec![52], vec![52], vec![26, 1], vec![52]]);
    }

    #[test]
    fn the_track_is_a_ring_and_each_place_has_a_square_of_its_own() {
        let ring: Vec<Square> = (0..52).map(|index| Ludo::square(index / 13, 1 + index % 13, 0)).collect();
        for (here, next) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            assert!(here.x.abs_diff(next.x).max(here.y.abs_diff(next.y)) == 1, "{here} {next}");
        }
        let four = game(&[&[1], &[1], &[1], &[1]], 1);
        let places = (0..4).flat_map(|seat| (1..=TRACK_END).map(move |place| (seat, place)));
        for (seat, place) in places {
            let shared = four.shared(seat, place).expect("it is on the track");
            assert_eq!(Ludo::square(four.corner(seat), place, 0), ring[usize::from(shared)]);
        }
    }

    #[test]
    fn a_game_follows_from_its_seed_and_ends() {
        let played = |seed| {
            let mut game = Ludo::start_with(&Params { seats: 4, tokens: 2 }, seed);
            let mut throws = Vec::new();
            while game.to_move().is_some() {
                throws.push(game.die);
                let action = *game.legal().last().expect("there is always one");
                assert!(game.clone().play(&Move(Some(58))).is_err());
                game.play(&action).expect("it is legal");
            }
            assert_eq!(game.outcome().map(|outcome| outcome.ranks.contains(&1)), Some(true));
            throws
        };
        assert_eq!(played(1), played(1));
        assert_ne!(played(1)[..20], played(2)[..20]);
        assert!((1..=6).all(|die| played(1).contains(&die)));
    }
}
