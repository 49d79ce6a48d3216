//! Serialization of the rules' own types. Their crate has no dependencies, so it is here.

use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(remote = "judge_games::Seat")]
pub(crate) struct Seat(u8);

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
