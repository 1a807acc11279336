struct Table {
    columns: Vec<(String, Vec<f64>)>,
}

#[mcp::tool]
fn first(table: Table) -> Option<Table> {
    let columns = table.columns.into_iter().take(1).collect();
    Some(Table { columns })
}

fn main() {}
