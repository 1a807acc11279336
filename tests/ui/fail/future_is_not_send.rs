use std::rc::Rc;

async fn pause() {}

#[mcp::tool]
async fn find(id: u32) -> u32 {
    let shared = Rc::new(id);
    pause().await;
    *shared
}

fn main() {}
