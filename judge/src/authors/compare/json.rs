//! The result of a comparison, for other tools. `docs/compare.md` lists the keys.

use judge_author::compare::{Comparison, ComparisonEnd, Conclusion, Hypotheses, Interval, Plan, Until, elo};
use judge_bots::GAMES_VERSION;
use judge_core::game::LoadedBots;
use judge_core::phases::EntrantId;
use judge_play::GameTerms;

use crate::shared::json::{is_nothing, object, text};

/// All that is known in the end, as one object.
pub(super) fn json(
    comparison: &Comparison,
    (loaded_bots, opening_plies): (&LoadedBots, u32),
    plan: &Plan,
    until: &Until,
) -> String {
    let Comparison { tally, end, faults } = comparison;
    let Hypotheses { zero, one } = until.hypotheses;
    let of = |id: EntrantId| &loaded_bots.bots()[id.0];
    let bot = |id: EntrantId| {
        object! {
            name: of(id).name.as_str(),
            sha256: hex::encode(of(id).sha256),
            #[serde(skip_serializing_if = "is_nothing")]
            options: &of(id).terms.options,
        }
    };
    let faults = faults.iter().map(|(number, (count, first))| {
        let id = EntrantId(*number);
        object! { bot: of(id).name.as_str(), sha256: hex::encode(of(id).sha256), faults: count, first }
    });
    let interval = tally.interval();
    // The limits follow from the game and the bots here.
    let GameTerms { game, game_sha256, rules, opening_plies, opening: _, limits: _ } =
        GameTerms::new(loaded_bots.rules(), opening_plies, loaded_bots.limits());
    text(&object! {
        format: "judge-compare-1",
        judge: GAMES_VERSION,
        game,
        #[serde(skip_serializing_if = "is_nothing")]
        game_sha256,
        rules,
        opening_plies,
        seed: plan.seed.to_string(),
        bots: plan.sides.map(bot),
        against: plan.against.iter().copied().map(bot).collect::<Vec<_>>(),
        sprt: [zero, one],
        end: words(end),
        decision: match end {
            ComparisonEnd::Decided(Conclusion::Zero) => Some(zero),
            ComparisonEnd::Decided(Conclusion::One) => Some(one),
            _ => None,
        },
        log_likelihood_ratio: tally.ratio(until.hypotheses),
        bound: Hypotheses::bound(),
        rounds: tally.rounds(),
        games: tally.games,
        repeats: tally.repeats,
        points: interval,
        elo: interval.map(|found| Interval {
            low: elo(found.low),
            mean: elo(found.mean),
            high: elo(found.high),
        }),
        is_biased: matches!(end, ComparisonEnd::Decided(_)),
        scores: tally.scores().map(|(score, rounds)| object! { score, rounds }).collect::<Vec<_>>(),
        seats: tally.seats(),
        faults: faults.collect::<Vec<_>>(),
    })
}

fn words(end: &ComparisonEnd) -> &'static str {
    match end {
        ComparisonEnd::Decided(_) => "decided",
        ComparisonEnd::Rounds => "rounds",
        ComparisonEnd::Repeats => "repeats",
        ComparisonEnd::Interrupted => "interrupted",
        ComparisonEnd::Void(_) => "void",
    }
}
