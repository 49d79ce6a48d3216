//! Counts what a file holds before anything is made of it: bytes in, the first excess out.
//!
//! Every part is read once, in order, and reading stops at the first excess. Does
//! not know what is valid; that is found when the file is compiled.

use wasmparser::{
    CompositeInnerType, ElementItems, ElementSectionReader, FunctionBody, Instance, InstanceSectionReader,
    MemorySectionReader, Operator, Parser, Payload, RecGroup, TableSectionReader, TypeSectionReader,
};

use super::limits::{Caps, Limits};
use super::{Unfit, proposals};

/// Checks that a module or component holds no more than the limits admit.
///
/// # Errors
/// The first excess, or that the bytes are no WebAssembly.
pub fn count(bytes: &[u8], limits: &Limits) -> Result<(), Unfit> {
    let mut census = Census::new(limits);
    let mut parser = Parser::new(0);
    parser.set_features(proposals::known());
    for payload in parser.parse_all(bytes) {
        census.payload(payload?)?;
    }
    Ok(())
}

impl From<wasmparser::Error> for Unfit {
    fn from(error: wasmparser::Error) -> Self {
        Self(format!("it is no valid WebAssembly: {} (at byte {})", error.message(), error.offset()))
    }
}

/// How many there may be of something, and how many there are left.
struct Quota {
    what: &'static str,
    most: u64,
    most_when_wide: u64,
    left: u64,
}

impl Quota {
    /// A quota of `what`, which `cap` limits.
    fn new(limits: &Limits, what: &'static str, cap: fn(&Caps) -> u64) -> Self {
        let most = cap(limits.caps());
        Self { what, most, most_when_wide: cap(&Caps::WIDE), left: most }
    }

    fn add(&mut self, more: impl Into<u64>) -> Result<(), Unfit> {
        self.left = self.left.checked_sub(more.into()).ok_or_else(|| self.excess())?;
        Ok(())
    }

    fn excess(&self) -> Unfit {
        let Self { what, most, most_when_wide, .. } = self;
        let advice = if most_when_wide > most {
            let mib = Limits::FILE_BYTES_NARROW >> 20;
            format!("or raise file_size in [limits] above {mib} MiB, where {most_when_wide} are admitted")
        } else {
            "or leave parts of it out".into()
        };
        Unfit(format!("it has more than {most} {what}; build it smaller, {advice}"))
    }
}

/// What was counted so far.
struct Census<'a> {
    limits: &'a Limits,
    types: Quota,
    functions: Quota,
    globals: Quota,
    tables: Quota,
    memories: Quota,
    segments: Quota,
    elements: Quota,
    modules: Quota,
    core_instances: Quota,
    component_items: Quota,
    /// The modules and components that the one being read lies in, and itself.
    scopes: Vec<Scope>,
}

/// What was counted in one module or component, without those in it.
struct Scope {
    imports: Quota,
    exports: Quota,
}

impl Scope {
    fn new(limits: &Limits) -> Self {
        Self {
            imports: Quota::new(limits, "imports", |caps| caps.imports),
            exports: Quota::new(limits, "exports", |caps| caps.exports),
        }
    }
}

impl<'a> Census<'a> {
    fn new(limits: &'a Limits) -> Self {
        let quota = |what, cap| Quota::new(limits, what, cap);
        Self {
            limits,
            types: quota("types", |caps| caps.types),
            functions: quota("functions", |caps| caps.functions),
            globals: quota("globals", |caps| caps.globals),
            tables: quota("tables", |caps| caps.tables),
            memories: quota("memories", |caps| caps.memories),
            segments: quota("data and element segments", |caps| caps.segments),
            elements: quota("elements to fill tables with", |caps| caps.elements),
            modules: quota("modules and components inside it", |caps| caps.modules),
            core_instances: quota("instances of modules", |caps| caps.core_instances),
            component_items: quota("types, aliases and functions of a component", |caps| {
                caps.component_items
            }),
            scopes: vec![Scope::new(limits)],
        }
    }

    fn payload(&mut self, payload: Payload<'_>) -> Result<(), Unfit> {
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

    /// A quota of what one function or file may have.
    fn quota(&self, what: &'static str, cap: fn(&Caps) -> u64) -> Quota {
        Quota::new(self.limits, what, cap)
    }

    fn scope(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("a part belongs to a module or component")
    }

    fn enter(&mut self) -> Result<(), Unfit> {
        self.modules.add(1u32)?;
        self.scopes.push(Scope::new(self.limits));
        self.quota("components inside one another", |caps| caps.depth).add(self.scopes.len() as u64)
    }

    fn types(&mut self, types: TypeSectionReader<'_>) -> Result<(), Unfit> {
        self.types.add(types.count())?;
        types.into_iter().try_for_each(|group| self.type_group(&group?))
    }

    fn type_group(&mut self, group: &RecGroup) -> Result<(), Unfit> {
        // A group is counted as one already.
        self.types.add((group.types().len() as u64).saturating_sub(1))?;
        for ty in group.types() {
            if let CompositeInnerType::Func(ty) = &ty.composite_type.inner {
                let values = (ty.params().len() + ty.results().len()) as u64;
                self.quota("parameters and results of one function", |caps| caps.params).add(values)?;
            }
        }
        Ok(())
    }

    fn tables(&mut self, tables: TableSectionReader<'_>) -> Result<(), Unfit> {
        self.tables.add(tables.count())?;
        for table in tables {
            let (initial, most) = (table?.ty.initial, self.limits.table_elements_max);
            if initial > most {
                return Err(Unfit(format!(
                    "it declares a table of {initial} elements, and {most} is the limit; build it smaller, or raise table_elements in [limits]"
                )));
            }
        }
        Ok(())
    }

    fn memories(&mut self, memories: MemorySectionReader<'_>) -> Result<(), Unfit> {
        self.memories.add(memories.count())?;
        for memory in memories {
            let (pages, most) = (memory?.initial, self.limits.memory_bytes_max / Limits::PAGE_BYTES);
            if pages > most {
                return Err(Unfit(format!(
                    "it declares a memory of {pages} pages of 64 KiB, and {most} is the limit; let it start with less, or raise memory in [limits]"
                )));
            }
        }
        Ok(())
    }

    fn elements(&mut self, segments: ElementSectionReader<'_>) -> Result<(), Unfit> {
        self.segments.add(segments.count())?;
        for segment in segments {
            self.elements.add(match segment?.items {
                ElementItems::Functions(items) => items.count(),
                ElementItems::Expressions(_, items) => items.count(),
            })?;
        }
        Ok(())
    }

    fn instances(&mut self, instances: InstanceSectionReader<'_>) -> Result<(), Unfit> {
        self.component_items.add(instances.count())?;
        for instance in instances {
            if let Instance::Instantiate { .. } = instance? {
                self.core_instances.add(1u32)?;
            }
        }
        Ok(())
    }

    fn body(&self, body: &FunctionBody<'_>) -> Result<(), Unfit> {
        self.quota("bytes of code in one function", |caps| caps.body_bytes).add(body.range().len() as u64)?;
        let mut locals = self.quota("locals in one function", |caps| caps.locals);
        for group in body.get_locals_reader()? {
            locals.add(group?.0)?;
        }
        let nesting = self.quota("blocks inside one another", |caps| caps.nesting).most;
        let mut depth: u64 = 0;
        let mut operators = body.get_operators_reader()?;
        while !operators.eof() {
            use Operator as O;
            match operators.read()? {
                O::Block { .. } | O::Loop { .. } | O::If { .. } | O::Try { .. } | O::TryTable { .. } => {
                    depth += 1;
                    if depth > nesting {
                        return Err(self.quota("blocks inside one another", |caps| caps.nesting).excess());
                    }
                }
                O::End | O::Delegate { .. } => depth = depth.saturating_sub(1),
                O::BrTable { targets } => {
                    self.quota("branches in one br_table", |caps| caps.branches).add(targets.len())?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
