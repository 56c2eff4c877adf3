"""Tests Usher against real ticketing servers, which it installs and starts itself."""

import contextlib

from Harness.lab import Lab
from Harness.runner import PROGRAMS
from Servers.tests import chaos_tests, own_server_tests, pretix_tests, relay_tests
from Servers.tests import (  # noqa: F401: their tests are those of pretix_tests
    campaign_tests, change_tests, device_tests, exit_tests, media_tests, question_tests, rule_tests, scenario_tests,
    search_tests, series_tests, walk_tests)

OPTIONS = {"programs": PROGRAMS}


def suites(_):
    return [relay_tests.SUITE, own_server_tests.SUITE, chaos_tests.SUITE, pretix_tests.SUITE]


@contextlib.contextmanager
def lab(options):
    made = Lab("servers", options.programs)
    made.share, made.rounds = (4, 2) if options.short else (1, 5)
    # Until a station knows what happened elsewhere. Beside compilers, as in .ci/run, everything takes longer.
    made.news_seconds = 60 if options.short else 10
    yield made
