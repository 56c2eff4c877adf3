"""Suites of tests against servers that all tests of a suite share."""

import contextlib
import subprocess
import time

import sentences
from sentences import Tests  # noqa: F401  # several suites run the same tests; each has tickets of its own


class Suite(sentences.Suite):
    """Tests of (lab, server, *arguments), for the servers that `open(lab)` gives: a context manager."""

    def __init__(self, name, open):
        super().__init__(name)
        self.open = open

    def take(self, tests):
        self.tests += tests
        return self

    @contextlib.contextmanager
    def around_all(self, lab):
        with self.open(lab) as server:
            yield server

    @contextlib.contextmanager
    def around_each(self, lab, common):
        yield (common,)


class Lab(sentences.Lab):
    """The built programs, and a folder for all that a run leaves."""

    def __init__(self, programs, log):
        super().__init__("usher-servers.")
        self.programs, self.log = programs, log

    def run(self, program, *arguments, input=None, fails=False):
        """Runs one of the programs and returns what it printed; with `fails`, what it complained about."""
        done = subprocess.run([self.programs / program, *map(str, arguments)], input=input, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
        if (done.returncode != 0) != fails:
            raise AssertionError(f"{program} {arguments[0]}: exit {done.returncode}: {done.stderr or done.stdout}")
        return done.stderr if fails else done.stdout


def wait_until(holds, what, limit=90):
    """Asks again and again; what is asked must be quick."""
    last = time.monotonic() + limit
    while not (answer := holds()):
        if time.monotonic() > last:
            raise AssertionError(f"this did not happen within {limit} s: {what}")
        time.sleep(0.2)
    return answer
