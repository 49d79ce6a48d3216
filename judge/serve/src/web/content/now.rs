//! A season as pages show it: the state that follows from its events, and the names that people are shown beside it.

use std::ops::Deref;
use std::sync::Arc;

use judge_season::log::event::Pairing;
use judge_season::log::people::{PersonRow, Rows};
use judge_season::state::State;
use parking_lot::Mutex;

use crate::web::Site;

/// The state, with the names of people.
pub(crate) struct SeasonNow<'a> {
    state: &'a State,
    rows: &'a Rows,
    /// The names that people are shown, by contestant.
    pub(crate) names: &'a [String],
}

impl Deref for SeasonNow<'_> {
    type Target = State;

    fn deref(&self) -> &State {
        self.state
    }
}

impl SeasonNow<'_> {
    /// The name that people are shown of a contestant.
    pub(crate) fn called(&self, contestant: usize) -> &str {
        &self.names[contestant]
    }

    /// What is known of a contestant beside the log, if anything ever was.
    pub(crate) fn row(&self, contestant: usize) -> Option<&PersonRow> {
        self.rows.get(&self.contestants[contestant].name.folded())
    }

    /// A version's name as people are shown it.
    pub(crate) fn label(&self, version: usize) -> String {
        let of = &self.versions[version];
        let name = self.called(of.contestant);
        if of.number == 1 { name.to_owned() } else { format!("{name} v{}", of.number) }
    }

    /// The same of those who meet.
    pub(crate) fn labels(&self, pairing: &Pairing) -> Vec<String> {
        pairing.versions.iter().map(|&id| self.label(id)).collect()
    }

    /// A version's name in the log as people are shown it.
    pub(crate) fn relabelled(&self, label: &str) -> String {
        let Some(id) = self.state.labelled(label) else { return label.to_owned() };
        let name = self.contestants[id].name.as_str();
        format!("{}{}", self.called(id), &label[name.len()..])
    }

    /// The contestant of a version by its name, as people are shown it or as the log has it.
    pub(crate) fn labelled(&self, label: &str) -> Option<usize> {
        let (name, number) = label.rsplit_once(" v").unwrap_or((label, ""));
        let is_numbered = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let name = if is_numbered { name } else { label };
        self.names.iter().position(|of| of == name).or_else(|| self.state.labelled(label))
    }
}

/// This very thing, and not one like it.
#[derive(Default)]
pub(crate) struct Very<T>(pub(crate) Arc<T>);

impl<T> PartialEq for Very<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// What was made last, and of what.
#[derive(Default)]
pub(crate) struct Last<K, V>(Mutex<Option<(K, Arc<V>)>>);

impl<K: PartialEq, V> Last<K, V> {
    /// What is made of this, unless it was made last.
    pub(crate) fn of(&self, key: K, make: impl FnOnce() -> V) -> Arc<V> {
        let mut last = self.0.lock();
        if let Some((_, made)) = last.as_ref().filter(|(of, _)| *of == key) {
            return Arc::clone(made);
        }
        let new = Arc::new(make());
        *last = Some((key, Arc::clone(&new)));
        new
    }
}

impl Site {
    /// Looks at the season as pages show it.
    pub(crate) fn read<T>(&self, look: impl FnOnce(&SeasonNow<'_>) -> T) -> T {
        self.season.store.read(|state| self.look_at(state, look))
    }

    /// Looks at a state with the season's contestants.
    pub(crate) fn look_at<T>(&self, state: &State, look: impl FnOnce(&SeasonNow<'_>) -> T) -> T {
        let rows = self.season.people.rows();
        let of = (Very(Arc::clone(&rows)), state.contestants.len());
        let names = self.names.of(of, || state.public_names(&self.terms().tournament.contestants, &rows));
        look(&SeasonNow { state, rows: &rows, names: &names })
    }
}
