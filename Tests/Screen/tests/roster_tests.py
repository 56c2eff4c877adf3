"""How the staff of a roster sign in at a screen: by name, by badge, and not any more."""

import contextlib

from Harness.sentences import Suite
from Screen import browser
from Screen.kiosk import Kiosk

SUITE = Suite("roster")
PIN = "314159"
STAFF = f"name,role,pin,badge,gates\nAnn,steward,{PIN},badge-of-ann,\nBen,steward,271828,badge-of-ben,L\n"


@contextlib.contextmanager
def rostered(lab):
    """A station at gate A whose staff are in a roster, its page, and what puts another table in force."""
    def trust_orders(station):
        folder = station.transport.folder
        station.transport.lab.usher("key", "generate", "--out", folder / "venue", "--for", "orders")
        station.transport.settings["orders_key"] = (folder / "venue.pub").read_text().splitlines()[1]

    def put(table):
        folder = station.transport.folder
        (folder / "staff.csv").write_text(table)
        station.transport.lab.usher("roster", "build", folder / "staff.csv", "--key", folder / "venue.key", "--by", "Gala Ltd",
                          "--out", folder / "staff.roster")
        station.usher("roster", "install", folder / "staff.roster")

    with Kiosk(lab, trust_orders) as station:
        put(STAFF)
        with browser.page(lab.chromium, station.url) as page:
            page.wait_for_selector("body[data-link=open]")
            yield station, page, put


@SUITE.test("a badge asks for the PIN of its owner, who then works under their name")
def badge(lab):
    with rostered(lab) as (station, page, _):
        shown = station.show("badge-of-ann")
        assert (shown["hint"], shown["operator"]) == ("badgeShown", "Ann"), shown
        page.wait_for_selector("#staff .pad")
        assert "Ann" in page.text_content("#staff-title")
        page.keyboard.type(PIN)
        page.keyboard.press("Enter")
        page.wait_for_selector("#staff .tabs button")
        assert page.text_content("#staff-word") == "Ann"
        station.show("badge-of-ann")
        assert page.query_selector("#staff .pad") is None, "a badge disturbs nobody who is at work"


@SUITE.test("a badge of another gate asks for no PIN, and its owner is not among the names")
def elsewhere(lab):
    with rostered(lab) as (station, page, _):
        assert station.show("badge-of-ben")["hint"] == "badgeElsewhere"
        page.wait_for_selector("#hint:has-text('other gates')")
        assert page.query_selector("#staff .pad") is None
        page.click("#staff-button")
        page.wait_for_selector(".tile:has-text('Ann')")
        assert page.query_selector(".tile:has-text('Ben')") is None


@SUITE.test("a person who is no longer in the roster is signed out, and is not among the names")
def left(lab):
    with rostered(lab) as (station, page, put):
        station.show("badge-of-ann")
        page.wait_for_selector("#staff .pad")
        page.keyboard.type(PIN)
        page.keyboard.press("Enter")
        page.wait_for_selector("#staff .tabs button")
        put("name,pin\nCem,577215\n")
        page.fill("#staff-query", "S-0001")
        page.keyboard.press("Enter")
        page.wait_for_selector(".tile:has-text('Cem')")
        assert page.query_selector(".tile:has-text('Ann')") is None
