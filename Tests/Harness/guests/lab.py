"""Suites whose tests each run on a machine of their own, which is thrown away afterwards."""

import contextlib
import functools
import shutil

from Harness import lab, sentences
from Harness.commands import Trouble, run
from Harness.guests.machine import Machine
from Harness.organizer import Sample

GUEST_PROGRAMS = lab.TREE / "Tests/VM/guest"


class Suite(sentences.Suite):
    """Tests of `(lab, machine)` that start from the same saved machine. `prepare(lab)` gives it, once, when one runs."""

    def __init__(self, name, prepare=lambda lab: lab.snapshot, kind=Machine):
        super().__init__(name, lambda lab: contextlib.nullcontext(prepare(lab)))
        self.kind = kind

    @contextlib.contextmanager
    def around_each(self, lab, snapshot):
        with lab.machine(snapshot, self.kind) as machine:
            yield (machine,)


class Lab(lab.Lab):
    """With the saved machine, the guest's small programs, and the sample event."""

    sample_tickets = 600
    compiler = "gcc"

    def __init__(self, name, programs, snapshot):
        super().__init__(name, programs)
        self.snapshot = snapshot
        self.guest_programs = self.folder / "programs"
        self.guest_programs.mkdir()
        for source in sorted(GUEST_PROGRAMS.glob("*.c")):
            run(self.compiler, "-std=gnu17", "-static", "-O2", "-Wall", "-Wextra", "-Werror",
                "-o", self.guest_programs / source.stem, source)
        self.machines = 0

    @functools.cached_property
    def sample(self):
        return Sample(self, self.folder / "sample", "--tickets", self.sample_tickets)

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


def save_logs(machine):
    """What the guest has to say about a failure, while it still can."""
    with contextlib.suppress(OSError, Trouble):
        (machine.folder / "journal.log").write_text(machine.run("journalctl --boot --no-pager -o short-precise"))
        (machine.folder / "devices.log").write_text(machine.run("udevadm info --export-db"))
