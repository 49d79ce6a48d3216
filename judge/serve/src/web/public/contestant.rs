//! `GET /contestant/NAME`: a contestant with its versions and last rounds, and for itself what it handed in and lost.

use askama::Template;
use axum::extract::Path;
use judge_core::tournament::Name;
use judge_page::watched::Begins;
use judge_season::log::event::utc;
use judge_season::log::people::PersonRow;
use judge_season::state::{LadderRound, SeasonContestant, Version};

use crate::web::Site;
use crate::web::connection::identity::Anybody;
use crate::web::content::answers::{NOTHING, OrRefusal};
use crate::web::content::people::{self, Curve, Person};
use crate::web::content::rated::made;
use crate::web::content::rounds::{RoundRow, last, practice};
use crate::web::members::own;
use crate::web::members::upload::said;
use crate::web::public::arena;
use crate::web::public::home::until;

#[derive(Template)]
#[template(path = "contestant.html")]
struct ContestantPage<'a> {
    site: &'a Site,
    payload: Option<String>,
    person: Person,
    /// Its place and its rating, or for how long it leads, in words.
    standing: String,
    curve: Option<Curve>,
    known: people::Known,
    contestant: &'a SeasonContestant,
    /// Its members as people are shown them.
    members: Vec<String>,
    /// The name that it has given itself.
    own_name: String,
    /// When what was known of it was deleted, if so.
    forgotten: Option<String>,
    is_own: bool,
    is_closed: bool,
    /// Whether it can hand in, and until when, or what for.
    takes_files: bool,
    taken: String,
    /// The times when it got new keys, after the first ones.
    renewed: Vec<String>,
    /// The reason why it does not play, in words for its contestant.
    absence: String,
    /// Its versions, the newest first, and whether they are published.
    versions: Vec<(&'a Version, bool)>,
    /// For itself its uploads, the last first, with their verdicts.
    uploads: Vec<(usize, String, &'static str, String)>,
    lost: Vec<own::LostRow>,
    /// What its last file for practice came to: words, and rounds.
    practice: Option<(String, Vec<RoundRow>)>,
    rounds: Vec<RoundRow>,
    file_size: String,
}

/// `GET /contestant/NAME`.
pub(crate) async fn contestant(site: Site, asking: Anybody, Path(name): Path<String>) -> OrRefusal {
    let (terms, made) = (site.terms(), made(&site).await);
    let payload = arena::payload(&site, &Begins::Following);
    let now = site.season.store.now();
    let practice = asking.as_ref().ok().and_then(|asking| practice(&site, asking.id));
    site.read(|state| {
        let id = Name::new(&name).ok().and_then(|name| state.named(&name)).ok_or(NOTHING)?;
        let contestant = &state.contestants[id];
        let is_own = asking.is_ok_and(|asking| asking.id == id);
        let version = |&version: &usize| {
            let version = &state.versions[version];
            (version, state.is_published(version.sha256))
        };
        let upload = |&upload: &usize| {
            let (word, text) = said(&site, state, upload);
            (upload + 1, state.uploads[upload].sha256.to_string(), word, text)
        };
        let is_theirs =
            |round: &LadderRound| round.pairing.versions.iter().any(|id| contestant.versions.contains(id));
        let (is_closed, practises) = (state.closed.is_some(), site.season.is_practice(state, now));
        let mut taken = until(state, state.closes(terms.serve.closes));
        if practises {
            taken.push_str(" Files that you hand in now practise, and nothing of it counts.");
        }
        let standing = made.iter().find(|line| state.versions[line.version].contestant == id);
        Ok(arena::viewer(&ContestantPage {
            site: &site,
            payload,
            person: Person::of(state, id),
            standing: standing.map_or_else(String::new, |line| match line.rank {
                Some(1) => format!("Leads {}, rating {}", people::leads(state, id), line.rating_or_bound()),
                Some(rank) => format!("Place {rank}, rating {}", line.rating_or_bound()),
                None => String::new(),
            }),
            curve: people::curve(state, id),
            known: people::known_for(state, id),
            contestant,
            members: contestant.members.keys().map(|number| member(state.row(id), *number)).collect(),
            own_name: state.row(id).map_or_else(String::new, |row| row.name.clone()),
            forgotten: state.row(id).and_then(|row| row.forgotten).map(utc),
            is_own,
            is_closed,
            takes_files: practises || (!is_closed && state.uploads_closed.is_none()),
            taken,
            renewed: contestant.keys.iter().skip(1).map(|&time| utc(time)).collect(),
            absence: own::absence(contestant),
            versions: contestant.versions.iter().rev().map(version).collect(),
            uploads: contestant.uploads.iter().rev().filter(|_| is_own).map(upload).collect(),
            lost: if is_own { own::lost(state, id) } else { Vec::new() },
            practice: practice.filter(|_| is_own),
            rounds: last(state, is_theirs),
            file_size: size_in_words(terms.tournament.limits.file_bytes),
        }))
    })
}

/// A member as people are shown it.
fn member(row: Option<&PersonRow>, number: u32) -> String {
    let name = row.and_then(|row| row.members.get(&number)).map(|member| member.name.clone());
    name.filter(|name| !name.is_empty()).unwrap_or_else(|| format!("member {number}"))
}

/// A size as people say it.
fn size_in_words(bytes: u64) -> String {
    if bytes.is_multiple_of(1 << 20) { format!("{} MiB", bytes >> 20) } else { format!("{bytes} bytes") }
}
