"""The two packages under test, unpacked on this machine, and their programs as it can start them."""

import Harness.lab
from Harness.commands import run
from Harness.guests import lab
from Harness.lab import TREE


class Lab(lab.Lab):
    """`programs` are those for arm64, translated by qemu-user; `beside` has this machine's own."""

    sample_tickets = 60
    compiler = "aarch64-linux-gnu-gcc"

    def __init__(self, snapshot, deb, deb_beside):
        super().__init__("arm64", None, snapshot)
        self.deb, self.root = deb, self.folder / "root"
        run("dpkg-deb", "--extract", deb, self.root)
        self.programs = self.folder / "emulated"
        run(TREE / "scripts/emulated", self.root / "usr/bin", self.programs)
        self.beside = Beside(self.folder / "beside", deb_beside)


class Beside(Harness.lab.Lab):
    """The package of this machine, in a folder of the same run."""

    def __init__(self, folder, deb):
        self.folder, self.root = folder, folder / "root"
        folder.mkdir()
        run("dpkg-deb", "--extract", deb, self.root)
        self.programs = self.root / "usr/bin"
