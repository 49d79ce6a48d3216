//! Kuhn poker: three cards, two players, one bet; the smallest poker in which one must bluff.
//!
//! All cards are dealt from the round's seed, so each seat gets the other's cards in the other game of a round.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use judge_game::{
    Asked, BoardScene, Chance, Contract, Ending, Facts, Game, Hidden, Key, Kind, Mark, Outcome, Over,
    Parameters, Phase, Reader, Seat, Secret, Seed, SettingError, Settings, Shown, Unit, Value, Viewpoint,
    Weight,
};

/// The number of hands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    hands: u32,
}

impl Default for Params {
    fn default() -> Self {
        Self { hands: 50 }
    }
}

impl Parameters for Params {
    const KEYS: &'static [Key] = &[Key {
        name: "hands",
        kind: Kind::Number { least: 1, most: 500 },
        default: "50",
        meaning: "hands in a game, from 1 to 500; players begin in turn",
    }];

    fn from_checked(settings: &Settings<'_>) -> Result<Self, SettingError> {
        Ok(Self { hands: settings.read("hands").unwrap_or(Self::default().hands) })
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![("hands", self.hands.to_string())]
    }
}

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Puts in nothing: goes on without a bet, or gives up after one.
    Pass,
    /// Puts in a chip.
    Bet,
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Bet { "b" } else { "p" })
    }
}

impl FromStr for Act {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "p" => Ok(Self::Pass),
            "b" => Ok(Self::Bet),
            _ => Err(format!("{text:?} is no action; write p to pass or b to bet")),
        }
    }
}

/// A game in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kuhn {
    hands: u32,
    /// The number of the hand that is played.
    hand: u32,
    /// The cards of this hand, by seat: 0 is the jack, 2 the king.
    cards: [u8; 2],
    dealer: Chance,
    history: Vec<Act>,
    /// What each seat has won, by all hands that are over.
    won: [i32; 2],
}

/// What a seat knows when it must act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    hand: u32,
    card: u8,
    history: String,
}

impl View {
    /// What was done in this hand, a letter for each action.
    #[must_use]
    pub fn history(&self) -> &str {
        &self.history
    }
}

const CARDS: [&str; 3] = ["jack", "queen", "king"];

impl Kuhn {
    /// A game that is one hand of given cards, by seat.
    #[must_use]
    pub fn hand(cards: [u8; 2]) -> Self {
        Self { hands: 1, hand: 0, cards, dealer: Chance(0), history: Vec::new(), won: [0; 2] }
    }

    /// The cards of the hand that is played, by seat.
    #[must_use]
    pub fn cards(&self) -> [u8; 2] {
        self.cards
    }

    /// Two of three cards, each pair as likely as another.
    fn deal(&mut self) {
        let pairs = [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]];
        self.cards = pairs[usize::from(self.dealer.below(6))];
    }

    /// The seat that began the hand.
    fn first(&self) -> usize {
        usize::from(self.hand % 2 == 1)
    }

    /// Who wins how much if the hand is over.
    fn settled(&self) -> Option<(usize, i32)> {
        use Act::{Bet, Pass};
        let first = self.first();
        let higher = usize::from(self.cards[1] > self.cards[0]);
        match *self.history.as_slice() {
            [Pass, Pass] => Some((higher, 1)),
            [Bet, Bet] | [Pass, Bet, Bet] => Some((higher, 2)),
            [Bet, Pass] => Some((first, 1)),
            [Pass, Bet, Pass] => Some((1 - first, 1)),
            _ => None,
        }
    }

    fn history(&self) -> String {
        self.history.iter().map(ToString::to_string).collect()
    }
}

impl Game for Kuhn {
    const NAME: &'static str = "kuhn-poker";
    const OPENING_PLIES: Option<u32> = None;

    type Params = Params;
    type Action = Act;
    type View = View;
    type Illegal = Over;

    fn start(params: &Params) -> Self {
        Self::start_with(params, 0)
    }

    fn start_with(params: &Params, seed: u64) -> Self {
        let mut game = Self { hands: params.hands, dealer: Chance(seed), ..Self::hand([0, 1]) };
        game.deal();
        game
    }

    fn turns_max(params: &Params) -> u32 {
        params.hands * 3
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_move(&self) -> Option<Seat> {
        let seat = (self.first() + self.history.len()) % 2;
        (self.hand < self.hands).then(|| Seat(u8::from(seat == 1)))
    }

    fn legal(&self) -> Vec<Act> {
        if self.to_move().is_some() { vec![Act::Pass, Act::Bet] } else { Vec::new() }
    }

    fn view(&self, seat: Seat) -> View {
        View { hand: self.hand, card: self.cards[seat.index()], history: self.history() }
    }

    fn play(&mut self, act: &Act) -> Result<(), Over> {
        self.to_move().ok_or(Over)?;
        self.history.push(*act);
        if let Some((winner, chips)) = self.settled() {
            self.won[winner] += chips;
            self.won[1 - winner] -= chips;
            self.hand += 1;
            self.history.clear();
            if self.hand < self.hands {
                self.deal();
            }
        }
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.to_move().is_none().then(|| Outcome::by_score(self.won.to_vec(), Ending::Rules))
    }
}

impl Contract for Kuhn {
    type Event = Infallible;

    fn setup(params: &Params, seat: Seat, seed: Seed, to: &mut Value) {
        to.number(seed.0);
        to.number(seat.0);
        to.number(params.hands);
    }

    fn question(_: &View) -> Asked {
        Asked { function: "act", phase: Phase::Turns }
    }

    fn arguments(view: &View, to: &mut Value) {
        to.number(view.hand);
        to.case(view.card.into());
        to.text(&view.history);
    }

    fn answer(_: &View, mut answer: Reader<'_>) -> Result<Act, String> {
        Ok(if answer.case() == 0 { Act::Pass } else { Act::Bet })
    }

    fn text(view: &View) -> String {
        format!("{} {}", CARDS[usize::from(view.card)], view.history).trim_end().to_owned()
    }
}

impl Shown for Kuhn {
    const HELP: &'static str = "In each hand both players put one chip into the pot and get one of three cards: jack, queen \
        or king. The first passes or bets one chip, then the other. A bet is matched by a bet; who passes after a bet gives \
        up. After a pass and a bet, the first decides once more. If nobody gave up, the higher card takes the pot.";

    const FACTS: &'static Facts = &Facts {
        seats: &["first", "second"],
        unit: Some(Unit { one: "chip", many: "chips" }),
        example: "p or b",
        notation: "Write p to pass, or b to bet.",
        hidden: Hidden::Secrets("its card"),
        trials: &["hands=1"],
        ..Facts::NONE
    };

    fn boards(&self, _: Viewpoint) -> Vec<BoardScene> {
        Vec::new()
    }

    fn scores(&self) -> Vec<i32> {
        self.won.to_vec()
    }

    /// A seat sees its own card.
    fn words(&self, viewpoint: Viewpoint) -> Option<String> {
        if self.to_move().is_none() {
            return Some(format!("All {} hands are played.", self.hands));
        }
        let mut words = format!("Hand {} of {}", self.hand + 1, self.hands);
        for (seat, card) in (0..).map(Seat).zip(self.cards).filter(|(seat, _)| viewpoint.sees(*seat)) {
            words.extend(["; ", &Self::FACTS.seat(seat), " has the ", CARDS[usize::from(card)]]);
        }
        let done: Vec<&str> =
            self.history.iter().map(|act| if *act == Act::Bet { "bet" } else { "pass" }).collect();
        Some(if done.is_empty() { words + "." } else { format!("{words}; {}.", done.join(", ")) })
    }

    /// What is done is seen by all.
    fn secret(&self, _: &Act) -> Option<Secret> {
        None
    }

    fn marks(before: &Self, _: &Act, after: &Self, _: Viewpoint) -> Vec<Mark> {
        let chips = (after.won[0] - before.won[0]).abs();
        let text = if chips == 1 { "one chip changes hands" } else { "two chips change hands" };
        (chips > 0)
            .then(|| Mark::new(text, if chips == 1 { Weight::Usual } else { Weight::Rare }))
            .into_iter()
            .collect()
    }
}

judge_game::export_game!(Kuhn, include_str!("../wit/kuhn-poker.wit"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_never_told_the_others_card() {
        for cards in [[0, 1], [0, 2]] {
            let game = Kuhn::hand(cards);
            assert_eq!(game.view(Seat(0)), Kuhn::hand([0, 1]).view(Seat(0)));
            let own = Viewpoint::Seat(Seat(0));
            assert_eq!(game.words(own).as_deref(), Some("Hand 1 of 1; first has the jack."));
            assert!(game.words(Viewpoint::Everything).is_some_and(|words| words.contains("second has")));
        }
    }

    #[test]
    fn all_pairs_of_cards_are_dealt() {
        let params = Params::from_text("hands=1").expect("it is valid");
        let dealt: std::collections::BTreeSet<_> =
            (0..200).map(|seed| Kuhn::start_with(&params, seed).cards).collect();
        assert_eq!(dealt.len(), 6);
    }
}
