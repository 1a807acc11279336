//! What a tool can say of its progress: numbers and texts of the usual types.
//!
//! Does not know what becomes of them.

/// A number in [`Context::progress`](crate::Context::progress): any integer of at most 64 bits, or
/// a float. Beyond 2^53 the last digits are lost, as they are for most clients.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no amount of progress",
    label = "not a number",
    note = "report an integer of at most 64 bits, an `f32` or an `f64`"
)]
pub trait Amount: Copy + sealed::Amount {}

/// A total in [`Context::progress`](crate::Context::progress): a number of the type `N` of what is
/// done, an `Option` of one, or `None`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no total for progress of type `{N}`",
    label = "of another type",
    note = "what is done and the total are numbers of one type; give `None` where no total is known"
)]
pub trait Total<N>: sealed::Total<N> {}

/// A message in [`Context::progress`](crate::Context::progress): a `&str`, a `String` or a
/// reference to one, or `None`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no message of progress",
    label = "not a text",
    note = "give a `&str`, a `String`, `Option<&str>` or `None`"
)]
pub trait Message: sealed::Message {}

mod sealed {
    pub trait Amount {
        fn to_f64(self) -> f64;
    }

    pub trait Total<N> {
        fn known(self) -> Option<N>;
    }

    pub trait Message {
        fn as_text(&self) -> Option<&str>;
    }
}

macro_rules! amounts {
    ($($number:ty)*) => {$(
        impl Amount for $number {}

        impl sealed::Amount for $number {
            #[allow(
                clippy::cast_precision_loss,
                clippy::cast_lossless,
                reason = "JSON's readers have no more digits"
            )]
            fn to_f64(self) -> f64 {
                self as f64
            }
        }
    )*};
}

amounts!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64);

impl<N> Total<N> for N {}
impl<N> Total<N> for Option<N> {}

impl<N> sealed::Total<N> for N {
    fn known(self) -> Option<N> {
        Some(self)
    }
}

impl<N> sealed::Total<N> for Option<N> {
    fn known(self) -> Option<N> {
        self
    }
}

impl Message for &str {}
impl Message for String {}
impl Message for &String {}
impl Message for Option<&str> {}

impl sealed::Message for &str {
    fn as_text(&self) -> Option<&str> {
        Some(self)
    }
}

impl sealed::Message for String {
    fn as_text(&self) -> Option<&str> {
        Some(self)
    }
}

impl sealed::Message for &String {
    fn as_text(&self) -> Option<&str> {
        Some(self)
    }
}

impl sealed::Message for Option<&str> {
    fn as_text(&self) -> Option<&str> {
        *self
    }
}
