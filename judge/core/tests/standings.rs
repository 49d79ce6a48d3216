//! Standings of whole tournaments: games as the schedule has them in, contestants in order out.

use judge_core::phases::{Tie, round_robin};
use judge_core::tournament::FaultRule;
use judge_play::games::{Ending, Outcome, Seat};
use judge_play::{Fault, FaultKind, Record, Seed, Thought, Usage, Verdict, Void, VoidCause};
use judge_rating::{
    Disqualified, EntrantId, Fixture, GameResult, RankedBy, Round, Standing, Status, Sums, score,
};

/// A fault of which nothing more is known.
fn fault(seat: Seat) -> Fault {
    Fault {
        seat,
        kind: FaultKind::Trap,
        function: "move".into(),
        turn: Some(1),
        detail: "test".into(),
        question: String::new(),
        answer: None,
        log: Vec::new(),
        usage: Usage::default(),
    }
}

/// Trouble of the machine's.
fn void(detail: &str) -> Void {
    Void { cause: VoidCause::Machine, seat: None, detail: detail.to_owned(), call: None }
}

fn played(verdict: Verdict, faults: Vec<Fault>) -> GameResult {
    let thought = [10, 21].map(|fuel| Thought { turns: 2, fuel, fuel_max: fuel });
    GameResult::Played(Record { faults, thought: thought.to_vec(), ..Record::blank(verdict, 2) })
}

fn decided(ranks: [u8; 2]) -> GameResult {
    let outcome = Outcome { ranks: ranks.to_vec(), scores: vec![0, 0], ending: Ending::Rules };
    played(Verdict::Decided(outcome), vec![])
}

fn forfeit(seat: u8) -> GameResult {
    let ranks = if seat == 0 { vec![2, 1] } else { vec![1, 2] };
    played(Verdict::Forfeit(ranks), vec![fault(Seat(seat))])
}

/// The order of a round-robin.
fn by_points() -> RankedBy {
    let ties = vec![Tie::HeadToHead, Tie::Wins];
    RankedBy::Points { is_by_game: false, is_swiss: false, ties, ratings: vec![] }
}

/// That of a gauntlet.
fn by_game() -> RankedBy {
    let ties = vec![Tie::HeadToHead, Tie::Wins];
    RankedBy::Points { is_by_game: true, is_swiss: false, ties, ratings: vec![] }
}

/// One round among `names`, with the results of its games in order; who has more points is ahead.
fn table(names: &[&str], rule: FaultRule, results: &[GameResult]) -> Vec<Standing> {
    table_by(&by_points(), names, rule, results)
}

fn table_by(order: &RankedBy, names: &[&str], rule: FaultRule, results: &[GameResult]) -> Vec<Standing> {
    let rounds: Vec<Round> = round_robin(names, 2, 1, Seed(1)).collect();
    assert_eq!(rounds.iter().flat_map(Round::fixtures).count(), results.len());
    let mut disqualified = Disqualified::nobody(names.len());
    for (fixture, result) in rounds.iter().flat_map(Round::fixtures).zip(results) {
        if let (GameResult::Played(record), FaultRule::Disqualify) = (result, rule) {
            record.offenders().for_each(|seat| disqualified.add(fixture.seating()[seat.index()]));
        }
    }
    let mut sums = Sums::new(&disqualified);
    for (number, (fixture, result)) in (1..).zip(rounds.iter().flat_map(Round::fixtures).zip(results)) {
        sums.add(number, &score(fixture, result, &disqualified));
    }
    sums.standings(order)
}

fn order_of(standings: &[Standing]) -> Vec<usize> {
    standings.iter().map(|standing| standing.entrant.0).collect()
}

const FIRST: [u8; 2] = [1, 2];
const SECOND: [u8; 2] = [2, 1];
const DRAW: [u8; 2] = [1, 1];

#[test]
fn where_some_play_more_games_points_a_game_decide() {
    let names = ["a", "b", "c"];
    let rounds: Vec<Round> = round_robin(&names, 2, 1, Seed(1)).collect();
    let result = |fixture: &Fixture<'_>| {
        let won_by = |winner| decided(if fixture.seating()[0] == EntrantId(winner) { FIRST } else { SECOND });
        let mut at_table: Vec<usize> = fixture.seating().iter().map(|id| id.0).collect();
        at_table.sort_unstable();
        match (at_table.as_slice(), fixture.order) {
            ([0, 1], 0) => decided(DRAW),
            ([0, 1], _) | ([0, 2], 0) => won_by(0),
            ([_, 2], 0) | ([0, 2], _) => won_by(2),
            _ => played(Verdict::Void(void("a test")), vec![]),
        }
    };
    let results: Vec<GameResult> =
        rounds.iter().flat_map(Round::fixtures).map(|fixture| result(&fixture)).collect();
    let by = |order: &RankedBy| {
        let standings = table_by(order, &names, FaultRule::Forfeit, &results);
        standings.iter().map(|s| (s.entrant.0, s.points, s.played)).collect::<Vec<_>>()
    };
    assert_eq!(by(&by_points()), [(0, 5, 4), (2, 4, 3), (1, 1, 3)]);
    assert_eq!(by(&by_game()), [(2, 4, 3), (0, 5, 4), (1, 1, 3)]);
}

/// Rounds of a Swiss; see [`of_rounds`].
fn swiss(
    contestants: usize,
    out: &[usize],
    rounds: &[&[usize]],
    ratings: &[i64],
) -> Vec<(usize, usize, u64)> {
    let ratings = ratings.iter().map(|rating| Some(*rating)).collect();
    let ties = vec![Tie::BuchholzCut1, Tie::BuchholzMedian, Tie::HeadToHead, Tie::Rating];
    let order = RankedBy::Points { is_by_game: false, is_swiss: true, ties, ratings };
    let standings = of_rounds(&order, contestants, out, rounds);
    standings.iter().map(|standing| (standing.rank, standing.entrant.0, standing.points)).collect()
}

/// Rounds, each of two games that end alike: who met whom, and who won, if anybody; one alone has a bye.
fn of_rounds(order: &RankedBy, contestants: usize, out: &[usize], rounds: &[&[usize]]) -> Vec<Standing> {
    let mut disqualified = Disqualified::nobody(contestants);
    for id in out {
        disqualified.exclude(EntrantId(*id));
    }
    let mut sums = Sums::new(&disqualified);
    for at_table in rounds {
        let pairing = at_table.iter().take(2).map(|id| EntrantId(*id)).collect();
        let round = Round { number: 1, pairing, seed: Seed(0), bye: 4 };
        if round.is_bye() {
            sums.add(1, &score(Fixture { round: &round, order: 0 }, &GameResult::Bye, &disqualified));
        }
        for fixture in round.fixtures() {
            let first_wins = |winner: &usize| fixture.seating()[0] == EntrantId(*winner);
            let ranks =
                at_table.get(2).map_or(DRAW, |winner| if first_wins(winner) { FIRST } else { SECOND });
            sums.add(1, &score(fixture.clone(), &decided(ranks), &disqualified));
        }
    }
    sums.standings(order)
}

#[test]
fn a_champion_that_ties_on_points_a_game_stands_below_who_beat_it() {
    // The champion 0 has 18 points from 12 games, and 1, which won a round against it and drew one, has 6 from 4.
    let rounds: [&[usize]; 6] = [&[0, 1, 1], &[0, 1], &[0, 2, 0], &[0, 2, 0], &[0, 3, 0], &[0, 3, 0]];
    assert_eq!(order_of(&of_rounds(&by_game(), 4, &[], &rounds)), [1, 0, 2, 3]);
}

#[test]
fn equals_of_a_swiss_share_a_place_whatever_their_names() {
    let all_drawn: [&[usize]; 4] = [&[0, 1], &[2, 3], &[0, 2], &[1, 3]];
    assert_eq!(swiss(4, &[], &all_drawn, &[7, 7, 9, 9]), [(1, 2, 4), (1, 3, 4), (3, 0, 4), (3, 1, 4)]);
}

/// The place of a contestant.
fn place(standings: &[(usize, usize, u64)], id: usize) -> usize {
    standings.iter().find(|row| row.1 == id).expect("it is there").0
}

#[test]
fn the_least_opponent_of_a_swiss_is_left_out_first_and_then_the_best() {
    // Both have 8 points. The opponents of 1 have 0, 6 and 6: without the least 12, and without the best, too, 6.
    let of_1: [&[usize]; 5] = [&[1, 5, 1], &[1, 6], &[1, 7], &[6], &[7]];
    // Those of 0 have 0, 0 and 8; then 0, 4 and 8, which is 12 and 4. It has won more games than 1.
    let of_0: [&[usize]; 4] = [&[0, 2, 0], &[0, 3, 0], &[0, 4, 4], &[4]];
    for rounds in [[&of_1[..], &of_0].concat(), [&of_1[..], &of_0, &[&[3]]].concat()] {
        let standings = swiss(8, &[], &rounds, &[0; 8]);
        assert!(place(&standings, 1) < place(&standings, 0), "{standings:?}");
    }
}

#[test]
fn a_bye_and_a_disqualified_opponent_of_a_swiss_count_as_an_equal() {
    // 0 and 1 beat somebody with no point. Then 0 sits out, and 1 meets 4, who is disqualified: 4 points each.
    let rounds: [&[usize]; 4] = [&[0, 2, 0], &[1, 3, 1], &[0], &[1, 4, 4]];
    assert_eq!(swiss(5, &[4], &rounds, &[0; 5])[..2], [(1, 0, 8), (1, 1, 8)]);
}

#[test]
fn the_games_among_equals_of_a_swiss_count_only_if_all_of_them_met() {
    // 0 and 1 have 4 points each, and their opponents as many. 1 beat 0, whose rating is better.
    let met: [&[usize]; 6] = [&[0, 1, 1], &[0, 2, 0], &[1, 3, 3], &[2], &[2], &[3]];
    let standings = swiss(4, &[], &met, &[9, 5, 0, 0]);
    assert!(place(&standings, 1) < place(&standings, 0), "{standings:?}");
    // Now 2 is equal, too, and did not meet 1.
    let standings = swiss(4, &[], &met[..4], &[9, 5, 7, 0]);
    assert_eq!([0, 2, 1].map(|id| place(&standings, id)), [1, 2, 3], "{standings:?}");
}

#[test]
fn ties_are_taken_in_the_order_in_which_they_are_listed() {
    // 0 has beaten 1, which has beaten 2, which has beaten 0; 3 lost to 0 and to 1, and drew with 2.
    let rounds: [&[usize]; 6] = [&[0, 1, 0], &[1, 2, 1], &[2, 0, 2], &[0, 3, 0], &[1, 3, 1], &[2, 3]];
    let order = |ties: &[Tie]| {
        let (ties, ratings) = (ties.to_vec(), vec![Some(1), Some(3), Some(2), None]);
        let order = RankedBy::Points { is_by_game: false, is_swiss: false, ties, ratings };
        let standings = of_rounds(&order, 4, &[], &rounds);
        standings.iter().map(|of| (of.entrant.0, of.points, of.buchholz)).collect::<Vec<_>>()
    };
    let ids = |ties: &[Tie]| order(ties).iter().map(|of| of.0).collect::<Vec<_>>();
    assert_eq!(order(&[Tie::Wins])[..3], [(0, 8, None), (1, 8, None), (2, 6, None)]);
    assert_eq!(ids(&[Tie::Rating]), [1, 0, 2, 3]);
    assert_eq!(ids(&[Tie::HeadToHead, Tie::Rating]), [0, 1, 2, 3]);
    // 4 points against 1 with 8, and 4 against 3 with 2, are 40; of 1 it is 4 against 2 with 6, and 4 against 3.
    assert_eq!(ids(&[Tie::SonnebornBerger, Tie::Rating]), [0, 1, 2, 3]);
    assert_eq!(order(&[Tie::BuchholzCut1])[0], (0, 8, Some([14, 6])));
}

#[test]
fn a_win_counts_two_and_a_draw_one() {
    let standings = table(&["a", "b"], FaultRule::Forfeit, &[decided(SECOND), decided(DRAW)]);
    assert_eq!(order_of(&standings), [1, 0]);
    let tally = |s: &Standing| (s.points, s.played, s.won, s.drawn, s.lost);
    assert_eq!(standings.iter().map(tally).collect::<Vec<_>>(), [(3, 2, 1, 1, 0), (1, 2, 0, 1, 1)]);
}

#[test]
fn fuel_is_a_mean_over_the_turns() {
    let standings = table(&["a", "b"], FaultRule::Forfeit, &[decided(FIRST), decided(FIRST)]);
    // Each sat once in each seat: 31 of fuel in 4 turns.
    assert_eq!(standings.iter().map(Standing::fuel_per_turn_mean).collect::<Vec<_>>(), [7, 7]);
}

#[test]
fn ties_are_broken_by_the_games_among_the_tied_then_by_name() {
    // a beats b twice, b beats c twice, c beats a twice; all have 4 points and 2 wins.
    let circle = [FIRST, SECOND, SECOND, FIRST, FIRST, SECOND].map(decided);
    assert_eq!(order_of(&table(&["a", "b", "c"], FaultRule::Forfeit, &circle)), [0, 1, 2]);
    // c beat a, and both drew with b.
    let games = [DRAW, DRAW, SECOND, DRAW, DRAW, DRAW].map(decided);
    assert_eq!(order_of(&table(&["a", "b", "c"], FaultRule::Forfeit, &games)), [2, 1, 0]);
}

#[test]
fn a_forfeit_loses_its_game_only() {
    let standings = table(&["a", "b"], FaultRule::Forfeit, &[forfeit(1), decided(FIRST)]);
    assert_eq!(standings.iter().map(|s| (s.points, s.faults)).collect::<Vec<_>>(), [(2, 0), (2, 1)]);
    assert!(standings.iter().all(|standing| standing.status == Status::Ranked));
}

#[test]
fn who_is_disqualified_is_last_and_all_its_games_count_as_won_for_the_others() {
    // a wins against b, then a fault of a's in its game against c ends it.
    let results =
        [decided(FIRST), decided(SECOND), forfeit(0), GameResult::Walkover, decided(FIRST), decided(SECOND)];
    let standings = table(&["a", "b", "c"], FaultRule::Disqualify, &results);
    assert_eq!(order_of(&standings), [1, 2, 0]);
    let tally = |s: &Standing| (s.points, s.played, s.won, s.lost, s.faults);
    let expected = [(8, 4, 4, 0, 0), (4, 4, 2, 2, 0), (0, 4, 0, 4, 1)];
    assert_eq!(standings.iter().map(tally).collect::<Vec<_>>(), expected);
    let Status::Disqualified { game, .. } = standings[2].status else { panic!("a is disqualified") };
    assert_eq!(game, 3);
}

#[test]
fn two_disqualified_get_nothing_from_each_other() {
    let results = [
        forfeit(0),
        GameResult::Walkover,
        GameResult::Walkover,
        GameResult::Walkover,
        forfeit(0),
        GameResult::Walkover,
    ];
    let standings = table(&["a", "b", "c"], FaultRule::Disqualify, &results);
    assert_eq!(order_of(&standings), [2, 0, 1]);
    assert_eq!(standings.iter().map(|s| s.points).collect::<Vec<_>>(), [8, 0, 0]);
    assert_eq!(standings.iter().map(|s| s.lost).collect::<Vec<_>>(), [0, 4, 4]);
}

#[test]
fn a_void_game_counts_for_nobody() {
    let void = played(Verdict::Void(self::void("test")), vec![]);
    let standings = table(&["a", "b"], FaultRule::Disqualify, &[void, decided(FIRST)]);
    assert_eq!(standings.iter().map(|s| (s.points, s.played)).collect::<Vec<_>>(), [(2, 1), (0, 1)]);
}
