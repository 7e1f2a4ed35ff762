//! Tables that cannot be used: each has its sentence, exit code 2, and no file
//! is left or changed.

mod common;

use common::{Folder, table};

/// Writes the table, and expects the refusal of a fit that would also write a
/// model and a report.
fn refused(bytes: impl AsRef<[u8]>, more: &[&str], words: &[&str]) {
    let folder = Folder::new();
    folder.write("data.csv", bytes);
    folder.write("kept.json", "an older model");
    let flags = [
        "fit",
        "data.csv",
        "--hidden",
        "none",
        "--model",
        "kept.json",
        "--report",
        "r.html",
    ];
    let target: &[&str] = if more.contains(&"--target") {
        &[]
    } else {
        &["--target", "y"]
    };
    let words = [&["data.csv"], words].concat();
    folder.refused(&[&flags[..], target, more].concat(), &words);
    assert_eq!(folder.names(), ["data.csv", "kept.json"]);
    // The threshold alone reads the same table.
    let lambda = [
        &["lambda", "data.csv", "--hidden", "none"][..],
        target,
        more,
    ]
    .concat();
    folder.refused(&lambda, &words);
}

#[test]
fn names_that_occur_twice() {
    refused(
        "city,city=Bern,y\nBern,4,2\nOslo,2,3\nBern,3,5\nOslo,4,4\n",
        &[],
        &["`city=Bern`", "level", "--drop"],
    );
    refused(
        "a,b,a,y\n1,2,3,4\n5,6,7,8\n",
        &[],
        &["`a`", "twice", "1 and 3", "rename"],
    );
}

#[test]
fn rows_of_another_length() {
    refused(
        "a,b,y\n1,2,3\n4,5\n6,7,8\n",
        &[],
        &["row 2 (line 3)", "2 fields", "3", "--delimiter"],
    );
    refused(
        "a,b,y\n1,2,3\n\n\n4,5,6,7\n",
        &[],
        &["row 2 (line 5)", "4 fields"],
    );
    refused(
        "a,b,y\n1,\"2\n2\",3\n4\n",
        &[],
        &["row 2 (line 4)", "1 field "],
    );
    // Far behind the first piece that is parsed.
    let mut long = table(60_000, 1);
    long.push_str("1,2,3\n");
    long.push_str(&table(60_000, 1)[25..]);
    assert!(long.len() > 6 << 20, "{}", long.len());
    refused(long, &[], &["row 60001 (line 60002)", "3 fields", "8"]);
}

#[test]
fn targets_that_are_not_there() {
    let good = "price,size,age\n1,2,3\n4,5,6\n7,8,1\n";
    refused(
        good,
        &["--target", "prise"],
        &["`prise`", "did you mean `price`?"],
    );
    refused(good, &["--target", "SIZE"], &["did you mean `size`?"]);
    refused(
        good,
        &["--target", "weight"],
        &["`weight`", "`price`, `size`, `age`"],
    );
    refused(good, &["--target", "3"], &["no column 3", "0 to 2"]);
    refused(good, &["--target", "-4"], &["no column -4"]);
    refused(
        good,
        &["--target", "age", "--drop", "sise"],
        &["`sise`", "`size`"],
    );
    refused(
        good,
        &["--target", "age", "--drop", "age"],
        &["`age`", "is the target", "--drop"],
    );
}

#[test]
fn too_little_of_a_table() {
    refused("", &[], &["is empty"]);
    refused("\n\n  \n", &[], &["is empty"]);
    refused("a,b,y\n", &[], &["no rows"]);
    refused("a,b,y", &[], &["no rows"]);
    refused("a,b,y\n1,2,3\n", &[], &["one row"]);
    refused("y\n1\n2\n3\n", &[], &["no feature columns", "`y`"]);
    refused(
        "a,y\n1,2\n2,3\n3,5\n",
        &["--drop", "a"],
        &["no feature columns"],
    );
    refused(
        "1.5,2.5,3\n4,5,6\n7,8,9\n",
        &["--target", "2"],
        &["header", "numbers"],
    );
}

#[test]
fn targets_without_two_values() {
    refused(
        "a,y\n1,yes\n2,yes\n3,yes\n4,yes\n",
        &[],
        &["`y`", "one class", "`yes`"],
    );
    refused(
        "a,y\n1,1\n2,1\n3,1\n4,1\n",
        &[],
        &["`y`", "one class", "`1`"],
    );
    refused(
        "a,y\n1,1.5\n2,1.5\n3,1.5\n",
        &[],
        &["`y`", "1.5 in every row"],
    );
    refused("a,y\n1,\n2,NA\n3,?\n", &[], &["`y`", "no value in any row"]);
    refused(
        "a,y\n1,2.5\n2,\n3,4\n4,\n5,6.5\n",
        &[],
        &["`y`", "row 2", "in 1 other row", "--missing drop"],
    );
}

#[test]
fn targets_with_too_many_classes() {
    let many: String = (0..300)
        .map(|row| format!("{row},name {}\n", row % 150))
        .collect();
    refused(
        format!("a,y\n{many}"),
        &[],
        &["`y`", "`name 0`", "row 1", "100"],
    );
    let many: String = (0..300)
        .map(|row| format!("{},{}\n", row % 7, row % 150))
        .collect();
    refused(
        format!("a,y\n{many}"),
        &["--task", "classification"],
        &["`y`", "150 different", "--task regression"],
    );
}

#[test]
fn columns_of_nothing() {
    refused(
        "a,b,y\n1,,3.5\n2,NA,5\n3,nan,6\n",
        &[],
        &["`b`", "no value in any row", "--drop"],
    );
    let folder = Folder::new();
    folder.write("data.csv", "a,b,y\n1,,3.5\n2,NA,5\n3,nan,6\n4,?,7\n");
    folder.succeed(&[
        "fit",
        "data.csv",
        "--target",
        "y",
        "--hidden",
        "none",
        "--drop",
        "b",
        "--include",
        "a",
    ]);
}

#[test]
fn infinities() {
    refused(
        "a,b,y\n1,2,3.5\n4,inf,5\n6,7,8\n",
        &[],
        &["row 2", "`b`", "inf", "finite"],
    );
    refused(
        "a,b,y\n1,2,3.5\n4,5,-Infinity\n6,7,8\n",
        &[],
        &["row 2", "`y`", "-inf"],
    );
    refused(
        "a,b,y\n1e999,2,3.5\n4,5,5\n6,7,8\n",
        &[],
        &["row 1", "`a`", "inf"],
    );
}

#[test]
fn decimal_commas() {
    refused(
        "a;b;y\n1,5;2;3\n4;5;6\n",
        &[],
        &["row 1", "`a`", "`1,5`", "comma", "point"],
    );
    refused(
        "a\tb\ty\n1\t2\t3\n4\t1,234.5\t6\n",
        &[],
        &["row 2", "`b`", "`1,234.5`"],
    );
}

#[test]
fn quotes_that_go_wrong() {
    refused(
        "a,b,y\n1,\"2,3\n4,5,6\n",
        &[],
        &["row 1", "quote", "never closed"],
    );
    refused(
        "a,b,y\n1,\"2\"x,3\n4,5,6\n",
        &[],
        &["row 1", "quote", "twice"],
    );
    refused("a,\"b,y\n1,2,3\n4,5,6\n", &[], &["header", "quote"]);
}

#[test]
fn text_that_is_not_utf8() {
    refused(
        b"a,b,y\n1,x,3\n2,caf\xe9,4\n3,z,5\n",
        &[],
        &["row 2", "`b`", "UTF-8", "iconv"],
    );
    refused(b"a,caf\xe9,y\n1,2,3\n2,3,4\n", &[], &["column 2", "UTF-8"]);
    let wide: Vec<u8> = "\u{feff}a,y\n1,2\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    refused(wide, &[], &["UTF-16", "iconv"]);
    let wider: Vec<u8> = "\u{feff}a,y\n1,2\n"
        .chars()
        .flat_map(|c| u32::from(c).to_le_bytes())
        .collect();
    refused(wider, &[], &["UTF-32", "iconv"]);
    refused(b"a,b\0,y\n1,2,3\n", &[], &["not text", "CSV"]);
    refused("a,y\r1,2\r3,4\r", &[], &["carriage return"]);
}

#[test]
fn files_of_another_kind() {
    refused(b"PK\x03\x04and so on", &[], &["zip archive is damaged"]);
    refused(b"BZh91AY&SY and so on", &[], &["bzip2", "damaged"]);
    refused(b"\xfd7zXZ\0\0", &[], &["xz", "damaged"]);
    #[cfg(not(feature = "parquet"))]
    refused(
        b"PAR1 and so on PAR1",
        &[],
        &["Parquet", "--features parquet"],
    );
}

#[test]
fn packed_files_that_are_damaged() {
    use std::io::Write;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(table(2000, 1).as_bytes()).unwrap();
    let good = encoder.finish().unwrap();
    let words = ["gzip", "damaged or cut short", "again"];
    refused(&good[..good.len() / 2], &[], &words);
    refused(&good[..good.len() - 4], &[], &words);
    let mut flipped = good.clone();
    flipped[good.len() / 2] ^= 0x10;
    let folder = Folder::new();
    folder.write("data.csv", &flipped);
    // A flipped bit may also make rows that no table has; it is refused anyway.
    folder.refused(
        &["fit", "data.csv", "--target", "y", "--hidden", "none"],
        &["data.csv"],
    );
}

#[test]
fn files_that_are_not_there() {
    let folder = Folder::new();
    let fit = |data| ["fit", data, "--target", "y", "--model", "model.json"];
    folder.refused(
        &fit("data.csv"),
        &["data.csv: there is no such file", "spelling"],
    );
    folder.refused(&fit("."), &["folder"]);
}

#[test]
fn settings_out_of_range() {
    let folder = Folder::new();
    folder.write("data.csv", table(20, 1));
    let refused = |more: &[&str], words: &[&str]| {
        let fit = ["fit", "data.csv", "--target", "y", "--model", "model.json"];
        folder.refused(&[&fit[..], more].concat(), words);
    };
    refused(&["--alpha", "0"], &["alpha is 0", "between 0 and 1"]);
    refused(&["--lambda", "-1"], &[]);
    refused(&["--lambda", "0"], &["lambda is 0", "positive"]);
    refused(&["--draws", "0"], &["draws"]);
    refused(&["--restarts", "0"], &["restarts"]);
    refused(&["--hidden", "0"], &["neuron"]);
    refused(&["--hidden", "wide"], &["`none`", "20,10"]);
    refused(&["--penalty", "ridge"], &["ridge", "harder, l1, scad, mcp"]);
    refused(&["--activation", "tanh"], &["tanh", "bounded", "relu"]);
    refused(&["--delimiter", "ab"], &["one character"]);
    refused(&["--missing", "zero"], &["zero", "mean", "drop"]);
    refused(&["--quiet", "--verbose"], &["--verbose"]);
    refused(&["--report", "model.json"], &["same file"]);
    refused(&["--report", "data.csv"], &["overwrite the table"]);
    refused(&["--report", "no/folder/r.html"], &["no/folder/r.html"]);
    refused(&["--report", "data.csv/r.html"], &["data.csv/r.html"]);
    refused(&["--report", "."], &["writing ."]);
}

/// 60 rows in which `a` decides y, with one value of `a` spelled in another way.
fn with_slip(slip: &str) -> String {
    let mut text = "a,b,y\n".to_owned();
    for row in 0..60 {
        let a = row * 7 % 31;
        let field = match row {
            40 => slip.to_owned(),
            _ => a.to_string(),
        };
        text += &format!("{field},{},{}\n", row * 11 % 17, 2 * a + row % 3);
    }
    text
}

#[test]
fn a_typo_among_numbers() {
    for slip in ["unknown", "-", "None", "12 kg", "\"1,5\""] {
        refused(
            with_slip(slip),
            &[],
            &[
                "row 41",
                "`a`",
                "59 of 60 values are numbers",
                "NA",
                "--drop",
            ],
        );
    }
    // As the target it would be a class of its own.
    refused(
        with_slip("unknown"),
        &["--target", "a"],
        &["row 41", "`a`", "59 of 60"],
    );
}

#[test]
fn numbers_that_are_not_written_plainly() {
    for spell in [
        |v: i32| format!("{v}'500"),
        |v: i32| format!("\"{v},234\""),
        |v: i32| format!("\"$ {v},234\""),
    ] {
        let rows = (0..40).map(|row| format!("{},{}\n", spell(row + 1), row * row));
        let text = "a,y\n".to_owned() + &rows.collect::<String>();
        refused(
            text,
            &[],
            &[
                "row 1",
                "`a`",
                "not written plainly",
                "--thousands",
                "--drop",
            ],
        );
    }
}

#[test]
fn a_header_in_one_piece() {
    refused(
        "a#b#y\n1#2#3\n4#5#6\n",
        &[],
        &["one field", "`a#b#y`", "--delimiter"],
    );
}

#[test]
fn numbers_of_flags_out_of_range() {
    let good = table(60, 1);
    for (flag, value) in [
        ("--lambda", "-1"),
        ("--alpha", "-1"),
        ("--alpha", "nan"),
        ("--lambda", "1e300000"),
    ] {
        let folder = Folder::new();
        folder.write("data.csv", &good);
        let name = flag.trim_start_matches('-');
        folder.refused(
            &[
                "fit", "data.csv", "--target", "-1", "--hidden", "none", flag, value,
            ],
            &[name, "must be"],
        );
    }
}

/// One fit explains one target; the message says how to do it for several.
#[test]
fn several_targets_are_refused_with_a_loop() {
    let folder = common::folder();
    let words = [
        "one fit explains one target, and 2 are named: `y`, `x0`",
        "for target in y x0; do harderlasso fit DATA --target \"$target\"",
        "--drop",
    ];
    folder.refused(&["fit", "data.csv", "--target", "y,x0"], &words);
    folder.refused(
        &["fit", "data.csv", "--target", "y", "--target", "x0"],
        &words,
    );
    folder.refused(&["lambda", "data.csv", "-t", "y", "-t", "x0"], &words);
    folder.refused(
        &["fit", "data.csv", "--target", "nothing,else"],
        &["no column `nothing,else`"],
    );
    // A column of that very name is a target.
    folder.write("data.csv", table(40, 1).replace(",y\n", ",\"y,x0\"\n"));
    folder.succeed(&["fit", "data.csv", "--target", "y,x0", "--hidden", "none"]);
}
