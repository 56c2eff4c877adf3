"""Walk-ins: guests without a ticket, counted by a touch."""

from Harness.sentences import Suite
from Screen import showing, staff_states, states
from Screen.tests import figures_tests
from Screen.tests.staff_tests import last, panel, sign_in, staffed

SUITE = Suite("walk-ins")


def counting(lab, **screen):
    """A station whose event counts them."""
    return staffed(lab, more="walk_ins: main\n", **screen)


@SUITE.test("one touch lets one in or out under the steward's name, and can be taken back")
def touched(lab):
    with counting(lab) as (station, page):
        sign_in(page, "Anne")
        page.click("[data-tab=walkIns]")
        page.wait_for_selector(".walk-ins-inside:has-text('0')")
        for number in (1, 2):
            page.click(".walk-ins [data-act=in]")
            panel(page, "green")
            page.wait_for_selector(f".walk-ins-inside:has-text('{number}')")
        assert last(station, "verdict", "kind", "how", "operator", "ref", "count") \
            == ("admitted", "manual", "manual", "Anne", None, 1)
        assert page.evaluate("document.activeElement.dataset.act") == "in"
        page.click(".walk-ins [data-act=out]")
        panel(page, "blue")
        page.wait_for_selector(".walk-ins-inside:has-text('1')")
        assert last(station, "verdict", "operator") == ("checkedOut", "Anne")
        page.click(".result button")
        page.wait_for_selector(".result:has-text('Undone')")
        page.wait_for_selector(".walk-ins-inside:has-text('2')")
        assert last(station, "kind", "operator") == ("undo", "Anne")
        assert len(station.journal()) == 4


@SUITE.test("nobody counts them without a session, and an event without them has no such view")
def closed(lab):
    with counting(lab) as (station, page):
        post = "async () => (await fetch('/staff/walk-in', { method: 'POST', body: '{}' })).status"
        assert page.evaluate(post) == 401
        assert page.evaluate("async () => (await fetch('/staff/walk-ins')).status") == 401
        assert station.journal() == []
    with staffed(lab) as (_, page):
        sign_in(page, "Anne")
        assert page.query_selector("[data-tab=walkIns]") is None
        assert page.evaluate("async () => (await fetch('/staff/walk-ins')).status") == 404


@SUITE.test("the two buttons are the largest of the sheet")
def large(lab):
    with showing.screen(lab.chromium, "walk-in", (800, 480)) as (_, page):
        boxes = [each.bounding_box() for each in page.query_selector_all(".walk-ins .button")]
        assert len(boxes) == 2 and all(each["height"] >= 96 and each["width"] >= 300 for each in boxes), boxes
        assert all(each["y"] + each["height"] <= 480 for each in boxes), boxes


@SUITE.test("what a list calls them without the organizer is said in the page's language")
def named(lab):
    with showing.screen(lab.chromium, "walk-in", settings={"language": "de"}) as (station, page):
        assert page.text_content(".panel .type") == "Ohne Ticket"
        passage = {**staff_states.PASSAGES[0], "type": "Walk-in", "holder": None, "ref": None}
        station.staff["GET passages"] = (200, {"items": [passage]})
        page.click("[data-tab=undo]")
        page.wait_for_selector(".passages li:has-text('Ohne Ticket')")
        page.click(".passages button")
        page.wait_for_selector(".result:has-text('Rückgängig gemacht: Ohne Ticket')")
    figures = states.figures()
    figures["events"][0]["lists"][0]["types"].append({"slug": "walk-in", "name": "Walk-in", "admitted": 3, "tickets": 0})
    with figures_tests.opened(lab, figures=figures, settings={"language": "de"}) as (_, page):
        assert "Ohne Ticket" in page.inner_text("#types") and "Walk-in" not in page.inner_text("main")
