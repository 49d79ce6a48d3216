//! The orders of organisers: fields of a form in, an event in the log and a sentence out. The command line and the
//! organiser's page send the same fields.

use std::collections::BTreeMap;

use judge_core::tournament::{Name, ROUNDS_MAX};
use judge_play::text::sanitize;

use crate::ladder::RoundNumbers;
use crate::log::digest::Digest;
use crate::log::event::{Extension, SeasonEvent, utc};
use crate::orders::invitation::{self, Invitee};
use crate::play::runner::unwritten;
use crate::season::Season;
use crate::season::store::{NotWritten, clock};
use crate::state::{Admission, State};
use crate::terms::{Final, MATCHINGS_MAX, seconds};

/// Characters that a reason may have.
const REASON_CHARACTERS_MAX: usize = 200;

/// The fields of a form.
pub type Fields = BTreeMap<String, String>;

/// An organiser's order: what it does, and the sentence that comes of it.
pub type Order = Box<dyn FnOnce(&Season) -> Result<String, NotWritten> + Send>;

/// The order that the fields of a form give.
///
/// # Errors
/// Names the wrong field, and what to write.
pub fn parse(fields: &Fields) -> Result<Order, String> {
    let text = |key: &str| fields.get(key).map(|text| text.trim()).filter(|text| !text.is_empty());
    let name = || {
        let typed = text("name").ok_or("name a contestant")?;
        Name::new(typed).map_err(|error| error.to_string())
    };
    let number = |key: &str, least: u32| {
        let number = |typed: &str| typed.parse::<u32>().ok().filter(|number| *number >= least);
        let wrong = || format!("{key}: write a whole number of at least {least}");
        text(key).map(|typed| number(typed).ok_or_else(wrong)).transpose()
    };
    let digest =
        |key: &str| text(key).and_then(Digest::parse).ok_or_else(|| format!("{key}: write a SHA-256"));
    let about = |refused: &'static str, done: &'static str, event: fn(usize) -> SeasonEvent| {
        name().map(|name| -> Order { Box::new(move |season| season.about(&name, refused, done, event)) })
    };
    match text("order") {
        Some("invite") => name().map(|name| -> Order { Box::new(move |season| season.invite(&name)) }),
        Some("name") => {
            let (name, shown) = (name()?, fields.get("shown").cloned().unwrap_or_default());
            Ok(Box::new(move |season| season.call(&name, &shown)))
        }
        Some("remove-member") => {
            let (name, member) = (name()?, number("member", 1)?.ok_or("number the member")?);
            Ok(Box::new(move |season| season.remove_member(&name, member)))
        }
        Some("forget") => name().map(|name| -> Order { Box::new(move |season| season.forget(&name)) }),
        Some("withdraw") => about("has withdrawn already", "has withdrawn", |contestant| {
            SeasonEvent::Dismissed { contestant }
        }),
        Some("approve") => about("is not waiting for approval", "is approved", |contestant| {
            SeasonEvent::Approved { contestant }
        }),
        Some("suspend") => {
            let (name, reason) = (name()?, reason(text("reason"))?);
            let event = |contestant| SeasonEvent::Suspended { contestant, reason };
            Ok(Box::new(move |season| season.about(&name, "is suspended already", "is suspended", event)))
        }
        Some("resume") => {
            about("is not suspended", "plays again", |contestant| SeasonEvent::Reinstated { contestant })
        }
        Some("freeze") => {
            let format = text("format").map(Final::format).transpose()?;
            let (top, rounds) = (number("top", 2)?.map(|top| top as usize), number("rounds", 1)?);
            Ok(Box::new(move |season| season.freeze(top, format, rounds)))
        }
        Some("extend") => {
            let time = |typed: &str| seconds(typed).map_err(|why| format!("closes: {why}"));
            let (rounds, matchings) = (number("rounds", 1)?, number("matchings", 1)?);
            let more = Extension { rounds, matchings, closes: text("closes").map(time).transpose()? };
            Ok(Box::new(move |season| season.extend(more)))
        }
        Some("publish-final") => {
            let hashes = [digest("report")?, digest("results")?, digest("manifest")?];
            Ok(Box::new(move |season| season.publish_final(hashes)))
        }
        Some("beacon") => {
            let values = text("values").ok_or("write the values")?.to_owned();
            Ok(Box::new(move |season| season.beacon(&values)))
        }
        Some("set-time") => Ok(Box::new(Season::set_time)),
        Some("close") => Ok(Box::new(|season| {
            season.close().map(|()| "the season is closed; judge verify can check it".to_owned())
        })),
        _ => Err("there is no such order".into()),
    }
}

fn reason(typed: Option<&str>) -> Result<String, String> {
    let typed = typed.ok_or("give a reason; the contestant sees it")?;
    if typed.chars().count() > REASON_CHARACTERS_MAX {
        return Err(format!("write a reason of at most {REASON_CHARACTERS_MAX} characters"));
    }
    Ok(sanitize(typed))
}

impl Season {
    /// Sets the season's time to that of the machine's clock. It may go back.
    fn set_time(&self) -> Result<String, NotWritten> {
        let time = self.store.happen(SeasonEvent::TimeSet { time: clock() })?.time;
        self.see_to_the_deadline()?;
        Ok(format!("the time of the season is {}", utc(time)))
    }

    /// Lets the season go on for longer than its file says.
    fn extend(&self, more: Extension) -> Result<String, NotWritten> {
        let terms = &self.runner.season;
        let decide = |state: &State, now| {
            if state.closed.is_some() {
                return Err("the season is closed".to_owned());
            }
            let has = RoundNumbers::of(terms, state);
            let closes = state.closes(terms.serve.closes);
            let numbers = [
                ("rounds", more.rounds, has.rounds_max, ROUNDS_MAX),
                ("matchings", more.matchings, has.matchings, MATCHINGS_MAX),
            ];
            for (what, more, has, most) in numbers {
                if more.is_some_and(|more| !(has + 1..=most).contains(&more)) {
                    return Err(format!(
                        "{what}: the season has {has}; write a number above it, up to {most}"
                    ));
                }
            }
            match (more.closes, closes) {
                (Some(_), None) => {
                    return Err("closes: files are taken until the season is closed".to_owned());
                }
                (Some(more), Some(closes)) if more <= closes.max(now) => {
                    let closes = utc(closes);
                    return Err(format!("closes: the end can only be put off; write a time after {closes}"));
                }
                _ => {}
            }
            state.allowed_or(SeasonEvent::Extended(more), "say what to extend: rounds, matchings or closes")
        };
        self.store.append(|state, now| Ok(decide(state, now)?))?;
        self.see_to_the_deadline()?;
        Ok(format!("the season is extended: {}", more.words()))
    }

    fn invite(&self, name: &Name) -> Result<String, NotWritten> {
        self.store.read(|state| invitation::refused(state, name)).map_or(Ok(()), Err)?;
        let secret = invitation::invite(&self.folder, &Invitee::of(name.clone()), self.store.clock())
            .map_err(unwritten("the invitation"))?;
        Ok(format!("{}/join/{}", self.runner.season.serve.public_url, secret.reveal()))
    }

    /// Writes down the values for what was announced.
    fn beacon(&self, values: &str) -> Result<String, NotWritten> {
        let announced = self.runner.season.serve.announced.as_ref();
        let announced =
            announced.ok_or("nothing was announced: before the season begins, write announced in [serve]")?;
        let beacon = announced.filled(values)?;
        let event = SeasonEvent::BeaconKnown { values: beacon.values };
        self.store.append(|state, _| Ok(state.allowed_or(event, "the values are known already")?))?;
        Ok(format!("the ladder begins; its seed follows from the secret and {:?}", beacon.text))
    }

    /// Lets something happen to a contestant.
    pub(super) fn about(
        &self,
        name: &Name,
        refused: &str,
        done: &str,
        event: impl FnOnce(usize) -> SeasonEvent,
    ) -> Result<String, NotWritten> {
        let decide = |state: &State, _| {
            let id = state.named(name).ok_or_else(|| {
                format!("there is no contestant {name}; nobody has used an invitation with that name")
            })?;
            let contestant = &state.contestants[id];
            if contestant.is_anchor {
                return Err(format!("{name} is an anchor, which plays from the start to the end"));
            }
            state.allowed_or(event(id), &format!("{} {refused}", contestant.name))
        };
        self.store.append(|state, now| Ok(decide(state, now)?))?;
        Ok(format!("{name} {done}"))
    }

    /// Whether somebody waits for the organiser.
    pub fn waiting(state: &State) -> Vec<Name> {
        let waits = state.contestants.iter().filter(|contestant| contestant.admission == Admission::Waiting);
        waits.map(|contestant| contestant.name.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistake(fields: &[(&str, &str)]) -> Option<String> {
        parse(&fields.iter().map(|(key, text)| ((*key).to_owned(), (*text).to_owned())).collect()).err()
    }

    #[test]
    fn orders_are_fields_of_a_form() {
        assert_eq!(mistake(&[("order", "approve"), ("name", "anna")]), None);
        assert_eq!(mistake(&[("order", "freeze"), ("top", "4"), ("format", "swiss"), ("rounds", "")]), None);
        let reason = reason(Some("it \u{1b}[2Jcopies"));
        assert!(matches!(&reason, Ok(reason) if !reason.contains('\u{1b}')), "{reason:?}");
    }

    #[test]
    fn what_is_wrong_with_an_order_is_said() {
        let long = "x".repeat(REASON_CHARACTERS_MAX + 1);
        for (fields, told) in [
            (vec![("order", "dance")], "there is no such order"),
            (vec![("order", "approve")], "name a contestant"),
            (vec![("order", "approve"), ("name", "../x")], "a name"),
            (vec![("order", "suspend"), ("name", "anna")], "give a reason"),
            (vec![("order", "suspend"), ("name", "anna"), ("reason", &long)], "at most 200 characters"),
            (vec![("order", "freeze"), ("top", "1")], "top: write a whole number of at least 2"),
            (vec![("order", "freeze"), ("format", "gauntlet")], "format: a gauntlet needs champions"),
            (vec![("order", "publish-final"), ("report", "x")], "report: write a SHA-256"),
        ] {
            let mistake = mistake(&fields).expect("it is wrong");
            assert!(mistake.contains(told), "{fields:?}: {mistake}");
        }
    }
}
