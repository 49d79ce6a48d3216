use proptest::prelude::*;

use super::*;

/// The most free pairs, by trying all.
fn most(left: &[usize], costs: &[Vec<u32>]) -> usize {
    let Some((&first, rest)) = left.split_first() else { return 0 };
    let with = |&other: &usize| {
        let others: Vec<usize> = rest.iter().copied().filter(|&place| place != other).collect();
        usize::from(costs[first][other] == 0) + most(&others, costs)
    };
    rest.iter().map(with).max().unwrap_or(0)
}

/// `edges` are those from each place to the ones before it.
fn graph(places: usize, edges: &[u32]) -> Vec<Vec<u32>> {
    let cost = |a: usize, b: usize| if a == b { 0 } else { edges[a.max(b) * (a.max(b) - 1) / 2 + a.min(b)] };
    (0..places).map(|a| (0..places).map(|b| cost(a, b)).collect()).collect()
}

fn set(costs: &mut [Vec<u32>], a: usize, b: usize, cost: u32) {
    costs[a][b] = cost;
    costs[b][a] = cost;
}

fn all(places: usize) -> Vec<usize> {
    (0..places).collect()
}

proptest! {
    #[test]
    fn as_many_pairs_are_free_as_can_be(
        half in 1..=5usize,
        density in 1..=9u32,
        draws in proptest::collection::vec(0..10u32, 45),
    ) {
        let costs: Vec<u32> = draws.iter().map(|draw| draw.saturating_sub(density)).collect();
        let costs = graph(2 * half, &costs);
        let pairs = Matching::maximum(&all(2 * half), &costs).pairs();
        let mut paired: Vec<usize> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
        paired.sort_unstable();
        prop_assert_eq!(paired, all(2 * half));
        let count = pairs.iter().filter(|(a, b)| costs[*a][*b] == 0).count();
        prop_assert_eq!(count, most(&all(2 * half), &costs));
    }
}

#[test]
fn the_first_choose_first_as_far_as_the_others_allow() {
    let mut costs = graph(6, &[0; 15]);
    assert_eq!(Matching::maximum(&all(6), &costs).pairs(), [(0, 1), (2, 3), (4, 5)]);
    // Only 0 can have 5 for nothing.
    for other in 1..5 {
        set(&mut costs, 5, other, 1);
    }
    assert_eq!(Matching::maximum(&all(6), &costs).pairs(), [(0, 5), (1, 2), (3, 4)]);
}

#[test]
fn a_way_through_two_odd_circles_is_found() {
    let mut costs = graph(10, &[1; 45]);
    let free = [(0, 1), (1, 2), (2, 3), (2, 4), (3, 4), (3, 5), (5, 6), (5, 7), (6, 7), (7, 8), (8, 9)];
    for (a, b) in free {
        set(&mut costs, a, b, 0);
    }
    // Whoever comes first takes its neighbour, and 0 and 9 are left, each before a triangle.
    let pairs = Matching::maximum(&[1, 2, 3, 4, 5, 6, 7, 8, 0, 9], &costs).pairs();
    assert!(pairs.iter().all(|&(a, b)| costs[a][b] == 0), "{pairs:?}");
}

#[test]
fn what_must_cost_costs_little() {
    let mut costs = graph(4, &[2; 6]);
    set(&mut costs, 0, 3, 1);
    assert_eq!(Matching::maximum(&all(4), &costs).pairs(), [(0, 3), (1, 2)]);
}
