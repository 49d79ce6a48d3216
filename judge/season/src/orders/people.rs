//! What is known of people beside the log: names are given, and all of it is deleted.

use judge_core::tournament::{Name, shown_name};

use crate::log::event::SeasonEvent;
use crate::log::people::PersonRow;
use crate::orders::invitation;
use crate::play::runner::unwritten;
use crate::season::Season;
use crate::season::store::NotWritten;

/// Seconds between two changes of a name by its contestant: each is written to the disk.
const BETWEEN_NAMES: u64 = 10;

/// A name that people can be shown, or none.
fn checked(typed: &str) -> Result<String, NotWritten> {
    Ok(if typed.is_empty() { String::new() } else { shown_name(typed)? })
}

impl Season {
    /// Gives a contestant the name that people are shown, as it wants itself.
    ///
    /// # Errors
    /// That it has just done so, what is wrong with the name, or the machine's trouble.
    pub fn call_oneself(&self, name: &Name, typed: &str) -> Result<String, NotWritten> {
        checked(typed)?;
        let now = self.store.clock();
        let renamed = self.people.rows().get(&name.folded()).map_or(0, |row| row.renamed);
        if now < renamed + BETWEEN_NAMES {
            return Err(format!("you have changed your name just now; wait {BETWEEN_NAMES} seconds").into());
        }
        let done = self.call(name, typed)?;
        self.change(name, |row| row.renamed = now)?;
        Ok(done)
    }

    /// Gives a contestant the name that people are shown; an empty one takes it away.
    ///
    /// # Errors
    /// What is wrong with the name, or the machine's trouble.
    pub(crate) fn call(&self, name: &Name, typed: &str) -> Result<String, NotWritten> {
        let shown = checked(typed)?;
        let known = self.store.read(|state| {
            let of = &state.contestants[state.named(name)?];
            (!of.is_anchor).then(|| of.name.clone())
        });
        let name = known.ok_or_else(|| {
            format!("there is no contestant {name} that can be called otherwise; nobody has used an invitation with that name")
        })?;
        let done = match &*shown {
            "" => format!("{name} is shown by that name"),
            shown => format!("{name} is shown as {shown}"),
        };
        self.change(&name, |row| {
            row.name = shown;
            row.forgotten = None;
        })?;
        Ok(done)
    }

    /// Deletes all that is known of a contestant beside the log.
    ///
    /// # Errors
    /// That nothing is known, or the machine's trouble.
    pub(crate) fn forget(&self, name: &Name) -> Result<String, NotWritten> {
        let is_known = self.people.rows().get(&name.folded()).is_some_and(|row| !row.is_empty());
        if !invitation::take_back(&self.folder, name) && !is_known {
            return Err(format!("nothing is known of {name} beside the log").into());
        }
        let forgotten = Some(self.store.clock());
        self.change(name, |row| *row = PersonRow { forgotten, ..PersonRow::default() })?;
        Ok(format!(
            "{name} is forgotten: all pages and tables show this name only; it stays in the log, as does what its bots call themselves; delete your copies of the folder and of pages, too"
        ))
    }

    /// Takes a member out of a team, and deletes what is known of it.
    ///
    /// # Errors
    /// That there is no such member, or the machine's trouble.
    pub(crate) fn remove_member(&self, name: &Name, member: u32) -> Result<String, NotWritten> {
        let (refused, done) = (format!("has no member {member}"), format!("has no member {member} any more"));
        let event = |contestant| SeasonEvent::MemberRemoved { contestant, member };
        let done = self.about(name, &refused, &done, event)?;
        self.change(name, |row| drop(row.members.remove(&member)))?;
        Ok(done)
    }

    fn change(&self, name: &Name, change: impl FnOnce(&mut PersonRow)) -> Result<(), NotWritten> {
        self.people.change(name, change).map_err(unwritten("the table of people"))?;
        // Pages that are open get the new name.
        self.store.ring();
        Ok(())
    }
}
