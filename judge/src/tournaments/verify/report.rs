//! A report that is written again and compared with the one that is there.

use judge_core::error::{Error, Mistake};
use judge_core::file::{self, Links};
use judge_core::game::ResultsFolder;
use judge_page::published::Published;
use judge_play::text::count;

use super::Verify;

/// The report in a folder of results.
pub(super) const REPORT: &str = "report.html";
/// The most bytes of a report that is compared.
pub(crate) const REPORT_BYTES_MAX: u64 = 1 << 28;

/// A report that was compared.
#[derive(Default)]
pub(super) struct Compared {
    /// A line that says what agrees; nothing if there was no report to compare.
    pub(super) agrees: Option<String>,
    pub(super) differences: Vec<String>,
}

/// Writes the report again, with the bots and the recorded games that whoever wrote it has chosen, and compares. Where nobody
/// asks for it, only a report with recorded scenes is compared, which nobody else can check.
pub(super) fn compared(command: &Verify, from: ResultsFolder<'_>) -> Result<Compared, Error> {
    let path = command.report.clone().unwrap_or_else(|| command.folder.join(REPORT));
    let read = file::read_text_up_to(&path, Links::Follow, REPORT_BYTES_MAX);
    let (page, chosen) = match read.and_then(|page| Ok((judge_page::chosen_in(&page)?, page))) {
        Ok((chosen, page)) if command.report.is_some() || !chosen.scenes.is_empty() => (page, chosen),
        Err(why) if command.report.is_some() => {
            return Err(Mistake::in_file(&path, format!("it cannot be compared: {why}")).into());
        }
        _ => return Ok(Compared::default()),
    };
    let games = command.options.game_files()?;
    let mut published = Published::read(from.folder, from.tournament, &games, chosen.bots_max)?;
    let all = &published.manifest.contestant;
    let names = chosen.bots.iter().filter_map(|place| Some(all.get(*place)?.name.clone()));
    published.keep_bots(&names.collect::<Vec<_>>());
    published.url = chosen.url;
    if !chosen.recorded.is_empty() {
        let found = from.recordings(&chosen.recorded)?;
        published.recordings = found.into_iter().map(|(number, found)| (number - 1, found)).collect();
    }
    if !chosen.scenes.is_empty() {
        published.scenes = from.scenes(&chosen.scenes.keys().copied().collect(), judge_page::packed)?;
    }
    let file = path.display();
    let differ = chosen.scenes.iter().filter(|(number, scenes)| published.scenes.get(number) != Some(scenes));
    let mut differences: Vec<String> =
        differ.map(|(number, _)| format!("{file}: game {number} is not as this judge records it")).collect();
    if differences.is_empty() && judge_page::report(&published) != page {
        differences
            .push(format!("{file}: it is not as this judge writes it; write it anew with judge report"));
    }
    let recorded = count((chosen.scenes.len() + chosen.recorded.len()) as u64, "game");
    let agrees = format!("report       {recorded} as recorded agree\n");
    Ok(Compared { agrees: Some(agrees), differences })
}
