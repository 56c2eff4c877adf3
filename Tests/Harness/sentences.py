"""Tests as sentences: how they are registered, chosen by words, run and told. A kind of suite brings its setting."""

import argparse
import contextlib
import pathlib
import shutil
import tempfile
import time
import traceback

PROGRAMS = pathlib.Path(__file__).resolve().parents[2] / ".build/debug"


class Tests:
    """A list of tests that a suite has, or that several suites share."""

    def __init__(self):
        self.tests = []

    def test(self, sentence, *arguments):
        """Registers a function of what the suite sets up and these arguments; can be stacked to make a table."""
        def register(function):
            self.tests.append((sentence, function, arguments))
            return function

        return register


class Suite(Tests):
    """Tests with one setting. A kind of suite says what surrounds them all, and what surrounds each."""

    def __init__(self, name):
        super().__init__()
        self.name = name

    @contextlib.contextmanager
    def around_all(self, lab):
        """Gives what `around_each` gets; what fails here fails every test."""
        yield None

    @contextlib.contextmanager
    def around_each(self, lab, common):
        """Gives a test its arguments after the lab."""
        yield () if common is None else (common,)

    def chosen(self, words, without=None):
        def is_chosen(name):
            return all(word in name for word in words) and not (without and without in name)

        return [each for each in self.tests if is_chosen(f"{self.name}: {each[0]}")]


class Lab:
    """What every test of a run shares: a folder for all that it leaves."""

    def __init__(self, prefix):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=prefix))

    def failure_folder(self):
        """Where the newest failure is written."""
        folder = self.folder / f"failure-{len(list(self.folder.glob('failure-*'))) + 1}"
        folder.mkdir()
        return folder


def options(description, **more):
    """The words and options that every runner takes."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", help="run only tests whose names contain all of these")
    parser.add_argument("--without", metavar="WORD", help="leave out tests whose names contain this")
    parser.add_argument("--list", action="store_true", help="print the names of the tests and end")
    parser.add_argument("--keep", action="store_true", help="keep the folder of the run when all went well, too")
    for name, settings in more.items():
        parser.add_argument(f"--{name}", **(settings if "action" in settings else {"type": pathlib.Path, **settings}))
    return parser.parse_args()


def list_tests(suites):
    for suite in suites:
        print(*(f"{suite.name}: {sentence}" for sentence, _, _ in suite.tests), sep="\n")


def run(suites, lab, chosen_by):
    """Runs the tests that the options choose and tells each. Returns 0 when some ran and none failed, else 1."""
    began, passed, failed = time.monotonic(), 0, 0
    for suite in suites:
        chosen = suite.chosen(chosen_by.words, chosen_by.without)
        if not chosen:
            continue
        left = list(chosen)
        try:
            with suite.around_all(lab) as common:
                for sentence, function, arguments in chosen:
                    left.pop(0)
                    ok = run_one(lab, suite, common, sentence, function, arguments)
                    passed, failed = passed + ok, failed + (not ok)
        except Exception as error:  # without its setting, none of a suite's tests holds
            failed += max(1, len(left))
            tell_failure(lab, f"{suite.name}: its setting comes and goes", error, 0)
    print(f"{time.monotonic() - began:.0f} s", f"{passed} passed, {failed} failed", sep="\n")
    if failed or chosen_by.keep:
        print(f"Logs: {lab.folder}")
    else:
        shutil.rmtree(lab.folder, ignore_errors=True)
    if not passed and not failed:
        print("No test has these words in its name")
    return 0 if passed and not failed else 1


def run_one(lab, suite, common, sentence, function, arguments):
    """Whether it passed. What a test returns is a figure to show beside its name."""
    began, name = time.monotonic(), f"{suite.name}: {sentence}"
    try:
        with suite.around_each(lab, common) as given:
            figure = function(lab, *given, *arguments)
    except Exception as error:  # whatever went wrong is this test's result
        tell_failure(lab, name, error, time.monotonic() - began)
        return False
    print(f"ok - {name} ({time.monotonic() - began:.1f} s){f': {figure}' if figure else ''}", flush=True)
    return True


def tell_failure(lab, name, error, seconds):
    folder = lab.failure_folder()
    (folder / "failure.txt").write_text(f"{name}\n\n{''.join(traceback.format_exception(error))}")
    print(f"not ok - {name} ({seconds:.1f} s)")
    said = (str(error) or type(error).__name__).splitlines()
    # What a program prints last is often why it failed.
    shown = said if len(said) <= 12 else [*said[:6], f"[{len(said) - 12} lines more, in failure.txt]", *said[-6:]]
    print("\n".join(f"    {line}" for line in shown))
    print(f"    logs: {folder}", flush=True)
