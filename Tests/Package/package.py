"""The package under test: unpacked on the host, made anew under another version, and given to a guest."""

from Harness.commands import run
from Harness.guests import lab
from Harness.guests.machine import SHARE

# Unpacking 80 MB under emulation; five times what it took.
INSTALL_SECONDS = 300


class Lab(lab.Lab):
    """A laboratory of the virtual machine whose programs are those of the package."""

    sample_tickets = 200

    def __init__(self, snapshot, deb, release, idle_seconds):
        super().__init__("package", None, snapshot)
        self.deb, self.release, self.idle_seconds = deb, release, idle_seconds
        self.root = self.folder / "root"
        run("dpkg-deb", "--extract", deb, self.root)
        self.programs = self.root / "usr/bin"

    @property
    def version(self):
        return run("dpkg-deb", "--field", self.deb, "Version").strip()

    @property
    def quick_deb(self):
        """The package, packed so that it is unpacked in less time: for what has to install it once more."""
        return self.as_version(self.version)

    def as_version(self, version):
        """The package under another version, packed quickly."""
        other = self.folder / f"usher_{version}_amd64.deb"
        if not other.exists():
            tree = self.folder / f"tree-{version}"
            run("dpkg-deb", "--raw-extract", self.deb, tree)
            control = tree / "DEBIAN/control"
            control.write_text(control.read_text().replace(f"Version: {self.version}\n", f"Version: {version}\n"))
            run("dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", tree, other)
        return other


def install(machine, deb, check=True):
    """As a person would, in the folder of the package; returns what apt said. There is no network."""
    machine.put(deb.name, deb.read_bytes())
    return machine.run(f"cd {SHARE} && DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet "
                       f"--allow-downgrades ./{deb.name}", limit=INSTALL_SECONDS, check=check)
