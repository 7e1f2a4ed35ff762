use crate::error::Error;

/// A target that was checked once, when it was made. [`Response::target`] gives
/// access to its contents.
#[derive(Clone, Debug, PartialEq)]
pub struct Response(Checked);

#[derive(Clone, Debug, PartialEq)]
enum Checked {
    Real(Vec<f64>),
    Classes {
        codes: Vec<usize>,
        names: Vec<String>,
    },
}

/// The contents of a [`Response`]. There is one kind for each shape of data that
/// a law of the target needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target<'a> {
    /// A finite number for each row, not all the same: regression.
    Real(&'a [f64]),
    /// A class for each row: classification.
    Classes(ClassLabels<'a>),
}

/// The class of every row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClassLabels<'a> {
    /// The class of each row, as a position in `names`.
    pub codes: &'a [usize],
    /// The classes; each occurs in some row, and there are two at least.
    pub names: &'a [String],
}

impl Response {
    /// A target for regression.
    ///
    /// # Errors
    /// If a value is not finite, or if all are the same.
    pub fn real(values: Vec<f64>) -> Result<Self, Error> {
        if let Some(row) = values.iter().position(|value| !value.is_finite()) {
            return Err(Error::BadTarget {
                row,
                value: values[row],
            });
        }
        match values.first() {
            Some(&first) if values.iter().any(|&value| value != first) => {
                Ok(Self(Checked::Real(values)))
            }
            Some(&value) => Err(Error::ConstantTarget { value }),
            None => Err(Error::EmptyTarget),
        }
    }

    /// A target for classification from labels; the classes are the distinct
    /// labels in sorted order.
    ///
    /// # Errors
    /// If there are fewer than two classes.
    pub fn labels<S: AsRef<str>>(labels: &[S]) -> Result<Self, Error> {
        let mut names: Vec<String> = labels.iter().map(|l| l.as_ref().to_owned()).collect();
        names.sort_unstable();
        names.dedup();
        let codes = labels
            .iter()
            .map(|label| names.partition_point(|name| name.as_str() < label.as_ref()))
            .collect();
        Self::classes(codes, names)
    }

    /// A target for classification from codes `0, 1, …` and their names.
    ///
    /// # Errors
    /// If a code has no name, or if fewer than two classes occur.
    pub fn classes(codes: Vec<usize>, names: Vec<String>) -> Result<Self, Error> {
        for (row, &code) in codes.iter().enumerate() {
            if code >= names.len() {
                return Err(Error::UnknownClass {
                    row,
                    code,
                    classes: names.len(),
                });
            }
        }
        let Some(&first) = codes.first() else {
            return Err(Error::EmptyTarget);
        };
        if codes.iter().all(|&code| code == first) {
            return Err(Error::OneClass {
                class: names[first].clone(),
            });
        }
        // A class that no row has would need a probability of zero.
        let mut used = vec![false; names.len()];
        codes.iter().for_each(|&code| used[code] = true);
        let renumbered: Vec<usize> = used
            .iter()
            .scan(0, |next, &is_used| {
                let code = *next;
                *next += usize::from(is_used);
                Some(code)
            })
            .collect();
        Ok(Self(Checked::Classes {
            codes: codes.iter().map(|&code| renumbered[code]).collect(),
            names: names
                .into_iter()
                .zip(used)
                .filter_map(|(name, is_used)| is_used.then_some(name))
                .collect(),
        }))
    }

    /// What is in it.
    #[must_use]
    pub fn target(&self) -> Target<'_> {
        match &self.0 {
            Checked::Real(values) => Target::Real(values),
            Checked::Classes { codes, names } => Target::Classes(ClassLabels { codes, names }),
        }
    }

    /// The response of some of the rows. These may all have the same value, or
    /// the same class.
    ///
    /// # Errors
    /// As the constructors.
    pub fn of_rows(&self, rows: &[usize]) -> Result<Self, Error> {
        match &self.0 {
            Checked::Real(values) => Self::real(rows.iter().map(|&row| values[row]).collect()),
            Checked::Classes { codes, names } => {
                Self::classes(rows.iter().map(|&row| codes[row]).collect(), names.clone())
            }
        }
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        match &self.0 {
            Checked::Real(values) => values.len(),
            Checked::Classes { codes, .. } => codes.len(),
        }
    }
}
