//! The versions of the judge that played a season: its events in, those that this one can do again out.

use judge_bots::GAMES_VERSION;
use judge_sandbox::ENGINE_VERSION;
use serde::Serialize;

use crate::log::chain::WrittenEvent;
use crate::log::event::{Opened, SeasonEvent};
use crate::play::runner::GameRunner;
use crate::season::{opened, played_by};

/// Events that another version has to check, from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OtherJudge {
    /// The first and the last.
    pub events: [usize; 2],
    /// The judge's version and the engine's.
    pub by: [String; 2],
}

/// Whether these are the versions of this judge's games and engine.
pub(super) fn is_ours(by: [&String; 2]) -> bool {
    by == [GAMES_VERSION, ENGINE_VERSION]
}

/// The judges whose work this one cannot do again. The list is empty if it can do nothing: then it is the wrong
/// one for this season.
pub(super) fn others(events: &[WrittenEvent]) -> Vec<OtherJudge> {
    let begun = (1..).zip(events).filter_map(|(number, written)| Some((number, played_by(&written.event)?)));
    let begun: Vec<(usize, [&String; 2])> = begun.collect();
    let ends = begun.iter().skip(1).map(|(next, _)| next - 1).chain([events.len()]);
    let parts = begun.iter().zip(ends);
    let parts =
        parts.map(|(&(first, by), last)| OtherJudge { events: [first, last], by: by.map(Clone::clone) });
    let (ours, others): (Vec<_>, Vec<_>) = parts.partition(|part| is_ours(part.by.each_ref()));
    if ours.is_empty() { ours } else { others }
}

/// Whether only the judge of its time can do an event again.
pub(super) fn needs_its_judge(event: &SeasonEvent) -> bool {
    use SeasonEvent::{Checked, Drawn, FinalPublished, Frozen, Played, RoundVoided, WeekEnded};
    let is_of_rounds = matches!(event, Checked { .. } | Drawn { .. } | Played { .. } | RoundVoided { .. });
    is_of_rounds || matches!(event, Frozen(_) | FinalPublished { .. } | WeekEnded { .. })
}

/// The fault of a season's beginning, if any. One that was updated may have been begun by another version.
pub(super) fn beginning(runner: &GameRunner, then: &Opened, others: &[OtherJudge]) -> Option<String> {
    let right = opened(&runner.season, then.anchors.clone(), &runner.secret, then.key);
    let by = if others.is_empty() { &right } else { then };
    let right = Opened { judge: by.judge.clone(), engine: by.engine.clone(), ..right };
    let text =
        "the secret, the season's file or the judge's version is not the one that the season was begun with";
    (*then != right).then(|| text.to_owned())
}
