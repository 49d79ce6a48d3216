//! Rounds that the organiser lets somebody sit out.

use super::*;

#[test]
fn whoever_is_given_a_bye_sits_out_and_whoever_has_withdrawn_does_not_go_on() {
    let mut cup = Cup::new(6, &[phase(Kind::Swiss, 3), best(4, KNOCKOUT, 1)]);
    let bye = |id: usize, first, last, points| Bye { name: format!("{id:02}"), first, last, points };
    cup.byes = vec![bye(0, 2, Some(2), 2), bye(1, 1, Some(1), 0), bye(2, 3, None, 0)];
    let (state, played) = cup.by_strength();
    let alone = played.iter().map(|played| &played.round).filter(|round| round.is_bye());
    let alone: Vec<_> = alone.map(|round| (round.number, round.pairing[0].0, round.bye)).collect();
    for given in [(1, 1, 0), (2, 0, 2), (3, 2, 0)] {
        assert!(alone.contains(&given), "{alone:?}");
    }
    // Five are left in each round, of whom one has a round's points.
    assert_eq!(alone.iter().filter(|of| of.2 == 4).count(), 3, "{alone:?}");
    assert_eq!(alone.len(), 6, "{alone:?}");
    let row = state.ends[0].rows.iter().find(|row| row.contestant.0 == 2).expect("it keeps its place");
    assert_eq!((row.points, row.goes_on, row.is_out), (8, false, false));
    assert!(state.ends[1].rows.iter().all(|row| row.contestant.0 != 2), "the next one goes on");
    assert_eq!(state.ends[1].rows.len(), 4);
}

#[test]
fn if_all_but_one_sit_out_that_one_has_the_bye() {
    let mut cup = Cup::new(2, &[phase(Kind::Swiss, 2)]);
    cup.byes = vec![Bye { name: "00".into(), first: 2, last: None, points: 0 }];
    let (state, played) = cup.by_strength();
    assert_eq!(played.len(), 3);
    let points: Vec<_> = state.ends[0].rows.iter().map(|row| (row.contestant.0, row.points)).collect();
    assert_eq!(points, [(0, 4), (1, 4)]);
}
