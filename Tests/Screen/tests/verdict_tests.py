"""What a real station decides is what a real browser shows."""

import json
import os
import signal
import statistics
import time

from Harness.sentences import Suite
from Screen import browser, stand_in, states
from Screen.kiosk import Kiosk

SUITE = Suite("verdicts")
MESSAGES = json.loads((stand_in.MESSAGES / "en.json").read_text())

# Notes when each verdict came to be in the page.
WATCH = """() => {
  window.times = {};
  new MutationObserver(() => {
    for (const panel of document.querySelectorAll(".panel")) window.times[panel.dataset.sequence] ??= Date.now();
  }).observe(document.getElementById("stage"), { subtree: true, childList: true, attributes: true });
}"""


def expected_color(verdict):
    if verdict["reason"]:
        return states.COLORS[verdict["reason"]]
    return "green" if verdict["verdict"] == "admitted" else "blue"


@SUITE.test("each of the sample event is shown with its colour, shape, word, name and tone")
def each_verdict(lab):
    delays, seen, color_before = [], set(), None
    with Kiosk(lab) as station, browser.page(lab.chromium, station.url) as page:
        page.wait_for_selector("body[data-link=open]")
        page.evaluate(WATCH)
        for number, answer in enumerate(station.sample.answers, start=1):
            verdict = station.present(answer)
            printed = time.time()
            panel = page.wait_for_selector(f".panel[data-sequence='{verdict['seq']}']", timeout=20_000)
            color = expected_color(verdict)
            key = verdict["reason"] or verdict["verdict"]
            assert panel.get_attribute("data-color") == color, verdict
            assert panel.query_selector(".shape use").get_attribute("href") == f"#shape-{color}"
            assert panel.query_selector(".word").text_content() == MESSAGES["words"][key], verdict
            assert panel.query_selector(".holder").text_content() == (verdict["holder"] or "")
            for part in ("type", "attention"):
                if verdict[part]:
                    assert verdict[part] in panel.text_content(), verdict
            tones = page.evaluate("[document.body.dataset.tone, Number(document.body.dataset.tones)]")
            assert tones == [color, number], (tones, verdict)
            spoken = page.text_content("#spoken")
            assert spoken.startswith(MESSAGES["words"][key]) and (verdict["holder"] or "") in spoken
            # After a refusal, the next waits for its time.
            if color_before not in ("amber", "red", "grey"):
                delays.append(page.evaluate("n => window.times[n]", verdict["seq"]) - printed * 1000)
            color_before = color
            seen.add(key)
    assert len(seen) > 12, seen
    return f"{len(seen)} outcomes; from JSON line to page: median {statistics.median(delays):.0f} ms"


@SUITE.test("the page says that the station has gone, comes back with it, and goes on")
def restart(lab):
    with Kiosk(lab) as station, browser.page(lab.chromium, station.url) as page:
        page.wait_for_selector("body[data-link=open]")
        station.present(station.sample.answers[0])
        page.wait_for_selector(".panel[data-color=green]")
        station.stop()
        page.wait_for_selector("body[data-link=lost]")
        assert page.query_selector(".panel") is None
        assert page.text_content("#ready-word") == MESSAGES["ready"]["lost"]["word"]
        station.restart()
        page.wait_for_selector("body[data-link=open]")
        verdict = station.present(station.sample.answers[1])
        page.wait_for_selector(f".panel[data-sequence='{verdict['seq']}']")


@SUITE.test("the page says at once that the station hangs, and goes on when it goes on")
def hangs(lab):
    with Kiosk(lab) as station, browser.page(lab.chromium, station.url) as page:
        page.wait_for_selector("body[data-link=open]")
        page.evaluate("""() => new Promise((resolve) => {
            new EventSource('/events').addEventListener('beat', () => { window.heard = performance.now(); resolve(); });
            new MutationObserver(() => { window.lost ??= document.body.dataset.link === 'lost' ? performance.now() : undefined; })
                .observe(document.body, { attributeFilter: ['data-link'] });
        })""")
        os.kill(station.process, signal.SIGSTOP)
        try:
            page.wait_for_selector("body[data-link=lost]")
        finally:
            os.kill(station.process, signal.SIGCONT)
        # It is 1.7 to 2 s, of a page that is not kept waiting itself.
        assert page.evaluate("lost - heard") < 3500, page.evaluate("lost - heard")
        page.wait_for_selector("body[data-link=open]")
        verdict = station.present(station.sample.answers[0])
        page.wait_for_selector(f".panel[data-sequence='{verdict['seq']}']")


@SUITE.test("a page that comes late shows the last ten seconds, and sounds no tone for them")
def late(lab):
    with Kiosk(lab) as station:
        verdicts = [station.present(answer) for answer in station.sample.answers[:3]]
        with browser.page(lab.chromium, station.url) as page:
            page.wait_for_selector(f".panel[data-sequence='{verdicts[-1]['seq']}']")
            assert page.evaluate("document.querySelectorAll('.past').length") == 3
            assert page.evaluate("document.body.dataset.tones") is None
