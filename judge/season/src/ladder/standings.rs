//! The standings of a ladder: all rounds in, everybody's newest version in order out, with ratings.
//!
//! Ratings are the joint fit over all rounds, as in a tournament. They are shrunk towards
//! the mean, and everybody who has played three rounds has one with an interval. 1500 is the mean of all anchors, strong and weak
//! ones, so the scale stands still while contestants come and get better. No rating is fixed, also none of an anchor: what is
//! not known of the scale shows in all intervals.

use judge_core::phases::{Disqualified, EntrantId};
use judge_core::results::interval;
use judge_rating::{Rating, Ratings, Scale, rate_by_anchors};

use crate::state::{MEAN, State, Version};

/// Versions up to which ratings have intervals, which take time with the cube of the versions.
const WITH_INTERVALS_MAX: usize = 3_000;

/// Everybody's newest version, the strongest first, and what the scale hangs on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standings {
    /// The lines.
    pub lines: Vec<LadderStanding>,
    /// The outermost anchors, with intervals only, and if there are two or more.
    pub scale: Option<Scale>,
}

impl std::ops::Deref for Standings {
    type Target = [LadderStanding];

    fn deref(&self) -> &[LadderStanding] {
        &self.lines
    }
}

/// One line of the standings.
#[derive(Clone, Debug, PartialEq)]
pub struct LadderStanding {
    /// Place, from 1; nothing for a version without a round.
    pub rank: Option<usize>,
    /// The version.
    pub version: usize,
    /// Rating, if there is one.
    pub rating: Option<f64>,
    /// The lower end of its interval, or what it is at least.
    pub low: Option<f64>,
    /// The upper end, or what it is at most.
    pub high: Option<f64>,
}

impl LadderStanding {
    /// The interval of the rating, or a bound for who has won or lost everything.
    pub fn interval(&self) -> String {
        interval(self.low, self.high)
    }

    /// The rating where its interval is not shown beside it: a number, or else the bound.
    pub fn rating_or_bound(&self) -> String {
        if self.rating.is_some() { elo(self.rating) } else { self.interval() }
    }

    /// The number that a grade follows from: the rating, or else a bound of it.
    pub fn graded(&self) -> Option<f64> {
        self.rating.or(self.low).or(self.high)
    }

    /// The rating and the ends of its interval, each as it is shown.
    pub fn numbers(&self) -> [String; 3] {
        [self.rating, self.low, self.high].map(elo)
    }
}

/// A rating as it is shown; nothing if there is none.
pub fn elo(rating: Option<f64>) -> String {
    rating.map_or_else(String::new, |elo| format!("{elo:.0}"))
}

/// Everybody's newest version, the strongest first.
pub fn standings(state: &State) -> Standings {
    standings_of(state, WITH_INTERVALS_MAX)
}

/// The same without intervals, which is much quicker where there are many.
pub fn without_intervals(state: &State) -> Standings {
    standings_of(state, 0)
}

fn standings_of(state: &State, with_intervals_max: usize) -> Standings {
    let is_plain = state.versions.len() > with_intervals_max;
    let (ratings, scale) = if is_plain { (plain(state), None) } else { ratings(state) };
    let newest = state.contestants.iter().filter_map(|contestant| contestant.versions.last().copied());
    let mut newest: Vec<usize> = newest.collect();
    let has_played = |id: usize| state.versions[id].rounds > 0;
    // By what is shown; who has no rating yet comes behind all that have one, by what is known.
    let merit = |id: usize| {
        let rating = ratings[id].as_ref().and_then(|rating| rating.elo);
        (rating.is_some(), has_played(id), rating.unwrap_or(state.strength(id)))
    };
    newest.sort_by(|&a, &b| {
        let ((rated, played, elo), other) = (merit(b), merit(a));
        rated.cmp(&other.0).then(played.cmp(&other.1)).then(elo.total_cmp(&other.2)).then(a.cmp(&b))
    });
    let standing = |(place, version): (usize, usize)| {
        let shifted = |of: &Rating| [of.elo, of.low, of.high].map(|elo| elo.map(|elo| elo + MEAN));
        let [rating, low, high] = ratings[version].as_ref().map_or([None; 3], shifted);
        LadderStanding { rank: has_played(version).then_some(place), version, rating, low, high }
    };
    Standings { lines: (1..).zip(newest).map(standing).collect(), scale }
}

/// Ratings without intervals, and not shrunk.
fn plain(state: &State) -> Vec<Option<Rating>> {
    let mean = state.anchors_strength();
    let rating = |(id, version): (usize, &Version)| {
        let elo = Some(state.strength(id) - mean);
        (version.rounds > 0).then_some(Rating { elo, low: None, high: None, rank_low: 0, rank_high: 0 })
    };
    state.versions.iter().enumerate().map(rating).collect()
}

fn ratings(state: &State) -> (Vec<Option<Rating>>, Option<Scale>) {
    let mut unplayed = Disqualified::nobody(state.versions.len());
    for id in (0..state.versions.len()).filter(|&id| state.versions[id].rounds == 0) {
        unplayed.exclude(EntrantId(id));
    }
    let anchors: Vec<EntrantId> = state.anchors_versions().map(EntrantId).collect();
    let Ratings { entrants, scale, .. } = rate_by_anchors(&unplayed, &state.tally, &anchors);
    (entrants, scale)
}

/// Half of the 95 % interval of the outermost anchors' distance, in Elo, from which grades mean little.
const DOUBT_MAX: f64 = 300.0;

/// How far apart the outermost anchors are, and how well that is known.
pub fn scale(state: &State, standings: &Standings) -> Option<String> {
    let Scale { highest, lowest, doubt } = standings.scale?;
    let rating = |id: EntrantId| standings.iter().find(|of| of.version == id.0)?.rating;
    let apart = rating(highest)? - rating(lowest)?;
    let name = |id: EntrantId| &state.owner(id.0).name;
    Some(format!("{} is {apart:.0} ± {doubt:.0} Elo above {}", name(highest), name(lowest)))
}

/// A warning for whoever grades, if little is known of how long the scale is.
pub fn loose_scale(state: &State, standings: &Standings) -> Option<String> {
    let (apart, Scale { lowest, doubt, .. }) = (scale(state, standings)?, standings.scale?);
    let what = if state.versions[lowest.0].games[..2] == [0, 0] {
        "nobody has lost a game to the weaker one, or drawn one"
    } else if doubt > DOUBT_MAX {
        "that is too little for grades"
    } else {
        return None;
    };
    Some(format!(
        "of the anchors {apart}, and {what}; in the next season take another anchor between them: neighbours should be at most 250 apart"
    ))
}

/// The standings as a table for other programs.
pub fn csv(state: &State, standings: &[LadderStanding]) -> String {
    let head = "rank,contestant,version,rating,rating_low,rating_high,rounds,won,drawn,lost,faults\n";
    let line = |standing: &LadderStanding| {
        let Version { number, rounds, games: [won, drawn, lost], faults, .. } =
            &state.versions[standing.version];
        let name = &state.owner(standing.version).name;
        let rank = standing.rank.map_or_else(String::new, |rank| rank.to_string());
        let [rating, low, high] = standing.numbers();
        // A name begins with a letter or a digit, so no spreadsheet takes one for a formula.
        format!("{rank},{name},{number},{rating},{low},{high},{rounds},{won},{drawn},{lost},{faults}\n")
    };
    head.to_owned() + &standings.iter().map(line).collect::<String>()
}

#[cfg(test)]
#[expect(clippy::cast_precision_loss, reason = "contestants are few")]
mod tests;
