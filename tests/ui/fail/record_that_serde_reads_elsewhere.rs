use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Clone, Deserialize, JsonSchema, mcp::Record)]
#[serde(try_from = "String")]
struct Filter {
    price: u32,
}

impl TryFrom<String> for Filter {
    type Error = std::num::ParseIntError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse().map(|price| Self { price })
    }
}

fn main() {}
