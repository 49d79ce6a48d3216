//! A core module in, the same module with counters and probes out, for the profiler; and its functions by name.
//!
//! Such a module exports its counter as any with counters does, and its host reads and sets it there. Besides, the module
//! tells its host of each function that it enters and leaves, those that it imports among them.

use wasmparser::{ExternalKind, Import, KnownCustom, Name, Parser, Payload};

use crate::facts::ModuleFacts;
use crate::module::{self, Purpose};
use crate::{MeterError, MeterOptions};

/// The module from which a watched module imports the host's side.
///
/// - `enter: (i32) -> ()`: the function of this number was entered; its price is not taken yet.
/// - `leave: () -> ()`: the one that was entered last comes back.
/// - `empty: () -> ()`: nothing is left; must not come back.
pub const PROBE: &str = "judge:meter/probe";

/// A function of a watched module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchedFunction {
    /// Its name: its author's, hostile text, or made up of its number.
    pub name: String,
    /// Its owner.
    pub whose: Whose,
}

/// The owner of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The module's own.
    Own,
    /// The host's, as it is called by this module.
    Imported,
}

/// Gives a module counters and probes.
///
/// # Errors
/// If it is invalid, or uses what bots may not use.
pub fn watch(module: &[u8]) -> Result<Vec<u8>, MeterError> {
    module::instrument(module, &MeterOptions::default(), Purpose::Watched)
}

/// The functions of a module by the numbers that `enter` receives.
///
/// # Errors
/// If it is invalid.
pub fn watched_functions(module: &[u8]) -> Result<Vec<WatchedFunction>, MeterError> {
    let facts = ModuleFacts::of(module)?;
    let mut names: Vec<Option<String>> = vec![None; facts.functions.len()];
    let mut name = |index: u32, name: &str| {
        if let Some(slot) = names.get_mut(index as usize) {
            *slot = Some(name.to_owned());
        }
    };
    let exported = facts.exports.iter().filter(|export| export.kind == ExternalKind::Func);
    exported.for_each(|export| name(export.index, export.name));
    for payload in Parser::new(0).parse_all(module) {
        let Payload::CustomSection(section) = payload? else { continue };
        let KnownCustom::Name(subsections) = section.as_known() else { continue };
        // Names are for people: what cannot be read of them is left out.
        for subsection in subsections.into_iter().map_while(Result::ok) {
            let Name::Function(functions) = subsection else { continue };
            let functions = functions.into_iter().map_while(Result::ok);
            functions.for_each(|naming| name(naming.index, naming.name));
        }
    }
    let imported = facts.imported_functions().map(|Import { module, name, .. }| WatchedFunction {
        name: format!("{name} of {module}"),
        whose: Whose::Imported,
    });
    let own = (0..).zip(names).skip(facts.imported_functions().count()).map(|(index, name)| {
        WatchedFunction { name: name.unwrap_or_else(|| format!("function {index}")), whose: Whose::Own }
    });
    Ok(imported.chain(own).collect())
}
