//! A whole game as text.

use judge_core::game::{Replay, Turn};
use judge_play::By;
use judge_play::games::Seat;
use judge_play::opening::position;
use judge_play::text::{sanitize, thousands};

use crate::board::{Look, boards};
use crate::commentary;
use crate::ink::{Ink, InkRow};
use crate::shown_game::ShownGame;

/// A whole game: who plays, each move with its fuel and log, the last position, the end.
#[must_use]
pub fn game(game: &ShownGame, replay: &Replay, look: Look) -> Vec<InkRow> {
    let ShownGame { loaded_bots, line, title, .. } = game;
    let facts = line.rules.facts();
    let name = |seat: Seat| game.name(seat);
    let mut rows = vec![InkRow::new().with(Ink::Strong, sanitize(title))];
    let settings: Vec<String> =
        line.rules.settings().iter().map(|(key, value)| format!("{key}={value}")).collect();
    rows.push(InkRow::new().with(Ink::Faint, settings.join(" ")));
    rows.extend(position(&line.opening).map(|position| InkRow::new().with(Ink::Faint, sanitize(position))));
    rows.push(InkRow::new());
    for turn in &replay.turns {
        rows.push(moved(turn, name));
        rows.extend(commentary::logged(&turn.moved.log));
    }
    rows.push(InkRow::new());
    let last = replay.scene(replay.turns.len());
    rows.extend(boards(facts, last, look, name));
    rows.push(InkRow::new());
    for fault in &replay.faults {
        rows.push(InkRow::new().with(Ink::Wrong, format!("{}: {fault}", name(fault.seat))));
        rows.extend(crate::fleet::illegal(&line.rules, fault));
    }
    let end = replay.verdict.as_ref().map_or_else(
        || commentary::NOT_OVER.to_owned(),
        |verdict| commentary::end(verdict, name, facts.unit),
    );
    rows.push(InkRow::new().with(Ink::Strong, end));
    if let Some(record) = &replay.record {
        let per_turn = loaded_bots.limits().fuel_per_turn;
        let spent =
            (0..).map(Seat).zip(&record.fuel).filter(|(seat, _)| line.seats[seat.index()].bot.is_some());
        rows.extend(spent.map(|(seat, fuel)| {
            let turns = judge_play::text::count(record.asked[seat.index()].into(), "turn");
            let (name, fuel, allowed) = (name(seat), thousands(*fuel), thousands(per_turn));
            InkRow::text(format!("{name}: {fuel} fuel in {turns}, {allowed} allowed a turn"))
        }));
    }
    rows
}

fn moved(turn: &Turn, name: impl Fn(Seat) -> String) -> InkRow {
    let Turn { moved, marks, .. } = turn;
    let mut notes: Vec<String> = marks.iter().map(ToString::to_string).collect();
    match moved.by {
        By::Opening => notes.push("opening".to_owned()),
        By::Forced => notes.push("forced".to_owned()),
        By::Hand => notes.push("by hand".to_owned()),
        By::Player => notes.push(format!("{} fuel", thousands(moved.usage.fuel))),
    }
    commentary::move_row(moved, (Ink::Strong, &moved.action), &name(moved.seat), &notes)
}
