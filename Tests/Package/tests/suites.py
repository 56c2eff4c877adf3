"""Tests the Debian package: what is in it, and how it installs, upgrades, and goes, in the virtual machine of Tests/VM."""

import contextlib

from Harness.commands import Trouble
from Harness.guests import image, releases
from Harness.lab import TREE
from Package.package import Lab
from Package.tests import (
    console_tests, contents_tests, display_tests, enrolment_tests, installed_tests, release_upgrade_tests, screen_tests)

OPTIONS = {
    "package": {"help": "the package; without it, the one that make deb has made"},
    "release": releases.OPTION,
    "console": {"action": "store_true", "help": "the console of a guest with a graphics card, too"},
    "idle": {"type": int, "default": 60, "help": "seconds that nobody touches the console (60)"},
}


def suites(options):
    return [contents_tests.SUITE, screen_tests.SUITE, installed_tests.BARE, enrolment_tests.SUITE, installed_tests.SUITE,
            *([release_upgrade_tests.SUITE] if options.release.name != "bookworm" else []),
            *([console_tests.SUITE, display_tests.SUITE] if options.console else [])]


@contextlib.contextmanager
def lab(options):
    made = [options.package] if options.package else sorted(TREE.glob("usher_*_amd64.deb"))
    if not made:
        raise Trouble("no package; make test-package builds it")
    yield Lab(image.snapshot(Lab.log, options.release), made[-1], options.release, options.idle)
