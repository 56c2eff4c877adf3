"""Stand-ins: the machine on which a release is made, with its keys and packages, and one of a venue, with its own apt."""

import contextlib
import functools
import http.server
import os
import pathlib
import re
import shutil
import tempfile

from Harness.commands import run
from Harness.lab import TREE
from Harness.servers import Server

PUBLISH = TREE / "scripts/apt-repository"


class Publisher:
    """Makes keys and small packages, and publishes them. The keys are in a folder of its own and have no passphrase."""

    def __init__(self, folder):
        self.folder = folder
        (folder / "gnupg").mkdir(mode=0o700)
        self.environment = os.environ | {"GNUPGHOME": str(folder / "gnupg")}
        self.key = self.make_key("Usher's test")

    def gpg(self, *arguments):
        return run("gpg", "--batch", "--quiet", *arguments, env=self.environment)

    def make_key(self, name, expires="never", *options):
        """Returns its fingerprint."""
        owner = f"{name} <test@example.org>"
        self.gpg(*options, "--passphrase", "", "--quick-generate-key", owner, "ed25519", "sign", expires)
        return re.findall(r"^fpr:+(\w+):", self.gpg("--with-colons", "--list-secret-keys", name), re.M)[0]

    def close(self):
        run("gpgconf", "--kill", "all", env=self.environment)

    def package(self, version, architecture="amd64", name="usher", text="a station\n"):
        """A package that holds this text."""
        out = self.folder / f"{name}-{version}-{architecture}-{len(text)}.deb"
        tree = self.folder / "tree"
        shutil.rmtree(tree, ignore_errors=True)
        (tree / "DEBIAN").mkdir(parents=True)
        (tree / "DEBIAN/control").write_text(
            f"Package: {name}\nVersion: {version}\nArchitecture: {architecture}\n"
            "Maintainer: Nobody <nobody@example.org>\nDescription: for tests\n")
        (tree / "station").write_text(text)
        run("dpkg-deb", "--root-owner-group", "--build", tree, out)
        return out

    def publish(self, out, *packages, key=None, fails=False):
        return run(PUBLISH, key or self.key, out, *packages, env=self.environment, fails=fails)


@contextlib.contextmanager
def publisher(lab):
    made = Publisher(pathlib.Path(tempfile.mkdtemp(prefix="publisher.", dir=lab.folder)))
    try:
        yield made
    finally:
        made.close()


@contextlib.contextmanager
def offered(folder):
    """The folder on a web server; gives its address."""

    class Files(http.server.SimpleHTTPRequestHandler):
        def do_GET(self):
            # States of a source that were made in one second have one date.
            del self.headers["If-Modified-Since"]
            super().do_GET()

        def log_message(self, *_):
            pass

    with Server(functools.partial(Files, directory=folder)) as server:
        yield f"http://127.0.0.1:{server.port}"


class Machine:
    """apt as a venue has it, with the two files that are in a source. Its folder is the root of a machine to it."""

    def __init__(self, folder, source, address, architecture="amd64"):
        """`source`: the folder that the address offers."""
        self.folder, self.status = folder, folder / "var/lib/dpkg/status"
        for each in ("etc/apt/apt.conf.d", "etc/apt/sources.list.d", "etc/apt/preferences.d", "etc/apt/keyrings",
                     "var/lib/apt/lists/partial", "var/cache/apt/archives/partial", "var/log/apt", "var/lib/dpkg"):
            (folder / each).mkdir(parents=True)
        self.status.write_text("")
        shutil.copy(source / "usher.asc", folder / "etc/apt/keyrings")
        entry = (source / "usher.sources").read_text()
        for told, here in (("https://usher.example.org/apt", address), ("/etc/apt/", f"{folder}/etc/apt/")):
            entry = re.sub(f"^(URIs|Signed-By): {told}", rf"\1: {here}", entry, flags=re.M)
        assert entry.count(str(folder)) == entry.count(address) == 1, entry
        (folder / "etc/apt/sources.list.d/usher.sources").write_text(entry)
        (folder / "apt.conf").write_text(
            f'Dir "{folder}"; Dir::State::status "{self.status}"; APT::Sandbox::User "root";\n'
            f'APT::Architecture "{architecture}"; APT::Architectures {{ "{architecture}"; }};\n'
            'APT::Update::Error-Mode "any"; Acquire::Languages "none"; Acquire::Retries "0"; '
            'Acquire::http::Proxy "DIRECT";\n')

    def trust(self, keys):
        """Puts these in the place of the keys that it trusts."""
        (self.folder / "etc/apt/keyrings/usher.asc").write_text(keys)

    def apt(self, command, *arguments, fails=False):
        return run(f"apt-{command}", *arguments, cwd=self.folder, fails=fails,
                   env=os.environ | {"APT_CONFIG": str(self.folder / "apt.conf"), "LC_ALL": "C.UTF-8"})

    def update(self, fails=False):
        return self.apt("get", "update", fails=fails)

    def offered(self, name="usher"):
        """The versions that apt could install, newest first."""
        return re.findall(r"^ *\S+ \| +(\S+) \|", self.apt("cache", "madison", name), re.M)

    def has(self, version, name="usher"):
        """As if it were installed."""
        self.status.write_text(
            f"Package: {name}\nStatus: install ok installed\nVersion: {version}\nArchitecture: amd64\n"
            "Maintainer: Nobody <nobody@example.org>\nDescription: for tests\n")

    def upgrades(self):
        """What an upgrade would install: name, version that is there, version that would be."""
        return re.findall(r"^Inst (\S+) \[(\S+)\] \((\S+) ", self.apt("get", "--simulate", "upgrade"), re.M)

    def download(self, fails=False):
        return self.apt("get", "download", "usher", fails=fails)
