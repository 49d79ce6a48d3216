//! Cuts of the field in the order of strength, by the points that the lower side has of the upper one.
//!
//! Where it has none, nobody can say how far both sides are apart; and where each side is large and has played enough of its
//! own, that is no chance: everybody above is ahead of everybody below. Where it has few, a fit that knows of no groups
//! shrinks the distance too much.

use std::collections::BTreeMap;

use super::model::{Data, bits};

/// With fewer contestants no cut is open: too easily all games that cross it are won by chance.
const OPEN_LEAST: usize = 6;

/// The fewest contestants on a side.
const SIDE_LEAST: usize = 4;

/// The most cuts that give bounds; more are strengths that lie far apart all along.
const OPEN_MAX: usize = 3;

/// The largest share of the points that the lower side has at a cut that is nearly open.
const NEARLY: f64 = 0.15;

/// The most games for each contestant that cross a cut that is nearly open: with more the games tell the distance.
const GAMES_MAX: f64 = 20.0;

/// Less than any game counts.
const NOTHING: f64 = 1e-6;

/// The points of everybody against everybody: whose, against whom, how many. A game between two has one point; at a table of
/// several each has one divided by its opponents against each of these, so that one point is as much as a game there.
pub(super) struct Points(Vec<(usize, usize, f64)>);

/// The cuts of an order. Who has met nobody is on no side.
pub(super) struct Cuts {
    /// The place in the order of each who has played.
    places: Vec<usize>,
    /// The points, of whose and against whom by their places among those who have played.
    points: Vec<(usize, usize, f64)>,
    /// By the number of those above: the points that cross the cut, and those of the lower side.
    crossing: Vec<[f64; 2]>,
}

impl Points {
    /// The pairs of which the first has points of the second.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        self.0.iter().map(|&(one, other, _)| (one, other))
    }

    pub(super) fn new(data: &Data) -> Self {
        let mut points = BTreeMap::new();
        for situation in &data.situations {
            let one = 1.0 / (situation.seated.len() - 1) as f64;
            for &(picked, times) in &situation.picked {
                for winner in bits(picked) {
                    for loser in bits(situation.left).filter(|loser| *loser != winner) {
                        // Of those who came level each has half.
                        let share = if picked >> loser & 1 == 1 { 0.5 } else { 1.0 };
                        let pair = (situation.seated[winner], situation.seated[loser]);
                        *points.entry(pair).or_insert(0.0) += share * one * times;
                    }
                }
            }
        }
        Self(points.into_iter().map(|((winner, loser), points)| (winner, loser, points)).collect())
    }

    /// The cuts of these contestants in order, the strongest first; others do not count.
    pub(super) fn cuts(&self, order: &[usize]) -> Cuts {
        let size = self.0.iter().map(|(one, other, _)| 1 + one.max(other)).max().unwrap_or(0);
        let size = size.max(1 + order.iter().max().unwrap_or(&0));
        let mut has_played = vec![false; size];
        self.0.iter().for_each(|&(one, other, _)| (has_played[one], has_played[other]) = (true, true));
        let places: Vec<usize> = (0..order.len()).filter(|&place| has_played[order[place]]).collect();
        let mut number = vec![None; size];
        places.iter().enumerate().for_each(|(at, &place)| number[order[place]] = Some(at));
        let numbered = |&(one, other, x): &(usize, usize, f64)| Some((number[one]?, number[other]?, x));
        let points: Vec<_> = self.0.iter().filter_map(numbered).collect();
        let mut crossing = vec![[0.0; 2]; places.len() + 1];
        for &(one, other, x) in &points {
            let lower = if one > other { x } else { 0.0 };
            for (place, sign) in [(one.min(other), 1.0), (one.max(other), -1.0)] {
                crossing[place + 1][0] += sign * x;
                crossing[place + 1][1] += sign * lower;
            }
        }
        for cut in 1..crossing.len() {
            let [all, lower] = crossing[cut - 1];
            crossing[cut][0] += all;
            crossing[cut][1] += lower;
        }
        Cuts { places, points, crossing }
    }
}

impl Cuts {
    /// The cut that is nearly open, the most so if there are several: of at least as many games as there are contestants the
    /// lower side has won few. As the place of the first below it.
    pub(super) fn nearly_open(&self) -> Option<usize> {
        let contestants = self.places.len();
        let is_nearly = |&cut: &usize| {
            let [all, lower] = self.crossing[cut];
            let games = (all + NOTHING) / contestants as f64;
            (1.0..GAMES_MAX).contains(&games) && lower / all <= NEARLY
        };
        let worth = |cut: usize| {
            let [all, lower] = self.crossing[cut];
            ((lower + 0.5) / (all + 1.0), -all)
        };
        let nearly = self.sides(contestants.div_ceil(8)).filter(is_nearly);
        let best = nearly.min_by(|&a, &b| {
            let (a, b) = (worth(a), worth(b));
            a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        best.map(|cut| self.places[cut])
    }

    /// The cuts that nobody can say the distance across, so that there are bounds, as the places of the first below each.
    pub(super) fn bounding(&self) -> Vec<usize> {
        let contestants = self.places.len();
        let open: Vec<usize> =
            self.sides(contestants.div_ceil(16)).filter(|cut| self.is_open(*cut)).collect();
        if contestants < OPEN_LEAST || open.len() > OPEN_MAX {
            return vec![];
        }
        let is_connected = |cut: &usize| self.own(*cut).iter().all(|(points, _)| points + NOTHING >= 1.0);
        open.into_iter().filter(is_connected).map(|cut| self.places[cut]).collect()
    }

    /// The numbers of cuts above each in the order at which all above are surely ahead of all below; nothing of who has not
    /// played.
    pub(super) fn levels(&self, contestants: usize) -> Vec<Option<usize>> {
        let is_sure = |cut: &usize| {
            let proves = |(points, others): &(f64, usize)| points + NOTHING >= 2.0 && *others >= 2;
            self.is_open(*cut) && self.own(*cut).iter().all(proves)
        };
        let sure: Vec<usize> = self.sides(0).filter(is_sure).collect();
        let mut levels = vec![None; contestants];
        for (number, &place) in self.places.iter().enumerate() {
            levels[place] = Some(sure.iter().filter(|cut| **cut <= number).count());
        }
        levels
    }

    /// The cuts with at least so many on each side.
    fn sides(&self, least: usize) -> impl Iterator<Item = usize> {
        let least = least.max(SIDE_LEAST);
        least..(self.places.len() + 1).saturating_sub(least)
    }

    /// Whether the lower side has nothing of so many games that this is no chance.
    fn is_open(&self, cut: usize) -> bool {
        let [all, lower] = self.crossing[cut];
        lower < NOTHING && 2.0 * all + NOTHING >= self.places.len() as f64
    }

    /// What each contestant has of its own side of a cut, and of how many: above it the points that it won there, and
    /// below it those that it gave away.
    fn own(&self, cut: usize) -> Vec<(f64, usize)> {
        let mut own = vec![(0.0, 0); self.places.len()];
        for &(winner, loser, x) in self.points.iter().filter(|(one, other, _)| (*one < cut) == (*other < cut))
        {
            let (points, others) = &mut own[if winner < cut { winner } else { loser }];
            *points += x;
            *others += 1;
        }
        own
    }
}

#[cfg(test)]
mod tests {
    use super::Points;
    use crate::rating::model;
    use crate::{EntrantId, Tally, TallyGame};

    /// The cuts of four above four: all games between them are won but for `lost` of the first, and within a side each beats the
    /// next `own` in a circle, and has nothing of the others.
    fn cuts(lost: usize, own: usize) -> super::Cuts {
        let mut tally = Tally::default();
        let mut add = |one: usize, other: usize, ranks: [u8; 2]| {
            let transcript_sha256 = [u8::try_from(10 * one + other).expect("it is small"); 32];
            let game = TallyGame { ranks: &ranks, transcript_sha256: &transcript_sha256 };
            tally.add(&[EntrantId(one), EntrantId(other)], &[Some(game), None]);
        };
        for i in 0..4 {
            (0..4).for_each(|j| add(i, 4 + j, if i == 0 && j < lost { [2, 1] } else { [1, 2] }));
            for side in [0, 4] {
                (1..=own).for_each(|ahead| add(side + i, side + (i + ahead) % 4, [1, 2]));
            }
        }
        let data = model::Data::new(8, &model::rounds(&(0..8).collect::<Vec<_>>(), &tally));
        Points::new(&data).cuts(&(0..8).collect::<Vec<_>>())
    }

    #[test]
    fn an_open_cut_bounds_if_each_has_a_point_of_its_own_side_and_proves_an_order_if_each_has_two_of_two() {
        let told = |lost, own| {
            let cuts = cuts(lost, own);
            (cuts.bounding(), cuts.levels(8)[7], cuts.nearly_open())
        };
        assert_eq!(told(0, 0), (vec![], Some(0), Some(4)));
        assert_eq!(told(0, 1), (vec![4], Some(0), Some(4)));
        assert_eq!(told(0, 2), (vec![4], Some(1), Some(4)));
        assert_eq!(told(1, 2), (vec![], Some(0), Some(4)));
        assert_eq!(told(3, 2), (vec![], Some(0), None), "three of sixteen are more than some");
    }

    #[test]
    fn who_has_met_nobody_is_on_no_side() {
        let order: Vec<usize> = vec![0, 1, 9, 2, 3, 8, 4, 5, 6, 7];
        let points = Points(cuts(0, 2).points);
        let cuts = points.cuts(&order);
        assert_eq!(cuts.bounding(), [6]);
        assert_eq!((cuts.levels(10)[2], cuts.levels(10)[9]), (None, Some(1)));
    }
}
