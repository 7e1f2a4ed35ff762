//! The methods that a study compares, under their names in the paper.

use std::fmt;
use std::str::FromStr;

use harderlasso::Penalty;

use super::list::Widths;

/// A penalty, and the widths of its network where the name says them.
///
/// The order is that of the legend: by penalty as in [`Penalty::ALL`], then by
/// widths.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Method {
    /// A place in [`Penalty::ALL`].
    penalty: usize,
    widths: Option<Widths>,
}

/// What the paper calls a penalty whose λ is the quantile universal threshold.
fn title(penalty: &Penalty) -> String {
    match penalty {
        Penalty::Harder(_) => "HarderLASSO_QUT".to_owned(),
        Penalty::L1(_) => "LASSO_QUT".to_owned(),
        other => format!("{}_QUT", other.name().to_uppercase()),
    }
}

impl Method {
    /// All methods, without widths.
    pub(crate) fn all() -> Vec<Self> {
        (0..Penalty::ALL.len())
            .map(|penalty| Self {
                penalty,
                widths: None,
            })
            .collect()
    }

    pub(crate) fn penalty(&self) -> Penalty {
        Penalty::ALL[self.penalty]
    }

    pub(crate) fn widths(&self) -> Option<&Widths> {
        self.widths.as_ref()
    }

    /// This method on a network of `widths`, unless it names its own.
    pub(crate) fn or_widths(&self, widths: &Widths) -> Self {
        Self {
            penalty: self.penalty,
            widths: Some(self.widths.as_ref().unwrap_or(widths).clone()),
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&title(&self.penalty()))?;
        match &self.widths {
            None => Ok(()),
            Some(Widths(widths)) => {
                let widths: Vec<_> = widths.iter().map(usize::to_string).collect();
                write!(f, " ({})", widths.join(", "))
            }
        }
    }
}

impl FromStr for Method {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, widths) = match text.trim().split_once('(') {
            None => (text.trim(), None),
            Some((name, rest)) => {
                let inner = rest.strip_suffix(')');
                let inner = inner.ok_or_else(|| format!("`{text}` has no closing parenthesis"))?;
                (name.trim_end(), Some(inner.parse()?))
            }
        };
        let known = Penalty::ALL.map(|penalty| title(&penalty));
        match known.iter().position(|known| known == name) {
            Some(penalty) => Ok(Self { penalty, widths }),
            None => Err(format!(
                "there is no method called `{name}`; there is {}",
                known.join(", ")
            )),
        }
    }
}

/// Methods with commas between them.
#[derive(Clone, Debug)]
pub(crate) struct Methods(pub(crate) Vec<Method>);

impl FromStr for Methods {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // Commas inside parentheses belong to the widths.
        let mut open = false;
        let items = text.split(|c| {
            open = (open || c == '(') && c != ')';
            c == ',' && !open
        });
        items.map(str::parse).collect::<Result<_, _>>().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::{Method, Methods};

    #[test]
    fn a_name_comes_back_as_it_was_written() {
        let text = "HarderLASSO_QUT (20, 10),LASSO_QUT,MCP_QUT (5)";
        let Methods(methods) = text.parse().unwrap();
        let names: Vec<_> = methods.iter().map(Method::to_string).collect();
        assert_eq!(
            names,
            ["HarderLASSO_QUT (20, 10)", "LASSO_QUT", "MCP_QUT (5)"]
        );
        for method in methods {
            assert_eq!(method.to_string().parse::<Method>().unwrap(), method);
        }
    }

    #[test]
    fn unknown_names_and_torn_widths_are_refused() {
        for text in [
            "",
            "lasso",
            "LASSO_QUT,",
            "LASSO_QUT (20",
            "LASSO_QUT (20) x",
            "LASSO_QUT ()",
        ] {
            assert!(text.parse::<Methods>().is_err(), "{text}");
        }
    }
}
