use serde::{Deserialize, Serialize};

/// Makes [`Departure`] from a list, with the names that studies use.
macro_rules! departures {
    ($($(#[doc = $doc:literal])+ $departure:ident = $name:literal),+ $(,)?) => {
        /// A departure from the paper that can be switched off, to measure what it is
        /// worth; see [`HarderLasso::without`](crate::HarderLasso::without).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Departure {
            $($(#[doc = $doc])+ $departure,)+
        }

        impl Departure {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$departure),+];

            /// The name that studies use.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$departure => $name,)+
                }
            }
        }
    };
}

departures! {
    /// λ from permutations of the target; without them from normal noise, or from
    /// classes drawn by their frequencies.
    Permutations = "permutations",
    /// Ranks of a target of numbers as a second view, and as a second opinion on
    /// networks.
    Ranks = "ranks",
    /// Several noise units; without them the largest one.
    Units = "units",
    /// The evidence as the score of linear regression and of classes; without it an
    /// extended BIC.
    Evidence = "evidence",
    /// The search among lists next to the annealed one.
    Neighbours = "neighbours",
    /// Message passing as a second start of that search.
    MessagePassing = "message-passing",
    /// Backward elimination of features.
    Elimination = "elimination",
    /// Networks that start wider than asked for.
    WideStart = "wide-start",
    /// Refits with shrunken weights; without them refits are unpenalized.
    Shrinkage = "shrinkage",
}

#[cfg(test)]
mod tests {
    use super::Departure;

    #[test]
    fn names_are_those_of_the_saved_settings() {
        for departure in Departure::ALL {
            let saved = serde_json::to_string(departure).expect("a word");
            assert_eq!(saved, format!("\"{}\"", departure.name()));
        }
    }
}
