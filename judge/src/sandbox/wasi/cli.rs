//! `wasi:cli`, but for its streams: no environment, no arguments, no terminal; exit ends the game.

use wasmtime::Result;
use wasmtime::component::{Linker, Resource};

use super::{Ended, Interface};
use crate::sandbox::Tenant;

struct TerminalInput;
struct TerminalOutput;

pub(super) fn link(linker: &mut Linker<Tenant>) -> Result<()> {
    link_environment(linker)?;
    link_terminals(linker)?;
    let mut exit = Interface::new(linker, "cli/exit")?;
    exit.function("exit", |_, (status,): (Result<(), ()>,)| -> Result<()> {
        Err(Ended::Exit(u8::from(status.is_err())).into())
    })?;
    exit.function("exit-with-code", |_, (status,): (u8,)| -> Result<()> { Err(Ended::Exit(status).into()) })
}

fn link_environment(linker: &mut Linker<Tenant>) -> Result<()> {
    let mut environment = Interface::new(linker, "cli/environment")?;
    environment.function("get-environment", |_, (): ()| Ok((Vec::<(String, String)>::new(),)))?;
    environment.function("get-arguments", |_, (): ()| Ok((Vec::<String>::new(),)))?;
    environment.function("initial-cwd", |_, (): ()| Ok((None::<String>,)))
}

fn link_terminals(linker: &mut Linker<Tenant>) -> Result<()> {
    Interface::new(linker, "cli/terminal-input")?.resource::<TerminalInput>("terminal-input")?;
    Interface::new(linker, "cli/terminal-output")?.resource::<TerminalOutput>("terminal-output")?;
    let mut stdin = Interface::new(linker, "cli/terminal-stdin")?;
    stdin.function("get-terminal-stdin", |_, (): ()| Ok((None::<Resource<TerminalInput>>,)))?;
    for name in ["stdout", "stderr"] {
        let mut stream = Interface::new(linker, &format!("cli/terminal-{name}"))?;
        let get = format!("get-terminal-{name}");
        stream.function(&get, |_, (): ()| Ok((None::<Resource<TerminalOutput>>,)))?;
    }
    Ok(())
}
