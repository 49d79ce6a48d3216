//! What people read of phases and matches, the same everywhere.

use judge_play::text::count;

use super::{Bout, By, Format, MatchName, Phase, Why};

/// What is said of one of the phases, by its place: which it is of several, what it is, how many were in it, and who goes on.
#[must_use]
pub fn title(phases: &[Phase], at: usize, contestants: usize) -> String {
    let phase = &phases[at];
    let number = if phases.len() == 1 { String::new() } else { format!("Phase {}: ", at + 1) };
    let kind = Format::title(phase.kind);
    let groups = if phase.groups > 1 { format!(" in {} groups", phase.groups) } else { String::new() };
    let rounds = count(phase.rounds.into(), "round");
    let of = if phase.is_knockout() { " a match" } else { "" };
    let contestants = count(contestants as u64, "contestant");
    let on = match phases.get(at + 1) {
        None => String::new(),
        Some(Phase { best: Some(best), .. }) => format!("; the best {best} go on"),
        Some(Phase { best_of_each: Some(1), .. }) => "; the best of each group goes on".into(),
        Some(Phase { best_of_each: Some(on), .. }) => format!("; the best {on} of each group go on"),
        Some(_) => "; all go on".into(),
    };
    format!("{number}{kind}{groups}, {rounds}{of}, {contestants}{on}")
}

impl By {
    /// What parted a row from the one above, if it was not their points.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Points => "",
            Self::Buchholz => "buchholz",
            Self::Median => "median",
            Self::Direct => "direct",
            Self::Won => "won",
            Self::Rating => "rating",
            Self::Seeding => "seeding",
            Self::Shared => "shared",
        }
    }
}

impl Why {
    /// What is to be said of it beside the points; nothing if these say it.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Points => "",
            Self::Extra => "in extra rounds",
            Self::Seeding => "by seeding",
            Self::Disqualified => "disqualified",
            Self::BothDisqualified => "both disqualified",
        }
    }
}

impl MatchName {
    /// What people call the match.
    #[must_use]
    pub fn words(self) -> String {
        let name = match self.bout {
            Bout::Stage { of: 1, .. } | Bout::SecondFinal | Bout::ThirdPlace => self.stage(),
            Bout::Stage { of: 2, number } => format!("Semi-final {number}"),
            Bout::Stage { of: 4, number } => format!("Quarter-final {number}"),
            Bout::Stage { number, .. } | Bout::Winners(_, number) | Bout::Losers(_, number) => {
                format!("{}, match {number}", self.stage())
            }
        };
        if self.group > 0 { format!("Group {}: {name}", self.group) } else { name }
    }

    /// What people call the stage of a match.
    #[must_use]
    pub fn stage(self) -> String {
        match self.bout {
            Bout::Stage { of: 1, .. } => "Final".into(),
            Bout::SecondFinal => "Second final".into(),
            Bout::Stage { of: 2, .. } => "Semi-finals".into(),
            Bout::Stage { of: 4, .. } => "Quarter-finals".into(),
            Bout::Stage { of, .. } => format!("Last {}", 2 * of),
            Bout::ThirdPlace => "Third place".into(),
            Bout::Winners(round, _) => format!("Winners, round {round}"),
            Bout::Losers(round, _) => format!("Losers, round {round}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phases::Kind;

    #[test]
    fn a_phase_says_who_goes_on() {
        let swiss = Phase::new(Kind::Swiss, 7);
        let knockout = Phase { best: Some(8), ..Phase::new(Kind::Knockout, 1) };
        let cup = [swiss, knockout.clone()];
        assert_eq!(title(&cup, 0, 20), "Phase 1: Swiss, 7 rounds, 20 contestants; the best 8 go on");
        assert_eq!(title(&cup[1..], 0, 8), "Knockout, 1 round a match, 8 contestants");
        let groups = Phase { groups: 4, ..Phase::new(Kind::RoundRobin, 2) };
        let cup = [groups, Phase { best: None, best_of_each: Some(2), ..knockout }];
        let words =
            "Phase 1: Round-robin in 4 groups, 2 rounds, 16 contestants; the best 2 of each group go on";
        assert_eq!(title(&cup, 0, 16), words);
    }
}
