//! What people read of phases and matches, the same everywhere.

use judge_play::text::count;

use super::{Bout, By, Kind, MatchName, Phase, Why};

/// What is said of one of the phases, by its place: which it is of several, what it is, how many were in it, and who goes on.
#[must_use]
pub fn title(phases: &[Phase], at: usize, contestants: usize) -> String {
    let number = if phases.len() == 1 { String::new() } else { format!("Phase {}: ", at + 1) };
    number + &phases[at].words(contestants, phases.get(at + 1))
}

impl Phase {
    /// The phase with so many contestants in a line, and who of them goes on to the next one.
    fn words(&self, contestants: usize, next: Option<&Self>) -> String {
        let kind = match self.kind {
            Kind::RoundRobin => "Round-robin",
            Kind::Gauntlet => "Gauntlet",
            Kind::Swiss => "Swiss",
            Kind::Knockout => "Knockout",
            Kind::DoubleElimination => "Double elimination",
        };
        let groups = if self.groups > 1 { format!(" in {} groups", self.groups) } else { String::new() };
        let rounds = count(self.rounds.into(), "round");
        let of = if self.lost().is_some() { " a match" } else { "" };
        let contestants = count(contestants as u64, "contestant");
        let on = match next {
            None => String::new(),
            Some(Self { best: Some(best), .. }) => format!("; the best {best} go on"),
            Some(Self { best_of_each: Some(1), .. }) => "; the best of each group goes on".into(),
            Some(Self { best_of_each: Some(on), .. }) => format!("; the best {on} of each group go on"),
            Some(_) => "; all go on".into(),
        };
        format!("{kind}{groups}, {rounds}{of}, {contestants}{on}")
    }

    /// Whether each meets one in each round, as the points so far pair them.
    #[must_use]
    pub fn is_by_rounds(&self) -> bool {
        self.kind == Kind::Swiss
    }

    /// Whether points a game decide, as not all play equally many.
    #[must_use]
    pub fn is_by_game(&self) -> bool {
        self.kind == Kind::Gauntlet
    }
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
    /// Whether it is in the losers' tree of a double elimination.
    #[must_use]
    pub fn is_of_losers(self) -> bool {
        matches!(self.bout, Bout::Losers(..))
    }

    /// What people call the match.
    #[must_use]
    pub fn words(self) -> String {
        let name = match self.bout {
            Bout::Stage { of: 1, .. } => "Final".into(),
            Bout::Stage { of: 2, number } => format!("Semi-final {number}"),
            Bout::Stage { of: 4, number } => format!("Quarter-final {number}"),
            Bout::SecondFinal => "Second final".into(),
            Bout::ThirdPlace => self.stage(),
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
            Bout::Stage { of: 1, .. } | Bout::SecondFinal => "Final".into(),
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

    #[test]
    fn a_phase_says_who_goes_on() {
        let swiss = Phase::new(Kind::Swiss, 7);
        let knockout = Phase { best: Some(8), ..Phase::new(Kind::Knockout, 1) };
        assert_eq!(swiss.words(20, Some(&knockout)), "Swiss, 7 rounds, 20 contestants; the best 8 go on");
        assert_eq!(knockout.words(8, None), "Knockout, 1 round a match, 8 contestants");
        let groups = Phase { groups: 4, ..Phase::new(Kind::RoundRobin, 2) };
        let next = Phase { best: None, best_of_each: Some(2), ..knockout };
        let words = "Round-robin in 4 groups, 2 rounds, 16 contestants; the best 2 of each group go on";
        assert_eq!(groups.words(16, Some(&next)), words);
    }
}
