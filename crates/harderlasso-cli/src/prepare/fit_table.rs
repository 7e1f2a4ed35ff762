//! From a table with a target to a design, a response and a description of what
//! was done.

use harderlasso::{Design, Error, Response};
use harderlasso_report::field::LEVELS;
use harderlasso_report::text::counted;
use harderlasso_report::{
    ClassWeight, ColumnKind, DateOrder, LabelKind, LeftOut, MISSING_LEVEL, MissingPolicy,
    Preparation, SourceColumn, Writing,
};

use super::error::{PrepareError, PrepareNote, PrepareProblem, Role};
use super::features::{FeatureRules, check_numbers, features};
use super::find::find;
use super::times;
use super::weights::{self, RowWeights, class_weights, weights};
use crate::table::{
    Contents, Located, MatrixColumn, Reader, Table, TableColumn, Texts, Want, Written,
};
use crate::task::{self, ReadTarget, TargetColumn, TargetColumns, Task};

/// What to do with the columns of a table, which are named or numbered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableRequest<'a> {
    pub(crate) target: TargetColumns<&'a str>,
    pub(crate) weights: Option<&'a str>,
    pub(crate) class_weight: Option<ClassWeight>,
    /// The column that identifies the rows, which is not read.
    pub(crate) id: Option<&'a str>,
    pub(crate) drop: &'a [String],
    /// What the model file gives as the reason for leaving out these columns.
    pub(crate) drop_reason: &'a str,
    /// Columns that are features whatever they look like.
    pub(crate) include: &'a [String],
    /// Columns that are categories, also if they hold numbers.
    pub(crate) categorical: &'a [String],
    /// What the model file gives as the reason for leaving out row numbers.
    pub(crate) counter_reason: &'a str,
    pub(crate) task: Task,
    pub(crate) missing: MissingPolicy,
    /// Whether rows without a target are left out; otherwise they are refused unless
    /// `missing` is to leave out rows.
    pub(crate) drop_targetless: bool,
    /// The order of day and month in columns that do not show it.
    pub(crate) date_order: Option<DateOrder>,
    pub(crate) threads: usize,
}

impl<'a> TableRequest<'a> {
    /// A request without flags: everything but the target is a feature.
    pub(crate) fn plain(target: TargetColumns<&'a str>, threads: usize) -> Self {
        Self {
            target,
            weights: None,
            class_weight: None,
            id: None,
            drop: &[],
            drop_reason: "",
            include: &[],
            categorical: &[],
            counter_reason: "it numbers the rows",
            task: Task::default(),
            missing: MissingPolicy::Mean,
            drop_targetless: false,
            date_order: None,
            threads,
        }
    }
}

/// The columns that are not features, by position or by slot.
#[derive(Clone, Copy, Debug)]
struct Roles {
    target: TargetColumns<usize>,
    weights: Option<usize>,
}

impl Roles {
    /// The columns that have a role, with the role.
    fn each(&self) -> impl Iterator<Item = (usize, Role)> {
        let target = self.target.each().into_iter();
        target
            .map(|column| (column, Role::Target))
            .chain(self.weights.map(|column| (column, Role::Weights)))
    }
}

/// What the engine takes, and how it was made.
#[derive(Debug)]
pub(crate) struct FitInput {
    pub(crate) design: Design,
    pub(crate) response: Response,
    /// What the classes were before they became names, if there are classes.
    pub(crate) labels: Option<LabelKind>,
    pub(crate) preparation: Preparation,
    /// Remarks that have no place in the preparation.
    pub(crate) notes: Vec<PrepareNote>,
}

/// Reads the rows of a table and prepares them for a fit.
pub(crate) fn fit_table(reader: Reader, request: &TableRequest) -> Result<FitInput, PrepareError> {
    check_one_target(request.target.named(), &reader)?;
    let roles = Roles {
        target: request.target.try_map(|name| find(name, &reader))?,
        weights: request
            .weights
            .map(|name| find(name, &reader))
            .transpose()?,
    };
    let dropped = positions(request.drop, &reader)?;
    let included = positions(request.include, &reader)?;
    let categorical = positions(request.categorical, &reader)?;
    let listed = Listed {
        dropped: &dropped,
        included: &included,
        categorical: &categorical,
    };
    check_roles(&reader, roles, listed)?;
    let id = request.id.map(|name| find(name, &reader)).transpose()?;
    check_id(&reader, id, roles, listed)?;
    let id_name = id.map(|position| reader.names()[position].clone());
    let unnamed = reader.unnamed().to_vec();
    let names_of = |positions: &[usize]| -> Vec<String> {
        let names = positions.iter().map(|&position| &reader.names()[position]);
        names.cloned().collect()
    };
    let (included_names, categorical_names) = (names_of(&included), names_of(&categorical));
    let mut left_out: Vec<LeftOut> = dropped
        .iter()
        .map(|&position| LeftOut {
            name: reader.names()[position].clone(),
            reason: request.drop_reason.to_owned(),
        })
        .collect();
    let dropped = with_id(dropped, id);
    let want = |position| match dropped.contains(&position) {
        true => Want::Nothing,
        false if included.contains(&position) || categorical.contains(&position) => {
            Want::Values { levels: usize::MAX }
        }
        false => Want::Values { levels: LEVELS },
    };
    let wants: Vec<Want> = (0..reader.names().len()).map(want).collect();
    // The slot of a column is the number of wanted columns before it.
    let slot = |position: usize| position - dropped.partition_point(|&other| other < position);
    let roles = Roles {
        target: roles.target.map(slot),
        weights: roles.weights.map(slot),
    };
    let notation = reader.notation().clone();
    let mut remarks = reader.remarks().to_vec();
    let mut table = reader.read(&wants, request.threads)?;
    check_rows(&table)?;
    for target in roles.target.each() {
        check_target(&table, target, request)?;
    }
    let target_name = table.columns[roles.target.named()].name.clone();
    let is_free = |slot| roles.each().all(|(column, _)| column != slot);
    let rules = FeatureRules {
        missing: request.missing,
        included: &included_names,
        categorical: &categorical_names,
        counter_reason: request.counter_reason,
        unnamed: &unnamed,
    };
    let features = features(&table, is_free, &rules, &mut left_out)?;
    let mut notes: Vec<PrepareNote> = unnamed
        .iter()
        .filter(|name| {
            features
                .iter()
                .any(|&slot| table.columns[slot].name == **name)
        })
        .map(|name| PrepareNote::Unnamed(name.clone()))
        .collect();
    for &slot in &features {
        if categorical_names.contains(&table.columns[slot].name) {
            table.number_levels(slot);
        }
    }
    let writings: Vec<Option<Writing>> = features
        .iter()
        .map(|&slot| times::writing(&mut table, slot, request.date_order))
        .collect::<Result<_, _>>()?;
    let mut keep = complete_rows(&table, &features, roles, request)?;
    if request.missing == MissingPolicy::Mean {
        for &slot in &features {
            if table.columns[slot].missing > 0 {
                table.add_missing_level(slot, MISSING_LEVEL);
            }
        }
    }
    let complete = keep
        .as_ref()
        .map_or(table.rows, |keep| keep.iter().filter(|keep| **keep).count());
    let row_weights = match roles.weights {
        Some(slot) => Some(weights(&table, slot, request.missing, &mut keep)?),
        None => None,
    };

    let ReadTarget {
        response,
        labels,
        note: task_note,
    } = read_target(&table, roles.target, request.task, keep.as_deref())?;
    let of_classes = match request.class_weight {
        Some(how) => Some(class_weights(how, &response).ok_or_else(|| {
            Located::whole(&table.name, PrepareProblem::ClassWeightOfNumbers)
                .in_column(&target_name)
        })?),
        None => None,
    };
    if features.is_empty() {
        let problem = PrepareProblem::NoFeatures {
            target: target_name,
            others_left_out: !left_out.is_empty(),
        };
        return Err(Located::whole(&table.name, problem).into());
    }
    let rows = response.rows();
    if complete < table.rows && request.missing != MissingPolicy::Drop {
        remarks.push(format!(
            "{} left out because the target is missing.",
            counted(table.rows - complete, "row was", "rows were")
        ));
    }
    remarks.extend(signed_target(&table.columns[roles.target.named()]));
    let preparation = Preparation {
        source: Some(table.name.clone()),
        target: target_name,
        columns: features
            .iter()
            .zip(writings)
            .map(|(&slot, writing)| SourceColumn {
                writing,
                ..source_column(&table.columns[slot])
            })
            .collect(),
        rows_read: table.rows,
        rows_dropped: table.rows - complete,
        weights: row_weights.as_ref().map(|weights| weights.column.clone()),
        class_weight: request.class_weight,
        id: id_name,
        left_out,
        missing: request.missing,
        task_note,
        notation,
        remarks,
    };
    let table_name = table.name.clone();
    let columns = matrix_columns(&table, &features);
    let matrix = table.into_matrix(&columns, keep.as_deref())?;
    let mut design = Design::from_columns(matrix, rows, columns.len())?
        .with_names(preparation.design_names())
        .map_err(|error| name_of_level(error, &table_name))?;
    let mut product = of_classes;
    if let Some(RowWeights { values, column }) = row_weights {
        if let Some(product) = &mut product {
            let pairs = product.iter_mut().zip(&values);
            pairs.for_each(|(product, value)| *product *= value);
        }
        design = design
            .with_weights(values)
            .map_err(|error| weights::refused(error, &table_name, &column.name, keep.as_deref()))?;
    }
    if let Some(product) = product {
        design = design.with_weights(product)?;
    }
    notes.extend(constants(&design));
    Ok(FitInput {
        design,
        response,
        labels,
        preparation,
        notes,
    })
}

/// Reads the target of the rows that are kept.
fn read_target(
    table: &Table,
    target: TargetColumns<usize>,
    task: Task,
    keep: Option<&[bool]>,
) -> Result<ReadTarget, Located<PrepareProblem>> {
    let name = &table.columns[target.named()].name;
    let columns = target.map(|slot| TargetColumn {
        name: &table.columns[slot].name,
        contents: &table.columns[slot].contents,
        values: table.values(slot, keep),
    });
    task::read(columns, task)
        .map_err(|problem| Located::whole(&table.name, problem.into()).in_column(name))
}

/// A level of a text column has the name of another column.
fn name_of_level(error: Error, table: &str) -> PrepareError {
    match error {
        Error::DuplicateName { name, .. } => {
            Located::whole(table, PrepareProblem::NameOfLevel(name)).into()
        }
        error => error.into(),
    }
}

/// Positions of columns that a flag lists, in rising order.
fn positions(requested: &[String], reader: &Reader) -> Result<Vec<usize>, Located<PrepareProblem>> {
    let mut listed = Vec::new();
    for requested in requested {
        // A comma separates names, but may also be part of a name.
        if let Some(position) = reader.names().iter().position(|name| name == requested) {
            listed.push(position);
            continue;
        }
        for item in requested.split(',') {
            listed.push(find(item, reader)?);
        }
    }
    listed.sort_unstable();
    listed.dedup();
    Ok(listed)
}

/// Positions of the columns that flags list.
#[derive(Clone, Copy, Debug)]
struct Listed<'a> {
    dropped: &'a [usize],
    included: &'a [usize],
    categorical: &'a [usize],
}

/// Refuses a column with two roles.
fn check_roles(
    reader: &Reader,
    roles: Roles,
    listed: Listed,
) -> Result<(), Located<PrepareProblem>> {
    let Listed {
        dropped,
        included,
        categorical,
    } = listed;
    let refuse = |column: usize, problem| {
        Err(Located::whole(reader.table(), problem).in_column(&reader.names()[column]))
    };
    if let Some(column) = roles.weights
        && roles.target.each().contains(&column)
    {
        return refuse(column, PrepareProblem::TargetAsWeights);
    }
    if let Some((column, role)) = roles.each().find(|(column, _)| included.contains(column)) {
        return refuse(column, PrepareProblem::Included(role));
    }
    if let Some((column, role)) = roles
        .each()
        .find(|(column, _)| categorical.contains(column))
    {
        return refuse(column, PrepareProblem::Category(role));
    }
    if let Some(&column) = categorical.iter().find(|column| dropped.contains(column)) {
        return refuse(column, PrepareProblem::CategoryDropped);
    }
    if let Some(&column) = included.iter().find(|column| dropped.contains(column)) {
        return refuse(column, PrepareProblem::IncludedAndDropped);
    }
    match roles.each().find(|(column, _)| dropped.contains(column)) {
        Some((column, role)) => refuse(column, PrepareProblem::Dropped(role)),
        None => Ok(()),
    }
}

/// Refuses a list of targets, unless a column has that very name.
fn check_one_target(requested: &str, reader: &Reader) -> Result<(), Located<PrepareProblem>> {
    let names: Vec<String> = requested.split(',').map(|n| n.trim().to_owned()).collect();
    let is_name = |name: &str| reader.names().iter().any(|other| other == name);
    if names.len() < 2 || is_name(requested.trim()) || !names.iter().any(|name| is_name(name)) {
        return Ok(());
    }
    let problem = PrepareProblem::SeveralTargets(names);
    Err(Located::whole(reader.table(), problem))
}

/// Refuses a column of ids that has another role.
fn check_id(
    reader: &Reader,
    id: Option<usize>,
    roles: Roles,
    listed: Listed,
) -> Result<(), Located<PrepareProblem>> {
    let Some(id) = id else { return Ok(()) };
    let problem = match roles.each().find(|(column, _)| *column == id) {
        Some((_, role)) => PrepareProblem::AsId(role),
        None if listed.dropped.contains(&id) => PrepareProblem::Dropped(Role::Id),
        None if listed.included.contains(&id) => PrepareProblem::Included(Role::Id),
        None if listed.categorical.contains(&id) => PrepareProblem::Category(Role::Id),
        None => return Ok(()),
    };
    Err(Located::whole(reader.table(), problem).in_column(&reader.names()[id]))
}

/// The columns that are not read: those that are left out, and the ids.
fn with_id(dropped: Vec<usize>, id: Option<usize>) -> Vec<usize> {
    let mut unread = dropped;
    unread.extend(id);
    unread.sort_unstable();
    unread
}

/// A remark about columns that never change.
fn constants(design: &Design) -> Option<PrepareNote> {
    let is_constant = |column: &usize| {
        let mut values = design.column(*column).iter().filter(|v| !v.is_nan());
        let first = values.next();
        values.all(|value| Some(value) == first)
    };
    let names: Vec<String> = (0..design.columns())
        .filter(is_constant)
        .map(|column| design.names()[column].clone())
        .collect();
    (!names.is_empty()).then_some(PrepareNote::Constant(names))
}

fn check_rows(table: &Table) -> Result<(), Located<PrepareProblem>> {
    let problem = match table.rows {
        0 => PrepareProblem::NoRows,
        1 => PrepareProblem::OneRow,
        _ => return Ok(()),
    };
    Err(Located::whole(&table.name, problem))
}

/// Refuses a column of the target that has no value where one is needed, or that
/// is text by mistake. Its values are checked where they become a response.
fn check_target(
    table: &Table,
    target: usize,
    request: &TableRequest,
) -> Result<(), Located<PrepareProblem>> {
    let column = &table.columns[target];
    let refuse = |problem| Err(Located::whole(&table.name, problem).in_column(&column.name));
    let refuse_row =
        |problem, row| refuse(problem).map_err(|error: Located<PrepareProblem>| error.in_row(row));
    if column.missing == table.rows {
        return refuse(PrepareProblem::EmptyTarget);
    }
    let moment = match &column.written {
        Written::Dates(dates) => Some((&dates.example, dates.row)),
        Written::Clock { example, row } => Some((example, *row)),
        Written::Plain | Written::Signed(_) | Written::Mixed(_) => None,
    };
    if let Some((example, row)) = moment {
        return refuse_row(PrepareProblem::DateTarget(example.clone()), row);
    }
    check_numbers(table, column)?;
    if let (Contents::TooMany, Some(Texts { example, row, .. })) = (&column.contents, &column.texts)
    {
        return refuse_row(PrepareProblem::TooManyLabels(example.clone()), *row);
    }
    match table.first_missing(target) {
        Some(row) if request.missing != MissingPolicy::Drop && !request.drop_targetless => {
            let others = column.missing - 1;
            refuse_row(PrepareProblem::MissingTarget { others }, row)
        }
        _ => Ok(()),
    }
}

/// The rows without a missing value, or without a missing target, if the others are
/// to be left out.
fn complete_rows(
    table: &Table,
    features: &[usize],
    roles: Roles,
    request: &TableRequest,
) -> Result<Option<Vec<bool>>, Located<PrepareProblem>> {
    let needed: Vec<usize> = if request.missing == MissingPolicy::Drop {
        let roles = roles.each().map(|(column, _)| column);
        features.iter().copied().chain(roles).collect()
    } else if request.drop_targetless {
        roles.target.each()
    } else {
        return Ok(None);
    };
    let keep = table.complete(&needed);
    let rows = keep.iter().filter(|keep| **keep).count();
    if rows < 2 {
        let problem = match request.missing {
            MissingPolicy::Drop => PrepareProblem::FewComplete(rows),
            MissingPolicy::Mean | MissingPolicy::Error => PrepareProblem::FewTargets(rows),
        };
        return Err(Located::whole(&table.name, problem));
    }
    if rows == table.rows {
        return Ok(None);
    }
    for &slot in features {
        let column = &table.columns[slot];
        let is_absent = || table.values(slot, Some(&keep)).iter().all(|v| v.is_nan());
        if column.missing > 0 && is_absent() {
            let problem = PrepareProblem::EmptyWithTarget;
            return Err(Located::whole(&table.name, problem).in_column(&column.name));
        }
    }
    Ok(Some(keep))
}

fn source_column(column: &TableColumn) -> SourceColumn {
    SourceColumn {
        name: column.name.clone(),
        kind: match &column.contents {
            Contents::Levels(levels) => ColumnKind::Levels {
                levels: levels.clone(),
            },
            Contents::Numbers | Contents::TooMany => ColumnKind::Numeric,
        },
        missing: column.missing,
        writing: None,
    }
}

/// A remark on a target whose numbers have a sign.
fn signed_target(column: &TableColumn) -> Option<String> {
    match &column.written {
        Written::Signed(mark) => Some(format!(
            "The sign {} was left out of the numbers of the target.",
            mark.sign().unwrap_or_default()
        )),
        Written::Plain | Written::Dates(_) | Written::Clock { .. } | Written::Mixed(_) => None,
    }
}

fn matrix_columns(table: &Table, features: &[usize]) -> Vec<MatrixColumn> {
    let mut columns = Vec::new();
    for &slot in features {
        match &table.columns[slot].contents {
            Contents::Levels(levels) => columns
                .extend((0..levels.len()).map(|level| MatrixColumn::Indicator(slot, Some(level)))),
            Contents::Numbers | Contents::TooMany => columns.push(MatrixColumn::Number(slot)),
        }
    }
    columns
}
