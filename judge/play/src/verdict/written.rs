//! Serialization of the rules' own types. Their crate has no dependencies, so it is here.

use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(remote = "judge_games::Seat")]
pub(crate) struct Seat(u8);

/// A seat that may be missing.
pub(crate) mod optional_seat {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(
        clippy::ref_option,
        clippy::trivially_copy_pass_by_ref,
        reason = "serde asks for this signature"
    )]
    pub(crate) fn serialize<S: Serializer>(
        seat: &Option<judge_games::Seat>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        seat.map(|seat| seat.0).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<judge_games::Seat>, D::Error> {
        Ok(Option::<u8>::deserialize(from)?.map(judge_games::Seat))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "judge_games::Outcome")]
pub(crate) struct Outcome {
    ranks: Vec<u8>,
    scores: Vec<i32>,
    #[serde(with = "Ending")]
    ending: judge_games::Ending,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "judge_games::Ending", rename_all = "kebab-case")]
enum Ending {
    Rules,
    Repetition,
    Cap,
}
