//! Types and functions, with their layout in the canonical ABI, made from a description.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::description::{Case, Description, Field, Kind, Signature, TypeName};
use crate::error::{NoInterface, no_interface};

/// The most core values that arguments may be passed as; beyond that they are passed in memory.
pub(crate) const FLAT_PARAMS_MAX: usize = 16;
/// The most core values that an answer may be passed as.
const FLAT_RESULTS_MAX: usize = 1;
/// The most types with a name, so that a walk through types ends, and soon.
const TYPES_MAX: usize = 500;
/// The most cases of a type: their number is one byte.
const CASES_MAX: usize = 256;
/// The most fields of a record, those of records in it included.
const LEAVES_MAX: usize = 1_000;

/// A type of the contract.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they are called as in WIT")]
pub enum Type {
    Bool,
    U8,
    S8,
    U16,
    S16,
    U32,
    S32,
    U64,
    S64,
    String,
    List(Box<Type>),
    Option(Box<Type>),
    Record(Arc<RecordType>),
    /// A record whose fields are called 0, 1 and so on.
    Tuple(Arc<RecordType>),
    Enum(Arc<[String]>),
    Variant(Arc<VariantType>),
    /// A variant with the cases `ok` and `err`.
    Result(Arc<VariantType>),
}

/// A type of core WebAssembly, as far as contracts need them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Core {
    /// `i32`
    I32,
    /// `i64`
    I64,
}

/// The room that a value takes in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Bytes.
    pub size: u32,
    /// The address is a multiple of this.
    pub align: u32,
}

/// Fields, and where they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordType {
    /// Name and type of each.
    pub(crate) fields: Vec<(String, Type)>,
    /// Type and place of each; in place of a record stand its own.
    pub(crate) leaves: Vec<(Type, u32)>,
    pub(crate) layout: Layout,
    cores: Vec<Core>,
    needs_room: bool,
}

/// Cases, and where that lies which they hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantType {
    /// The name of each, and the type of what it holds.
    pub cases: Vec<(String, Option<Type>)>,
    pub(crate) layout: Layout,
    cores: Vec<Core>,
    needs_room: bool,
}

/// A function of an interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its parameters, as one record.
    pub params: RecordType,
    /// The type of its answer.
    pub result: Option<Type>,
}

/// The functions that bots for a game export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    /// Its full name, as in `judge:arena/othello@1.0.0`.
    pub name: String,
    /// Its functions, in order.
    pub functions: Vec<Function>,
}

impl Layout {
    const fn of(size: u32) -> Self {
        Self { size, align: size }
    }
}

impl Type {
    /// The room that a value takes in memory, apart from what lists and strings hold.
    #[must_use]
    pub fn layout(&self) -> Layout {
        match self {
            Self::Bool | Self::U8 | Self::S8 | Self::Enum(_) => Layout::of(1),
            Self::U16 | Self::S16 => Layout::of(2),
            Self::U32 | Self::S32 => Layout::of(4),
            Self::U64 | Self::S64 => Layout::of(8),
            Self::String | Self::List(_) => Layout { size: 8, align: 4 },
            Self::Option(ty) => with_case(ty.layout()),
            Self::Record(record) | Self::Tuple(record) => record.layout,
            Self::Variant(variant) | Self::Result(variant) => variant.layout,
        }
    }

    /// The core values that a value is passed as.
    fn cores(&self) -> Vec<Core> {
        match self {
            Self::U64 | Self::S64 => vec![Core::I64],
            Self::String | Self::List(_) => vec![Core::I32; 2],
            Self::Option(ty) => std::iter::once(Core::I32).chain(ty.cores()).collect(),
            Self::Record(record) | Self::Tuple(record) => record.cores.clone(),
            Self::Variant(variant) | Self::Result(variant) => variant.cores.clone(),
            _ => vec![Core::I32],
        }
    }

    /// The number of these core values. Each variant of a question asks for it, so they are not made to be counted.
    pub(crate) fn cores_len(&self) -> usize {
        match self {
            Self::String | Self::List(_) => 2,
            Self::Option(ty) => 1 + ty.cores_len(),
            Self::Record(record) | Self::Tuple(record) => record.cores.len(),
            Self::Variant(variant) | Self::Result(variant) => variant.cores.len(),
            _ => 1,
        }
    }

    /// Whether a list of this is one of bytes.
    pub(crate) fn is_byte(&self) -> bool {
        matches!(self, Self::U8 | Self::S8)
    }

    /// Whether something of a value lies in room that the bot must make.
    fn needs_room(&self) -> bool {
        match self {
            Self::String | Self::List(_) => true,
            Self::Option(ty) => ty.needs_room(),
            // Noted in them: types may be made of one another so that looking through all of them takes for ever.
            Self::Record(record) | Self::Tuple(record) => record.needs_room,
            Self::Variant(variant) | Self::Result(variant) => variant.needs_room,
            _ => false,
        }
    }
}

/// The room of a case's number and, at the first address behind that which fits, what the case holds.
fn with_case(Layout { size, align }: Layout) -> Layout {
    Layout { size: (align + size).next_multiple_of(align), align }
}

impl RecordType {
    /// Names and types of the fields, in order.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &Type)> {
        self.fields.iter().map(|(name, ty)| (name.as_str(), ty))
    }

    fn new(name: &str, fields: Vec<(String, Type)>) -> Result<Self, NoInterface> {
        let layout = Layout { size: 0, align: 1 };
        let mut record = Self { fields, leaves: vec![], layout, cores: vec![], needs_room: false };
        for (_, ty) in &record.fields {
            let Layout { size, align } = ty.layout();
            let at = record.layout.size.next_multiple_of(align);
            record.layout = Layout { size: at + size, align: record.layout.align.max(align) };
            record.cores.extend(ty.cores());
            // So many are passed in memory, and nobody counts further.
            record.cores.truncate(FLAT_PARAMS_MAX + 1);
            record.needs_room |= ty.needs_room();
            match ty {
                Type::Record(inner) | Type::Tuple(inner) => {
                    record.leaves.extend(inner.leaves.iter().map(|(ty, offset)| (ty.clone(), at + offset)));
                }
                _ => record.leaves.push((ty.clone(), at)),
            }
            if record.leaves.len() > LEAVES_MAX {
                return no_interface(format!("{name} has more than {LEAVES_MAX} fields"));
            }
        }
        record.layout.size = record.layout.size.next_multiple_of(record.layout.align);
        Ok(record)
    }
}

impl VariantType {
    fn new(cases: Vec<(String, Option<Type>)>) -> Self {
        let (mut payload, mut cores) = (Layout { size: 0, align: 1 }, vec![Core::I32]);
        for ty in cases.iter().filter_map(|(_, ty)| ty.as_ref()) {
            let Layout { size, align } = ty.layout();
            payload = Layout { size: payload.size.max(size), align: payload.align.max(align) };
            for (i, core) in ty.cores().into_iter().enumerate() {
                match cores.get_mut(i + 1) {
                    // One place for both kinds must have room for the wider.
                    Some(shared) if *shared != core => *shared = Core::I64,
                    Some(_) => {}
                    None => cores.push(core),
                }
            }
        }
        cores.truncate(FLAT_PARAMS_MAX + 1);
        let needs_room = cases.iter().filter_map(|(_, ty)| ty.as_ref()).any(Type::needs_room);
        Self { cases, layout: with_case(payload), cores, needs_room }
    }
}

impl Function {
    /// The core values that a module's function takes.
    #[must_use]
    pub fn core_params(&self) -> &[Core] {
        if self.are_params_in_memory() { &[Core::I32] } else { &self.params.cores }
    }

    /// The core values that it returns: one at most.
    #[must_use]
    pub fn core_results(&self) -> Vec<Core> {
        match &self.result {
            _ if self.is_result_in_memory() => vec![Core::I32],
            Some(ty) => ty.cores(),
            None => vec![],
        }
    }

    /// Whether the arguments are too many to be passed as core values.
    #[inline]
    #[must_use]
    pub fn are_params_in_memory(&self) -> bool {
        self.params.cores.len() > FLAT_PARAMS_MAX
    }

    /// Whether the answer is more than is passed as core values.
    #[inline]
    pub(crate) fn is_result_in_memory(&self) -> bool {
        self.result.as_ref().is_some_and(|ty| ty.cores_len() > FLAT_RESULTS_MAX)
    }

    /// Whether a call needs room in the bot's memory.
    #[must_use]
    pub fn needs_room(&self) -> bool {
        self.are_params_in_memory() || self.params.needs_room
    }
}

impl Interface {
    /// The interface that is described.
    ///
    /// # Errors
    /// The mistake in the description.
    pub fn new(description: &Description) -> Result<Self, NoInterface> {
        let Description { interface, functions, .. } = description;
        let known = Types::of(description)?;
        let function = |Signature { name, params, result }: &Signature| {
            let result = result.as_ref().map(|ty| known.named(ty)).transpose()?;
            Ok(Function { name: name.clone(), params: RecordType::new(name, known.fields(params)?)?, result })
        };
        let functions = functions.iter().map(function).collect::<Result<_, NoInterface>>()?;
        Ok(Self { name: interface.clone(), functions })
    }

    /// The place of a function in the interface.
    #[inline]
    #[must_use]
    pub fn place(&self, function: &str) -> Option<usize> {
        self.functions.iter().position(|known| known.name == function)
    }

    /// The function of this name.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.get(self.place(name)?)
    }
}

/// The types that have a name, as far as they were read.
#[derive(Default)]
pub(crate) struct Types(BTreeMap<String, Type>);

impl Types {
    pub(crate) fn of(Description { interface, types, functions }: &Description) -> Result<Self, NoInterface> {
        too_many(interface, types.len().max(functions.len()))?;
        let mut known = Self::default();
        for named in types {
            let ty = known.define(&named.name, &named.kind)?;
            if known.0.insert(named.name.clone(), ty).is_some() {
                return no_interface(format!("there are two types {}", named.name));
            }
        }
        Ok(known)
    }

    fn define(&self, name: &str, kind: &Kind) -> Result<Type, NoInterface> {
        let parts = match kind {
            Kind::Record(fields) => fields.len(),
            Kind::Enum(cases) => cases.len(),
            Kind::Variant(cases) => cases.len(),
        };
        if parts == 0 {
            return no_interface(format!("{name} is empty"));
        }
        if parts > CASES_MAX && !matches!(kind, Kind::Record(_)) {
            return no_interface(format!("{name} has more than {CASES_MAX} cases"));
        }
        match kind {
            Kind::Record(fields) => {
                RecordType::new(name, self.fields(fields)?).map(|record| Type::Record(Arc::new(record)))
            }
            Kind::Enum(cases) => Ok(Type::Enum(cases.as_slice().into())),
            Kind::Variant(cases) => {
                let case = |Case { name, ty }: &Case| {
                    Ok((name.clone(), ty.as_ref().map(|ty| self.named(ty)).transpose()?))
                };
                let cases = cases.iter().map(case).collect::<Result<_, NoInterface>>()?;
                Ok(Type::Variant(Arc::new(VariantType::new(cases))))
            }
        }
    }

    fn fields(&self, fields: &[Field]) -> Result<Vec<(String, Type)>, NoInterface> {
        fields.iter().map(|field| Ok((field.name.clone(), self.named(&field.ty)?))).collect()
    }

    pub(crate) fn named(&self, ty: &TypeName) -> Result<Type, NoInterface> {
        Ok(match ty {
            TypeName::List { list } => Type::List(Box::new(self.named(list)?)),
            TypeName::Option { option } => Type::Option(Box::new(self.named(option)?)),
            TypeName::Tuple { .. } | TypeName::Result { .. } => {
                match self.define("a tuple", &ty.kind().expect("it has no name"))? {
                    Type::Record(record) => Type::Tuple(record),
                    Type::Variant(variant) => Type::Result(variant),
                    other => other,
                }
            }
            TypeName::Name(name) => match name.as_str() {
                "bool" => Type::Bool,
                "u8" => Type::U8,
                "s8" => Type::S8,
                "u16" => Type::U16,
                "s16" => Type::S16,
                "u32" => Type::U32,
                "s32" => Type::S32,
                "u64" => Type::U64,
                "s64" => Type::S64,
                "string" => Type::String,
                other => match self.0.get(other) {
                    Some(known) => known.clone(),
                    None => return no_interface(format!("there is no type {other}")),
                },
            },
        })
    }
}

/// Refuses an interface of so many types or functions, if these are too many.
pub(crate) fn too_many(interface: &str, number: usize) -> Result<(), NoInterface> {
    if number <= TYPES_MAX {
        return Ok(());
    }
    no_interface(format!("{interface} has more than {TYPES_MAX} types or functions"))
}
