fn main() {
    #[mcp::tool]
    let find = |id: u32| id;
    find(1);
}
