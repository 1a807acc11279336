struct House;

#[mcp::tool]
impl House {
    #[resource("config://app")]
    fn one(&self) -> &'static str {
        "one"
    }

    #[resource("config://app")]
    fn two(&self) -> &'static str {
        "two"
    }

    #[prompt]
    fn ask(&self) -> &'static str {
        "ask"
    }

    #[prompt(name = "ask")]
    fn ask_again(&self) -> &'static str {
        "ask"
    }
}

fn main() {}
