//! The match: rules, opening and players in; events, step by step, and a record out.
//!
//! A match is stepped from outside, so the same code plays a tournament at full speed and waits for a person.
//! It is a function of its rules, opening, players and the persons' actions, so there are no snapshots: to take
//! back, to fork, or to hand a seat over is to [play again](Match::set_by_hand) up to that turn.

use std::collections::{BTreeMap, VecDeque};

use judge_games::Seat;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::contract::{Asked, BEGINS, Contract, Notice, Phase};
use crate::fault::{Fault, FaultKind};
use crate::opening::Opening;
use crate::player::NoAnswer;
use crate::record::{Finished, Record};
use crate::referee::transcript::Transcript;
use crate::verdict::{Call, Verdict, Void};
use judge_limits::Account;
use seats::Chair;
pub use seats::{Holder, Holders, Seated};

mod broken;
mod seats;
pub(crate) mod transcript;

/// The reason why an action was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// It belongs to the opening.
    Opening,
    /// The rules left no choice.
    Forced,
    /// The player decided on it.
    Player,
    /// A person did, or a recording.
    Hand,
}

/// The event of one step of a match.
pub enum Step<G: Contract> {
    /// All players have begun.
    Began,
    /// A seat is asked for an action. This comes once a turn, also where the action is set by hand.
    Asked(Seat, Asked),
    /// The match waits for a person's action, see [`Match::act`].
    Waiting(Seat),
    /// An action was played.
    Acted(Seat, By, G::Action),
    /// Players got news, and so did seats that a person holds.
    Told(Vec<Seat>, G::Event),
    /// A player committed a fault. Boxed, so that the steps that happen every turn stay small.
    Fault(Box<Fault>),
    /// The match is over.
    Over,
}

/// One play of a game, stepped from start to verdict.
pub struct Match<'p, G: Contract> {
    game: G,
    turns_max: u32,
    opening: VecDeque<G::Action>,
    chairs: Vec<Chair<'p, G>>,
    by_hand: BTreeMap<u32, G::Action>,
    has_begun: bool,
    question: Option<(Seat, Asked, G::View)>,
    /// Faults at the beginning, which count after all players have heard that the game begins.
    at_begin: VecDeque<Fault>,
    notices: VecDeque<Notice<G::Event>>,
    faults: Vec<Fault>,
    /// The number of faults that steps have returned.
    faults_told: usize,
    turns: u32,
    transcript: Transcript,
    opening_text: String,
    verdict: Option<Verdict>,
}

/// The match has ended, with its verdict set.
struct Ended;

impl<'p, G: Contract> Match<'p, G> {
    /// A match from the start of a game with these parameters.
    ///
    /// # Panics
    /// If there is not one seat for each of the game's.
    pub fn new(params: &G::Params, opening: Vec<G::Action>, seats: Vec<Seated<'p, G>>) -> Self {
        Self::from_start(G::start(params), params, opening.into(), seats)
    }

    /// As [`new`](Self::new), for a caller who has the start of the game at hand.
    ///
    /// # Panics
    /// If there is not one seat for each of the game's.
    pub fn from_start(
        start: G,
        params: &G::Params,
        opening: Opening<G::Action>,
        seats: Vec<Seated<'p, G>>,
    ) -> Self {
        assert_eq!(seats.len(), start.seats(), "one player a seat");
        let mut game = Self {
            game: start,
            turns_max: G::turns_max(params),
            transcript: Transcript::from(opening.position.as_deref()),
            opening_text: opening.text(),
            opening: opening.actions.into(),
            chairs: seats.into_iter().map(Chair::new).collect(),
            by_hand: BTreeMap::new(),
            has_begun: false,
            question: None,
            at_begin: VecDeque::new(),
            notices: VecDeque::new(),
            faults: Vec::new(),
            faults_told: 0,
            turns: 0,
            verdict: None,
        };
        game.broken_by(opening.trouble);
        game
    }

    /// Sets actions that persons took, or a recording holds, by turn: the number of actions before it,
    /// those of the opening and forced ones included.
    ///
    /// The holder of the seat is not asked on such a turn, but for a player's first question in games
    /// that begin with one: its answer is not used.
    pub fn set_by_hand(&mut self, actions: impl IntoIterator<Item = (u32, G::Action)>) {
        self.by_hand.extend(actions);
    }

    /// The game as it stands.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Actions played so far, of all seats together.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// Faults so far, in the order they were committed.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// The end of the match; `None` while it goes on.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// What the player at `seat` has used and logged.
    pub fn account(&self, seat: Seat) -> &dyn Account {
        self.chairs[seat.index()].seated.account()
    }

    /// Plays on to the end, or to the first turn for which a person is missing.
    ///
    /// # Errors
    /// The seat of that person.
    pub fn run(&mut self) -> Result<(), Seat> {
        loop {
            match self.step() {
                Step::Over => return Ok(()),
                Step::Waiting(seat) => return Err(seat),
                _ => {}
            }
        }
    }

    /// The record of the match, and its transcript.
    ///
    /// # Panics
    /// If the match is not over.
    pub fn finish(self) -> Finished {
        let verdict = self.verdict.expect("the match is over");
        let (transcript, checks) = self.transcript.finish();
        let usage = |chair: &Chair<'p, G>| chair.seated.account().usage();
        let record = Record {
            verdict,
            faults: self.faults,
            opening: self.opening_text,
            turns: self.turns,
            asked: self.chairs.iter().map(|chair| chair.asked).collect(),
            thought: self.chairs.iter().map(|chair| chair.thought).collect(),
            fuel: self.chairs.iter().map(|chair| usage(chair).fuel).collect(),
            memory: self.chairs.iter().map(|chair| usage(chair).memory_bytes).collect(),
            checks,
            transcript_sha256: Sha256::digest(&transcript).into(),
        };
        Finished { record, transcript }
    }

    /// Does the next step, and returns its event.
    ///
    /// # Panics
    /// If the rules break a promise: the opening is illegal, or the game is longer than its parameters say.
    pub fn step(&mut self) -> Step<G> {
        let step = self.untold_fault().or_else(|| self.next().unwrap_or_else(|Ended| self.untold_fault()));
        step.unwrap_or(Step::Over)
    }

    /// A fault that no step has returned yet.
    #[inline]
    fn untold_fault(&mut self) -> Option<Step<G>> {
        let fault = self.faults.get(self.faults_told)?;
        self.faults_told += 1;
        Some(Step::Fault(Box::new(fault.clone())))
    }

    /// The next step; `None` if the match is over.
    fn next(&mut self) -> Result<Option<Step<G>>, Ended> {
        if self.verdict.is_some() {
            return Ok(None);
        }
        self.check_game()?;
        // The seat that was asked answers: nothing else comes between.
        if let Some((seat, asked, view)) = self.question.take() {
            return self.turn(seat, asked, view).map(Some);
        }
        if !self.has_begun {
            return self.begin().map(Some);
        }
        if let Some(notice) = self.notices.pop_front() {
            return Ok(Some(self.tell(notice)));
        }
        if let Some(fault) = self.at_begin.pop_front() {
            self.commit(fault)?;
            return Ok(self.untold_fault());
        }
        // After a fault at the beginning it may not be legal any more. A written opening leaves out forced actions.
        let is_forced = !self.opening.is_empty() && self.game.forced().is_some();
        if !is_forced && let Some(action) = self.opening.pop_front().filter(|_| self.faults.is_empty()) {
            let seat = self.play_own(By::Opening, &action)?;
            return Ok(Some(Step::Acted(seat, By::Opening, action)));
        }
        let Some(seat) = self.game.to_move() else {
            let outcome = self.game.outcome().expect("nobody is to move, so the game is over");
            return Err(self.end(Verdict::Decided(outcome)));
        };
        if let Some(forced) = self.game.forced() {
            self.play_own(By::Forced, &forced)?;
            return Ok(Some(Step::Acted(seat, By::Forced, forced)));
        }
        let view = self.game.view(seat);
        self.check_game()?;
        let asked = G::question(&view);
        self.question = Some((seat, asked, view));
        Ok(Some(Step::Asked(seat, asked)))
    }

    /// Begins the game for all players.
    fn begin(&mut self) -> Result<Step<G>, Ended> {
        self.has_begun = true;
        for seat in self.seats() {
            let chair = &mut self.chairs[seat.index()];
            let Some(player) = &mut chair.seated.player else { continue };
            let Err(why) = player.begin() else { continue };
            if let Some(fault) = self.failed(seat, why, Call::of(BEGINS, None, String::new()))? {
                self.at_begin.push_back(fault);
            }
        }
        self.notices = self.game.announce().into();
        Ok(Step::Began)
    }

    /// The seats in order.
    fn seats(&self) -> impl Iterator<Item = Seat> + use<G> {
        (0..).map(Seat).take(self.game.seats())
    }

    /// One turn of the player or person at `seat`.
    fn turn(&mut self, seat: Seat, asked: Asked, view: G::View) -> Result<Step<G>, Ended> {
        if let Some(action) = self.by_hand.get(&self.turns).cloned()
            && self.play(By::Hand, &action).is_ok()
        {
            self.take_turn_from_player(seat, asked, view);
            return Ok(Step::Acted(seat, By::Hand, action));
        }
        // It may not be legal here: then the holder of the seat decides. After a fault it may be the next seat's.
        match self.holder(seat) {
            Holder::Player => self.ask(seat, view, asked),
            Holder::Person => {
                self.by_hand.remove(&self.turns);
                self.question = Some((seat, asked, view));
                Ok(Step::Waiting(seat))
            }
        }
    }

    /// Lets the player know that its turn was taken by hand, or begin, where its first question does that.
    fn take_turn_from_player(&mut self, seat: Seat, asked: Asked, view: G::View) {
        let chair = &mut self.chairs[seat.index()];
        let (Some(player), None) = (&mut chair.seated.player, &chair.deferred) else { return };
        match asked.phase {
            Phase::Setup => chair.deferred = player.decide(view).err(),
            Phase::Turns => player.skip_turn(),
        }
    }

    /// The current holder of a seat's turns. Where there is no player, it is a person.
    pub fn holder(&self, seat: Seat) -> Holder {
        let seated = &self.chairs[seat.index()].seated;
        if seated.player.is_some() { seated.holders.at(self.turns) } else { Holder::Person }
    }

    /// Gives a seat to the player that is there, or to a person, from this turn on.
    ///
    /// # Panics
    /// If it is given to a player and no player is there.
    pub fn give(&mut self, seat: Seat, holder: Holder) {
        let seated = &mut self.chairs[seat.index()].seated;
        assert!(holder == Holder::Person || seated.player.is_some(), "the player is there");
        seated.holders.change(self.turns, holder);
    }

    /// The seat that was asked and whose person has not acted yet.
    pub fn waits_for(&self) -> Option<Seat> {
        let asked = self.game.to_move().filter(|_| self.verdict.is_none() && self.question.is_some());
        asked.filter(|&seat| self.holder(seat) == Holder::Person && !self.by_hand.contains_key(&self.turns))
    }

    /// Plays a person's action for the seat that is waited for.
    ///
    /// # Errors
    /// The rule that the action breaks; the person is asked again.
    ///
    /// # Panics
    /// If no seat is waited for.
    pub fn act(&mut self, action: G::Action) -> Result<(), G::Illegal> {
        assert!(self.waits_for().is_some(), "a person is waited for");
        let mut trial = self.game.clone();
        trial.play(&action)?;
        self.by_hand.insert(self.turns, action);
        Ok(())
    }

    /// Asks the player at `seat` once, and plays its action.
    fn ask(&mut self, seat: Seat, view: G::View, asked: Asked) -> Result<Step<G>, Ended> {
        let chair = &mut self.chairs[seat.index()];
        chair.asked += 1;
        chair.turns += u32::from(asked.phase == Phase::Turns);
        let turn = (asked.phase == Phase::Turns).then_some(chair.turns);
        let player = chair.seated.player.as_mut().expect("who is to answer is there");
        let answer = chair.deferred.take().map_or_else(|| player.decide(view), Err);
        chair.note(&answer);
        let (why, answer) = match answer {
            Ok(action) => match self.play(By::Player, &action) {
                Ok(seat) => return Ok(Step::Acted(seat, By::Player, action)),
                Err(illegal) => {
                    let kind = match asked.phase {
                        Phase::Setup => FaultKind::IllegalFleet,
                        Phase::Turns => FaultKind::IllegalMove,
                    };
                    let fault = NoAnswer::Fault(kind, illegal.to_string());
                    (fault, Some(Fault::bounded(&action.to_string())))
                }
            },
            Err(why) => (why, None),
        };
        // The game is unchanged, so this is what the player saw.
        let question = Fault::bounded(&G::text(&self.game.view(seat)));
        let fault = self.fault(seat, why, Call::of(asked.function, turn, question))?;
        self.commit(Fault { answer, ..fault })?;
        Ok(self.untold_fault().expect("a fault was committed"))
    }

    /// Plays an action of the seat to move.
    fn play(&mut self, by: By, action: &G::Action) -> Result<Seat, G::Illegal> {
        let seat = self.game.to_move();
        let notices = self.game.play_and_tell(action)?;
        let seat = seat.expect("an action was legal, so somebody was to move");
        assert!(self.turns < self.turns_max, "a game is no longer than its parameters promise");
        self.turns += 1;
        let label = match by {
            By::Opening => "opening ",
            By::Forced => "forced ",
            By::Player | By::Hand => "",
        };
        self.transcript.action(label, seat, action);
        if !notices.is_empty() {
            self.notices.extend(notices);
        }
        Ok(seat)
    }

    /// Sends players the news.
    fn tell(&mut self, notice: Notice<G::Event>) -> Step<G> {
        let Notice { event, mut seats } = notice;
        // Seats after a player that ends the match get no news.
        let last = seats.iter().position(|&seat| self.tell_one(seat, &event).is_err());
        if let Some(last) = last {
            seats.truncate(last + 1);
        }
        Step::Told(seats, event)
    }

    fn tell_one(&mut self, seat: Seat, event: &G::Event) -> Result<(), Ended> {
        let chair = &mut self.chairs[seat.index()];
        let turns = chair.turns;
        let is_lost = chair.failed || chair.deferred.is_some();
        let Some(player) = chair.seated.player.as_mut().filter(|_| !is_lost) else { return Ok(()) };
        let Err(why) = player.notify(event) else { return Ok(()) };
        let question = Fault::bounded(&event.to_string());
        match self.failed(seat, why, Call::of(G::tells(event), Some(turns), question))? {
            Some(fault) => self.commit(fault),
            None => Ok(()),
        }
    }

    /// A player did not come back from a call that ends no turn. That counts at once, or, while others
    /// take the player's turns, when it is next asked.
    fn failed(&mut self, seat: Seat, why: NoAnswer, call: Call) -> Result<Option<Fault>, Ended> {
        let chair = &mut self.chairs[seat.index()];
        if !chair.seated.holders.is_player_liable(self.turns) {
            chair.deferred = Some(why);
            return Ok(None);
        }
        self.fault(seat, why, call).map(Some)
    }

    /// A player's fault, or the end of a match that says nothing about it.
    fn fault(&mut self, seat: Seat, why: NoAnswer, call: Call) -> Result<Fault, Ended> {
        // What a broken game makes of an answer is no fault.
        self.check_game()?;
        let call = Call { log: Fault::end_of_log(&self.account(seat).log()), ..call };
        match why {
            NoAnswer::Void(cause, detail) => {
                let call = Some(Box::new(call));
                Err(self.end(Verdict::Void(Void { cause, seat: Some(seat), detail, call })))
            }
            NoAnswer::Fault(kind, detail) => {
                self.chairs[seat.index()].failed = true;
                let (Call { function, turn, question, log }, usage) =
                    (call, self.account(seat).usage_in_turn());
                Ok(Fault { seat, kind, function, turn, detail, question, answer: None, log, usage })
            }
        }
    }

    /// Ends the game by a forfeit, or lets the others play on without the offender, as the game has it.
    fn commit(&mut self, fault: Fault) -> Result<(), Ended> {
        let seat = fault.seat;
        self.transcript.note(format_args!("fault of {seat}: {fault}"));
        self.chairs[seat.index()].failed = true;
        self.faults.push(fault);
        let removed = self.game.remove(seat);
        self.check_game()?;
        if let Some(notices) = removed {
            self.notices.extend(notices);
            return Ok(());
        }
        let last = u8::try_from(self.chairs.len()).expect("seats are counted in a byte");
        let rank = |other: Seat| if other == seat { last } else { 1 };
        Err(self.end(Verdict::Forfeit((0..last).map(Seat).map(rank).collect())))
    }

    fn end(&mut self, verdict: Verdict) -> Ended {
        self.transcript.note(format_args!("{verdict}"));
        self.verdict = Some(verdict);
        Ended
    }
}

impl<G: Contract> std::fmt::Debug for Match<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Match")
            .field("turns", &self.turns)
            .field("verdict", &self.verdict)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
