"""What whoever stands at the screen can change of it: the size of the text and whether it speaks; and what their system asks for."""

from Harness.sentences import Suite
from Screen import showing, states

SUITE = Suite("view")
SIDEWAYS = """() => [...document.querySelectorAll("body *:not(svg *)")]
    .filter(each => each.clientWidth > 0 && getComputedStyle(each).display !== "inline"
        && !["hidden", "auto", "scroll"].includes(getComputedStyle(each).overflowX) && each.scrollWidth > each.clientWidth + 2)
    .map(each => each.id + "." + each.className + ": " + each.textContent.slice(0, 60))"""
#: Instead of the browser's voices, which a test machine does not have.
VOICES = """window.said = []; window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
    Object.defineProperty(window, "speechSynthesis", { value: {
      cancel() { window.said.push("stop"); }, speak(each) { window.said.push(each.lang + ": " + each.text); } } });"""


def press(page, group, value):
    page.click("#view-button")
    page.click(f"#view [data-group={group}] [data-value='{value}']")
    page.click("#view [data-act=close]")


@SUITE.test("text is up to twice as large, stays so, and nothing is cut off sideways, on a small screen", (800, 480),
            thorough=True)
@SUITE.test("text is up to twice as large, stays so, and nothing is cut off sideways", (1280, 800))
def larger(lab, size):
    for name in ("ready-loud", "already-scanned", "staff-who", "staff-pin", "staff-ticket", "staff-undo", "guest-list"):
        with showing.screen(lab.chromium, name, size) as (_, page):
            before = page.evaluate("parseFloat(getComputedStyle(document.querySelector('#staff-button')).fontSize)")
            press(page, "textSize", 200)
            after = page.evaluate("parseFloat(getComputedStyle(document.querySelector('#staff-button')).fontSize)")
            assert abs(after - 2 * before) < 0.1, (before, after)
            assert page.evaluate(SIDEWAYS) == [], (name, page.evaluate(SIDEWAYS))
            page.reload()
            page.wait_for_selector("html[data-enlarged]")
    with showing.figures(lab.chromium, "figures", size) as (_, page):
        press(page, "textSize", 200)
        assert page.evaluate(SIDEWAYS) == []
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@SUITE.test("verdicts are said aloud once that is switched on, in the language of the screen and without names")
def aloud(lab):
    with showing.screen(lab.chromium, "ready") as (station, page):
        page.evaluate(VOICES)

        def tell(event):
            shown = page.locator(".panel").count()
            station.tell("verdict", event)
            page.wait_for_function("shown => document.querySelectorAll('.panel').length > shown", arg=shown)

        tell(states.verdict("admitted", **states.VIP, reader="a"))
        assert page.evaluate("said") == []
        press(page, "speech", "on")
        tell(states.verdict("admitted", **states.VIP, reader="b", attention="Hand out a lanyard"))
        tell(states.verdict("refused", "unpaid", **states.STANDARD, reader="c"))
        said = page.evaluate("said")
        assert said[1] == "en-GB: Admitted. Hand out a lanyard" and said[2] == "stop", said
        assert said[3].startswith("en-GB: Unpaid. ") and states.STANDARD["holder"] not in said[3], said
        press(page, "speech", "off")


@SUITE.test("where the system forces its colours, each outcome keeps its shape in them")
def forced(lab):
    for name in ("admitted", "already-scanned", "invalid"):
        with showing.screen(lab.chromium, name, forced_colors="active") as (_, page):
            plate, mark, text = page.evaluate("""() => {
                const symbol = document.querySelector(document.querySelector(".panel use").getAttribute("href"));
                return [getComputedStyle(symbol.querySelector(".plate")).fill,
                        getComputedStyle(symbol.querySelector(".mark")).stroke,
                        getComputedStyle(document.querySelector(".panel .word")).color]; }""")
            assert plate == text and mark != plate, (name, plate, mark, text)


@SUITE.test("whoever asks for less motion sees none, and whoever asks for more contrast gets at least 7 to 1")
def asked(lab):
    with showing.screen(lab.chromium, "already-scanned", reduced_motion="reduce") as (_, page):
        assert page.evaluate("document.getAnimations().length") == 0
    for theme in ("light", "dark"):
        with showing.screen(lab.chromium, "ready", settings={"theme": theme}, contrast="more") as (_, page):
            ratios = page.evaluate("""() => {
                const style = getComputedStyle(document.documentElement);
                const light = (name) => { const [r, g, b] = style.getPropertyValue(name).trim().match(/[0-9a-f]{2}/gi)
                    .map((part) => parseInt(part, 16) / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
                  return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
                const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
                return Object.fromEntries([["--ink", "--surface"], ["--faint-ink", "--raised"], ["--line", "--surface"],
                  ["--green-ink", "--green"], ["--red-ink", "--red"], ["--blue-ink", "--blue"], ["--amber-ink", "--amber"],
                  ["--grey-ink", "--grey"]].map(([a, b]) => [b, ratio(a, b)])); }""")
            assert min(ratios.values()) >= 7, ratios
