use super::*;

#[test]
fn a_phase_says_who_goes_on() {
    let swiss = Phase::new(Kind::Swiss, 7);
    let knockout = Phase { best: Some(8), ..Phase::new(Kind::Knockout, 1) };
    let cup = [swiss, knockout.clone()];
    assert_eq!(title(&cup, 0, 20), "Phase 1: Swiss, 7 rounds, 20 contestants; the best 8 go on");
    assert_eq!(title(&cup[1..], 0, 8), "Knockout, 1 round a match, 8 contestants");
    let groups = Phase { groups: 4, ..Phase::new(Kind::RoundRobin, 2) };
    let cup = [groups, Phase { best: None, best_of_each: Some(2), ..knockout }];
    let words = "Phase 1: Round-robin in 4 groups, 2 rounds, 16 contestants; the best 2 of each group go on";
    assert_eq!(title(&cup, 0, 16), words);
}
