//! The result of a comparison, for other tools. `docs/compare.md` lists the keys.

use judge_author::compare::{Comparison, Decision, End, Hypotheses, Interval, Plan, Until, elo};
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
    let bot = |id: EntrantId| {
        object! {
            name: name(loaded_bots, id),
            sha256: sha256(loaded_bots, id),
            #[serde(skip_serializing_if = "is_nothing")]
            options: &loaded_bots.bots()[id.0].terms.options,
        }
    };
    let faults = faults.iter().map(|(number, (count, first))| {
        let id = EntrantId(*number);
        object! { bot: name(loaded_bots, id), sha256: sha256(loaded_bots, id), faults: count, first }
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
            End::Decided(Decision::Zero) => Some(zero),
            End::Decided(Decision::One) => Some(one),
            _ => None,
        },
        log_likelihood_ratio: tally.ratio(until.hypotheses),
        bound: Hypotheses::bound(),
        rounds: tally.rounds(),
        games: tally.games(),
        repeats: tally.repeats(),
        points: interval,
        elo: interval.map(|found| Interval {
            low: elo(found.low),
            mean: elo(found.mean),
            high: elo(found.high),
        }),
        is_biased: matches!(end, End::Decided(_)),
        scores: tally.scores().map(|(score, rounds)| object! { score, rounds }).collect::<Vec<_>>(),
        seats: tally.seats(),
        faults: faults.collect::<Vec<_>>(),
    })
}

fn name(loaded_bots: &LoadedBots, id: EntrantId) -> &str {
    loaded_bots.bots()[id.0].name.as_str()
}

fn sha256(loaded_bots: &LoadedBots, id: EntrantId) -> String {
    hex::encode(loaded_bots.bots()[id.0].sha256)
}

fn words(end: &End) -> &'static str {
    match end {
        End::Decided(_) => "decided",
        End::Rounds => "rounds",
        End::Repeats => "repeats",
        End::Interrupted => "interrupted",
        End::Void(_) => "void",
    }
}
