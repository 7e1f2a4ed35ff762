//! The report as text: well formed, complete, honest.

mod common;
mod markup;

use common::{all, bare, noise, record};
use harderlasso::View;
use harderlasso_report::choice;

#[test]
fn every_page_is_well_formed() {
    for (kind, record) in all() {
        markup::check(&record.html()).unwrap_or_else(|trouble| panic!("{kind}: {trouble}"));
    }
    markup::check(&bare().html()).unwrap();
}

#[test]
fn the_same_record_gives_the_same_page() {
    let record = record("network-classification");
    assert_eq!(record.html(), record.html());
}

/// No address, no script, nothing that could be fetched or run.
#[test]
fn a_page_is_complete_in_itself() {
    for (kind, record) in all() {
        let page = record.html();
        for forbidden in [
            "<script", "<link", "<img", "<iframe", "://", "url(", "@import", " onload", " src=",
        ] {
            // Names from the data are text, also where they look like markup.
            let page = page.replace("&lt;", "").replace("src=x onerror", "");
            assert!(!page.contains(forbidden), "{kind} has {forbidden}");
        }
        assert!(page.contains("default-src 'none'"), "{kind}");
    }
}

#[test]
fn names_are_text_wherever_they_stand() {
    let page = record("odd-names").html();
    for raw in [
        "<script>",
        "</svg>\"",
        "<img",
        "<b>no",
        "<i>target",
        "<em>note",
        "<u>",
        "\u{0}",
        "<done>",
    ] {
        assert!(!page.contains(raw), "{raw} is in the page");
    }
    for escaped in [
        "&lt;script&gt;alert(1)&lt;/script&gt;",
        "&lt;i&gt;target&lt;/i&gt; &amp; co",
        "温度センサーの平均値と分散",
        "👩‍🔬",
        "&lt;b&gt;no&lt;/b&gt;",
        "(no name)",
        "a &lt; b &amp; c",
    ] {
        assert!(page.contains(escaped), "{escaped} is not in the page");
    }
    // Whole in the table, cut everywhere else.
    assert!(page.contains(&"long".repeat(250)));
}

#[test]
fn the_answer_counts_right() {
    let answer = |kind: &str| {
        let page = record(kind).html();
        let (_, rest) = page.split_once("<p class=\"answer\">").unwrap();
        let (sentence, _) = rest.split_once("</p>").unwrap();
        markup::words(sentence)
    };
    assert_eq!(
        answer("one-feature"),
        "The only feature matters for response: dose."
    );
    // The most important one first.
    let model = record("linear-three-classes").model().clone();
    let names: Vec<&str> = model.selected_names().collect();
    let [first, second] = model.by_importance()[..] else {
        panic!("{names:?}");
    };
    assert_eq!(
        answer("linear-three-classes"),
        format!(
            "2 of 12 features matter for species: {} and {}.",
            names[first], names[second]
        )
    );
    assert_eq!(
        answer("empty"),
        "None of the 30 features was selected: in these 80 rows, the evidence that any of them predicts weight is no stronger than pure noise would produce."
    );
    let others = record("five-hundred").model().selected().len() - 5;
    assert!(answer("five-hundred").ends_with(&format!("and {others} others.")));
}

#[test]
fn an_empty_list_has_no_pictures_of_features() {
    let page = record("empty").html();
    assert!(!page.contains("features-chart") && !page.contains("effect-0"));
    assert!(page.contains("noise-chart") && !page.contains("fit-chart"));
    assert!(page.contains("The list is empty."));
    assert!(page.contains("would show a flat line, so there is none"));
}

#[test]
fn all_of_five_hundred_features_are_in_the_table() {
    let record = record("five-hundred");
    let page = record.html();
    for name in record.model().selected_names() {
        assert!(
            page.contains(&format!("<bdi class=\"whole\">{name}</bdi>")),
            "{name}"
        );
    }
    assert!(page.contains("25 most important features"));
    let selected = record.model().selected().len();
    assert!(page.contains(&format!("60 most important of {selected} features")));
    assert!(page.contains("set by hand"));
    assert!(page.len() < 1_000_000 && record.to_json().unwrap().len() < 2_000_000);
}

#[test]
fn what_was_done_to_the_table_is_told() {
    let page = markup::words(&record("linear-regression").html());
    for told in [
        "244 rows were read from flats.csv; 4 rows were not used because a value was missing.",
        "The 32 feature columns became 34 features.",
        "30 values in 2 columns were missing and replaced by the mean of the column.",
        "1 column of categories was converted to columns of zeros and ones",
        "2 columns were left out.",
        "asked by --drop",
        "harderlasso fit flats.csv --target price",
        "The target price has 240 different numbers",
        "--task classification would change that",
    ] {
        assert!(page.contains(told), "{told}");
    }
}

#[test]
fn a_bare_model_says_what_is_absent() {
    let page = markup::words(&bare().html());
    assert!(page.contains("without a description of the table"));
    assert!(page.contains("there is no picture"));
    assert!(page.contains("their effects cannot be drawn"));
    assert!(page.contains("What predicts the target?"));
}

#[test]
fn constant_features_are_not_a_threshold_set_by_hand() {
    let page = markup::words(&record("constant").html());
    for told in [
        "None of the 3 features was selected: each has the same value in all rows.",
        "no threshold is needed",
        "none: every feature is constant",
    ] {
        assert!(page.contains(told), "{told}");
    }
    for untrue in ["by hand", "needs a network", "random order"] {
        assert!(!page.contains(untrue), "{untrue}");
    }
}

#[test]
fn a_linear_model_without_features_is_told_of_networks() {
    assert!(markup::words(&record("empty").html()).contains("needs a network"));
}

/// y = 10·|x − z|: each of the two alone stays below the threshold.
#[test]
fn a_combination_may_stand_below_the_threshold() {
    let record = record("network-regression");
    let threshold = record.model().threshold();
    assert!(threshold.observed < threshold.lambda);
    assert_eq!(record.model().selected().len(), 2);
    let page = markup::words(&record.html());
    assert!(page.contains("not what a combination of features may explain together"));
    assert!(page.contains(
        "not above λ: no feature by itself stands out, but the selected features together explain the target"
    ));
    assert!(page.contains(
        "an effect of its own, or for an effect that it has only in combination with others"
    ));
    for (kind, record) in all() {
        let page = markup::words(&record.html());
        for untrue in ["can enter only", "let in only", "starts with no influence"] {
            assert!(!page.contains(untrue), "{kind}: {untrue}");
        }
    }
}

/// Whatever λ is, the sentences of a page agree with each other.
#[test]
fn no_page_contradicts_itself() {
    let given = [0.3, 1.0, 1.5, 2.0, 2.5, 3.0, 30.0].map(|lambda| ("given", noise(lambda)));
    for (kind, record) in all().into_iter().chain(given) {
        let (model, page) = (record.model(), markup::words(&record.html()));
        let is_above = model.threshold().observed > model.threshold().lambda;
        let is_empty = model.selected().is_empty();
        let mut untrue = vec!["somewhat worse", "do carry information"];
        if is_empty {
            untrue.extend(["matter for", "together explain"]);
        } else {
            untrue.extend(["could be pure noise", "The list is empty", "was selected:"]);
        }
        if is_above {
            untrue.extend([
                "not above λ",
                "no stronger than pure noise",
                "does not show it",
            ]);
        }
        for words in untrue {
            let case = format!("{kind}, above {is_above}, empty {is_empty}");
            assert!(!page.contains(words), "{case}: {words}");
        }
    }
}

/// Texts of the picture of the features in elements that begin with `start`.
fn drawn<'a>(page: &'a str, start: &str) -> Vec<&'a str> {
    let (_, picture) = page.split_once("features-chart").unwrap();
    let (picture, _) = picture.split_once("</svg>").unwrap();
    let parts = picture.split(start).skip(1);
    let inside = parts.filter_map(|part| part.split_once('>'));
    inside
        .filter_map(|(_, text)| text.split('<').next())
        .collect()
}

#[test]
fn a_share_is_the_same_in_the_picture_and_in_the_table() {
    for kind in ["network-regression", "network-classification"] {
        let page = record(kind).html();
        let drawn = drawn(&page, "<text class=\"value\"");
        assert!(!drawn.is_empty(), "{kind}");
        for text in drawn {
            assert!(text.contains('.') && text.ends_with("\u{202f}%"), "{text}");
            assert!(page.contains(&format!("\">{text}</td>")), "{text}");
        }
    }
}

#[test]
fn a_nearly_perfect_fit_is_not_called_perfect() {
    let page = markup::words(&record("no-noise").html());
    assert!(page.contains(">\u{202f}99.9\u{202f}%") || page.contains("&gt;\u{202f}99.9\u{202f}%"));
    assert!(!page.contains("R² = 1)"));
}

#[test]
fn an_empty_model_explains_nothing_at_all() {
    for kind in ["empty", "constant"] {
        let page = record(kind).html();
        assert!(page.contains("<dd>0\u{202f}%</dd>"), "{kind}");
    }
}

#[test]
fn weights_of_several_classes_are_written_on_the_bars_and_in_the_table() {
    let record = record("linear-three-classes");
    let page = record.html();
    let drawn = drawn(&page, "<text class=\"value small\"");
    assert_eq!(drawn.len(), 3 * record.model().selected().len());
    for text in drawn {
        assert!(page.contains(&format!("\">{text}</td>")), "{text}");
    }
}

#[test]
fn one_draw_is_one_and_its_interval_is_rough() {
    let page = markup::words(&record("one-draw").html());
    for told in [
        "put in random order once",
        "Histogram of 1 null draw from",
        "interval is rough",
    ] {
        assert!(page.contains(told), "{told}");
    }
    assert!(!page.contains("1 null draws") && !page.contains("order 1 times"));
    // 2000 draws at 5 %.
    let page = markup::words(&record("linear-regression").html());
    assert!(page.contains("in random order 2000 times") && !page.contains("interval is rough"));
}

/// Where both were fitted, the page says which model was kept and why.
#[test]
fn the_choice_between_linear_and_network_is_told() {
    let both = "A linear model and a neural network were both fitted";
    for (kind, kept, why) in [
        (
            "auto-linear",
            "The model is linear",
            "A network explains the target no better.",
        ),
        (
            "auto-network",
            "a small neural network with one hidden layer of 20 neurons",
            "The network explains the target better than a linear model, by its values and its ranks together.",
        ),
    ] {
        let record = record(kind);
        assert_eq!(choice::is_linear(record.model()), kind == "auto-linear");
        let page = markup::words(&record.html());
        for told in [both, kept, why, "How the model was chosen", "20 or none"] {
            assert!(page.contains(told), "{kind}: {told}");
        }
        assert_eq!(page.contains("Neurons left"), kind == "auto-network");
    }
    for (kind, record) in all() {
        let page = record.html();
        let is_auto = record.model().settings().auto;
        assert_eq!(markup::words(&page).contains(both), is_auto, "{kind}");
        assert_eq!(page.contains("href=\"#choice\""), is_auto, "{kind}");
    }
}

#[test]
fn a_selection_by_ranks_is_told() {
    for (kind, record) in all() {
        let by_ranks = record.model().view() == View::Ranks;
        assert!(by_ranks || kind != "ranks");
        let page = markup::words(&record.html());
        assert_eq!(page.contains("heavy tails"), by_ranks, "{kind}");
    }
}

#[test]
fn other_lists_name_what_is_uncertain() {
    let record = record("alternatives");
    assert_eq!(record.model().selected(), [0, 4]);
    let page = markup::words(&record.html());
    assert!(page.contains(
        "3 other lists of features explain the target nearly as well, so it is uncertain which of \
         these features matter: sepal width, measurement 8 and measurement 12."
    ));
    assert!(page.contains("WithoutBut withScore worse by"));
    for (kind, record) in all() {
        let has_others = !record.model().alternatives().is_empty();
        let page = markup::words(&record.html());
        assert_eq!(page.contains("nearly as well"), has_others, "{kind}");
    }
}
