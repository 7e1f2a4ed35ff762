//! Which flags help with a problem. The modules that read and prepare tables do not
//! depend on flags, so the advice is added to their errors here: it continues the
//! sentence of an error, and is absent where no flag helps.

use crate::cli::shell_word;
use crate::prepare::{PrepareNote, PrepareProblem, Role};
use crate::table::TableProblem;
use crate::task::TargetProblem;

/// Flags that help with a table that cannot be read.
pub(crate) fn for_table(problem: &TableProblem) -> Option<String> {
    Some(match problem {
        #[cfg(not(feature = "parquet"))]
        TableProblem::ParquetUnsupported => {
            "or build the command with `cargo build --release -p harderlasso-cli --features parquet`"
                .to_owned()
        }
        #[cfg(feature = "parquet")]
        TableProblem::ParquetColumn(_) => "or leave it out with --drop".to_owned(),
        TableProblem::Ragged { delimiter, .. } => format!(
            "if the delimiter is not {}, set --delimiter",
            match delimiter {
                b'\t' => "a tab".to_owned(),
                other => format!("`{}`", char::from(*other)),
            }
        ),
        TableProblem::Memory { .. } => {
            "leave out columns with --drop, or raise the limit with --memory".to_owned()
        }
        TableProblem::NumberWithComma(_) => {
            "or say what commas mean with --decimal , or --thousands ,".to_owned()
        }
        _ => return None,
    })
}

/// Flags that help with a table that cannot be used as requested.
pub(crate) fn for_use(problem: &PrepareProblem) -> Option<String> {
    if let PrepareProblem::SeveralTargets(names) = problem {
        return Some(one_by_one(names));
    }
    let advice = match problem {
        PrepareProblem::OneName { .. } => {
            "if another character separates the fields, set --delimiter"
        }
        PrepareProblem::TargetAsWeights => "choose another column for --weights",
        PrepareProblem::AsId(_) => "choose another column for --id",
        PrepareProblem::FeatureAsId => "or choose another column for --id",
        PrepareProblem::ClassWeightOfNumbers => {
            "leave --class-weight out, or take each number as a class with --task classification"
        }
        PrepareProblem::Dropped(Role::Target | Role::Weights | Role::Id) => "remove it from --drop",
        PrepareProblem::Included(Role::Target | Role::Weights | Role::Id) => {
            "remove it from --include"
        }
        PrepareProblem::Category(Role::Target | Role::Weights | Role::Id) => {
            "remove it from --categorical"
        }
        PrepareProblem::CategoryDropped => "name it only in --drop or only in --categorical",
        PrepareProblem::IncludedAndDropped => "name it only in --drop or only in --include",
        PrepareProblem::NoFeatures {
            others_left_out: true,
            ..
        } => "keep a column that was left out with --include",
        PrepareProblem::NoFeatures { .. } => "if all names are in one column, set --delimiter",
        PrepareProblem::EmptyFeature | PrepareProblem::EmptyWithTarget => {
            "or leave it out with --drop"
        }
        PrepareProblem::MissingTarget { .. } => {
            "or leave such rows out with --missing-target drop (--missing drop also leaves out rows without a feature)"
        }
        PrepareProblem::MissingWeight => "or leave such rows out with --missing drop",
        PrepareProblem::MissingFeature => {
            "or choose --missing mean or --missing drop in place of --missing error"
        }
        PrepareProblem::MissingForModel => "or fit with --missing mean in place of --missing error",
        PrepareProblem::FewComplete(_) => {
            "choose --missing mean, or leave out the columns with missing values with --drop"
        }
        PrepareProblem::DecoratedNumber(_) => {
            "or say how numbers are written with --decimal and --thousands, or leave the column out with --drop"
        }
        PrepareProblem::TextAmongNumbers { .. } => {
            "or add it to the codes of missing values with --na, or leave the column out with --drop"
        }
        PrepareProblem::MixedWriting(_)
        | PrepareProblem::UnclearDate(_)
        | PrepareProblem::DateOrders { .. } => "or leave the column out with --drop",
        PrepareProblem::LongNumber(_) => "leave the column out with --drop",
        PrepareProblem::UnknownDateOrder(_) => "set --date-order to day-first or month-first",
        PrepareProblem::NameOfLevel(_) => "or leave one of them out with --drop",
        PrepareProblem::Target(TargetProblem::TextForRegression { .. }) => {
            "or --task classification"
        }
        PrepareProblem::Target(TargetProblem::TooManyClasses { .. }) => "or --task regression",
        _ => return None,
    };
    Some(advice.to_owned())
}

/// How a shell fits several targets.
fn one_by_one(names: &[String]) -> String {
    let words: Vec<String> = names.iter().map(|name| shell_word(name)).collect();
    format!(
        "fit one after the other, in a shell with `for target in {}; do harderlasso fit DATA --target \"$target\" --model \"$target.json\"; done`, and add --drop with the others if they are not to be features",
        words.join(" ")
    )
}

/// A remark on a table, with the flag that helps.
pub(crate) fn with_advice(note: &PrepareNote) -> String {
    match note {
        PrepareNote::Unnamed(name) => {
            format!("{note} If it is no measurement, leave it out with --drop {name}.")
        }
        PrepareNote::Read(_)
        | PrepareNote::Constant(_)
        | PrepareNote::Lacking { .. }
        | PrepareNote::Imputed(_)
        | PrepareNote::LackingId { .. } => note.to_string(),
    }
}
