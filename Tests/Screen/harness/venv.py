"""The Python packages of these tests, in a folder that is kept between runs."""

import os
import pathlib
import subprocess
import sys

PACKAGES = ["playwright==1.65.2", "axe-playwright-python==0.1.8", "pillow==13.0.0", "schemathesis==4.32.5"]


def enter():
    """Starts this program again with the packages, which are installed the first time."""
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "usher/screen"
    python = cache / "venv/bin/python3"
    stamp = cache / "venv/packages.txt"
    if not stamp.exists() or stamp.read_text().split() != PACKAGES:
        subprocess.run([sys.executable, "-m", "venv", "--clear", cache / "venv"], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
        stamp.write_text("\n".join(PACKAGES))
    if sys.prefix != str(cache / "venv"):
        os.execv(python, [str(python), *sys.argv])
