//! The layout of values in memory: types of the contract in, text out, each type once.

use wit_parser::{Resolve, SizeAlign, Type, TypeDefKind};

use super::numbered;
use crate::functions::spelled;

/// The types that were added, in the order in which they were met.
#[derive(Default)]
pub(super) struct Layouts(Vec<String>);

impl Layouts {
    /// Adds a type that lies in memory, and all types in it.
    pub(super) fn add(&mut self, resolve: &Resolve, ty: &Type) {
        let mut sizes = SizeAlign::default();
        sizes.fill(resolve);
        self.add_with(resolve, &sizes, ty);
    }

    /// Adds the parts in memory of a type that is passed as numbers: the elements of its lists.
    pub(super) fn add_elements(&mut self, resolve: &Resolve, ty: &Type) {
        let is_list = matches!(ty, Type::Id(id) if matches!(resolve.types[*id].kind, TypeDefKind::List(_)));
        for inner in parts(resolve, ty) {
            if is_list {
                self.add(resolve, &inner);
            } else {
                self.add_elements(resolve, &inner);
            }
        }
    }

    pub(super) fn text(&self) -> String {
        if self.0.is_empty() {
            return String::new();
        }
        format!("\nWhat addresses lead to:\n\n{}", self.0.join("\n"))
    }

    fn add_with(&mut self, resolve: &Resolve, sizes: &SizeAlign, ty: &Type) {
        let heading = heading(resolve, sizes, ty);
        let body = match ty {
            Type::String => {
                "  at 0  i32, address of its bytes, in UTF-8\n  at 4  i32, number of bytes\n".to_owned()
            }
            Type::Id(id) => body(resolve, sizes, &resolve.types[*id].kind),
            _ => return,
        };
        let layout = heading + &body;
        if self.0.contains(&layout) {
            return;
        }
        self.0.push(layout);
        for inner in parts(resolve, ty) {
            self.add_with(resolve, sizes, &inner);
        }
    }
}

fn heading(resolve: &Resolve, sizes: &SizeAlign, ty: &Type) -> String {
    let (name, bytes) = (spelled(resolve, ty), sizes.size(ty).size_wasm32());
    match bytes {
        1 => format!("{name}: 1 byte\n"),
        _ => format!("{name}: {bytes} bytes, at a multiple of {}\n", sizes.align(ty).align_wasm32()),
    }
}

fn body(resolve: &Resolve, sizes: &SizeAlign, kind: &TypeDefKind) -> String {
    match kind {
        TypeDefKind::List(ty) => {
            let of = spelled(resolve, ty);
            format!("  at 0  i32, address of its elements, each {of}\n  at 4  i32, number of elements\n")
        }
        TypeDefKind::Record(record) => {
            let offsets = sizes.field_offsets(record.fields.iter().map(|field| &field.ty));
            let fields = record.fields.iter().zip(offsets);
            let lines = fields.map(|(field, (offset, ty))| {
                let (name, ty) = (&field.name, spelled(resolve, ty));
                // A field is often called as its type.
                let what = if *name == ty { ty } else { format!("{name}: {ty}") };
                format!("  at {}  {what}\n", offset.size_wasm32())
            });
            lines.collect::<Vec<_>>().concat()
        }
        TypeDefKind::Tuple(tuple) => {
            let fields = sizes.field_offsets(&tuple.types).into_iter();
            let lines = fields
                .map(|(offset, ty)| format!("  at {}  {}\n", offset.size_wasm32(), spelled(resolve, ty)));
            lines.collect::<Vec<_>>().concat()
        }
        TypeDefKind::Option(ty) => cases(resolve, sizes, &[("none", None), ("some", Some(ty))]),
        TypeDefKind::Result(result) => {
            cases(resolve, sizes, &[("ok", result.ok.as_ref()), ("err", result.err.as_ref())])
        }
        TypeDefKind::Enum(ty) => format!("  {}\n", numbered(ty.cases.iter().map(|case| &case.name))),
        TypeDefKind::Variant(variant) => {
            let held: Vec<_> =
                variant.cases.iter().map(|case| (case.name.as_str(), case.ty.as_ref())).collect();
            cases(resolve, sizes, &held)
        }
        other => unreachable!("the contract has no {} in memory", other.as_str()),
    }
}

/// The number of a case, and its content.
fn cases(resolve: &Resolve, sizes: &SizeAlign, held: &[(&str, Option<&Type>)]) -> String {
    let offset = sizes.payload_offset(wit_parser::Int::U8, held.iter().map(|(_, ty)| *ty));
    let tag = format!("  at 0  u8: {}\n", numbered(held.iter().map(|(name, _)| *name)));
    let case =
        |ty: &Type| format!("  at {}  {}, if it is that\n", offset.size_wasm32(), spelled(resolve, ty));
    std::iter::once(tag).chain(held.iter().filter_map(|(_, ty)| ty.map(case))).collect()
}

/// The types that a type is made of.
fn parts(resolve: &Resolve, ty: &Type) -> Vec<Type> {
    let Type::Id(id) = ty else { return Vec::new() };
    match &resolve.types[*id].kind {
        TypeDefKind::Type(ty) | TypeDefKind::List(ty) | TypeDefKind::Option(ty) => vec![*ty],
        TypeDefKind::Tuple(tuple) => tuple.types.clone(),
        TypeDefKind::Result(result) => [result.ok, result.err].into_iter().flatten().collect(),
        TypeDefKind::Record(record) => record.fields.iter().map(|field| field.ty).collect(),
        TypeDefKind::Variant(variant) => variant.cases.iter().filter_map(|case| case.ty).collect(),
        _ => Vec::new(),
    }
}
