//! Flags: arguments that are `false` until somebody sets them.
//!
//! Does not know how they are written on a command line: that is `cli`.

use super::arguments::{Maybe, Slot, maybe};
use super::faults::Faults;
use crate::json::{Error, Reader};
use crate::schema::Field;

/// What `#[arg(flag)]` goes on: a `bool`, and nothing else.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a flag",
    label = "a flag is a `bool`",
    note = "take a `bool`, or leave `flag` out"
)]
pub trait Flag: for<'de> super::Argument<'de> {
    #[doc(hidden)]
    fn set(given: Option<Self>) -> Self;

    #[doc(hidden)]
    fn unset(given: Option<Self>) -> Self;
}

impl Flag for bool {
    fn set(given: Option<bool>) -> bool {
        given.unwrap_or(false)
    }

    fn unset(given: Option<bool>) -> bool {
        !Self::set(given)
    }
}

/// The place of a flag. That its type can be one is proven where the place is made.
#[derive(Debug)]
pub struct FlagSlot<'de, T> {
    place: Maybe<'de, T>,
    value: fn(Option<T>) -> T,
}

/// The place of a flag that is given by its own name.
pub const fn flag<'de, T: Flag>() -> FlagSlot<'de, T> {
    FlagSlot {
        place: maybe(),
        value: T::set,
    }
}

/// The place of a flag that is given by the name of its contrary.
pub const fn contrary_flag<'de, T: Flag>() -> FlagSlot<'de, T> {
    FlagSlot {
        place: maybe(),
        value: T::unset,
    }
}

#[allow(private_interfaces, reason = "only this crate implements and calls it")]
impl<'de, T> Slot<'de> for FlagSlot<'de, T> {
    type Value = T;

    fn read(
        &mut self,
        field: Option<&'static Field>,
        reader: &mut Reader<'de>,
    ) -> Result<(), Error> {
        self.place.read(field, reader)
    }

    fn finish(self, index: usize, faults: &mut Faults<'_>) -> Option<T> {
        self.place.finish(index, faults).map(self.value)
    }
}
