"""Tests the page of the door screen in a real browser."""

import contextlib

from Harness.lab import Lab
from Harness.runner import PROGRAMS
from Screen import browser
from Screen.tests import (
    access_tests, enrolment_tests, figures_tests, fuzz_tests, guest_tests, language_tests, page_tests, question_tests, sale_tests,
    staff_tests, units_tests, verdict_tests, walk_in_tests)

OPTIONS = {"programs": PROGRAMS}


def suites(_):
    return [units_tests.SUITE, verdict_tests.SUITE, page_tests.SUITE, staff_tests.SUITE, guest_tests.SUITE,
            walk_in_tests.SUITE, language_tests.SUITE, sale_tests.SUITE, question_tests.SUITE, figures_tests.SUITE, enrolment_tests.SUITE,
            fuzz_tests.SUITE, access_tests.SUITE]


@contextlib.contextmanager
def lab(options):
    with browser.browser() as chromium:
        made = Lab("screen", options.programs)
        made.chromium = chromium
        yield made
