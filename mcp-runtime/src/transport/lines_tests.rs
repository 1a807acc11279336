//! Tests of line cutting.

use super::*;

/// Feeds `input` in pieces of the given size and gathers what comes out.
fn cut(input: &[u8], piece: usize, limit: usize) -> Vec<Line> {
    let mut lines = Lines::new(limit);
    let mut found = Vec::new();
    for piece in input.chunks(piece) {
        let mut rest = piece;
        while !rest.is_empty() {
            let space = lines.space();
            let length = rest.len().min(space.len());
            space[..length].copy_from_slice(&rest[..length]);
            lines.advance(length);
            rest = &rest[length..];
            found.extend(std::iter::from_fn(|| lines.next()));
        }
    }
    found.extend(lines.finish());
    found
}

fn message(text: &str) -> Line {
    Line::Message(text.as_bytes().to_vec())
}

/// The same lines must come out however the input is cut into reads.
fn check(input: &[u8], limit: usize, expected: &[Line]) {
    for piece in [1, 2, 3, 7, 64, 4096, 65536, 1 << 20] {
        assert_eq!(cut(input, piece, limit), expected, "in pieces of {piece}");
    }
}

#[test]
fn lines_end_with_lf_or_crlf_and_the_last_one_needs_no_end() {
    check(
        b"a\nb\r\nc",
        100,
        &[message("a"), message("b"), message("c")],
    );
}

#[test]
fn blank_lines_are_left_out_and_blanks_around_a_message_stay_with_it() {
    check(b"\n\r\n \t \r\n\t\n  a \t\n\n", 100, &[message("  a \t")]);
}

#[test]
fn a_byte_order_mark_is_taken_off() {
    check(
        b"\xEF\xBB\xBFa\n\xEF\xBB\xBF\r\n\xEF\xBB\xBFb",
        100,
        &[message("a"), message("b")],
    );
}

#[test]
fn other_bytes_pass_unchanged() {
    check(
        b"\xFF\0\x0B\na\rb\n",
        100,
        &[Line::Message(b"\xFF\0\x0B".to_vec()), message("a\rb")],
    );
}

#[test]
fn the_limit_counts_the_bytes_of_the_message() {
    check(
        b"1234\n1234\r\n12345\n1\n",
        4,
        &[
            message("1234"),
            message("1234"),
            Line::TooLong(b"12345".to_vec()),
            message("1"),
        ],
    );
}

#[test]
fn a_line_over_the_limit_is_told_once_and_the_next_one_is_fine() {
    for piece in [1000, 1 << 20] {
        let mut input = vec![b'x'; 3 << 20];
        input.extend_from_slice(b"\nnext\n");
        let found = cut(&input, piece, 1 << 20);
        assert_eq!(found.len(), 2);
        assert!(matches!(&found[0], Line::TooLong(head) if head == &vec![b'x'; HEAD]));
        assert_eq!(found[1], message("next"));
    }
}

#[test]
fn a_line_over_the_limit_that_never_ends_is_told_once() {
    assert_eq!(cut(b"123456789", 1, 4), [Line::TooLong(b"123456".to_vec())]);
}

#[test]
fn the_buffer_never_grows_beyond_the_limit_and_a_chunk() {
    let limit = 1 << 20;
    let mut lines = Lines::new(limit);
    for _ in 0..400 {
        let space = lines.space();
        space.fill(b'x');
        let length = space.len();
        lines.advance(length);
        while lines.next().is_some() {}
        assert!(
            lines.buffer.len() <= limit + 2 * CHUNK,
            "{}",
            lines.buffer.len()
        );
    }
}

#[test]
fn a_large_message_leaves_its_buffer_and_what_follows_stays() {
    let large = "x".repeat(300_000);
    check(
        format!("{large}\nb\n{large}\r\nc").as_bytes(),
        1 << 20,
        &[message(&large), message("b"), message(&large), message("c")],
    );
}

#[test]
fn many_short_lines_come_out_in_order() {
    let expected: Vec<_> = (0..20_000).map(|n| message(&n.to_string())).collect();
    let input: String = (0..20_000).map(|n| format!("{n}\n")).collect();
    for piece in [13, 65_536, 1 << 20] {
        assert_eq!(cut(input.as_bytes(), piece, 100), expected);
    }
}
