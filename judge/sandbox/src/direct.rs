//! The direct lane: a core module's functions, called as the component around it would call them.
//!
//! Most bots are core modules that import nothing but the judge's own functions. A component around such a module only
//! translates, and takes longer for it than a quick bot takes to answer. Here the canonical ABI is followed by hand, for
//! the few types that the contract has: the caller names a function's numbers as Rust types, which are checked when the
//! bot starts. Fuel, verdicts and the words for what goes wrong are those of wasmtime's components, check by check and in
//! the same order. Tests play every bot both ways. One thing differs: to log, a component enters one more function, so a
//! recursion that logs at the very bottom of its stack ends a level earlier there.
//!
//! Nothing that a bot hands over is believed: [`Answer`] is all that is read of its memory, and [`Room`] all that is written.

mod answer;
mod host;

use judge_meter::prices::PER_ELEMENT;
use wasmtime::{
    Engine, Error, Instance, InstancePre, Memory, ModuleExport, Trap, TypedFunc, WasmParams, WasmResults,
};

use super::{Call, Tenant, fuel};
pub use answer::{Answer, unexpected};
pub(super) use host::link;

/// A core module, compiled and linked.
#[derive(Clone)]
pub struct Direct {
    linked: InstancePre<Tenant>,
}

/// A core module with the functions of an interface found in it.
pub struct DirectProgram {
    linked: InstancePre<Tenant>,
    /// Whether it imports the one function of the judge's that reads its memory.
    calls_log: bool,
    memory: ModuleExport,
    realloc: Option<ModuleExport>,
    functions: Vec<Found>,
}

/// An exported function, and the one that cleans up after its answer was read.
struct Found {
    name: String,
    call: ModuleExport,
    clean_up: Option<ModuleExport>,
}

impl Direct {
    pub(super) fn new(linked: InstancePre<Tenant>) -> Self {
        Self { linked }
    }

    pub(super) fn engine(&self) -> &Engine {
        self.linked.module().engine()
    }

    /// Finds the functions of an interface among the module's exports.
    ///
    /// # Errors
    /// That it exports no memory to talk through.
    pub fn find(&self, interface: &str) -> wasmtime::Result<DirectProgram> {
        let module = self.linked.module();
        let found = |name: &str, export: &str| Found {
            name: name.into(),
            call: module.get_export_index(export).expect("it was found among the exports"),
            clean_up: module.get_export_index(&format!("cabi_post_{export}")),
        };
        let functions = module.exports().filter(|export| export.ty().func().is_some()).filter_map(|export| {
            let name = export.name().strip_prefix(interface)?.strip_prefix('#')?;
            Some(found(name, export.name()))
        });
        Ok(DirectProgram {
            linked: self.linked.clone(),
            calls_log: module.imports().any(|import| import.name() == host::LOG),
            memory: module
                .get_export_index("memory")
                .ok_or_else(|| Error::msg("it does not export its memory as \"memory\""))?,
            realloc: module.get_export_index("cabi_realloc"),
            functions: functions.collect(),
        })
    }
}

impl DirectProgram {
    /// Starts the module, so that its functions can be had.
    ///
    /// # Errors
    /// What stopped it.
    pub fn start<'a>(&'a self, store: Call<'a>) -> wasmtime::Result<Opened<'a>> {
        let instance = self.linked.instantiate(&mut *store)?;
        // A component puts the function into a table then, and whoever has fuel for no more has none.
        if self.calls_log && fuel::left(&*store) <= PER_ELEMENT.into() {
            return Err(Trap::OutOfFuel.into());
        }
        let memory =
            instance.get_module_export(&mut *store, &self.memory).and_then(wasmtime::Extern::into_memory);
        store.data_mut().direct_memory =
            Some(memory.ok_or_else(|| Error::msg("its export \"memory\" is none"))?);
        Ok(Opened { program: self, instance, store })
    }
}

/// A module that was started just now, with its functions to be had.
pub struct Opened<'a> {
    program: &'a DirectProgram,
    instance: Instance,
    store: Call<'a>,
}

impl Opened<'_> {
    /// The function of this name, which takes and answers these numbers.
    ///
    /// # Errors
    /// That there is none, or that it has another type.
    pub fn function<P: WasmParams, R: WasmParams + WasmResults>(
        &mut self,
        name: &str,
    ) -> wasmtime::Result<Function<P, R>> {
        let found = self.program.functions.iter().find(|found| found.name == name);
        let found = found.ok_or_else(|| Error::msg(format!("it does not export the function {name}")))?;
        let clean_up = found.clean_up.as_ref().map(|clean_up| self.typed(clean_up)).transpose()?;
        Ok(Function { call: self.typed(&found.call)?, clean_up })
    }

    /// What makes room for lists.
    ///
    /// # Errors
    /// That it does not export `cabi_realloc`, or that it has another type.
    pub fn room(&mut self) -> wasmtime::Result<Room> {
        let realloc = self.program.realloc.as_ref();
        let realloc = realloc.ok_or_else(|| Error::msg("it does not export the function cabi_realloc"))?;
        self.typed(realloc).map(|realloc| Room { realloc })
    }

    fn typed<P: WasmParams, R: WasmResults>(
        &mut self,
        export: &ModuleExport,
    ) -> wasmtime::Result<TypedFunc<P, R>> {
        let export = self.instance.get_module_export(&mut *self.store, export);
        let function = export.and_then(wasmtime::Extern::into_func);
        function.ok_or_else(|| Error::msg("it exports something else than a function"))?.typed(&*self.store)
    }
}

/// A function of a running bot, which takes the numbers `P` and comes back with `R`: the address of an answer, or nothing.
pub struct Function<P, R> {
    call: TypedFunc<P, R>,
    clean_up: Option<TypedFunc<R, ()>>,
}

impl<P: WasmParams> Function<P, u32> {
    /// Calls it, and reads its answer.
    ///
    /// # Errors
    /// What stopped it, or what is wrong with its answer.
    pub fn ask<T>(
        &self,
        store: Call<'_>,
        params: P,
        read: impl FnOnce(Answer<'_>) -> wasmtime::Result<T>,
    ) -> wasmtime::Result<T> {
        let at = self.call.call(&mut *store, params)?;
        let value = read(Answer::new(memory(store).data(&*store), at, store.hostcall_fuel()))?;
        self.clean_up(store, at)?;
        Ok(value)
    }
}

impl<P: WasmParams> Function<P, ()> {
    /// Calls it.
    ///
    /// # Errors
    /// What stopped it.
    pub fn tell(&self, store: Call<'_>, params: P) -> wasmtime::Result<()> {
        self.call.call(&mut *store, params)?;
        self.clean_up(store, ())
    }
}

impl<P, R: WasmParams> Function<P, R> {
    fn clean_up(&self, store: Call<'_>, answered: R) -> wasmtime::Result<()> {
        match &self.clean_up {
            Some(clean_up) => alone(store, |store| clean_up.call(store, answered)),
            None => Ok(()),
        }
    }
}

/// What makes room for lists in a bot's memory.
pub struct Room {
    realloc: TypedFunc<(u32, u32, u32, u32), u32>,
}

impl Room {
    /// Copies bytes to where the bot makes room for them, and says where that is and how many they are.
    ///
    /// # Errors
    /// What stopped the bot, or that there is no such room.
    pub fn list(&self, store: Call<'_>, bytes: &[u8]) -> wasmtime::Result<(u32, u32)> {
        /// Of bytes, which may lie anywhere.
        const ALIGNMENT: u32 = 1;
        let length = u32::try_from(bytes.len())?;
        let at = alone(store, |store| self.realloc.call(store, (0, 0, ALIGNMENT, length)))?;
        let memory = memory(store).data_mut(&mut *store);
        let room = memory.get_mut(at as usize..).and_then(|room| room.get_mut(..bytes.len()));
        room.ok_or_else(|| Error::msg("realloc return: beyond end of memory"))?.copy_from_slice(bytes);
        Ok((at, length))
    }
}

/// The memory of a bot, which is there from its start on.
fn memory(store: Call<'_>) -> Memory {
    store.data().direct_memory.expect("a function is had of a bot that has started")
}

/// Does what a bot must do without the judge.
fn alone<T>(store: Call<'_>, work: impl FnOnce(Call<'_>) -> wasmtime::Result<T>) -> wasmtime::Result<T> {
    store.data_mut().may_call = false;
    let done = work(&mut *store);
    store.data_mut().may_call = true;
    done
}
