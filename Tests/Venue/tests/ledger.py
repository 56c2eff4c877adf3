"""Ledgers of tests: PostgreSQL runs once for a suite, and each of its tests has a database of its own in it."""

import contextlib
import itertools
import json
import pathlib

from Harness.commands import Trouble, run
from Harness.sentences import Suite

CLUSTER = pathlib.Path(__file__).resolve().parents[1] / "cluster"


def cluster(action, folder, **more):
    """What the script beside this folder does with a PostgreSQL."""
    run(CLUSTER, action, folder, **more)


class Ledger:
    """A database of a test's own, asked through the commands and, as a station, through psql."""

    def __init__(self, lab, socket, name):
        self.lab, self.socket, self.name = lab, socket, name
        self.url = f"postgresql://owner@/{name}?host={socket}"
        self.psql("postgres", f"CREATE DATABASE {name}")

    def psql(self, database, statement, user="owner", password=""):
        return run("psql", "-XqtA", "-h", self.socket, "-U", user, "-d", database, "-c", statement,
                   env={"PATH": "/usr/bin:/bin", "PGPASSWORD": password}).strip()

    def usher(self, command, *arguments, **more):
        return self.lab.usher("venue", command, self.url, *arguments, **more)

    def add(self, station):
        """Its role and its password."""
        file = self.lab.folder / f"{self.name}-{station}.secret"
        answer = json.loads(self.usher("add-station", station, "--out", file, "--json"))
        return answer["role"], file

    def deliver(self, station, entries):
        """As a station that decided alone."""
        role, file = self.add(station)
        password = file.read_text().strip()
        session = json.loads(self.psql(self.name, "SELECT usher.begin_session()", role, password))["session"]
        self.psql(self.name, f"SELECT usher.deliver({session}, '{json.dumps(entries)}')", role, password)


class LedgerSuite(Suite):
    """Tests of `(lab, ledger)`."""

    def __init__(self, name):
        super().__init__(name, self.running)

    @contextlib.contextmanager
    def running(self, lab):
        socket, self.numbers = lab.folder / "-".join(self.name.split()), itertools.count(1)
        cluster("start", socket)
        try:
            yield socket
        finally:
            with contextlib.suppress(Trouble):  # one that a test has paused does not stop
                cluster("resume", socket)
            cluster("stop", socket)

    @contextlib.contextmanager
    def around_each(self, lab, socket):
        ledger = Ledger(lab, socket, f"venue_{next(self.numbers)}")
        ledger.usher("init")
        yield (ledger,)
