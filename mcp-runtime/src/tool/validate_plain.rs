//! Nothing is held against the published schema: the build is without the feature `validate`.

use super::faults::Faults;

/// A published schema that nobody reads again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Published(());

impl Published {
    /// Reads nothing.
    #[allow(
        clippy::unnecessary_wraps,
        reason = "with the feature a schema may be at fault"
    )]
    pub(crate) fn new(_: &str) -> Result<Self, String> {
        Ok(Self(()))
    }

    #[inline]
    #[allow(
        clippy::unused_self,
        reason = "with the feature there is something to hold against"
    )]
    pub(super) fn hold(&self, _: &str, _: bool, _: &mut Faults<'_>) {}
}
