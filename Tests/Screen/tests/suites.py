"""Tests the page of the door screen in a real browser."""

import contextlib

from Harness.lab import Lab
from Harness.runner import PROGRAMS
from Screen import browser
from Screen.stand_in import LANGUAGES
from Screen.tests import (
    access_tests, control_tests, enrolment_tests, evening_tests, figures_tests, fuzz_tests, guest_side_tests, guest_tests,
    keyboard_tests, language_tests, names_tests, page_tests, phone_tests, question_tests, reader_tests, roster_tests,
    sale_tests, search_tests, staff_tests, touch_tests, turned_tests, units_tests, venue_evening_tests, verdict_tests,
    view_tests, walk_in_tests, words_tests)

OPTIONS = {"programs": PROGRAMS}


def suites(_):
    return [each.SUITE for each in (
        units_tests, verdict_tests, page_tests, turned_tests, staff_tests, touch_tests, search_tests, keyboard_tests, guest_tests,
        walk_in_tests, sale_tests, question_tests, figures_tests, control_tests, language_tests, words_tests, view_tests,
        guest_side_tests, phone_tests, reader_tests, enrolment_tests, roster_tests, fuzz_tests, names_tests, evening_tests,
        venue_evening_tests, access_tests)]


@contextlib.contextmanager
def lab(options):
    with browser.browser() as chromium:
        made = Lab("screen", options.programs)
        # The database server of an evening runs as another user, who must reach its folder.
        made.folder.chmod(0o755)
        made.chromium = chromium
        # With --short: the longest words, another script from right to left, and one whose letters are wide.
        made.languages = ["de", "ar", "ja"] if options.short else [each["language"] for each in LANGUAGES]
        made.examples = 10 if options.short else 40
        yield made
