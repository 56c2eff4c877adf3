"""Python packages in an environment of their own, which is kept between runs."""

import os
import pathlib
import sys

from Harness.commands import Trouble, run

CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")


def make(folder, packages, log):
    """Returns its Python. The packages are installed the first time, and when others are asked for."""
    python, stamp = folder / "bin/python3", folder / "packages.txt"
    if not stamp.exists() or stamp.read_text().split() != packages:
        log(f"Installing {packages[0]} into {folder} (once)")
        try:
            run(sys.executable, "-m", "venv", "--clear", folder)
            run(python, "-m", "pip", "install", "--quiet", "--no-cache-dir", *packages)
        except Trouble as error:
            raise Trouble(f"{error}\nIt takes python3-venv, which scripts/install-packages installs, and PyPI: "
                          "is there a network?") from None
        stamp.write_text("\n".join(packages))
    return python


def enter(name, listing, log):
    """Starts this program again with the packages that this file lists."""
    folder = CACHE / "usher" / name / "venv"
    python = make(folder, listing.read_text().split(), log)
    if sys.prefix != str(folder):
        os.execv(python, [str(python), *sys.argv])
