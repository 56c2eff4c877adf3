"""A phone of staff: its camera reads tickets for a real station, and it can do nothing else."""

import contextlib

from Harness.sentences import Suite
from Screen import browser, film
from Screen.kiosk import Kiosk
from Screen.tests import access_tests

SUITE = Suite("phones")
TOKEN = "bVx7m3Qy0pRk2TnW9sLd4eHf"
PHONES = {"listen": "127.0.0.1:0", "hosts": ["127.0.0.1:{port}"]}
SIZE = (390, 780)


@contextlib.contextmanager
def at_work(lab, station, tickets, name="Anne", pin="271828"):
    """A browser with a camera of its own, in which somebody has signed in."""
    reel = station.sample.folder / f"{name}.y4m"
    film.shoot(reel, tickets)
    with browser.launched(lab.chromium.browser_type, *film.camera(reel)) as chromium, \
            browser.page(chromium, station.phones_url, SIZE) as page:
        page.fill("input[type=password]", TOKEN)
        page.keyboard.press("Enter")
        page.click(f".tile:has-text('{name}')")
        page.keyboard.type(pin)
        page.keyboard.press("Enter")
        page.wait_for_selector(".scan video")
        yield page


def first(sample):
    """A picture of the first ticket, which is admitted, and its reference."""
    answer = sample.answers[0]
    return sample.folder / answer["file"], next(row["ref"] for row in sample.rows() if row["code"] == answer["code"])


@contextlib.contextmanager
def admitting(lab):
    """A station, and a phone of Anne's that has just let the sample's first ticket in."""
    with Kiosk(lab, phones=PHONES, token=TOKEN) as station:
        station.add_operator("Anne", "steward", "271828")
        picture, _ = first(station.sample)
        with at_work(lab, station, [picture]) as page:
            shows(page, "green", "Admitted")
            yield station, page


def shows(page, color, text):
    page.wait_for_function("""([color, text]) => {
        const verdict = document.querySelector(".verdict");
        return verdict && !verdict.hidden && verdict.dataset.color === color && verdict.textContent.includes(text); }""",
                           arg=[color, text], timeout=30_000)


@SUITE.test("a ticket before a phone is decided once, by the person who holds it, and the kiosk lists it without being covered")
def scans(lab):
    with Kiosk(lab, phones=PHONES, token=TOKEN, ready_after="2s") as station:
        station.add_operator("Anne", "steward", "271828")
        picture, reference = first(station.sample)
        with browser.page(lab.chromium, station.url) as door, at_work(lab, station, [picture]) as page:
            door.wait_for_selector("body[data-link=open]")
            shows(page, "green", "Admitted")
            assert access_tests.faults(page) == []
            door.wait_for_selector("#recent .past[data-color=green]")
            assert door.query_selector(".panel") is None
            # The film begins again: the same ticket is held there once more.
            shows(page, "amber", "Already scanned")
            entries = [each for each in station.journal() if each["how"] == "phone"]
            assert [each["verdict"] for each in entries[:2]] == ["admitted", "refused"], entries
            assert entries[0]["ref"] == reference
            page.click("text=Search")
            page.fill("input[type=search]", reference)
            page.keyboard.press("Enter")
            page.wait_for_selector(".results li")
            assert page.locator(".results button").count() == 0, "nothing is done by hand here"
            page.click("text=Back")
            page.click("text=Sign out")
            page.wait_for_selector(".tile")


@SUITE.test("without the token there is nothing, and a wrong PIN waits")
def signed_out(lab):
    with Kiosk(lab, phones=PHONES, token=TOKEN) as station:
        station.add_operator("Anne", "steward", "271828")
        with browser.page(lab.chromium, station.phones_url, SIZE) as page:
            page.wait_for_selector("input[type=password]")
            assert not (faults := access_tests.faults(page)), faults
            page.fill("input[type=password]", TOKEN.lower())
            page.keyboard.press("Enter")
            page.wait_for_selector("#said:has-text('This is not the token')", timeout=10_000)
            for path in ("state", "events", "index.html", "staff/guests", "v1/status"):
                assert page.request.get(station.phones_url + path).status in (403, 404), path
            page.fill("input[type=password]", TOKEN)
            page.keyboard.press("Enter")
            page.click(".tile:has-text('Anne')")
            page.keyboard.type("999999")
            page.keyboard.press("Enter")
            page.wait_for_selector(".said-of-pin:has-text('Wrong PIN')")


@SUITE.test("a phone whose station has gone lets nobody in")
def gone(lab):
    with admitting(lab) as (station, page):
        station.stop()
        shows(page, "grey", "No answer")


@SUITE.test("a phone that scans is asked for the new token once it is changed")
def new_token(lab):
    with admitting(lab) as (station, page):
        (station.transport.state / "credentials/phones-token").write_text(TOKEN[::-1])
        page.fill("input[type=password]", TOKEN[::-1], timeout=30_000)
        page.keyboard.press("Enter")
        page.wait_for_selector(".tile:has-text('Anne')")
