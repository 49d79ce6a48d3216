//! The parts of WebAssembly that a bot may use, and the proposals in a file that are not available.

pub(crate) mod operands;

use wasmparser::{Validator, WasmFeatures};

use crate::Invalid;

/// WebAssembly as compilers emit it by default, and components. `engine` admits the same.
const ADMITTED: WasmFeatures = WasmFeatures::MUTABLE_GLOBAL
    .union(WasmFeatures::SATURATING_FLOAT_TO_INT)
    .union(WasmFeatures::SIGN_EXTENSION)
    .union(WasmFeatures::REFERENCE_TYPES)
    .union(WasmFeatures::MULTI_VALUE)
    .union(WasmFeatures::BULK_MEMORY)
    .union(WasmFeatures::FLOATS)
    .union(WasmFeatures::EXTENDED_CONST)
    .union(WasmFeatures::COMPONENT_MODEL);

/// A part of WebAssembly that is not available: its features, its name, and how to build without it.
type Proposal = (WasmFeatures, &'static str, &'static str);

const GARBAGE_COLLECTION: WasmFeatures =
    WasmFeatures::GC.union(WasmFeatures::GC_TYPES).union(WasmFeatures::FUNCTION_REFERENCES);
const EXCEPTIONS: WasmFeatures = WasmFeatures::EXCEPTIONS.union(WasmFeatures::LEGACY_EXCEPTIONS);
const THREADS: WasmFeatures = WasmFeatures::THREADS.union(WasmFeatures::SHARED_EVERYTHING_THREADS);
const ASYNC: WasmFeatures = WasmFeatures::CM_ASYNC
    .union(WasmFeatures::CM_ASYNC_STACKFUL)
    .union(WasmFeatures::CM_MORE_ASYNC_BUILTINS)
    .union(WasmFeatures::CM_THREADING)
    .union(WasmFeatures::CM_ERROR_CONTEXT);

const PROPOSALS: &[Proposal] = &[
    (
        WasmFeatures::RELAXED_SIMD,
        "relaxed SIMD",
        "build without -mrelaxed-simd, or the target feature relaxed-simd",
    ),
    (WasmFeatures::SIMD, "SIMD", "build without -msimd128, or the target feature simd128"),
    (THREADS, "threads", "build without -pthread, or the target feature atomics"),
    (
        EXCEPTIONS,
        "exceptions",
        "build without -fwasm-exceptions, or the target feature exception-handling; Rust with panic=abort",
    ),
    (WasmFeatures::TAIL_CALL, "tail calls", "build without -mtail-call, or the target feature tail-call"),
    (WasmFeatures::MEMORY64, "64-bit memory", "build for wasm32 and not for wasm64"),
    (
        WasmFeatures::MULTI_MEMORY,
        "several memories",
        "build without -mmultimemory, or the target feature multimemory",
    ),
    (
        GARBAGE_COLLECTION,
        "garbage collection",
        "use a compiler that brings its own memory management, and no externref",
    ),
    (WasmFeatures::STACK_SWITCHING, "stack switching", "build without the proposal stack-switching"),
    (
        WasmFeatures::CUSTOM_PAGE_SIZES,
        "pages of another size than 64 KiB",
        "build without the proposal custom-page-sizes",
    ),
    (
        WasmFeatures::WIDE_ARITHMETIC,
        "wide arithmetic",
        "build without -mwide-arithmetic, or the target feature wide-arithmetic",
    ),
    (ASYNC, "asynchronous functions of components", "build it with synchronous bindings"),
];

/// Checks that bytes are valid WebAssembly, and within what is available, with functions of bounded frames.
///
/// # Errors
/// All that it uses and that is not available, what is invalid about it, or too many operands in a function.
pub fn validate(bytes: &[u8]) -> Result<(), Invalid> {
    let first = match operands::check(bytes, ADMITTED) {
        Err(first @ Invalid::Malformed { .. }) => first,
        checked => return checked,
    };
    let valid = |features| Validator::new_with_features(features).validate_all(bytes);
    let all = WasmFeatures::all();
    valid(all)?;
    let is_used = |features: WasmFeatures| valid(all - features).is_err();
    let used = PROPOSALS.iter().filter(|(features, ..)| is_used(*features));
    let mut used: Vec<_> = used.map(|(_, name, remedy)| (*name, *remedy)).collect();
    if used.is_empty() {
        let drafts = all.iter_names().filter(|(_, draft)| !ADMITTED.contains(*draft) && is_used(*draft));
        used.extend(drafts.map(|(name, _)| (name, "build it without this draft of WebAssembly")));
    }
    // Two proposals may each be enough for the same part; the first complaint names one.
    if used.is_empty() { Err(first) } else { Err(Invalid::Proposals(used)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Option<String> {
        let bytes = wat::parse_str(text).expect("it is WebAssembly");
        validate(&bytes).err().map(|invalid| invalid.to_string())
    }

    #[test]
    fn each_proposal_that_is_not_available_is_named_with_a_remedy() {
        let samples = [
            ("(func (drop (v128.const i64x2 0 0)))", "it uses SIMD; build without -msimd128"),
            ("(memory 1 1 shared)", "it uses threads; build without -pthread"),
            ("(tag)", "it uses exceptions; build without -fwasm-exceptions"),
            ("(func $f (return_call $f))", "it uses tail calls; build without -mtail-call"),
            ("(memory i64 1)", "it uses 64-bit memory; build for wasm32"),
            ("(memory 1) (memory 1)", "it uses several memories; build without -mmultimemory"),
            ("(type (struct))", "it uses garbage collection; use a compiler"),
            ("(func (param externref))", "it uses garbage collection; use a compiler"),
            ("(memory 1 (pagesize 1))", "it uses pages of another size than 64 KiB;"),
            (
                "(func (param i64) (result i64 i64) (i64.mul_wide_u (local.get 0) (local.get 0)))",
                "it uses wide arithmetic;",
            ),
        ];
        for (part, words) in samples {
            let told = told(&format!("(module {part})")).unwrap_or_default();
            assert!(told.starts_with(words), "{part}: {told}");
        }
    }

    #[test]
    fn what_only_the_reader_knows_is_named_by_its_name() {
        let descriptor = "(rec (type $a (descriptor $b) (struct)) (type $b (describes $a) (struct)))";
        let part = format!("(module {descriptor})");
        assert!(told(&part).unwrap_or_default().contains("it uses garbage collection"), "{:?}", told(&part));
        // The sizes of fixed lists, which only the reader of components knows.
        let list = told("(component (type (list u8 4)))").unwrap_or_default();
        assert!(list.starts_with("it uses CM_FIXED_LENGTH_LISTS; build it without this draft"), "{list}");
    }

    #[test]
    fn all_that_it_uses_is_told_at_once() {
        let told =
            told("(module (func $f (drop (v128.const i64x2 0 0)) (return_call $f)))").unwrap_or_default();
        assert!(told.contains("it uses SIMD") && told.contains("also, it uses tail calls"), "{told}");
    }

    #[test]
    fn what_compilers_emit_by_default_is_available() {
        let text = r#"(module
            (memory 1) (table 2 funcref) (global (mut i32) (i32.const 0)) (data "x")
            (func (param i32) (result i32 i32) (i32.extend8_s (local.get 0)) (i32.trunc_sat_f64_s (f64.const 1)))
            (func (memory.fill (i32.const 0) (i32.const 0) (i32.const 9)))
            (global i32 (i32.add (i32.const 1) (i32.const 2))))"#;
        assert_eq!(told(text), None);
    }
}
