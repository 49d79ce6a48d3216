//! The organiser's program, which is handed what happens, once for each person: it can mail, as the judge does not.
//!
//! It is named on the command line only, and started without a shell. It gets one JSON object on its standard input, has ten
//! seconds, and what it prints is shown to nobody: there may be secrets in it.

use std::time::Duration;

use judge_bots::Command;
use judge_core::file::{self, Links};
use judge_core::play::Observer;
use judge_play::text::sanitize;
use serde_json::{Value, json};

use crate::log::event::{Checked, SeasonEvent, utc};
use crate::season::Season;
use crate::state::State;

/// The longest time for the program.
const TIME: Duration = Duration::from_secs(10);

/// The words of the program's command.
#[derive(Clone, Debug)]
pub struct Hook(Vec<String>);

impl Hook {
    /// The program of these words; none without a word.
    pub fn new(words: &[String]) -> Option<Self> {
        (!words.is_empty()).then(|| Self(words.to_vec()))
    }

    /// Hands something to the program.
    ///
    /// # Errors
    /// The reason why nobody knows whether it was taken, in words.
    pub fn tell(&self, what: &Value) -> Result<(), String> {
        let done = Command::hand(&self.0, &format!("{what}\n"), TIME);
        done.map_err(|why| format!("{} {why}", sanitize(&self.0[0])))
    }
}

impl Season {
    /// Hands verdicts, the end of uploads and finals to the program, until the season is stopped. It keeps nobody waiting: what
    /// waits for it is in the state anyway. How far it came is kept, so that nothing is left out when the server starts again;
    /// what it does not take is told, and stands on pages all the same.
    pub fn tell_people(&self, hook: &Hook, observer: &dyn Observer) {
        let before = file::read_text(&self.folder.news_handed(), Links::Refuse).ok();
        let before = before.and_then(|text| text.parse().ok());
        let mut handed = before.unwrap_or_else(|| self.store.read(|state| state.news.len()));
        let mut trouble = String::new();
        while !self.store.is_stopped() {
            // If it cannot be kept, somebody may be told twice.
            let _ = self.folder.keep(&self.folder.news_handed(), handed.to_string().as_bytes());
            let rings = self.store.rings();
            let news = self.store.read(|state| Some(self.messages(state, state.news.get(handed)?)));
            let Some(messages) = news else {
                self.store.wait(rings);
                continue;
            };
            for what in messages {
                if self.store.is_stopped() {
                    return;
                }
                let why = hook.tell(&what).err().unwrap_or_default();
                if !why.is_empty() && why != trouble {
                    let [name, event] = ["name", "event"].map(|key| what[key].as_str().unwrap_or_default());
                    observer.warn(&format!("{name}: {why}, so it may not know of this: {event}"));
                }
                // The same trouble is told once.
                trouble = why;
            }
            handed += 1;
        }
    }

    /// What people are told of an event, each of them.
    fn messages(&self, state: &State, event: &SeasonEvent) -> Vec<Value> {
        let (terms, rows) = (&self.runner.season, self.people.rows());
        let url = &terms.serve.public_url;
        let all = || (0..state.contestants.len()).collect();
        let (event, whom, text, link): (&str, Vec<usize>, String, String) = match event {
            SeasonEvent::Checked { upload, verdict } => {
                let of = state.uploads[*upload].contestant;
                let (word, why) = match verdict {
                    Checked::Accepted { calls_itself } => {
                        ("accepted", format!("it calls itself {calls_itself}"))
                    }
                    Checked::Refused { reason } => ("refused", reason.clone()),
                };
                let page = format!("{url}/contestant/{}", state.contestants[of].name);
                ("verdict", vec![of], format!("upload {} is {word}: {why}", upload + 1), page)
            }
            SeasonEvent::UploadsClosed { due } => {
                ("uploads-closed", all(), format!("files were taken until {}", utc(*due)), url.clone())
            }
            SeasonEvent::Frozen(frozen) => {
                let players = frozen.versions.iter().map(|&id| state.versions[id].contestant).collect();
                let count = frozen.versions.len();
                ("final", players, format!("{count} contestants play the final"), url.clone())
            }
            _ => ("final-published", all(), "the final is published".to_owned(), format!("{url}/final")),
        };
        let (season, shown) =
            (&terms.tournament.title, state.public_names(&terms.tournament.contestants, &rows));
        let of = |id: usize| {
            let (name, row) = (&state.contestants[id].name, rows.get(&state.contestants[id].name.folded()));
            let member = |number: &u32| {
                let known = row.and_then(|row| row.members.get(number)).cloned().unwrap_or_default();
                let called = if known.name.is_empty() { &shown[id] } else { &known.name };
                json!({
                    "event": event, "season": season, "name": name.as_str(), "display_name": called,
                    "address": known.address, "member": number, "text": text, "link": link,
                })
            };
            state.contestants[id].members.keys().map(member).collect::<Vec<Value>>()
        };
        whom.into_iter().flat_map(of).collect()
    }
}
