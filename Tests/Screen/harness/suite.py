"""Tests as sentences, each with a page of its own."""

import time
import traceback


class Suite:
    def __init__(self, name):
        self.name, self.tests = name, []

    def test(self, sentence, *arguments):
        """Registers a function of (lab, *arguments); can be stacked to make a table."""
        def register(function):
            self.tests.append((sentence, function, arguments))
            return function

        return register


class Lab:
    """What every test of a run shares."""

    def __init__(self, chromium, programs):
        self.chromium = chromium
        self.programs = programs  # the folder of usher and usherd


def run(suites, lab, words):
    """Runs the tests whose "suite: sentence" contains every word, and returns how many passed and failed."""
    passed, failed = 0, 0
    for suite in suites:
        for sentence, function, arguments in suite.tests:
            name = f"{suite.name}: {sentence}"
            if not all(word in name for word in words):
                continue
            began = time.monotonic()
            try:
                figures = function(lab, *arguments)
            except Exception:
                failed += 1
                print(f"not ok  {name}", traceback.format_exc(), sep="\n", flush=True)
            else:
                passed += 1
                print(f"ok  {name} ({time.monotonic() - began:.1f} s){'  ' + figures if figures else ''}", flush=True)
    return passed, failed
