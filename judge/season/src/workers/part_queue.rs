//! Parts that are offered to workers: the shared folder, and whoever waits until there is more in it.

use std::io;

use tokio::sync::watch;

use crate::workers::part::Part;
use crate::workers::work_folder::{Taken, WorkFolder};

/// Where workers get parts that ask the server for them: the shared folder, and who tells them that there is more in it.
#[derive(Clone, Debug)]
pub struct PartQueue {
    folder: WorkFolder,
    offers: watch::Sender<u64>,
}

impl PartQueue {
    /// One for a folder.
    pub fn new(folder: WorkFolder) -> Self {
        Self { folder, offers: watch::Sender::new(0) }
    }

    /// The folder.
    pub fn folder(&self) -> &WorkFolder {
        &self.folder
    }

    /// Changes whenever a part is offered.
    pub fn offers(&self) -> watch::Receiver<u64> {
        self.offers.subscribe()
    }

    /// Offers a part to all workers.
    pub(crate) fn offer(&self, name: &str, part: &Part) -> io::Result<()> {
        self.folder.offer(name, part)?;
        self.offers.send_modify(|offers| *offers += 1);
        Ok(())
    }

    /// Gives a part back that somebody has taken, for others; false if it was taken away.
    pub fn give_back(&self, taken: &Taken) -> io::Result<bool> {
        let is_given = self.folder.give_back(taken)?;
        self.offers.send_modify(|offers| *offers += 1);
        Ok(is_given)
    }
}
