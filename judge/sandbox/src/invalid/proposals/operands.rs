//! A bound on the values that a function has on the stack of operands at a time.
//!
//! Those that are needed after a call lie in the function's frame meanwhile. The register allocator looks at ten places
//! and then makes a new one, so values that follow one another may each get a place of their own: a call of two bytes
//! returns a hundred. So the values are counted, too, that are kept over calls, each once, and that bounds how much of a
//! frame the operands can take, on every kind of machine. What locals take is bounded by the size of a function.

use wasmparser::{
    CompositeInnerType, FuncValidator, FuncValidatorAllocations, FunctionBody, Operator, Parser, SubType,
    ValidPayload, Validator, ValidatorResources, WasmFeatures, WasmModuleResources,
};

use crate::Invalid;

/// The most values at a time, beside the locals: two pages. Bots have up to 64.
const MOST: usize = 1_000;
/// The most values of one function that lie on its stack of operands during calls: four pages. Bots of compiled languages
/// have up to 50, the interpreters of Python, JavaScript and Ruby 245 to 384.
const KEPT_MOST: usize = 2_000;

/// Checks that bytes are valid WebAssembly with these features, and that no function has too many operands at a time.
///
/// # Errors
/// The first invalid instruction or the first excess.
pub(crate) fn check(bytes: &[u8], features: WasmFeatures) -> Result<(), Invalid> {
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
    // So many values, the lowest of the stack, are counted already.
    let mut counted: usize = 0;
    let mut kept: usize = 0;
    while !reader.eof() {
        let operator = reader.peek_operator(&function.visitor(reader.original_position()))?;
        let below = below(function, &operator);
        reader.visit_operator(&mut function.visitor(reader.original_position()))??;
        let height = function.operand_stack_height() as usize;
        let same = match (below, &operator) {
            (Some(below), _) => below,
            // What a loop takes is another value in each round.
            (None, Operator::Loop { .. }) => frame_height(function),
            (None, operator) if leaves_no_value(operator) => height,
            (None, _) => height.saturating_sub(1),
        };
        counted = counted.min(same).min(height);
        if matches!(operator, Operator::Call { .. } | Operator::CallIndirect { .. }) {
            kept += same.saturating_sub(counted);
            counted = counted.max(same);
        }
        if height > MOST {
            return Err(excess("values at a time in one function", MOST));
        }
        if kept > KEPT_MOST {
            return Err(excess("values that one function keeps while it calls others", KEPT_MOST));
        }
    }
    Ok(reader.finish_expression(&function.visitor(reader.original_position()))?)
}

/// The number of values below those that an operator takes, if they may be many.
fn below(function: &FuncValidator<ValidatorResources>, operator: &Operator<'_>) -> Option<usize> {
    let height = function.operand_stack_height() as usize;
    let resources = function.resources();
    let taken = match operator {
        Operator::Call { function_index } => {
            parameters(resources.sub_type_at_id(resources.type_id_of_function(*function_index)?))
        }
        Operator::CallIndirect { type_index, .. } => 1 + parameters(resources.sub_type_at(*type_index)?),
        // What a block returns may come from several places, and be a value of its own.
        Operator::End => return Some(frame_height(function)),
        _ => return None,
    };
    Some(height.saturating_sub(taken))
}

/// The number of values that a function of this type takes. Any other type gives 0: the validator refuses it later.
fn parameters(ty: &SubType) -> usize {
    match &ty.composite_type.inner {
        CompositeInnerType::Func(ty) => ty.params().len(),
        _ => 0,
    }
}

/// The number of values below the inmost block.
fn frame_height(function: &FuncValidator<ValidatorResources>) -> usize {
    function.get_control_frame(0).map_or(0, |frame| frame.height)
}

/// Whether the value on top after an operator was there before, of those that bots have by the thousand. For any other it
/// is taken for a new one.
fn leaves_no_value(operator: &Operator<'_>) -> bool {
    use Operator as O;
    matches!(
        operator,
        O::Drop
            | O::LocalSet { .. }
            | O::LocalTee { .. }
            | O::GlobalSet { .. }
            | O::I32Store { .. }
            | O::I32Store8 { .. }
            | O::I32Store16 { .. }
            | O::I64Store { .. }
            | O::I64Store8 { .. }
            | O::I64Store16 { .. }
            | O::I64Store32 { .. }
            | O::F32Store { .. }
            | O::F64Store { .. }
            | O::MemoryFill { .. }
            | O::MemoryCopy { .. }
            | O::MemoryInit { .. }
            | O::Nop
            | O::Block { .. }
            | O::If { .. }
            | O::Else
            | O::BrIf { .. }
            | O::BrTable { .. }
            | O::Br { .. }
            | O::Return
            | O::Unreachable
    )
}

fn excess(what: &'static str, most: usize) -> Invalid {
    let most = most as u64;
    Invalid::TooMany { what, most, most_when_wide: most }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks a function that has these results of calls at hand.
    fn checked(body: &str) -> Result<(), String> {
        let many = "i64 ".repeat(100);
        let text = format!(
            "(module (table 1 funcref) (type $none (func)) (func $none)
               (type $pass (func (param {many}) (result {many})))
               (func $many (result {many}) unreachable) (func $take (param {many})) (func $one (result i64) unreachable)
               (func $pass (type $pass) unreachable)
               (func (param i32) {body}))"
        );
        check(&wat::parse_str(text).expect("it is WebAssembly"), WasmFeatures::default())
            .map_err(|invalid| invalid.to_string())
    }

    #[test]
    fn values_that_are_kept_over_calls_count_once_each() {
        let told =
            Err("it has more than 2000 values that one function keeps while it calls others".to_owned());
        let kept = "call $many call $none call $take ";
        assert_eq!(checked(&kept.repeat(20)), Ok(()));
        assert_eq!(checked(&(kept.repeat(20) + "call $one call $none drop")), told);
        let indirect = "call $many (call_indirect (type $none) (local.get 0)) call $take ";
        assert_eq!(checked(&indirect.repeat(20)), Ok(()));
        assert_eq!(checked(&indirect.repeat(21)), told);
        // However many calls they are kept over; and what a call takes, it does not leave there.
        assert_eq!(checked(&format!("call $many {} call $take", "call $none ".repeat(1_000))), Ok(()));
        assert_eq!(checked(&"call $many call $take ".repeat(1_000)), Ok(()));
        assert_eq!(checked(&"call $one drop call $none ".repeat(6_000)), Ok(()));
        // Values below others are the same values, and those above are new ones.
        let above = format!("call $many {} call $take ", "call $one call $none drop ".repeat(1_900));
        assert_eq!(checked(&above), Ok(()));
        assert_eq!(checked(&(above + "call $one call $none drop")), told);
        // Other values in the same places are others.
        for other in ["call $pass", "i64.clz", "drop call $one", "(block (param i64) (result i64) i64.clz)"] {
            let others =
                |n: usize| format!("call $many {} call $take", format!("{other} call $none ").repeat(n));
            let each = if other == "call $pass" { 100 } else { 1 };
            let first = if other == "call $pass" { 0 } else { 99 };
            assert_eq!(checked(&others((2_000 - first) / each)), Ok(()), "{other}");
            assert_eq!(checked(&others((2_000 - first) / each + 1)), told, "{other}");
        }
    }

    #[test]
    fn what_blocks_return_and_what_loops_take_is_new() {
        let told =
            Err("it has more than 2000 values that one function keeps while it calls others".to_owned());
        // Branches may meet at the end of a block. Inside it the values are still those that it takes.
        let block = "call $none (block (type $pass) call $none) ";
        assert_eq!(checked(&format!("call $many {} call $take", block.repeat(20))), Ok(()));
        assert_eq!(checked(&format!("call $many {} call $none call $take", block.repeat(20))), told);
        // In each round of a loop they may be others.
        let turns = "call $none (loop (type $pass) call $none) ";
        assert_eq!(checked(&format!("call $many {} call $take", turns.repeat(10))), Ok(()));
        assert_eq!(checked(&format!("call $many {} call $none call $take", turns.repeat(10))), told);
    }

    #[test]
    fn values_at_a_time_are_bounded() {
        let values = |n: usize| format!("{} {}", "call $one ".repeat(n), "drop ".repeat(n));
        assert_eq!(checked(&values(1_000)), Ok(()));
        let told = "it has more than 1000 values at a time in one function";
        assert_eq!(checked(&values(1_001)), Err(told.to_owned()));
    }
}
