//! `wasi:cli`: no environment and no arguments; lines are read and printed, and standard error is the log; exit ends the game.

use wasmtime::Result;
use wasmtime::component::{ComponentType, Linker, Lower};
use wasmtime_wasi::cli::{WasiCli, WasiCliCtxView};
use wasmtime_wasi::p2::bindings::cli::{
    environment::Host as _, exit::Host as _, stdin::Host as _, terminal_input, terminal_output,
    terminal_stderr::Host as _, terminal_stdin::Host as _,
};

use super::Interface;
use crate::StoreData;
use crate::store_data::wasi_state::Wasi;

pub(super) fn link(linker: &mut Linker<StoreData>) -> Result<()> {
    let mut environment = Interface::new(linker, "cli/environment")?;
    environment.get("get-environment", |cli| cli.get_environment())?;
    environment.get("get-arguments", |cli| cli.get_arguments())?;
    environment.get("initial-cwd", |cli| cli.initial_cwd())?;
    Interface::new(linker, "cli/stdin")?.get("get-stdin", |cli| cli.get_stdin())?;
    Interface::new(linker, "cli/stdout")?.function("get-stdout", |store, (): ()| {
        let Wasi { stdout, resources, .. } = store.data_mut().wasi();
        Ok((resources.push(stdout.stream())?,))
    })?;
    Interface::new(linker, "cli/stderr")?.function("get-stderr", |store, (): ()| {
        let Wasi { stderr, resources, .. } = store.data_mut().wasi();
        Ok((resources.push(stderr.stream())?,))
    })?;
    terminal_input::add_to_linker::<_, WasiCli>(linker, |data: &mut StoreData| data.wasi().cli())?;
    terminal_output::add_to_linker::<_, WasiCli>(linker, |data: &mut StoreData| data.wasi().cli())?;
    Interface::new(linker, "cli/terminal-stdin")?
        .get("get-terminal-stdin", |cli| cli.get_terminal_stdin())?;
    // Standard output is one: so the libraries of C, Python and Ruby flush each line.
    Interface::new(linker, "cli/terminal-stdout")?.function("get-terminal-stdout", |store, (): ()| {
        Ok((Some(store.data_mut().wasi().resources.push(terminal_output::TerminalOutput)?),))
    })?;
    Interface::new(linker, "cli/terminal-stderr")?
        .get("get-terminal-stderr", |cli| cli.get_terminal_stderr())?;
    let mut exit = Interface::new(linker, "cli/exit")?;
    exit.function("exit", |store, (status,)| store.data_mut().wasi().cli().exit(status))?;
    exit.function("exit-with-code", |store, (status,)| store.data_mut().wasi().cli().exit_with_code(status))
}

impl Interface<'_> {
    /// Offers a function without parameters that wasmtime-wasi answers.
    fn get<R: ComponentType + Lower + 'static>(
        &mut self,
        name: &str,
        answer: impl Fn(&mut WasiCliCtxView<'_>) -> Result<R> + Send + Sync + 'static,
    ) -> Result<()> {
        self.function(name, move |store, (): ()| Ok((answer(&mut store.data_mut().wasi().cli())?,)))
    }
}
