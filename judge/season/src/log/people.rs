//! The people of a season, in a table beside its log: what they are called, and where they are reached. The log has
//! contestants' names and numbers of members only, so a row can go, and the log holds.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::Arc;

use judge_core::tournament::{Name, looks};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::log::folder::{Folder, text_of};

/// What is known of a contestant beside the log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PersonRow {
    /// The name that people are shown; empty if there is none.
    pub name: String,
    /// Its members, by their numbers in the log. Who plays alone is the first.
    pub members: BTreeMap<u32, TeamMember>,
    /// When the contestant itself last changed the name, in seconds since 1970.
    pub renamed: u64,
    /// When all that was known was deleted, if so, in seconds since 1970.
    pub forgotten: Option<u64>,
}

impl PersonRow {
    /// Takes in what an invitation said of who has followed it.
    pub(crate) fn takes_in(&mut self, called: &str, (member, person): (u32, &TeamMember)) {
        if !called.is_empty() {
            called.clone_into(&mut self.name);
        }
        if *person != TeamMember::default() {
            self.members.insert(member, person.clone());
        }
        if !self.is_empty() {
            self.forgotten = None;
        }
    }

    /// Whether anything is known.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self { forgotten: self.forgotten, ..Self::default() }
    }
}

/// What is known of a person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TeamMember {
    /// The name that people are shown; empty if there is none.
    pub name: String,
    /// Where it is reached, as the organiser wrote it; no page shows it.
    pub address: String,
}

/// All rows, by the names of contestants in small letters.
pub type Rows = BTreeMap<String, PersonRow>;

/// The table in a season's folder.
pub struct People {
    folder: Folder,
    rows: Mutex<Arc<Rows>>,
}

impl People {
    /// Reads the table, which is empty if its file is missing.
    pub fn open(folder: &Folder) -> io::Result<Self> {
        let text = text_of(&folder.people())?.unwrap_or_else(|| "{}".to_owned());
        let rows: Rows = serde_json::from_str(&text).map_err(io::Error::other)?;
        Ok(Self { folder: folder.clone(), rows: Mutex::new(Arc::new(rows)) })
    }

    /// The rows as they are now.
    pub fn rows(&self) -> Arc<Rows> {
        Arc::clone(&self.rows.lock())
    }

    /// Changes the row of a contestant, which is on the disk when this returns.
    pub fn change(&self, name: &Name, change: impl FnOnce(&mut PersonRow)) -> io::Result<()> {
        let mut rows = self.rows.lock();
        let mut changed = Rows::clone(&rows);
        change(changed.entry(name.folded()).or_default());
        if changed != **rows {
            let json = serde_json::to_string_pretty(&changed).expect("it is plain data");
            self.folder.keep(&self.folder.people(), json.as_bytes())?;
            *rows = Arc::new(changed);
        }
        Ok(())
    }
}

/// The names that people are shown, of contestants with these names and what each is called, if anything. Names that look
/// alike are told apart by the contestants' names behind them.
pub fn public_names(contestants: &[(&Name, &str)]) -> Vec<String> {
    let all = contestants.iter().flat_map(|(name, called)| {
        let called = if called.is_empty() { name.as_str() } else { called };
        BTreeSet::from([looks(name.as_str()), looks(called)])
    });
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    all.for_each(|look| *times.entry(look).or_default() += 1);
    let shown = |(name, called): &(&Name, &str)| match called {
        &"" => name.to_string(),
        // What stands in brackets could be meant to be the name of another.
        called if times[&looks(called)] > 1 || called.contains(['(', '（']) => format!("{called} ({name})"),
        called => (*called).to_owned(),
    };
    contestants.iter().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_are_told_apart() {
        let names =
            ["anna", "bert", "carl", "dora", "emil"].map(|name| Name::new(name).expect("it is a name"));
        let called = ["Zoë", "ZOË", "李雷 (anna)", "Bert", ""];
        let contestants: Vec<(&Name, &str)> = names.iter().zip(called).collect();
        assert_eq!(
            public_names(&contestants),
            ["Zoë (anna)", "ZOË (bert)", "李雷 (anna) (carl)", "Bert (dora)", "emil"]
        );
    }

    #[test]
    fn a_row_is_kept_and_can_be_emptied() {
        let temporary = tempfile::tempdir().expect("there is room");
        let folder = Folder::create(&temporary.path().join("season")).expect("it is made");
        let name = Name::new("Anna").expect("it is a name");
        let people = People::open(&folder).expect("there is none yet");
        people.change(&name, |row| "Änne".clone_into(&mut row.name)).expect("there is room");
        assert_eq!(People::open(&folder).expect("it is there").rows()["anna"].name, "Änne");
        people.change(&name, |row| *row = PersonRow::default()).expect("there is room");
        let text = std::fs::read_to_string(folder.people()).expect("it is there");
        assert!(!text.contains("nne"), "{text}");
    }
}
