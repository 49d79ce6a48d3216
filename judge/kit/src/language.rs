//! The languages that bots are written in, with the tools and the build of each.

use std::fmt;
use std::str::FromStr;

/// A language that bots are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Rust, with the SDK.
    Rust,
    /// C, with clang.
    C,
    /// C++, with clang.
    Cpp,
    /// Python, with an interpreter in the bot.
    Python,
    /// JavaScript, with an interpreter in the bot.
    JavaScript,
    /// TypeScript: JavaScript whose types are checked first.
    TypeScript,
    /// Zig.
    Zig,
    /// Go, with its standard compiler.
    Go,
    /// `AssemblyScript`.
    AssemblyScript,
    /// Ruby, with an interpreter in the bot.
    Ruby,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 10] = [
        Self::Rust,
        Self::C,
        Self::Cpp,
        Self::Python,
        Self::JavaScript,
        Self::TypeScript,
        Self::Zig,
        Self::Go,
        Self::AssemblyScript,
        Self::Ruby,
    ];

    /// Its name, its folder below `sdk`, the file with the bot, and other words for it.
    fn words(self) -> (&'static str, &'static str, &'static str, &'static [&'static str]) {
        match self {
            Self::Rust => ("Rust", "rust", "src/lib.rs", &["rs"]),
            Self::C => ("C", "c", "main.c", &[]),
            Self::Cpp => ("C++", "cpp", "main.cpp", &["c++", "cxx", "cc"]),
            Self::Python => ("Python", "python", "bot.py", &["py"]),
            Self::JavaScript => ("JavaScript", "js", "bot.mjs", &["javascript"]),
            Self::TypeScript => ("TypeScript", "typescript", "bot.ts", &["ts"]),
            Self::Zig => ("Zig", "zig", "bot.zig", &[]),
            Self::Go => ("Go", "go", "bot.go", &["golang"]),
            Self::AssemblyScript => ("AssemblyScript", "assemblyscript", "bot.ts", &["as"]),
            Self::Ruby => ("Ruby", "ruby", "bot.rb", &["rb"]),
        }
    }

    /// Its name on the command line, which is also its folder below `sdk`.
    #[must_use]
    pub fn folder(self) -> &'static str {
        self.words().1
    }

    /// The file with the bot.
    pub(crate) fn source(self) -> &'static str {
        self.words().2
    }

    /// Whether its bots are programs that read lines.
    #[must_use]
    pub fn reads_lines(self) -> bool {
        self != Self::Rust
    }

    /// Whether its bots have an interpreter in them.
    fn has_interpreter(self) -> bool {
        matches!(self, Self::Python | Self::JavaScript | Self::TypeScript | Self::Ruby)
    }

    /// The text before a line that explains a bot's file.
    pub(crate) fn comment(self) -> &'static str {
        match self {
            Self::Rust => "//! ",
            Self::Python | Self::Ruby => "# ",
            _ => "// ",
        }
    }

    /// A sentence for authors on where to find the fuel that is left.
    pub(crate) fn fuel(self) -> &'static str {
        match self {
            Self::Rust => {
                "judge_sdk::fuel_left() is what is left of this turn, judge_sdk::bank_left() of the game."
            }
            _ => "\"fuel_left\" in a line is what is left of this turn.",
        }
    }

    /// Whether a bot in this language needs a file of `sdk`.
    pub(crate) fn needs_file(self, path: &str) -> bool {
        let folder = path.split_once('/').map(|(folder, _)| folder);
        match folder {
            // What all builds source, and the contract of interpreters.
            None => self != Self::Rust && (path == "common.sh" || self.has_interpreter()),
            Some("wit" | "games") => self == Self::Rust,
            // A language that another is near to.
            Some("c") => matches!(self, Self::C | Self::Cpp),
            Some("js") => matches!(self, Self::JavaScript | Self::TypeScript),
            Some(folder) => folder == self.folder(),
        }
    }

    /// The command that builds a bot.
    pub(crate) fn build(self) -> String {
        match self {
            Self::Rust => "cargo build --release".to_owned(),
            Self::Cpp => "sdk/c/build".to_owned(),
            Self::TypeScript => "sdk/js/build".to_owned(),
            _ => format!("sdk/{}/build", self.folder()),
        }
    }

    /// The command that builds a bot for this machine, if it takes one, that which runs it, and a sentence on what it is good
    /// for; nothing for a language of WebAssembly alone.
    pub(crate) fn native(self) -> Option<(Option<&'static str>, &'static str, &'static str)> {
        let mistakes = "\nWith `-g -fsanitize=address,undefined` mistakes show there that pass silently in WebAssembly, where address 0 and what lies behind an array are memory like any other.\n";
        let (build, run, more) = match self {
            Self::C => (Some("cc -O2 -o bot *.c"), "./bot", mistakes),
            Self::Cpp => (Some("c++ -std=c++20 -O2 -o bot *.cpp"), "./bot", mistakes),
            Self::Zig => (
                Some("zig build-exe -O ReleaseSafe -femit-bin=bot bot.zig"),
                "./bot",
                "\nThat takes a `zig` that your shell finds.\n",
            ),
            Self::Go => {
                (Some("go build -o bot *.go"), "./bot", "\nThat takes a `go` that your shell finds.\n")
            }
            Self::Python => (None, "\"python3 bot.py\"", ""),
            Self::JavaScript => (None, "\"node bot.mjs\"", ""),
            Self::TypeScript => (None, "\"node bot.ts\"", "\nThat takes Node.js 22.18 or newer.\n"),
            Self::Ruby => (None, "\"ruby bot.rb\"", "\nThat takes a `ruby` that your shell finds.\n"),
            Self::Rust | Self::AssemblyScript => return None,
        };
        Some((build, run, more))
    }

    /// Lines in a tournament's limits for a bot in it, where the defaults are not enough.
    pub(crate) fn limits(self) -> &'static [&'static str] {
        match self {
            Self::Rust | Self::C | Self::Cpp | Self::Zig | Self::AssemblyScript => &[],
            Self::Python | Self::JavaScript | Self::TypeScript => {
                &["file_size = \"20 MiB\"", "module_limits = \"wide\"", "fuel_per_turn = \"1G\""]
            }
            Self::Ruby => &[
                "file_size = \"20 MiB\"",
                "module_limits = \"wide\"",
                "fuel_per_turn = \"1G\"",
                "memory = \"128 MiB\"",
            ],
            Self::Go => &["file_size = \"8 MiB\"", "module_limits = \"wide\""],
        }
    }

    /// The file that the build makes.
    pub(crate) fn wasm(self, name: &str) -> String {
        if self == Self::Rust {
            return format!("target/wasm32-unknown-unknown/release/{}.wasm", name.replace('-', "_"));
        }
        format!("{name}.wasm")
    }

    /// The tools to install, with the way to do it.
    pub(crate) fn needs(self) -> &'static [&'static str] {
        match self {
            Self::Rust => &[
                "Rust 1.95 or newer with rustup, from https://rustup.rs",
                "its target wasm32-unknown-unknown: rust-toolchain.toml lets rustup install it with the first build, which also updates Rust; to keep your version of Rust, run before: rustup target add wasm32-unknown-unknown",
                "without rustup: another compiler with that target, such as Debian's packages rustc-web and libstd-rust-web-dev",
            ],
            Self::C => &[
                "clang, lld, wasi-libc and the compiler-rt for wasm32; on Debian and Ubuntu the build installs them with apt-get (clang lld wasi-libc libclang-rt-dev-wasm32)",
            ],
            Self::Cpp => &[
                "clang, lld, and wasi-libc, libc++ and the compiler-rt for wasm32; on Debian and Ubuntu the build installs them with apt-get (clang lld wasi-libc libclang-rt-dev-wasm32 libc++-dev-wasm32)",
                "a bot for tournaments has no exceptions: throw does not compile, and what would throw in the library ends it",
            ],
            Self::Python => &[
                "Python 3.10 or newer with venv, from https://www.python.org or apt-get install python3-venv",
                "the first build installs componentize-py from PyPI; without a network, download its wheel elsewhere and install it with pip into the folder that the build names",
            ],
            Self::JavaScript => &[
                "Node.js 20 or newer with npm, from https://nodejs.org or apt-get install nodejs npm",
                "the first build installs componentize-js from npm",
            ],
            Self::TypeScript => &[
                "Node.js 20 or newer with npm, from https://nodejs.org or apt-get install nodejs npm",
                "the first build installs TypeScript 7, esbuild and componentize-js from npm",
            ],
            Self::Zig => &[
                "Zig 0.17, named by the variable ZIG; or else Python 3.10 or newer with venv, from https://www.python.org or apt-get install python3-venv",
                "without ZIG the first build installs Zig 0.17 from PyPI",
            ],
            Self::Go => &[
                "Go 1.24 or newer, from https://go.dev; or else Python 3.10 or newer with venv, from https://www.python.org or apt-get install python3-venv",
                "without Go the first build installs Go 1.27 from PyPI",
                "in a tournament's file: file_size = \"8 MiB\" and module_limits = \"wide\" in [limits]; evening.toml has them",
            ],
            Self::AssemblyScript => &[
                "Node.js 20 or newer with npm, from https://nodejs.org or apt-get install nodejs npm",
                "the first build installs AssemblyScript 0.28 and its wasi-shim from npm",
            ],
            Self::Ruby => &[
                "Node.js 20 or newer with npm, from https://nodejs.org or apt-get install nodejs npm; no Ruby",
                "the first build installs Ruby 3.4 for WebAssembly and binaryen from npm",
                "in a tournament's file: file_size = \"20 MiB\", module_limits = \"wide\" and fuel_per_turn = \"1G\" in [limits], and memory = \"128 MiB\" for a bot that keeps much; evening.toml has them",
            ],
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words().0)
    }
}

impl FromStr for Language {
    /// A tip on the names that are known.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let typed = text.to_lowercase();
        let is_meant =
            |language: &Self| language.folder() == typed || language.words().3.contains(&typed.as_str());
        Self::ALL.into_iter().find(is_meant).ok_or_else(|| help_for(&typed))
    }
}

/// The tip after an unknown language was typed.
fn help_for(typed: &str) -> String {
    let all = Language::ALL.map(Language::folder).join(", ");
    let tip = match typed {
        "node" | "nodejs" | "ecmascript" => "write js",
        "python3" | "micropython" => "write python",
        "tinygo" => "write go",
        "mruby" | "jruby" => "write ruby",
        "lua" | "java" | "kotlin" | "kt" | "scala" | "c#" | "csharp" | "cs" | "dotnet" => {
            return format!(
                "no bot can be built from it yet, and docs/bots.md says why; the languages are {all}"
            );
        }
        _ => {
            return format!("the languages are {all}; judge wit GAME says what a bot in another one exports");
        }
    };
    format!("{tip}; the languages are {all}")
}
