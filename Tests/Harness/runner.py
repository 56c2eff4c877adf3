"""Runs the tests of one suite, a folder beside this one: what its `tests/suites.py` names, in the lab that it sets up.

`suites.py` has `OPTIONS` beside those of every suite, `suites(options)`, and `lab(options)`, a context manager.
"""

import argparse
import importlib
import pathlib
import shutil
import time
import traceback

from Harness import venv
from Harness.commands import Trouble
from Harness.lab import TREE, Lab

PROGRAMS = {"default": TREE / ".build/debug", "help": "the folder that holds usher and usherd"}


def main(name=None, *arguments):
    """Returns what the program ends with."""
    names = sorted(each.parts[-3] for each in TREE.glob("Tests/*/tests/suites.py"))
    if name not in names:
        return f"Tests/run: which of these? {' '.join(names)}"
    if (packages := TREE / "Tests" / name / "packages.txt").exists():
        venv.enter(name.lower(), packages, Lab.log)
    suite = importlib.import_module(f"{name}.tests.suites")
    options = options_of(name, suite, arguments)
    suites = suite.suites(options)
    if options.list:
        return list_tests(suites, options)
    if "programs" in options and not (options.programs / "usherd").exists():
        return f"Tests/{name}/run: no usherd in {options.programs}; make test-{name.lower()} builds it"
    try:
        with suite.lab(options) as lab:
            return run(suites, lab, options)
    except Trouble as error:
        return f"Tests/{name}/run: {error}"


def options_of(name, suite, arguments):
    """The words and options that every suite takes, and its own."""
    parser = argparse.ArgumentParser(prog=f"Tests/{name}/run", description=suite.__doc__)
    parser.add_argument("words", nargs="*", help="run only tests whose names contain all of these")
    parser.add_argument("--without", metavar="WORD", action="append", default=[],
                        help="leave out tests whose names contain this; may come several times")
    parser.add_argument("--short", action="store_true", help="what .ci/run does: fewer tests, and less of some")
    parser.add_argument("--list", action="store_true", help="print the names of the tests and end")
    parser.add_argument("--keep", action="store_true", help="keep the folder of the run when all went well, too")
    for option, settings in suite.OPTIONS.items():
        kind = {} if "action" in settings else {"type": lambda path: pathlib.Path(path).resolve()}
        parser.add_argument(f"--{option}", **kind | settings)
    return parser.parse_args(arguments)


def chosen(suite, options):
    return suite.chosen(options.words, options.without, options.short)


def list_tests(suites, options):
    for suite in suites:
        for sentence, _, _ in chosen(suite, options):
            print(f"{suite.name}: {sentence}")


def run(suites, lab, options):
    """Runs the tests that the options choose and tells each. Returns 0 when some ran and none failed, else 1."""
    began, passed, failed = time.monotonic(), 0, 0
    for suite in suites:
        left = chosen(suite, options)
        if not left:
            continue
        try:
            with suite.open(lab) as common:
                while left:
                    sentence, function, arguments = left.pop(0)
                    ok = run_one(lab, suite, common, sentence, function, arguments)
                    passed, failed = passed + ok, failed + (not ok)
        except Exception as error:  # without its setting, none of a suite's tests holds
            failed += max(1, len(left))
            tell_failure(lab, f"{suite.name}: its setting comes and goes", error, 0)
    print(f"{time.monotonic() - began:.0f} s", f"{passed} passed, {failed} failed", sep="\n")
    if failed or options.keep:
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
