//! Core modules, called as they are: `judge-wit` translates arguments and answers, by the types of the interface.
//!
//! `host` has the judge's functions for them, and `preview1` those of the first WASI. Checks, their order and the words for
//! what goes wrong are those of wasmtime's components. Nothing that a bot hands over is believed: all that reads or writes
//! its memory checks the place first.

mod host;
mod preview1;

use std::cell::OnceCell;
use std::sync::Arc;

use judge_meter::FUEL;
use judge_wit::abi::{self, Target};
use judge_wit::{Core, Function, Interface, Value};
use wasmtime::{
    Engine, Error, Extern, ExternType, Func, Instance, InstancePre, Linker, Memory, Module, ModuleExport,
    Store, TypedFunc, ValRaw, ValType,
};

use super::lines::is_run;
use super::{Invalid, StoreData, fuel};
use crate::store_data::shared::Shared;
pub(super) use host::Form;

/// A bot's memory and fuel, for a call.
type Call<'a> = &'a mut Store<StoreData>;

/// All that core modules of this form may import.
pub(super) fn linker(engine: &Engine, form: Form) -> wasmtime::Result<Linker<StoreData>> {
    let mut linker = Linker::new(engine);
    host::link(&mut linker, form)?;
    preview1::link(&mut linker, form)?;
    Ok(linker)
}

/// A core module, compiled and linked.
#[derive(Clone)]
pub(super) struct Direct {
    linked: InstancePre<StoreData>,
    /// The function by which it is run, if it is a program, and the one that it wants to be called first.
    main: Option<ModuleExport>,
    initialize: Option<ModuleExport>,
    memory: Option<ModuleExport>,
    /// Where it has its fuel if it counts itself.
    counter: Option<ModuleExport>,
}

/// A core module with the functions of an interface found in it, which have the right types.
pub struct DirectProgram {
    module: Direct,
    pub(super) shared: Arc<Shared>,
    interface: Arc<Interface>,
    realloc: Option<ModuleExport>,
    /// In the interface's order.
    functions: Arc<[PostedFunction<ModuleExport>]>,
}

/// An exported function, and the one that cleans up after its answer was read.
struct PostedFunction<F> {
    call: F,
    clean_up: Option<F>,
}

impl Direct {
    pub(super) fn new(linked: InstancePre<StoreData>) -> Self {
        let module = linked.module();
        let [initialize, memory, counter] =
            ["_initialize", "memory", FUEL].map(|name| module.get_export_index(name));
        let main = main(module).and_then(|name| module.get_export_index(name));
        Self { linked, main, initialize, memory, counter }
    }

    /// Runs a program to its end, and returns its status.
    pub(super) async fn run(&self, store: Call<'_>) -> wasmtime::Result<u8> {
        let instance = self.linked.instantiate_async(&mut *store).await?;
        if let Some(initialize) = self.started(&instance, store)? {
            initialize.call_async(&mut *store, ()).await?;
        }
        let main = function(&instance, &mut *store, self.main.as_ref().expect("it is a program"));
        if main.ty(&*store).results().len() == 0 {
            main.typed::<(), ()>(&*store)?.call_async(store, ()).await?;
            return Ok(0);
        }
        // An interpreter's says whether it failed.
        let failed = main.typed::<(), u32>(&*store)?.call_async(store, ()).await?;
        Ok(u8::from(failed != 0))
    }

    /// Notes where an instance that was made just now has its memory and, if it counts itself, its fuel. Returns the function
    /// that it wants to be called first.
    fn started(&self, instance: &Instance, store: Call<'_>) -> wasmtime::Result<Option<TypedFunc<(), ()>>> {
        let mut found =
            |export: &Option<ModuleExport>| instance.get_module_export(&mut *store, export.as_ref()?);
        let memory = found(&self.memory).and_then(Extern::into_memory);
        let counter = found(&self.counter).and_then(Extern::into_global);
        let initialize = found(&self.initialize).and_then(Extern::into_func);
        store.data_mut().core_memory = memory;
        if store.data().meter.is_some() {
            let fuel = fuel::left(&mut *store);
            store.data_mut().meter.as_mut().expect("it is there").counter = counter;
            fuel::set(&mut *store, fuel);
        }
        initialize.map(|initialize| initialize.typed(&*store)).transpose()
    }

    /// Finds the functions of an interface among the module's exports, or says which is missing or has another type.
    pub(super) fn find(
        &self,
        interface: &Arc<Interface>,
        shared: &Arc<Shared>,
    ) -> Result<DirectProgram, Invalid> {
        let module = self.linked.module();
        let missing = |what: &str| Invalid::Other(format!("it does not export {what}"));
        let export = |name: &str| module.get_export_index(name);
        let found = |function: &Function| {
            let name = format!("{}#{}", interface.name, function.name);
            let after = format!("cabi_post_{name}");
            let returned = function.core_results();
            self.check(&name, function.core_params(), &returned)?;
            let clean_up = export(&after);
            if clean_up.is_some() {
                self.check(&after, &returned, &[])?;
            }
            Ok(PostedFunction { call: export(&name).expect("it was checked"), clean_up })
        };
        let functions = interface.functions.iter().map(found).collect::<Result<_, Invalid>>()?;
        let needs_room = interface.functions.iter().any(Function::needs_room);
        if needs_room && export(REALLOC).is_none() {
            return Err(missing("the function cabi_realloc"));
        }
        export("memory").ok_or_else(|| missing("its memory as \"memory\""))?;
        let realloc = export(REALLOC).filter(|_| needs_room);
        let (module, shared) = (self.clone(), shared.clone());
        Ok(DirectProgram { module, shared, interface: interface.clone(), realloc, functions })
    }

    /// Checks that a function is exported and has this type.
    fn check(&self, name: &str, params: &[Core], results: &[Core]) -> Result<(), Invalid> {
        let export = self.linked.module().get_export(name);
        let ty = export.as_ref().and_then(ExternType::func);
        let ty = ty.ok_or_else(|| Invalid::Other(format!("it does not export the function {name}")))?;
        let core = |ty: ValType| match ty {
            ValType::I32 => Some(Core::I32),
            ValType::I64 => Some(Core::I64),
            _ => None,
        };
        let are = |found: Option<Vec<Core>>, cores: &[Core]| found.is_some_and(|found| found == cores);
        if are(ty.params().map(core).collect(), params) && are(ty.results().map(core).collect(), results) {
            return Ok(());
        }
        Err(Invalid::Other(format!("its function {name} is of another type")))
    }
}

/// The export that allocates room for lists in a module's memory.
const REALLOC: &str = "cabi_realloc";

impl DirectProgram {
    /// Starts the module, so that its functions can be called.
    pub(super) fn start(&self, store: Call<'_>) -> wasmtime::Result<DirectBot> {
        let instance = self.module.linked.instantiate(&mut *store)?;
        if let Some(initialize) = self.module.started(&instance, &mut *store)? {
            initialize.call(&mut *store, ())?;
        }
        let realloc = self.realloc.as_ref().map(|export| function(&instance, &mut *store, export));
        let realloc = realloc.map(|realloc| realloc.typed(&*store)).transpose()?;
        let functions = self.functions.iter().map(|_| OnceCell::new()).collect();
        Ok(DirectBot {
            interface: self.interface.clone(),
            exports: self.functions.clone(),
            instance,
            functions,
            realloc,
        })
    }
}

/// The name of the function by which a module is run as a program: none if it has functions of an interface of the judge's.
pub(super) fn main(module: &Module) -> Option<&str> {
    let functions =
        || module.exports().filter(|export| export.ty().func().is_some()).map(|export| export.name());
    let is_called = functions().any(|name| name.starts_with("judge:"));
    functions().find(|name| !is_called && (*name == "_start" || is_run(name)))
}

fn function(instance: &Instance, store: Call<'_>, export: &ModuleExport) -> Func {
    let export = instance.get_module_export(store, export);
    export.and_then(Extern::into_func).expect("it was found among the module's functions")
}

/// The functions of a running core module.
pub(super) struct DirectBot {
    interface: Arc<Interface>,
    exports: Arc<[PostedFunction<ModuleExport>]>,
    instance: Instance,
    /// In the interface's order. To find one takes as long as some turns, and no bot is asked for its name in a game.
    functions: Vec<OnceCell<PostedFunction<Func>>>,
    realloc: Option<Realloc>,
}

type Realloc = TypedFunc<(u32, u32, u32, u32), u32>;

impl DirectBot {
    /// Calls a function with these arguments, and appends its answer to `answer`.
    pub(super) fn call(
        &self,
        store: Call<'_>,
        function: &str,
        arguments: &Value,
        answer: &mut Value,
    ) -> wasmtime::Result<()> {
        let place = self.interface.place(function).expect("the function belongs to the interface");
        let function = &self.interface.functions[place];
        let found = self.functions[place].get_or_init(|| self.find(&mut *store, place));
        let mut asked = PreparedCall::new(&mut *store, self.realloc.as_ref());
        abi::lower(function, arguments, &mut asked)?;
        let returned = asked.call(&found.call)?;
        let memory = memory(store).data(&*store);
        abi::lift(function, returned, memory, store.hostcall_fuel(), answer)
            .map_err(|malformed| Error::msg(malformed.to_string()))?;
        let Some(clean_up) = &found.clean_up else { return Ok(()) };
        alone(store, |store| {
            let mut asked = PreparedCall::new(store, None);
            for core in function.core_results() {
                asked.push(if core == Core::I32 { returned & u64::from(u32::MAX) } else { returned });
            }
            asked.call(clean_up).map(drop)
        })
    }

    #[cold]
    fn find(&self, store: Call<'_>, place: usize) -> PostedFunction<Func> {
        let found = &self.exports[place];
        let call = function(&self.instance, &mut *store, &found.call);
        let clean_up = found.clean_up.as_ref().map(|export| function(&self.instance, &mut *store, export));
        PostedFunction { call, clean_up }
    }
}

/// A call that is being made up.
struct PreparedCall<'a> {
    store: Call<'a>,
    realloc: Option<&'a Realloc>,
    /// Its core values, and then the one that is returned.
    raw: [ValRaw; abi::CORES_MAX],
    length: usize,
}

impl<'a> PreparedCall<'a> {
    #[inline]
    fn new(store: Call<'a>, realloc: Option<&'a Realloc>) -> Self {
        Self { store, realloc, raw: [ValRaw::u64(0); abi::CORES_MAX], length: 0 }
    }

    /// Calls the function, and says what it returned. Of an `i32` only the lower half means something.
    #[inline]
    fn call(&mut self, function: &Func) -> wasmtime::Result<u64> {
        // The result replaces the first argument.
        let raw = &mut self.raw[..self.length.max(1)];
        #[expect(unsafe_code, reason = "no other call knows the function's type so late, and is as quick")]
        // SAFETY: `Direct::find` has checked the function's type against the interface. `abi::lower` pushes a word for
        // each parameter of that type, and a `ValRaw` holds an `i32` as it holds the same number with 64 bits. There is
        // room for the one result. No parameter is a reference, and no store of ours is asynchronous.
        unsafe {
            function.call_unchecked(&mut *self.store, raw)?;
        }
        Ok(self.raw[0].get_u64())
    }
}

impl Target for PreparedCall<'_> {
    type Error = Error;

    #[inline]
    fn push(&mut self, word: u64) {
        self.raw[self.length] = ValRaw::u64(word);
        self.length += 1;
    }

    fn make_room(&mut self, size: usize, align: u32) -> wasmtime::Result<u32> {
        let realloc = self.realloc.expect("a module that needs it has been checked for it");
        let size_asked = u32::try_from(size)?;
        let at = alone(self.store, |store| realloc.call(store, (0, 0, align, size_asked)))?;
        if !at.is_multiple_of(align) {
            return Err(Error::msg("realloc return: result not aligned"));
        }
        let room = memory(self.store).data(&*self.store).get(at as usize..).and_then(|room| room.get(..size));
        room.map(|_| at).ok_or_else(|| Error::msg("realloc return: beyond end of memory"))
    }

    fn write(&mut self, at: u32, bytes: &[u8]) {
        memory(self.store).data_mut(&mut *self.store)[at as usize..][..bytes.len()].copy_from_slice(bytes);
    }
}

/// The memory of a bot, which is there from its start on.
fn memory(store: Call<'_>) -> Memory {
    store.data().core_memory.expect("a function is had of a bot that has started")
}

/// Does work during which the bot may not call the judge.
fn alone<T>(store: Call<'_>, work: impl FnOnce(Call<'_>) -> wasmtime::Result<T>) -> wasmtime::Result<T> {
    store.data_mut().may_call = false;
    let done = work(&mut *store);
    store.data_mut().may_call = true;
    done
}
