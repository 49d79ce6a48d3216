//! The words that each language keeps for itself, one list for each.
//!
//! A name of a contract that is such a word gets an underscore, as the generators for Rust, C and Python write it, too.

use super::Language;

/// Names that the files of a language cannot use.
pub(crate) struct Reserved {
    /// Words of the language.
    words: &'static str,
    /// Names that a new bot's file has itself, or uses: no parameter may hide them.
    own: &'static str,
    /// Words of the language that its generator writes as they are, so that its files do not parse.
    unwritten: &'static str,
}

impl Reserved {
    /// A name as all files have it.
    pub(crate) fn free(&self, name: String) -> String {
        if has(self.words, &name) { name + "_" } else { name }
    }

    /// A name that is the new bot's file's only, where others have these.
    pub(crate) fn free_here(&self, name: String, others: &[String]) -> String {
        let mut name = self.free(name);
        while has(self.own, &name) || others.contains(&name) {
            name.push('_');
        }
        name
    }

    /// Whether the generator of the language's files cannot write a name, which is as in WIT.
    pub(crate) fn is_unwritten(&self, name: &str) -> bool {
        has(self.unwritten, name)
    }

    /// The language's words.
    #[cfg(test)]
    pub(crate) fn words(&self) -> impl Iterator<Item = &'static str> {
        [self.words, self.own].into_iter().flat_map(str::split_whitespace)
    }
}

fn has(list: &str, name: &str) -> bool {
    list.split_whitespace().any(|word| word == name)
}

/// Those of a language.
pub(crate) fn of(language: Language) -> &'static Reserved {
    match language {
        Language::Rust => &RUST,
        Language::C | Language::Cpp => &C,
        Language::Python => &PYTHON,
        Language::JavaScript | Language::TypeScript => &SCRIPT,
        Language::Zig => &ZIG,
        Language::Go => &GO,
        Language::AssemblyScript => &ASSEMBLY_SCRIPT,
        Language::Ruby => &RUBY,
    }
}

/// Names reserved by `wit-bindgen`. It knows no word of the newest edition, and writes a type `Self`.
pub(crate) const RUST: Reserved = Reserved {
    words: "abstract as async await become box break const continue crate do dyn else enum extern false final fn for if \
            impl in let loop macro match mod move mut override priv pub ref return static struct super trait true \
            try type typeof unsafe unsized use virtual where while yield",
    own: "any Bot Box Clone Option Random RefCell Result Some String Vec",
    unwritten: "gen self",
};

/// Those of C and C++ are in `wit-bindgen`; what it leaves out are words of C alone.
pub(crate) const C: Reserved = Reserved {
    words: "",
    own: "answers bot_string_dup dice judge random_below random_state state",
    unwritten: "restrict typeof typeof-unqual",
};

/// Names reserved by `componentize-py`, in names of any kind.
pub(crate) const PYTHON: Reserved = Reserved {
    words: "False None True and as assert async await break class continue def del elif else except finally for from \
            global if import in is lambda nonlocal not or pass raise return try while with yield",
    own: "exports random self",
    unwritten: "",
};

/// Those of modules, which are strict.
pub(crate) const SCRIPT: Reserved = Reserved {
    words: "arguments await break case catch class const continue debugger default delete do else enum eval export \
            extends false finally for function if implements import in instanceof interface let new null package \
            private protected public return static super switch this throw true try typeof var void while with yield",
    own: "any random Random Int8Array Uint8Array",
    unwritten: "",
};

/// Words and names of simple types; a name in quotes is one of a field or a case only.
pub(crate) const ZIG: Reserved = Reserved {
    words: "addrspace align allowzero and anyerror anyframe anyopaque anytype asm bool break c_char c_int c_long \
            c_longdouble c_longlong c_short c_uint c_ulong c_ulonglong c_ushort callconv catch comptime comptime_float \
            comptime_int const continue defer else enum errdefer error export extern f128 f16 f32 f64 f80 false fn for \
            i16 i32 i64 i8 if inline isize linksection noalias noinline noreturn nosuspend null opaque or orelse packed \
            pub resume return struct suspend switch test threadlocal true try type u16 u32 u64 u8 undefined union \
            unreachable usingnamespace usize var void volatile while",
    own: "answer judge main panic std",
    unwritten: "",
};

/// Words, and names of the language that a new bot's file uses.
pub(crate) const GO: Reserved = Reserved {
    words: "any append bool break byte case chan const continue default defer else fallthrough for func go goto if \
            import init int int16 int32 int64 int8 interface judge len main map package rand random range return \
            select string struct structs switch type uint16 uint32 uint64 uint8 var",
    own: "",
    unwritten: "",
};

/// As of [`SCRIPT`], with what the language has built in and a new bot's file uses.
pub(crate) const ASSEMBLY_SCRIPT: Reserved = Reserved {
    words: "abstract any arguments as await break case catch changetype class const continue debugger declare default \
            delete do else enum eval export extends false finally for function heap if implements import in instanceof \
            interface is keyof let load memory module namespace new null offsetof package private protected public \
            random readonly return sizeof static super switch taken this throw true try type typeof var void while with \
            yield bool f32 f64 i16 i32 i64 i8 isize string u16 u32 u64 u8 usize List Random",
    own: "",
    unwritten: "",
};

const RUBY: Reserved = Reserved { words: "", own: "", unwritten: "" };
