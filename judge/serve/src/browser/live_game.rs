//! The game: messages in, events out. It plays in the caller's thread, one message at a time; a newer message ends
//! what an older one began.

use std::sync::mpsc::Receiver;

use judge_core::game::LoadedBots;
use judge_play::games::Seat;
use judge_play::page_game::{NotDone, PageGame};
use judge_play::scenes::Viewpoint;
use judge_play::{Holder, Line};
use judge_sandbox::Limits;
use serde_json::{Value, json};
use tokio::sync::mpsc::Sender;

use crate::browser::message::{Change, PageMessage};

/// A message, and where its answer goes.
pub(crate) struct Job {
    /// The message, which says what the page asks for.
    pub(crate) message: PageMessage,
    /// Takes lines of JSON. It is closed when the page no longer listens.
    pub(crate) answer: Sender<String>,
}

impl Job {
    /// Sends a message to the page; false if nobody hears it.
    fn tell(&self, message: &Value) -> bool {
        self.answer.blocking_send(format!("{message}\n")).is_ok()
    }

    /// Tells the page why what it asks for is not done.
    pub(crate) fn is_refused(&self, why: &str) {
        self.tell(&json!({ "kind": "problem", "id": self.message.id, "text": why }));
    }
}

/// The host of somebody else's game: it limits the cost, and hears of the end.
pub(crate) trait GuestHost {
    /// Lets a game do its next step, when others have done theirs; an error ends the game, in words for the page.
    fn step(&mut self, step: &mut dyn FnMut()) -> Result<(), NotDone> {
        step();
        Ok(())
    }

    /// Hears that a person's action was played.
    fn acted(&mut self) {}

    /// Hears of a game that is over.
    fn over(&mut self, _: &Line) {}
}

/// Somebody's own machine: all may be done.
pub(crate) struct OwnMachine;

impl GuestHost for OwnMachine {}

/// The game as it stands.
struct LiveGame<'a, 'h> {
    loaded_bots: &'a LoadedBots,
    host: &'h mut dyn GuestHost,
    game: PageGame<'a>,
    /// Whether the game was seen to its end.
    is_over: bool,
}

/// Works until nobody can ask any more. The thread's stack must be deep enough for bots.
pub(crate) fn work(loaded_bots: &LoadedBots, line: &Line, jobs: &Receiver<Job>, host: &mut dyn GuestHost) {
    let Ok(game) = begun(loaded_bots, line.clone()) else { return };
    let mut live_game = LiveGame { loaded_bots, host, game, is_over: false };
    let mut next = jobs.recv().ok();
    while let Some(job) = next.take() {
        next = live_game.take(&job, jobs).unwrap_or_else(|problem| {
            job.is_refused(&problem);
            None
        });
        if next.is_none() {
            drop(job);
            next = jobs.recv().ok();
        }
    }
}

fn begun(loaded_bots: &LoadedBots, line: Line) -> Result<PageGame<'_>, NotDone> {
    let start = |line: &Line, _: &Limits| {
        loaded_bots.start(line).map_err(|(turn, why)| format!("turn {turn}: {why}"))
    };
    PageGame::begin(line, loaded_bots.limits().clone(), Box::new(start))
}

impl LiveGame<'_, '_> {
    /// Does what a message asks for, and reports what happens until the game rests; or comes back with a newer message.
    fn take(&mut self, job: &Job, jobs: &Receiver<Job>) -> Result<Option<Job>, NotDone> {
        let viewpoint = self.change(&job.message)?;
        loop {
            let event = self.step(viewpoint)?;
            let (is_over, rests) = (event["event"] == "over", event["event"] == "waiting");
            // Who opens the page anew sees the end once more.
            if is_over && !self.is_over {
                self.host.over(self.game.line());
            }
            self.is_over |= is_over;
            let is_heard = job.tell(&json!({ "kind": "events", "id": job.message.id, "events": [event] }));
            if is_over || rests || !is_heard {
                return Ok(None);
            }
            if let Ok(newer) = jobs.try_recv() {
                return Ok(Some(newer));
            }
        }
    }

    /// The next event, when it is this game's turn.
    fn step(&mut self, viewpoint: Viewpoint) -> Result<Value, NotDone> {
        let mut event = Ok(Value::Null);
        self.host.step(&mut || event = self.game.step(viewpoint))?;
        event
    }

    /// Changes the line, and says with whose eyes the game may then be seen.
    fn change(&mut self, message: &PageMessage) -> Result<Viewpoint, NotDone> {
        let bots = self.loaded_bots.bots().len();
        let mut changes = message.changes()?;
        if let Some(line) = message.new_game(self.loaded_bots.rules(), bots)? {
            let mut game = Err(NotDone::default());
            self.host.step(&mut || game = begun(self.loaded_bots, line.clone()))?;
            self.game = game?;
            self.is_over = false;
        } else if changes.is_empty() {
            // The page was opened anew.
            changes = vec![Change::TakeBack(u32::MAX)];
        }
        // To see the whole of a game that is over changes nothing of it.
        self.is_over &= changes == [Change::TakeBack(u32::MAX)];
        for change in &changes {
            match change {
                // Turn by turn: others wait for theirs, and the time of a table may be over before its game is.
                Change::PlayTo(turns) => {
                    for turn in 1..=(*turns).min(self.loaded_bots.rules().turns_max()) {
                        self.apply(&Change::PlayTo(turn), bots)?;
                    }
                }
                other => self.apply(other, bots)?,
            }
            if matches!(change, Change::Act(_)) {
                self.host.acted();
            }
        }
        Ok(self.eyes(message.viewpoint))
    }

    /// Makes a change when it is this game's turn.
    fn apply(&mut self, change: &Change, bots: usize) -> Result<(), NotDone> {
        let mut done = Ok(());
        self.host.step(&mut || done = change.apply(&mut self.game, bots))?;
        done
    }

    /// A person who plays where seats keep secrets sees with a person's eyes, until the game is over.
    fn eyes(&self, wanted: Option<u8>) -> Viewpoint {
        let line = self.game.line();
        let wanted = wanted.map(Seat).filter(|seat| seat.index() < line.seats.len());
        if line.rules.facts().has_secrets() && !self.is_over {
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

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::mpsc;

    use judge_core::host::Options;
    use judge_core::tournament::{GameFiles, limits_of_games};
    use judge_play::file::FileRules;
    use judge_play::{LineText, Rules, SeatLine, Seed};

    use super::*;

    /// Lets a game do so many steps, and counts the ends that it hears of.
    struct Patience {
        steps: u32,
        ends: u32,
        actions: u32,
    }

    impl GuestHost for Patience {
        fn step(&mut self, step: &mut dyn FnMut()) -> Result<(), NotDone> {
            self.steps = self.steps.checked_sub(1).ok_or("it was enough")?;
            step();
            Ok(())
        }

        fn acted(&mut self) {
            self.actions += 1;
        }

        fn over(&mut self, _: &Line) {
            self.ends += 1;
        }
    }

    /// The answer of a table to these messages, each a list of changes or a new game, if its host lets it do so many
    /// steps; and its host. A bot has the second seat, and the first one, too, unless a person has it.
    fn told(person: bool, messages: &[Value], steps: u32) -> (String, Patience) {
        let rules = Rules::new("othello", [("size", "4")]).expect("they are valid");
        let mut loaded_bots =
            LoadedBots::new(rules.clone(), Limits::default(), &Options::default()).expect("it starts");
        let bot = loaded_bots.add("greedy").expect("it is an example");
        let first = if person { SeatLine::person() } else { SeatLine::bot(bot) };
        let line = Line::new(rules, Seed(5), vec![first, SeatLine::bot(bot)]);
        told_of(&loaded_bots, &line, messages, steps)
    }

    /// The same of a line.
    fn told_of(loaded_bots: &LoadedBots, line: &Line, messages: &[Value], steps: u32) -> (String, Patience) {
        let (jobs, waiting) = mpsc::channel();
        let (answer, mut answers) = tokio::sync::mpsc::channel(100);
        let mut host = Patience { steps, ends: 0, actions: 0 };
        let told = std::thread::scope(|scope| {
            // The next message comes when the one before is answered.
            let page = scope.spawn(move || {
                let mut told = String::new();
                for wanted in messages {
                    let mut message = json!({ "id": 1, "viewpoint": null });
                    message[if wanted.is_array() { "changes" } else { "line" }] = wanted.clone();
                    let message = serde_json::from_value(message).expect("it can be read");
                    jobs.send(Job { message, answer: answer.clone() }).expect("somebody waits");
                    while let Some(line) = answers.blocking_recv() {
                        told += &line;
                        if ["\"over\"", "\"waiting\"", "\"problem\""].iter().any(|end| line.contains(end)) {
                            break;
                        }
                    }
                }
                told
            });
            work(loaded_bots, line, &waiting, &mut host);
            page.join().expect("it has ended")
        });
        (told, host)
    }

    #[test]
    fn a_game_that_is_played_on_without_telling_can_be_ended_at_each_turn() {
        let whole = [json!([["play-to", u32::MAX]])];
        assert!(told(false, &whole, 100).0.contains("\"over\""));
        let (stopped, _) = told(false, &whole, 3);
        assert!(stopped.contains("it was enough") && !stopped.contains("\"over\""), "{stopped}");
    }

    #[test]
    fn a_new_game_begins_when_it_is_this_tables_turn() {
        let rules = Rules::new("othello", [("size", "4")]).expect("they are valid");
        let line = Line::new(rules, Seed(1), vec![SeatLine::bot(0), SeatLine::person()]);
        let (told, _) = told(false, &[json!(LineText::of(&line, &Limits::default()))], 1);
        assert!(told.contains("it was enough") && !told.contains("\"events\""), "{told}");
    }

    #[test]
    fn a_game_that_is_looked_at_again_ends_once() {
        let again = json!([]);
        let (told, host) = told(false, &[json!([["play-to", u32::MAX]]), again.clone(), again], 1_000);
        assert_eq!((told.matches("\"over\"").count(), host.ends), (3, 1), "{told}");
    }

    #[test]
    fn only_an_action_that_is_played_counts_as_one() {
        let refused = [json!([["nonsense"]]), json!([["act", "d4"]]), json!([["take-back", 0]])];
        assert_eq!(told(true, &refused, 1_000).1.actions, 0);
        assert_eq!(told(true, &[json!([]), json!([["act", "b1"]])], 1_000).1.actions, 1);
    }

    /// The first seat has a person, and only what that person may know is ever sent: in a game that is a file, too.
    #[test]
    fn a_person_is_never_told_the_card_of_another_seat() {
        let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let options = Options::default();
        let file = GameFiles::new(&options)
            .load(&project.join("tournaments/games/kuhn-poker.wasm"), limits_of_games())
            .expect("it is a game");
        let rules = FileRules::new(&file, [("hands", "6")]).map(Rules::File).expect("they are valid");
        let mut loaded_bots = LoadedBots::new(rules.clone(), Limits::default(), &options).expect("it starts");
        let bluffer = project.join("contestants/kuhn-poker/bluffer.wasm");
        let bot = loaded_bots.add(bluffer.to_str().expect("it is text")).expect("it is a bot");
        let line = Line::new(rules, Seed(5), vec![SeatLine::person(), SeatLine::bot(bot)]);
        let mut messages = vec![json!([])];
        messages.extend((0..12).map(|turn| json!([["act", if turn % 2 == 0 { "p" } else { "b" }]])));
        let (told, host) = told_of(&loaded_bots, &line, &messages, 10_000);
        assert_eq!(host.ends, 1, "{told}");
        let (after, before): (Vec<&str>, Vec<&str>) =
            told.lines().partition(|line| line.contains("\"over\""));
        assert!(before.len() > 20 && !after.is_empty());
        let events = before.iter().map(|line| serde_json::from_str::<Value>(line).expect("it is JSON"));
        let of_bot = |what: &'static str| {
            let is_it = move |event: &Value| event["seat"] == 1 && event["event"] == what;
            events.clone().map(|told| told["events"][0].clone()).filter(is_it).collect::<Vec<_>>()
        };
        let asked = of_bot("asked");
        assert!(asked.len() > 3 && asked.iter().all(|event| event["question"] == ""), "{asked:?}");
        assert!(of_bot("moved").len() > 3, "{before:?}");
        let before = before.join("\n");
        assert!(before.contains("first has the ") && !before.contains("second has the "), "{before}");
    }
}
