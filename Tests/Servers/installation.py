"""pretix from PyPI and an empty database: made once, kept in the user's cache folder."""

import hashlib
import sys

from Harness import venv

VERSION = "2026.8.0"
PACKAGES = [f"pretix=={VERSION}", "gunicorn==27.0.1", "psycopg2-binary==2.9.13"]


class Installation:
    """A virtual environment with pretix, and the place of an empty database for it."""

    def __init__(self, log):
        self.log = log
        # Another Python needs other packages.
        recipe = " ".join([*PACKAGES, sys.version])
        name = f"pretix-{VERSION}-{hashlib.sha256(recipe.encode()).hexdigest()[:12]}"
        self.folder = venv.CACHE / "usher" / "servers" / name
        self.python = venv.make(self.folder / "venv", PACKAGES, log)
        self.template = self.folder / "empty.postgresql"
        self.gunicorn = self.python.with_name("gunicorn")

    def make_template(self, make):
        """Makes the empty database. `make(path)` writes its file."""
        self.log("Making an empty database (two minutes, once)")
        new = self.template.with_suffix(".new")
        make(new)
        new.rename(self.template)
