//! The contestants' own decisions, and whether they have signed them.
//!
//! A contestant with a key signs each of these events with it. The signed text names the season, the contestant and
//! how many it has signed before, so nobody can use a signature twice, or elsewhere.

use super::State;
use crate::log::digest::Digest;
use crate::log::event::SeasonEvent;
use crate::log::season_key::is_signed_by;

/// A contestant's own decision, as words to be signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A file that it hands in, by its hash and its length.
    Upload(Digest, u64),
    /// To play no more, for now.
    Pause,
    /// To play again.
    Resume,
    /// To leave, for good.
    Withdraw,
    /// To let everybody have its version of this number, from 1.
    Publish(usize),
}

impl Decision {
    /// Parses a program's word for a decision without a file: `pause`, `play`, `withdraw` or `publish:N`.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "pause" => Some(Self::Pause),
            "play" => Some(Self::Resume),
            "withdraw" => Some(Self::Withdraw),
            other => other.strip_prefix("publish:")?.parse().ok().map(Self::Publish),
        }
    }

    fn words(&self) -> String {
        match self {
            Self::Upload(sha256, bytes) => format!("upload {sha256} {bytes}"),
            Self::Pause => "pause".to_owned(),
            Self::Resume => "resume".to_owned(),
            Self::Withdraw => "withdraw".to_owned(),
            Self::Publish(number) => format!("publish {number}"),
        }
    }

    /// The text that a contestant signs who has signed so often before.
    pub fn text(&self, season: Digest, name: &str, signed: u32) -> String {
        format!("judge own\n{season}\n{name}\n{signed}\n{}\n", self.words())
    }
}

impl State {
    /// The contestant whose decision an event is, if it is a contestant's own.
    pub fn whose(&self, event: &SeasonEvent) -> Option<usize> {
        self.own(event).map(|(contestant, _)| contestant)
    }

    /// The event of a contestant's decision; nothing if it has no such version.
    pub(crate) fn decided(&self, contestant: usize, decision: Decision) -> Option<SeasonEvent> {
        Some(match decision {
            Decision::Upload(sha256, bytes) => SeasonEvent::Uploaded { contestant, sha256, bytes },
            Decision::Pause => SeasonEvent::Paused { contestant },
            Decision::Resume => SeasonEvent::Resumed { contestant },
            Decision::Withdraw => SeasonEvent::Withdrawn { contestant },
            Decision::Publish(number) => {
                let versions = &self.contestants[contestant].versions;
                SeasonEvent::Published { version: *versions.get(number.checked_sub(1)?)? }
            }
        })
    }

    /// The contestant's own decision in an event, if it is one.
    fn own(&self, event: &SeasonEvent) -> Option<(usize, Decision)> {
        let (contestant, own) = match event {
            SeasonEvent::Uploaded { contestant, sha256, bytes } => {
                (*contestant, Decision::Upload(*sha256, *bytes))
            }
            SeasonEvent::Paused { contestant } => (*contestant, Decision::Pause),
            SeasonEvent::Resumed { contestant } => (*contestant, Decision::Resume),
            SeasonEvent::Withdrawn { contestant } => (*contestant, Decision::Withdraw),
            SeasonEvent::Published { version } => {
                let version = self.versions.get(*version)?;
                (version.contestant, Decision::Publish(version.number))
            }
            _ => return None,
        };
        (contestant < self.contestants.len()).then_some((contestant, own))
    }

    /// Whether an event is signed as it has to be.
    pub(crate) fn check_signature(&self, event: &SeasonEvent) -> Result<(), &'static str> {
        let Some((contestant, own)) = self.own(event.inner()) else {
            let is_signed = matches!(event, SeasonEvent::Signed { .. });
            return if is_signed { Err("it is signed, and no contestant can decide it") } else { Ok(()) };
        };
        let contestant = &self.contestants[contestant];
        match (event, contestant.key) {
            (SeasonEvent::Signed { signature, .. }, Some(key)) => {
                let text = own.text(self.key, contestant.name.as_str(), contestant.signed);
                let wrong = "the contestant has not signed it: its signature is wrong";
                is_signed_by(key, &text, signature).then_some(()).ok_or(wrong)
            }
            (SeasonEvent::Signed { .. }, None) => Err("it is signed, and the contestant has no key"),
            (_, Some(_)) => Err("the contestant has a key, and has not signed it"),
            (_, None) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use judge_play::Seed;

    use super::*;
    use crate::log::chain::WrittenEvent;
    use crate::log::digest::Secret;
    use crate::log::season_key::SeasonKey;
    use crate::simulation::Simulation;

    fn happen(state: &mut State, event: SeasonEvent) {
        state.apply(&WrittenEvent { event, time: 0, head: Digest::default() });
    }

    #[test]
    fn who_has_a_key_is_paused_by_its_signature_only_and_by_each_once() {
        let mut state = Simulation::with_anchors(&[0.0; 3], 2, Seed(1)).state;
        let (key, other) = (
            SeasonKey::of(&Secret::random().expect("there is luck")),
            SeasonKey::of(&Secret::random().expect("there is luck")),
        );
        let (pause, resume) = (SeasonEvent::Paused { contestant: 2 }, SeasonEvent::Resumed { contestant: 2 });
        let signed = |state: &State, key: &SeasonKey, own: &SeasonEvent, what: &Decision| {
            let of = &state.contestants[2];
            let signature = key.sign(&what.text(state.key, of.name.as_str(), of.signed));
            SeasonEvent::Signed { own: Box::new(own.clone()), signature }
        };
        assert_eq!(state.check(&pause), Ok(()), "nobody has to make a key");
        assert!(state.check(&signed(&state, &key, &pause, &Decision::Pause)).is_err());
        happen(&mut state, SeasonEvent::KeyMade { contestant: 2, key: key.public() });
        assert!(state.check(&pause).is_err());
        assert!(state.check(&signed(&state, &other, &pause, &Decision::Pause)).is_err());
        assert!(state.check(&signed(&state, &key, &pause, &Decision::Withdraw)).is_err());
        let first = signed(&state, &key, &pause, &Decision::Pause);
        assert_eq!(state.check(&first), Ok(()));
        happen(&mut state, first.clone());
        let again = signed(&state, &key, &resume, &Decision::Resume);
        assert_eq!(state.check(&again), Ok(()));
        happen(&mut state, again);
        assert!(state.check(&first).is_err(), "it was used");
        let twice = SeasonEvent::Signed { own: Box::new(first), signature: String::new() };
        assert!(state.check(&twice).is_err());
        let organisers = SeasonEvent::Suspended { contestant: 2, reason: String::new() };
        assert_eq!(state.check(&organisers), Ok(()), "that is the organiser's");
        let other_key = SeasonEvent::KeyMade { contestant: 2, key: other.public() };
        assert!(state.check(&other_key).is_err(), "a key stays until somebody is invited again");
    }
}
