"""What every test of a run shares."""

import pathlib
import tempfile

from Harness.commands import run

TREE = pathlib.Path(__file__).resolve().parents[2]  # the folder that holds Package.swift


class Lab:
    """A folder for all that a run leaves, and the programs under test."""

    def __init__(self, name, programs):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=f"usher-{name}."))
        self.programs = programs  # the folder of usher and usherd

    @staticmethod
    def log(line):
        print(line, flush=True)

    def usher(self, *arguments, **more):
        """Runs the command line, as `run` does."""
        return run(self.programs / "usher", *arguments, **more)

    def failure_folder(self):
        """Where the newest failure is written."""
        folder = self.folder / f"failure-{len(list(self.folder.glob('failure-*'))) + 1}"
        folder.mkdir()
        return folder
