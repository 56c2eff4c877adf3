"""Tests as sentences: how they are registered, and chosen by words. How they are run is in runner.py."""

import contextlib


class Tests:
    """A list of tests that a suite has, or that several suites share."""

    def __init__(self):
        self.tests = []

    def test(self, sentence, *arguments, thorough=False):
        """Registers a function of what the suite sets up and these arguments; can be stacked to make a table.

        `thorough`: not with --short, because it takes long and other tests show most of the same.
        """
        def register(function):
            self.tests.append((sentence, function, arguments, thorough))
            return function

        return register


class Suite(Tests):
    """Tests of `(lab, *arguments)` with one setting; of `(lab, common, *arguments)`, where `open(lab)` gives what all share.

    A kind of suite says what surrounds each test.
    """

    def __init__(self, name, open=lambda lab: contextlib.nullcontext(), shared=None):
        """`shared`: tests that other suites have, too."""
        super().__init__()
        self.name, self.open = name, open
        if shared:
            self.tests = shared.tests

    @contextlib.contextmanager
    def around_each(self, lab, common):
        """Gives a test its arguments after the lab."""
        yield () if common is None else (common,)

    def chosen(self, words=(), without=(), short=False):
        """The (sentence, function, arguments) whose names contain all of these words, and none of those."""
        def is_chosen(name):
            return all(word in name for word in words) and not any(word in name for word in without)

        return [each for *each, thorough in self.tests
                if is_chosen(f"{self.name}: {each[0]}") and not (short and thorough)]
