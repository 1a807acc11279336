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

/// What holds for a type that is not listed here.
pub trait NotStandard {
    /// No name.
    const NAME: &'static str = "";
    /// A value must be given.
    const OPTIONAL: bool = false;
}

impl<T: ?Sized> NotStandard for Is<T> {}

macro_rules! standard {
    ($($([$($generics:tt)*])? $name:literal => $type:ty,)*) => {$(
        impl $(<$($generics)*>)? Is<$type> {
            /// The plain name of the type.
            pub const NAME: &'static str = $name;
        }
    )*};
}

standard! {
    "bool" => bool,
    "char" => char,
    "i8" => i8,
    "i16" => i16,
    "i32" => i32,
    "i64" => i64,
    "i128" => i128,
    "isize" => isize,
    "u8" => u8,
    "u16" => u16,
    "u32" => u32,
    "u64" => u64,
    "u128" => u128,
    "usize" => usize,
    "f32" => f32,
    "f64" => f64,
    "NonZeroI8" => std::num::NonZeroI8,
    "NonZeroI16" => std::num::NonZeroI16,
    "NonZeroI32" => std::num::NonZeroI32,
    "NonZeroI64" => std::num::NonZeroI64,
    "NonZeroI128" => std::num::NonZeroI128,
    "NonZeroIsize" => std::num::NonZeroIsize,
    "NonZeroU8" => std::num::NonZeroU8,
    "NonZeroU16" => std::num::NonZeroU16,
    "NonZeroU32" => std::num::NonZeroU32,
    "NonZeroU64" => std::num::NonZeroU64,
    "NonZeroU128" => std::num::NonZeroU128,
    "NonZeroUsize" => std::num::NonZeroUsize,
    "str" => str,
    "String" => String,
    "Path" => std::path::Path,
    "PathBuf" => std::path::PathBuf,
    "Duration" => std::time::Duration,
    ['a, T: ?Sized + ToOwned] "Cow" => Cow<'a, T>,
    [T: ?Sized] "Box" => Box<T>,
    [T: ?Sized] "Rc" => std::rc::Rc<T>,
    [T: ?Sized] "Arc" => std::sync::Arc<T>,
    [T] "Vec" => Vec<T>,
    [T] "slice" => [T],
    [T, const N: usize] "array" => [T; N],
    [T] "VecDeque" => VecDeque<T>,
    [T] "LinkedList" => LinkedList<T>,
    [T, S] "HashSet" => HashSet<T, S>,
    [T] "BTreeSet" => BTreeSet<T>,
    [K, V, S] "HashMap" => HashMap<K, V, S>,
    [K, V] "BTreeMap" => BTreeMap<K, V>,
    [T, E] "Result" => Result<T, E>,
    "Value" => serde_json::Value,
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
