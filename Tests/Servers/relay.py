"""A relay: `usher relay` between stations and a server."""

import json
import secrets

from Harness.programs import Program
from Servers.stations import telling

STOP_SECONDS = 20


class Relay(Program):
    """`usher relay` for these stations, before a backend."""

    def __init__(self, lab, name, stations, events, backend):
        self.lab, self.folder = lab, lab.folder / f"relay-{name}"
        self.folder.mkdir()
        super().__init__(self.folder / "relay.log")
        self.tokens = {station: secrets.token_hex(32) for station in stations}
        for file, text in {**self.tokens, "account.key": backend.pop("token")}.items():
            (self.folder / file).write_text(text + "\n")
            (self.folder / file).chmod(0o600)
        self.port = 0
        self.settings = {
            "state": "state", "stations": {station: station for station in stations},
            "backends": {"box": {**backend, "credential": "account.key"}}, "events": {event: "box" for event in events}}

    def __enter__(self):
        config = self.folder / "relay.yaml"
        config.write_text(json.dumps({**self.settings, "listen": f"127.0.0.1:{self.port}"}))
        self.launch(self.lab.programs / "usher", "relay", config)
        # The port of the first start is kept, so that stations find it again.
        self.port = int(self.said(r"port=(\d+).* relay listens")[1])
        self.key = self.lab.usher("relay", config, "--key").strip()
        return self

    def __exit__(self, *_):
        self.stop(STOP_SECONDS)

    def serve_control_room(self, port=0):
        """From its next start on; to a browser on this machine only with a port. Returns the token."""
        token = self.folder / "control.token"
        token.write_text(secrets.token_hex(32) + "\n")
        token.chmod(0o600)
        self.settings["control"] = {
            "listen": f"127.0.0.1:{port}", "hosts": ["control.example.org", *[f"127.0.0.1:{port}"][:port]],
            "token": token.name}
        return token.read_text().strip()

    def control_port(self):
        return int(self.said(r"address=http://127.0.0.1:(\d+)/")[1])

    def backend(self, has_key=True):
        """What a station's configuration says of it."""
        told = {"kind": "webhook", "url": f"http://127.0.0.1:{self.port}/v1/checkins", "batch": 50, "tells_others": True}
        return {**told, "relay_key": self.key} if has_key else told

    def station(self, name, folder=None, has_key=True):
        return telling(self.lab, folder or name, self.backend(has_key), self.tokens[name], name)
