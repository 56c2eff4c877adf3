"""Stations of a venue as real processes: usherd with codes on its standard input, and one ledger for all."""

import http.client
import json
import os
import socket
import subprocess
import threading
import time

# A machine that runs sixteen of them and the ledger is slow now and then.
PATIENCE = 120


def until(what, holds, patience=PATIENCE):
    """Waits until something holds, and returns it."""
    end = time.monotonic() + patience
    while not (found := holds()):
        if time.monotonic() > end:
            raise AssertionError(f"after {patience} s still not: {what}")
        threading.Event().wait(0.05)
    return found


class Event:
    """A list that is on now, with gates A, B, ... of one admission list, published in a ledger."""

    def __init__(self, lab, folder, gates, tickets, admits=1, reentry="none", backend=None):
        self.lab, self.folder, self.gates = lab, folder, gates
        folder.mkdir(parents=True)
        now = time.time()
        clock = [time.strftime("%Y-%m-%d %H:%M", time.gmtime(now + hours * 3600)) for hours in (-2, -1, 12)]
        doors = "\n".join(f"  - {{id: {gate}, name: Gate {gate}, list: main}}" for gate in gates)
        (folder / "event.yaml").write_text(f"""id: gala
name: Gala
organizer: Gala Ltd
timezone: UTC
doors_open: {clock[0]}
starts: {clock[1]}
ends: {clock[2]}
lists:
  - {{id: main, name: Hall, types: [standard], reentry: {reentry}}}
types:
  - {{id: standard, name: Standard}}
gates:
{doors}
{f"backend: {backend}" if backend else ""}
""")
        self.codes = [f"{os.urandom(16).hex()}" for _ in range(tickets)]
        rows = [f"{code},R{number},standard,{admits}" for number, code in enumerate(self.codes)]
        (folder / "tickets.csv").write_text("\n".join(["code,ref,type,admits"] + rows) + "\n")
        self.usher("key", "generate", "--out", folder / "organizer")
        self.build("gala.usher")

    def build(self, name, *options):
        self.usher("manifest", "build", "--event", self.folder / "event.yaml",
                   "--tickets", self.folder / "tickets.csv", "--key", self.folder / "organizer.key",
                   "--out", self.folder / name, *options)
        return self.folder / name

    def usher(self, *arguments):
        done = subprocess.run([self.lab.programs / "usher", *map(str, arguments)], capture_output=True, text=True)
        if done.returncode != 0:
            raise AssertionError(f"usher {' '.join(map(str, arguments[:2]))}: {done.stderr}")
        return done.stdout


class Uploads:
    """One of the stations tells a ticketing server of all check-ins."""

    def __init__(self, lab, folder, url, token):
        folder.mkdir(parents=True)
        self.url, self.token, self.key = url, token, folder / "uploads.key"
        subprocess.run([lab.programs / "usher", "venue", "uploads-key", "--out", self.key], check=True,
                       capture_output=True)

    def configure(self, name, credentials):
        """What goes into a station's configuration; what is secret goes into its credentials."""
        for file, text in {"venue-uploads": self.key.read_text(), "box-office": self.token}.items():
            (credentials / file).write_text(text)
            (credentials / file).chmod(0o600)
        return f"""  uploads: {{credential: venue-uploads}}
backends:
  box-office: {{kind: webhook, url: "{self.url}/{name}", plain_http: true}}
"""


class Gate:
    """One station. What it printed outlives its process."""

    place = "gate: {name}"
    arguments = ["--stdin"]

    def __init__(self, event, ledger, name, limit="2000ms", when_alone="admit", uploads=None):
        self.event, self.name = event, name
        self.state = event.folder / f"state-{name}"
        role, secret = ledger.add(f"gate-{name}")
        (self.state / "credentials").mkdir(parents=True, mode=0o700)
        (self.state / "credentials/venue").write_text(secret.read_text())
        (self.state / "credentials/venue").chmod(0o600)
        event.usher("key", "trust", event.folder / "organizer.pub", "--state", self.state)
        self.config = event.folder / f"usher-{name}.yaml"
        self.config.write_text(f"""station: gate-{name}
{self.place.format(name=name)}
venue:
  url: "postgresql://{role}@/{ledger.name}?host={ledger.socket}"
  limit: {limit}
  when_alone: {when_alone}
{uploads.configure(name, self.state / "credentials") if uploads else ""}""")
        self.printed = []
        self.process = None

    def start(self):
        self.log = open(self.event.folder / f"log-{self.name}", "a", encoding="utf-8")
        self.process = subprocess.Popen(
            [self.event.lab.programs / "usherd", "--config", self.config, "--state", self.state, *self.arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, text=True, bufsize=1)
        # Shown to this process, and answered by it.
        self.shown, self.answered = [], 0
        self.reader = threading.Thread(target=self.read, args=(self.process,), daemon=True)
        self.reader.start()

    def read(self, process):
        for line in process.stdout:
            if line.endswith("\n"):
                self.printed.append(json.loads(line) | {"ticket": self.shown[self.answered]})
                self.answered += 1

    def show(self, ticket, direction="in"):
        """Returns whether it could be shown: a station that has just been killed sees nothing."""
        self.shown.append(ticket)
        try:
            self.process.stdin.write(json.dumps({"code": self.event.codes[ticket], "direction": direction}) + "\n")
            self.process.stdin.flush()
            return True
        except BrokenPipeError:
            return False

    @property
    def open(self):
        """How many answers are still to come."""
        return len(self.shown) - self.answered

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()

    def close(self):
        if self.process and self.process.poll() is None:
            self.process.stdin.close()
            if self.process.wait(timeout=PATIENCE) != 0:
                raise AssertionError(f"usherd of gate {self.name} ended with {self.process.returncode}")
            self.reader.join()

    def status(self):
        """`None` while it does not answer."""
        connection = http.client.HTTPConnection("station", timeout=PATIENCE)
        try:
            connection.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            connection.sock.connect(str(self.state / "usher.sock"))
            connection.request("GET", "/v1/status")
            return json.loads(connection.getresponse().read())
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def is_in_step(self):
        """Connected, with a list, and with nothing left to tell."""
        status = self.status()
        venue = (status or {}).get("venue", {})
        return bool(status) and venue["condition"] == "connected" and venue["waiting"] == 0 and status["serving"]

    def outbox(self):
        """What its ticketing server has not taken."""
        return json.loads(self.event.usher("outbox", "list", "--json", "--state", self.state))["items"]

    def journal(self):
        lines = self.event.usher("journal", "export", "--format", "jsonl", "--state", self.state).splitlines()
        return [entry for entry in map(json.loads, lines) if "seq" in entry]


class Server(Gate):
    """A station without a gate, for what is done for all."""

    place = "cameras: off\nscanners: off"
    arguments = []

    def close(self):
        self.process.terminate()
        super().close()


class Venue:
    """All gates of an event, at work while it is open."""

    def __init__(self, lab, ledger, name, gates, tickets, admits=1, reentry="none", limit="2000ms",
                 uploads=None):
        self.ledger = ledger
        self.event = Event(lab, lab.folder / name, gates, tickets, admits, reentry, uploads and "box-office")
        ledger.usher("publish", self.event.folder / "gala.usher")
        ledger.psql(ledger.name, "UPDATE usher.setting SET claims_per_second = 1000000")
        self.gates = {gate: Gate(self.event, ledger, gate, limit, uploads=uploads) for gate in gates}

    def __enter__(self):
        for gate in self.gates.values():
            gate.start()
        self.wait_until_in_step()
        return self

    def __exit__(self, *_):
        for gate in self.gates.values():
            if gate.process.poll() is None:
                gate.kill()

    def wait_until_in_step(self):
        for gate in self.gates.values():
            until(f"gate {gate.name} is in step", gate.is_in_step)

    def wait_until_answered(self, most=0):
        """At most so many answers are still to come at each gate that runs."""
        for gate in self.gates.values():
            until(f"gate {gate.name} answers", lambda gate=gate: gate.open <= most or gate.process.poll() is not None)

    def close(self):
        for gate in self.gates.values():
            gate.close()

    def printed(self):
        return [verdict for gate in self.gates.values() for verdict in gate.printed]

    def entries(self):
        """Of the ledger, each station's in order."""
        text = self.ledger.psql(self.ledger.name, """
            SELECT coalesce(json_agg(usher.entry_json(e) || jsonb_build_object('received', e.received)
              ORDER BY e.station, e.number), '[]') FROM usher.entry AS e""")
        return json.loads(text)
