"""The control room: what is shown of the event and of every station, and whether everybody can read it."""

import copy

from Harness.sentences import Suite
from Screen import control_states, showing, stand_in
from Screen.control_states import CONTROL
from Screen.showing import LOST, OPEN
from Screen.tests import access_tests

SUITE = Suite("control room")


def texts(page, selector):
    return page.locator(selector).all_text_contents()


@SUITE.test("the worst station stands first, with what to do, and those that are well are small")
def worst_first(lab):
    with showing.control(lab.chromium, "control") as (_, page):
        assert texts(page, ".station .who b") == [
            each["status"]["station"] for each in control_states.STATIONS]
        first = page.text_content(".station:first-child")
        assert "Go there" in first and "while other gates go on" in first, first
        assert "Not heard since" in page.text_content(".station:nth-child(2)")
        assert "No camera or scanner" in page.text_content(".station:nth-child(3) .what") or page.text_content(
            ".station:nth-child(3) .what"), "a condition says nothing"
        assert "Amara, Grace (Supervisor)" in page.text_content(".station:nth-child(4) .facts")
        wide, small = (page.locator(selector).bounding_box()["width"]
                       for selector in (".station[data-level=broken] >> nth=0", ".station[data-level=ok] >> nth=0"))
        assert small < wide / 2, (small, wide)
        assert page.text_content("#alarm") == "Go there: kiosk-7, Gate C · kiosk-4, Gate B · kiosk-9, Gate C"


@SUITE.test("the forecast says who is outside at the start, and which gate to open")
def forecast(lab):
    with showing.control(lab.chromium, "control") as (_, page):
        told = page.text_content("#forecast")
        assert "310" in told and "South entrance" in told, told
    with showing.control(lab.chromium, "control-full") as (_, page):
        assert "everybody is in by" in page.text_content("#forecast")


@SUITE.test("orders are shown with who did them, who could not and why, and who has not answered")
def orders(lab):
    with showing.control(lab.chromium, "control-orders") as (_, page):
        pause, notice, place, settings = texts(page, "#orders > li")
        assert "Settings language: de; screen:; volume: 40" in settings and "Not yet: kiosk-2" in settings, settings
        assert "Pause" in pause and "The hall is full" in pause and "Done by 1 of 11" in pause, pause
        assert "kiosk-9" in pause and "…" in pause and "gate-8" not in pause, pause
        assert "VIP buses at 19:40" in notice and "Done by 7 of 7" in notice and "Not yet" not in notice, notice
        assert "kiosk-2 could not: no event" in place and "kiosk-3: a later order" in place, place
    with showing.control(lab.chromium, "control") as (_, page):
        assert page.is_hidden("#orders-card")


@SUITE.test("numbers of stations that are not heard are not taken for the whole")
def unheard(lab):
    with showing.control(lab.chromium, "control-full") as (_, page):
        assert "too low" in page.text_content("#notice")


@SUITE.test("what is new is there by itself, and a room that is gone is not taken for now")
def by_itself(lab):
    with showing.control(lab.chromium, "control") as (room, page):
        room.control = copy.deepcopy(room.control)
        room.control["events"][0]["lists"][0]["inside"] = 1234
        page.wait_for_function("() => document.getElementById('inside').textContent === '1,234'")
        room.close()
        page.wait_for_selector(LOST)
        assert "No connection" in page.text_content("#notice")


@SUITE.test("what a station says that no browser can show stops neither the page nor its questions")
def nonsense(lab):
    with showing.control(lab.chromium, "control") as (room, page):
        honest = room.control
        room.control = copy.deepcopy(honest)
        room.control["events"][0]["utc_offsets"] = ["x", None]
        room.control["events"][0]["lists"][0]["inside"] = 7
        room.control["stations"][0]["status"]["conditions"] = [{"code": "constructor", "key": "constructor", "says": "It says"}]
        page.wait_for_function("() => document.getElementById('inside').textContent === '7'")
        assert "It says" in page.text_content(".station:first-child")
        room.control = {**honest, "stations": None}
        page.wait_for_selector(LOST)
        room.control = honest
        page.wait_for_selector(OPEN)
        assert page.text_content("#inside") == "397"


@SUITE.test("who did what by hand is there, the newest first")
def by_hand(lab):
    with showing.control(lab.chromium, "control") as (_, page):
        acts = texts(page, "#acts li")
        assert len(acts) == 2 and "Grace" in acts[0] and "Amara" in acts[1], acts


@SUITE.test("numbers of a great event fit into their cards, on a wall, too")
def great(lab):
    with showing.control(lab.chromium, "control-great") as (_, page):
        for size in ((390, 844), (1280, 800), (1920, 1080)):
            showing.resize(page, size)
            for _ in range(2):
                cut = page.evaluate("""() => [...document.querySelectorAll(".head dd:not(.aside)")]
                    .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)""")
                assert cut == [], (size, cut)
                if page.is_visible("#wall"):
                    page.click("#wall")
                    showing.lay_out(page)
        assert page.text_content("#per-minute") == "2,186"


@SUITE.test("two hundred stations fit on a page, and nothing is cut off")
def many(lab):
    with showing.control(lab.chromium, "control-many", (1920, 1080)) as (_, page):
        assert page.locator(".station").count() == len(control_states.MANY)
        high = page.evaluate("document.documentElement.scrollHeight / innerHeight")
        assert high < 5, f"{high:.1f} screens"
        alarm = page.locator("#alarm").bounding_box()
        assert alarm["y"] + alarm["height"] < 200, "what cannot wait is at the top"
        return f"{high:.1f} screens of 1920x1080"


@SUITE.test("on a wall the numbers are larger, and what needs a finger is gone")
def wall(lab):
    with showing.control(lab.chromium, "control", (1920, 1080)) as (_, page):
        size = "parseFloat(getComputedStyle(document.getElementById('inside')).fontSize)"
        before = page.evaluate(size)
        page.click("#wall")
        assert page.evaluate(size) > 1.3 * before
        assert page.is_hidden("#sign-out") and page.is_hidden("#acts")
        page.click("#wall")
        assert page.evaluate(size) == before


@SUITE.test("everything fits in every language, on a phone, a tablet and a television")
def fits(lab):
    for name in ("control", "control-early", "control-nobody"):
        with showing.control(lab.chromium, name) as (_, page):
            for size in ((360, 640), (1024, 768), (3840, 2160)):
                showing.resize(page, size)
                for language in lab.languages:
                    showing.speak(page, language)
                    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                    assert wide <= 0, (name, language, size, wide)
                    cut = page.evaluate("""[...document.querySelectorAll("h1, h2, dt, dd, th, td, p, li, .button")]
                        .filter(each => each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 2)
                        .map(each => each.textContent)""")
                    assert cut == [], (name, language, size, cut)
                    lines = page.evaluate("""[...document.querySelectorAll(".head dd:not(.aside)")]
                        .map(each => each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).fontSize))""")
                    assert max(lines) < 1.5, f"a number stands in two lines: {name}, {language}, {size}"


@SUITE.test("every text is one of the message files")
def words(lab):
    with showing.control(lab.chromium, "control", settings={"language": stand_in.PSEUDO}) as (_, page):
        outside = page.evaluate(r"""() => {
            const own = new Set(["BDI", "TIME"]);
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            const found = [];
            for (let node = walker.nextNode(); node; node = walker.nextNode()) {
                const text = node.textContent.replace(/‹[^›]*›/g, "");
                if (!/[A-Za-z]{3}/.test(text) || own.has(node.parentElement.tagName)) continue;
                if (node.parentElement.checkVisibility()) found.push(node.textContent);
            }
            return found;
        }""")
        names = ("kiosk-", "exit-", "gate-", "Gate ", "South entrance", "Hall", "Lounge", "Standard", "VIP", "Crew", "Grace",
                 "Amara", "Winter Gala")
        foreign = [each for each in outside if not any(name in each for name in names)]
        assert foreign == [], foreign


@SUITE.test("every target is 48 pixels large")
def targets(lab):
    with showing.control(lab.chromium, "control", (800, 480)) as (_, page):
        for target in page.query_selector_all("a:visible, button:visible, summary:visible"):
            box = target.bounding_box()
            assert box["width"] >= 48 and box["height"] >= 48, (target.text_content(), box)


@SUITE.test("axe-core finds nothing in any state, light", "light", thorough=True)
@SUITE.test("axe-core finds nothing in any state, dark", "dark")
def access(lab, theme):
    access_tests.check(lab, showing.control, CONTROL, theme)
