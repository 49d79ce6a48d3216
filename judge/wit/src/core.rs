//! An interface in words for authors whose compiler has no binding generator: the meaning of each number that a core
//! module's function takes or returns, and the layout of what addresses lead to.

use crate::description::{Case, Description, Field, Kind, TypeName};
use crate::types::{Layout, Types};

/// An interface that is put in words.
pub struct InWords<'a> {
    description: &'a Description,
    types: Types,
}

impl<'a> InWords<'a> {
    /// An interface.
    ///
    /// # Panics
    /// If no [`Interface`](crate::Interface) can be made of it.
    #[must_use]
    pub fn new(description: &'a Description) -> Self {
        Self { description, types: Types::of(description).expect("an interface is made of it") }
    }

    /// The types that a type is made of.
    fn held(&self, ty: &TypeName) -> Vec<TypeName> {
        self.description.kind(ty).map_or_else(|| ty.held(), |kind| kind.held().into_iter().cloned().collect())
    }

    /// The meaning of each number that a value of this type is passed as, which is called so.
    #[must_use]
    pub fn numbers(&self, ty: &TypeName, called: &str) -> Vec<String> {
        let list = |of: &str| {
            vec![format!("{called}: address of its {of}"), format!("{called}: number of {}", first_word(of))]
        };
        match (ty, self.description.kind(ty)) {
            (TypeName::List { list: of }, _) => list(&format!("elements, each {of}")),
            (TypeName::Name(name), None) if name == "string" => list("bytes, in UTF-8"),
            (_, None) => vec![format!("{called}: {ty}")],
            (_, Some(Kind::Record(fields))) => {
                let fields = fields.iter();
                fields.flat_map(|of| self.numbers(&of.ty, &format!("{called}.{}", of.name))).collect()
            }
            (_, Some(Kind::Enum(names))) => vec![format!("{called}: {}", numbered(&names))],
            (_, Some(Kind::Variant(cases))) => self.shared(ty, &cases, called),
        }
    }

    /// The same of a case and what it holds: the cases share their numbers.
    fn shared(&self, ty: &TypeName, cases: &[Case], called: &str) -> Vec<String> {
        let mut labels = vec![format!("{called}: {}", numbered(cases.iter().map(|case| &case.name)))];
        for (name, held) in cases.iter().filter_map(|case| Some((&case.name, case.ty.as_ref()?))) {
            let of_option = matches!(ty, TypeName::Option { .. });
            let of = if of_option { called.to_owned() } else { format!("{called}.{name}") };
            for (i, mut label) in self.numbers(held, &of).into_iter().enumerate() {
                label += if of_option { ", if there is one" } else { "" };
                match labels.get_mut(i + 1) {
                    Some(shared) => shared.extend([", or ", &label]),
                    None => labels.push(label),
                }
            }
        }
        labels
    }

    /// The layouts of all that lies in memory, each type once: answers of more numbers than one, and what lists hold.
    #[must_use]
    pub fn layouts(&self) -> String {
        let mut layouts = Vec::new();
        for function in &self.description.functions {
            if let Some(result) = &function.result {
                self.add(result, &mut layouts);
            }
            for param in &function.params {
                self.add_lists(&param.ty, &mut layouts);
            }
        }
        if layouts.is_empty() {
            return String::new();
        }
        format!("\nWhat addresses lead to:\n\n{}", layouts.join("\n"))
    }

    /// Adds what the lists hold in a type that is passed as numbers.
    fn add_lists(&self, ty: &TypeName, layouts: &mut Vec<String>) {
        match ty {
            TypeName::List { list } => self.add(list, layouts),
            _ => self.held(ty).iter().for_each(|ty| self.add_lists(ty, layouts)),
        }
    }

    /// Adds the layout of a type, and of all types in it.
    fn add(&self, ty: &TypeName, layouts: &mut Vec<String>) {
        let Some(body) = self.body(ty) else { return };
        let Layout { size, align } = self.layout(ty);
        let room =
            if size == 1 { "1 byte".into() } else { format!("{size} bytes, at a multiple of {align}") };
        let layout = format!("{ty}: {room}\n{body}");
        if !layouts.contains(&layout) {
            layouts.push(layout);
            self.held(ty).iter().for_each(|ty| self.add(ty, layouts));
        }
    }

    /// The parts of a type in memory; nothing of a plain one.
    fn body(&self, ty: &TypeName) -> Option<String> {
        let list = |of: &str| {
            format!("  at 0  i32, address of its {of}\n  at 4  i32, number of {}\n", first_word(of))
        };
        Some(match (ty, self.description.kind(ty)) {
            (TypeName::List { list: of }, _) => list(&format!("elements, each {of}")),
            (TypeName::Name(name), None) if name == "string" => list("bytes, in UTF-8"),
            (_, None) => return None,
            (_, Some(Kind::Enum(names))) => format!("  {}\n", numbered(&names)),
            (_, Some(Kind::Record(fields))) => {
                let mut end = 0_u32;
                let line = |Field { name, ty }: &Field| {
                    let (Layout { size, align }, spelled) = (self.layout(ty), ty.to_string());
                    let at = end.next_multiple_of(align);
                    end = at + size;
                    // A field is often called as its type, and one of a tuple by its place.
                    let is_told = *name == spelled || name.starts_with(|c: char| c.is_ascii_digit());
                    let name = if is_told { String::new() } else { format!("{name}: ") };
                    format!("  at {at}  {name}{spelled}\n")
                };
                fields.iter().map(line).collect()
            }
            (_, Some(Kind::Variant(cases))) => {
                let held = cases.iter().filter_map(|case| case.ty.as_ref());
                let at = held.clone().map(|ty| self.layout(ty).align).max().unwrap_or(1);
                let held = held.map(|ty| format!("  at {at}  {ty}, if it is that\n"));
                let case = format!("  at 0  u8: {}\n", numbered(cases.iter().map(|case| &case.name)));
                std::iter::once(case).chain(held).collect()
            }
        })
    }

    fn layout(&self, ty: &TypeName) -> Layout {
        self.types.named(ty).expect("the interface is made of it").layout()
    }
}

/// Names with their numbers: `0 across, 1 down`.
fn numbered<'a>(names: impl IntoIterator<Item = &'a (impl std::fmt::Display + ?Sized + 'a)>) -> String {
    let names = names.into_iter().enumerate();
    names.map(|(i, name)| format!("{i} {name}")).collect::<Vec<_>>().join(", ")
}

fn first_word(text: &str) -> &str {
    text.split(',').next().unwrap_or(text)
}
