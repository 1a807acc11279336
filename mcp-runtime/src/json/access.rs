//! Walking arrays and objects for serde, and noticing keys given twice.

use std::borrow::Cow;

use serde::de::{DeserializeSeed, MapAccess, SeqAccess, Visitor};

use super::de::array_of;
use super::error::{Error, Kind};
use super::key::Key;
use super::lenient::Wanted;
use super::reader::Reader;
use super::text::RawText;

impl<'de> Reader<'de> {
    #[inline]
    pub(super) fn array<V: Visitor<'de>>(
        &mut self,
        visitor: V,
        mismatch: impl FnOnce(&mut Self) -> Error,
        length: Option<usize>,
    ) -> Result<V::Value, Error> {
        if self.token() != b'[' {
            return match self.behind_text(Wanted::Array)? {
                Some(mut inner) => inner.array(visitor, mismatch, length),
                None => Err(mismatch(self)),
            };
        }
        self.enter()?;
        let mut elements = Elements::new(self);
        let value = visitor.visit_seq(&mut elements)?;
        elements.finish(length)?;
        Ok(value)
    }

    /// An object whose keys are not declared, so that keys given twice have to be noticed here.
    pub(super) fn members<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Error> {
        if let Some(mut inner) = self.open_object()? {
            return inner.members(visitor);
        }
        let mut members = Members::new(self, Seen::default());
        let value = visitor.visit_map(&mut members)?;
        members.finish()?;
        Ok(value)
    }

    /// An object with declared fields; the type's own decoder notices fields given twice.
    #[inline]
    pub(super) fn fields<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Error> {
        if let Some(mut inner) = self.open_object()? {
            return inner.fields(visitor);
        }
        let mut members = Members::new(self, ());
        let read = visitor.visit_map(&mut members);
        match members.finish_after(read.is_ok()) {
            Ok(()) => read,
            Err(error) => Err(error),
        }
    }

    /// Enters an object; if a text stands for it, gives a reader of that instead.
    #[inline]
    fn open_object(&mut self) -> Result<Option<Reader<'de>>, Error> {
        if !self.at_object()
            && let Some(inner) = self.behind_text(Wanted::Object)?
        {
            return Ok(Some(inner));
        }
        self.object().map(|_| None)
    }

    #[inline]
    pub(super) fn tuple<V: Visitor<'de>>(
        &mut self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.array(
            visitor,
            |reader| reader.mismatch(array_of(length)),
            Some(length),
        )
    }
}

/// The elements of an array that was entered.
pub(super) struct Elements<'r, 'de> {
    reader: &'r mut Reader<'de>,
    first: bool,
    left: bool,
    /// Elements decoded so far.
    count: usize,
}

impl<'r, 'de> Elements<'r, 'de> {
    #[inline]
    pub(super) fn new(reader: &'r mut Reader<'de>) -> Self {
        Self {
            reader,
            first: true,
            left: false,
            count: 0,
        }
    }

    /// Leaves the array; a fault when the type took fewer elements than there are.
    #[inline]
    pub(super) fn finish(mut self, length: Option<usize>) -> Result<(), Error> {
        if self.left || !self.reader.next_member(&mut self.first, b']')? {
            Ok(())
        } else {
            Err(self.too_long(length))
        }
    }

    #[cold]
    fn too_long(mut self, length: Option<usize>) -> Error {
        let taken = self.count;
        loop {
            if let Err(error) = self.reader.skip_value() {
                return error;
            }
            self.count += 1;
            match self.reader.next_member(&mut self.first, b']') {
                Ok(true) => {}
                Ok(false) => {
                    return Error::expected(
                        array_of(length.unwrap_or(taken)),
                        array_of(self.count),
                    );
                }
                Err(error) => return error,
            }
        }
    }
}

impl<'de> SeqAccess<'de> for &mut Elements<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        if self.left {
            return Ok(None);
        }
        if !self.reader.next_member(&mut self.first, b']')? {
            self.left = true;
            return Ok(None);
        }
        let index = self.count;
        self.count += 1;
        match seed.deserialize(&mut *self.reader) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(error.at_index(index)),
        }
    }
}

/// The members of an object that was entered.
pub(super) struct Members<'r, 'de, W> {
    reader: &'r mut Reader<'de>,
    first: bool,
    left: bool,
    /// Where the latest key stands, to name it in a fault.
    key: usize,
    watch: W,
}

impl<'r, 'de, W: Watch<'de>> Members<'r, 'de, W> {
    #[inline]
    pub(super) fn new(reader: &'r mut Reader<'de>, watch: W) -> Self {
        Self {
            reader,
            first: true,
            left: false,
            key: 0,
            watch,
        }
    }

    /// Leaves the object; a fault when the type took fewer members than there are.
    #[inline]
    pub(super) fn finish(mut self) -> Result<(), Error> {
        if self.left || !self.step()? {
            return Ok(());
        }
        Err(Error::expected("an object with fewer members", "an object"))
    }

    /// [`finish`](Self::finish), unless reading the members has failed already.
    #[inline]
    pub(super) fn finish_after(self, read: bool) -> Result<(), Error> {
        match read {
            true => self.finish(),
            false => Ok(()),
        }
    }

    /// Steps to the next member and reads its key; `None` when there is no other.
    #[inline]
    fn step_to_key(&mut self) -> Result<Option<RawText<'de>>, Error> {
        if self.left || !self.step()? {
            return Ok(None);
        }
        self.reader.token();
        self.key = self.reader.offset();
        let key = self.reader.raw_key()?;
        match self.watch.is_new(key)? {
            true => Ok(Some(key)),
            false => Err(self.at_key(Error::new(Kind::Duplicate))),
        }
    }

    /// A fault of the latest key or of its value.
    #[cold]
    fn at_key(&self, error: Error) -> Error {
        error.at_key(&self.reader.key_at(self.key))
    }

    /// Steps to the next member, or leaves the object.
    #[inline]
    fn step(&mut self) -> Result<bool, Error> {
        if self.reader.next_member(&mut self.first, b'}')? {
            return Ok(true);
        }
        self.left = true;
        match self.watch.repeated() {
            None => Ok(false),
            Some(key) => Err(Error::new(Kind::Duplicate).at_key(key)),
        }
    }
}

impl<'de, W: Watch<'de>> MapAccess<'de> for &mut Members<'_, 'de, W> {
    type Error = Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        let key = match self.step_to_key() {
            Ok(Some(key)) => key,
            Ok(None) => return Ok(None),
            Err(error) => return Err(error),
        };
        match seed.deserialize(Key::new(key, Some(&self.reader.lender))) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(self.at_key(error)),
        }
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        match seed.deserialize(&mut *self.reader) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.at_key(error)),
        }
    }
}

/// Notices keys given twice.
pub(super) trait Watch<'de> {
    /// `false` when the key is known to be there already.
    fn is_new(&mut self, key: RawText<'de>) -> Result<bool, Error>;

    /// A key given twice that was not noticed before, now that all are there.
    fn repeated(&mut self) -> Option<&str>;
}

/// For types that notice it themselves.
impl<'de> Watch<'de> for () {
    #[inline]
    fn is_new(&mut self, _: RawText<'de>) -> Result<bool, Error> {
        Ok(true)
    }

    #[inline]
    fn repeated(&mut self) -> Option<&str> {
        None
    }
}

const FEW: usize = 16;

/// The keys of an object so far: compared one by one while they are few and plain, sorted at the end when many.
///
/// Sorted by a digest first, which makes comparing cheap; keys chosen to have one digest cost a plain sort.
#[derive(Default)]
pub(super) struct Seen<'de> {
    few: [&'de str; FEW],
    count: usize,
    many: Vec<(u64, Cow<'de, str>)>,
}

impl<'de> Watch<'de> for Seen<'de> {
    #[inline]
    fn is_new(&mut self, key: RawText<'de>) -> Result<bool, Error> {
        if key.escaped || self.count == FEW {
            let key = key.text()?;
            self.many.push((digest(&key), key));
            return Ok(true);
        }
        if self.few[..self.count].contains(&key.raw) {
            return Ok(false);
        }
        self.few[self.count] = key.raw;
        self.count += 1;
        Ok(true)
    }

    #[inline]
    fn repeated(&mut self) -> Option<&str> {
        if self.many.is_empty() {
            None
        } else {
            self.repeated_among_many()
        }
    }
}

impl Seen<'_> {
    #[inline(never)]
    fn repeated_among_many(&mut self) -> Option<&str> {
        self.many.extend(
            self.few[..self.count]
                .iter()
                .map(|key| (digest(key), Cow::Borrowed(*key))),
        );
        self.many.sort_unstable();
        self.many
            .windows(2)
            .find(|pair| pair[0] == pair[1])
            .map(|pair| &*pair[0].1)
    }
}

/// A number that differs for most different keys.
fn digest(key: &str) -> u64 {
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    key.as_bytes()
        .chunks(size_of::<u64>())
        .fold(0, |digest: u64, chunk| {
            let word = chunk
                .iter()
                .fold(0, |word, byte| word << 8 | u64::from(*byte));
            (digest.rotate_left(29) ^ word).wrapping_mul(SPREAD)
        })
}
