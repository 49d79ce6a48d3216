//! Turning points: for every turn of a seat, the outcome of each other action against these very opponents.
//!
//! Every alternative is a separate game, played to its end by the same bots with their memories. Games are played
//! on all threads; the result depends on neither their number nor their order.

use judge_play::games::Seat;
use judge_play::{By, Event, Line, Verdict};

use super::fork::alternatives;
use super::loaded_bots::LoadedBots;
use super::replay::Replay;
use crate::error::Error;
use crate::host::parallel::mapped;
use crate::host::thread_pool;
use crate::play::Observer;

/// The parameters of a search for turning points.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// The seat whose other actions are tried.
    pub seat: Seat,
    /// The most games that are played; the last turns come first.
    pub games_max: u64,
    /// Games played at a time.
    pub jobs: usize,
}

/// The outcomes of all other actions of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurningPoints {
    /// The turns of the seat that were looked at, the last first.
    pub turns: Vec<OtherActions>,
    /// Games that were played.
    pub games: u64,
    /// Turns that were not looked at, because that would have been too many games.
    pub turns_left: usize,
}

/// The outcomes of the other actions on one turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherActions {
    /// Actions before it.
    pub turn: u32,
    /// The action that was played.
    pub played: String,
    /// The other legal actions, in the game's order, each with its outcome.
    pub others: Vec<(String, Fate)>,
}

/// The outcome of a game for one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It alone has the first rank.
    Won,
    /// It shares the first rank.
    Drawn,
    /// Somebody did better.
    Lost,
    /// The game says nothing.
    Void,
}

impl Fate {
    /// `won`, `drawn`, `lost` or `void`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Drawn => "drawn",
            Self::Lost => "lost",
            Self::Void => "void",
        }
    }

    /// The outcome of a verdict for a seat.
    #[must_use]
    pub fn of(verdict: &Verdict, seat: Seat) -> Self {
        let Some(ranks) = verdict.ranks() else { return Self::Void };
        let firsts = ranks.iter().map(|rank| usize::from(*rank == 1)).sum::<usize>();
        match (ranks[seat.index()], firsts) {
            (1, 1) => Self::Won,
            (1, _) => Self::Drawn,
            _ => Self::Lost,
        }
    }
}

impl OtherActions {
    /// The actions with this outcome.
    pub fn that(&self, fate: Fate) -> impl Iterator<Item = &str> {
        self.others.iter().filter(move |(_, other)| *other == fate).map(|(action, _)| action.as_str())
    }
}

impl TurningPoints {
    /// The last turn on which another action wins.
    #[must_use]
    pub fn last(&self) -> Option<&OtherActions> {
        self.turns.iter().find(|turn| turn.that(Fate::Won).next().is_some())
    }
}

/// Plays every other action on every turn of a seat, the last turns first.
///
/// # Errors
/// If the line cannot be played, or threads cannot be started.
pub fn turning_points(
    loaded_bots: &LoadedBots,
    line: &Line,
    search: Search,
    observer: &dyn Observer,
) -> Result<TurningPoints, Error> {
    let broken = |why: String| Error::Machine(format!("the game cannot be played again: {why}"));
    let pool = thread_pool(search.jobs)?;
    let (mut turns, turns_left) = pool.install(|| {
        let replay = Replay::play(loaded_bots, line).map_err(|(_, why)| broken(why))?;
        candidates(loaded_bots, line, &replay, search).map_err(broken)
    })?;
    let games = turns.iter().map(|turn| turn.others.len() as u64).sum();
    observer.begin(games);
    let all = turns.iter().flat_map(|turn| turn.others.iter().map(|(action, _)| (turn.turn, action)));
    let all: Vec<(u32, &String)> = all.collect();
    let play = |&(turn, action): &(u32, &String)| {
        let fate = fate(loaded_bots, &line.fork(turn, action), search.seat);
        observer.advance();
        fate
    };
    let fates = pool.install(|| mapped(&all, play));
    let outcomes = turns.iter_mut().flat_map(|turn| &mut turn.others);
    outcomes.zip(fates).for_each(|((_, outcome), fate)| *outcome = fate);
    observer.finish();
    Ok(TurningPoints { turns, games, turns_left })
}

/// The turns of the seat on which there was a choice, the last first, as many as the number of games allows.
fn candidates(
    loaded_bots: &LoadedBots,
    line: &Line,
    replay: &Replay,
    search: Search,
) -> Result<(Vec<OtherActions>, usize), String> {
    let own = |by: By| matches!(by, By::Player | By::Hand);
    let moves = replay.turns.iter().map(|turn| &turn.moved);
    let own: Vec<_> = moves.filter(|moved| moved.seat == search.seat && own(moved.by)).collect();
    let mut turns = Vec::new();
    let mut games = 0;
    for (left, moved) in own.iter().enumerate().rev() {
        let actions = alternatives(loaded_bots, line, moved.turn)?.actions;
        let others = actions.into_iter().filter(|action| *action != moved.action);
        let others: Vec<(String, Fate)> = others.map(|action| (action, Fate::Void)).collect();
        games += others.len() as u64;
        if games > search.games_max {
            return Ok((turns, left + 1));
        }
        if !others.is_empty() {
            turns.push(OtherActions { turn: moved.turn, played: moved.action.clone(), others });
        }
    }
    Ok((turns, 0))
}

/// The outcome of a line for a seat, played to its end; void if it cannot be.
#[must_use]
pub fn fate(loaded_bots: &LoadedBots, line: &Line, seat: Seat) -> Fate {
    let Ok(mut game) = loaded_bots.start(line) else { return Fate::Void };
    loop {
        match game.step() {
            Event::Over(verdict) => return Fate::of(&verdict, seat),
            Event::Waiting { .. } => return Fate::Void,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use judge_play::games::gobblet::Gobblet;
    use judge_play::games::othello::{Action, Othello};
    use judge_play::games::{Game, gobblet, othello};
    use judge_play::{Rules, SeatLine, Seed};
    use judge_sandbox::Limits;

    use super::*;
    use crate::host::Options;

    /// A game between a bot and itself, and the seat that lost it, if one did.
    fn played(
        game: &str,
        settings: &[(&str, &str)],
        bots: [&str; 2],
        seed: u64,
    ) -> (LoadedBots, Line, Option<Seat>) {
        let rules = Rules::new(game, settings.iter().copied()).expect("they are valid");
        let mut loaded_bots =
            LoadedBots::new(rules.clone(), Limits::default(), &Options::default()).expect("it starts");
        let bots = bots.map(|bot| SeatLine::bot(loaded_bots.add(bot).expect("it is an example")));
        let line = Line::new(rules, Seed(seed), bots.to_vec());
        let replay = Replay::play(&loaded_bots, &line).expect("nothing is set by hand");
        let verdict = replay.verdict.expect("it is over");
        let loser = [Seat(0), Seat(1)].into_iter().find(|seat| Fate::of(&verdict, *seat) == Fate::Lost);
        (loaded_bots, line, loser)
    }

    fn search(loaded_bots: &LoadedBots, line: &Line, seat: Seat, jobs: usize) -> TurningPoints {
        let search = Search { seat, games_max: 10_000, jobs };
        turning_points(loaded_bots, line, search, &()).expect("it can be played")
    }

    #[test]
    fn threads_make_no_difference_and_the_number_of_games_is_bounded() {
        let (loaded_bots, line, loser) = played("othello", &[("size", "4")], ["random", "greedy"], 1);
        let seat = loser.unwrap_or(Seat(0));
        let all = search(&loaded_bots, &line, seat, 1);
        assert_eq!(all, search(&loaded_bots, &line, seat, 3));
        assert_eq!((all.turns_left, all.games > 3), (0, true));
        let few = Search { seat, games_max: 3, jobs: 1 };
        let few = turning_points(&loaded_bots, &line, few, &()).expect("it can be played");
        assert!(few.games <= 3 && few.turns_left > 0);
        assert_eq!(few.turns[..], all.turns[..few.turns.len()]);
    }

    /// An action as it was played: whose, which, and all that were legal.
    type Played<G> = (Seat, <G as Game>::Action, Vec<<G as Game>::Action>);

    /// Plays on natively, by the rules alone: the bots are called as the judge calls them, but for the turn on which
    /// `other` is played for its seat.
    fn native<G: Game<Action: Clone>>(
        start: &G,
        other: Option<(usize, &G::Action)>,
        mut decide: impl FnMut(&G, Seat) -> G::Action,
    ) -> (Vec<Played<G>>, Vec<u8>) {
        let (mut game, mut played) = (start.clone(), Vec::new());
        while let Some(seat) = game.to_move() {
            let turn = played.len();
            let legal = if game.forced().is_some() { Vec::new() } else { game.legal() };
            let action = match (game.forced(), other) {
                (Some(action), _) => action,
                (None, Some((at, action))) if at == turn => action.clone(),
                (None, _) => decide(&game, seat),
            };
            game.play(&action).expect("it is legal");
            played.push((seat, action, legal));
        }
        (played, game.outcome().expect("it is over").ranks)
    }

    fn fate_of(ranks: &[u8], seat: Seat) -> Fate {
        match (ranks[seat.index()], ranks[seat.other().index()]) {
            (1, 2) => Fate::Won,
            (1, 1) => Fate::Drawn,
            _ => Fate::Lost,
        }
    }

    /// All that a search by force finds, in the order of `TurningPoints`: turn, action, fate.
    fn by_force<G: Game<Action: Clone>>(
        start: &G,
        seat: Seat,
        from: usize,
        mut bots: impl FnMut() -> Box<dyn FnMut(&G, Seat) -> G::Action>,
    ) -> Vec<(u32, String, Fate)> {
        let (played, _) = native(start, None, bots());
        let mut found = Vec::new();
        for (turn, (mover, action, legal)) in played.iter().enumerate().skip(from).rev() {
            if *mover != seat {
                continue;
            }
            for other in legal.iter().filter(|other| *other != action) {
                let (_, ranks) = native(start, Some((turn, other)), bots());
                let turn = u32::try_from(turn).expect("a short game");
                found.push((turn, other.to_string(), fate_of(&ranks, seat)));
            }
        }
        found
    }

    fn flat(points: &TurningPoints, from: u32) -> Vec<(u32, String, Fate)> {
        let turns = points.turns.iter().filter(|turn| turn.turn >= from);
        turns
            .flat_map(|turn| turn.others.iter().map(|(action, fate)| (turn.turn, action.clone(), *fate)))
            .collect()
    }

    #[test]
    fn gobblet_agrees_with_a_search_by_force() {
        use judge_sdk::gobblet::{Board, Colour, Gobblet as Bot, Setup};
        let mut turning = 0;
        for seed in 1..=4 {
            let (loaded_bots, line, loser) = played("gobblet", &[], ["ok", "ok"], seed);
            let Some(seat) = loser else { continue };
            let points = search(&loaded_bots, &line, seat, 2);
            let params = gobblet::Params::default();
            let seeds = line.seeds;
            let bots = || {
                let colour = |seat| if seat == Seat(0) { Colour::Red } else { Colour::Yellow };
                let (board, plies_max) = (Board::Three, 200);
                let setup =
                    |seat: Seat| Setup { seed: seeds.seat(seat).0, colour: colour(seat), board, plies_max };
                let mut bots = [Seat(0), Seat(1)].map(|seat| gobblet_ok::Planner::new_game(&setup(seat)));
                Box::new(move |game: &Gobblet, seat: Seat| bots[seat.index()].play(game.position())) as _
            };
            assert_eq!(flat(&points, 0), by_force(&Gobblet::start(&params), seat, 0, bots), "seed {seed}");
            turning += usize::from(points.last().is_some());
        }
        assert!(turning > 0, "some game turns");
    }

    #[test]
    fn the_last_eight_plies_of_othello_agree_with_a_search_by_force() {
        use judge_sdk::othello::{Chip, Othello as Bot, Setup};
        for seed in 1..=4 {
            let (loaded_bots, line, loser) = played("othello", &[("size", "6")], ["greedy", "greedy"], seed);
            let Some(seat) = loser else { continue };
            let params = othello::Params::new(6).expect("it is valid");
            let seeds = line.seeds;
            let bots = || {
                let chip = |seat| if seat == Seat(0) { Chip::Black } else { Chip::White };
                let setup = |seat: Seat| Setup { seed: seeds.seat(seat).0, chip: chip(seat), params };
                let mut bots = [Seat(0), Seat(1)].map(|seat| othello_greedy::Greedy::new_game(&setup(seat)));
                Box::new(move |game: &Othello, seat: Seat| {
                    Action::Place(bots[seat.index()].choose(&game.board()))
                }) as _
            };
            let start = Othello::start(&params);
            let length = native(&start, None, bots()).0.len();
            let from = length - 8;
            let points = search(&loaded_bots, &line, seat, 2);
            let from_turn = u32::try_from(from).expect("a short game");
            assert_eq!(flat(&points, from_turn), by_force(&start, seat, from, bots), "seed {seed}");
        }
    }
}
