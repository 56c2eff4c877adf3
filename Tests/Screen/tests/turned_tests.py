"""The page of a console that is turned or enlarged: upright and complete for somebody who stands before it."""

import contextlib

from Harness.sentences import Suite
from Screen import browser, states
from Screen.stand_in import StandIn

SUITE = Suite("turned")

#: Of a screen of 1280x800: the size that the page inside has, and where its upper left corner is on the display.
TURNS = {(0, 200): ((640, 400), (0, 0)), (90, 100): ((800, 1280), (1280, 0)), (180, 100): ((1280, 800), (1280, 800)),
         (270, 100): ((800, 1280), (0, 800)), (90, 150): ((534, 854), (1280, 0))}


@contextlib.contextmanager
def turned(lab, rotation, scale):
    station = StandIn(states.state())
    address = f"{station.url}turned?rotation={rotation}&scale={scale}"
    with contextlib.closing(station), browser.page(lab.chromium, address) as page:
        inside = page.frame_locator("iframe")
        inside.locator("#ready-word").filter(has_text="Ready").wait_for()
        yield page, inside


@SUITE.test("the page inside has the size that somebody sees, and its corner is where it must be")
def corners(lab):
    for (rotation, scale), (size, corner) in TURNS.items():
        with turned(lab, rotation, scale) as (page, inside):
            found = inside.locator("body").evaluate("() => [innerWidth, innerHeight]")
            assert tuple(found) == size, (rotation, scale, found)
            # Of the frame: each corner of it is carried by the same transformation.
            place = page.locator("iframe").evaluate(
                "frame => { const turn = new DOMMatrix(getComputedStyle(frame).transform);"
                " const point = new DOMPoint(0, 0).matrixTransform(turn);"
                " return [Math.round(point.x), Math.round(point.y)] }")
            assert tuple(place) == corner, (rotation, scale, place)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the screen scrolls"


@SUITE.test("a finger reaches what it touches, and keys reach the page inside")
def reached(lab):
    for rotation, scale in TURNS:
        with turned(lab, rotation, scale) as (page, inside):
            box = inside.locator("#staff-button").bounding_box()
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            inside.locator("#staff:not([hidden])").wait_for()
            assert page.evaluate("document.activeElement.id") == "page", "keys would not reach the page"


@SUITE.test("the page inside knows that it is the console's")
def console(lab):
    with turned(lab, 90, 100) as (_, inside):
        assert inside.locator("body").evaluate("() => sessionStorage.getItem('screen')") == "console"
