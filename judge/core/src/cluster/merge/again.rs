//! Some games of the parts are played again here, and must end the same.

use judge_play::text::{count, count_are, sanitize, sanitize_path};
use judge_play::{Finished, Record};

use super::{MergeRequest, MergedJournals, in_words};
use crate::error::Error;
use crate::host::parallel::mapped;
use crate::phases::{Fixture, GameResult, Round};
use crate::play::played::Run;
use crate::play::{Miss, Runner, Sample, percent};
use crate::results::comparison;
use crate::run::{Playing, unreadable};

/// The most differing games that are listed; the others are counted.
const SHOWN: usize = 10;

/// A game of the sample.
struct SampledGame {
    number: usize,
    round: Round,
    order: usize,
    recorded: Record,
}

/// Plays the sample of a merged tournament again.
///
/// # Errors
/// If games differ, with their numbers and the parts they came from.
pub(crate) fn audit(
    playing: Playing<'_>,
    run: &Run<'_>,
    request: &MergeRequest,
    taken_in: &MergedJournals,
) -> Result<(), Error> {
    let Playing { runner, cancellation, observer, .. } = playing;
    let sample = Sample { purpose: "merge", share: request.audit, seed: request.seed };
    let (drawn, games) = drawn(runner, run, sample)?;
    let play = runner.games(cancellation);
    let play = |game: &SampledGame| {
        let fixture = Fixture { round: &game.round, order: game.order };
        let again = cancellation.reason().is_none().then(|| play(&fixture));
        observer.advance();
        again
    };
    let again: Vec<Option<Finished>> = runner.install(drawn.len() as u64, observer, || mapped(&drawn, play));
    let differs = |(game, again): (&SampledGame, &Option<Finished>)| {
        // A void game says nothing.
        let again = again.as_ref().filter(|again| again.record.void().is_none())?;
        let difference = comparison::games(&game.recorded, &again.record)?;
        Some(line(runner, game, &difference, taken_in))
    };
    let differences: Vec<String> = drawn.iter().zip(&again).filter_map(differs).collect();
    let (played, seed) = (count(drawn.len() as u64, "game"), request.seed);
    if differences.is_empty() {
        if cancellation.reason().is_some() {
            return Ok(());
        }
        observer.notify(&format!(
            "audit: played again: {played} of {games}; all are as recorded; {}to draw this sample again, give --seed {seed}",
            power(&sample, games)
        ));
        return Ok(());
    }
    let lines: Vec<&str> = differences.iter().take(SHOWN).map(String::as_str).collect();
    let differ = count_are(differences.len(), "game");
    Err(Error::Machine(format!(
        "audit: {differ} not as recorded, of {played} played again with --seed {seed}, so nothing is published\n{}\nplay the parts with these games again, with --fresh and on other machines",
        lines.join("\n")
    )))
}

/// The audit's chances to find forgeries, in words; empty if there is no game.
fn power(sample: &Sample, games: u64) -> String {
    let words = |Miss { forged_games, chance }| {
        format!(
            "{} with a chance of {}",
            count(u64::from(forged_games), "forged game"),
            percent(1.0 - chance)
        )
    };
    let found: Vec<String> = sample.power(games).into_iter().map(words).collect();
    if found.is_empty() { String::new() } else { format!("that finds {}; ", found.join(", ")) }
}

/// The games of the sample that were played, and not only now, and how many were played in all.
fn drawn(runner: &Runner, run: &Run<'_>, sample: Sample) -> Result<(Vec<SampledGame>, u64), Error> {
    let (mut drawn, mut games) = (Vec::new(), 0);
    run.for_each_game(&runner.threads, |number, scored| {
        if let GameResult::Played(record) = scored.result
            && record.void().is_none()
        {
            games += 1;
            if !sample.has(&scored.fixture) {
                return Ok(());
            }
            let Fixture { round, order } = scored.fixture;
            drawn.push(SampledGame { number, round: round.clone(), order, recorded: record.clone() });
        }
        Ok(())
    })
    .map_err(|error| unreadable(&error))?;
    Ok((drawn, games))
}

/// A game that differs, in words.
fn line(runner: &Runner, game: &SampledGame, difference: &str, taken_in: &MergedJournals) -> String {
    let fixture = Fixture { round: &game.round, order: game.order };
    let journal = taken_in.of.get(&runner.keys.of(&fixture)).map(|number| &taken_in.journals[*number]);
    let whose = journal.map(|path| format!("{}: ", sanitize_path(path)));
    let (whose, game) = (whose.unwrap_or_default(), in_words(runner, game.number, &fixture));
    format!("  {whose}{game}: {}", sanitize(difference))
}
