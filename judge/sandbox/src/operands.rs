//! How many values a function has on the stack of operands at a time: bytes in, the first excess out.
//!
//! Those that are needed after a call lie in the function's frame meanwhile; values that follow one another may get
//! places of their own there, so that this bounds a frame only roughly. Whoever enters the function touches each
//! page of its frame, and no instruction says so: no fuel is taken for it.

use wasmparser::{
    FuncValidator, FuncValidatorAllocations, FunctionBody, Parser, ValidPayload, Validator,
    ValidatorResources, WasmFeatures,
};

use super::Invalid;

/// The most values at a time, beside the locals: two pages. Bots have up to 64.
const MOST: usize = 1_000;

/// Checks that bytes are valid WebAssembly with these features, and that no function has too many operands at a time.
///
/// # Errors
/// What is invalid, or the first excess.
pub(super) fn check(bytes: &[u8], features: WasmFeatures) -> Result<(), Invalid> {
    let mut validator = Validator::new_with_features(features);
    let mut parser = Parser::new(0);
    parser.set_features(features);
    let mut functions = Vec::new();
    for payload in parser.parse_all(bytes) {
        if let ValidPayload::Func(function, body) = validator.payload(&payload?)? {
            functions.push((function, body));
        }
    }
    let mut allocations = FuncValidatorAllocations::default();
    for (function, body) in functions {
        let mut function = function.into_validator(allocations);
        check_body(&mut function, &body)?;
        allocations = function.into_allocations();
    }
    Ok(())
}

fn check_body(
    function: &mut FuncValidator<ValidatorResources>,
    body: &FunctionBody<'_>,
) -> Result<(), Invalid> {
    let mut reader = body.get_binary_reader();
    function.read_locals(&mut reader)?;
    while !reader.eof() {
        reader.visit_operator(&mut function.visitor(reader.original_position()))??;
        if function.operand_stack_height() as usize > MOST {
            let most = MOST as u64;
            return Err(Invalid::TooMany {
                what: "values at a time in one function",
                most,
                most_when_wide: most,
            });
        }
    }
    Ok(reader.finish_expression(&function.visitor(reader.original_position()))?)
}
