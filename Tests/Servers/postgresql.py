"""The database that pretix runs on, empty at first and thrown away afterwards."""

import os
import pathlib
import pwd

from Harness.commands import Trouble, run

# The newest that is installed: each release of Debian has its own.
POSTGRES_PROGRAMS = max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda each: int(each.parent.name),
                        default=pathlib.Path("/usr/lib/postgresql"))


class PostgreSQL:
    """A private cluster on a socket in the run's folder. It refuses to run as root: then another user runs it."""

    def __init__(self, folder):
        self.cluster = folder / "postgresql"
        self.user = "postgres" if os.getuid() == 0 else None
        self.running = False
        if not (POSTGRES_PROGRAMS / "initdb").exists():
            raise Trouble("there is no PostgreSQL: scripts/install-packages servers installs it")

    def start(self):
        self.cluster.mkdir()
        if self.user:
            entry = pwd.getpwnam(self.user)
            os.chown(self.cluster, entry.pw_uid, entry.pw_gid)
            # The way to it, for a user who may not see the rest.
            for folder in (self.cluster.parent, self.cluster.parent.parent):
                folder.chmod(folder.stat().st_mode | 0o011)
        data = self.cluster / "data"
        self._run("initdb", "-D", data, "--username=pretix", "--auth=trust", "--encoding=UTF8", "--no-sync")
        self._run("pg_ctl", "-D", data, "-w", "-l", self.cluster / "log", "start",
                  "-o", f"-k {self.cluster} -c listen_addresses='' -c fsync=off")
        self.running = True
        self._run("createdb", "-h", self.cluster, "-U", "pretix", "pretix")

    def stop(self):
        if self.running:
            self._run("pg_ctl", "-D", self.cluster / "data", "-m", "fast", "-w", "stop")
            self.running = False

    def settings(self):
        return f"backend=postgresql\nname=pretix\nuser=pretix\nhost={self.cluster}\n"

    def save(self, file):
        file.write_bytes(self._run("pg_dump", "-h", self.cluster, "-U", "pretix", "--format=custom", "pretix", input=b""))

    def load(self, file):
        self._run("pg_restore", "-h", self.cluster, "-U", "pretix", "--no-owner", "-d", "pretix", input=file.read_bytes())

    def _run(self, program, *arguments, **more):
        return run(POSTGRES_PROGRAMS / program, *arguments, user=self.user, cwd=self.cluster, **more)
