//! A bot as a plain core module with counters, run as the front page of `judge-meter` says.

use judge_meter::{EMPTY, FUEL, MeterOptions, REFUSED, calls, instrument};
use judge_play::{FaultKind, NoAnswer};
use judge_sandbox::Limits;
use wasmtime::{Caller, Config, Engine, Extern, Global, Instance, Linker, Memory, Module, Store, Val};

/// A bot that runs alone.
pub(crate) struct Guest {
    store: Store<Host>,
    instance: Instance,
    memory: Memory,
    /// Fuel left of the turn under way, spent in it, and spent in all.
    left: u64,
    spent_in_turn: u64,
    spent: u64,
}

/// The state that the judge's functions need.
#[derive(Default)]
struct Host {
    /// The bot's fuel, once it has started.
    counter: Option<Global>,
    /// Fuel in the bank beyond that of the call under way.
    bank_beyond: u64,
}

impl Guest {
    pub(crate) fn start(wasm: &[u8]) -> Self {
        let limits = Limits::default();
        let options = MeterOptions {
            memory_pages_max: Some(limits.memory_bytes / Limits::PAGE_BYTES),
            table_elements_max: Some(limits.table_elements),
            fuel_to_start: limits.fuel_to_start,
        };
        let module = instrument(wasm, &options).expect("the bot uses what bots may");
        let mut config = Config::new();
        config.max_wasm_stack(1 << 20);
        let engine = Engine::new(&config).expect("the configuration is valid");
        let module = Module::new(&engine, &module).unwrap_or_else(|error| panic!("{error:?}"));
        let mut linker = Linker::new(&engine);
        link(&mut linker).expect("the names are different");
        let mut store = Store::new(&engine, Host::default());
        let instance = linker.instantiate(&mut store, &module).expect("it starts");
        store.data_mut().counter = instance.get_global(&mut store, FUEL);
        let memory = instance.get_memory(&mut store, "memory").expect("it has a memory");
        let left = limits.fuel_per_turn;
        let mut guest = Self { store, instance, memory, left, spent_in_turn: 0, spent: 0 };
        if guest.instance.get_func(&mut guest.store, "_initialize").is_some() {
            guest.run("_initialize", &[]).expect("it starts");
        }
        guest
    }

    /// A turn begins, which ends with the answer to a question.
    pub(crate) fn begin_turn(&mut self) {
        (self.left, self.spent_in_turn) = (Limits::default().fuel_per_turn, 0);
        self.global(REFUSED).set(&mut self.store, Val::I32(0)).expect("it is a number");
    }

    /// Calls a function of the contract; `lists` are lowered, and their places put behind the first `before` arguments.
    /// `read` takes the answer out of memory.
    pub(crate) fn ask<R>(
        &mut self,
        function: &str,
        mut arguments: Vec<Val>,
        (at, lists): (usize, &[&[u8]]),
        read: impl FnOnce(&[u8], usize) -> R,
    ) -> Result<R, NoAnswer> {
        self.store.data_mut().bank_beyond = Limits::default().fuel_bank - self.spent - self.left;
        let left = Val::I64(i64::try_from(self.left).expect("it is little"));
        self.global(FUEL).set(&mut self.store, left).expect("it is a number");
        let mut places = Vec::new();
        for list in lists {
            let bytes = i32::try_from(list.len()).expect("it is short");
            let room = [Val::I32(0), Val::I32(0), Val::I32(1), Val::I32(bytes)];
            let place = self.run("cabi_realloc", &room)?.expect("it says where");
            self.memory.write(&mut self.store, offset(place), list).expect("there is room");
            places.extend([Val::I32(place), Val::I32(bytes)]);
        }
        arguments.splice(at..at, places);
        let answer = self.run(function, &arguments)?;
        let result = read(self.memory.data(&self.store), offset(answer.unwrap_or(0)));
        let clean_up = format!("cabi_post_{function}");
        if self.instance.get_func(&mut self.store, &clean_up).is_some() {
            let flat: Vec<Val> = answer.map(Val::I32).into_iter().collect();
            self.run(&clean_up, &flat)?;
        }
        let left = calls::answer(self.global(FUEL).get(&mut self.store).unwrap_i64());
        self.spend(self.left - left);
        Ok(result)
    }

    pub(crate) fn spent(&self) -> (u64, u64) {
        (self.spent, self.spent_in_turn)
    }

    fn spend(&mut self, fuel: u64) {
        self.left -= fuel;
        self.spent += fuel;
        self.spent_in_turn += fuel;
    }

    fn global(&mut self, name: &str) -> Global {
        self.instance.get_global(&mut self.store, name).expect("the module has counters")
    }

    /// Runs a function that gives back one number or none. If it traps, the turn's fuel is spent.
    fn run(&mut self, function: &str, arguments: &[Val]) -> Result<Option<i32>, NoAnswer> {
        let function = self.instance.get_func(&mut self.store, function).expect("the bot exports it");
        let mut results = vec![Val::I32(0); function.ty(&self.store).results().len()];
        match function.call(&mut self.store, arguments, &mut results) {
            Ok(()) => Ok(results.first().map(Val::unwrap_i32)),
            Err(error) => {
                self.spend(self.left);
                Err(self.fault(&error))
            }
        }
    }

    fn fault(&mut self, error: &wasmtime::Error) -> NoAnswer {
        if self.global(FUEL).get(&mut self.store).unwrap_i64() == EMPTY {
            return NoAnswer::out_of_fuel(self.spent_in_turn);
        }
        let trap = error.downcast_ref::<wasmtime::Trap>().unwrap_or_else(|| panic!("{error:?}"));
        let words = trap.to_string();
        NoAnswer::Fault(FaultKind::Trap, words.strip_prefix("wasm trap: ").unwrap_or(&words).into())
    }
}

fn offset(place: i32) -> usize {
    place.cast_unsigned() as usize
}

/// Offers the judge's functions, with their fees.
fn link(linker: &mut Linker<Host>) -> wasmtime::Result<()> {
    const HOST: &str = "judge:arena/host@1.0.0";
    linker.func_wrap(
        HOST,
        "log",
        |mut caller: Caller<'_, Host>, _: i32, bytes: i32| -> wasmtime::Result<()> {
            pay(&mut caller, |left| calls::log(left, u64::from(bytes.cast_unsigned())))?;
            Ok(())
        },
    )?;
    linker.func_wrap(HOST, "fuel-left", |mut caller: Caller<'_, Host>| -> wasmtime::Result<u64> {
        pay(&mut caller, calls::fuel_left)
    })?;
    linker.func_wrap(HOST, "bank-left", |mut caller: Caller<'_, Host>| -> wasmtime::Result<u64> {
        Ok(pay(&mut caller, calls::fuel_left)? + caller.data().bank_beyond)
    })?;
    Ok(())
}

/// Takes a fee, and gives the fuel that is left.
fn pay(caller: &mut Caller<'_, Host>, fee: impl FnOnce(i64) -> Option<i64>) -> wasmtime::Result<u64> {
    let Some(Extern::Global(counter)) = caller.get_export(FUEL) else { panic!("the module has a counter") };
    let left = fee(counter.get(&mut *caller).unwrap_i64());
    counter.set(&mut *caller, Val::I64(left.unwrap_or(EMPTY)))?;
    let has_turn = caller.data().counter.is_some();
    match left {
        Some(left) => Ok(if has_turn { calls::answer(left) } else { 0 }),
        None => Err(wasmtime::Trap::OutOfFuel.into()),
    }
}
