//! The organiser's program, which is handed what happens: it can mail, as the judge does not.
//!
//! It is named on the command line only, and started without a shell. It gets one JSON object on its standard input, has ten
//! seconds, and what it prints is shown to nobody: there may be secrets in it.

use std::time::Duration;

use judge_bots::Command;
use judge_play::text::sanitize;
use serde_json::Value;

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
