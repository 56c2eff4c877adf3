"""The one way to wait."""

import threading
import time

from Harness.commands import Trouble


# Of a machine that runs sixteen stations and their ledger, which is slow now and then.
PATIENCE = 120


class Timeout(Trouble):
    """Something did not happen in time."""


def wait_until(holds, what, limit=PATIENCE, longest_pause=0.1):
    """Asks again and again until something true is answered, and returns that. What is asked must be quick."""
    end, pause = time.monotonic() + limit, min(0.02, longest_pause)
    while not (found := holds()):
        if time.monotonic() > end:
            raise Timeout(f"not within {limit} s: {what}")
        let_pass(pause)
        pause = min(pause * 1.5, longest_pause)
    return found


def let_pass(seconds):
    """The pace of a device or of a person. It is never a wait for something."""
    threading.Event().wait(seconds)
