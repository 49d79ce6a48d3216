//! Facts about a core module, for its rewriting and for whoever looks at what it imports and exports: bytes in, facts out.

use wasmparser::{
    CompositeInnerType, ConstExpr, Export, FuncType, GlobalType, Import, MemoryType, Operator, Parser,
    Payload, Result, SubType, TableType, TypeRef, ValType,
};

use crate::MeterError;

/// The facts about a core module. Of each kind of item the imported ones come first.
#[derive(Default)]
pub struct ModuleFacts<'a> {
    /// All types.
    pub types: Vec<SubType>,
    /// What it imports.
    pub imports: Vec<Import<'a>>,
    /// The type of each function.
    pub functions: Vec<u32>,
    /// The type of each table.
    pub tables: Vec<TableType>,
    /// The type of each memory.
    pub memories: Vec<MemoryType>,
    /// The type of each global.
    pub globals: Vec<GlobalType>,
    /// The constant value of each global, where it is known.
    constants: Vec<Option<u32>>,
    /// What it exports.
    pub exports: Vec<Export<'a>>,
}

impl<'a> ModuleFacts<'a> {
    /// Reads a module.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of(module: &'a [u8]) -> Result<Self> {
        let mut facts = Self::default();
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::TypeSection(groups) => {
                    for group in groups {
                        facts.types.extend(group?.into_types());
                    }
                }
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        facts.import(import?);
                    }
                }
                Payload::FunctionSection(functions) => {
                    for ty in functions {
                        facts.functions.push(ty?);
                    }
                }
                Payload::TableSection(tables) => {
                    for table in tables {
                        facts.tables.push(table?.ty);
                    }
                }
                Payload::MemorySection(memories) => {
                    for memory in memories {
                        facts.memories.push(memory?);
                    }
                }
                Payload::GlobalSection(globals) => {
                    for global in globals {
                        let global = global?;
                        facts.globals.push(global.ty);
                        facts.constants.push(constant(global.ty, &global.init_expr)?);
                    }
                }
                Payload::ExportSection(exports) => {
                    for export in exports {
                        facts.exports.push(export?);
                    }
                }
                _ => {}
            }
        }
        Ok(facts)
    }

    fn import(&mut self, import: Import<'a>) {
        match import.ty {
            TypeRef::Func(ty) | TypeRef::FuncExact(ty) => self.functions.push(ty),
            TypeRef::Table(ty) => self.tables.push(ty),
            TypeRef::Memory(ty) => self.memories.push(ty),
            TypeRef::Global(ty) => {
                self.globals.push(ty);
                self.constants.push(None);
            }
            TypeRef::Tag(_) => {}
        }
        self.imports.push(import);
    }

    /// The imports that are functions.
    pub(crate) fn imported_functions(&self) -> impl Iterator<Item = &Import<'a>> {
        self.imports.iter().filter(|import| matches!(import.ty, TypeRef::Func(_) | TypeRef::FuncExact(_)))
    }

    /// The type of this number, if it is one of functions.
    #[must_use]
    pub fn type_at(&self, ty: u32) -> Option<&FuncType> {
        match &self.types.get(ty as usize)?.composite_type.inner {
            CompositeInnerType::Func(ty) => Some(ty),
            _ => None,
        }
    }

    /// The type of a function.
    ///
    /// # Errors
    /// If it has none.
    pub fn function_type(&self, function: u32) -> Result<&FuncType, MeterError> {
        let ty = self.functions.get(function as usize).and_then(|&ty| self.type_at(ty));
        ty.ok_or_else(|| MeterError::Invalid("a function has no type".into()))
    }

    /// The constant value of a global, where it is known.
    pub(crate) fn constant(&self, global: u32) -> Option<u32> {
        self.constants.get(global as usize).copied().flatten()
    }

    /// A table's size, if it can neither grow nor be another's of another size.
    pub(crate) fn only_size(&self, table: u32) -> Option<u32> {
        let ty = self.tables.get(table as usize)?;
        (ty.maximum == Some(ty.initial)).then(|| u32::try_from(ty.initial).ok()).flatten()
    }
}

/// The constant value of a global, if it is a number of 32 bits that the module itself says.
fn constant(ty: GlobalType, init: &ConstExpr<'_>) -> Result<Option<u32>> {
    if ty.mutable || ty.content_type != ValType::I32 {
        return Ok(None);
    }
    let mut operators = init.get_operators_reader();
    let first = operators.read()?;
    let is_all = matches!(operators.read()?, Operator::End);
    Ok(match first {
        Operator::I32Const { value } if is_all => Some(value.cast_unsigned()),
        _ => None,
    })
}
