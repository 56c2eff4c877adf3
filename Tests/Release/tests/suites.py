"""Tests how a release is made: its package source, its list of parts, how packages are compared. They need no guest."""

import contextlib

from Harness.lab import Lab
from Release.tests import comparison_tests, parts_tests, source_tests

OPTIONS = {}


def suites(_):
    return [source_tests.SUITE, parts_tests.SUITE, comparison_tests.SUITE]


@contextlib.contextmanager
def lab(_):
    yield Lab("release", None)
