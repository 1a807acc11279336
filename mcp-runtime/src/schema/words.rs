//! Messages of the compiler that are put together while it evaluates constants.

/// The longest message; what is beyond is cut.
const LONGEST: usize = 1024;

/// Ends the compilation with `parts` as its message.
///
/// # Panics
///
/// Always; that is what it is for.
#[track_caller]
pub(crate) const fn panic(parts: &[&str]) -> ! {
    let mut text = [0; LONGEST];
    let mut length = 0;
    let mut part = 0;
    while part < parts.len() {
        let bytes = parts[part].as_bytes();
        // whole parts alone, so that no character is cut
        if length + bytes.len() > LONGEST {
            break;
        }
        let mut at = 0;
        while at < bytes.len() {
            text[length] = bytes[at];
            length += 1;
            at += 1;
        }
        part += 1;
    }
    match std::str::from_utf8(text.split_at(length).0) {
        Ok(text) => panic!("{}", text),
        Err(_) => unreachable!(),
    }
}
