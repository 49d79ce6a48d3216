//! The protocol of bots that read a line and write a line: what a game asks becomes a line of JSON, and the line that
//! comes back an action in the game's own notation. `docs/lines.md` is its page.
//!
//! Knows no process and no engine: a [`Speaker`] is a program in the judge's sandbox, or one on its author's machine.

mod examples;

use std::borrow::Cow;
use std::fmt::{Display, Write};
use std::sync::Arc;

use judge_wit::{Function, Interface, Type, Value, end_quoted, write_field};

use super::NoAnswer;
use super::called::{Answer, Callee};
use crate::Account;
use crate::contract::NAME;
use crate::fault::FaultKind;
use crate::text::{QUOTED_MAX, cut, quoted, sanitize};
pub use examples::{Example, examples};

/// Whole numbers up to this one are the same in every language, also where all numbers are floats.
const NUMBER_MAX: u64 = (1 << 53) - 1;
/// The words by which a line says what it is. No argument has one of them for a name.
const WORDS: [&str; 2] = ["ask", "tell"];

/// A program that reads a line and writes a line.
pub trait Speaker: Send {
    /// Hands over a question, with its line end. The answer, without one, ends the turn.
    ///
    /// # Errors
    /// The reason why there is no answer.
    fn ask(&mut self, line: &str) -> Result<String, NoAnswer>;

    /// Hands over news, with its line end, as a part of the turn that the next question ends.
    ///
    /// # Errors
    /// The reason why the program does not go on.
    fn tell(&mut self, line: &str) -> Result<(), NoAnswer>;

    /// Fuel that is left in the turn, if it is counted.
    fn fuel_left(&self) -> Option<u64> {
        None
    }

    /// As of [`Player::skip_turn`](super::Player::skip_turn).
    fn skip_turn(&mut self) {}

    /// As of [`Player::account`](super::Player::account).
    fn account(&self) -> &dyn Account {
        &()
    }
}

/// The line that asks a bot what it calls itself.
#[must_use]
pub fn name_question() -> String {
    format!("{{\"ask\":\"{NAME}\"}}\n")
}

/// The other members of a line, beside a function and its arguments.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beside<'a> {
    /// Fuel that is left in the turn, if it is counted.
    pub fuel_left: Option<u64>,
    /// The legal actions, as an array of JSON; nothing if they are not listed.
    pub legal: &'a str,
}

/// Appends a question or news as one line of JSON, with its end.
///
/// # Panics
/// If the arguments are another function's.
pub fn write_question(function: &Function, arguments: &Value, beside: Beside<'_>, to: &mut String) {
    to.push_str(if function.result.is_some() { "{\"ask\":\"" } else { "{\"tell\":\"" });
    to.push_str(&function.name);
    to.push('"');
    let mut reader = arguments.reader();
    for (name, ty) in parameters(function) {
        to.push(',');
        write_field(named(name).as_ref(), ty, &mut reader, to).expect("the arguments are this function's");
    }
    if let Some(fuel) = beside.fuel_left {
        to.push_str(",\"fuel_left\":");
        to.push_str(itoa::Buffer::new().format(fuel.min(NUMBER_MAX)));
    }
    if !beside.legal.is_empty() {
        to.push_str(",\"legal_actions\":");
        to.push_str(beside.legal);
    }
    to.push_str("}\n");
}

/// Writes legal actions as an array of JSON; nothing if there are none, or more than `most`.
pub(crate) fn write_legal(legal: &[impl Display], most: u64, to: &mut String) {
    to.clear();
    if legal.is_empty() || legal.len() as u64 > most {
        return;
    }
    for (number, action) in legal.iter().enumerate() {
        to.push_str(if number == 0 { "[\"" } else { ",\"" });
        let begin = to.len();
        let _ = write!(to, "{action}");
        end_quoted(begin, to);
    }
    to.push(']');
}

/// The parameters of a function, in order; if there is one only and it is a record, its fields.
pub fn parameters(function: &Function) -> impl Iterator<Item = (&str, &Type)> {
    let mut params = function.params.fields();
    match (params.next(), params.next()) {
        (Some((_, Type::Record(only))), None) => only.fields(),
        _ => function.params.fields(),
    }
}

/// The name of an argument in a line.
fn named(name: &str) -> Cow<'_, str> {
    if WORDS.contains(&name) { format!("{name}_").into() } else { name.into() }
}

/// A line that is no action, and why.
pub(crate) fn no_action(line: &str, why: &str) -> NoAnswer {
    let why = match line {
        "" => "it answered an empty line; print an action of the game, as in judge play".to_owned(),
        _ => format!(
            "it answered {}: {}; print an action of the game, as in judge play, and notes to standard error",
            quoted(line),
            cut(&sanitize(why), QUOTED_MAX * 2)
        ),
    };
    NoAnswer::Fault(FaultKind::BadReply, why)
}

/// A program that reads lines, called through the contract.
pub struct Lines {
    speaker: Box<dyn Speaker>,
    interface: Arc<Interface>,
    legal_max: u64,
    legal: String,
    line: String,
}

impl Lines {
    /// A program that is asked what this interface says, with up to `legal_max` legal actions.
    pub fn new(speaker: impl Speaker + 'static, interface: Arc<Interface>, legal_max: u64) -> Self {
        let (legal, line) = (String::new(), String::new());
        Self { speaker: Box::new(speaker), interface, legal_max, legal, line }
    }

    /// Writes the line, and says whether it wants an answer.
    fn write(&mut self, function: &str, arguments: &Value) -> bool {
        let function = self.interface.function(function).expect("the function belongs to the interface");
        let beside = Beside { fuel_left: self.speaker.fuel_left(), legal: &self.legal };
        self.line.clear();
        write_question(function, arguments, beside, &mut self.line);
        self.legal.clear();
        function.result.is_some()
    }
}

impl Callee for Lines {
    fn offer<'a, A: Display + 'a>(&mut self, legal: impl FnOnce() -> &'a [A]) {
        if self.legal_max > 0 {
            write_legal(legal(), self.legal_max, &mut self.legal);
        }
    }

    fn ask(&mut self, function: &str, arguments: &Value, _: &mut Value) -> Result<Answer, NoAnswer> {
        if self.write(function, arguments) {
            return self.speaker.ask(&self.line).map(Answer::Line);
        }
        self.speaker.tell(&self.line)?;
        self.speaker.skip_turn();
        Ok(Answer::Values)
    }

    fn tell(&mut self, function: &str, arguments: &Value) -> Result<(), NoAnswer> {
        self.write(function, arguments);
        self.speaker.tell(&self.line)
    }

    fn skip_turn(&mut self) {
        self.speaker.skip_turn();
    }

    fn account(&self) -> &dyn Account {
        self.speaker.account()
    }
}

#[cfg(test)]
mod tests;
