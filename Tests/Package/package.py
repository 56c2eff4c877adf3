"""The package under test: unpacked on the host, made anew under another version, and given to a guest."""

import subprocess

from harness import suite
from harness.machine import SHARE

# Unpacking 80 MB under emulation; five times what it took.
INSTALL_SECONDS = 300


class Lab(suite.Lab):
    """A laboratory of the virtual machine whose programs are those of the package."""

    def __init__(self, snapshot, deb, idle_seconds=60):
        self.deb = deb
        self.idle_seconds = idle_seconds
        super().__init__(snapshot, None)
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


def run(*command, check=True):
    """Runs a program on the host and returns what it printed, on both outputs."""
    done = subprocess.run([str(each) for each in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0 or not check, f"{' '.join(map(str, command))}: exit {done.returncode}\n{done.stdout}"
    return done.stdout


def install(machine, deb, check=True):
    """As a person would, in the folder of the package; returns what apt said. There is no network."""
    machine.put(deb.name, deb.read_bytes())
    return machine.run(f"cd {SHARE} && DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet "
                       f"--allow-downgrades ./{deb.name}", limit=INSTALL_SECONDS, check=check)
