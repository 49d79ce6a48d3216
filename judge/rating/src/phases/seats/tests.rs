use super::*;
use judge_play::Seed;

/// Those who go on: the groups, from 0, of the winners, of those who are second, and so on, each in order.
fn members(classes: &[Vec<usize>]) -> Vec<Member> {
    let classes = classes.iter().enumerate();
    let of_class = |(class, groups): (usize, &Vec<usize>)| {
        groups.iter().map(move |&group| Member { id: EntrantId(10 * group + class), group, class }).collect()
    };
    classes.flat_map(|class| -> Vec<Member> { of_class(class) }).collect()
}

/// `B1` is the winner of the second group.
fn words(classes: &[Vec<usize>]) -> String {
    let word = |member: Member| format!("{}{}", ["A", "B", "C", "D"][member.group], member.class + 1);
    seats(&members(classes)).into_iter().map(word).collect::<Vec<_>>().join(" ")
}

fn faults(seated: &[Member]) -> [usize; 3] {
    Tree::of(seated.len()).faults(seated)
}

/// The numbers below `count`, in an order that a test draws.
fn shuffled(count: usize, seed: &mut Seed) -> Vec<usize> {
    *seed = seed.derive(&["next"]);
    let mut numbers: Vec<usize> = (0..count).collect();
    numbers.sort_by_key(|number| seed.derive(&[&number.to_string()]));
    numbers
}

#[test]
fn members_of_a_class_trade_seeds_and_neighbouring_classes_where_that_is_not_enough() {
    assert_eq!(words(&[vec![0, 1, 2], vec![0, 1, 2]]), "A1 B1 C1 B2 C2 A2");
    assert_eq!(words(&[vec![0, 1, 2, 3], vec![0, 1, 2, 3]]), "A1 B1 C1 D1 B2 A2 D2 C2");
    assert_eq!(words(&[vec![0, 1], vec![0, 1], vec![0, 1]]), "A1 B1 A2 B2 A3 B3");
    assert_eq!(words(&[vec![0, 1, 2], vec![0, 1, 2], vec![1]]), "A1 B1 C1 B2 C2 B3 A2");
    // One group, and nobody.
    assert_eq!([words(&[vec![0], vec![0], vec![0]]), words(&[])], ["A1 A2 A3", ""]);
}

#[test]
fn winner_and_second_are_in_different_halves_and_nobody_first_meets_a_mate() {
    let mut seed = Seed(1);
    for (groups, go_on) in (2..=16).flat_map(|groups| (1..=4).map(move |go_on| (groups, go_on))) {
        for _ in 0..20 {
            let mut classes: Vec<Vec<usize>> = (0..go_on).map(|_| shuffled(groups, &mut seed)).collect();
            let seated = seats(&members(&classes));
            assert!(seated.iter().take(groups).all(|member| member.class == 0), "winners keep their seeds");
            assert!(seated.iter().map(|member| member.group).take(groups).eq(classes[0].iter().copied()));
            // In two groups of three there is no other way.
            let expected = if (groups, go_on) == (2, 3) { [0, 0, 2] } else { [0; 3] };
            assert_eq!(faults(&seated), expected, "{groups} groups of {go_on}: {classes:?}");
            // With some of the thirds only.
            if go_on == 3 && groups > 2 {
                classes[2].truncate(1 + usize::try_from(seed.0 % groups as u64).expect("it is small"));
                assert_eq!(faults(&seats(&members(&classes))), [0; 3], "{groups} groups: {classes:?}");
            }
        }
    }
}

/// All orders of those who are left, each behind `first`.
fn orders(first: &[Member], left: &[Member], visit: &mut impl FnMut(&[Member])) {
    if left.is_empty() {
        visit(first);
    }
    for at in 0..left.len() {
        let mut rest = left.to_vec();
        let next = rest.remove(at);
        orders(&[first, &[next]].concat(), &rest, visit);
    }
}

#[test]
fn of_few_groups_no_other_way_is_better() {
    let mut seed = Seed(2);
    for (groups, missing) in [(2, 1), (3, 0), (3, 1), (3, 2), (4, 0), (4, 1), (4, 3)] {
        for thirds in 0..3_usize.min(8 - 2 * groups + missing) {
            let mut classes: Vec<Vec<usize>> = (0..3).map(|_| shuffled(groups, &mut seed)).collect();
            classes[1].truncate(groups - missing);
            classes[2].truncate(thirds);
            let seated = members(&classes);
            let found = faults(&seats(&seated));
            orders(&seated[..groups], &seated[groups..], &mut |other| assert!(faults(other) >= found));
        }
    }
}

#[test]
fn of_the_cheapest_assignments_the_first_column_has_the_first_row() {
    assert_eq!(assign(&[vec![4, 1, 3], vec![2, 0, 5], vec![3, 2, 2]]), [1, 0, 2]);
    assert_eq!(assign(&[vec![1, 0], vec![1, 0]]), [0, 1]);
    assert_eq!(assign(&[vec![1, 0], vec![0, 1]]), [1, 0]);
    assert_eq!(assign(&[]), [] as [usize; 0]);
}
