#[mcp::tool]
async fn find(ctx: &mcp::Context) {
    ctx.progress("half", None, None);
}

fn main() {}
