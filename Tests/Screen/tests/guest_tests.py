"""The guest list: whom staff of a small door let in without a code, by a touch on the name."""

from Harness.sentences import Suite
from Screen import showing, staff_states
from Screen.tests.staff_tests import last, panel, sign_in, staffed

SUITE = Suite("guests")


def to_guests(page):
    page.click(".tabs button:has-text('Guest list')")
    page.wait_for_selector(".guests .guest")


@SUITE.test("a guest is touched, let in, and the list is there again, with the guest ticked")
def touched(lab):
    with staffed(lab, size=(800, 480)) as (station, page):
        sign_in(page, "Sue")
        to_guests(page)
        page.locator(".guest").last.scroll_into_view_if_needed()
        ref = page.locator(".guest:not([data-inside])[data-ref='S-0001']").get_attribute("data-ref")
        page.locator(f".guest[data-ref='{ref}']").scroll_into_view_if_needed()
        scrolled = page.eval_on_selector("#staff .work", "each => each.scrollTop")
        page.click(f".guest[data-ref='{ref}']")
        page.click("[data-act=admit]")
        panel(page, "green")
        page.wait_for_selector(f".guest[data-ref='{ref}'][data-inside=true]:has-text('✓')")
        assert abs(page.eval_on_selector("#staff .work", "each => each.scrollTop") - scrolled) < 80
        assert page.evaluate("document.activeElement.dataset.ref") == ref
        assert last(station, "kind", "operator", "ref") == ("manual", "Sue", ref)
        page.click(".result button")
        page.wait_for_selector(".result:has-text('Undone')")
        page.wait_for_selector(f".guest[data-ref='{ref}']:not([data-inside])")
        assert last(station, "kind", "operator") == ("undo", "Sue")


@SUITE.test("a letter leads to its names, and the rules are those of any ticket")
def letters(lab):
    with staffed(lab) as (station, page):
        sign_in(page, "Sue")
        to_guests(page)
        names = page.eval_on_selector_all(".guest b", "all => all.map(each => each.textContent)")
        letter = page.locator(".letter").last.inner_text()
        page.locator(".letter").last.click()
        page.wait_for_selector(".letter:last-child[aria-current]")
        rest = page.eval_on_selector_all(".guest b", "all => all.map(each => each.textContent)")
        assert rest and rest == names[-len(rest):] and page.inner_text(".initial") == letter, (letter, rest)
        page.locator(".letter").first.click()
        page.click(".guest[data-ref='S-0014']")
        page.click("[data-act=admit]")
        panel(page, "amber")
        page.wait_for_selector("[data-act=override]")
        page.click(".button:text-is('Back')")
        page.wait_for_selector(".guest[data-ref='S-0014']:not([data-inside])")
        assert last(station, "verdict", "reason")[0] == "refused"


@SUITE.test("a steward has no guest list, and sealed names are none: the page says what to do")
def none(lab):
    with staffed(lab, privacy="sealed") as (_, page):
        sign_in(page, "Anne")
        assert "Guest list" not in page.inner_text(".tabs")
        assert page.evaluate("async () => (await fetch('/staff/guests')).status") == 422
        page.click(".button:text-is('Sign out')")
        sign_in(page, "Sue")
        page.click(".tabs button:has-text('Guest list')")
        said = page.wait_for_selector(".no-list")
        assert "are sealed. Search by" in said.inner_text(), said.inner_text()
        page.click(".work .button:has-text('Search')")
        page.wait_for_selector("#staff-query:focus")
        page.evaluate("async () => await fetch('/staff/session', { method: 'DELETE' })")
        assert page.evaluate("async () => (await fetch('/staff/guests')).status") == 401


@SUITE.test("why there is no guest list is said in the page's language")
def spoken(lab):
    with showing.screen(lab.chromium, "guest-list-sealed", settings={"language": "de"}) as (_, page):
        assert page.inner_text(".no-list").startswith("Die Namen sind versiegelt (Winter Gala). Nach der ganzen")


@SUITE.test("a row says how many come along and how many are inside; scripts of the whole world have letters")
def rows(lab):
    with showing.screen(lab.chromium, "guest-list") as (station, page):
        assert page.eval_on_selector_all(".letter", "all => all.map(each => each.textContent)") \
            == [letter for letter, _ in staff_states.LETTERS]
        assert page.inner_text(".guest >> nth=0").split("\n")[:2] == ["Amina Łukasik", "+3"]
        assert "✓ 2/4" in page.inner_text(".guest >> nth=0")
        assert page.inner_text(".guest:has-text('Émile')").startswith("Émile Zola"), page.inner_text(".guest:has-text('Émile')")
        page.click(".guest:has-text('Anneke')")
        page.wait_for_selector(".count:text-is('People: 1')")
        page.click(".stepper button:last-child")
        page.wait_for_selector(".count:text-is('People: 2')")
        page.click("[data-act=admit]")
        page.wait_for_selector(".result:has-text('Admitted')")
        posted = [each for each in station.asked if each[:2] == ("POST", "admit")]
        assert posted[0][2]["count"] == 2, posted
        assert page.query_selector(".guests"), "the list is not there again"
