"""The report in a real browser without a network: nothing is fetched, nothing is
reported in the console, every picture has a name, and it fits on a phone.

HARDERLASSO_GALLERY is the folder that the example `gallery` of the crate
harderlasso-report wrote, and HARDERLASSO_CHROMIUM the browser.
"""

import json
import os
from pathlib import Path

import pytest

GALLERY = Path(os.environ.get("HARDERLASSO_GALLERY", "no-gallery"))
CHROMIUM = os.environ.get("HARDERLASSO_CHROMIUM")
pytestmark = pytest.mark.skipif(
    CHROMIUM is None or not GALLERY.is_dir(),
    reason="HARDERLASSO_CHROMIUM and HARDERLASSO_GALLERY do not name a browser and reports",
)
KINDS = sorted(path.stem for path in GALLERY.glob("*.html"))

BAD = """<!DOCTYPE html><meta charset=utf-8><title>x</title>
<img src="http://example.invalid/a.png"><script>undefinedFunction()</script>
<div style="width:900px;color:#eee">wide</div><i id=twice></i><i id=twice></i>
<div class=scroll style="width:50px;overflow:auto"><div style="width:90px">cut</div></div>
<svg role=img viewBox="0 0 100 20"><text x=5 y=15>over</text><text x=9 y=15>lap</text>
<text x=95 y=15>outside</text></svg>"""

# Texts of a picture that run into each other or leave it.
OVERLAPS = """() => {
  const trouble = [];
  for (const svg of document.querySelectorAll('svg')) {
    const frame = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll('text')].filter(t => t.textContent.trim());
    for (const t of texts) {
      const r = t.getBoundingClientRect();
      const sideways = r.left < frame.left - 1 || r.right > frame.right + 1;
      if (sideways || r.top < frame.top - 3 || r.bottom > frame.bottom + 3)
        trouble.push('outside: ' + t.textContent);
    }
    const level = texts.filter(t => !t.hasAttribute('transform'));
    const boxes = level.map(t => [t, t.getBoundingClientRect()]);
    boxes.forEach(([t, a], i) => boxes.slice(i + 1).forEach(([u, b]) => {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1 && down > 0.35 * Math.min(a.height, b.height))
        trouble.push(t.textContent + ' over ' + u.textContent);
    }));
  }
  return trouble;
}"""

# Texts whose contrast with the ground behind them is below 4.5.
FAINT = """() => {
  const parts = c => c.match(/[\\d.]+/g).map(Number);
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
    if (!own || ['title', 'desc', 'SCRIPT'].includes(e.tagName)) continue;
    const style = getComputedStyle(e);
    const ink = light(e.tagName === 'text' ? style.fill : style.color);
    const paper = light(ground(e));
    const contrast = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    if (contrast < 4.5)
      faint.add(`${e.tagName}.${e.getAttribute('class') ?? ''} ${contrast.toFixed(2)}`);
  }
  return [...faint];
}"""

# Tables that are cut without a shade at the edge that says so.
UNCUED = """() => [...document.querySelectorAll('.scroll')]
  .filter(e => e.scrollWidth > e.clientWidth)
  .filter(e => getComputedStyle(e).backgroundAttachment
    !== 'local, local, scroll, scroll, scroll')
  .map(e => e.getAttribute('aria-label') ?? 'no label')"""

# Tables with columns that are not seen, though they could be stacked.
HIDDEN = """() => [...document.querySelectorAll('.scroll')]
  .filter(e => e.querySelector('table.stack') && e.scrollWidth > e.clientWidth)
  .map(e => e.getAttribute('aria-label') ?? 'no label')"""

TWICE = """() => {
  const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
  return ids.filter((id, place) => ids.indexOf(id) !== place);
}"""

OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def page():
    """A page that notes in `noted` what it fetches and what the console shows."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND"]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        page = browser.new_page()
        page.noted = []
        page.on("request", lambda request: page.noted.append(f"fetched {request.url}"))
        page.on("console", lambda message: page.noted.append(f"console {message.text}"))
        page.on("pageerror", lambda error: page.noted.append(f"error {error.message}"))
        yield page
        browser.close()


def open_file(page, file):
    page.noted.clear()
    page.goto(file.as_uri())
    assert page.noted.pop(0) == f"fetched {file.as_uri()}"
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")


def look(page, scheme, width):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 900})
    # Two frames later everything has been laid out and painted once.
    page.evaluate("""() => new Promise(
      done => requestAnimationFrame(() => requestAnimationFrame(done)))""")


def picture_names(page):
    """The names that a screen reader gives to all pictures."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    pictures = [n for n in nodes if not n["ignored"] and n["role"]["value"] == "image"]
    return [n["name"]["value"].strip() for n in pictures if "backendDOMNodeId" in n]


def expected_pictures(kind):
    """The pictures that a record must have, in their order."""
    saved = json.loads((GALLERY / f"{kind}.json").read_text())
    model = saved["model"]
    training = saved.get("record", {}).get("training", {"outcome": None, "effects": []})
    outcome = training["outcome"]
    # A flat line needs no picture.
    is_flat = outcome is not None and "regression" in outcome and not model["features"]
    charts = {
        "features-chart": model["features"],
        "noise-chart": model["threshold"]["draws"],
        "annealing-chart": model["phases"],
        "fit-chart": None if is_flat else outcome,
    }
    effects = [f"effect-{number}" for number in range(len(training["effects"]))]
    is_single = all(len(effect["curves"]) == 1 for effect in training["effects"])
    if len(model["layers"]) == 1 and len(effects) > 6 and is_single:
        effects = ["effects-chart"]
    return [name for name, data in charts.items() if data] + effects


@pytest.mark.parametrize("kind", KINDS)
def test_reports_hold_up_in_a_browser(page, kind):
    open_file(page, GALLERY / f"{kind}.html")
    grounds = set()
    for scheme in ("light", "dark"):
        for width in (1280, 400):
            look(page, scheme, width)
            assert page.evaluate(OVERFLOW) <= 0, (scheme, width)
            assert page.evaluate(FAINT) == [], (scheme, width)
            assert page.evaluate(UNCUED) == [], (scheme, width)
            assert page.evaluate(OVERLAPS) == [], (scheme, width)
            assert page.evaluate(HIDDEN) == [] or width > 600, (scheme, width)
        grounds.add(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
    assert len(grounds) == 2, "it looks the same in light and dark"

    names = picture_names(page)
    assert all(names) and len(names) == page.locator("svg").count()
    titles = page.locator("svg > title").evaluate_all("all => all.map(t => t.id)")
    assert titles == [f"{name}-title" for name in expected_pictures(kind)]
    assert page.evaluate(TWICE) == []
    headings = page.locator("h1, h2, h3").evaluate_all("all => all.map(h => h.tagName)")
    assert headings[:2] == ["H1", "H2"]
    assert page.noted == []


def test_every_kind_is_there():
    known = {"linear-regression", "network-classification", "odd-names", "auto-network", "bare"}
    assert known <= set(KINDS)
    assert len(KINDS) == 22


def texts(page, selector):
    return page.locator(selector).evaluate_all("all => all.map(t => t.textContent)")


def test_names_of_two_lines_are_not_cut(page):
    open_file(page, GALLERY / "long-names.html")
    model = json.loads((GALLERY / "long-names.json").read_text())["model"]
    names = {model["names"][feature["index"]] for feature in model["features"]}
    assert len(names) > 6 and min(map(len, names)) > 30
    for picture in ("features-chart", "effects-chart"):
        rows = f"svg[aria-labelledby={picture}-title] g:has(> title)"
        assert set(texts(page, f"{rows} > title")) == names
        lines = page.locator(rows).evaluate_all(
            "all => all.map(g => [...g.querySelectorAll('text')].map(t => t.textContent).join(' '))"
        )
        assert set(lines) == names


def test_all_of_ten_classes_are_shown(page):
    open_file(page, GALLERY / "ten-classes.html")
    saved = json.loads((GALLERY / "ten-classes.json").read_text())
    classes = saved["model"]["output"]["classification"]["classes"]
    assert len(classes) == 10
    for legend in page.locator(".legend").all():
        assert legend.locator("li").all_text_contents() == classes
    curves = page.locator("svg[aria-labelledby=effect-0-title] .curve")
    strokes = "all => all.map(c => { const s = getComputedStyle(c);"
    strokes += " return s.stroke + s.strokeDasharray })"
    assert len(set(curves.evaluate_all(strokes))) == 10


def test_the_checks_notice_a_bad_page(page, tmp_path):
    file = tmp_path / "bad.html"
    file.write_text(BAD)
    open_file(page, file)
    look(page, "light", 400)
    assert "fetched http://example.invalid/a.png" in page.noted
    assert any(event.startswith("error ") for event in page.noted)
    assert any(event.startswith("console ") for event in page.noted)
    assert page.evaluate(OVERFLOW) > 0
    assert page.evaluate(FAINT) == ["DIV. 1.16"]
    assert page.evaluate(UNCUED) == ["no label"]
    assert page.evaluate(OVERLAPS) == ["outside: outside", "over over lap"]
    assert page.evaluate(TWICE) == ["twice"]
    assert picture_names(page) == ["", ""]
