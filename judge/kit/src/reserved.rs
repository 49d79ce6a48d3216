//! The words that each language keeps for itself, one list for each.
//!
//! A name of a contract that is such a word gets an underscore, as the generators for Rust and Python write it, too.

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

    /// A name that is the new bot's file's only.
    pub(crate) fn free_here(&self, name: String) -> String {
        let name = self.free(name);
        if has(self.own, &name) { name + "_" } else { name }
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
        Language::Python => &PYTHON,
        Language::JavaScript | Language::TypeScript => &SCRIPT,
        _ => &NONE,
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

/// Those of languages whose files have no name of a contract.
const NONE: Reserved = Reserved { words: "", own: "", unwritten: "" };
