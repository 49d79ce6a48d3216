//! The state of a bot's WASI between calls.

use judge_limits::{Log, Random, Seed};
use wasmtime::component::ResourceTable;
use wasmtime_wasi::cli::{WasiCliCtx, WasiCliCtxView};
use wasmtime_wasi::filesystem::{WasiFilesystemCtx, WasiFilesystemCtxView};

use super::printed::Printed;

/// The state of a bot's WASI between calls.
pub(crate) struct Wasi {
    pub(crate) cli: WasiCliCtx,
    pub(crate) filesystem: WasiFilesystemCtx,
    /// The bot's streams, and what it may wait for.
    pub(crate) resources: ResourceTable,
    pub(crate) random: Random,
    pub(crate) stdout: Printed,
    pub(crate) stderr: Printed,
}

impl Wasi {
    pub(crate) fn new(seed: Seed) -> Self {
        Self {
            cli: WasiCliCtx::default(),
            filesystem: WasiFilesystemCtx::default(),
            resources: ResourceTable::new(),
            random: Random::new(seed),
            stdout: Printed::default(),
            stderr: Printed::default(),
        }
    }

    pub(crate) fn cli(&mut self) -> WasiCliCtxView<'_> {
        WasiCliCtxView { ctx: &mut self.cli, table: &mut self.resources }
    }

    pub(crate) fn filesystem(&mut self) -> WasiFilesystemCtxView<'_> {
        WasiFilesystemCtxView { ctx: &mut self.filesystem, table: &mut self.resources }
    }

    /// Puts lines that the bot began to print into `log`.
    pub(crate) fn push_rest(&self, log: &mut Log) {
        self.stdout.lines.push_rest(log);
        self.stderr.lines.push_rest(log);
    }
}
