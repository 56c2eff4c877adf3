"""Names of any length and any script: nothing is cut, nothing is pushed out, and nothing changes its order."""

import contextlib

from Harness.sentences import Suite
from Screen import browser, showing, staff_states, stand_in, states

SUITE = Suite("names")
SIZES = [(800, 480), (1280, 800), (1080, 1920)]
# How long names may well be: with the longest word that a ticket office writes.
LENGTHS = {"type": 100, "holder": 100, "gate": 40, "gate_name": 40, "place": 40, "event": 60}
FILLER = " Schlossgartenbesichtigungsfuehrung with dinner and a view of the lake"
# What `name` is the name of, by the member that it is in.
NAMED = {"serving": "event", "events": "event", "lists": "event", "types": "type", "offers": "type", "gates": "gate"}

# Texts that are outside of the page, or that something cuts. Only the strip may cut them, and the band of verdicts above
# the sheet, whose whole place is the stage.
CUT = """() => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const place = text.parentElement;
    if (!text.data.trim() || place.closest(".strip, body[data-staff] .panel, .unseen, template, dialog:not([open]), svg")
      || !place.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    for (let each = place; each; each = each.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(each);
      const edge = each.getBoundingClientRect();
      const isCut = overflowX !== "visible" && (box.right > edge.right + 1.5 || box.left < edge.left - 1.5)
        || overflowY === "hidden" && (box.bottom > edge.bottom + 3 || box.top < edge.top - 3);
      if (isCut) found.push([text.data.slice(0, 60), each.id || each.className]);
      if (overflowX !== "visible" || overflowY !== "visible") break;
    }
    if (box.right > innerWidth + 1 || box.left < -1) found.push([text.data.slice(0, 60), "page"]);
  }
  const page = document.scrollingElement;
  if (page.scrollWidth > innerWidth) found.push([`${page.scrollWidth} px`, "page"]);
  return found;
}"""


def longer(value, key=None, parent=None):
    """The same with long names; each begins as it did, so that the way to a screen finds it."""
    if callable(value):
        return lambda body: longer(value(body))
    if isinstance(value, dict):
        return {name: longer(each, name, key) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(longer(each, key, parent) for each in value)
    isSlug = key == "type" and parent in ("offers", "sales")
    length = None if isSlug else LENGTHS.get(NAMED.get(parent) if key == "name" else key)
    return (value + FILLER * 3)[:length] if isinstance(value, str) and length and value else value


def report(event):
    return {**event, "verdict": {**longer(event["verdict"]), "event": event["verdict"]["event"]}}


@contextlib.contextmanager
def long(name):
    """SCREENS and FIGURES with long names, as long as it lasts."""
    before = showing.SCREENS.get(name), states.FIGURES.get(name)
    try:
        if before[0]:
            state, events, answers, way, own = before[0]
            events = events if events is ... else [report(each) for each in events]
            showing.SCREENS[name] = longer(state), events, longer(answers), way, own
        else:
            states.FIGURES[name] = before[1][0], longer(before[1][1])
        yield
    finally:
        if before[0]:
            showing.SCREENS[name] = before[0]
        else:
            states.FIGURES[name] = before[1]


def check(lab, show, names):
    cut = {}
    for name in names:
        with long(name), show(lab.chromium, name, SIZES[0], time=states.NOW, reduced_motion="reduce") as (_, page):
            for size in SIZES:
                showing.resize(page, size)
                if found := page.evaluate(CUT):
                    cut[name, size] = found
    assert not cut, cut


@SUITE.test("no text is cut in any state with long names, at any size", thorough=True)
def screens(lab):
    check(lab, showing.screen, showing.SCREENS)


@SUITE.test("no text is cut on the figures with long names, at any size")
def figures(lab):
    check(lab, showing.figures, states.FIGURES)


@SUITE.test("what has to be done keeps its size while the rest gets smaller, and is whole when it is long itself")
def attention(lab):
    holder = "Anna Maria Theresia " * 9
    for size in SIZES:
        station = stand_in.StandIn(states.state(), ready_after_ms=600_000)
        with contextlib.closing(station), browser.page(lab.chromium, station.url, size) as page:
            page.wait_for_selector("body[data-link=open]")
            sizes = {}
            for name, fields in {"plain": {}, "crowded": {"holder": holder, "type": "Type " * 19, "notes": "Diet " * 30}}.items():
                event = states.verdict(**{**states.VIP, **fields}, entry=1, attention="Hand out a wristband")
                station.tell("verdict", event)
                page.wait_for_selector(f".panel[data-sequence='{event['verdict']['seq']}']")
                sizes[name] = page.evaluate("""() => ['.attention', '.holder'].map(
                    (each) => parseFloat(getComputedStyle(document.querySelector(`.panel ${each}`)).fontSize))""")
                assert not page.evaluate(CUT), (size, name)
            assert sizes["plain"][0] == sizes["crowded"][0] and sizes["plain"][1] > sizes["crowded"][1], sizes
            event = states.verdict(**states.VIP, entry=1, attention="Look at the card. " * 50)
            station.tell("verdict", event)
            page.wait_for_selector(f".panel[data-sequence='{event['verdict']['seq']}']")
            assert not page.evaluate(CUT), (size, page.evaluate(CUT))


@SUITE.test("a name from right to left leaves the order of what is beside it")
def right_to_left(lab):
    station = stand_in.StandIn(states.state(place="היכל 2"), ready_after_ms=600_000)
    with contextlib.closing(station), browser.page(lab.chromium, station.url) as page:
        page.wait_for_selector("body[data-link=open]")
        station.tell("verdict", states.verdict(
            "refused", "wrongGate", **states.VIP, values={"type": "כרטיס 12", "gate": "שער 3"}))
        page.wait_for_selector(".panel")
        message = page.text_content(".panel .message")
        assert "\u2068כרטיס 12\u2069" in message and "\u2068שער 3\u2069" in message, message
        assert page.text_content("#gate").startswith("\u2068היכל 2\u2069 · "), page.text_content("#gate")
        kinds = page.evaluate("['.holder bdi', '.fact', '.past b'].map(each => getComputedStyle(document.querySelector(each)).unicodeBidi)")
        assert kinds == ["isolate", "plaintext", "plaintext"], kinds


@SUITE.test("names in the band above the sheet keep what stands above and below their letters")
def band(lab):
    name = "Nguyễn Thị Ẩn, Ågjyg"
    events = [states.verdict(type=name, holder=name, entry=1, admits=1)]
    screens = {"band": (states.state(), events, staff_states.answers(), staff_states.to_work, {})}
    for size in SIZES:
        with showing.screen(lab.chromium, "band", size, screens=screens) as (_, page):
            for part in (".holder", ".type"):
                place = page.locator(f".panel {part}")
                assert place.evaluate("each => getComputedStyle(each).overflowY") == "visible", (size, part)
                box, panel = place.bounding_box(), page.locator(".panel").bounding_box()
                assert panel["y"] <= box["y"] and box["y"] + box["height"] <= panel["y"] + panel["height"], (size, part)
