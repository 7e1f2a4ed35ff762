//! Writes a report of every kind into a folder, to look at them.
//!
//! ```sh
//! cargo run -p harderlasso-report --example gallery -- target/gallery
//! ```

#[path = "../tests/common/mod.rs"]
mod common;

use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let folder = std::env::args_os().nth(1);
    let folder = PathBuf::from(folder.unwrap_or_else(|| "gallery".into()));
    std::fs::create_dir_all(&folder)?;
    for (kind, record) in common::all() {
        std::fs::write(folder.join(format!("{kind}.html")), record.html())?;
        println!("{kind}: {} selected", record.model().selected().len());
    }
    std::fs::write(folder.join("bare.html"), common::bare().html())
}
