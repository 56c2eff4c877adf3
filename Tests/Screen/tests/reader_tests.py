"""What a screen reader meets: flows driven by roles and names alone, and what is said by itself.

That everything has a name in every state is a rule of axe-core, in access_tests.py.
"""

import re

from Harness.sentences import Suite
from Screen import showing, states

SUITE = Suite("screen reader")

def by(page, role, name):
    return page.get_by_role(role, name=name).first


@SUITE.test("each verdict is said by itself: its word, whose it is, why, and what to hand out")
def verdicts(lab):
    with showing.screen(lab.chromium, "ready") as (station, page):
        said = page.locator("#spoken")
        assert said.get_attribute("aria-live") == "assertive"
        station.tell("verdict", states.verdict("admitted", **states.VIP, attention="Hand out a lanyard"))
        page.wait_for_function("() => document.getElementById('spoken').textContent !== ''")
        text = said.text_content()
        assert text.startswith("Admitted. ") and states.VIP["holder"] in text and text.endswith("Hand out a lanyard"), text
        station.tell("verdict", states.verdict("refused", "unpaid", **states.STANDARD))
        page.wait_for_function("() => document.getElementById('spoken').textContent.startsWith('Unpaid')")
        station.close()
        page.wait_for_function("() => document.getElementById('spoken').textContent === 'No answer'")


@SUITE.test("a supervisor signs in, finds a guest, lets them in and takes it back, by roles and names alone")
def flow(lab):
    with showing.screen(lab.chromium, "staff-who") as (_, page):
        page.keyboard.press("Escape")
        opener = by(page, "button", "Staff")
        assert opener.get_attribute("aria-expanded") == "false"
        opener.click()
        assert by(page, "dialog", "Who is at work?").is_visible()
        by(page, "button", re.compile("Sue")).click()
        for digit in "314159":
            by(page, "button", digit).click()
        assert "6 digits" in page.get_by_role("dialog").locator("[aria-live]").first.text_content()
        by(page, "button", "OK").click()
        field = page.get_by_role("searchbox")
        assert field.evaluate("each => each === document.activeElement"), "the focus is where one types"
        field.fill("Amina")
        page.keyboard.press("Enter")
        page.get_by_role("status").filter(has_text="Found: 2").wait_for()
        by(page, "button", re.compile("Amina Łukasik")).click()
        people = by(page, "group", "How many people")
        people.get_by_role("button", name="More").click()
        by(page, "button", re.compile("^Let in")).click()
        page.get_by_role("status").filter(has_text="Admitted: Amina Łukasik").wait_for()
        page.get_by_role("status").get_by_role("button", name="Undo").click()
        page.get_by_role("status").filter(has_text="Undone").wait_for()
        by(page, "button", "Sign out").click()
        page.get_by_role("dialog").wait_for(state="hidden")
        assert page.evaluate("document.activeElement.id") == "staff-button"


@SUITE.test("language, size of text and voice are found by roles and names, and the dialog gives the focus back")
def view(lab):
    with showing.screen(lab.chromium, "ready") as (_, page):
        by(page, "button", "Display").click()
        dialog = by(page, "dialog", "Display")
        dialog.get_by_role("group", name="Text size").get_by_role("button", name="150 %").click()
        assert dialog.get_by_role("button", name="150 %").get_attribute("aria-pressed") == "true"
        assert dialog.get_by_role("button", name="日本語").get_attribute("lang") == "ja"
        page.keyboard.press("Escape")
        assert page.evaluate("document.activeElement.id") == "view-button"
