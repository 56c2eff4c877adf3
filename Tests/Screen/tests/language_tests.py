"""Which language the page speaks, and what changes with it."""

from Harness.sentences import Suite
from Screen import showing, states
from Screen.stand_in import LANGUAGES

SUITE = Suite("languages")


def choose(page, language):
    page.click("#view-button")
    page.click(f"#view [data-value={language}]")
    page.wait_for_selector(f"html[lang={language}]")
    page.click("#view [data-act=close]")


def sign_in(page, name="Sue"):
    page.click("#staff-button")
    page.click(f".tile:has-text('{name}')")
    page.wait_for_selector(".pad")
    page.keyboard.type("314159")
    page.keyboard.press("Enter")
    page.wait_for_selector(".pad", state="detached")


@SUITE.test("a language is chosen at the screen under its own name, and counts until another one is")
def chosen(lab):
    with showing.screen(lab.chromium, "ready") as (_, page):
        assert page.inner_text("#ready-word") == "Ready"
        page.click("#view-button")
        names = page.locator("#view [data-group=language] button").all_inner_texts()
        assert names == [each["name"] for each in LANGUAGES], names
        assert page.locator("#view [data-group=language] [aria-pressed=true]").all_inner_texts() == ["English"]
        page.keyboard.press("Escape")
        choose(page, "de")
        assert page.inner_text("#ready-word") == "Bereit"
        assert page.inner_text("#staff-word") == "Personal"
        assert "eingelassen" in page.inner_text("#figures")
        page.reload()
        page.wait_for_selector("html[lang=de]")
        assert page.inner_text("#ready-word") == "Bereit"


@SUITE.test("verdicts come in the language that was chosen, and numbers and times as it writes them")
def verdicts(lab):
    with showing.screen(lab.chromium, "already-scanned") as (_, page):
        assert page.inner_text(".panel .word").casefold() == "already scanned"
        choose(page, "fr")
        assert page.inner_text(".panel .word").casefold() == "déjà scanné"


@SUITE.test("a person at work has a language of their own; after them the screen speaks its own again")
def own(lab):
    with showing.screen(lab.chromium, "staff-who") as (station, page):
        page.keyboard.press("Escape")
        choose(page, "fr")
        sign_in(page)
        assert page.get_attribute("html", "lang") == "fr"
        answer = {**station.staff["POST session"]({"operator": "Sue", "pin": "314159"})[1], "language": "de"}
        station.staff["PUT session"] = (200, answer)
        choose(page, "de")
        page.wait_for_selector("#staff .tabs button:text-is('Gästeliste')")
        assert ("PUT", "session", {"language": "de"}) in station.asked
        station.staff["POST session"] = (200, answer)
        page.click("#staff .head [data-label='staff.lock']")
        page.wait_for_selector("html[lang=fr]")
        sign_in(page)
        page.wait_for_selector("html[lang=de]")


@SUITE.test("the figures are read in the language that was chosen on their page")
def figures(lab):
    with showing.figures(lab.chromium, "figures") as (_, page):
        choose(page, "es")
        assert page.title() == "Cifras"
        assert "Dentro ahora" in page.inner_text("main")


@SUITE.test("the strip of recent passages goes over to another language, and nothing is read aloud again")
def strip(lab):
    with showing.screen(lab.chromium, "admitted") as (station, page):
        station.tell("verdict", states.verdict("refused", "invalid", reader=1))
        page.wait_for_selector("#recent > :nth-child(2)", state="attached")
        choose(page, "de")
        assert "Einlass" in page.inner_text("#recent") and "Admitted" not in page.inner_text("#recent")
        assert page.locator("#recent > *").count() == 2
        assert page.text_content("#spoken") == ""


@SUITE.test("Escape closes the dialog, and the sheet only when no dialog is open")
def escape(lab):
    with showing.screen(lab.chromium, "staff-search") as (station, page):
        station.staff["PUT session"] = (200, {})
        page.click("#view-button")
        page.click("#view [data-value=de]")
        page.wait_for_selector("html[lang=de]")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog[open]", state="detached")
        assert page.is_visible("#staff")
        page.click("#staff-query")
        page.keyboard.press("Escape")
        page.wait_for_selector("#staff", state="hidden")
