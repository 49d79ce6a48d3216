//! Matches for Python: words and numbers in, events, positions and arrays of bytes out.
//!
//! Large results go over as JSON, which the package `judge` reads; arrays go over as bytes. Tournaments are played by
//! the program, which is in the same wheel.

mod encoding;
mod loaded_bots;
mod matches;
mod random;

use std::collections::BTreeMap;

use judge_play::Rules;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

pyo3::create_exception!(
    _judge,
    Mistake,
    pyo3::exceptions::PyValueError,
    "Something that a person typed is wrong."
);
pyo3::create_exception!(_judge, Trouble, pyo3::exceptions::PyRuntimeError, "This machine has trouble.");

/// The exception for an error. A mistake has the file and the line that it was made in, as attributes.
fn exception(error: judge_core::error::Error) -> PyErr {
    use judge_core::error::Error;
    match error {
        Error::Mistakes(ref mistakes) => {
            let first =
                mistakes.first().map(|mistake| (mistake.file.clone(), mistake.line, mistake.text.clone()));
            let raised = Mistake::new_err(error.to_string());
            Python::attach(|python| {
                let value = raised.value(python);
                let (file, line, text) = first.unwrap_or_default();
                // An exception takes attributes; if not, its text has all of it.
                let _ = value.setattr("file", file.to_string_lossy().into_owned());
                let _ = value.setattr("line", line);
                let _ = value.setattr("text", text);
            });
            raised
        }
        Error::Machine(text) => Trouble::new_err(text),
    }
}

/// Reads a whole number. One that is out of range is a person's mistake, too.
fn whole<'py, T: FromPyObjectOwned<'py>>(number: &Bound<'py, PyAny>) -> PyResult<T> {
    number.extract::<T>().map_err(Into::into).map_err(|error: PyErr| {
        if error.is_instance_of::<PyOverflowError>(number.py()) {
            return Mistake::new_err(format!("{number}: this number is out of range"));
        }
        error
    })
}

/// Settings by their names, as a person typed them.
type Settings = BTreeMap<String, String>;

fn typed(settings: &Settings) -> impl Iterator<Item = (&str, &str)> {
    settings.iter().map(|(key, value)| (key.as_str(), value.as_str()))
}

/// The rules that the name of one of the judge's own games and settings mean.
fn rules(game: &str, settings: &Settings) -> PyResult<Rules> {
    Rules::new(game, typed(settings)).map_err(|error| Mistake::new_err(error.to_string()))
}

/// The native part of the package `judge`.
#[pymodule]
mod _judge {
    #[pymodule_export]
    use super::Mistake;
    #[pymodule_export]
    use super::Trouble;
    #[pymodule_export]
    use super::matches::Match;
    #[pymodule_export]
    use super::random::random_games;
}
