use crate::error::Error;

/// What is to be explained: a number for each row, or a class.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Response {
    /// Regression.
    Real(Vec<f64>),
    /// Classification.
    Classes {
        /// The class of each row, as a position in `names`.
        codes: Vec<usize>,
        /// The classes.
        names: Vec<String>,
    },
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
            Some(&first) if values.iter().any(|&value| value != first) => Ok(Self::Real(values)),
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
        Ok(Self::Classes {
            codes: codes.iter().map(|&code| renumbered[code]).collect(),
            names: names
                .into_iter()
                .zip(used)
                .filter_map(|(name, is_used)| is_used.then_some(name))
                .collect(),
        })
    }

    /// What the checked constructors make of this response, which may have
    /// been written as a variant by hand.
    pub(crate) fn checked(&self) -> Result<Self, Error> {
        match self {
            Self::Real(values) => Self::real(values.clone()),
            Self::Classes { codes, names } => Self::classes(codes.clone(), names.clone()),
        }
    }

    /// The response of some rows.
    pub(crate) fn of_rows(&self, rows: &[usize]) -> Self {
        match self {
            Self::Real(values) => Self::Real(rows.iter().map(|&row| values[row]).collect()),
            Self::Classes { codes, names } => Self::Classes {
                codes: rows.iter().map(|&row| codes[row]).collect(),
                names: names.clone(),
            },
        }
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        match self {
            Self::Real(values) => values.len(),
            Self::Classes { codes, .. } => codes.len(),
        }
    }
}
