"""Tests as sentences, each on a machine of its own that is thrown away afterwards."""

import contextlib
import pathlib
import shutil
import subprocess
import tempfile
import time
import traceback

from .machine import GuestError, Machine

GUEST_PROGRAMS = pathlib.Path(__file__).resolve().parent.parent / "guest"


class Suite:
    """Tests that start from the same saved machine. `prepare(lab)` gives it, once, when one of them runs."""

    def __init__(self, name, prepare=None):
        self.name, self.prepare, self.tests = name, prepare, []

    def test(self, sentence, *arguments):
        """Registers a function of (lab, machine, *arguments); can be stacked to make a table."""
        def register(function):
            self.tests.append((sentence, function, arguments))
            return function

        return register


class Lab:
    """What every test of a run shares: the saved machine, the guest's small programs, and the folder for it all."""

    def __init__(self, snapshot, programs):
        self.snapshot = snapshot
        self.programs = programs  # the folder of usher and usherd
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="usher-vm."))
        self.guest_programs = self.folder / "programs"
        self.guest_programs.mkdir()
        for source in sorted(GUEST_PROGRAMS.glob("*.c")):
            subprocess.run(["gcc", "-std=gnu17", "-static", "-O2", "-Wall", "-Wextra", "-Werror",
                            "-o", self.guest_programs / source.stem, source], check=True)
        self.machines = 0

    @contextlib.contextmanager
    def machine(self, snapshot=None):
        self.machines += 1
        with Machine(snapshot or self.snapshot, self.folder / f"machine-{self.machines}") as machine:
            shutil.copytree(self.guest_programs, machine.share / "programs")
            machine.run("cp /mnt/share/programs/* /usr/local/bin/")
            try:
                yield machine
            except Exception:
                save_logs(machine)
                raise
        # Only what failed is worth its disk and files.
        shutil.rmtree(machine.folder)

    def usher(self, *arguments, input=None):
        """Runs the command line on the host and returns what it printed."""
        done = subprocess.run([self.programs / "usher", *arguments], input=input, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise AssertionError(f"usher {' '.join(map(str, arguments))}: exit {done.returncode}: {done.stderr}")
        return done.stdout


def run(suites, lab, words):
    """Runs the tests whose "suite: sentence" contains every word, and returns how many passed and failed."""
    passed, failed = 0, 0
    for suite in suites:
        chosen = [each for each in suite.tests if all(word in f"{suite.name}: {each[0]}" for word in words)]
        snapshot = None
        for sentence, function, arguments in chosen:
            began, name = time.monotonic(), f"{suite.name}: {sentence}"
            try:
                if suite.prepare and snapshot is None:
                    snapshot = suite.prepare(lab)
                with lab.machine(snapshot) as machine:
                    function(lab, machine, *arguments)
            except Exception as error:  # whatever went wrong is this test's result
                failed += 1
                report_failure(lab, name, error, time.monotonic() - began)
            else:
                passed += 1
                print(f"ok - {name} ({time.monotonic() - began:.1f} s)", flush=True)
    return passed, failed


def save_logs(machine):
    """What the guest has to say about a failure, while it still can."""
    with contextlib.suppress(OSError, GuestError):
        (machine.folder / "journal.log").write_text(machine.run("journalctl --boot --no-pager -o short-precise"))
        (machine.folder / "devices.log").write_text(machine.run("udevadm info --export-db"))


def report_failure(lab, name, error, seconds):
    folder = lab.folder / f"machine-{lab.machines}"
    folder.mkdir(exist_ok=True)
    (folder / "failure.txt").write_text(f"{name}\n\n{''.join(traceback.format_exception(error))}")
    reason = str(error) or type(error).__name__
    print(f"not ok - {name} ({seconds:.1f} s)")
    print("\n".join(f"    {line}" for line in reason.splitlines()[:12]))
    print(f"    logs: {folder}", flush=True)
