//! The compiler of bots, with the cache of what it made.

use std::num::NonZeroUsize;

use judge_bots::{Cache, Compiler, FileKind};
use judge_sandbox::{Limits, Sandbox};

use super::{CacheUse, Options, notes};

/// The compiler, with the error of its cache, if there is one.
#[must_use]
pub fn compiler(options: &Options) -> (Compiler, Option<String>) {
    let compiler = match &options.program {
        Some(program) => {
            let threads = NonZeroUsize::new(options.jobs()).unwrap_or(NonZeroUsize::MIN);
            Compiler::in_child(program.clone()).with_threads(threads)
        }
        None => Compiler::here(),
    };
    match cache(&options.cache) {
        Ok(None) => (compiler, None),
        Ok(Some(cache)) => (compiler.with_cache(cache), None),
        Err(trouble) => (compiler, Some(trouble)),
    }
}

/// The cache of compiled code, if one is wanted.
///
/// # Errors
/// The reason why there can be none.
pub(crate) fn cache(wanted: &CacheUse) -> Result<Option<Cache>, String> {
    let cache = match wanted {
        CacheUse::None => return Ok(None),
        CacheUse::In(folder) => Cache::open(folder).map(Cache::without_bound),
        CacheUse::Keep => {
            let why = "compiled code is not kept: there is no home folder; name one with --cache";
            Cache::open(&notes().ok_or(why)?)
        }
    };
    cache.map(Some).map_err(|why| why.to_string())
}

/// The message that explains a pause while a bot is compiled.
pub(crate) fn compiling(name: &str) -> String {
    format!("{name}: compiling its interpreter takes up to half a minute, the first time")
}

/// Whether a file brings an interpreter that has not been compiled yet.
pub(crate) fn is_slow_to_compile(
    bytes: &[u8],
    kind: &FileKind,
    sandbox: &Sandbox,
    compiler: &Compiler,
) -> bool {
    let is_large = bytes.len() as u64 > Limits::FILE_BYTES_NARROW;
    is_large && compiler.must_compile(bytes, kind, sandbox)
}
