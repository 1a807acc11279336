//! Whether a name that a macro saw really is the type of the standard library.
//!
//! An inherent constant is found before a trait's, so `Is::<T>::NAME` is the type's plain name
//! for the types below and empty for every other, also for a user's own `String`.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::marker::PhantomData;

/// Asks about the type `T`.
#[derive(Debug)]
pub struct Is<T: ?Sized>(PhantomData<T>);

/// The kind of JSON value that a type is read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number.
    Integer,
    /// Any other number.
    Number,
    /// `true` or `false`.
    Bool,
    /// A string.
    Text,
    /// An array.
    List,
    /// None of these.
    Other,
    /// Not known here; its schema tells.
    Unknown,
}

/// What holds for a type that is not listed here.
pub trait NotStandard {
    /// No name.
    const NAME: &'static str = "";
    /// A value must be given.
    const OPTIONAL: bool = false;
    /// To be asked of the schema.
    const KIND: Kind = Kind::Unknown;
}

impl<T: ?Sized> NotStandard for Is<T> {}

macro_rules! standard {
    ($($([$($generics:tt)*])? $name:literal $kind:ident => $type:ty,)*) => {$(
        impl $(<$($generics)*>)? Is<$type> {
            /// The plain name of the type.
            pub const NAME: &'static str = $name;
            /// What it is read from.
            pub const KIND: Kind = Kind::$kind;
        }
    )*};
}

standard! {
    "bool" Bool => bool,
    "char" Text => char,
    "i8" Integer => i8,
    "i16" Integer => i16,
    "i32" Integer => i32,
    "i64" Integer => i64,
    "i128" Integer => i128,
    "isize" Integer => isize,
    "u8" Integer => u8,
    "u16" Integer => u16,
    "u32" Integer => u32,
    "u64" Integer => u64,
    "u128" Integer => u128,
    "usize" Integer => usize,
    "f32" Number => f32,
    "f64" Number => f64,
    "NonZeroI8" Integer => std::num::NonZeroI8,
    "NonZeroI16" Integer => std::num::NonZeroI16,
    "NonZeroI32" Integer => std::num::NonZeroI32,
    "NonZeroI64" Integer => std::num::NonZeroI64,
    "NonZeroI128" Integer => std::num::NonZeroI128,
    "NonZeroIsize" Integer => std::num::NonZeroIsize,
    "NonZeroU8" Integer => std::num::NonZeroU8,
    "NonZeroU16" Integer => std::num::NonZeroU16,
    "NonZeroU32" Integer => std::num::NonZeroU32,
    "NonZeroU64" Integer => std::num::NonZeroU64,
    "NonZeroU128" Integer => std::num::NonZeroU128,
    "NonZeroUsize" Integer => std::num::NonZeroUsize,
    "str" Text => str,
    "String" Text => String,
    "Path" Text => std::path::Path,
    "PathBuf" Text => std::path::PathBuf,
    "Duration" Other => std::time::Duration,
    ['a, T: ?Sized + ToOwned] "Cow" Unknown => Cow<'a, T>,
    [T: ?Sized] "Box" Unknown => Box<T>,
    [T: ?Sized] "Rc" Unknown => std::rc::Rc<T>,
    [T: ?Sized] "Arc" Unknown => std::sync::Arc<T>,
    [T] "Vec" List => Vec<T>,
    [T] "slice" List => [T],
    [T, const N: usize] "array" List => [T; N],
    [T] "VecDeque" List => VecDeque<T>,
    [T] "LinkedList" List => LinkedList<T>,
    [T, S] "HashSet" List => HashSet<T, S>,
    [T] "BTreeSet" List => BTreeSet<T>,
    [K, V, S] "HashMap" Other => HashMap<K, V, S>,
    [K, V] "BTreeMap" Other => BTreeMap<K, V>,
    [T, E] "Result" Other => Result<T, E>,
    "Value" Other => serde_json::Value,
}

impl<T> Is<Option<T>> {
    /// The plain name of the type.
    pub const NAME: &'static str = "Option";
    /// A value may be left out.
    pub const OPTIONAL: bool = true;
}

#[cfg(test)]
mod tests {
    use super::{Is, NotStandard as _};

    #[test]
    fn a_name_is_given_to_the_standard_type_alone() {
        mod user {
            pub(super) struct String;
        }
        type Alias = Option<u8>;
        assert_eq!(Is::<String>::NAME, "String");
        assert_eq!(Is::<user::String>::NAME, "");
        assert_eq!(Is::<Vec<user::String>>::NAME, "Vec");
        const { assert!(Is::<Alias>::OPTIONAL && !Is::<String>::OPTIONAL) };
    }
}
