//! One core module: its sections in, the same with a counter, and what the counter needs, out.

use std::collections::BTreeMap;

use wasm_encoder::reencode::{self, Reencode, utils};
use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, EntityType, ExportKind, ExportSection, Function, FunctionSection,
    GlobalSection, GlobalType, ImportSection, Module, RawSection, SectionId, TypeSection, ValType,
};
use wasmparser::{
    CodeSectionReader, Encoding, ExportSectionReader, FunctionBody, FunctionSectionReader,
    GlobalSectionReader, ImportSectionReader, Parser, Payload, TypeSectionReader,
};

use crate::body::{self, Ends, ProbeFunctions, Wires};
use crate::facts::ModuleFacts;
use crate::{FUEL, MeterError, MeterOptions, PROBE, REFUSED};

/// A function's name and parameters.
type HostFunction = (&'static str, &'static [ValType]);

/// The number of the host's functions.
const PROBES_LEN: u32 = 3;
/// The functions that a watched module imports from [`PROBE`].
const PROBES: [HostFunction; PROBES_LEN as usize] =
    [("enter", &[ValType::I32]), ("leave", &[]), ("empty", &[])];
const ENTER: u32 = 0;
const LEAVE: u32 = 1;
const EMPTY_OUT: u32 = 2;

/// The purpose of a module's counters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To be run by itself: the counter is exported.
    Alone,
    /// To be watched: the host hears of each function that is entered and left.
    Watched,
}

/// Writes a module with counters.
pub(crate) fn instrument(
    module: &[u8],
    options: &MeterOptions,
    purpose: Purpose,
) -> Result<Vec<u8>, MeterError> {
    let facts = ModuleFacts::of(module)?;
    if facts.exports.iter().any(|export| [FUEL, REFUSED].contains(&export.name)) {
        return Err(MeterError::Invalid("it exports a name that begins with \"judge:meter\"".into()));
    }
    let imported = facts.imported_functions().count();
    let imported = u32::try_from(imported).expect("a module has fewer than 2^32 functions");
    let mut rewriter = Rewriter { facts: &facts, imported, options, purpose, function: 0 };
    let mut out = Module::new();
    rewriter.parse_core_module(&mut out, Parser::new(0), &with_all_sections(module)?)?;
    Ok(out.finish())
}

/// The sections' numbers in the order in which a module has them. Two came later than the others.
const ORDER: [u8; 13] = [1, 2, 3, 4, 5, 13, 6, 7, 8, 9, 12, 10, 11];

/// The same module with each section that something may be added to, be it empty, and without notes for tools: what runs
/// is another module.
fn with_all_sections(module: &[u8]) -> Result<Vec<u8>, MeterError> {
    let added = [
        SectionId::Type,
        SectionId::Import,
        SectionId::Function,
        SectionId::Global,
        SectionId::Export,
        SectionId::Code,
    ];
    // A list without items.
    let mut sections: BTreeMap<u8, &[u8]> = added.map(|section| (section.into(), &[0][..])).into();
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::Version { encoding: Encoding::Component, .. } => {
                return Err(MeterError::Invalid("it is a component".into()));
            }
            Payload::UnknownSection { id, .. } => {
                return Err(MeterError::Invalid(format!("it has a section of the unknown kind {id}")));
            }
            payload => sections.extend(payload.as_section().map(|(id, range)| (id, &module[range]))),
        }
    }
    let mut all = Module::new();
    for id in ORDER {
        sections.get(&id).iter().for_each(|data| _ = all.section(&RawSection { id, data }));
    }
    Ok(all.finish())
}

struct Rewriter<'a> {
    facts: &'a ModuleFacts<'a>,
    /// The number of imported functions.
    imported: u32,
    options: &'a MeterOptions,
    purpose: Purpose,
    /// The number of bodies written so far.
    function: u32,
}

impl Rewriter<'_> {
    fn is_watched(&self) -> bool {
        self.purpose == Purpose::Watched
    }

    /// How many imported functions have a stand-in: all, or none.
    fn stood_in(&self) -> u32 {
        if self.is_watched() { self.imported } else { 0 }
    }

    /// The index of the first function that stands for an imported one.
    fn stand_ins(&self) -> u32 {
        len(&self.facts.functions) + PROBES_LEN
    }

    fn fuel(&self) -> u32 {
        len(&self.facts.globals)
    }

    fn host(&self, probe: u32) -> u32 {
        self.imported + probe
    }

    /// The index of the type of a function's results, as a block's.
    fn results_type(&self, function: u32) -> u32 {
        len(&self.facts.types) + PROBES_LEN + function
    }

    /// Calls an imported function, which takes what it takes of the counter.
    fn stand_in(&self, function: u32) -> Result<Function, MeterError> {
        let mut out = Function::new([]);
        let mut sink = out.instructions();
        sink.i32_const(function.cast_signed()).call(self.host(ENTER));
        for param in 0..len(self.facts.function_type(function)?.params()) {
            sink.local_get(param);
        }
        sink.call(function).call(self.host(LEAVE)).end();
        Ok(out)
    }

    fn wires(&self, function: u32) -> Wires {
        let fuel = self.fuel();
        match self.purpose {
            Purpose::Alone => Wires { fuel, ends: Ends::Marked { refused: fuel + 1 } },
            Purpose::Watched => {
                let probe = ProbeFunctions {
                    enter: self.host(ENTER),
                    leave: self.host(LEAVE),
                    number: function,
                    results: BlockType::FunctionType(self.results_type(function)),
                };
                Wires { fuel, ends: Ends::Called { empty: self.host(EMPTY_OUT), probe } }
            }
        }
    }
}

/// The length of a list that a module has.
fn len<T>(list: &[T]) -> u32 {
    u32::try_from(list.len()).expect("a module has fewer than 2^32 of anything")
}

type Done<T> = Result<T, reencode::Error<MeterError>>;

fn ours(error: MeterError) -> reencode::Error<MeterError> {
    reencode::Error::UserError(error)
}

impl Reencode for Rewriter<'_> {
    type Error = MeterError;

    fn function_index(&mut self, function: u32) -> Done<u32> {
        Ok(if !self.is_watched() {
            function
        } else if function < self.imported {
            self.stand_ins() + function
        } else {
            function + PROBES_LEN
        })
    }

    fn memory_type(&mut self, ty: wasmparser::MemoryType) -> Done<wasm_encoder::MemoryType> {
        let ty = utils::memory_type(self, ty);
        let maximum = least(ty.maximum, self.options.memory_pages_max, ty.minimum);
        Ok(wasm_encoder::MemoryType { maximum, ..ty })
    }

    fn table_type(&mut self, ty: wasmparser::TableType) -> Done<wasm_encoder::TableType> {
        let ty = utils::table_type(self, ty)?;
        let maximum = least(ty.maximum, self.options.table_elements_max, ty.minimum);
        Ok(wasm_encoder::TableType { maximum, ..ty })
    }

    fn parse_type_section(&mut self, to: &mut TypeSection, from: TypeSectionReader<'_>) -> Done<()> {
        utils::parse_type_section(self, to, from)?;
        if !self.is_watched() {
            return Ok(());
        }
        for (_, params) in PROBES {
            to.ty().function(params.iter().copied(), []);
        }
        for function in 0..len(&self.facts.functions) {
            let results = self.facts.function_type(function).map_err(ours)?.results().to_vec();
            to.ty().function([], self.val_types(results)?);
        }
        Ok(())
    }

    fn parse_import_section(&mut self, to: &mut ImportSection, from: ImportSectionReader<'_>) -> Done<()> {
        utils::parse_import_section(self, to, from)?;
        let probes = (len(&self.facts.types)..).zip(PROBES).filter(|_| self.is_watched());
        for (ty, (name, ..)) in probes {
            to.import(PROBE, name, EntityType::Function(ty));
        }
        Ok(())
    }

    fn parse_function_section(
        &mut self,
        to: &mut FunctionSection,
        from: FunctionSectionReader<'_>,
    ) -> Done<()> {
        utils::parse_function_section(self, to, from)?;
        for ty in &self.facts.functions[..self.stood_in() as usize] {
            to.function(*ty);
        }
        Ok(())
    }

    fn parse_global_section(&mut self, to: &mut GlobalSection, from: GlobalSectionReader<'_>) -> Done<()> {
        utils::parse_global_section(self, to, from)?;
        let fuel = i64::try_from(self.options.fuel_to_start).unwrap_or(i64::MAX);
        let variable = |val_type| GlobalType { val_type, mutable: true, shared: false };
        to.global(variable(ValType::I64), &ConstExpr::i64_const(fuel));
        to.global(variable(ValType::I32), &ConstExpr::i32_const(0));
        Ok(())
    }

    fn parse_export_section(&mut self, to: &mut ExportSection, from: ExportSectionReader<'_>) -> Done<()> {
        utils::parse_export_section(self, to, from)?;
        to.export(FUEL, ExportKind::Global, self.fuel());
        to.export(REFUSED, ExportKind::Global, self.fuel() + 1);
        Ok(())
    }

    fn parse_code_section(&mut self, to: &mut CodeSection, from: CodeSectionReader<'_>) -> Done<()> {
        utils::parse_code_section(self, to, from)?;
        for function in 0..self.stood_in() {
            to.function(&self.stand_in(function).map_err(ours)?);
        }
        Ok(())
    }

    /// There are none any more, and what would rewrite them is large.
    fn parse_custom_section(&mut self, _: &mut Module, _: wasmparser::CustomSectionReader<'_>) -> Done<()> {
        Ok(())
    }

    fn parse_function_body(&mut self, code: &mut CodeSection, body: FunctionBody<'_>) -> Done<()> {
        let function = self.imported + self.function;
        self.function += 1;
        let (wires, facts) = (self.wires(function), self.facts);
        let function = body::instrument(self, wires, facts, function, &body).map_err(ours)?;
        code.function(&function);
        Ok(())
    }
}

/// The lesser of two limits, where there are any; never less than there is from the start.
fn least(declared: Option<u64>, limit: Option<u64>, minimum: u64) -> Option<u64> {
    let limit = limit.map(|limit| limit.max(minimum));
    declared.into_iter().chain(limit).min()
}
