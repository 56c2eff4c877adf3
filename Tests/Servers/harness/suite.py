"""Tests as sentences, against servers that all tests of a suite share."""

import json
import pathlib
import subprocess
import tempfile
import time
import traceback


class Suite:
    """Tests for the servers that `open(lab, name)` gives: a context manager."""

    def __init__(self, name, open):
        self.name, self.open, self.tests = name, open, []

    def take(self, tests):
        self.tests += tests
        return self


class Tests:
    """Tests that several suites run. Each has tickets of its own, so that any can run alone."""

    def __init__(self):
        self.all = []

    def test(self, sentence, *arguments):
        """Registers a function of (lab, server, *arguments); can be stacked to make a table."""
        def register(function):
            self.all.append((sentence, function, arguments))
            return function

        return register


class Lab:
    """The built programs, and a folder for all that a run leaves."""

    def __init__(self, programs, log):
        self.programs, self.log = programs, log
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="usher-servers."))

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


def run(suites, lab, words):
    """Runs the tests whose "suite: sentence" contains every word, and returns how many passed and failed."""
    passed, failed = 0, 0
    for suite in suites:
        chosen = [each for each in suite.tests if all(word in f"{suite.name}: {each[0]}" for word in words)]
        if not chosen:
            continue
        try:
            with suite.open(lab) as server:
                for sentence, function, arguments in chosen:
                    began, name = time.monotonic(), f"{suite.name}: {sentence}"
                    try:
                        function(lab, server, *arguments)
                    except Exception as error:  # whatever went wrong is this test's result
                        failed += 1
                        report(lab, name, error, time.monotonic() - began)
                    else:
                        passed += 1
                        print(f"ok - {name} ({time.monotonic() - began:.1f} s)", flush=True)
        except Exception as error:  # without servers, none of its tests holds
            failed += len(chosen)
            report(lab, f"{suite.name}: its servers start and stop", error, 0)
    return passed, failed


def report(lab, name, error, seconds):
    file = lab.folder / f"failure-{len(list(lab.folder.glob('failure-*')))}.txt"
    file.write_text(f"{name}\n\n{''.join(traceback.format_exception(error))}")
    print(f"not ok - {name} ({seconds:.1f} s)")
    print("\n".join(f"    {line}" for line in (str(error) or type(error).__name__).splitlines()[:12]))
    print(f"    {file}", flush=True)
