//! The game: messages in, events out. It plays in the caller's thread, one message at a time; a newer message ends
//! what an older one began.

use std::sync::mpsc::{Receiver, TryRecvError};

use judge_core::game::Company;
use judge_play::games::{Seat, Viewpoint};
use judge_play::{Holder, Line};
use judge_sandbox::Limits;
use judge_table::{Table, secrets};
use serde_json::{Value, json};
use tokio::sync::mpsc::Sender;

use crate::message::{Change, Message};

/// A message, and where its answer goes.
pub(crate) struct Job {
    pub(crate) message: Message,
    /// Takes lines of JSON. It is closed when the page no longer listens.
    pub(crate) answer: Sender<String>,
}

/// The game as it stands.
struct Desk<'a> {
    company: &'a Company,
    table: Table<'a, Limits>,
    /// Whether the game was seen to its end.
    is_over: bool,
}

/// Works until nobody can ask any more.
pub(crate) fn work(company: &Company, line: &Line, jobs: &Receiver<Job>) {
    let Ok(table) = table(company, line.clone()) else { return };
    let mut desk = Desk { company, table, is_over: false };
    let mut next = jobs.recv().ok();
    while let Some(job) = next.take() {
        next = match desk.take(&job, jobs) {
            Ok(newer) => newer,
            Err(problem) => {
                tell(&job, &json!({ "kind": "problem", "id": job.message.id, "text": problem }));
                None
            }
        };
        if next.is_none() {
            drop(job);
            next = jobs.recv().ok();
        }
    }
}

fn table(company: &Company, line: Line) -> Result<Table<'_, Limits>, String> {
    let start = |line: &Line, _: &Limits| {
        company.start(line).map_err(|(turn, problem)| format!("turn {turn}: {problem}"))
    };
    Table::begin(line, company.limits().clone(), Box::new(start))
}

impl Desk<'_> {
    /// Does what a message asks for, and tells what happens until the game rests; or comes back with a newer message.
    fn take(&mut self, job: &Job, jobs: &Receiver<Job>) -> Result<Option<Job>, String> {
        let viewpoint = self.change(&job.message)?;
        loop {
            let event = self.table.step(viewpoint)?;
            let (is_over, rests) = (event["event"] == "over", event["event"] == "waiting");
            self.is_over |= is_over;
            let told = tell(job, &json!({ "kind": "events", "id": job.message.id, "events": [event] }));
            if is_over || rests || told == Told::Nobody {
                return Ok(None);
            }
            match jobs.try_recv() {
                Ok(newer) => return Ok(Some(newer)),
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => {}
            }
        }
    }

    /// Changes the line, and says with whose eyes the game may then be seen.
    fn change(&mut self, message: &Message) -> Result<Viewpoint, String> {
        let bots = self.company.bots().len();
        let mut changes = message.changes()?;
        if let Some(line) = message.new_game(self.company.rules(), bots)? {
            self.table = table(self.company, line)?;
            self.is_over = false;
        } else if changes.is_empty() {
            // The page was opened anew.
            changes = vec![Change::TakeBack(u32::MAX)];
        }
        // To see the whole of a game that is over changes nothing of it.
        self.is_over &= changes == [Change::TakeBack(u32::MAX)];
        let was_over = self.is_over;
        for change in &changes {
            change.apply(&mut self.table, bots)?;
        }
        Ok(self.eyes(message.viewpoint, was_over))
    }

    /// A person who plays where seats keep secrets sees with a person's eyes, until the game is over.
    fn eyes(&self, wanted: Option<u8>, was_over: bool) -> Viewpoint {
        let line = self.table.line();
        let wanted = wanted.map(Seat).filter(|seat| seat.index() < line.seats.len());
        if secrets::are_kept(line.rules.game()) && !was_over {
            let persons: Vec<Seat> = (0..).map(Seat).zip(&line.seats).filter_map(person).collect();
            let own = wanted.filter(|seat| persons.contains(seat)).or(persons.first().copied());
            if let Some(seat) = own {
                return Viewpoint::Seat(seat);
            }
        }
        wanted.map_or(Viewpoint::Everything, Viewpoint::Seat)
    }
}

/// The seat, if a person has it in the end.
fn person((seat, line): (Seat, &judge_play::SeatLine)) -> Option<Seat> {
    (line.bot.is_none() || line.holders.at(u32::MAX) == Holder::Person).then_some(seat)
}

/// Whether somebody heard.
#[derive(PartialEq)]
enum Told {
    Somebody,
    Nobody,
}

fn tell(job: &Job, message: &Value) -> Told {
    match job.answer.blocking_send(format!("{message}\n")) {
        Ok(()) => Told::Somebody,
        Err(_) => Told::Nobody,
    }
}
