"""A second tap, which was meant for what stood there before, does nothing to anybody else."""

import contextlib

from Harness.sentences import Suite
from Screen import browser, showing, staff_states, states
from Screen.stand_in import StandIn

SUITE = Suite("touches")
# Longer than the page takes no second tap, in milliseconds.
PAUSE = 1100


def asked(station, name):
    return [body for _, each, body in station.asked if each == name]


@SUITE.test("a second tap on the list of passages takes nobody else's back, and the bar says whose was")
def undo(lab):
    with showing.screen(lab.chromium, "staff-undo") as (station, page):
        left = staff_states.PASSAGES
        station.staff["GET passages"] = lambda _: (200, {"items": left[len(asked(station, "undo")):]})
        box = page.locator(".passages button").first.bounding_box()
        page.mouse.dblclick(box["x"] + 20, box["y"] + 20)
        page.wait_for_selector(".result:has-text('Undone: Amina Łukasik')")
        for button in page.query_selector_all(".passages button"):
            button.click()
        page.wait_for_timeout(PAUSE)
        assert asked(station, "undo") == [{"sequence": left[0]["seq"]}], asked(station, "undo")
        page.click(".passages button")
        page.wait_for_selector(".result:has-text('Undone: Anneke de Vries')")


@SUITE.test("what another gate let in is undone with a reason, from its ticket")
def elsewhere(lab):
    with showing.screen(lab.chromium, "staff-passages", (1280, 800)) as (station, page):
        rows = page.query_selector_all(".passages li")
        assert ["Gate L" in row.inner_text() for row in rows] == [True, False]
        rows[0].query_selector("button").click()
        page.wait_for_selector(".result:has-text('reason first')")
        assert station.asked[-1][1] == "search", station.asked[-1]
        page.fill("#staff-reason", "Sent to the wrong door")
        page.wait_for_timeout(PAUSE)
        rows[0].query_selector("button").click()
        page.wait_for_selector(".result:has-text('Undone')")
        assert station.asked[-1] == ("POST", "undo", {"entry": staff_states.PASSED[0]["entry"],
                                                      "note": "Sent to the wrong door"}), station.asked[-1]
        assert "Entries: 1 of 4" in page.text_content(".facts-of-ticket")
        # One's own needs none.
        page.wait_for_timeout(PAUSE)
        page.click(".passages button")
        page.wait_for_selector(".passages", state="detached")
        assert station.asked[-1][1:] == ("undo", {"entry": staff_states.PASSED[1]["entry"]}), station.asked[-1]


def group_answers(station, body, **fields):
    """The station lets in one more of the group, and says so."""
    report = {**states.STANDARD, "admits": 6, "ref": "R-7", "line": 1, "entry": 2 + len(asked(station, "more")), **fields}
    station.tell("verdict", states.verdict("admitted", **report))
    return 200, {}


def shown_group(station, page):
    page.wait_for_selector("body[data-link=open]")
    station.tell("verdict", states.verdict("admitted", **{**states.STANDARD, "admits": 6}, ref="R-7", line=1, entry=2))
    page.wait_for_selector("[data-more='1']")


@SUITE.test("a double tap lets in one more of a group, and the next tap another one")
def group(lab):
    station = StandIn(states.state(), ready_after_ms=600_000)
    station.staff["POST more"] = lambda body: group_answers(station, body, continues=body["seq"])
    with contextlib.closing(station), browser.page(lab.chromium, station.url) as page:
        shown_group(station, page)
        page.dblclick("[data-more='1']")
        page.wait_for_selector(".panel:has-text('Entry 3 of 6')")
        page.click("[data-more='1']")
        page.wait_for_timeout(PAUSE)
        assert len(asked(station, "more")) == 1
        page.click("[data-more='1']")
        page.wait_for_selector(".panel:has-text('Entry 4 of 6')")
        # The buttons come anew, with no verdict yet.
        page.wait_for_timeout(PAUSE)
        station.staff["POST more"] = (200, {})
        page.click("[data-more='1']")
        showing.speak(page, "de")
        page.click("[data-more='1']")
        page.wait_for_timeout(PAUSE)
        assert len(asked(station, "more")) == 3


@SUITE.test("so it does when the verdict is old, and somebody is at work")
def group_by_hand(lab):
    answers = staff_states.answers(POST_more=(404, {"error": {"code": "not_found", "reason": "too late"}}))
    station = StandIn(states.state(), answers, ready_after_ms=600_000)
    station.staff["POST admit"] = lambda body: group_answers(station, body, entry=3)
    with contextlib.closing(station), browser.page(lab.chromium, station.url) as page:
        shown_group(station, page)
        staff_states.to_work(page)
        page.click("#staff .head [data-label='labels.close']")
        page.dblclick("[data-more='1']")
        page.wait_for_selector(".panel:has-text('Entry 3 of 6')")
        page.click("[data-more='1']")
        page.wait_for_timeout(PAUSE)
        assert len(asked(station, "admit")) == 1, station.asked


@SUITE.test("a verdict that comes closes the dialog that lies over it; one of a phone does not")
def dialogs(lab):
    with showing.screen(lab.chromium, "ready-loud") as (station, page):
        for button in ("#view-button", "#notices-button"):
            page.click(button)
            phone = {**states.verdict("admitted", **states.VIP), "reader": "phone:1"}
            station.tell("verdict", phone)
            page.wait_for_selector(f"#recent > [data-sequence='{phone['verdict']['seq']}']", state="attached")
            assert page.locator("dialog[open]").count() == 1
            station.tell("verdict", states.verdict("admitted", **states.VIP))
            page.wait_for_selector("dialog[open]", state="detached")
