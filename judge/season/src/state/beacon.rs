//! A public value that goes into the season's seed, which nobody knew when the secret was fixed.

use judge_core::beacon::Template;

use super::State;
use crate::log::digest::Secret;

impl State {
    /// Whether nothing can be drawn yet, since what was announced is not known.
    pub fn waits_for_beacon(&self) -> bool {
        self.announced.is_some() && self.beacon.is_none()
    }

    /// The announcement with these values in it, as long as it is waited for.
    pub(super) fn awaited(&self, values: &str) -> Option<String> {
        let announced = self.announced.as_deref().filter(|_| self.waits_for_beacon())?;
        let beacon = Template::new(announced).ok()?.filled(values).ok()?;
        (beacon.values == values).then_some(beacon.text)
    }

    /// The source of all random numbers of the ladder: the secret, and the public value if one was announced.
    pub(crate) fn mixed(&self, secret: &Secret) -> Secret {
        self.beacon.as_deref().map_or_else(|| secret.clone(), |beacon| secret.with_beacon(beacon))
    }
}

#[cfg(test)]
mod tests {
    use judge_play::Seed;

    use crate::ladder::goes_on;
    use crate::log::chain::WrittenEvent;
    use crate::log::digest::Digest;
    use crate::log::event::SeasonEvent;
    use crate::simulation::{Simulation, draw_for_two, for_two};

    #[test]
    fn nothing_is_drawn_before_what_was_announced_is_known_and_everything_follows_from_it() {
        let Simulation { mut state, secret, .. } = Simulation::new(&[0.0; 8], Seed(1));
        let usual = draw_for_two(&state, &secret, 5);
        assert!(state.check(&SeasonEvent::BeaconKnown { values: "7".into() }).is_err(), "none was announced");
        state.announced = Some("Lotto {}".into());
        assert!(draw_for_two(&state, &secret, 5).is_empty() && !goes_on(&state, for_two(5)));
        assert!(state.check(&SeasonEvent::Drawn { batch: 1, rounds: usual.clone() }).is_err());
        for wrong in ["x", "", "07", "1 2"] {
            assert!(state.check(&SeasonEvent::BeaconKnown { values: wrong.into() }).is_err(), "{wrong}");
        }
        let drawn = |values: &str| {
            let (event, mut state) = (SeasonEvent::BeaconKnown { values: values.into() }, state.clone());
            assert_eq!(state.check(&event), Ok(()));
            state.apply(&WrittenEvent { event: event.clone(), time: 0, head: Digest::default() });
            assert!(state.check(&event).is_err(), "it is known once");
            let copy = draw_for_two(&state.without_rounds(), &secret, 5);
            assert_eq!(copy, draw_for_two(&state, &secret, 5));
            copy
        };
        assert_eq!(drawn("7"), drawn("7"));
        assert_ne!(drawn("7"), drawn("8"));
        assert_ne!(drawn("7"), usual);
    }
}
