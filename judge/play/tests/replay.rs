//! A match is a function of its line: whatever was taken back and whoever changed seats, the line
//! played from scratch gives the same moves and the same record. In all games, at random.

use std::collections::BTreeMap;

use judge_play::contract::Contract;
use judge_play::games::battleship::{self, Battleship, Question};
use judge_play::games::freedom::Freedom;
use judge_play::games::gobblet::Gobblet;
use judge_play::games::othello::Othello;
use judge_play::games::stones::Stones;
use judge_play::games::{Game, Seat};
use judge_play::scenes::{Shown, Viewpoint};
use judge_play::{
    Account, AnyMatch, Event, FaultKind, Finished, Holder, Line, Moved, NoAnswer, Player, Rules, SeatLine,
    Seed, Seeds, Usage,
};

const GAMES: &[(&str, &[(&str, &str)])] = &[
    ("battleship", &[("size", "3"), ("fleet", "2,1")]),
    ("freedom", &[("size", "4")]),
    ("gobblet", &[("size", "3"), ("plies_max", "30")]),
    ("othello", &[("size", "4")]),
    ("stones", &[("seats", "4")]),
];
const FLEETS: [&str; 3] = ["2a@0,0 1a@0,2", "2d@2,0 1a@0,0", "2a@1,2 1a@0,0"];
/// Bots in the caller's list. The last one traps when it is called for the 20th time.
const BOTS: u64 = 3;
const TRAPS: usize = 2;
const TRAPS_AT_CALL: u64 = 20;
const LINES_PER_GAME: u64 = 40;
const CHANGES_MAX: u32 = 8;

/// Random numbers from a seed, and how many were drawn.
struct Dice(Seed, u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.1 += 1;
        usize::try_from(self.0.derive(&[&self.1.to_string()]).0 % end as u64).expect("it is below a length")
    }
}

/// A game whose random players find their actions in what they see.
trait Listed: Contract {
    fn listed(view: &Self::View) -> Vec<Self::Action>;
}

impl Listed for Battleship {
    fn listed(view: &Question) -> Vec<battleship::Action> {
        match view {
            Question::NewGame => FLEETS.map(|fleet| fleet.parse().expect("a fleet")).to_vec(),
            Question::TakeTurn(view) => view.unknown().map(battleship::Action::Shoot).collect(),
        }
    }
}

impl Listed for Gobblet {
    fn listed(view: &Self::View) -> Vec<Self::Action> {
        view.legal().collect()
    }
}

macro_rules! listed {
    ($($Game:ty),*) => {
        $(impl Listed for $Game {
            fn listed(view: &Self) -> Vec<Self::Action> {
                view.legal()
            }
        })*
    };
}

listed! { Freedom, Othello, Stones }

/// A bot whose every action depends on all that it was called for, so that it shows if that differs.
struct RandomBot {
    memory: Seed,
    calls: u64,
    bot: usize,
}

impl RandomBot {
    fn hear(&mut self, what: &str) -> Result<(), NoAnswer> {
        self.calls += 1;
        self.memory = self.memory.derive(&[what]);
        let traps = self.bot == TRAPS && self.calls >= TRAPS_AT_CALL;
        if traps { Err(NoAnswer::Fault(FaultKind::Trap, what.to_owned())) } else { Ok(()) }
    }
}

impl<G: Listed> Player<G> for RandomBot {
    fn begin(&mut self) -> Result<(), NoAnswer> {
        self.hear("begin")
    }

    fn decide(&mut self, view: G::View) -> Result<G::Action, NoAnswer> {
        self.hear(&G::text(&view))?;
        let mut listed = G::listed(&view);
        let taken = Dice(self.memory, 0).below(listed.len());
        Ok(listed.swap_remove(taken))
    }

    fn notify(&mut self, event: &G::Event) -> Result<(), NoAnswer> {
        self.hear(&event.to_string())
    }

    fn skip_turn(&mut self) {
        self.memory = self.memory.derive(&["skip"]);
    }

    fn account(&self) -> &dyn Account {
        self
    }
}

impl Account for RandomBot {
    fn usage(&self) -> Usage {
        Usage { fuel: self.calls, memory_bytes: 0 }
    }

    fn log(&self) -> String {
        format!("{}\n", self.memory)
    }
}

fn start_game<G: Listed + Shown + 'static>(line: &Line, params: &G::Params) -> Box<dyn AnyMatch> {
    let player = |_: &G::Params, bot: usize, _: Seat, seed: Seed| -> Box<dyn Player<G>> {
        Box::new(RandomBot { memory: seed.derive(&[&bot.to_string()]), calls: 0, bot })
    };
    line.start::<G>(params, player).expect("all actions can be read")
}

fn start(line: &Line) -> Box<dyn AnyMatch> {
    match &line.rules {
        Rules::Battleship(params) => start_game::<judge_play::games::battleship::Battleship>(line, params),
        Rules::Freedom(params) => start_game::<judge_play::games::freedom::Freedom>(line, params),
        Rules::Gobblet(params) => start_game::<judge_play::games::gobblet::Gobblet>(line, params),
        Rules::Othello(params) => start_game::<judge_play::games::othello::Othello>(line, params),
        Rules::Stones(params) => start_game::<judge_play::games::stones::Stones>(line, params),
        Rules::File(_) => unreachable!("no game here is a file"),
    }
}

/// An action of a person who acts at random.
fn choose(game: &dyn AnyMatch, dice: &mut Dice) -> String {
    let seat = game.to_move().expect("the game goes on");
    let mut choices = game.scene(Viewpoint::Seat(seat)).choices;
    if choices.is_empty() {
        return FLEETS[dice.below(FLEETS.len())].to_owned();
    }
    choices.swap_remove(dice.below(choices.len())).action
}

/// Lets a match go on, after a random change to its line or to itself.
fn change(line: &mut Line, mut game: Box<dyn AnyMatch>, dice: &mut Dice) -> Box<dyn AnyMatch> {
    let moves: Vec<Moved> = game.moves().to_vec();
    let turn = |length: usize| u32::try_from(length).expect("a match is shorter");
    let seat = Seat(u8::try_from(dice.below(line.seats.len())).expect("seats are few"));
    let has_trap = line.seats.iter().any(|seat| seat.bot == Some(TRAPS));
    match dice.below(5) {
        0 => line.take_back(turn(dice.below(moves.len() + 1))),
        1 if !moves.is_empty() => {
            let forked = dice.below(moves.len());
            *line = line.fork(turn(forked), &moves[dice.below(moves.len())].action);
        }
        2 => {
            let bot = dice.below(usize::try_from(BOTS).expect("bots are few"));
            line.give_to_bot(seat, bot, &moves);
        }
        // A match under way has called its bots already, so a failure of theirs is not undone.
        3 if !has_trap && line.seats[seat.index()].bot.is_some() => {
            let bot = line.seats[seat.index()].bot.expect("it was there");
            line.give_to_bot(seat, bot, &moves);
            game.give(seat, Holder::Player);
            return game;
        }
        4 if !has_trap => {
            line.give_to_person(seat, turn(moves.len()));
            game.give(seat, Holder::Person);
            return game;
        }
        _ => line.give_to_person(seat, turn(moves.len())),
    }
    start(line)
}

/// Plays a line to its end with random changes on the way.
fn play_with_changes(line: &mut Line, dice: &mut Dice) -> (Vec<Moved>, Finished) {
    let mut game = start(line);
    let mut changes = 0;
    loop {
        match game.step() {
            Event::Over(_) => return (game.moves().to_vec(), game.finish()),
            Event::Waiting { .. } => {
                let action = choose(&*game, dice);
                game.act(&action).expect("it was listed");
                line.by_hand.insert(u32::try_from(game.moves().len()).expect("it is short"), action);
            }
            _ => {}
        }
        if changes < CHANGES_MAX && dice.below(12) == 0 {
            changes += 1;
            game = change(line, game, dice);
        }
    }
}

fn replay(line: &Line) -> (Vec<Moved>, Finished) {
    let mut game = start(line);
    while !matches!(game.step(), Event::Over(_)) {
        assert_eq!(game.waits_for(), None, "all that persons did is in the line");
    }
    (game.moves().to_vec(), game.finish())
}

#[test]
fn a_line_played_from_scratch_gives_the_same_moves_and_the_same_record() {
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for (game, settings) in GAMES {
        for seed in 0..LINES_PER_GAME {
            let round = Seed(seed).derive(&[game]);
            let mut dice = Dice(round, 0);
            let rules = Rules::new(game, settings.iter().copied()).expect("the settings are valid");
            let seat = |_| if dice.below(3) == 0 { SeatLine::person() } else { SeatLine::bot(dice.below(3)) };
            let seats = (0..rules.seats()).map(seat).collect();
            let opening_plies = u32::try_from(dice.below(4)).expect("it is small")
                * u32::from(rules.info().opening_plies.is_some());
            let seeds = Seeds { round, order: 0 };
            let mut line = Line { seeds, opening_plies, ..Line::new(rules, seeds.round, seats) };
            let (moves, finished) = play_with_changes(&mut line, &mut dice);
            let replayed = replay(&line);
            assert_eq!(replayed.0, moves, "{game}, seed {seed}: {line:#?}");
            assert_eq!(replayed.1, finished, "{game}, seed {seed}: {line:#?}");
            *seen.entry("faults").or_default() += u32::from(!finished.record.faults.is_empty());
            *seen.entry("by hand").or_default() += u32::from(!line.by_hand.is_empty());
            *seen.entry("by bots").or_default() +=
                u32::from(finished.record.asked.iter().any(|asked| *asked > 0));
        }
    }
    assert!(seen.values().all(|&count| count > 10), "all of it is tried: {seen:?}");
}
