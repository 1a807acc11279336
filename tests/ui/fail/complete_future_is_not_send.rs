async fn cities(_: &str) -> Vec<String> {
    let held = std::rc::Rc::new(());
    std::future::ready(()).await;
    drop(held);
    Vec::new()
}

#[mcp::resource("city://{city}")]
fn city(#[arg(complete = cities)] city: &str) -> String {
    city.to_owned()
}

fn main() {}
