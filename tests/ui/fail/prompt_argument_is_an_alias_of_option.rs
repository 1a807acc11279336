type Maybe<T> = Option<T>;

#[mcp::prompt]
fn review(points: Maybe<u8>) -> String {
    format!("{points:?}")
}

fn main() {}
