//! `judge report --front`: a page that leads to the reports of several tournaments.

use std::fs;
use std::path::{Path, PathBuf};

use judge_core::error::{Error, Mistake};
use judge_core::file::{self, Links};
use judge_play::text::sanitize_path;

use super::{WriteReport, read, write};
use crate::verify::REPORT_BYTES_MAX;

/// The front page of all tournaments; reports that are missing or old are written.
pub(super) fn page(command: &WriteReport, front: &Path) -> Result<String, Error> {
    let cards = command.folders.iter().map(|folder| card(command, folder, front));
    let title = command.title.as_deref().unwrap_or("Tournaments");
    Ok(judge_page::front(title, &cards.collect::<Result<Vec<_>, _>>()?))
}

/// A tournament's part of the front page.
fn card(command: &WriteReport, folder: &Path, front: &Path) -> Result<String, Error> {
    let (path, report) = (way(folder, front)?.join("report.html"), folder.join("report.html"));
    let mut published = read(command, folder)?;
    if let Some(page) = current(folder, &report) {
        return Ok(judge_page::card(&published, &page, &path));
    }
    let page = super::page(command, folder, &mut published)?;
    write(file::replace_here, &report, page.as_bytes())?;
    Ok(judge_page::card(&published, &page, &path))
}

/// The way from the front page down to a folder of results. A site is put on the web by its folder, so no other can be
/// linked.
fn way(folder: &Path, front: &Path) -> Result<PathBuf, Mistake> {
    let found = |path: &Path| {
        path.canonicalize().map_err(|error| Mistake::in_file(path, format!("it cannot be found: {error}")))
    };
    let parent = front.parent().filter(|site| !site.as_os_str().is_empty());
    let (site, place) = (found(parent.unwrap_or(Path::new(".")))?, found(folder)?);
    if place.join("report.html") == site.join(front.file_name().unwrap_or_default()) {
        let text = "the report of this folder goes there; name another file with --front";
        return Err(Mistake::in_file(front, text));
    }
    place.strip_prefix(&site).map(Path::to_owned).map_err(|_| {
        let text = format!(
            "it is not in {}, where the front page goes, so no link can lead to it; move it there, or write the front page further up",
            sanitize_path(&site)
        );
        Mistake::in_file(folder, text)
    })
}

/// The report that is there, if this judge has written it, and not before the results.
fn current(folder: &Path, report: &Path) -> Option<String> {
    let written = |file: &Path| fs::metadata(file).ok()?.modified().ok();
    let is_new = written(report)? >= written(&folder.join("manifest.toml"))?;
    let page = is_new.then(|| file::read_text_up_to(report, Links::Refuse, REPORT_BYTES_MAX).ok())??;
    judge_page::is_of_this_judge(&page).then_some(page)
}
