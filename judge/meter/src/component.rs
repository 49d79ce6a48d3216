//! A component in, the same component with counters and probes in all of its code out, for the profiler.
//!
//! All core modules share one counter, which a small module of ours has. At each border between the component's code and
//! the host the host's count and this one are made the same, so fees and limits stay the host's business.

use wasm_encoder::reencode::{self, Reencode, ReencodeComponent, component_utils};
use wasm_encoder::{
    Alias, CanonicalFunctionSection, CanonicalOption, Component, ComponentAliasSection, ComponentExportKind,
    ComponentImportSection, ComponentSectionId, ComponentTypeRef, ComponentTypeSection, ComponentValType,
    ExportKind, InstanceSection, InstanceType, ModuleArg, ModuleSection, PrimitiveValType, RawSection,
    ValType,
};
use wasmparser::{KnownCustom, Name, Parser, Payload};

use crate::MeterError;
use crate::counter::{self, HOST, HOST_LEN};
use crate::facts::Facts;
use crate::module::{self, METER, Purpose};

/// The interface that a watched component imports: the host's side of the counter.
///
/// - `attach: func(cell: list<s64>)`: where the counter is written whenever the host cannot be called; of one number.
/// - `sync: func(left: s64, room: u32) -> s64`: a call begins; asks for the fuel that is left, and tells what the counter
///   stands at. If `room` is 1 it stood at [`UNKNOWN`](crate::UNKNOWN) before room was made for the call's parameters.
/// - `load: func() -> s64`: asks for the fuel that is left.
/// - `store: func(left: s64)`: reports it.
/// - `empty: func()`: nothing is left; must not come back.
/// - `enter: func(function: u32, left: s64)`: a function was entered; its price is not taken yet. Stores, too.
/// - `leave: func(left: s64)`: the one that was entered last comes back. Stores, too.
pub const PROBE: &str = "judge:meter/probe";

/// Modules that `wit-component` adds, whose fuel counts for what calls them.
const GLUE: [&str; 2] = ["wit-component:shim", "wit-component:fixups"];

/// A component with counters and probes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchedComponent {
    /// Its bytes.
    pub component: Vec<u8>,
    /// Its functions, by the numbers that `enter` receives.
    pub functions: Vec<WatchedFunction>,
}

/// A function of a watched component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchedFunction {
    /// Its name: its author's, hostile text, or made up of its number.
    pub name: String,
    /// Its owner.
    pub whose: Whose,
}

/// The owner of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The module's own.
    Own,
    /// Another module's, or the host's, as it is called by this one.
    Imported,
}

/// Gives a component counters and probes.
///
/// # Errors
/// If it is invalid, uses what bots may not use, or has code in a component inside.
pub fn watch(component: &[u8]) -> Result<WatchedComponent, MeterError> {
    let mut out = Component::new();
    add_meter(&mut out);
    let mut rewriter = Rewriter { depth: 0, functions: Vec::new() };
    rewriter.parse_component(&mut out, Parser::new(0), component)?;
    Ok(WatchedComponent { component: out.finish(), functions: rewriter.functions })
}

/// The number of items of each kind that [`add_meter`] puts before those of the component.
const TYPES: u32 = 2;
const INSTANCES: u32 = 1;
const FUNCTIONS: u32 = HOST_LEN;
const MODULES: u32 = 2;
const CORE_INSTANCES: u32 = 3;
const MEMORIES: u32 = 1;
/// The instance of the module that has the counter.
const METER_INSTANCE: u32 = 2;

/// Adds the import of the host's side and the module with the counter.
fn add_meter(out: &mut Component) {
    let names = || (0..).zip(HOST.map(|(name, ..)| name));
    let mut types = ComponentTypeSection::new();
    types.defined_type().list(PrimitiveValType::S64);
    types.instance(&interface());
    out.section(&types);
    let mut imports = ComponentImportSection::new();
    imports.import(PROBE, ComponentTypeRef::Instance(1));
    out.section(&imports);
    out.section(&ModuleSection(&counter::memory())).section(&ModuleSection(&counter::module()));
    let mut instances = InstanceSection::new();
    instances.instantiate::<[(&str, ModuleArg); 0], _>(0, []);
    out.section(&instances);
    let mut aliases = ComponentAliasSection::new();
    let mut lowered = CanonicalFunctionSection::new();
    aliases.alias(Alias::CoreInstanceExport { instance: 0, kind: ExportKind::Memory, name: "memory" });
    for (index, name) in names() {
        aliases.alias(Alias::InstanceExport { instance: 0, kind: ComponentExportKind::Func, name });
        lowered.lower(index, [CanonicalOption::Memory(0)]);
    }
    out.section(&aliases).section(&lowered);
    let mut instances = InstanceSection::new();
    let functions = names().map(|(index, name)| (name, ExportKind::Func, index));
    instances.export_items(functions.chain([("memory", ExportKind::Memory, 0)]).collect::<Vec<_>>());
    instances.instantiate(1, [("host", ModuleArg::Instance(1))]);
    out.section(&instances);
}

/// The type of the interface [`PROBE`].
fn interface() -> InstanceType {
    let mut interface = InstanceType::new();
    interface.ty().defined_type().list(PrimitiveValType::S64);
    for (index, (name, params, results)) in (1..).zip(HOST) {
        let value = |ty: &ValType| match ty {
            ValType::I32 => PrimitiveValType::U32.into(),
            _ => PrimitiveValType::S64.into(),
        };
        let named = ["a", "b"];
        let params: Vec<(&str, ComponentValType)> = match name {
            "attach" => vec![("a", ComponentValType::Type(0))],
            _ => named.into_iter().zip(params.iter().map(value)).collect(),
        };
        interface.ty().function().params(params).result(results.first().map(value));
        interface.export(name, ComponentTypeRef::Func(index));
    }
    interface
}

struct Rewriter {
    /// The number of components or types of components that are open around the present place.
    depth: u32,
    functions: Vec<WatchedFunction>,
}

impl Rewriter {
    /// An index of the outermost component is moved by what was added.
    fn moved(&self, index: u32, by: u32) -> u32 {
        self.moved_from(0, index, by)
    }

    /// The same of something that is so many components further out.
    fn moved_from(&self, count: u32, index: u32, by: u32) -> u32 {
        if self.depth == count { index + by } else { index }
    }
}

type Result0 = Result<(), reencode::Error<MeterError>>;

impl Reencode for Rewriter {
    type Error = MeterError;

    fn function_index(&mut self, function: u32) -> Result<u32, reencode::Error<MeterError>> {
        Ok(self.moved(function, FUNCTIONS))
    }

    fn memory_index(&mut self, memory: u32) -> Result<u32, reencode::Error<MeterError>> {
        Ok(self.moved(memory, MEMORIES))
    }
}

impl ReencodeComponent for Rewriter {
    fn component_type_index(&mut self, ty: u32) -> u32 {
        self.moved(ty, TYPES)
    }

    fn component_instance_index(&mut self, instance: u32) -> u32 {
        self.moved(instance, INSTANCES)
    }

    fn component_func_index(&mut self, function: u32) -> u32 {
        self.moved(function, FUNCTIONS)
    }

    fn module_index(&mut self, module: u32) -> u32 {
        self.moved(module, MODULES)
    }

    fn instance_index(&mut self, instance: u32) -> u32 {
        self.moved(instance, CORE_INSTANCES)
    }

    fn outer_component_type_index(&mut self, count: u32, ty: u32) -> u32 {
        self.moved_from(count, ty, TYPES)
    }

    fn outer_module_index(&mut self, count: u32, module: u32) -> u32 {
        self.moved_from(count, module, MODULES)
    }

    fn push_depth(&mut self) {
        self.depth += 1;
    }

    fn pop_depth(&mut self) {
        self.depth -= 1;
    }

    fn parse_component_submodule(&mut self, component: &mut Component, _: Parser, module: &[u8]) -> Result0 {
        let refuse = |text: &str| Err(reencode::Error::UserError(MeterError::Unavailable(text.to_owned())));
        if self.depth > 0 {
            return refuse("a component inside with code of its own");
        }
        let purpose = match named_functions(module).map_err(reencode::Error::UserError)? {
            None => Purpose::Watched(None),
            Some(functions) => {
                let Ok(first) = u32::try_from(self.functions.len()) else {
                    return refuse("more than 2^32 functions");
                };
                self.functions.extend(functions);
                Purpose::Watched(Some(first))
            }
        };
        let module = module::instrument(module, purpose).map_err(reencode::Error::UserError)?;
        component.section(&RawSection { id: ComponentSectionId::CoreModule.into(), data: &module });
        Ok(())
    }

    fn parse_instance(
        &mut self,
        instances: &mut InstanceSection,
        instance: wasmparser::Instance<'_>,
    ) -> Result0 {
        let wasmparser::Instance::Instantiate { module_index, args } = instance else {
            return component_utils::parse_instance(self, instances, instance);
        };
        let mut given = Vec::new();
        for arg in &args {
            given.push((arg.name, ModuleArg::Instance(self.instance_index(arg.index))));
        }
        given.push((METER, ModuleArg::Instance(METER_INSTANCE)));
        instances.instantiate(self.module_index(module_index), given);
        Ok(())
    }

    fn parse_component_custom_section(
        &mut self,
        _: &mut Component,
        _: wasmparser::CustomSectionReader<'_>,
    ) -> Result0 {
        // Names and notes for tools.
        Ok(())
    }
}

/// The functions of a module by their names, unless it is one that is not watched.
fn named_functions(module: &[u8]) -> Result<Option<Vec<WatchedFunction>>, MeterError> {
    let facts = Facts::of(module)?;
    let mut names: Vec<Option<String>> = vec![None; facts.functions.len()];
    let mut name = |index: u32, name: &str| {
        if let Some(slot) = names.get_mut(index as usize) {
            *slot = Some(name.to_owned());
        }
    };
    facts.exports.iter().for_each(|(export, index)| _ = index.map(|index| name(index, export)));
    for payload in Parser::new(0).parse_all(module) {
        let Payload::CustomSection(section) = payload? else { continue };
        let KnownCustom::Name(subsections) = section.as_known() else { continue };
        // Names are for people: what cannot be read of them is left out.
        for subsection in subsections.into_iter().map_while(Result::ok) {
            match subsection {
                Name::Module { name, .. } if GLUE.contains(&name) => return Ok(None),
                Name::Function(functions) => {
                    let functions = functions.into_iter().map_while(Result::ok);
                    functions.for_each(|naming| name(naming.index, naming.name));
                }
                _ => {}
            }
        }
    }
    Ok(Some((0..).zip(names).map(|(index, name)| watched(&facts, index, name)).collect()))
}

fn watched(facts: &Facts, index: usize, name: Option<String>) -> WatchedFunction {
    match facts.imported_functions.get(index) {
        Some((module, name)) => {
            WatchedFunction { name: format!("{name} of {module}"), whose: Whose::Imported }
        }
        None => {
            WatchedFunction { name: name.unwrap_or_else(|| format!("function {index}")), whose: Whose::Own }
        }
    }
}
