"""Tests Usher in a throw-away virtual machine with real V4L2, evdev, udev and systemd."""

import contextlib

from Harness.guests import image, releases
from Harness.guests.lab import Lab
from Harness.runner import PROGRAMS
from VM.tests import devices_tests, fault_tests, harness_tests, hid_tests, nfc_tests, power_tests, serial_tests, usherd_tests

OPTIONS = {"programs": PROGRAMS,
           "release": releases.OPTION,
           "rounds": {"type": int, "default": 3, "help": "how often each fault comes (3)"}}


def suites(options):
    # What the laboratory's own tests try, the others use.
    laboratory = [] if options.short else [harness_tests.SUITE]
    return [*laboratory, usherd_tests.INSTALLED, devices_tests.SUITE, serial_tests.SUITE, hid_tests.SUITE,
            nfc_tests.SUITE, usherd_tests.DEVICES, fault_tests.SUITE, power_tests.SUITE]


@contextlib.contextmanager
def lab(options):
    made = Lab("vm", options.programs, image.snapshot(Lab.log, options.release))
    made.release = options.release
    made.rounds = 1 if options.short else options.rounds  # of each fault
    made.codes, made.unplugs = (100, 5) if options.short else (500, 20)
    made.cases = usherd_tests.SHORT if options.short else None  # of the sheet; None: all
    yield made
