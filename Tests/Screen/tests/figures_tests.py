"""The figures: the right numbers, also after the station was away, and on other machines for those with the token."""

import contextlib
import json
import urllib.error
import urllib.request

from Harness.sentences import Suite
from Screen import browser, showing, stand_in, states
from Screen.kiosk import Kiosk
from Screen.showing import LOST, OPEN
from Screen.tests import access_tests

SUITE = Suite("figures")
TOKEN = "bVx7m3Qy0pRk2TnW9sLd4eHf"


@contextlib.contextmanager
def opened(lab, address="figures", figures=None, size=(1280, 800), settings=None, **options):
    """A stand-in and a page of its figures."""
    station = stand_in.StandIn(states.state(), figures=figures or states.figures(), **(settings or {}))
    with contextlib.closing(station), browser.page(
            lab.chromium, station.url + address, size, time=states.NOW, **options) as page:
        page.wait_for_selector(OPEN)
        yield station, page


def number(page, identifier):
    return int(page.text_content(f"#{identifier}").strip("≈ ").replace(",", ""))


def known(station):
    """What the sample's answers say of the figures, by list, without what is taken back."""
    lists = {"A": "main", "L": "lounge", "W": "workshop", "G": "gallery"}
    admitted, refused = dict.fromkeys(lists.values(), 0), {}
    for answer in station.sample.answers:
        if answer["verdict"] == "admitted":
            admitted[lists[answer["gate"]]] += 1
        elif answer["reason"] not in (None, "questions"):  # a question is no refusal
            refused[answer["reason"]] = refused.get(answer["reason"], 0) + 1
    return admitted, refused


@SUITE.test("the numbers of the sample event are those of its answers")
def sample(lab):
    with Kiosk(lab) as station:
        for answer in station.sample.answers:
            station.present(answer)
        admitted, refused = known(station)
        with browser.page(lab.chromium, station.url + "figures") as page:
            page.wait_for_selector(OPEN)
            for name, people in admitted.items():
                page.click(f"#lists button[value={name}]")
                assert number(page, "admitted") == people, (name, people)
            told = json.load(urllib.request.urlopen(station.url + "figures/state"))["events"][0]
            assert {each["reason"]: each["codes"] for each in told["refusals"]} == refused
            assert page.evaluate("document.querySelectorAll('#refusals li').length") == len(refused)
            assert page.query_selector("#tools:visible") is None
        return f"{sum(admitted.values())} admitted, {sum(refused.values())} refused"


@SUITE.test("a scan is in the numbers by itself, and the page says when the station has gone and comes back with it")
def comes_back(lab):
    with Kiosk(lab) as station, browser.page(lab.chromium, station.url + "figures") as page:
        page.wait_for_selector(OPEN)
        assert number(page, "admitted") == 0
        station.present(station.sample.answers[0])
        page.wait_for_function("() => document.getElementById('admitted').textContent === '1'")
        station.stop()
        page.wait_for_selector(LOST)
        assert page.is_visible("#notice") and "No connection" in page.text_content("#notice")
        station.restart()
        page.wait_for_selector(OPEN)
        assert number(page, "admitted") == 1
        assert page.is_hidden("#notice")


@SUITE.test("looking at figures is no face: nobody sees a verdict there")
def no_face(lab):
    with opened(lab) as (station, page):
        assert page.evaluate("performance.getEntriesByType('resource').every(each => !each.name.endsWith('/events'))")
        assert station.readers == []


@SUITE.test("the door is one touch away, there and back, and the page returns to it by itself")
def link(lab):
    station = stand_in.StandIn(states.state(), figures=states.figures())
    try:
        with browser.page(lab.chromium, station.url) as page:
            page.wait_for_selector(OPEN)
            page.click("#figures-link")
            page.wait_for_selector("#back:visible")
            page.click("#back")
            page.wait_for_selector("#stage")
        with browser.page(lab.chromium, station.url + "figures?door") as page:
            page.clock.install()
            page.reload()
            page.wait_for_selector(OPEN)
            page.clock.fast_forward(45_000)
            assert page.url.endswith("/figures?door"), page.url
            page.clock.fast_forward(20_000)
            page.wait_for_selector("#stage")
    finally:
        station.close()


@SUITE.test("another machine sees the figures with the token, and nothing else")
def tablet(lab):
    with Kiosk(lab, figures={"listen": "127.0.0.1:0", "hosts": ["127.0.0.1:{port}"]},
                 token=TOKEN) as station:
        station.present(station.sample.answers[0])
        with browser.page(lab.chromium, station.figures_url) as page:
            page.wait_for_selector("#form")
            page.wait_for_function("() => document.getElementById('enter').textContent !== ''")
            page.fill("#token", TOKEN.lower())
            page.keyboard.press("Enter")
            page.wait_for_function("() => document.getElementById('fault').textContent !== ''")
            assert page.url.endswith("/sign-in")
            page.fill("#token", TOKEN)
            page.keyboard.press("Enter")
            page.wait_for_selector(OPEN)
            assert TOKEN not in page.url
            assert number(page, "admitted") == 1
            cookie, = page.context.cookies()
            assert cookie["httpOnly"] and cookie["sameSite"] == "Strict", cookie
            for format, start in (("pdf", b"%PDF-"), ("csv", b"section,list")):
                with page.expect_download() as download:
                    page.click(f"#report-{format}")
                assert download.value.suggested_filename.endswith("." + format)
                assert open(download.value.path(), "rb").read().startswith(start)
            for path in ("state", "events", "screen.js", "v1/status"):
                assert page.request.get(station.figures_url + path).status == 404, path
            page.click("#sign-out")
            page.wait_for_selector("#form")
            assert page.request.get(station.figures_url + "report").status == 401


@SUITE.test("a name that is not in the configuration leads nowhere")
def other_name(lab):
    with Kiosk(lab, figures={"listen": "127.0.0.1:0", "hosts": ["figures.example.org"]},
                 token=TOKEN) as station:
        try:
            urllib.request.urlopen(station.figures_url)
        except urllib.error.HTTPError as error:
            assert error.code == 421
        else:
            raise AssertionError("it answered")


@SUITE.test("an estimate says that it is one")
def estimate(lab):
    with opened(lab) as (_, page):
        assert "estimate" not in page.text_content("#inside-aside")
        page.click("#lists button[value=lounge]")
        assert page.text_content("#inside").startswith("≈") and "estimate" in page.text_content("#inside-aside")


@SUITE.test("where a venue has a capacity, the bar warns near it, and says when it is reached")
def capacity(lab):
    main = states.figures()["events"][0]["lists"][0]
    for people, level, words in ((2 * main["inside"], "room", "Room for"), (main["inside"] + 1, "near", "Nearly full"),
                                 (main["inside"], "full", "Full")):
        with opened(lab, figures=states.figures(capacity=people)) as (_, page):
            assert page.get_attribute("#full", "data-level") == level
            assert page.text_content("#full-text").startswith(words)
            page.click("#lists button[value=lounge]")
            assert page.get_attribute("#full", "data-level") is None, "the lounge has no capacity"
    for basis, words in (("reports", "their reports arrive"), ("station", "Only people let in by this station count")):
        with opened(lab, figures=states.figures(capacity=1000, basis=basis)) as (_, page):
            assert page.text_content("#full-text").endswith(words)


@SUITE.test("the chart can be read as a table")
def table(lab):
    with opened(lab) as (station, page):
        page.click("summary")
        page.wait_for_selector("#course-rows tr")
        course = station.figures["events"][0]["lists"][0]["course"]
        cells = page.evaluate("[...document.querySelectorAll('#course-rows td:nth-child(2)')].map(each => +each.textContent)")
        assert sum(cells) == sum(course["entered"])


@SUITE.test("everything fits in every language, in the narrowest and the widest screen")
def fits(lab):
    with opened(lab, figures=states.figures(reports=True, capacity=1000, basis="reports")) as (_, page):
        for size in ((360, 640), (800, 480), (1080, 1920), (3840, 2160)):
            showing.resize(page, size)
            for language in lab.languages:
                showing.speak(page, language)
                wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                assert wide <= 0, (language, size, wide)
                cut = page.evaluate("""[...document.querySelectorAll("h1, h2, dt, dd, th, td, p, .button")]
                    .filter(each => each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 2)
                    .map(each => each.textContent)""")
                assert cut == [], (language, size, cut)


@SUITE.test("every target is 48 pixels large")
def targets(lab):
    with opened(lab, "figures?door", states.figures(reports=True), size=(800, 480)) as (_, page):
        for target in page.query_selector_all("a:visible, button:visible, summary:visible"):
            box = target.bounding_box()
            assert box["width"] >= 48 and box["height"] >= 48, (target.text_content(), box)


@SUITE.test("axe-core finds nothing in any state, light", "light", thorough=True)
@SUITE.test("axe-core finds nothing in any state, dark", "dark")
def access(lab, theme):
    access_tests.check(lab, showing.figures, states.FIGURES, theme)


@SUITE.test("the axis of people has whole numbers only")
def axis(lab):
    figures = states.figures()
    figures["events"][0]["lists"][0]["course"].update(entered=[0, 5, 3], left=[0, 1, 0])
    with opened(lab, figures=figures) as (_, page):
        marks = page.locator("#chart text[text-anchor=end]").all_text_contents()
        assert marks == ["0", "5"], marks


@SUITE.test("from right to left, the way back points to the right")
def back(lab):
    for language, turned in (("en", "none"), ("ar", "matrix(-1, 0, 0, 1, 0, 0)")):
        with opened(lab, "figures?door", settings={"language": language}) as (_, page):
            assert page.locator("#back .icon").evaluate("icon => getComputedStyle(icon).transform") == turned
