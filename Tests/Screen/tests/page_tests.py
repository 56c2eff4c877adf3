"""How the page behaves, whatever a station tells it."""

import contextlib
import json

from Harness.sentences import Suite
from Harness.waiting import wait_until
from Screen import browser, showing, stand_in, states
from Screen.states import STANDARD, TOUR, VIP, condition, state, verdict

SUITE = Suite("page")


@contextlib.contextmanager
def opened(lab, at=None, size=(1280, 800), settings=None, **options):
    """A stand-in and a page of it, whose time goes on only as the test says."""
    station = stand_in.StandIn(at or state(), **(settings or {}))
    try:
        with browser.page(lab.chromium, station.url, size, stopped=True, **options) as page:
            page.wait_for_selector("body[data-link=open]")
            yield station, page
    finally:
        station.close()


def tell(station, page, event):
    """Tells a verdict, and waits until the page has it."""
    station.tell("verdict", event)
    page.wait_for_selector(f"#recent > :first-child[data-sequence='{event['verdict']['seq']}']", state="attached")


def colors(page):
    return page.evaluate("[...document.querySelectorAll('.panel')].map(each => each.dataset.color)")


@SUITE.test("a refusal stays for 1.5 s, and what the same reader sees meanwhile comes after it")
def refusal_stays(lab):
    with opened(lab) as (station, page):
        tell(station, page, verdict("refused", "invalid"))
        page.clock.run_for(200)
        tell(station, page, verdict(**VIP, entry=1))
        page.clock.run_for(1200)
        assert colors(page) == ["red"]
        page.clock.run_for(200)
        assert colors(page) == ["green"]


@SUITE.test("what a ticket of a series is for is shown, in the page's language")
def date_shown(lab):
    with opened(lab) as (station, page):
        tell(station, page, verdict("refused", "wrongDate", **STANDARD, date=TOUR))
        assert page.text_content(".panel .facts").endswith(f", {TOUR['name']}"), page.text_content(".panel .facts")


@SUITE.test("the browser's own menu stays away, by mouse and by key")
def no_menu(lab):
    with opened(lab) as (station, page):
        page.evaluate("window.menus = []; addEventListener('contextmenu', (e) => menus.push(e.defaultPrevented))")
        page.click("#ready-word", button="right")
        page.keyboard.press("ContextMenu")
        page.wait_for_function("() => menus.length === 2")
        assert page.evaluate("menus") == [True, True]


@SUITE.test("an admission makes room for the next at once")
def admission_yields(lab):
    with opened(lab) as (station, page):
        for holder in ("Ada", "Grace"):
            tell(station, page, verdict(**{**VIP, "holder": holder}, entry=1))
            assert page.text_content(".panel .holder") == holder


@SUITE.test("no reader covers another, and each keeps its side")
def two_readers(lab):
    with opened(lab, state(readers=2)) as (station, page):
        tell(station, page, verdict(reader=1, **VIP, entry=1))
        assert colors(page) == ["green"]
        tell(station, page, verdict("refused", "unpaid", reader=0, **STANDARD))
        assert colors(page) == ["amber", "green"]
        tell(station, page, verdict(reader=1, **{**VIP, "holder": "Next Guest"}, entry=1))
        assert colors(page) == ["amber", "green"]


@SUITE.test("where no reader reads, the page says so in its largest letters, and asks nobody to show a ticket")
def without_reader(lab):
    with opened(lab, states.SCREENS["no-reader"][0]) as (station, page):
        assert page.text_content("#ready-word") == "No reader"
        assert "connect a camera or a scanner" in page.text_content("#ready-advice")
        assert page.get_attribute("#ready-shape", "href") == "#shape-no-reader"
        station.tell("state", state(readers=2))
        page.wait_for_selector("#ready-word:has-text('Ready')")
        deaf = state(readers=2)
        for reader in deaf["station"]["readers"]:
            reader["state"] = "waiting"
        station.tell("state", deaf)
        page.wait_for_selector("#ready-word:has-text('No reader')")
        # A station that reads no devices, but lines of a program.
        station.tell("state", state(readers=0))
        page.wait_for_selector("#ready-word:has-text('Ready')")


@SUITE.test("codes that were not taken are told below the large letters")
def missed(lab):
    with opened(lab, states.SCREENS["codes-missed"][0]) as (_, page):
        assert page.text_content("#ready-notices") == \
            "Codes that were not taken: 7. No display would have shown their verdicts."


@SUITE.test("a verdict from before the page was opened stands in the strip alone")
def strip_of_before(lab):
    with opened(lab) as (station, page):
        tell(station, page, verdict(**VIP, entry=1, age=60_000))
        assert colors(page) == [] and VIP["holder"] in page.text_content("#recent")
        tell(station, page, verdict(**STANDARD, entry=1, age=2000))
        assert colors(page) == ["green"]


@SUITE.test("a page of the console that loses the keyboard says at once that it is covered, and one elsewhere does not")
def covered(lab):
    for address, is_covered in (("?screen=console", True), ("", None)):
        with contextlib.closing(stand_in.StandIn(state())) as station, browser.page(lab.chromium, station.url + address) as page:
            page.wait_for_selector("body[data-link=open]")
            # Headless, no window takes it.
            page.evaluate("document.hasFocus = () => false; dispatchEvent(new Event('blur'))")
            if is_covered:
                wait_until(lambda: any(each.get("is_covered") for each in station.drawings), "it says so")
                page.evaluate("document.hasFocus = () => true; dispatchEvent(new Event('focus'))")
                wait_until(lambda: "is_covered" not in station.drawings[-1], "it is free again")
            else:
                already = len(station.drawings)
                wait_until(lambda: len(station.drawings) > already, "it confirms again")
                assert not any("is_covered" in each for each in station.drawings), station.drawings


@SUITE.test("the upper row of a French keyboard types a PIN without Shift")
def french_digits(lab):
    with showing.screen(lab.chromium, "staff-pin") as (_, page):
        typed = page.text_content(".dots [aria-hidden]").count("●")
        for number, sign in ((1, "&"), (4, "'"), (0, "à")):
            page.evaluate("""([key, code]) => document.body.dispatchEvent(
                new KeyboardEvent("keydown", { key, code, bubbles: true }))""", [sign, f"Digit{number}"])
        assert page.text_content(".dots [aria-hidden]").count("●") == typed + 3


@SUITE.test("a paused gate says so in large letters while no ticket is shown, notices stand below, and an exit stays open")
def paused(lab):
    ordered = states.SCREENS["ready-paused"][0]
    station = stand_in.StandIn(ordered)
    with browser.page(lab.chromium, station.url) as page:
        page.wait_for_selector("#ready-word:has-text('Gate paused')")
        assert page.text_content("#ready-advice") == "Grace has paused this gate: The hall is full"
        assert page.text_content("#ready-notices") == "From Grace: VIP buses at 19:40"
        page.screenshot(path=lab.folder / "paused.png")
        station.tell("verdict", states.verdict(**states.STANDARD, entry=1))
        page.wait_for_selector(".panel")
        exit = {**ordered, "station": {**ordered["station"], "direction": "out"}}
        station.tell("state", exit)
        page.wait_for_selector(".panel", state="detached")
        assert page.text_content("#ready-word") != "Gate paused"
        assert page.text_content("#ready-notices") == "From Grace: VIP buses at 19:40"
        station.tell("state", states.state())
        page.wait_for_selector("#ready-notices > p", state="detached")


@SUITE.test("after its time a verdict makes room for ready")
def back_to_ready(lab):
    with opened(lab, settings={"ready_after_ms": 4000}) as (station, page):
        tell(station, page, verdict(**VIP, entry=1))
        page.clock.run_for(3900)
        assert colors(page) == ["green"]
        page.clock.run_for(200)
        assert colors(page) == []
        assert page.is_visible("#ready-word")


@SUITE.test("what is told again after a break is not shown again")
def told_again(lab):
    with opened(lab) as (station, page):
        first = verdict(**VIP, entry=1)
        tell(station, page, first)
        station.tell("verdict", {**first, "age_ms": 3000})
        tell(station, page, verdict(**{**STANDARD, "holder": "Grace"}, entry=1))
        assert page.evaluate("document.querySelectorAll('.past').length") == 2


@SUITE.test("a hint is small, is spoken, and goes away")
def hint(lab):
    with opened(lab) as (station, page):
        station.tell("hint", {"reader": "/dev/0", "hint": {"hint": "wifi", "message": "x"}})
        page.wait_for_selector("#hint:not([hidden])")
        assert "Wi-Fi" in page.text_content("#hint") and "Wi-Fi" in page.text_content("#spoken")
        assert colors(page) == []
        page.clock.run_for(4100)
        assert page.is_hidden("#hint")


@SUITE.test("a text from outside is shown as it is written")
def hostile_text(lab):
    with opened(lab) as (station, page):
        name = "<img src=x onerror=alert(1)>"
        tell(station, page, verdict(**{**VIP, "holder": name}, entry=1))
        assert page.text_content(".panel .holder") == name
        assert page.query_selector(".panel img") is None


@SUITE.test("icons are quiet, and show a label when someone needs to act")
def badges(lab):
    with opened(lab, state(levels={"disk": "loud", "network": "notice"})) as (_, page):
        page.wait_for_selector(".badge[data-topic=disk]")
        assert "Disk" in page.inner_text(".badge[data-topic=disk] span:not(.unseen)")
        assert page.query_selector(".badge[data-topic=clock] span:not(.unseen)") is None
        assert "all is well" in page.text_content(".badge[data-topic=clock] .unseen")


@SUITE.test("everything can be done with keys, and every target is 48 pixels large")
def keys(lab):
    with opened(lab, state(conditions=[condition("noList"), condition("fromAnotherVersion")]), size=(800, 480)) as (_, page):
        page.wait_for_selector("#notices-button:not([hidden])")
        for button in page.query_selector_all("button:visible"):
            box = button.bounding_box()
            assert box["width"] >= 48 and box["height"] >= 48, box
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert page.is_visible("#notices") and "No list is installed." in page.text_content("#notices-list")
        assert "English" in page.text_content("#notices-list"), "a code that the page does not know"
        page.keyboard.press("Escape")
        assert page.is_hidden("#notices")


@SUITE.test("nothing moves for people who want no motion")
def motion(lab):
    with opened(lab, reduced_motion="reduce") as (station, page):
        tell(station, page, verdict(**VIP, entry=1))
        assert page.evaluate("document.getAnimations().length") == 0


CUT = """() => [...document.querySelectorAll(".panel .said, .panel .said *")]
    .filter(each => each.clientWidth > 0 && getComputedStyle(each).display !== "inline"
        && (each.scrollWidth > each.clientWidth + 2
            || each.matches(".said") && each.scrollHeight > each.clientHeight + 2))
    .map(each => each.className + ": " + each.textContent)"""


@SUITE.test("nothing is cut off in any language, on a small screen and on a tall one")
def fits(lab):
    with opened(lab, state(readers=2), settings={"ready_after_ms": 500}) as (station, page):
        for name, (_, events) in states.SCREENS.items():
            if events is ...:
                continue
            for event in events:
                tell(station, page, event)
            for language in lab.languages:
                showing.speak(page, language)
                for size in ((800, 480), (1080, 1920)):
                    showing.resize(page, size)
                    assert page.evaluate(CUT) == [], (name, language, size)
            if name in ("check-first", "ask-guest"):
                page.clock.run_for(600)
                page.click(".panel-acts .button:last-child")
            page.clock.run_for(1600)
            assert colors(page) == []


@SUITE.test("thousands of verdicts leave no more behind than a thousand", thorough=True)
def memory(lab):
    with opened(lab) as (station, page):
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")

        def show(count):
            for _ in range(count):
                station.tell("verdict", verdict(**VIP, entry=1))
            last = verdict(**{**VIP, "holder": f"the last of {count}"}, entry=1)
            station.tell("verdict", last)
            page.wait_for_function("name => document.querySelector('.past b')?.textContent === name",
                                   arg=last["verdict"]["holder"], timeout=120_000)
            session.send("HeapProfiler.collectGarbage")
            metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
            return metrics["Nodes"], metrics["JSHeapUsedSize"]

        nodes, heap = show(1000)
        more_nodes, more_heap = show(10_000)
        assert more_nodes <= nodes + 50, (nodes, more_nodes)
        assert more_heap <= heap * 1.25, (heap, more_heap)
        return f"{heap / 1e6:.1f} MB, then {more_heap / 1e6:.1f} MB"


@SUITE.test("each outcome has a tone of its own pitch and its own rhythm")
def tones(lab):
    with opened(lab) as (_, page):
        made = json.loads(page.evaluate("async () => JSON.stringify((await import('/tones.js')).TONES)"))
        assert set(made) == {"green", "blue", "amber", "red", "grey"}
        melodies = {color: tuple(pitch for pitch, _, _ in tone["notes"]) for color, tone in made.items()}
        rhythms = {color: tuple((start, length) for _, start, length in tone["notes"]) for color, tone in made.items()}
        assert len(set(melodies.values())) == 5 and len(set(rhythms.values())) == 5


@SUITE.test("a refusal by a limit says who counted, in the language of the screen")
def counted(lab):
    with showing.screen(lab.chromium, "ready", (800, 480), settings={"language": "es"}) as (station, page):
        for who, said in (("venue", "todas las puertas"), ("reports", "datos de otras puertas"), ("station", "solo de esta estación")):
            station.tell("verdict", states.verdict("refused", "full", **states.STANDARD, counted_by=who))
            page.wait_for_selector(f".panel .fact:has-text('{said}')")


@SUITE.test("a station that is silent is taken for gone within two seconds of the page's time, and is back with a word")
def silence(lab):
    station = stand_in.StandIn(state())
    station.beats = True
    with contextlib.closing(station), browser.page(lab.chromium, station.url, (1280, 800), stopped=True) as page:
        page.wait_for_selector("body[data-link=open]")
        # A beat came: whatever else is told afterwards does not count.
        page.evaluate("""() => new Promise((resolve) => {
            const source = new EventSource('/events');
            source.addEventListener('beat', () => { source.close(); resolve(); });
        })""")
        station.beats = False
        for events in station.readers:
            events.put(("hint", {"hint": {"hint": "none", "message": ""}, "age_ms": 9}))
        page.clock.run_for(1500)
        assert page.get_attribute("body", "data-link") == "open"
        page.clock.run_for(500)
        assert page.get_attribute("body", "data-link") == "lost"
        station.tell("state", state())
        page.wait_for_selector("body[data-link=open]")
