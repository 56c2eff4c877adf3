"""Whether everybody can use it: axe-core's rules of WCAG 2.2 AA on every state."""

from axe_playwright_python.sync_playwright import Axe

from Harness.sentences import Suite
from Screen import showing, states

SUITE = Suite("access")
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def faults(page):
    """What axe-core finds in a page, and where."""
    found = Axe().run(page, options=RULES).response["violations"]
    return [(each["id"], [node["html"][:120] for node in each["nodes"]]) for each in found]


def check(lab, show, names, theme):
    for name in names:
        with show(lab.chromium, name, settings={"theme": theme}, time=states.NOW, reduced_motion="reduce") as (_, page):
            assert faults(page) == [], (name, faults(page))


@SUITE.test("axe-core finds nothing in any state, light", "light", thorough=True)
@SUITE.test("axe-core finds nothing in any state, dark", "dark")
def every_state(lab, theme):
    check(lab, showing.screen, showing.SCREENS, theme)
