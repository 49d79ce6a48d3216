//! The reasons why a file cannot be a bot here: facts, to which the caller adds a remedy.

pub(crate) mod imports;
pub(crate) mod module_limits;
pub(crate) mod proposals;

use judge_limits::text::sanitize;

/// The reason why a file cannot be a bot here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Invalid {
    /// It holds more of something than the [module limits](crate::ModuleLimits) allow.
    #[error("it has more than {most} {what}")]
    TooMany {
        /// The things that were counted, in the plural.
        what: &'static str,
        /// The number allowed.
        most: u64,
        /// The number that the widest module limits allow.
        most_when_wide: u64,
    },
    /// It declares too large a table.
    #[error("it declares a table of {elements} elements, and the limit is {most}")]
    Table {
        /// Elements declared.
        elements: u64,
        /// Elements allowed.
        most: u64,
    },
    /// It declares too large a memory.
    #[error("it declares a memory of {pages} pages of 64 KiB, and the limit is {most}")]
    Memory {
        /// Pages declared.
        pages: u64,
        /// Pages allowed.
        most: u64,
    },
    /// It defines a kind of resource. The calls that make and look up resources take no fuel, and no bot needs them:
    /// those of WASI are the host's.
    #[error(
        "it defines a resource of its own, which bots cannot have; build it for the game's interface alone"
    )]
    OwnResource,
    /// It is not WebAssembly, or breaks its rules.
    #[error("it is not valid WebAssembly: {message} (at byte {offset})")]
    Malformed {
        /// The rule.
        message: String,
        /// The position in the file, in bytes.
        offset: u64,
    },
    /// It uses parts of WebAssembly that are not available, each with how to build without.
    #[error("{}", proposals(.0))]
    Proposals(Vec<(&'static str, &'static str)>),
    /// It imports what is not available.
    #[error("{}", imports(.0))]
    Imports(Vec<String>),
    /// It imports something available, but with another type.
    #[error("it imports a function of {HOST} or WASI with a wrong type: {0}", HOST = crate::HOST)]
    ImportType(String),
    /// It lacks a function, or has it with another type.
    #[error("{0}")]
    Other(String),
    /// The compiler gave up.
    #[error("it cannot be compiled: {0}")]
    Uncompilable(String),
}

impl From<String> for Invalid {
    fn from(why: String) -> Self {
        Self::Other(why)
    }
}

impl From<wasmparser::Error> for Invalid {
    fn from(error: wasmparser::Error) -> Self {
        Self::Malformed { message: error.message().to_owned(), offset: error.offset() as u64 }
    }
}

fn proposals(used: &[(&str, &str)]) -> String {
    let words: Vec<String> = used.iter().map(|(name, remedy)| format!("it uses {name}; {remedy}")).collect();
    words.join("; also, ")
}

/// Parts of the names of imports that tell the toolchain, each with what they are and the way to build without them.
const TELLING: [(&[&str], &str); 12] = [
    (&["env.abort"], "AssemblyScript: build it with --use abort=, or as sdk/assemblyscript/build does"),
    (
        &["__wbindgen", "wbg.", "_bg.js"],
        "only a browser has them (wasm-bindgen): a dependency expects one, as chrono, getrandom or uuid with the feature js do; remove it or that feature, and build with cargo build --release --target wasm32-unknown-unknown, not with wasm-pack",
    ),
    (
        &["__getrandom"],
        "the crate getrandom wants random numbers of you: make them of the seed that new-game brings, or build for wasm32-wasip1",
    ),
    (
        &["emscripten", "env.invoke_", "env.__syscall"],
        "Emscripten's JavaScript has them; build it without Emscripten, as sdk/c/build does",
    ),
    (&["env.__cxa_", "env._Unwind_"], "exceptions of C++ need them; build it with -fno-exceptions"),
    (
        &["gojs.", "go.runtime.", "env.runtime.", "syscall/js."],
        "only JavaScript has them for Go; build it with GOOS=wasip1, as sdk/go/build does",
    ),
    (&["wasi.thread-"], "there are no threads; build it for wasm32-wasip1, not wasm32-wasip1-threads"),
    (&["wasi_unstable."], "they are of a draft of WASI; build it with a newer toolchain, for wasm32-wasip1"),
    (&["wasix_"], "only Wasmer has them (WASIX); build it for wasm32-wasip1, without its toolchain"),
    (
        &["GOT.", "env.__memory_base", "env.__stack_pointer"],
        "it is a library; link it whole, without -shared",
    ),
    (&["env.malloc", "env.memcpy", "env.printf"], "they are of C's library; build it as sdk/c/build does"),
    (
        &["wasi:sockets/", "wasi:http/"],
        "there is no network; build it without (componentize-py: --stub-wasi)",
    ),
];

fn imports(names: &[String]) -> String {
    let is_of =
        |row: &&(&[&str], &str)| names.iter().any(|name| row.0.iter().any(|part| name.contains(part)));
    let remedy = match TELLING.iter().find(is_of) {
        Some((_, remedy)) => (*remedy).to_owned(),
        None => format!(
            "they have log, fuel-left, bank-left and get-option of {}, and WASI. A function that is declared but not defined becomes an import, too: define it, or remove it",
            crate::HOST
        ),
    };
    format!("it imports {}, which bots cannot have; {remedy}", sanitize(&names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One name of each row of the table, in its order, and the words of the remedy.
    #[test]
    fn each_import_that_tells_the_toolchain_comes_with_its_remedy() {
        let samples = [
            ("env.abort", "--use abort="),
            ("./bot_bg.js.__wbg_now_807e54c39636c349", "not with wasm-pack"),
            ("env.__getrandom_custom", "of the seed that new-game brings"),
            ("env.emscripten_resize_heap", "without Emscripten"),
            ("env.__cxa_throw", "-fno-exceptions"),
            ("gojs.runtime.wasmExit", "GOOS=wasip1"),
            ("wasi.thread-spawn", "not wasm32-wasip1-threads"),
            ("wasi_unstable.fd_write", "a draft of WASI"),
            ("wasix_32v1.thread_spawn_v2", "WASIX"),
            ("GOT.mem.buffer", "link it whole"),
            ("env.printf", "C's library"),
            ("wasi:sockets/network@0.2.0", "--stub-wasi"),
        ];
        assert_eq!(samples.len(), TELLING.len());
        for ((name, words), (parts, remedy)) in samples.into_iter().zip(TELLING) {
            assert!(remedy.contains(words), "{remedy}");
            let told = imports(&["env.other".to_owned(), name.to_owned()]);
            assert_eq!(told, format!("it imports env.other, {name}, which bots cannot have; {remedy}"));
            for part in parts {
                assert!(imports(&[format!("{part}x")]).ends_with(remedy), "{part}");
            }
        }
        assert!(imports(&["env.now".to_owned()]).contains("declared but not defined"));
    }
}
