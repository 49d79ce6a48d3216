//! `grades.csv`: a row for each contestant, with the band that its rating is in, for teachers.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{ResultRow, Tenth, Text};
use crate::object;
use crate::tournament::Band;

/// Gives everybody a grade, if there are bands: the highest that the rating reaches, or the bound of it for who has won or
/// lost everything. Whoever reaches none is below the lowest, and whoever has not played has no grade. Identical bots get the
/// best grade that one of them has: how they differ is chance.
pub fn grade(rows: &mut [ResultRow], bands: &[Band]) {
    // A rating says more than a bound.
    let rating = |row: &ResultRow| {
        let mut known = [row.rating, row.rating_low, row.rating_high].into_iter().zip([2, 1, 0]);
        known.find_map(|(rating, worth)| Some((worth, rating?.0)))
    };
    let mut best: BTreeMap<(&str, &str), (u8, f64)> = BTreeMap::new();
    for (row, rating) in rows.iter().filter_map(|row| Some((row, rating(row)?))) {
        let best = best.entry((&row.sha256, &row.terms)).or_insert(rating);
        *best = if rating > *best { rating } else { *best };
    }
    let best = |row: &ResultRow| Some(best.get(&(row.sha256.as_str(), row.terms.as_str()))?.1);
    let grades: Vec<String> = rows.iter().map(|row| Band::grade(bands, best(row))).collect();
    let has_played = |row: &ResultRow| row.played > 0 || row.faults > 0;
    for (row, grade) in rows.iter_mut().zip(grades) {
        row.band = if has_played(row) { grade } else { String::new() };
    }
}

/// A grade for everybody, with the bands of both ends of its interval, in the order of the standings. It is sure if these are
/// the same.
pub(crate) fn grade_rows(rows: &[ResultRow], bands: &[Band]) -> Vec<impl Serialize> {
    let band = |elo: Option<Tenth>| Text(elo.map_or("", |elo| Band::of(bands, elo.0)).to_owned());
    let is_sure = |row: &ResultRow| {
        let of_end = |end: Option<Tenth>| Band::grade(bands, end.map(|elo| elo.0)) == row.band;
        [row.rating_low, row.rating_high].iter().all(|end| end.is_some() && of_end(*end))
    };
    let row = |row: &ResultRow| {
        object! {
            contestant: row.contestant.clone(),
            name: row.name.clone(),
            band: Text(row.band.clone()),
            band_low: band(row.rating_low),
            band_high: band(row.rating_high),
            sure: Text(if is_sure(row) { "yes" } else { "no" }.to_owned()),
            rating: row.rating,
            rating_low: row.rating_low,
            rating_high: row.rating_high,
            points: row.points,
            played: row.played,
            faults: row.faults,
            status: row.status.clone(),
            reason: row.reason.clone(),
        }
    };
    rows.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{left_out_rows, to_csv};
    use crate::tournament::LeftOut;

    #[test]
    fn everybody_has_a_grade_and_identical_bots_the_same() {
        let row = |sha256: &str, ratings: [Option<f64>; 3]| {
            let (name, reason) = ("ann".to_owned(), "no bot".to_owned());
            let blank = left_out_rows(&[LeftOut { name, sha256: None, reason }]).remove(0);
            let [rating_low, rating, rating_high] = ratings.map(|rating| rating.map(Tenth));
            ResultRow { sha256: sha256.to_owned(), played: 1, rating_low, rating, rating_high, ..blank }
        };
        let mut rows = [
            row("a", [Some(1_650.0), None, None]),
            row("b", [Some(1_500.0), Some(1_610.0), Some(1_700.0)]),
            row("c", [Some(1_300.0), Some(1_395.0), Some(1_500.0)]),
            row("c", [Some(1_300.0), Some(1_405.0), Some(1_500.0)]),
            row("d", [None, None, Some(1_450.0)]),
            row("c", [None, None, Some(1_700.0)]),
            row("e", [None, None, Some(697.0)]),
            row("", [None; 3]),
            ResultRow { played: 0, ..row("f", [None; 3]) },
            ResultRow { played: 0, faults: 1, ..row("g", [None; 3]) },
        ];
        let band = |name: &str, at_least| Band { name: name.to_owned(), at_least };
        grade(&mut rows, &[band("A", 1_600), band("B", 1_400)]);
        let grades = rows.each_ref().map(|row| row.band.as_str());
        assert_eq!(grades, ["A", "A", "B", "B", "B", "B", "below B", "below B", "", "below B"]);
        let sure = String::from_utf8(to_csv(&grade_rows(&rows, &[band("A", 1_600), band("B", 1_300)])))
            .expect("it is text");
        let sure: Vec<&str> = sure.lines().skip(1).filter_map(|line| line.split(',').nth(5)).collect();
        assert_eq!(sure, ["no", "no", "yes", "yes", "no", "no", "no", "no", "no", "no"]);
        let written = String::from_utf8(to_csv(&grade_rows(&rows, &[]))).expect("it is text");
        assert!(written.lines().skip(1).all(|line| line.ends_with(",no bot")), "{written}");
        grade(&mut rows, &[]);
        assert_eq!(rows[0].band, "", "without bands nothing is graded");
    }
}
