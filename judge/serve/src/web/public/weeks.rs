//! `GET /week/N`: the standings at the end of a week, as they were then.

use std::fs::{File, read_to_string};

use askama::Template;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use judge_core::tournament::Name;
use judge_season::log::event::utc;

use crate::web::Site;
use crate::web::connection::identity::NumberInPath;
use crate::web::content::answers::{NOTHING, OrRefusal, page, whole};
use crate::web::content::people::Person;
use crate::web::public::csv::CSV;

#[derive(Template)]
#[template(path = "week.html")]
struct WeekPage<'a> {
    site: &'a Site,
    week: usize,
    time: String,
    /// The lines of the table, with who is called by the names of now.
    rows: Vec<(Person, Vec<&'a str>)>,
}

pub(crate) async fn week(site: Site, NumberInPath(week): NumberInPath) -> OrRefusal {
    let text = read_to_string(site.season.folder.week(week as u64)).unwrap_or_default();
    site.read(|state| {
        let (_, time) = state.weeks.get(&(week as u64)).ok_or(NOTHING)?;
        let rows = text.lines().skip(1).filter_map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            let id = state.named(&Name::new(cells.get(1)?).ok()?)?;
            Some((Person::of(state, id), cells))
        });
        let rows = rows.collect();
        Ok(page(&WeekPage { site: &site, week, time: utc(*time), rows }))
    })
}

pub(crate) async fn results(site: Site, NumberInPath(week): NumberInPath) -> OrRefusal<impl IntoResponse> {
    let is_frozen = site.season.store.read(|state| state.weeks.contains_key(&(week as u64)));
    let file = File::open(site.season.folder.week(week as u64)).ok().filter(|_| is_frozen);
    Ok(([(CONTENT_TYPE, CSV)], whole(file.ok_or(NOTHING)?)))
}
