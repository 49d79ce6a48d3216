//! An interface as it is written down: the JSON that `judge wit --json` prints.

use serde::{Deserialize, Serialize};

use crate::error::NoInterface;

/// An interface as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The interface's full name, as in `judge:arena/othello@1.0.0`.
    pub interface: String,
    /// The types that have a name, each after those that it is made of.
    pub types: Vec<Named>,
    /// The functions, in the interface's order.
    pub functions: Vec<Signature>,
}

/// A type that has a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// Its name.
    pub name: String,
    /// Its kind, with its parts.
    #[serde(flatten)]
    pub kind: Kind,
}

/// The kind of a type with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Fields, in order.
    Record(Vec<Field>),
    /// Names of cases, in order.
    Enum(Vec<String>),
    /// Cases that may hold something, in order.
    Variant(Vec<Case>),
}

/// A field of a record, or a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: TypeName,
}

/// A case of a variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// Its name.
    pub name: String,
    /// The type of its payload, if it has one.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub ty: Option<TypeName>,
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    /// Its name.
    pub name: String,
    /// Its parameters, in order.
    pub params: Vec<Field>,
    /// The type of its answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<TypeName>,
}

/// A type where it is used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum TypeName {
    /// A type of WIT's own, as `u8`, or one of the interface's.
    Name(String),
    /// A list.
    List {
        /// The type of its elements.
        list: Box<Self>,
    },
    /// An option.
    Option {
        /// The type of its value.
        option: Box<Self>,
    },
    /// Values one after the other.
    Tuple {
        /// Their types, in order.
        tuple: Vec<Self>,
    },
    /// A result or an error, either of which may hold something.
    Result {
        /// Both.
        result: Box<Outcomes>,
    },
}

/// The payloads of a result's two cases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcomes {
    /// The type of a successful result's payload, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ok: Option<TypeName>,
    /// The type of an error's payload, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub err: Option<TypeName>,
}

impl Kind {
    /// The names of its parts, in order.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        match self {
            Self::Record(fields) => fields.iter().map(|field| field.name.as_str()).collect(),
            Self::Enum(names) => names.iter().map(String::as_str).collect(),
            Self::Variant(cases) => cases.iter().map(|case| case.name.as_str()).collect(),
        }
    }

    /// The word for it in WIT.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::Record(_) => "record",
            Self::Enum(_) => "enum",
            Self::Variant(_) => "variant",
        }
    }

    /// The types that it is made of.
    pub(crate) fn held(&self) -> Vec<&TypeName> {
        match self {
            Self::Record(fields) => fields.iter().map(|field| &field.ty).collect(),
            Self::Variant(cases) => cases.iter().filter_map(|case| case.ty.as_ref()).collect(),
            Self::Enum(_) => vec![],
        }
    }
}

impl TypeName {
    /// A type without a name of its own as what one with a name is.
    pub(crate) fn kind(&self) -> Option<Kind> {
        let case = |name: &str, ty: Option<&Self>| Case { name: name.into(), ty: ty.cloned() };
        let field = |(place, ty): (u32, &Self)| Field { name: place.to_string(), ty: ty.clone() };
        Some(match self {
            Self::Name(_) | Self::List { .. } => return None,
            Self::Option { option } => Kind::Variant(vec![case("none", None), case("some", Some(option))]),
            Self::Tuple { tuple } => Kind::Record((0..).zip(tuple).map(field).collect()),
            Self::Result { result } => {
                Kind::Variant(vec![case("ok", result.ok.as_ref()), case("err", result.err.as_ref())])
            }
        })
    }

    /// The types that it is made of; nothing of one with a name.
    pub(crate) fn held(&self) -> Vec<Self> {
        match self {
            Self::List { list } => vec![(**list).clone()],
            _ => self.kind().iter().flat_map(Kind::held).cloned().collect(),
        }
    }
}

impl Description {
    /// What a type is that has parts with names.
    #[must_use]
    pub fn kind(&self, ty: &TypeName) -> Option<Kind> {
        let is_it = |named: &&Named| matches!(ty, TypeName::Name(name) if *name == named.name);
        ty.kind().or_else(|| self.types.iter().find(is_it).map(|named| named.kind.clone()))
    }

    /// Reads the text that [`Description::json`] writes.
    ///
    /// # Errors
    /// The mistake in the text.
    pub fn parse(json: &str) -> Result<Self, NoInterface> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    /// The description as JSON, to be read by people too.
    #[must_use]
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("it has names for keys only") + "\n"
    }
}
