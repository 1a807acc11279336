//! Decisions read from generated numbers: proptest shrinks the numbers, and with them what was decided.
//!
//! Zero is always the simplest decision, also when no numbers are left.

/// A list of decisions to be made one after the other.
pub(crate) struct Choices<'a>(std::slice::Iter<'a, u64>);

impl<'a> Choices<'a> {
    pub(crate) fn new(numbers: &'a [u64]) -> Self {
        Self(numbers.iter())
    }

    pub(crate) fn number(&mut self) -> u64 {
        self.0.next().copied().unwrap_or(0)
    }

    /// A number below `end`; 0 when there is none.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end.max(1)).expect("64 bits hold a length");
        usize::try_from(self.number() % end).expect("below a length")
    }

    /// Once in `times`.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    pub(crate) fn one_of<'l, T: ?Sized>(&mut self, list: &[&'l T]) -> &'l T {
        list[self.below(list.len())]
    }
}
