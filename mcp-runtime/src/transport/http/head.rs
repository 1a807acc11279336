//! Headers as text.

use http::HeaderMap;

use crate::server::Sent;

/// A header as it was sent, without the space around it.
pub(super) fn sent<'h>(headers: &'h HeaderMap, name: &str) -> Sent<'h> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Sent::Absent,
        (Some(value), None) => value
            .to_str()
            .map_or(Sent::Unreadable, |text| Sent::Text(text.trim())),
        (Some(_), Some(_)) => Sent::Unreadable,
    }
}
