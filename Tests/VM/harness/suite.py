"""Suites whose tests each run on a machine of their own, which is thrown away afterwards."""

import contextlib
import pathlib
import shutil
import subprocess

import sentences

from .machine import GuestError, Machine

GUEST_PROGRAMS = pathlib.Path(__file__).resolve().parent.parent / "guest"


class Suite(sentences.Suite):
    """Tests that start from the same saved machine. `prepare(lab)` gives it, once, when one of them runs."""

    def __init__(self, name, prepare=None, kind=Machine):
        super().__init__(name)
        self.prepare, self.kind = prepare, kind

    @contextlib.contextmanager
    def around_all(self, lab):
        yield self.prepare(lab) if self.prepare else lab.snapshot

    @contextlib.contextmanager
    def around_each(self, lab, common):
        with lab.machine(common, self.kind) as machine:
            yield (machine,)


class Lab(sentences.Lab):
    """What every test of a run shares: the saved machine, the guest's small programs, and the folder for it all."""

    def __init__(self, snapshot, programs, rounds=1):
        super().__init__("usher-vm.")
        self.snapshot = snapshot
        self.rounds = rounds  # of each fault
        self.programs = programs  # the folder of usher and usherd
        self.guest_programs = self.folder / "programs"
        self.guest_programs.mkdir()
        for source in sorted(GUEST_PROGRAMS.glob("*.c")):
            subprocess.run(["gcc", "-std=gnu17", "-static", "-O2", "-Wall", "-Wextra", "-Werror",
                            "-o", self.guest_programs / source.stem, source], check=True)
        self.machines = 0

    @contextlib.contextmanager
    def machine(self, snapshot=None, kind=Machine):
        self.machines += 1
        with kind(snapshot or self.snapshot, self.folder / f"machine-{self.machines}") as machine:
            shutil.copytree(self.guest_programs, machine.share / "programs")
            machine.run("cp /mnt/share/programs/* /usr/local/bin/")
            try:
                yield machine
            except Exception:
                save_logs(machine)
                raise
        # Only what failed is worth its disk and files.
        shutil.rmtree(machine.folder)

    def failure_folder(self):
        """That of the machine, with the logs that were saved of it."""
        folder = self.folder / f"machine-{self.machines}"
        folder.mkdir(exist_ok=True)
        return folder

    def usher(self, *arguments, input=None):
        """Runs the command line on the host and returns what it printed."""
        done = subprocess.run([self.programs / "usher", *arguments], input=input, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise AssertionError(f"usher {' '.join(map(str, arguments))}: exit {done.returncode}: {done.stderr}")
        return done.stdout


def save_logs(machine):
    """What the guest has to say about a failure, while it still can."""
    with contextlib.suppress(OSError, GuestError):
        (machine.folder / "journal.log").write_text(machine.run("journalctl --boot --no-pager -o short-precise"))
        (machine.folder / "devices.log").write_text(machine.run("udevadm info --export-db"))
