//! `--help`: its examples work, and it lists every default.

mod common;

use common::{Folder, table};

/// All verbs, as the help of the command lists them.
fn verbs() -> Vec<String> {
    let help = Folder::new().succeed(&["--help"]);
    let (_, list) = help.split_once("Commands:\n").expect("a list of verbs");
    let verbs: Vec<String> = list
        .lines()
        .map_while(|line| line.split_whitespace().next())
        .filter(|verb| *verb != "help")
        .map(str::to_owned)
        .collect();
    assert!(verbs.len() >= 9, "{help}");
    verbs
}

/// The commands that a help text shows as examples.
fn examples(help: &str) -> Vec<String> {
    let is_command = |line: &&str| line.starts_with("  ") && line.contains("harderlasso ");
    let tail = help.split_once("Options:").map_or(help, |(_, tail)| tail);
    tail.lines()
        .filter(is_command)
        .map(|line| line.trim().to_owned())
        .collect()
}

#[test]
fn every_example_works_as_pasted() {
    let folder = Folder::new();
    let rows = table(60, 1).replacen(",y\n", ",price\n", 1);
    let named: String = rows
        .lines()
        .enumerate()
        .map(|(line, text)| match line {
            0 => format!("id,name,{text}\n"),
            _ => format!("{line},n{line},{text}\n"),
        })
        .collect();
    folder.write("data.csv", &named);
    folder.write("new.csv", &named);
    let mut count = 0;
    let mut run = |line: &str| {
        // The binary under test goes by the name that a person types.
        let binary = env!("CARGO_BIN_EXE_harderlasso");
        let script = format!("set -e\nharderlasso() {{ '{binary}' \"$@\"; }}\n{line}");
        let output = std::process::Command::new("sh")
            .args(["-c", &script])
            .current_dir(folder.path("."))
            .output()
            .expect("sh is there");
        let finished = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{line}: {finished}");
        count += 1;
    };
    for example in examples(&folder.succeed(&["--help"])) {
        run(&example);
    }
    assert!(folder.read("predictions.csv").lines().count() == 61);
    for verb in verbs() {
        let examples = examples(&folder.succeed(&[&verb, "--help"]));
        assert!(!examples.is_empty(), "{verb} has no example");
        for example in examples {
            // A classification for the one example that needs it.
            if example.contains("--proba") {
                folder.write("classes.csv", with_classes(&named));
                folder.succeed(&[
                    "fit",
                    "classes.csv",
                    "--target",
                    "price",
                    "--model",
                    "model.json",
                ]);
            }
            run(&example);
        }
    }
    assert!(count >= 19, "{count} examples");
}

/// The same table with a price that is high or low, by the town.
fn with_classes(table: &str) -> String {
    let mut text = String::new();
    for (line, row) in table.lines().enumerate() {
        let (front, price) = row.rsplit_once(',').expect("a price");
        let class = match (line, row.contains("Rome")) {
            (0, _) => price,
            (_, true) => "high",
            (_, false) => "low",
        };
        text += &format!("{front},{class}\n");
    }
    text
}

#[test]
fn the_first_page_shows_the_way_to_predictions() {
    let help = Folder::new().succeed(&["--help"]);
    for words in [
        "harderlasso fit data.csv --target price --model model.json",
        "harderlasso predict model.json new.csv",
        "harderlasso demo",
    ] {
        assert!(help.contains(words), "{words}: {help}");
    }
}

#[test]
fn every_flag_with_a_value_tells_its_default() {
    let folder = Folder::new();
    for verb in verbs() {
        let help = folder.succeed(&[&verb, "--help"]);
        let options = help.split_once("Options:").unwrap().1;
        let mut flags: Vec<String> = Vec::new();
        for line in options.lines() {
            if line.trim_start().starts_with('-') && line.contains("--") {
                flags.push(line.to_owned());
            } else if let Some(last) = flags.last_mut() {
                last.push_str(line);
            }
        }
        assert!(!flags.is_empty(), "{verb}: {help}");
        for flag in flags {
            // These have no default: two must be given, the other adds.
            let exempt = ["--target", "--onnx", "--drop"]
                .iter()
                .any(|name| flag.contains(name));
            if flag.contains('<') && !exempt {
                assert!(flag.contains("[default: "), "{verb}: {flag}");
            }
        }
    }
}

#[test]
fn there_are_completions_for_every_shell() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = folder.succeed(&["completions", shell]);
        assert!(
            script.contains("predict") && script.contains("hidden"),
            "{shell}"
        );
    }
    folder.refused(&["completions", "dos"], &["dos"]);
}

#[test]
fn colour_is_left_out_when_asked() {
    let folder = Folder::new();
    let output = folder
        .command(&["--help"])
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    assert!(!output.stdout.contains(&0x1b));
    let output = folder
        .command(&["--help"])
        .env("NO_COLOR", "1")
        .env("CLICOLOR_FORCE", "0")
        .output()
        .unwrap();
    assert!(!output.stdout.contains(&0x1b));
}
