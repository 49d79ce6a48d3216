use judge_play::{Record, Seed, Verdict};

use super::*;

const NAMES: [&str; 5] = ["density", "hunter", "stupid", "tidy", "vera"];

/// A round as played: the first of its pairing gets so many of the 4 points. Nobody plays a bye; what has no points is walked over.
pub(super) fn played_so(round: Round, points: Option<u64>) -> Played {
    let game = |fixture: Fixture<'_>| {
        let Some(points) = points else { return GameResult::Walkover };
        // With 3 of 4 it wins the first game and draws the second.
        let own = if fixture.order == 0 { points.min(2) } else { points.saturating_sub(2) };
        let [one, other] = [[2, 1], [1, 1], [1, 2]][usize::try_from(own).expect("it is small")];
        let ranks = if fixture.order == 0 { vec![one, other] } else { vec![other, one] };
        let mut record = Record::blank(Verdict::Forfeit(ranks), 2);
        record.transcript_sha256[..8].copy_from_slice(&round.seed.0.to_le_bytes());
        GameResult::Played(record)
    };
    Played { games: round.fixtures().map(game).collect(), round, out: vec![] }
}

#[test]
fn who_is_seeded_comes_first_and_the_others_by_lot() {
    let seeding = |first: &[EntrantId], seed| {
        In::first(NAMES.to_vec(), first, Seed(seed), Disqualified::nobody(5)).order
    };
    let seeded = seeding(&[EntrantId(4), EntrantId(1)], 1);
    assert_eq!(seeded[..2], [EntrantId(4), EntrantId(1)]);
    let drawn: Vec<Vec<EntrantId>> = (0..20).map(|seed| seeding(&[], seed)).collect();
    let first: std::collections::BTreeSet<EntrantId> = drawn.iter().map(|order| order[0]).collect();
    assert_eq!(first.len(), 5, "each is first under some seed");
    for mut order in drawn.into_iter().chain([seeded]) {
        order.sort_unstable();
        assert_eq!(order, (0..5).map(EntrantId).collect::<Vec<_>>());
    }
}
