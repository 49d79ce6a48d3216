//! One core module: its sections in, the same with a counter, and what the counter needs, out.

use std::collections::BTreeMap;

use wasm_encoder::reencode::{self, Reencode, utils};
use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, EntityType, ExportKind, ExportSection, Function, FunctionSection,
    GlobalSection, GlobalType, ImportSection, Module, RawSection, SectionId, TypeSection, ValType,
};
use wasmparser::{Encoding, FunctionBody, Parser, Payload};

use crate::body::{self, Ends, Probe, Wires};
use crate::facts::Facts;
use crate::{FUEL, MeterError, MeterOptions, PROBE, REFUSED};

/// A function's name and parameters.
type Signature = (&'static str, &'static [ValType]);

/// The number of the host's functions.
const PROBES_LEN: u32 = 3;
/// The functions that a watched module imports from [`PROBE`].
const PROBES: [Signature; PROBES_LEN as usize] = [("enter", &[ValType::I32]), ("leave", &[]), ("empty", &[])];
const ENTER: u32 = 0;
const LEAVE: u32 = 1;
const EMPTY_OUT: u32 = 2;

/// The purpose of a module's counters.
#[derive(Clone, Copy)]
pub(crate) enum Purpose<'a> {
    /// To be run by itself: the counter is exported.
    Alone(&'a MeterOptions),
    /// To be watched: the host hears of each function that is entered and left.
    Watched,
}

/// Writes a module with counters.
pub(crate) fn instrument(module: &[u8], purpose: Purpose<'_>) -> Result<Vec<u8>, MeterError> {
    let facts = Facts::of(module)?;
    if facts.exports.iter().any(|(name, _)| [FUEL, REFUSED].contains(&name.as_str())) {
        return Err(MeterError::Invalid("it exports a name that begins with \"judge:meter\"".into()));
    }
    let mut rewriter = Rewriter { facts: &facts, purpose, function: 0 };
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
    facts: &'a Facts,
    purpose: Purpose<'a>,
    /// The number of bodies written so far.
    function: u32,
}

impl Rewriter<'_> {
    fn is_watched(&self) -> bool {
        matches!(self.purpose, Purpose::Watched)
    }

    fn imported(&self) -> u32 {
        self.facts.imported()
    }

    /// The index of the first function that stands for an imported one.
    fn stand_ins(&self) -> u32 {
        len(&self.facts.functions) + PROBES_LEN
    }

    fn fuel(&self) -> u32 {
        len(&self.facts.globals)
    }

    fn host(&self, probe: u32) -> u32 {
        self.imported() + probe
    }

    /// The index of the type of a function's results, as a block's.
    fn results_type(&self, function: u32) -> u32 {
        len(&self.facts.types) + PROBES_LEN + function
    }

    fn add_types(&self, types: &mut TypeSection) -> Result<(), MeterError> {
        if !self.is_watched() {
            return Ok(());
        }
        for (_, params) in PROBES {
            types.ty().function(params.iter().copied(), []);
        }
        for function in 0..len(&self.facts.functions) {
            let results = self.facts.function_type(function)?.results();
            let results: Result<Vec<ValType>, _> = results.iter().map(|ty| (*ty).try_into()).collect();
            let unknown = |_| MeterError::Invalid("a type of reference is unknown".into());
            types.ty().function([], results.map_err(unknown)?);
        }
        Ok(())
    }

    fn add_imports(&self, imports: &mut ImportSection) {
        if !self.is_watched() {
            return;
        }
        let first = len(&self.facts.types);
        for (ty, (name, ..)) in (first..).zip(PROBES) {
            imports.import(PROBE, name, EntityType::Function(ty));
        }
    }

    fn add_functions(&self, functions: &mut FunctionSection) {
        if self.is_watched() {
            for ty in &self.facts.functions[..self.imported() as usize] {
                functions.function(*ty);
            }
        }
    }

    fn add_globals(&self, globals: &mut GlobalSection) {
        let fuel = match self.purpose {
            Purpose::Alone(options) => i64::try_from(options.fuel_to_start).unwrap_or(i64::MAX),
            Purpose::Watched => i64::MAX,
        };
        let variable = |val_type| GlobalType { val_type, mutable: true, shared: false };
        globals.global(variable(ValType::I64), &ConstExpr::i64_const(fuel));
        globals.global(variable(ValType::I32), &ConstExpr::i32_const(0));
    }

    fn add_exports(&self, exports: &mut ExportSection) {
        exports.export(FUEL, ExportKind::Global, self.fuel());
        exports.export(REFUSED, ExportKind::Global, self.fuel() + 1);
    }

    fn add_code(&self, code: &mut CodeSection) -> Result<(), MeterError> {
        if self.is_watched() {
            for function in 0..self.imported() {
                code.function(&self.stand_in(function)?);
            }
        }
        Ok(())
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
            Purpose::Alone(_) => Wires { fuel, ends: Ends::Marked { refused: fuel + 1 } },
            Purpose::Watched => {
                let probe = Probe {
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

type Result0 = Result<(), reencode::Error<MeterError>>;

/// Takes an error of ours for one of the encoder's.
fn ours(error: MeterError) -> reencode::Error<MeterError> {
    reencode::Error::UserError(error)
}

impl Reencode for Rewriter<'_> {
    type Error = MeterError;

    fn function_index(&mut self, function: u32) -> Result<u32, reencode::Error<MeterError>> {
        Ok(if !self.is_watched() {
            function
        } else if function < self.imported() {
            self.stand_ins() + function
        } else {
            function + PROBES_LEN
        })
    }

    fn memory_type(
        &mut self,
        ty: wasmparser::MemoryType,
    ) -> Result<wasm_encoder::MemoryType, reencode::Error<MeterError>> {
        let ty = utils::memory_type(self, ty);
        let maximum = match self.purpose {
            Purpose::Alone(options) => least(ty.maximum, options.memory_pages_max, ty.minimum),
            Purpose::Watched => ty.maximum,
        };
        Ok(wasm_encoder::MemoryType { maximum, ..ty })
    }

    fn table_type(
        &mut self,
        ty: wasmparser::TableType,
    ) -> Result<wasm_encoder::TableType, reencode::Error<MeterError>> {
        let ty = utils::table_type(self, ty)?;
        let maximum = match self.purpose {
            Purpose::Alone(options) => least(ty.maximum, options.table_elements_max, ty.minimum),
            Purpose::Watched => ty.maximum,
        };
        Ok(wasm_encoder::TableType { maximum, ..ty })
    }

    fn parse_type_section(
        &mut self,
        types: &mut TypeSection,
        section: wasmparser::TypeSectionReader<'_>,
    ) -> Result0 {
        utils::parse_type_section(self, types, section)?;
        self.add_types(types).map_err(ours)
    }

    fn parse_import_section(
        &mut self,
        imports: &mut ImportSection,
        section: wasmparser::ImportSectionReader<'_>,
    ) -> Result0 {
        utils::parse_import_section(self, imports, section)?;
        self.add_imports(imports);
        Ok(())
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: wasmparser::FunctionSectionReader<'_>,
    ) -> Result0 {
        utils::parse_function_section(self, functions, section)?;
        self.add_functions(functions);
        Ok(())
    }

    fn parse_global_section(
        &mut self,
        globals: &mut GlobalSection,
        section: wasmparser::GlobalSectionReader<'_>,
    ) -> Result0 {
        utils::parse_global_section(self, globals, section)?;
        self.add_globals(globals);
        Ok(())
    }

    fn parse_export_section(
        &mut self,
        exports: &mut ExportSection,
        section: wasmparser::ExportSectionReader<'_>,
    ) -> Result0 {
        utils::parse_export_section(self, exports, section)?;
        self.add_exports(exports);
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: wasmparser::CodeSectionReader<'_>,
    ) -> Result0 {
        utils::parse_code_section(self, code, section)?;
        self.add_code(code).map_err(ours)
    }

    /// There are none any more, and what would rewrite them is large.
    fn parse_custom_section(&mut self, _: &mut Module, _: wasmparser::CustomSectionReader<'_>) -> Result0 {
        Ok(())
    }

    fn parse_function_body(&mut self, code: &mut CodeSection, body: FunctionBody<'_>) -> Result0 {
        let function = self.imported() + self.function;
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
