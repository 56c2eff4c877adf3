"""A program that runs beside the tests, and what it says in its log."""

import re
import subprocess

from Harness.commands import Trouble
from Harness.waiting import PATIENCE, wait_until


class Program:
    """Can be started again and again; `log` keeps what all of them said."""

    def __init__(self, log):
        self.log, self.process = log, None

    def launch(self, *command, **options):
        with open(self.log, "ab") as log:
            self.log_began = log.tell()
            self.process = subprocess.Popen([str(each) for each in command], **{"stdout": log, "stderr": log, **options})

    def runs(self):
        return self.process is not None and self.process.poll() is None

    def said(self, pattern):
        """What this process has said, once it has."""
        def match():
            found = re.search(pattern, self.log.read_bytes()[self.log_began:].decode())
            if not found and not self.runs():
                raise Trouble(f"it ended with {self.process.returncode} before it said {pattern}: see {self.log}")
            return found

        return wait_until(match, f"it says {pattern}: see {self.log}")

    def kill(self):
        """As a power cut does, at any moment."""
        self.process.kill()
        self.wait()

    def stop(self, limit=PATIENCE):
        """As systemd stops it."""
        self.process.terminate()
        self.expect_end(limit)

    def expect_end(self, limit=PATIENCE):
        if self.wait(limit) != 0:
            raise Trouble(f"it ended with {self.process.returncode}: see {self.log}")

    def wait(self, limit=PATIENCE):
        """Returns its exit status when it has ended."""
        return self.process.wait(timeout=limit)
