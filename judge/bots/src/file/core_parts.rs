//! Large core modules inside a component, each to be compiled and kept by itself: a component in, their places and the
//! component without them out.
//!
//! Python bots of all games have one interpreter, module by module; only the modules with their data differ. So what is
//! compiled for one of them is there for the next. Its modules use a memory and a table that a small one brings.

use std::ops::Range;

use wasm_encoder::reencode::{Reencode, RoundtripReencoder};
use wasm_encoder::{
    ComponentImportSection, ComponentSection, ComponentTypeRef, CoreTypeSection, ModuleType, RawSection,
    Section,
};
use wasmparser::{ExternalKind, Parser, Payload, TypeRef};

use judge_meter::ModuleFacts;
use judge_sandbox::{Artifact, Invalid};

/// A module with so many bytes of code takes longer to compile than to link.
const CODE_BYTES_MIN: u32 = 128 << 10;
/// The most modules that are taken out; an interpreter in Python has three.
const PARTS_MAX: usize = 8;

/// The places of the core modules to be compiled by themselves. A function of the bytes alone, so that the same bot is
/// always compiled to the same code.
pub(crate) fn of(bytes: &[u8]) -> Vec<Range<usize>> {
    found(bytes).unwrap_or_default()
}

fn found(bytes: &[u8]) -> Option<Vec<Range<usize>>> {
    if !Parser::is_component(bytes) {
        return None;
    }
    let (mut parts, mut module, mut brings_room, mut depth) = (Vec::new(), 0..0, false, 0_u32);
    for payload in Parser::new(0).parse_all(bytes) {
        match payload.ok()? {
            // The types of ours would put off the numbers of these.
            Payload::CoreTypeSection(_) => return None,
            Payload::ModuleSection { unchecked_range, .. } => {
                (module, brings_room) = (unchecked_range, false);
                depth += 1;
            }
            // wasmtime does not count the memories and tables of what a component imports: each of its instances would take
            // the room of another bot. These sections come before the code.
            Payload::MemorySection(_) | Payload::TableSection(_) => brings_room = true,
            Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) => depth = depth.saturating_sub(1),
            Payload::CodeSectionStart { size, .. }
                if depth == 1 && !brings_room && size >= CODE_BYTES_MIN && parts.len() < PARTS_MAX =>
            {
                parts.push(module.clone());
            }
            _ => {}
        }
    }
    Some(parts)
}

/// The component, which has been validated, with an import in place of each of these modules.
///
/// # Errors
/// If it is not as it was when they were found.
pub(crate) fn without(bytes: &[u8], parts: &[Range<usize>]) -> Result<Vec<u8>, Invalid> {
    let (mut rest, mut depth) = (bytes.get(..8).unwrap_or_default().to_vec(), 0_u32);
    for payload in Parser::new(0).parse_all(bytes) {
        let payload = payload?;
        if matches!(payload, Payload::End(_)) {
            depth = depth.saturating_sub(1);
        }
        if depth == 0
            && let Some((id, range)) = payload.as_section()
        {
            match parts.iter().position(|part| *part == range) {
                Some(number) => import(&mut rest, number, &bytes[range])?,
                None => RawSection { id, data: &bytes[range] }.append_to(&mut rest),
            }
        }
        if matches!(payload, Payload::ModuleSection { .. } | Payload::ComponentSection { .. }) {
            depth += 1;
        }
    }
    Ok(rest)
}

/// Appends the type of a module, and the import of one.
fn import(component: &mut Vec<u8>, number: usize, module: &[u8]) -> wasmparser::Result<()> {
    let mut types = CoreTypeSection::new();
    types.ty().module(&type_of(module)?);
    append(component, &types);
    let mut imports = ComponentImportSection::new();
    let ty = u32::try_from(number).expect("there are few");
    imports.import(Artifact::import_of_part(number).as_str(), ComponentTypeRef::Module(ty));
    append(component, &imports);
    Ok(())
}

fn append(component: &mut Vec<u8>, section: &impl ComponentSection) {
    component.push(section.id());
    section.encode(component);
}

/// The type of a core module that is valid, so that all its types are functions'.
fn type_of(module: &[u8]) -> wasmparser::Result<ModuleType> {
    let facts = ModuleFacts::of(module)?;
    let encoded = |ty| RoundtripReencoder.entity_type(ty).expect("every type has an encoding");
    let mut ty = ModuleType::new();
    for function in &facts.types {
        let function = RoundtripReencoder.func_type(function.unwrap_func().clone());
        ty.ty().func_type(&function.expect("every type has an encoding"));
    }
    for import in &facts.imports {
        ty.import(import.module, import.name, encoded(import.ty));
    }
    for export in &facts.exports {
        let index = export.index as usize;
        let item = match export.kind {
            ExternalKind::Func => TypeRef::Func(facts.functions[index]),
            ExternalKind::Table => TypeRef::Table(facts.tables[index]),
            ExternalKind::Memory => TypeRef::Memory(facts.memories[index]),
            ExternalKind::Global => TypeRef::Global(facts.globals[index]),
            ExternalKind::Tag | ExternalKind::FuncExact => {
                unreachable!("such proposals are not available")
            }
        };
        ty.export(export.name, encoded(item));
    }
    Ok(ty)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module of every kind of import and export, with so many instructions of 11 bytes.
    fn module(name: &str, instructions: usize) -> String {
        let code = "(drop (i64.const 0x7fffffffffffffff))".repeat(instructions);
        format!(
            r#"(core module ${name}
                (import "env" "f" (func $f (param i32 f64) (result i64)))
                (import "env" "memory" (memory 1 4))
                (import "env" "table" (table $table 1 funcref))
                (import "env" "stack" (global (mut i32)))
                (global (export "here") i32 (i32.const 0))
                (export "more" (table $table))
                (func (export "g") (result i32) {code} (i32.const 1))
                (export "again" (func $f)))"#
        )
    }

    fn component(parts: &str) -> Vec<u8> {
        wat::parse_str(format!("(component {parts})")).expect("it is a component")
    }

    fn count(parts: &str) -> usize {
        of(&component(parts)).len()
    }

    #[test]
    fn modules_with_much_code_are_found_where_they_lie() {
        let (small, large) = (module("s", 10_000), module("l", 12_000));
        assert_eq!(count(&format!("{small} {large} {large}").replacen("$l", "$m", 1)), 2);
        assert_eq!(count(&format!("(component {large})")), 0, "it is not the component's own");
        assert_eq!(count(&format!("(core type (module)) {large}")), 0, "types have numbers already");
        for room in ["(memory 1)", "(table 1 funcref)"] {
            let large = format!("{}{room})", large.strip_suffix(')').expect("it is a module"));
            assert_eq!(count(&large), 0, "each of its instances takes room");
        }
        assert_eq!(of(&wat::parse_str(large.replace("core module", "module")).expect("it is one")), []);
        let many: String = (0..=PARTS_MAX).map(|number| module(&format!("m{number}"), 12_000)).collect();
        assert_eq!(count(&many), PARTS_MAX);
    }

    #[test]
    fn a_component_imports_what_is_taken_out_with_its_type() {
        let around = r#"(core module $env
            (func (export "f") (param i32 f64) (result i64) (i64.const 1))
            (memory (export "memory") 1 4)
            (table (export "table") 1 funcref)
            (global (export "stack") (mut i32) (i32.const 0)))
            (core instance $env (instantiate $env))"#;
        let used = r#"(core instance $l (instantiate $l (with "env" (instance $env))))
            (func (export "g") (result s32) (canon lift (core func $l "g")))"#;
        let bytes = component(&format!("{around} {} {used}", module("l", 12_000)));
        let parts = of(&bytes);
        let rest = without(&bytes, &parts).expect("it is valid");
        assert!(rest.len() < 1_000, "{}", rest.len());
        wasmparser::Validator::new().validate_all(&rest).expect("it is valid still");
        let imports = Parser::new(0).parse_all(&rest).filter_map(|payload| match payload {
            Ok(Payload::ComponentImportSection(imports)) => Some(imports),
            _ => None,
        });
        let names: Vec<String> =
            imports.flatten().map(|import| import.expect("it is one").name.name.to_owned()).collect();
        assert_eq!(names, [Artifact::import_of_part(0)]);
    }
}
