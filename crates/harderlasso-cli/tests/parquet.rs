//! Tables in Parquet, in a build with that feature.
#![cfg(feature = "parquet")]

mod common;

use std::fs;
use std::sync::Arc;

use common::{Folder, table, timeless};
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

/// Writes a CSV table as Parquet, in two row groups; an empty field is null.
fn write(folder: &Folder, name: &str, table: &str, compression: Compression) {
    let rows: Vec<Vec<&str>> = table
        .lines()
        .map(|line| line.split(',').collect())
        .collect();
    let (names, rows) = rows.split_first().expect("a header");
    let kind = |name: &str| match name {
        "town" => "optional binary town (UTF8);".to_owned(),
        other => format!("optional double {other};"),
    };
    let fields: String = names.iter().map(|name| kind(name)).collect();
    let schema = Arc::new(parse_message_type(&format!("message t {{ {fields} }}")).unwrap());
    let properties = WriterProperties::builder()
        .set_compression(compression)
        .build();
    let file = fs::File::create(folder.path(name)).unwrap();
    let mut writer = SerializedFileWriter::new(file, schema, Arc::new(properties)).unwrap();
    for rows in rows.chunks(rows.len().div_ceil(2)) {
        let mut group = writer.next_row_group().unwrap();
        for (place, name) in names.iter().enumerate() {
            let fields: Vec<&str> = rows.iter().map(|row| row[place]).collect();
            let levels: Vec<i16> = fields
                .iter()
                .map(|field| i16::from(!field.is_empty()))
                .collect();
            let present = fields.iter().filter(|field| !field.is_empty());
            let mut column = group.next_column().unwrap().unwrap();
            if *name == "town" {
                let values: Vec<ByteArray> = present.map(|field| ByteArray::from(*field)).collect();
                column
                    .typed::<ByteArrayType>()
                    .write_batch(&values, Some(&levels), None)
                    .unwrap();
            } else {
                let values: Vec<f64> = present.map(|field| field.parse().unwrap()).collect();
                column
                    .typed::<DoubleType>()
                    .write_batch(&values, Some(&levels), None)
                    .unwrap();
            }
            column.close().unwrap();
        }
        group.close().unwrap();
    }
    writer.close().unwrap();
}

fn fit(data: &str) -> [&str; 7] {
    ["fit", data, "--target", "y", "--hidden", "none", "--json"]
}

#[test]
fn the_answer_is_that_of_the_same_table_in_csv() {
    let folder = Folder::new();
    let holes: String = table(60, 1)
        .lines()
        .enumerate()
        .map(|(line, text)| match line {
            5 | 40 => text.replacen(text.split(',').next().unwrap(), "", 1) + "\n",
            6 => {
                text.replace("Bern", "")
                    .replace("Oslo", "")
                    .replace("Rome", "")
                    + "\n"
            }
            _ => format!("{text}\n"),
        })
        .collect();
    for text in [table(60, 1), holes] {
        folder.write("data.csv", &text);
        let expected = timeless(&folder.succeed(&fit("data.csv")));
        for compression in [
            Compression::UNCOMPRESSED,
            Compression::SNAPPY,
            Compression::GZIP(Default::default()),
            Compression::ZSTD(Default::default()),
        ] {
            write(&folder, "data.parquet", &text, compression);
            assert_eq!(timeless(&folder.succeed(&fit("data.parquet"))), expected);
        }
    }
    folder.succeed(&[
        "fit", "data.csv", "--target", "y", "--hidden", "none", "--model", "m.json",
    ]);
    assert_eq!(
        folder.succeed(&["predict", "m.json", "data.parquet"]),
        folder.succeed(&["predict", "m.json", "data.csv"])
    );
}

#[test]
fn ids_are_those_of_the_same_table_in_csv() {
    let folder = Folder::new();
    let text = table(60, 1).replacen("Oslo", "", 1);
    folder.write("data.csv", &text);
    write(&folder, "data.parquet", &text, Compression::SNAPPY);
    folder.succeed(&[
        "fit", "data.csv", "--target", "y", "--hidden", "none", "--drop", "town", "--model",
        "m.json",
    ]);
    for id in ["town", "x0"] {
        let predicted = |data| folder.succeed(&["predict", "m.json", data, "--id", id]);
        assert_eq!(predicted("data.parquet"), predicted("data.csv"), "{id}");
    }
}

#[test]
fn damaged_files_are_refused() {
    let folder = Folder::new();
    write(&folder, "good.parquet", &table(60, 1), Compression::SNAPPY);
    let good = fs::read(folder.path("good.parquet")).unwrap();
    folder.write("data.csv", &good[..good.len() / 2]);
    folder.refused(&fit("data.csv"), &["data.csv", "Parquet", "damaged"]);
    folder.write("data.csv", b"PAR1 and so on PAR1");
    folder.refused(&fit("data.csv"), &["data.csv", "Parquet", "damaged"]);
    let finished = folder.feed(&fit("-"), &good);
    folder.check_refusal(&fit("-"), &finished, &["stdin", "Parquet", "pipe"]);
    // A flipped byte is refused or makes another table; it never breaks.
    for at in (4..good.len()).step_by(7) {
        let mut bytes = good.clone();
        bytes[at] ^= 0x2a;
        folder.write("data.csv", bytes);
        let finished = folder.run(&fit("data.csv"));
        assert!(
            matches!(finished.code, Some(0 | 2)),
            "{at}: {}",
            finished.err
        );
        assert!(!finished.err.contains("panicked"), "{at}: {}", finished.err);
    }
}
