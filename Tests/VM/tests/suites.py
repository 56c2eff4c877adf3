"""Tests Usher in a throw-away virtual machine with real V4L2, evdev, udev and systemd."""

import contextlib

from Harness.guests import image
from Harness.guests.lab import Lab
from Harness.runner import PROGRAMS
from VM.tests import devices_tests, fault_tests, harness_tests, power_tests, usherd_tests

OPTIONS = {"programs": PROGRAMS, "rounds": {"type": int, "default": 3, "help": "how often each fault comes (3)"}}


def suites(_):
    return [harness_tests.SUITE, usherd_tests.INSTALLED, devices_tests.SUITE, usherd_tests.DEVICES, fault_tests.SUITE,
            power_tests.SUITE]


@contextlib.contextmanager
def lab(options):
    made = Lab("vm", options.programs, image.snapshot(Lab.log))
    made.rounds = options.rounds  # of each fault
    yield made
