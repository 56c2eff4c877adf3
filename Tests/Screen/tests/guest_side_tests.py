"""The guests' side: what to do, in their languages, and nothing of anybody."""

import contextlib

from Harness.sentences import Suite
from Screen import browser, states
from Screen.stand_in import StandIn
from Screen.tests import access_tests

SUITE = Suite("guests' side")


@contextlib.contextmanager
def side(lab, address="guest", size=(1280, 800), **settings):
    station = StandIn(states.state(), **{"ready_after_ms": 600_000, **settings})
    with contextlib.closing(station), browser.page(lab.chromium, station.url + address, size) as page:
        page.wait_for_function("() => document.getElementById('event').textContent !== ''")
        yield station, page


def shows(page, text, color):
    page.wait_for_function("([text, color]) => document.querySelector('#texts h1')?.textContent === text"
                           " && document.getElementById('guest').dataset.color === color", arg=[text, color])


@SUITE.test("a guest is told to show the ticket, to come in, to wait, or to speak to the staff; never a name, a type or a reason")
def told(lab):
    with side(lab) as (station, page):
        shows(page, "Please show your ticket here", "none")
        for event, text, color in (
                (states.verdict("admitted", **states.VIP, entry=1), "Welcome, please come in", "green"),
                (states.verdict("admitted", **{**states.STANDARD, "admits": 4}, entry=2), "Welcome: 2 of 4. Next, please", "green"),
                (states.verdict("refused", "alreadyScanned", **states.USED), "Please speak to our staff", "amber"),
                (states.verdict("refused", "blocked", **states.STANDARD), "Please speak to our staff", "amber"),
                (states.verdict("checkedOut", **states.STANDARD), "Goodbye", "blue"),
                (states.verdict("refused", "questions", **states.STANDARD, ask=7), "One moment, please", "amber")):
            station.tell("verdict", event)
            shows(page, text, color)
            said = page.inner_text("body")
            assert states.VIP["holder"] not in said and states.STANDARD["holder"] not in said and "VIP" not in said, said
        station.tell("hint", {"hint": {"hint": "notRead", "message": ""}, "reader": "/dev/0"})
        shows(page, "Hold it still, a little closer", "amber")
        station.close()
        shows(page, "Please speak to our staff", "none")


@SUITE.test("where no reader reads, guests are sent to the staff")
def without_reader(lab):
    with side(lab) as (station, page):
        station.tell("state", states.SCREENS["no-reader"][0])
        shows(page, "Please speak to our staff", "none")
        station.tell("state", states.state())
        shows(page, "Please show your ticket here", "none")


@SUITE.test("a verdict gives its place to being ready again by itself")
def again(lab):
    with side(lab, ready_after_ms=300) as (station, page):
        station.tell("verdict", states.verdict("admitted", **states.VIP, entry=1))
        shows(page, "Please show your ticket here", "none")


@SUITE.test("up to three languages stand below one another, each in its own direction, and nothing is cut off")
def languages(lab):
    for size in ((800, 480), (1080, 1920)):
        with side(lab, "guest?languages=ja,ar,de,xx,fr", size) as (station, page):
            station.tell("verdict", states.verdict("admitted", **states.VIP, entry=1))
            shows(page, "ようこそ。お入りください", "green")
            lines = page.locator("#texts > *")
            assert [each.get_attribute("lang") for each in lines.all()] == ["ja", "ar", "de"]
            assert lines.nth(1).get_attribute("dir") == "rtl"
            cut = page.evaluate("() => { const main = document.getElementById('guest');"
                                " return [main.scrollWidth - main.clientWidth, main.scrollHeight - main.clientHeight]; }")
            assert max(cut) <= 1, (size, cut)


@SUITE.test("it never tells the station that it draws, which is what makes a page count as a display")
def no_display(lab):
    drawn = "performance.getEntriesByType('resource').filter(each => each.name.endsWith('/drawn')).length"
    with side(lab) as (station, page):
        station.tell("verdict", states.verdict("admitted", **states.VIP, entry=1))
        shows(page, "Welcome, please come in", "green")
        assert page.evaluate(drawn) == 0
        page.goto(station.url)
        page.wait_for_function(f"() => {drawn} > 0", timeout=10_000)


@SUITE.test("axe-core finds nothing, whatever it shows, light", "light", thorough=True)
@SUITE.test("axe-core finds nothing, whatever it shows, dark", "dark")
def accessible(lab, theme):
    with side(lab, theme=theme) as (station, page):
        assert access_tests.faults(page) == []
        for event, text, color in (
                (states.verdict("admitted", **states.VIP, entry=1), "Welcome, please come in", "green"),
                (states.verdict("checkedOut", **states.STANDARD), "Goodbye", "blue"),
                (states.verdict("refused", "blocked", **states.STANDARD), "Please speak to our staff", "amber")):
            station.tell("verdict", event)
            shows(page, text, color)
            assert access_tests.faults(page) == [], color


@SUITE.test("its languages are those of its address, each once, whatever staff chose at the door; else the station's")
def own_languages(lab):
    for address, languages in (("guest?languages=de,de", ["de"]), ("guest?languages=de,ja,ar", ["de", "ja", "ar"]), ("guest", ["en"])):
        with side(lab, address) as (_, page):
            page.evaluate("localStorage.setItem('language', 'ar')")
            page.reload()
            page.wait_for_selector("#texts h1")
            assert [each.get_attribute("lang") for each in page.locator("#texts > *").all()] == languages
            assert (page.get_attribute("html", "lang"), page.get_attribute("html", "dir")) == (languages[0], "ltr")
