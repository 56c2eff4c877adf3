"""pretix from PyPI and an empty database of each kind: made once, kept in the user's cache folder."""

import hashlib
import sys

from Harness import venv

VERSION = "2026.8.0"
PACKAGES = [f"pretix=={VERSION}", "gunicorn==27.0.1", "psycopg2-binary==2.9.13"]


class Installation:
    """A virtual environment with pretix, and the place of empty databases for it."""

    def __init__(self, log):
        self.log = log
        # Another Python needs other packages.
        recipe = " ".join([*PACKAGES, sys.version])
        name = f"pretix-{VERSION}-{hashlib.sha256(recipe.encode()).hexdigest()[:12]}"
        self.folder = venv.CACHE / "usher" / "servers" / name
        self.python = venv.make(self.folder / "venv", PACKAGES, log)
        self.gunicorn = self.python.with_name("gunicorn")

    def template(self, kind, make):
        """The file of an empty database. `make(path)` writes it, the first time."""
        file = self.folder / f"empty.{kind}"
        if not file.exists():
            self.log(f"Making an empty database for {kind} (two minutes, once)")
            new = file.with_suffix(".new")
            make(new)
            new.rename(file)
        return file
