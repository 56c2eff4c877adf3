"""Tickets that are sold on the screen of a real station: in its journal, and let in by it."""

import contextlib
import socket

from Harness.sentences import Suite
from Screen import browser, showing
from Screen.kiosk import Kiosk
from Screen.tests.staff_tests import PIN, panel, sign_in

SUITE = Suite("sale")
OFFERS = """
box_office:
  key: box.pub
  currency: EUR
  payments: [cash, card]
  stations: [{station}]
  sells:
    - {{type: standard, price: 12.50, quota: 3}}
    - {{type: vip, quota: 1}}
"""


def sells(kiosk):
    """The sample event sells tickets at this station."""
    sample = kiosk.sample
    sample.usher("key", "generate", "--for", "tickets", "--out", sample.folder / "box")
    sample.event.write_text(sample.event.read_text() + OFFERS.format(station=socket.gethostname()))
    sample.list.unlink()
    sample.build(sample.list.name)
    credential = kiosk.transport.state / "credentials/box-office-sample-gala"
    credential.write_bytes((sample.folder / "box.key").read_bytes())
    credential.chmod(0o600)


@contextlib.contextmanager
def booth(lab):
    with Kiosk(lab, sells) as station:
        for name, role in (("Anne", "steward"), ("Sue", "supervisor")):
            station.add_operator(name, role, PIN[name])
        with browser.page(lab.chromium, station.url, (1280, 800)) as page:
            page.wait_for_selector("body[data-link=open]")
            yield station, page


def sold(station):
    return [entry for entry in station.journal() if entry["kind"] == "sale"]


def sell(page, type, more=0, payment=None):
    page.click("[data-tab=sale]")
    page.click(f".tile[data-type={type}]")
    for _ in range(more):
        page.click(".stepper button:last-child")
    if payment:
        page.click(f"[data-value={payment}]")
    page.click("[data-act=sell]")


@SUITE.test("a steward sells two tickets, shows each code, and lets the guests in")
def two(lab):
    with booth(lab) as (station, page):
        sign_in(page, "Anne")
        sell(page, "standard", more=1)
        page.wait_for_selector(".result:has-text('Choose how it is paid')")
        assert not sold(station)
        page.click("[data-value=cash]")
        page.click("[data-act=sell]")
        first = page.wait_for_selector(".qr").get_attribute("aria-label")
        assert page.inner_text("#staff-title") == "Standard · 25.00 EUR", page.inner_text("#staff-title")
        page.click("[data-act=next]")
        page.wait_for_selector(".of-sale:has-text('Ticket 2 of 2')")
        assert page.get_attribute(".qr", "aria-label") != first
        page.click("[data-act=admit]")
        panel(page, "green")
        page.wait_for_selector(".result:has-text('Let in: 2')")
        entries = sold(station)
        assert [(each["operator"], each["note"], each["verdict"]) for each in entries] == [
            ("Anne", "12.50 EUR, cash", "sold")] * 2, entries
        admitted = [each for each in station.journal() if each["verdict"] == "admitted"]
        assert [each["ref"] for each in admitted] == [each["ref"] for each in entries], admitted


@SUITE.test("what a steward may not give away is not offered, and what is sold out says so")
def limits(lab):
    with booth(lab) as (station, page):
        sign_in(page, "Anne")
        sell(page, "standard", more=2, payment="card")
        page.wait_for_selector(".qr")
        page.click("[data-act=done]")
        page.wait_for_selector(".tile[data-type=standard][disabled]:has-text('Left here: 0')")
        page.wait_for_selector(".tile[data-type=vip][disabled]:has-text('Supervisor')")
        assert len(sold(station)) == 3


@SUITE.test("a supervisor gives a ticket away, shows it again, and takes it back with a reason")
def give(lab):
    with booth(lab) as (station, page):
        sign_in(page, "Sue")
        sell(page, "vip")
        page.wait_for_selector(".qr")
        page.click("[data-act=done]")
        page.click("[data-act=show]")
        page.wait_for_selector(".qr")
        page.click("[data-act=done]")
        page.click(".passages .button:has-text('Take back')")
        page.fill("#refund-reason", "Came with a ticket after all")
        page.click("[data-act=refund]")
        page.wait_for_selector(".result:has-text('Taken back: DOOR-')")
        page.wait_for_selector(".tile[data-type=vip]:has-text('Left here: 1')")
        sale, undo = station.journal()
        assert (undo["kind"], undo["undoes"], undo["operator"], undo["note"]) == (
            "undo", sale["id"], "Sue", "Came with a ticket after all"), undo


@SUITE.test("where nothing is sold there is no such tab")
def nothing(lab):
    with showing.screen(lab.chromium, "staff-found") as (_, page):
        assert page.query_selector("[data-tab=tickets]") and not page.query_selector("[data-tab=sale]")
