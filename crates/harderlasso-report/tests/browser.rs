//! The report in a real browser without a network: nothing is fetched, nothing
//! is complained about, every picture has a name, and it fits on a phone.

mod common;
mod devtools;

use devtools::Browser;
use harderlasso_report::Record;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Every kind of report, written to a file.
fn reports() -> Vec<(&'static str, Record, PathBuf)> {
    let mut records = common::all();
    records.push(("bare", common::bare()));
    records
        .into_iter()
        .map(|(kind, record)| {
            let file = folder().join(format!("{kind}.html"));
            std::fs::write(&file, record.html()).unwrap();
            (kind, record, file)
        })
        .collect()
}

/// One browser for all, as starting it takes longest.
#[test]
fn reports_hold_up_in_a_browser() {
    let reports = reports();
    let mut browser = Browser::start(&folder());
    for (kind, record, file) in &reports {
        let mut grounds = Vec::new();
        for scheme in ["light", "dark"] {
            for width in [1280, 400] {
                browser.pretend(width, scheme);
                let place = format!("{kind}, {width} px, {scheme}");
                quiet(&browser.open(file), file, &place);
                unfold(&mut browser);
                fits(&mut browser, &place);
                readable(&mut browser, &place);
                cued(&mut browser, &place);
                if width == 1280 {
                    named(&mut browser, record, &place);
                    letters_apart(&mut browser, &place);
                }
            }
            grounds.push(
                browser.evaluate("getComputedStyle(document.documentElement).backgroundColor"),
            );
        }
        assert_ne!(
            grounds[0], grounds[1],
            "{kind} looks the same by day and by night"
        );
    }
}

/// What tells a good page from a bad one must not pass over a bad one.
#[test]
fn the_checks_notice_a_bad_page() {
    let file = folder().join("bad.html");
    let page = "<!DOCTYPE html><meta charset=utf-8><title>x</title>\
        <img src=\"http://example.invalid/a.png\"><script>undefinedFunction()</script>\
        <div style=\"width:900px;color:#eee\">wide</div><svg role=img viewBox=\"0 0 9 9\"></svg>";
    std::fs::write(&file, page).unwrap();
    let mut browser = Browser::start(&folder().join("bad"));
    browser.pretend(400, "light");
    let events = browser.open(&file);
    assert!(
        fetched(&events, &file)
            .iter()
            .any(|url| url.contains("example.invalid"))
    );
    assert!(!complaints(&events).is_empty());
    assert!(overflow(&mut browser) > 0);
    assert_eq!(pictures(&mut browser), ["", ""]);
    assert!(!faint(&mut browser).is_empty());
}

/// Addresses other than the page itself.
fn fetched(events: &[Value], file: &Path) -> Vec<String> {
    let own = format!("file://{}", file.display());
    events
        .iter()
        .filter(|event| event["method"] == "Network.requestWillBeSent")
        .filter_map(|event| event["params"]["request"]["url"].as_str())
        .filter(|url| *url != own)
        .map(str::to_owned)
        .collect()
}

/// Whatever a developer would see in the console.
fn complaints(events: &[Value]) -> Vec<&Value> {
    let loud = [
        "Log.entryAdded",
        "Runtime.exceptionThrown",
        "Runtime.consoleAPICalled",
    ];
    events
        .iter()
        .filter(|event| loud.iter().any(|method| event["method"] == *method))
        .collect()
}

fn quiet(events: &[Value], file: &Path, place: &str) {
    assert_eq!(fetched(events, file), [""; 0], "{place} fetches");
    let complaints = complaints(events);
    assert!(complaints.is_empty(), "{place}: {complaints:?}");
}

fn unfold(browser: &mut Browser) {
    browser.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })");
}

fn overflow(browser: &mut Browser) -> i64 {
    let width = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    browser.evaluate(width).as_i64().unwrap()
}

fn fits(browser: &mut Browser, place: &str) {
    assert!(overflow(browser) <= 0, "{place} scrolls sideways");
}

/// Names of all pictures, as a screen reader is told them.
fn pictures(browser: &mut Browser) -> Vec<String> {
    let tree = browser.call("Accessibility.getFullAXTree", json!({}));
    let nodes = tree["nodes"].as_array().unwrap();
    nodes
        .iter()
        .filter(|node| node["role"]["value"] == "image" && node["ignored"] != true)
        .filter(|node| node["backendDOMNodeId"].is_number())
        .map(|node| {
            node["name"]["value"]
                .as_str()
                .unwrap_or_default()
                .to_owned()
        })
        .collect()
}

fn named(browser: &mut Browser, record: &Record, place: &str) {
    let names = pictures(browser);
    let drawn = browser.evaluate("document.querySelectorAll('svg').length");
    assert_eq!(json!(names.len()), drawn, "{place}: {names:?}");
    assert!(
        names.iter().all(|name| !name.trim().is_empty()),
        "{place}: {names:?}"
    );
    let mut expected = Vec::new();
    let model = record.model();
    if !model.selected().is_empty() {
        expected.push("features-chart".to_owned());
    }
    if !model.threshold().draws.is_empty() {
        expected.push("noise-chart".to_owned());
    }
    if !model.phases().is_empty() {
        expected.push("annealing-chart".to_owned());
    }
    if record.training().outcome.is_some() {
        expected.push("fit-chart".to_owned());
    }
    expected.extend((0..record.training().effects.len()).map(|effect| format!("effect-{effect}")));
    let found = browser.evaluate(
        "[...document.querySelectorAll('svg > title')].map(t => t.id.replace(/-title$/, ''))",
    );
    assert_eq!(found, json!(expected), "{place}");
    let twice = browser.evaluate(
        r"(() => {
            const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
            return ids.length - new Set(ids).size;
        })()",
    );
    assert_eq!(twice, json!(0), "{place} has an id twice");
    let levels =
        browser.evaluate("[...document.querySelectorAll('h1, h2, h3')].map(h => h.tagName).join()");
    assert!(
        levels.as_str().unwrap().starts_with("H1,H2"),
        "{place}: {levels}"
    );
}

/// Words of a picture stay inside of it and do not run into each other.
fn letters_apart(browser: &mut Browser, place: &str) {
    let trouble = browser.evaluate(
        r"(() => {
            const trouble = [];
            for (const svg of document.querySelectorAll('svg')) {
                const frame = svg.getBoundingClientRect();
                const texts = [...svg.querySelectorAll('text')].filter(t => t.textContent.trim());
                const level = texts.filter(t => !t.hasAttribute('transform'));
                for (const t of texts) {
                    const r = t.getBoundingClientRect();
                    const sideways = r.left < frame.left - 1 || r.right > frame.right + 1;
                    if (sideways || r.top < frame.top - 3 || r.bottom > frame.bottom + 3)
                        trouble.push('outside: ' + t.textContent);
                }
                const boxes = level.map(t => [t, t.getBoundingClientRect()]);
                boxes.forEach(([t, a], i) => boxes.slice(i + 1).forEach(([u, b]) => {
                    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
                    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
                    if (across > 1 && down > 0.35 * Math.min(a.height, b.height))
                        trouble.push(t.textContent + ' over ' + u.textContent);
                }));
            }
            return trouble.slice(0, 10);
        })()",
    );
    assert_eq!(trouble, json!([]), "{place}");
}

/// Texts whose contrast with the ground behind them is below 4.5.
fn faint(browser: &mut Browser) -> Vec<Value> {
    let found = browser.evaluate(
        r"(() => {
            const parts = c => c.match(/[\d.]+/g).map(Number);
            const light = c => {
                const linear = v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
                const [r, g, b] = parts(c).map(v => linear(v / 255));
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const ground = e => {
                for (; e; e = e.parentElement) {
                    const c = getComputedStyle(e).backgroundColor;
                    if ((parts(c)[3] ?? 1) > 0) return c;
                }
                return 'rgb(255, 255, 255)';
            };
            const faint = new Set();
            for (const e of document.querySelectorAll('body *')) {
                const own = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
                if (!own || e.tagName === 'title' || e.tagName === 'desc' || e.tagName === 'SCRIPT') continue;
                const style = getComputedStyle(e);
                const ink = light(e.tagName === 'text' ? style.fill : style.color);
                const paper = light(ground(e));
                const contrast = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
                if (contrast < 4.5)
                    faint.add(e.tagName + '.' + (e.getAttribute('class') ?? '') + ' ' + contrast.toFixed(2));
            }
            return [...faint];
        })()",
    );
    found.as_array().unwrap().clone()
}

fn readable(browser: &mut Browser, place: &str) {
    let faint = faint(browser);
    assert!(faint.is_empty(), "{place}: {faint:?}");
}

/// A table that is cut has a shade that stays at its edge, and a sheet that
/// moves with the table and hides the shade at its end.
fn cued(browser: &mut Browser, place: &str) {
    let bare = browser.evaluate(
        r"[...document.querySelectorAll('.scroll')]
            .filter(e => e.scrollWidth > e.clientWidth)
            .filter(e => getComputedStyle(e).backgroundAttachment !== 'local, local, scroll, scroll, scroll')
            .map(e => e.getAttribute('aria-label'))",
    );
    assert_eq!(bare, json!([]), "{place}");
}
