//! Facts about a module that the rewriting of its functions needs: bytes in, facts out.

use wasmparser::{
    CompositeInnerType, ConstExpr, ExternalKind, FuncType, GlobalType, Operator, Parser, Payload, SubType,
    TableType, TypeRef, ValType,
};

use crate::MeterError;

/// The facts about a module that the rewriting of its functions needs.
#[derive(Default)]
pub(crate) struct ModuleFacts {
    /// All types.
    pub(crate) types: Vec<SubType>,
    /// The type of each function, those of imported functions first.
    pub(crate) functions: Vec<u32>,
    /// Module and name of each imported function.
    pub(crate) imported_functions: Vec<(String, String)>,
    /// The constant value of each global, where it is known.
    pub(crate) globals: Vec<Option<u32>>,
    /// The size of each table, where it can have one only.
    pub(crate) table_sizes: Vec<Option<u32>>,
    /// The name of each export, and which function it is, if it is one.
    pub(crate) exports: Vec<(String, Option<u32>)>,
}

impl ModuleFacts {
    pub(crate) fn of(module: &[u8]) -> Result<Self, MeterError> {
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
                        let import = import?;
                        facts.import(import.module, import.name, import.ty);
                    }
                }
                Payload::FunctionSection(functions) => {
                    for ty in functions {
                        facts.functions.push(ty?);
                    }
                }
                Payload::TableSection(tables) => {
                    for table in tables {
                        facts.table_sizes.push(only_size(&table?.ty));
                    }
                }
                Payload::GlobalSection(globals) => {
                    for global in globals {
                        let global = global?;
                        facts.globals.push(constant(global.ty, &global.init_expr)?);
                    }
                }
                Payload::ExportSection(exports) => {
                    for export in exports {
                        let export = export?;
                        let is_function = export.kind == ExternalKind::Func;
                        facts.exports.push((export.name.to_owned(), is_function.then_some(export.index)));
                    }
                }
                _ => {}
            }
        }
        Ok(facts)
    }

    fn import(&mut self, module: &str, name: &str, ty: TypeRef) {
        match ty {
            TypeRef::Func(ty) | TypeRef::FuncExact(ty) => {
                self.functions.push(ty);
                self.imported_functions.push((module.to_owned(), name.to_owned()));
            }
            TypeRef::Global(_) => self.globals.push(None),
            TypeRef::Table(ty) => self.table_sizes.push(only_size(&ty)),
            TypeRef::Memory(_) | TypeRef::Tag(_) => {}
        }
    }

    /// The number of imported functions.
    pub(crate) fn imported(&self) -> u32 {
        u32::try_from(self.imported_functions.len()).expect("a module has fewer than 2^32 functions")
    }

    /// The type of a function.
    pub(crate) fn function_type(&self, function: u32) -> Result<&FuncType, MeterError> {
        let ty = self.functions.get(function as usize).and_then(|ty| self.types.get(*ty as usize));
        match ty.map(|ty| &ty.composite_type.inner) {
            Some(CompositeInnerType::Func(ty)) => Ok(ty),
            _ => Err(MeterError::Invalid("a function has no type".into())),
        }
    }
}

/// A table's size, if it can neither grow nor be another's of another size.
fn only_size(ty: &TableType) -> Option<u32> {
    (ty.maximum == Some(ty.initial)).then(|| u32::try_from(ty.initial).ok()).flatten()
}

/// The constant value of a global, if it is a number of 32 bits that the module itself says.
fn constant(ty: GlobalType, init: &ConstExpr<'_>) -> Result<Option<u32>, MeterError> {
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
