//! The reasons why a file cannot be a bot here: facts, to which the caller adds a remedy.

use judge_limits::text::sanitize;

/// Interfaces that no bot gets, and that toolchains import even so.
const NETWORK: &[&str] = &["wasi:sockets/", "wasi:http/"];

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
    /// The compiler gave up.
    #[error("it cannot be compiled: {0}")]
    Uncompilable(String),
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

/// Parts of the names of imports that only a toolchain's own host has, each with the way to build without them.
const EXPECTED: [(&[&str], &str); 4] = [
    (&["env.abort"], "AssemblyScript: build it with --use abort=, or as sdk/assemblyscript/build does"),
    (
        &["__wbindgen", "wbg.", "_bg.js"],
        "only a browser has them (wasm-bindgen): a dependency expects one, as chrono, getrandom or uuid with the feature js do; remove it or that feature, and build with cargo build --release --target wasm32-unknown-unknown, not with wasm-pack",
    ),
    (
        &["emscripten", "env.invoke_", "env.__syscall", "env.__cxa_throw"],
        "Emscripten's JavaScript has them; build it without Emscripten, as sdk/c/build does",
    ),
    (
        &["gojs.", "go.runtime."],
        "only JavaScript has them for Go; build it with GOOS=wasip1, as sdk/go/build does",
    ),
];

fn imports(names: &[String]) -> String {
    let network = names.iter().any(|name| NETWORK.iter().any(|network| name.starts_with(network)));
    let is_of = |expected: &&(&[&str], &str)| {
        names.iter().any(|name| expected.0.iter().any(|of_it| name.contains(of_it)))
    };
    let expected = EXPECTED.iter().find(is_of);
    let names = sanitize(&names.join(", "));
    if let Some((_, remedy)) = expected {
        return format!("it imports {names}, which bots cannot have; {remedy}");
    }
    if network {
        return format!(
            "it imports {names}, but bots have no network; build it without (componentize-py: --stub-wasi)"
        );
    }
    format!(
        "it imports {names}, which bots cannot have; they have log, fuel-left, bank-left and get-option of {}, and WASI. A function that is declared but not defined becomes an import, too: define it, or remove it",
        crate::HOST
    )
}
