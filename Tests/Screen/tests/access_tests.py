"""Whether everybody can use it: axe-core's rules of WCAG 2.2 AA on every state."""

from axe_playwright_python.sync_playwright import Axe

from harness import browser, staff_states, stand_in, states
from harness.suite import Suite

SUITE = Suite("access")
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def check(lab, theme):
    plain = {name: (*screen, {}, None, {}) for name, screen in states.SCREENS.items()}
    for name, (state, events, answers, way, settings) in {**plain, **staff_states.SCREENS}.items():
        station = stand_in.StandIn(state, answers, theme=theme, ready_after_ms=600_000, **settings)
        with browser.page(lab.chromium, station.url, time=states.NOW, reduced_motion="reduce") as page:
            page.wait_for_selector("body[data-link=open]")
            if events is ...:
                station.close()
                page.wait_for_selector("body[data-link=lost]")
            else:
                for event in events:
                    station.tell("verdict", event)
                page.wait_for_selector(f"#stage[data-panels='{len(events)}']")
            if way:
                way(page)
            found = Axe().run(page, options=RULES).response["violations"]
            told = [(each["id"], [node["html"][:120] for node in each["nodes"]]) for each in found]
            assert not told, (name, told)
            if events is not ...:
                station.close()


@SUITE.test("axe-core finds nothing in any state, light")
def light(lab):
    check(lab, "light")


@SUITE.test("axe-core finds nothing in any state, dark")
def dark(lab):
    check(lab, "dark")
