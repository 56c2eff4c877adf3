"""Ledgers of tests: PostgreSQL runs once for a suite, and each of its tests has a database of its own in it."""

import contextlib
import itertools
import json
import subprocess

import sentences


class Ledger:
    """A database of a test's own, asked through the commands and, as a station, through psql."""

    def __init__(self, lab, socket, name):
        self.lab, self.socket, self.name = lab, socket, name
        self.url = f"postgresql://owner@/{name}?host={socket}"
        self.psql("postgres", f"CREATE DATABASE {name}")

    def psql(self, database, statement, user="owner", password=""):
        done = subprocess.run(["psql", "-XqtA", "-h", self.socket, "-U", user, "-d", database, "-c", statement],
                              env={"PATH": "/usr/bin:/bin", "PGPASSWORD": password}, capture_output=True, text=True)
        if done.returncode != 0:
            raise AssertionError(f"psql: {done.stderr}")
        return done.stdout.strip()

    def usher(self, command, *arguments, fails=False):
        done = subprocess.run([self.lab.programs / "usher", "venue", command, self.url, *map(str, arguments)],
                              capture_output=True, text=True)
        if (done.returncode != 0) != fails:
            raise AssertionError(f"usher venue {command}: exit {done.returncode}: {done.stderr or done.stdout}")
        return done.stderr if fails else done.stdout

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


class LedgerSuite(sentences.Suite):
    """Tests of (lab, ledger)."""

    @contextlib.contextmanager
    def around_all(self, lab):
        socket, self.numbers = lab.folder / "-".join(self.name.split()), itertools.count(1)
        subprocess.run([lab.cluster, "start", socket], check=True)
        try:
            yield socket
        finally:
            # One that a test has paused does not stop.
            subprocess.run([lab.cluster, "resume", socket], capture_output=True)
            subprocess.run([lab.cluster, "stop", socket], check=True)

    @contextlib.contextmanager
    def around_each(self, lab, socket):
        ledger = Ledger(lab, socket, f"venue_{next(self.numbers)}")
        ledger.usher("init")
        yield (ledger,)
