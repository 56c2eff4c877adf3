"""How a kiosk is enrolled at its screen: a pairing is shown, somebody compares its key."""

import json

from Harness.sentences import Suite
from Screen import browser, staff_states, stand_in, states
from Screen.kiosk import Kiosk
from Screen.tests.staff_tests import sign_in, staffed

SUITE = Suite("enrolment")


def status(station):
    return json.loads(station.usher("enroll", "--status", "--json"))


@SUITE.test("a new kiosk is opened by a touch, shows the key of what is in view, and takes it by another")
def new_kiosk(lab):
    with Kiosk(lab, is_new=True) as station, browser.page(lab.chromium, station.url) as page:
        shown = station.sample.pairing(gate="A")
        assert station.show(shown["pairing"])["hint"] == "pairingRefused"
        page.click("#enrolment .strong")
        page.wait_for_selector("#enrolment h2:has-text('Show the pairing code')")
        assert station.show(shown["pairing"])["hint"] == "pairingShown", "it is still in view"
        page.wait_for_selector(".fingerprint")
        assert page.text_content(".fingerprint").replace(" ", "") == shown["fingerprint"]
        assert shown["short_code"] in page.text_content("#enrolment .pairing")
        assert "Gate A" in page.text_content("#enrolment .place")
        assert "current" not in status(station)
        page.click("#enrolment .strong")
        page.wait_for_selector("#enrolment", state="hidden")
        assert status(station)["current"]["event"] == "sample-gala"


@SUITE.test("somebody who says no is believed")
def refused(lab):
    with Kiosk(lab, is_new=True) as station, browser.page(lab.chromium, station.url) as page:
        page.click("#enrolment .strong")
        page.wait_for_selector("#enrolment h2:has-text('Show the pairing code')")
        station.show(station.sample.pairing()["pairing"])
        page.click("#enrolment .acts .button:not(.strong)")
        page.wait_for_selector(".fingerprint", state="detached")
        assert "current" not in status(station)
        page.wait_for_selector("#enrolment h2:has-text('Show the pairing code')")


@SUITE.test("an enrolled station asks for a supervisor's PIN, and for nobody else's")
def enrolled(lab):
    with staffed(lab) as (station, page):
        first = station.sample.pairing()
        station.usher("enroll", "--accept", "-", "--fingerprint", first["fingerprint"], input=first["pairing"])
        second = station.sample.pairing(gate="L")
        assert station.show(second["pairing"])["hint"] == "pairingShown"
        page.wait_for_selector(".fingerprint")
        page.click("#enrolment .strong")
        sign_in(page, "Anne", isOpen=True)
        page.wait_for_selector(".result:has-text('supervisor')")
        page.click("#staff .head .button:has-text('Sign out')")
        page.wait_for_selector("#staff", state="hidden")
        page.click("#enrolment .strong")
        sign_in(page, "Sue", isOpen=True)
        page.wait_for_selector("#staff", state="hidden")
        record = json.loads((station.transport.state / "enrolment.json").read_text())
        assert record["operator"] == "Sue" and 'gate: "L"' in record["settings"], record


@SUITE.test("a supervisor lets guests go first when the disk takes nothing, and is asked twice")
def unrecorded(lab):
    broken = states.state(levels={"disk": "loud"}, not_recorded={"is_on": False, "waiting": 0})
    station = stand_in.StandIn(broken, staff_states.answers())
    with browser.page(lab.chromium, station.url) as page:
        page.wait_for_selector("body[data-link=open]")
        staff_states.to_unrecorded(page)
        assert not [each for each in station.asked if each[1] == "not-recorded"]
        page.click(".grave")
        page.wait_for_selector(".large:has-text('without a record')")
        assert ("POST", "not-recorded", {"is_on": True}) in station.asked
        page.click("#staff .head .button:has-text('Close')")
        station.tell("state", states.state(not_recorded={"is_on": True, "waiting": 3}))
        page.wait_for_selector("#unrecorded:has-text('3 in memory only')")
        station.tell("verdict", states.verdict(**states.STANDARD, entry=1, unrecorded=True))
        page.wait_for_selector(".panel[data-unrecorded]")
        station.tell("state", states.state())
        page.wait_for_selector("#unrecorded", state="hidden")
