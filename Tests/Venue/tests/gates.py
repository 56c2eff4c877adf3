"""Stations of a venue as real processes: usherd with codes on its standard input, and one ledger for all."""

import http.client
import json
import socket

from Harness.host import Host
from Harness.organizer import Event
from Harness.station import Station
from Harness.waiting import PATIENCE, wait_until


class Uploads:
    """One of the stations tells a ticketing server of all check-ins."""

    def __init__(self, lab, name, url, token):
        self.url, self.token, self.key = url, token, lab.folder / f"{name}.key"
        lab.usher("venue", "uploads-key", "--out", self.key)

    def backends(self, name):
        return {"box-office": {"kind": "webhook", "url": f"{self.url}/{name}", "plain_http": True}}

    def secrets(self, _):
        return {"venue-uploads": self.key.read_text(), "box-office": self.token}


class Gate(Station):
    """One station at the ledger. What it printed outlives its process."""

    def __init__(self, event, ledger, name, limit="2000ms", uploads=None, place=None, reads=("--stdin",), orders_key=None):
        self.event, self.name = event, name
        role, secret = ledger.add(f"gate-{name}")
        venue = {"url": f"postgresql://{role}@/{ledger.name}?host={ledger.socket}", "limit": limit, "when_alone": "admit"}
        settings = {"station": f"gate-{name}", **(place or {"gate": name}), "venue": venue}
        secrets = {"venue": secret.read_text(), **event.secrets}
        if orders_key:
            settings["orders_key"] = orders_key
        if uploads:
            venue["uploads"] = {"credential": "venue-uploads"}
            settings["backends"] = uploads.backends(name)
            secrets |= uploads.secrets(name)
        self.host = Host(ledger.lab, event.folder / f"gate-{name}", settings, secrets, reads)
        super().__init__(self.host)
        self.install(event.public_key)
        self.before, self.shown = [], []

    def start(self):
        # What is shown from here on is shown to a new process, and answered by it.
        self.before, self.shown = self.printed, []
        super().start()

    @property
    def printed(self):
        return self.before + [verdict | {"ticket": ticket} for ticket, verdict in zip(self.shown, self.verdicts)]

    def send(self, ticket, direction="in"):
        """Shows a ticket, and does not wait for the verdict."""
        self.shown.append(ticket)
        self.host.send(self.event.codes[f"R{ticket}"], direction=direction)

    @property
    def open(self):
        """How many answers are still to come."""
        return len(self.shown) - len(self.verdicts)

    def close(self):
        if self.host.runs():
            self.host.close()

    def status(self):
        return self.ask("/v1/status")

    def ask(self, path):
        """What its API answers; `None` while it does not."""
        connection = http.client.HTTPConnection("station", timeout=PATIENCE)
        try:
            connection.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            connection.sock.connect(str(self.host.state / "usher.sock"))
            connection.request("GET", path)
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


class Venue:
    """All gates of an event, at work while it is open."""

    def __init__(self, lab, ledger, name, gates, tickets, limit="2000ms", uploads=None, orders_key=None, **event):
        self.ledger = ledger
        self.event = Event(lab, name, tickets, id="gala", gates=gates, backend=uploads and "box-office", **event)
        ledger.usher("publish", self.event.list)
        ledger.psql(ledger.name, "UPDATE usher.setting SET claims_per_second = 1000000")
        self.gates = {gate: Gate(self.event, ledger, gate, limit, uploads, orders_key=orders_key) for gate in gates}

    def __enter__(self):
        for gate in self.gates.values():
            gate.start()
        self.wait_until_in_step()
        return self

    def __exit__(self, *_):
        for gate in self.gates.values():
            if gate.host.runs():
                gate.host.kill()

    def wait_until_in_step(self):
        for gate in self.gates.values():
            wait_until(gate.is_in_step, f"gate {gate.name} is in step")

    def wait_until_answered(self, most=0):
        """At most so many answers are still to come at each gate that runs."""
        for gate in self.gates.values():
            wait_until(lambda gate=gate: gate.open <= most or not gate.host.runs(), f"gate {gate.name} answers")

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
