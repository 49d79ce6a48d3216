//! A budget asks for the bank by itself. Natively turn and bank hold as much as a number can, so only the bank's part is
//! out of reach.
//!
//! Beside the sources, since all example bots are built of these.

use judge_sdk::Budget;

/// A budget may spend a twentieth of the bank.
const PART: u64 = u64::MAX / 20;

#[test]
fn a_new_budget_has_no_more_than_its_part_of_the_bank() {
    for budget in [Budget::new(1000, 0), Budget::of_turn(1000)] {
        assert!(budget.has_fuel(PART - 1));
        assert!(!budget.has_fuel(PART));
    }
}

#[test]
fn what_is_to_be_left_of_a_turn_counts_where_it_is_more_than_the_bank_asks_for() {
    let budget = Budget::new(1000, u64::MAX - PART / 2);
    assert!(budget.has_fuel(PART / 2 - 1));
    assert!(!budget.has_fuel(PART / 2));
}
