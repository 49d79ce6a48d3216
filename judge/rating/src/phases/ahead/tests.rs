use super::*;

#[test]
fn a_field_meets_as_in_a_round_robin() {
    for count in (2..=34).step_by(2) {
        let places: Vec<usize> = (0..count).collect();
        let rounds = rounds_of(&places, |_, _| true, count - 1).expect("the circle method has them");
        let mut pairs: Pairs = rounds.concat();
        pairs.sort_unstable();
        pairs.dedup();
        assert_eq!(pairs.len(), count * (count - 1) / 2);
    }
}

#[test]
fn two_triangles_have_no_round() {
    assert_eq!(rounds_of(&[0, 1, 2, 3, 4, 5], |a, b| a % 2 == b % 2, 1), None);
}
