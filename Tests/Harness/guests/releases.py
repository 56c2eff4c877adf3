"""The releases of Debian that a guest can have, and what apt knows of their packages."""

import argparse
import contextlib
import pathlib
import re
import time

from Harness.commands import Trouble, run
from Harness.venv import CACHE

NUMBERS = {"bookworm": 12, "trixie": 13}
ARCHIVE = "http://deb.debian.org/debian"
# After which lists of packages are fetched again.
LISTS_SECONDS = 86_400


class Release:
    """By its code name. Its lists of packages are in the cache folder: those of this host are of its own release only."""

    def __init__(self, name):
        self.name = name
        self.folder = CACHE / "usher-vm" / f"apt-{name}"
        self.stamp = self.folder / "updated"

    def __str__(self):
        return f"Debian {NUMBERS[self.name]}" if self.name in NUMBERS else self.name

    @property
    def options(self):
        """For apt, so that it sees this release's packages and nothing that is installed here."""
        places = {"Etc::SourceList": "sources.list", "State": ".", "State::Lists": "lists", "State::Status": "status",
                  "Cache": "cache"}
        return [part for key, place in {**places, "Etc::SourceParts": "/dev/null"}.items()
                for part in ("-o", f"Dir::{key}={self.folder / place}")]

    def refresh(self, log):
        """Fetches the lists unless they are recent. Without a network older ones are used."""
        if self.stamp.exists() and time.time() - self.stamp.stat().st_mtime < LISTS_SECONDS:
            return
        log(f"{self}: apt-get update")
        for folder in ("lists/partial", "cache/archives/partial"):
            (self.folder / folder).mkdir(parents=True, exist_ok=True)
        (self.folder / "status").touch()
        places = (f"{ARCHIVE} {self.name}", f"{ARCHIVE} {self.name}-updates", f"{ARCHIVE}-security {self.name}-security")
        (self.folder / "sources.list").write_text("".join(f"deb {each} main\n" for each in places))
        try:
            run("apt-get", *self.options, "update", "--quiet", "--error-on=any")
        except Trouble as trouble:
            log(str(trouble))
        else:
            self.stamp.touch()

    def newest_kernel(self):
        """None without lists of packages."""
        with contextlib.suppress(Trouble):
            return self.dependency("linux-image-amd64", r"linux-image-(\S+-amd64)\b")

    def dependency(self, package, pattern):
        """What a package depends on, as the pattern's group has it."""
        found = re.search(f"Depends: {pattern}", run("apt-cache", *self.options, "depends", package))
        return found and found.group(1)

    def download(self, folder, *packages):
        folder.mkdir()
        folder.chmod(0o777)  # apt fetches as its own user
        run("apt-get", *self.options, "download", "--quiet", *packages, cwd=folder)


def host_name():
    return re.search(r"^VERSION_CODENAME=(\w+)", pathlib.Path("/etc/os-release").read_text(), re.M).group(1)


def release(word):
    """As it is typed: 13 or trixie."""
    for name, number in NUMBERS.items():
        if word in (name, str(number)):
            return Release(name)
    raise argparse.ArgumentTypeError(f"{word}: use one of {', '.join(f'{NUMBERS[each]} ({each})' for each in NUMBERS)}")


# The host's, unless another is asked for: it has what the programs that are built here were linked with.
OPTION = {"type": release, "default": Release(host_name()), "metavar": "12|13",
          "help": "the release of Debian in the virtual machine; that of this host unless given"}
