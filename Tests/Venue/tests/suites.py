"""Tests usher's commands for a venue's ledger against a real PostgreSQL, which it starts itself."""

import contextlib

from Harness.lab import Lab
from Harness.runner import PROGRAMS
from Venue.tests import certificate_tests, command_tests, control_tests, gates_tests, sale_tests, undo_tests

OPTIONS = {"programs": PROGRAMS}


def suites(_):
    return [command_tests.SUITE, certificate_tests.SUITE, control_tests.SUITE, gates_tests.SUITE, sale_tests.SUITE, undo_tests.SUITE]


@contextlib.contextmanager
def lab(options):
    made = Lab("venue", options.programs)
    # A database server runs as another user, who must reach its folder.
    made.folder.chmod(0o755)
    yield made
