//! Counts what a file holds before anything is made of it: bytes in, the first excess out.
//!
//! Every part is read once, in order, and reading stops at the first excess. Does
//! not know what is valid: the compiler finds that.

use wasmparser::{
    CompositeInnerType, ElementItems, ElementSectionReader, FunctionBody, Instance, InstanceSectionReader,
    MemorySectionReader, Operator, Parser, Payload, RecGroup, TableSectionReader, TypeSectionReader,
};

use super::limits::{Limits, ModuleLimits};
use super::{Invalid, proposals};

/// Checks that a module or component holds no more than the limits admit.
///
/// # Errors
/// The first excess, or that the bytes are no WebAssembly.
pub fn count(bytes: &[u8], limits: &Limits) -> Result<(), Invalid> {
    let mut counter = Counter::new(limits);
    let mut parser = Parser::new(0);
    parser.set_features(proposals::known());
    for payload in parser.parse_all(bytes) {
        counter.payload(payload?)?;
    }
    Ok(())
}

/// How many there may be of something, and how many there are left.
struct Count {
    what: &'static str,
    most: u64,
    most_when_wide: u64,
    left: u64,
}

impl Count {
    /// The count of `what`, which `limit` limits.
    fn new(limits: &Limits, what: &'static str, limit: fn(&ModuleLimits) -> u64) -> Self {
        let most = limit(limits.module_limits());
        Self { what, most, most_when_wide: limit(&ModuleLimits::WIDE), left: most }
    }

    fn add(&mut self, more: impl Into<u64>) -> Result<(), Invalid> {
        self.left = self.left.checked_sub(more.into()).ok_or_else(|| self.excess())?;
        Ok(())
    }

    fn excess(&self) -> Invalid {
        let Self { what, most, most_when_wide, .. } = *self;
        Invalid::TooMany { what, most, most_when_wide }
    }
}

/// What was counted so far.
struct Counter<'a> {
    limits: &'a Limits,
    types: Count,
    functions: Count,
    globals: Count,
    tables: Count,
    memories: Count,
    segments: Count,
    elements: Count,
    modules: Count,
    core_instances: Count,
    component_items: Count,
    /// The modules and components that the one being read lies in, and itself.
    scopes: Vec<Scope>,
}

/// What was counted in one module or component, without those in it.
struct Scope {
    imports: Count,
    exports: Count,
}

impl Scope {
    fn new(limits: &Limits) -> Self {
        Self {
            imports: Count::new(limits, "imports", |limits| limits.imports),
            exports: Count::new(limits, "exports", |limits| limits.exports),
        }
    }
}

impl<'a> Counter<'a> {
    fn new(limits: &'a Limits) -> Self {
        let count = |what, cap| Count::new(limits, what, cap);
        Self {
            limits,
            types: count("types", |limits| limits.types),
            functions: count("functions", |limits| limits.functions),
            globals: count("globals", |limits| limits.globals),
            tables: count("tables", |limits| limits.tables),
            memories: count("memories", |limits| limits.memories),
            segments: count("data and element segments", |limits| limits.segments),
            elements: count("elements to fill tables with", |limits| limits.elements),
            modules: count("modules and components inside it", |limits| limits.modules),
            core_instances: count("instances of modules", |limits| limits.core_instances),
            component_items: count("types, aliases and functions of a component", |limits| {
                limits.component_items
            }),
            scopes: vec![Scope::new(limits)],
        }
    }

    fn payload(&mut self, payload: Payload<'_>) -> Result<(), Invalid> {
        use Payload as P;
        match payload {
            P::TypeSection(types) => self.types(types),
            P::ImportSection(imports) => self.scope().imports.add(imports.count()),
            P::ComponentImportSection(imports) => self.scope().imports.add(imports.count()),
            P::ExportSection(exports) => self.scope().exports.add(exports.count()),
            P::ComponentExportSection(exports) => self.scope().exports.add(exports.count()),
            P::FunctionSection(functions) => self.functions.add(functions.count()),
            P::GlobalSection(globals) => self.globals.add(globals.count()),
            P::TableSection(tables) => self.tables(tables),
            P::MemorySection(memories) => self.memories(memories),
            P::ElementSection(segments) => self.elements(segments),
            P::DataSection(segments) => self.segments.add(segments.count()),
            P::CodeSectionEntry(body) => self.body(&body),
            P::ModuleSection { .. } | P::ComponentSection { .. } => self.enter(),
            P::InstanceSection(instances) => self.instances(instances),
            P::CoreTypeSection(items) => self.component_items.add(items.count()),
            P::ComponentTypeSection(items) => self.component_items.add(items.count()),
            P::ComponentAliasSection(items) => self.component_items.add(items.count()),
            P::ComponentCanonicalSection(items) => self.component_items.add(items.count()),
            P::ComponentInstanceSection(items) => self.component_items.add(items.count()),
            P::End(_) => {
                self.scopes.pop();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The count of what one function or file may have.
    fn count(&self, what: &'static str, limit: fn(&ModuleLimits) -> u64) -> Count {
        Count::new(self.limits, what, limit)
    }

    fn scope(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("a part belongs to a module or component")
    }

    fn enter(&mut self) -> Result<(), Invalid> {
        self.modules.add(1u32)?;
        self.scopes.push(Scope::new(self.limits));
        self.count("components inside one another", |limits| limits.depth).add(self.scopes.len() as u64)
    }

    fn types(&mut self, types: TypeSectionReader<'_>) -> Result<(), Invalid> {
        self.types.add(types.count())?;
        types.into_iter().try_for_each(|group| self.type_group(&group?))
    }

    fn type_group(&mut self, group: &RecGroup) -> Result<(), Invalid> {
        // A group is counted as one already.
        self.types.add((group.types().len() as u64).saturating_sub(1))?;
        for ty in group.types() {
            if let CompositeInnerType::Func(ty) = &ty.composite_type.inner {
                let values = (ty.params().len() + ty.results().len()) as u64;
                self.count("parameters and results of one function", |limits| limits.params).add(values)?;
            }
        }
        Ok(())
    }

    fn tables(&mut self, tables: TableSectionReader<'_>) -> Result<(), Invalid> {
        self.tables.add(tables.count())?;
        for table in tables {
            let (elements, most) = (table?.ty.initial, self.limits.table_elements);
            if elements > most {
                return Err(Invalid::Table { elements, most });
            }
        }
        Ok(())
    }

    fn memories(&mut self, memories: MemorySectionReader<'_>) -> Result<(), Invalid> {
        self.memories.add(memories.count())?;
        for memory in memories {
            let (pages, most) = (memory?.initial, self.limits.memory_bytes / Limits::PAGE_BYTES);
            if pages > most {
                return Err(Invalid::Memory { pages, most });
            }
        }
        Ok(())
    }

    fn elements(&mut self, segments: ElementSectionReader<'_>) -> Result<(), Invalid> {
        self.segments.add(segments.count())?;
        for segment in segments {
            self.elements.add(match segment?.items {
                ElementItems::Functions(items) => items.count(),
                ElementItems::Expressions(_, items) => items.count(),
            })?;
        }
        Ok(())
    }

    fn instances(&mut self, instances: InstanceSectionReader<'_>) -> Result<(), Invalid> {
        self.component_items.add(instances.count())?;
        for instance in instances {
            if let Instance::Instantiate { .. } = instance? {
                self.core_instances.add(1u32)?;
            }
        }
        Ok(())
    }

    fn body(&self, body: &FunctionBody<'_>) -> Result<(), Invalid> {
        self.count("bytes of code in one function", |limits| limits.body_bytes)
            .add(body.range().len() as u64)?;
        let mut locals = self.count("locals in one function", |limits| limits.locals);
        for group in body.get_locals_reader()? {
            locals.add(group?.0)?;
        }
        let nesting = self.count("blocks inside one another", |limits| limits.nesting).most;
        let mut depth: u64 = 0;
        let mut operators = body.get_operators_reader()?;
        while !operators.eof() {
            use Operator as O;
            match operators.read()? {
                O::Block { .. } | O::Loop { .. } | O::If { .. } | O::Try { .. } | O::TryTable { .. } => {
                    depth += 1;
                    if depth > nesting {
                        return Err(self
                            .count("blocks inside one another", |limits| limits.nesting)
                            .excess());
                    }
                }
                O::End | O::Delegate { .. } => depth = depth.saturating_sub(1),
                O::BrTable { targets } => {
                    self.count("branches in one br_table", |limits| limits.branches).add(targets.len())?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
