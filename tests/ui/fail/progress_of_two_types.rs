#[mcp::tool]
async fn find(ctx: &mcp::Context) {
    ctx.progress(1, 2.5, None);
}

fn main() {}
