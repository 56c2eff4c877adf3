"""The keyboard on the screen types whatever people write, in each language."""

from Harness.sentences import Suite
from Screen import showing
from Screen.tests.staff_tests import CUT

SUITE = Suite("keyboard")
# Language: what somebody types there, without leaving the letters of the screen's own script.
LETTERS = {
    "en": "amina", "sw": "njoroge", "zh": "wang", "de": "jürgen größe", "es": "muñoz ávila", "fr": "françois lœuvre",
    "it": "niccolò", "nl": "zoë", "pl": "żółć", "pt": "conceição", "tr": "ışık", "uk": "ґанна їжак",
    "ar": "محمد إبراهيم", "he": "שלום כהן", "ja": "たかはし",
}
SIZES = ((800, 480), (1280, 800))
SMALL = """() => [...document.querySelectorAll(".keyboard .key")].filter(each => {
    const { width, height } = each.getBoundingClientRect();
    return width < 48 || height < 48;
}).map(each => each.textContent)"""


def searching(lab, language="en", size=(1280, 800)):
    return showing.screen(lab.chromium, "staff-search", size, settings={"language": language})


def press(page, text):
    for letter in text:
        page.locator(f".keyboard .key:text-is('{'␣' if letter == ' ' else letter}')").first.click()


def typed(page):
    return page.input_value("#staff-query")


@SUITE.test("each language has its letters on the first page, in large keys, and nothing is cut")
def letters(lab):
    for language in lab.languages:
        text = LETTERS[language]
        with searching(lab, language, SIZES[0]) as (_, page):
            press(page, text)
            assert typed(page) == text, (language, typed(page))
            fits(page, language, "letters")
            for turn in ("capitals", "signs", "accents"):
                if turn == "capitals" and language in ("ar", "he"):
                    assert page.query_selector("[data-turn=capitals]") is None, language
                    continue
                page.click(f"[data-turn={turn}]")
                fits(page, language, turn)


def fits(page, language, turn):
    for size in SIZES:
        showing.resize(page, size)
        where = language, turn, size
        box = page.locator(".keyboard").bounding_box()
        assert size[1] >= box["y"] + box["height"] - 2 or language == "ja", (where, box)
        assert page.evaluate(CUT) == [], where
        assert page.evaluate(SMALL) == [], where


@SUITE.test("a table of letters has rows that fit on the narrowest screen, and each letter once")
def table(lab):
    with searching(lab) as (_, page):
        boards = page.evaluate("async () => (await import('/staff/keyboards.js')).KEYBOARDS")
        assert set(LETTERS) == set(boards), boards.keys()
        for language, board in boards.items():
            for rows in (board["latin"], board.get("own", []), board.get("small", [])):
                assert all(len(row) <= 12 for row in rows), (language, rows)
                keys = "".join(rows)
                assert len(set(keys)) == len(keys) or rows is board.get("small"), (language, rows)
            assert set("abcdefghijklmnopqrstuvwxyz") <= set("".join(board["latin"])), language


@SUITE.test("capitals, signs and letters of other languages are a key away, and the first letters are one key back")
def pages(lab):
    with searching(lab) as (_, page):
        page.click("[data-turn=capitals]")
        press(page, "R")
        page.click("[data-turn=capitals]")
        page.click("[data-turn=signs]")
        press(page, "#/_@-7")
        page.click("[data-turn=signs]")
        press(page, "q ")
        page.click("[data-turn=accents]")
        press(page, "łñ")
        page.click("[data-turn=capitals]")
        press(page, "ẞ")
        assert typed(page) == "R#/_@-7q łñẞ", typed(page)
        page.click(".key.erase")
        assert typed(page) == "R#/_@-7q łñ", typed(page)


@SUITE.test("a key changes between the screen's script and Latin letters")
def scripts(lab):
    with searching(lab, "uk") as (_, page):
        press(page, "їж")
        page.click("[data-turn=script]:text-is('ABC')")
        press(page, "q1")
        page.click("[data-turn=signs]")
        press(page, "#")
        page.click("[data-turn=signs]")
        press(page, "w")
        page.click("[data-turn=script]:text-is('АБВ')")
        press(page, "щ")
        page.click("[data-turn=capitals]")
        press(page, "Є")
        assert typed(page) == "їжq1#wщЄ", typed(page)
    for language in ("en", "de", "zh"):
        with searching(lab, language) as (_, page):
            assert page.query_selector("[data-turn=script]") is None


@SUITE.test("marks of kana join the letter before them, and small kana are in the place of capitals")
def kana(lab):
    with searching(lab, "ja") as (_, page):
        press(page, "か゛は゜")
        page.click("[data-turn=capitals]")
        press(page, "っゃ")
        assert typed(page) == "がぱっゃ", typed(page)


@SUITE.test("a Turkish i has its dot as a capital")
def turkish(lab):
    with searching(lab, "tr") as (_, page):
        page.click("[data-turn=capitals]")
        press(page, "İI")
        assert typed(page) == "İI", typed(page)


@SUITE.test("a real keyboard goes on in the same field, at its caret")
def real(lab):
    with searching(lab) as (_, page):
        press(page, "rt")
        page.keyboard.press("ArrowLeft")
        page.keyboard.type("x")
        press(page, "y")
        page.keyboard.type("z")
        assert typed(page) == "rxyzt", typed(page)
        page.click(".key.erase")
        assert typed(page) == "rxyt", typed(page)
        page.keyboard.press("Control+a")
        press(page, "1")
        assert typed(page) == "1", typed(page)


@SUITE.test("text that is written from right to left stands at the right in every field")
def right_to_left(lab):
    with searching(lab, "he") as (_, page):
        press(page, "כהן")
        assert page.evaluate("getComputedStyle(document.getElementById('staff-query')).direction") == "rtl"
        page.click("[data-turn=script]")
        page.fill("#staff-query", "cohen")
        assert page.evaluate("getComputedStyle(document.getElementById('staff-query')).direction") == "ltr"
    with showing.screen(lab.chromium, "staff-ticket") as (_, page):
        assert page.get_attribute("#staff-reason", "dir") == "auto"


@SUITE.test("keyboards and pads of numbers are mirrored in no language")
def mirrored(lab):
    def are_in_order(page, *keys):
        places = [page.locator(f".key:text-is('{key}')").first.bounding_box()["x"] for key in keys]
        assert places == sorted(places), (keys, places)

    for language, first, last in (("ar", "ض", "د"), ("he", "ק", "פ"), ("en", "q", "p")):
        with searching(lab, language) as (_, page):
            are_in_order(page, first, last)
            are_in_order(page, "1", "9", "0")
        with showing.screen(lab.chromium, "staff-pin", settings={"language": language}) as (_, page):
            are_in_order(page, "1", "2", "3")


@SUITE.test("the placeholder of an empty field is written as the page is")
def placeholder(lab):
    for language, direction in (("ar", "rtl"), ("de", "ltr")):
        with searching(lab, language) as (_, page):
            field = "getComputedStyle(document.getElementById('staff-query')).direction"
            assert page.evaluate(field) == direction
            page.fill("#staff-query", "R-1")
            assert page.evaluate(field) == "ltr"
