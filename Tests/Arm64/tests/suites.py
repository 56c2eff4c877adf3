"""Tests the Debian package for arm64 beside that of this machine: emulated, and on a Debian 13 that boots."""

import contextlib

from Arm64 import image
from Arm64.packages import Lab
from Arm64.tests import booted_tests, contents_tests, emulated_tests
from Harness.commands import Trouble
from Harness.lab import TREE

OPTIONS = {
    "package": {"help": "the package for arm64; without it, the one that make deb arch=arm64 has made"},
    "beside": {"help": "the package of this machine; without it, the one that make deb has made"},
}


def suites(_):
    return [contents_tests.SUITE, emulated_tests.SUITE, booted_tests.SUITE]


def made(architecture):
    found = sorted(TREE.glob(f"usher_*_{architecture}.deb"))
    if not found:
        raise Trouble(f"no package for {architecture}; make test-arm64 builds it")
    return found[-1]


@contextlib.contextmanager
def lab(options):
    yield Lab(image.snapshot(print), options.package or made("arm64"), options.beside or made("amd64"))
