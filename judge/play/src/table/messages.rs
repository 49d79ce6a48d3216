//! Events as JSON, with all texts of bots made safe to be shown.

use crate::text::sanitize;
use crate::{Event, Fault, Moved};
use serde_json::{Value, to_value};

/// An event as the page gets it.
pub(crate) fn json(event: Event) -> Value {
    let safe = match event {
        Event::Moved(moved) => Event::Moved(Moved { log: lines(&moved.log), ..moved }),
        Event::Fault(fault) => Event::Fault(self::fault(&fault)),
        other => other,
    };
    to_value(safe).expect("an event is plain data")
}

/// A fault whose texts are safe.
pub(crate) fn fault(fault: &Fault) -> Fault {
    fault.sanitized()
}

fn lines(log: &[String]) -> Vec<String> {
    log.iter().map(|line| sanitize(line)).collect()
}
