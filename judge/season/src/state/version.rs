//! Versions: the results of each contestant's bots, and their names.

use super::{GHOST_ROUNDS, SeasonContestant, State};
use crate::log::digest::Digest;
use crate::log::event::{Anchor, Game, OUT_OF_FUEL, Pairing};

/// A bot as it plays.
#[derive(Clone, Debug, Default)]
pub struct Version {
    /// The contestant that it belongs to.
    pub contestant: usize,
    /// The number among the contestant's versions, from 1.
    pub number: usize,
    /// Its file.
    pub sha256: Digest,
    /// The name that the bot gives itself.
    pub calls_itself: String,
    /// Rounds that it has played.
    pub rounds: u32,
    /// Games won, drawn and lost.
    pub games: [u64; 3],
    /// Faults committed.
    pub faults: u64,
    /// Fuel that it used in all its games that count.
    pub fuel: u64,
    /// Games in which it ran out of fuel.
    pub out_of_fuel: u32,
    /// Whether it plays no more, as it ran out of fuel too often.
    pub rests: bool,
}

impl State {
    /// The versions of the anchors, each of which has one.
    pub fn anchors_versions(&self) -> impl Iterator<Item = usize> {
        self.contestants.iter().filter(|contestant| contestant.is_anchor).map(|anchor| anchor.versions[0])
    }

    /// The anchors as they were there from the start.
    pub fn anchors(&self) -> Vec<Anchor> {
        let anchor = |id| Anchor { name: self.owner(id).name.clone(), sha256: self.versions[id].sha256 };
        self.anchors_versions().map(anchor).collect()
    }

    /// The contestant of a version.
    pub fn owner(&self, version: usize) -> &SeasonContestant {
        &self.contestants[self.versions[version].contestant]
    }

    pub(crate) fn add_version(&mut self, contestant: usize, sha256: Digest, calls_itself: &str) {
        let versions = &mut self.contestants[contestant].versions;
        self.strengths.begin(versions.last().copied());
        versions.push(self.versions.len());
        let (number, calls_itself) = (versions.len(), calls_itself.to_owned());
        self.versions.push(Version { contestant, number, sha256, calls_itself, ..Version::default() });
    }

    /// The contestant's version before this one.
    pub(crate) fn predecessor(&self, version: usize) -> Option<usize> {
        let Version { contestant, number, .. } = self.versions[version];
        Some(self.contestants[contestant].versions[number.checked_sub(2)?])
    }

    /// A version and those of its contestant before it whose fuel counts with its own: back to the last one that was on the
    /// ladder for [`GHOST_ROUNDS`], which is left out. Another file is no other contestant.
    pub(crate) fn account(&self, version: usize) -> impl Iterator<Item = &Version> {
        let before =
            |&id: &usize| self.predecessor(id).filter(|&before| self.versions[before].rounds < GHOST_ROUNDS);
        std::iter::successors(Some(version), before).map(|id| &self.versions[id])
    }

    /// A version's name, as `anna` or, where it is not the first, `anna.2`.
    pub fn label(&self, version: usize) -> String {
        let (name, number) = (&self.owner(version).name, self.versions[version].number);
        if number == 1 { name.to_string() } else { format!("{name} v{number}") }
    }

    /// The contestant of a version by its name, as [`State::label`] has it.
    pub fn labelled(&self, label: &str) -> Option<usize> {
        let name = label.split_once(" v").map_or(label, |(name, _)| name);
        self.contestants.iter().position(|contestant| contestant.name.as_str() == name)
    }

    /// The names of those who meet.
    pub fn labels(&self, pairing: &Pairing) -> Vec<String> {
        pairing.versions.iter().map(|&id| self.label(id)).collect()
    }

    /// A text that identifies a version, on which the seeds of its rounds depend.
    pub fn identity(&self, version: usize) -> String {
        format!("{} {}", self.owner(version).name, self.versions[version].sha256)
    }
}

impl Version {
    pub(super) fn add(&mut self, game: &Game, seat: usize) {
        let own = || game.faults.iter().filter(|(at, _)| usize::from(*at) == seat);
        self.faults += own().count() as u64;
        self.out_of_fuel += u32::from(own().any(|(_, kind)| kind == OUT_OF_FUEL));
        self.fuel = self.fuel.saturating_add(game.fuel[seat]);
        if let Some(kind) = game.kind(seat) {
            self.games[kind] += 1;
        }
    }
}
