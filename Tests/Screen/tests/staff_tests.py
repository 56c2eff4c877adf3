"""What staff do at the screen of a real station ends in its journal, under their names."""

import contextlib
import itertools
import shutil

from playwright import sync_api

from Harness.sentences import Suite
from Screen import browser, showing, staff_states, states
from Screen.kiosk import Kiosk
from Screen.stand_in import StandIn

SUITE = Suite("staff")
PIN = {"Anne": "271828", "Sue": "314159"}


def staff_privacy(station, more):
    """The sample event with names that its stations may search."""
    sample = station.sample
    sample.event.write_text(sample.event.read_text() + "privacy: staff\nfind_by: [code]\n" + more)
    sample.list.unlink()
    sample.build(sample.list.name)
    shutil.copy(f"{sample.list}.staff-key", station.transport.state / "credentials/staff-sample-gala")


@contextlib.contextmanager
def staffed(lab, privacy="staff", size=(1280, 800), more="", **screen):
    """A station with a steward and a supervisor, and its page. `more`: lines of event.yaml."""
    change = (lambda station: staff_privacy(station, more)) if privacy == "staff" else None
    with Kiosk(lab, change, **screen) as station:
        for name, role in (("Anne", "steward"), ("Sue", "supervisor")):
            station.add_operator(name, role, PIN[name])
        with browser.page(lab.chromium, station.url, size) as page:
            page.wait_for_selector("body[data-link=open]")
            yield station, page


def sign_in(page, name, isOpen=False):
    if not isOpen:
        page.click("#staff-button")
    page.click(f".tile:has-text('{name}')")
    page.wait_for_selector(".pad")
    page.keyboard.type(PIN[name])
    page.keyboard.press("Enter")
    page.wait_for_selector(".pad", state="detached")


def find(page, query, ref):
    page.fill("#staff-query", query)
    page.keyboard.press("Enter")
    page.click(f".hit[data-ref='{ref}']")
    page.wait_for_selector("[data-act=admit]")


def last(station, *keys):
    entry = station.journal()[-1]
    return tuple(entry[key] for key in keys)


def panel(page, color):
    return page.wait_for_selector(f".panel[data-color={color}]", timeout=20_000)


def code(station, ref):
    return next(row["code"] for row in station.sample.rows() if row["ref"] == ref)


@SUITE.test("a steward lets somebody in by reference, with a reason, and takes it back")
def admit_and_undo(lab):
    with staffed(lab) as (station, page):
        sign_in(page, "Anne")
        find(page, "S-0001", "S-0001")
        page.click("[data-value=unreadable]")
        page.click("[data-act=admit]")
        panel(page, "green")
        page.click(".result button")
        page.wait_for_selector(".result:has-text('Undone')")
        first, second = station.journal()
        assert (first["kind"], first["operator"], first["note"]) == ("manual", "Anne", "Code cannot be read"), first
        assert (second["kind"], second["operator"], second["undoes"]) == ("undo", "Anne", first["id"]), second


@SUITE.test("a steward checks out, and undoes it from the list")
def check_out(lab):
    with staffed(lab) as (station, page):
        station.show(code(station, "S-0003"))
        sign_in(page, "Anne")
        find(page, "S-0003", "S-0003")
        page.click("[data-act=checkout]")
        panel(page, "blue")
        assert last(station, "verdict", "operator") == ("checkedOut", "Anne")
        page.click(".button:text-is('Back')")
        page.click(".tabs button:has-text('Undo')")
        page.wait_for_selector(".passages li")
        shown = page.eval_on_selector_all(".passages li", "all => all.map(each => each.dataset.seq)")
        assert shown == [str(each["seq"]) for each in reversed(station.journal())], shown
        page.click(".passages button")
        page.wait_for_selector(".result:has-text('Undone')")
        assert last(station, "kind", "operator") == ("undo", "Anne")


@SUITE.test("a supervisor finds a name that was typed wrong, and lets in against the rules with a reason")
def override(lab):
    with staffed(lab) as (station, page):
        sign_in(page, "Sue")
        find(page, "capke dord", "S-0014")
        page.click("[data-act=admit]")
        panel(page, "amber")
        page.click("[data-act=override]")
        page.wait_for_selector(".result:has-text('reason first')")
        page.fill("#staff-reason", "Paid in cash")
        page.click("[data-act=override]")
        assert panel(page, "green").query_selector("[data-more]") is None, "the ticket is for one person"
        assert last(station, "kind", "operator", "note", "ref") == ("override", "Sue", "Paid in cash", "S-0014")


@SUITE.test("a steward who may not readmit is given a supervisor's PIN pad, and then goes on")
def readmit(lab):
    with staffed(lab) as (station, page):
        station.show(code(station, "S-0001"))
        sign_in(page, "Anne")
        find(page, "S-0001", "S-0001")
        page.click("[data-act=admit]")
        panel(page, "amber")
        page.click("[data-act=override]")
        page.wait_for_selector(".tile")
        assert page.eval_on_selector_all(".tile b", "all => all.map(each => each.textContent)") == ["Sue"]
        sign_in(page, "Sue", isOpen=True)
        page.click("[data-value=readmit]")
        page.click("[data-act=override]")
        page.wait_for_selector(".result:has-text('Admitted')")
        assert last(station, "kind", "operator", "note") == ("override", "Sue", "Was inside before")


@SUITE.test("the rest of a group is let in by touches on its verdict, in its place, with nobody signed in")
def group(lab):
    with staffed(lab) as (station, page):
        station.show(code(station, "S-0005"))
        page.wait_for_selector("[data-more]")
        assert page.eval_on_selector_all("[data-more]", "all => all.map(each => each.dataset.more)") == ["1", "2", "3"]
        page.click("[data-more='1']")
        page.wait_for_selector(".panel:has-text('Entry 2 of 4')")
        assert page.eval_on_selector_all(".people .in", "all => all.length") == 2
        assert page.eval_on_selector_all("[data-more]", "all => all.map(each => each.dataset.more)") == ["1", "2"]
        assert page.get_attribute("#stage", "data-panels") == "1" and page.is_hidden("#staff")
        assert last(station, "verdict", "kind", "count", "operator", "ref") == ("admitted", "scan", 1, None, "S-0005")
        # Whoever is at work is named.
        sign_in(page, "Anne")
        page.click(".button:text-is('Close')")
        page.wait_for_timeout(700)
        page.click("[data-more='2']")
        page.wait_for_selector(".panel:has-text('Entry 4 of 4')")
        assert page.is_hidden("#staff") and page.query_selector("[data-more]") is None
        assert last(station, "count", "operator") == (2, "Anne")
        assert page.get_attribute("#stage", "data-panels") == "1" and len(station.journal()) == 3


@SUITE.test("once a group's verdict is old, its rest takes a PIN, and is still shown in its place")
def group_later(lab):
    group = states.verdict("admitted", seq=7, ref="S-0005", line=1, event="sample-gala", entry=1, admits=4)
    refused = (404, {"error": {"code": "not_found", "reason": "it is not on the screen any more"}})
    answers = {"POST more": refused, "GET operators": (200, {"items": [{"name": "Anne", "role": "steward"}]})}
    station = StandIn(states.state(), answers, ready_after_ms=600_000)
    with contextlib.closing(station), browser.page(lab.chromium, station.url, (1280, 800)) as page:
        page.wait_for_selector("body[data-link=open]")
        station.tell("verdict", group)
        page.click("[data-more='1']")
        page.wait_for_selector(".tile:has-text('Anne')")
        byHand = states.verdict("admitted", seq=8, ref="S-0005", line=1, event="sample-gala", entry=2, admits=4)
        station.tell("verdict", {**byHand, "reader": None})
        page.wait_for_selector(".panel[data-sequence='8']")
        assert page.get_attribute("#stage", "data-panels") == "1"


@SUITE.test("gate and direction change for the next scan, and stay so after a restart")
def place(lab):
    with staffed(lab) as (station, page):
        sign_in(page, "Sue")
        page.click(".tabs button:has-text('Gate')")
        page.click("[data-value=L]")
        page.wait_for_selector("[data-value=L][aria-pressed=true]")
        page.wait_for_selector(".result:has-text('changed')")
        page.click("[data-value=out]")
        page.wait_for_selector("[data-value=out][aria-pressed=true]")
        # The station's own word: the line that says "changed" is still there from the gate.
        page.wait_for_selector("#direction-word:text-is('Out')", state="attached")
        assert station.show(code(station, "S-0002"))["direction"] == "out"
        assert last(station, "gate", "direction") == ("L", "out")
        station.restart()
        page.wait_for_selector("#direction-word:text-is('Out')")
        page.wait_for_selector("#gate:has-text('Lounge door')")
        assert station.show(code(station, "S-0002"))["gate"] == "L"


@SUITE.test("everyone is checked out after a second question that says how many they are")
def everyone_out(lab):
    with staffed(lab) as (station, page):
        for ref in ("S-0001", "S-0005", "S-0005"):
            station.show(code(station, ref))
        sign_in(page, "Sue")
        page.click(".tabs button:has-text('Everyone out')")
        page.wait_for_selector(".large:has-text('3')")
        page.click(".grave")
        assert "3" in page.text_content(".sure")
        assert len(station.journal()) == 3
        page.click(".grave")
        page.wait_for_selector(".result:has-text('3')")
        page.wait_for_selector(".large:has-text('0')")
        entries = station.journal()[3:]
        assert [(each["kind"], each["operator"], each["note"]) for each in entries] \
            == [("checkoutAll", "Sue", "Evacuation")] * 2, entries
        assert sum(each["count"] for each in entries) == 3


@SUITE.test("a wrong PIN six times is locked out, and the page counts down")
def lock_out(lab):
    with staffed(lab) as (_, page):
        page.click("#staff-button")
        page.click(".tile:has-text('Anne')")
        page.wait_for_selector(".pad")
        waits = []
        for _ in range(6):
            page.keyboard.type("000000")
            page.keyboard.press("Enter")
            page.wait_for_selector(".said-of-pin b")
            waits.append(int(page.text_content(".said-of-pin b").split()[0]))
            if len(waits) < 6:
                page.wait_for_selector(".pad:not([data-waits])", timeout=60_000)
        assert waits == [1, 2, 4, 8, 16, 32], waits
        page.keyboard.type(PIN["Anne"])
        page.keyboard.press("Enter")
        assert page.is_visible(".pad[data-waits]")
        status = page.evaluate("""async pin => (await fetch("/staff/session", { method: "POST",
            body: JSON.stringify({ operator: "Anne", pin }) })).status""", PIN["Anne"])
        assert status == 403


@SUITE.test("a session that nobody uses ends, on the page and at the station")
def idle(lab):
    with staffed(lab, staff_idle="10s") as (_, page):
        sign_in(page, "Anne")
        ask = "async () => (await fetch('/staff/passages')).status"
        assert page.evaluate(ask) == 200
        assert page.evaluate("document.cookie") == ""
        page.wait_for_selector("#staff", state="hidden", timeout=20_000)
        assert page.inner_text("#staff-word") == "Staff"
        assert page.evaluate(ask) == 401


@SUITE.test("a steward finds a ticket by the beginning of its code, and is told that this can be typed")
def beginning(lab):
    with staffed(lab) as (station, page):
        sign_in(page, "Anne")
        assert page.get_attribute("#staff-query", "placeholder") == "Also: the first 8 characters of the code"
        beginning = code(station, "S-0001")[:8]
        find(page, beginning.upper(), "S-0001")
        page.click("[data-act=admit]")
        panel(page, "green")
        assert last(station, "kind", "operator", "ref") == ("manual", "Anne", "S-0001")


@SUITE.test("sealed names are not searched, and the page says why")
def sealed(lab):
    with staffed(lab, privacy="sealed") as (_, page):
        sign_in(page, "Sue")
        page.fill("#staff-query", "Amina")
        page.keyboard.press("Enter")
        page.wait_for_selector(".note:has-text('sealed')")
        find(page, "S-0001", "S-0001")
        assert "Đorđe" not in page.text_content("#staff")


@SUITE.test("verdicts are seen above the sheet, at every size", thorough=True)
def seen(lab):
    for size in ((800, 480), (1280, 800), (1080, 1920)):
        with staffed(lab, size=size) as (station, page):
            sign_in(page, "Sue")
            for ref, color in (("S-0002", "green"), ("S-0014", "amber"), ("S-0012", "red")):
                verdict = station.show(code(station, ref))
                shown = page.wait_for_selector(f".panel[data-sequence='{verdict['seq']}']", timeout=20_000)
                assert shown.get_attribute("data-color") == color
                box, sheet = shown.bounding_box(), page.query_selector("#staff").bounding_box()
                assert box["height"] >= 60 and box["y"] + box["height"] <= sheet["y"] + 1, (box, sheet)
                assert shown.query_selector(".word").is_visible()


CUT = """() => [...document.querySelectorAll("#staff button, #staff .work, #staff > .head, .panel-acts button, .panel .said")]
    .filter(each => each.offsetParent && each.scrollWidth > each.clientWidth + 2)
    .map(each => each.className + ": " + each.textContent)"""


SMALL = """() => [...document.querySelectorAll("button")].filter(each => each.checkVisibility())
    .map(each => [each.textContent, each.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && (box.width < 47.9 || box.height < 47.9))
    .map(([text, box]) => `${text}: ${box.width} x ${box.height}`)"""


@SUITE.test("nothing is cut off sideways, and every target is 48 pixels large, in any language, upright too")
def fits(lab):
    for name in staff_states.SCREENS:
        with showing.screen(lab.chromium, name) as (_, page):
            for where in itertools.product(lab.languages, ((800, 480), (480, 800))):
                showing.speak(page, where[0])
                showing.resize(page, where[1])
                # Another view takes a frame or two. What is waited for must be a function: an expression is evaluated
                # anew for each frame, which the page's own content policy forbids.
                with contextlib.suppress(sync_api.TimeoutError):
                    page.wait_for_function(f"() => ({CUT})().length === 0", timeout=5000)
                assert page.evaluate(CUT) == [], (name, where)
                assert page.evaluate(SMALL) == [], (name, where)


@SUITE.test("everything is done with keys alone")
def keys(lab):
    with showing.screen(lab.chromium, "staff-who", (800, 480)) as (station, page):
        page.keyboard.press("Escape")
        assert page.is_hidden("#staff")
        assert page.evaluate("document.activeElement.id") == "staff-button"
        page.keyboard.press("Enter")
        page.wait_for_selector(".tile")
        reach(page, ".tile:has-text('Sue')")
        page.keyboard.press("Enter")
        page.wait_for_selector(".pad")
        page.keyboard.type("314158")
        page.keyboard.press("Backspace")
        page.keyboard.type("9")
        assert "314159" not in page.content()
        page.keyboard.press("Enter")
        page.wait_for_selector("#staff-query:focus")
        page.keyboard.type("amina")
        page.keyboard.press("Enter")
        page.wait_for_selector(".hit")
        reach(page, ".hit")
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-act=admit]")
        reach(page, "[data-act=admit]")
        page.keyboard.press("Enter")
        page.wait_for_selector(".result:not([hidden])")
        method, name, body = station.asked[-1]
        assert (method, name, body["ticket"], body.get("count")) == ("POST", "admit", "aa" * 16, None), station.asked[-1]


@SUITE.test("what the station refuses is said in the page's language, and every time is the event's")
def spoken(lab):
    away = {"timezone_id": "America/New_York", "settings": {"language": "de"}}
    with showing.screen(lab.chromium, "staff-refused", **away) as (_, page):
        said = page.wait_for_selector(".result:not([hidden]) span")
        assert said.text_content() == "Schon gescannt. Schon gescannt: 19:21, Lounge door (kiosk-1)", said.text_content()
        assert said.get_attribute("lang") is None
    for screen in ("staff-undo", "staff-passages"):
        with showing.screen(lab.chromium, screen, **away) as (_, page):
            times = page.eval_on_selector_all(".passages p span:first-child", "all => all.map(each => each.textContent)")
            assert times and all(each.endswith("19:42") for each in times), times


def reach(page, selector):
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.query_selector(f"{selector}:focus"):
            return
    raise AssertionError(f"{selector} is not reached with Tab")


@SUITE.test("what has to be confirmed stays, and the next scan waits and says so")
def confirm(lab):
    with showing.screen(lab.chromium, "confirm", (800, 480), settings={"ready_after_ms": 2000},
                        stopped=True) as (station, page):
        for number in (1, 2):
            event = states.verdict(**{**states.STANDARD, "holder": f"Guest {number}"}, entry=1)
            station.tell("verdict", event)
            page.wait_for_selector(f"#recent > [data-sequence='{event['verdict']['seq']}']", state="attached")
        page.clock.run_for(3500)
        assert page.text_content(".panel .holder") == "Class 4b, Makerere"
        assert "2" in page.text_content(".confirm")
        page.keyboard.press("Enter")
        assert page.text_content(".panel .holder") == "Guest 1"
        page.clock.run_for(1400)
        assert page.text_content(".panel .holder") == "Guest 1"
        page.clock.run_for(200)
        assert page.text_content(".panel .holder") == "Guest 2"
        page.clock.run_for(2100)
        assert page.query_selector(".panel") is None
