"""How staff find a ticket, what they see of it, and what they take back."""

from Harness.sentences import Suite
from Screen import showing, staff_states, states
from Screen.tests.staff_tests import code, last, panel, sign_in, staffed

SUITE = Suite("search")


@SUITE.test("a steward finds a ticket by the beginning of its reference, however it is written")
def reference(lab):
    with staffed(lab) as (_, page):
        sign_in(page, "Anne")
        for query in ("s0001", "S 0001", "s_0001", "Ｓ０００１"):
            page.fill("#staff-query", query)
            page.keyboard.press("Enter")
            page.wait_for_selector(".note:has-text('Found: 1')")
            assert page.query_selector(".hit").get_attribute("data-ref") == "S-0001"
            page.fill("#staff-query", "nobody")
            page.keyboard.press("Enter")
            page.wait_for_selector(".note:has-text('No ticket found')")
        page.fill("#staff-query", "s-000")
        page.keyboard.press("Enter")
        page.wait_for_selector(".note:has-text('Found: 9')")


@SUITE.test("a ticket says since when and where people are inside, before anybody taps")
def inside(lab):
    with staffed(lab) as (station, page):
        station.show(code(station, "S-0001"))
        sign_in(page, "Anne")
        page.fill("#staff-query", "s0001")
        page.keyboard.press("Enter")
        said = page.wait_for_selector(".hit span:has-text('Inside since')").inner_text()
        assert said.endswith(", Gate A"), said
        page.click(".hit")
        page.wait_for_selector(f".facts-of-ticket:has-text('{said}')")
        page.click("[data-act=checkout]")
        page.wait_for_selector(".facts-of-ticket:has-text('Checked out')")


@SUITE.test("times are the event's, and a group says how many are inside")
def times(lab):
    with showing.screen(lab.chromium, "staff-found", timezone_id="America/New_York", time=states.NOW) as (_, page):
        assert "Inside: 1, since 19:42, Lounge door" in page.text_content(".hit"), page.text_content(".hit")


@SUITE.test("of a group, one person is let in unless more are chosen, and the buttons say how many")
def stepper(lab):
    with showing.screen(lab.chromium, "staff-ticket") as (station, page):
        assert page.inner_text("[data-act=admit]") == "Let in: 1"
        assert page.inner_text("[data-act=checkout]") == "Check out: 1"
        for _ in range(2):
            page.click(".stepper button:last-child")
        assert page.inner_text("[data-act=admit]") == "Let in: 3"
        assert page.inner_text("[data-act=checkout]") == "Check out: 3"
        page.click(".stepper button:first-child")
        page.click("[data-act=admit]")
        page.wait_for_selector(".result:not([hidden])")
        assert station.asked[-1][2]["count"] == 2, station.asked[-1]
    with showing.screen(lab.chromium, "staff-refused") as (_, page):
        assert page.inner_text("[data-act=admit]") == "Let in: 1"


@SUITE.test("a steward takes back what the gate scanned, sees whose it was, and nothing that another person did")
def undo_scan(lab):
    with staffed(lab) as (station, page):
        for name, ref in (("Sue", "S-0003"), ("Anne", "S-0005")):
            sign_in(page, name)
            page.fill("#staff-query", ref)
            page.keyboard.press("Enter")
            page.click(f".hit[data-ref='{ref}']")
            page.click("[data-act=admit]")
            panel(page, "green")
            page.click(".button:text-is('Sign out')")
        station.show(code(station, "S-0001"))
        sign_in(page, "Anne")
        page.click("[data-tab=undo]")
        page.wait_for_selector(".passages li")
        rows = page.query_selector_all(".passages li")
        _, own, scan = (str(each["seq"]) for each in station.journal())
        assert [row.get_attribute("data-seq") for row in rows] == [scan, own]
        holder = next(row["holder"] for row in station.sample.rows() if row["ref"] == "S-0001")
        assert holder in rows[0].inner_text() and "S-0001" in rows[0].inner_text(), rows[0].inner_text()
        page.click(f"[data-seq='{scan}'] button")
        page.wait_for_selector(".result:has-text('Undone')")
        assert last(station, "kind", "operator") == ("undo", "Anne")


@SUITE.test("with several events, each passage has the time and the name of its own")
def events(lab):
    state = states.state()
    [gala] = state["station"]["serving"]
    state["station"]["serving"].append({**gala, "id": "ball", "name": "Kyiv Ball", **states.zone("Europe/Kyiv", 2)})
    passage = staff_states.PASSAGES[0]
    passages = [{**passage, "event": "ball", **states.zone("Europe/Kyiv", 2)}, {**passage, "seq": 1},
                {**passage, "seq": 2, "event": "past", **states.zone("Asia/Tokyo", 9)}]
    name = "staff-undo"
    _, shown, _, way, settings = staff_states.SCREENS[name]
    screens = {name: (state, shown, staff_states.answers(GET_passages=(200, {"items": passages})), way, settings)}
    with showing.screen(lab.chromium, name, timezone_id="America/New_York", screens=screens) as (_, page):
        texts = [row.inner_text() for row in page.query_selector_all(".passages li p")]
    hours = [text.split(":")[0] for text in texts]
    assert len(set(hours)) == 3, texts
    for text, event in zip(texts, ("Kyiv Ball", "Winter Gala", "past")):
        assert event in text, texts
