//! Counts what a file holds before anything is made of it: bytes in, the first excess out.
//!
//! Every part is read once, in order, and reading stops at the first excess. Does
//! not know what is valid: the compiler finds that.

mod merges;

use std::collections::BTreeMap;

use wasmparser::{
    ComponentAlias, ComponentAliasSectionReader, ComponentExportSectionReader, ComponentExternalKind,
    ComponentImportSectionReader, ComponentInstance, ComponentInstanceSectionReader, ComponentOuterAliasKind,
    ComponentType, ComponentTypeSectionReader, CompositeInnerType, ElementItems, ElementSectionReader,
    Encoding, FunctionBody, FunctionSectionReader, Instance, InstanceSectionReader, MemorySectionReader,
    Operator, Parser, Payload, RecGroup, TableSectionReader, TypeSectionReader,
};

use self::merges::{Arity, Flow};
use crate::Invalid;
use judge_limits::{LimitUse, Limits, ModuleLimits};

/// Checks that a module or component holds no more than the limits admit, and says how much there is of what grows with a
/// program.
///
/// # Errors
/// The first excess, or that the bytes are no WebAssembly.
pub fn count(bytes: &[u8], limits: &Limits) -> Result<Vec<LimitUse>, Invalid> {
    let mut counter = Counter::new(limits);
    for payload in Parser::new(0).parse_all(bytes) {
        let payload = payload?;
        match &payload {
            Payload::ComponentTypeSection(types) => {
                check_depth(bytes.get(types.range()).unwrap_or_default())?;
            }
            Payload::CustomSection(section) if section.name().starts_with(INTERFACE) => {
                check_depth(section.data())?;
            }
            _ => {}
        }
        counter.payload(payload)?;
    }
    Ok(counter.counted())
}

/// The prefix of custom sections that describe the interface of a module: each holds a component, which the tools that
/// wrap the module read.
const INTERFACE: &str = "component-type";

/// Refuses types of components that may lie too deeply inside one another, before they are read: the parser calls
/// itself for each level, without a bound, and a stack that overflows ends the judge.
///
/// A type within a type begins with the same two bytes. They can also mean other things, so it is not the depth that is
/// bounded here but a number that it cannot exceed. The files that toolchains make have one or two of them.
fn check_depth(section: &[u8]) -> Result<(), Invalid> {
    /// Marks a type among the declarations of a type.
    const TYPE: u8 = 0x01;
    const COMPONENT: u8 = 0x41;
    const INSTANCE: u8 = 0x42;
    const MOST: usize = 100;
    let begin = |pair: &[u8; 2]| pair[0] == TYPE && [COMPONENT, INSTANCE].contains(&pair[1]);
    if section.array_windows().filter(|pair| begin(pair)).count() <= MOST {
        return Ok(());
    }
    let most = MOST as u64;
    Err(Invalid::TooMany { what: "types of components inside types", most, most_when_wide: most })
}

/// What is limited: its name in the plural, and the limit.
type Limited = (&'static str, fn(&ModuleLimits) -> u64);

const TYPES: Limited = ("types", |limits| limits.types);
const FUNCTIONS: Limited = ("functions", |limits| limits.functions);
const GLOBALS: Limited = ("globals", |limits| limits.globals);
const TABLES: Limited = ("tables", |limits| limits.tables);
const MEMORIES: Limited = ("memories", |limits| limits.memories);
const SEGMENTS: Limited = ("data and element segments", |limits| limits.segments);
const ELEMENTS: Limited = ("elements to fill tables with", |limits| limits.elements);
const MODULES: Limited = ("modules and components inside it", |limits| limits.modules);
const CORE_INSTANCES: Limited = ("instances of modules", |limits| limits.core_instances);
const COMPONENT_ITEMS: Limited =
    ("types, aliases and functions of a component", |limits| limits.component_items);
const CARRIED: Limited =
    ("locals carried along the branches of all functions", |limits| limits.carried_in_all);

/// A limit, with the number that is left of it.
struct Count {
    what: &'static str,
    most: u64,
    most_when_wide: u64,
    left: u64,
}

impl Count {
    fn new(limits: &Limits, (what, limit): Limited) -> Self {
        let most = limit(limits.module_limits());
        Self { what, most, most_when_wide: limit(&ModuleLimits::WIDE), left: most }
    }

    fn add(&mut self, more: impl Into<u64>) -> Result<(), Invalid> {
        self.left = self.left.checked_sub(more.into()).ok_or_else(|| self.excess())?;
        Ok(())
    }

    fn counted(&self) -> LimitUse {
        LimitUse { what: self.what, used: self.most - self.left, limit: self.most }
    }

    fn excess(&self) -> Invalid {
        let Self { what, most, most_when_wide, .. } = *self;
        Invalid::TooMany { what, most, most_when_wide }
    }
}

/// The counts so far.
struct Counter<'a> {
    limits: &'a Limits,
    /// Of what is limited in the whole file, by its name.
    in_all: BTreeMap<&'static str, Count>,
    /// Bytes that all modules and components in the file would copy, each once.
    copied_by_all: u64,
    /// The most that any function, module or memory in the file has of what is limited for each.
    largest: Vec<LimitUse>,
    /// The modules and components that the one being read lies in, and itself.
    scopes: Vec<Scope>,
}

/// The counts of one module or component, without those in it.
struct Scope {
    imports: Count,
    exports: Count,
    /// Bytes that it copies when it is instantiated.
    copied: u64,
    /// The same of the modules and of the components in it.
    modules: Vec<u64>,
    components: Vec<u64>,
    is_component: bool,
    /// Of its types, in order.
    types: Vec<Arity>,
    /// The types of the functions it defines, in order; the number says how many bodies were read.
    functions: Vec<u32>,
    bodies: usize,
}

impl Scope {
    fn new(limits: &Limits) -> Self {
        Self {
            imports: Count::new(limits, ("imports", |limits| limits.imports)),
            exports: Count::new(limits, ("exports", |limits| limits.exports)),
            copied: 0,
            modules: Vec::new(),
            components: Vec::new(),
            is_component: false,
            types: Vec::new(),
            functions: Vec::new(),
            bodies: 0,
        }
    }
}

impl<'a> Counter<'a> {
    fn new(limits: &'a Limits) -> Self {
        let (in_all, largest) = (BTreeMap::new(), Vec::new());
        Self { limits, in_all, copied_by_all: 0, largest, scopes: vec![Scope::new(limits)] }
    }

    /// The count of what the whole file may have.
    fn in_all(&mut self, limited: Limited) -> &mut Count {
        self.in_all.entry(limited.0).or_insert_with(|| Count::new(self.limits, limited))
    }

    fn payload(&mut self, payload: Payload<'_>) -> Result<(), Invalid> {
        use Payload as P;
        match payload {
            P::TypeSection(types) => self.types(types),
            P::ImportSection(imports) => self.scope().imports.add(imports.count()),
            P::ComponentImportSection(imports) => self.component_imports(imports),
            P::ExportSection(exports) => self.scope().exports.add(exports.count()),
            P::ComponentExportSection(exports) => self.component_exports(exports),
            P::FunctionSection(functions) => self.functions(functions),
            P::GlobalSection(globals) => self.in_all(GLOBALS).add(globals.count()),
            P::TableSection(tables) => self.tables(tables),
            P::MemorySection(memories) => self.memories(memories),
            P::ElementSection(segments) => self.elements(segments),
            P::DataSection(segments) => self.segments(segments.count()),
            P::CodeSectionEntry(body) => self.body(&body),
            P::Version { encoding, .. } => {
                self.scope().is_component = encoding == Encoding::Component;
                Ok(())
            }
            P::ModuleSection { .. } | P::ComponentSection { .. } => self.enter(),
            P::InstanceSection(instances) => self.instances(instances),
            P::CoreTypeSection(items) => self.in_all(COMPONENT_ITEMS).add(items.count()),
            P::ComponentTypeSection(types) => self.component_types(types),
            P::ComponentAliasSection(aliases) => self.aliases(aliases),
            P::ComponentCanonicalSection(items) => self.in_all(COMPONENT_ITEMS).add(items.count()),
            P::ComponentInstanceSection(instances) => self.component_instances(instances),
            P::End(_) => {
                self.leave();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Keeps what one function, module or memory has, if no other has more.
    fn note(&mut self, one: LimitUse) {
        match self.largest.iter_mut().find(|largest| largest.what == one.what) {
            Some(largest) => largest.used = largest.used.max(one.used),
            None => self.largest.push(one),
        }
    }

    fn counted(mut self) -> Vec<LimitUse> {
        let in_all = [TYPES, FUNCTIONS, GLOBALS].map(|limited| self.in_all(limited).counted());
        in_all.into_iter().chain(self.largest).collect()
    }

    /// The count of what one function or file may have.
    fn count(&self, what: &'static str, limit: fn(&ModuleLimits) -> u64) -> Count {
        Count::new(self.limits, (what, limit))
    }

    fn scope(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("a part belongs to a module or component")
    }

    fn enter(&mut self) -> Result<(), Invalid> {
        self.in_all(MODULES).add(1u32)?;
        self.scopes.push(Scope::new(self.limits));
        self.count("components inside one another", |limits| limits.depth).add(self.scopes.len() as u64)
    }

    /// Notes in the component around it what an instance of the module or component that ends here copies.
    fn leave(&mut self) {
        let Some(left) = self.scopes.pop() else { return };
        self.note(left.imports.counted());
        self.note(left.exports.counted());
        self.copied_by_all = self.copied_by_all.saturating_add(left.copied);
        let Some(around) = self.scopes.last_mut() else { return };
        if left.is_component { &mut around.components } else { &mut around.modules }.push(left.copied);
    }

    fn types(&mut self, types: TypeSectionReader<'_>) -> Result<(), Invalid> {
        self.in_all(TYPES).add(types.count())?;
        types.into_iter().try_for_each(|group| self.type_group(&group?))
    }

    fn component_types(&mut self, types: ComponentTypeSectionReader<'_>) -> Result<(), Invalid> {
        self.in_all(COMPONENT_ITEMS).add(types.count())?;
        for ty in types {
            if let ComponentType::Resource { .. } = ty? {
                return Err(Invalid::OwnResource);
            }
        }
        Ok(())
    }

    fn type_group(&mut self, group: &RecGroup) -> Result<(), Invalid> {
        // A group is counted as one already.
        self.in_all(TYPES).add((group.types().len() as u64).saturating_sub(1))?;
        for ty in group.types() {
            let mut arity = Arity::default();
            if let CompositeInnerType::Func(ty) = &ty.composite_type.inner {
                let of = |values: usize| u32::try_from(values).unwrap_or(u32::MAX);
                arity = Arity { params: of(ty.params().len()), results: of(ty.results().len()) };
                let values = u64::from(arity.params) + u64::from(arity.results);
                self.count("parameters and results of one function", |limits| limits.params).add(values)?;
            }
            self.scope().types.push(arity);
        }
        Ok(())
    }

    fn functions(&mut self, functions: FunctionSectionReader<'_>) -> Result<(), Invalid> {
        self.in_all(FUNCTIONS).add(functions.count())?;
        for ty in functions {
            let ty = ty?;
            self.scope().functions.push(ty);
        }
        Ok(())
    }

    fn tables(&mut self, tables: TableSectionReader<'_>) -> Result<(), Invalid> {
        self.in_all(TABLES).add(tables.count())?;
        for table in tables {
            let (elements, most) = (table?.ty.initial, self.limits.table_elements);
            if elements > most {
                return Err(Invalid::Table { elements, most });
            }
        }
        Ok(())
    }

    fn memories(&mut self, memories: MemorySectionReader<'_>) -> Result<(), Invalid> {
        self.in_all(MEMORIES).add(memories.count())?;
        for memory in memories {
            let (pages, most) = (memory?.initial, self.limits.memory_bytes / Limits::PAGE_BYTES);
            if pages > most {
                return Err(Invalid::Memory { pages, most });
            }
            let [used, limit] = [pages, most].map(|pages| pages * Limits::PAGE_BYTES);
            self.note(LimitUse { what: "bytes of memory at the start", used, limit });
        }
        Ok(())
    }

    fn elements(&mut self, segments: ElementSectionReader<'_>) -> Result<(), Invalid> {
        self.segments(segments.count())?;
        for segment in segments {
            let elements = match segment?.items {
                ElementItems::Functions(items) => items.count(),
                ElementItems::Expressions(_, items) => items.count(),
            };
            self.in_all(ELEMENTS).add(elements)?;
            self.copies(elements.into())?;
        }
        Ok(())
    }

    fn segments(&mut self, segments: u32) -> Result<(), Invalid> {
        self.in_all(SEGMENTS).add(segments)?;
        self.copies(segments.into())
    }

    /// Notes what an instance of the module or component that is being read copies.
    fn copies(&mut self, more: u64) -> Result<(), Invalid> {
        let limit =
            self.count("segments and elements to copy when it starts", |limits| limits.copied_at_start);
        let copied = &mut self.scope().copied;
        *copied = copied.saturating_add(more);
        if *copied > limit.most { Err(limit.excess()) } else { Ok(()) }
    }

    fn instances(&mut self, instances: InstanceSectionReader<'_>) -> Result<(), Invalid> {
        self.in_all(COMPONENT_ITEMS).add(instances.count())?;
        for instance in instances {
            if let Instance::Instantiate { module_index, .. } = instance? {
                self.in_all(CORE_INSTANCES).add(1u32)?;
                let copied = self.scope().modules.get(module_index as usize).copied();
                self.copies(copied.unwrap_or(0))?;
            }
        }
        Ok(())
    }

    fn component_instances(&mut self, instances: ComponentInstanceSectionReader<'_>) -> Result<(), Invalid> {
        self.in_all(COMPONENT_ITEMS).add(instances.count())?;
        for instance in instances {
            if let ComponentInstance::Instantiate { component_index, .. } = instance? {
                let copied = self.scope().components.get(component_index as usize).copied();
                self.copies(copied.unwrap_or(0))?;
            }
        }
        Ok(())
    }

    fn component_imports(&mut self, imports: ComponentImportSectionReader<'_>) -> Result<(), Invalid> {
        self.scope().imports.add(imports.count())?;
        for import in imports {
            self.comes_in(import?.ty.kind());
        }
        Ok(())
    }

    fn component_exports(&mut self, exports: ComponentExportSectionReader<'_>) -> Result<(), Invalid> {
        self.scope().exports.add(exports.count())?;
        for export in exports {
            self.comes_in(export?.kind);
        }
        Ok(())
    }

    fn aliases(&mut self, aliases: ComponentAliasSectionReader<'_>) -> Result<(), Invalid> {
        self.in_all(COMPONENT_ITEMS).add(aliases.count())?;
        for alias in aliases {
            match alias? {
                ComponentAlias::InstanceExport { kind, .. } => self.comes_in(kind),
                ComponentAlias::Outer { kind: ComponentOuterAliasKind::CoreModule, .. } => {
                    self.comes_in(ComponentExternalKind::Module);
                }
                ComponentAlias::Outer { kind: ComponentOuterAliasKind::Component, .. } => {
                    self.comes_in(ComponentExternalKind::Component);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// A module or component that comes in by another way may be any in the file, so it counts as all of them.
    fn comes_in(&mut self, kind: ComponentExternalKind) {
        let copied = self.copied_by_all;
        match kind {
            ComponentExternalKind::Module => self.scope().modules.push(copied),
            ComponentExternalKind::Component => self.scope().components.push(copied),
            _ => {}
        }
    }

    /// The number of values that the function whose body comes next returns.
    fn next_results(&mut self) -> u32 {
        let scope = self.scope();
        let ty = scope.functions.get(scope.bodies).and_then(|&ty| scope.types.get(ty as usize));
        scope.bodies += 1;
        ty.map_or(0, |arity| arity.results)
    }

    fn body(&mut self, body: &FunctionBody<'_>) -> Result<(), Invalid> {
        let mut bytes = self.count("bytes of code in one function", |limits| limits.body_bytes);
        bytes.add(body.range().len() as u64)?;
        self.note(bytes.counted());
        let mut locals = self.count("locals in one function", |limits| limits.locals);
        for group in body.get_locals_reader()? {
            locals.add(group?.0)?;
        }
        let results = self.next_results();
        let types = &self.scopes.last().expect("a body belongs to a module").types;
        let mut flow = Flow::new(results, types);
        let nesting = self.count("blocks inside one another", |limits| limits.nesting);
        let mut depth: u64 = 0;
        for operator in body.get_operators_reader()? {
            use Operator as O;
            let operator = operator?;
            flow.operator(&operator);
            match operator {
                O::Block { .. } | O::Loop { .. } | O::If { .. } | O::Try { .. } | O::TryTable { .. } => {
                    depth += 1;
                    if depth > nesting.most {
                        return Err(nesting.excess());
                    }
                }
                O::End | O::Delegate { .. } => depth = depth.saturating_sub(1),
                O::BrTable { targets } => {
                    self.count("branches in one br_table", |limits| limits.branches).add(targets.len())?;
                }
                _ => {}
            }
        }
        let mut carried =
            self.count("locals carried along the branches of one function", |limits| limits.carried);
        let mut alive = self.count("locals alive in one place where branches meet", |limits| limits.alive);
        let Some(found) = flow.carried(carried.most) else { return Err(carried.excess()) };
        carried.add(found.over_all)?;
        self.in_all(CARRIED).add(found.over_all)?;
        alive.add(found.at_one_merge)
    }
}

#[cfg(test)]
mod tests;
