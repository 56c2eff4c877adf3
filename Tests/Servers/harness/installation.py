"""pretix from PyPI and an empty database of each kind: made once, kept in the user's cache folder."""

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

VERSION = "2026.8.0"
PACKAGES = [f"pretix=={VERSION}", "gunicorn==27.0.1", "psycopg2-binary==2.9.13"]


class Trouble(Exception):
    """Something on this machine keeps the servers from being made, in words for people."""


class Installation:
    """A virtual environment with pretix, and the place of empty databases for it."""

    def __init__(self, log):
        self.log = log
        # Another Python needs other packages.
        recipe = " ".join([*PACKAGES, sys.version])
        name = f"pretix-{VERSION}-{hashlib.sha256(recipe.encode()).hexdigest()[:12]}"
        cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
        self.folder = cache / "usher" / "servers" / name
        self.python = self.folder / "venv" / "bin" / "python"
        self.gunicorn = self.folder / "venv" / "bin" / "gunicorn"

    def prepare(self):
        """Installs the packages unless they are there."""
        done = self.folder / "installed"
        if done.exists():
            return
        self.log(f"Installing {PACKAGES[0]} into {self.folder} (some minutes, once)")
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self._run([sys.executable, "-m", "venv", self.folder / "venv"], "make a virtual environment",
                  "scripts/install-packages servers installs python3-venv")
        self._run([self.python, "-m", "pip", "install", "--quiet", "--no-cache-dir", *PACKAGES], "install pretix",
                  "it comes from PyPI: is there a network?")
        done.touch()

    def template(self, kind, make):
        """The file of an empty database. `make(path)` writes it, the first time."""
        file = self.folder / f"empty.{kind}"
        if not file.exists():
            self.log(f"Making an empty database for {kind} (two minutes, once)")
            new = file.with_suffix(".new")
            make(new)
            new.rename(file)
        return file

    def _run(self, command, what, hint):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            raise Trouble(f"cannot {what}: {done.stdout.strip()[-400:]}\n{hint}")
