"""Tests the page of the door screen in a real browser."""

import contextlib

from Harness.lab import Lab
from Harness.runner import PROGRAMS
from Screen import browser
from Screen.tests import (
    access_tests, enrolment_tests, evening_tests, figures_tests, fuzz_tests, guest_side_tests, guest_tests, keyboard_tests, language_tests,
    names_tests, page_tests, phone_tests, question_tests, reader_tests, sale_tests, search_tests, staff_tests, touch_tests, units_tests,
    verdict_tests, view_tests, walk_in_tests, words_tests)

OPTIONS = {"programs": PROGRAMS}


def suites(_):
    return [units_tests.SUITE, verdict_tests.SUITE, page_tests.SUITE, staff_tests.SUITE, touch_tests.SUITE, search_tests.SUITE,
            keyboard_tests.SUITE, guest_tests.SUITE, walk_in_tests.SUITE, sale_tests.SUITE, question_tests.SUITE,
            figures_tests.SUITE, language_tests.SUITE, words_tests.SUITE, view_tests.SUITE, guest_side_tests.SUITE,
            phone_tests.SUITE, reader_tests.SUITE, enrolment_tests.SUITE, fuzz_tests.SUITE, names_tests.SUITE, evening_tests.SUITE, access_tests.SUITE]


@contextlib.contextmanager
def lab(options):
    with browser.browser() as chromium:
        made = Lab("screen", options.programs)
        made.chromium = chromium
        yield made
