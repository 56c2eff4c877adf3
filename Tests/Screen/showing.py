"""A page that shows one of everything that there is in states.py and staff_states.py."""

import contextlib

from Screen import browser, control_states, staff_states, states
from Screen.stand_in import StandIn

OPEN = "body[data-link=open]"
LOST = "body[data-link=lost]"
# Name: state, what happened, what the station answers, the way there; and settings.
SCREENS = {name: (*screen, {}, None, {}) for name, screen in states.SCREENS.items()} | staff_states.SCREENS


@contextlib.contextmanager
def screen(chromium, name, size=(1280, 800), picture=None, settings=(), screens=SCREENS, **options):
    """A stand-in for the station, and its page in the state of this name."""
    state, events, answers, way, own = screens[name]
    station = StandIn(state, answers, picture, **{"ready_after_ms": 600_000, **own, **dict(settings)})
    with contextlib.closing(station), browser.page(chromium, station.url, size, **options) as page:
        page.wait_for_selector(OPEN)
        if events is ...:
            station.close()
            page.wait_for_selector(LOST)
        else:
            for event in events:
                station.tell("verdict", event)
            page.wait_for_selector(f"#stage[data-panels='{len(events)}']")
        if way:
            way(page)
        yield station, page


def speak(page, language):
    """Chooses a language as whoever stands at the screen does."""
    page.evaluate("""language => {
        document.getElementById("view-button").click();
        document.querySelector(`#view [data-value=${language}]`).click(); }""", language)
    page.wait_for_selector(f"html[lang={language}]", state="attached")
    page.evaluate("document.getElementById('view').close()")
    lay_out(page)


def resize(page, size):
    """The same page on a screen of another size, which takes less than to open it anew."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    lay_out(page)


def lay_out(page):
    """Waits until a frame was laid out; a page's clock may stand, and that of its frames with it."""
    page.evaluate("() => new Promise((done) => new ResizeObserver(done).observe(document.body))")


@contextlib.contextmanager
def figures(chromium, name, size=(1280, 800), settings=(), **options):
    """The same with a page of the figures."""
    address, told = states.FIGURES[name]
    station = StandIn(states.state(), figures=told, **dict(settings))
    with contextlib.closing(station), browser.page(chromium, station.url + address, size, **options) as page:
        if address == "sign-in":
            page.wait_for_function("() => document.getElementById('enter').textContent !== ''")
        else:
            page.wait_for_selector(OPEN)
        if name.endswith("lost"):
            station.close()
            page.wait_for_selector(LOST)
        yield station, page


@contextlib.contextmanager
def control(chromium, name, size=(1280, 800), settings=(), **options):
    """The same with the page of the control room."""
    station = StandIn(states.state(), control=control_states.CONTROL[name], **dict(settings))
    with contextlib.closing(station), browser.page(chromium, station.url + "control", size, **{"time": states.NOW, **options}) as page:
        page.wait_for_selector(OPEN)
        if name.endswith("lost"):
            station.close()
            page.wait_for_selector(LOST)
        yield station, page
