"""Debian's Chromium, headless, as a kiosk runs it: tones need no touch."""

import contextlib
import shutil

from playwright import sync_api


@contextlib.contextmanager
def browser():
    with sync_api.sync_playwright() as playwright, launched(playwright.chromium) as chromium:
        yield chromium


@contextlib.contextmanager
def launched(kind, *more):
    """`more`: arguments of Chromium."""
    chromium = kind.launch(
        executable_path=shutil.which("chromium"), args=["--autoplay-policy=no-user-gesture-required", "--no-sandbox", *more])
    try:
        yield chromium
    finally:
        chromium.close()


@contextlib.contextmanager
def page(chromium, url, size=(1280, 800), time=None, stopped=False, **options):
    """A page that shows `url`; every message of its console that is a fault fails the test.

    `time`: the page's clock stands still there. `stopped`: its timers go on only with `clock.run_for`.
    """
    faults = []
    context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, **options)
    try:
        opened = context.new_page()
        opened.on("pageerror", lambda error: faults.append(str(error)))
        opened.on("console", lambda line: faults.append(line.text) if "Content Security Policy" in line.text else None)
        if time:
            opened.clock.set_fixed_time(time)
        if stopped:
            opened.clock.install()
            # That clock does not reach: on a busy machine the page would give its link up by a timer that no test moves.
            opened.add_init_script("AbortSignal.timeout = () => new AbortController().signal")
            opened.goto(url)
            opened.wait_for_selector("body[data-link]:not([data-link=connecting])")
            opened.clock.pause_at(opened.evaluate("Date.now() + 10"))
        else:
            opened.goto(url)
        yield opened
        assert not faults, faults
    finally:
        context.close()
