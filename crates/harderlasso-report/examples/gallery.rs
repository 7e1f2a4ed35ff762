//! Writes a report of every kind, with its model file, into a folder: to look at
//! them, and for the tests in a browser.
//!
//! ```sh
//! cargo run -p harderlasso-report --example gallery -- target/gallery
//! ```

#[path = "../tests/common/mod.rs"]
mod common;

use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args_os().nth(1);
    let folder = PathBuf::from(folder.unwrap_or_else(|| "gallery".into()));
    std::fs::create_dir_all(&folder)?;
    let bare = [("bare", common::bare())];
    for (kind, record) in common::all().into_iter().chain(bare) {
        std::fs::write(folder.join(format!("{kind}.html")), record.html())?;
        std::fs::write(folder.join(format!("{kind}.json")), record.to_json()?)?;
        println!("{kind}: {} selected", record.model().selected().len());
    }
    Ok(())
}
