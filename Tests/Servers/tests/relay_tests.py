"""Two stations and a relay: what one lets in the other knows, and the server hears of it once."""

import contextlib
import json
import secrets
import signal
import subprocess
import time

from harness.event import Event
from harness.station import Station
from harness.suite import Suite, Tests, wait_until
from hooks import Hook

TESTS = Tests()
test = TESTS.test


def suites():
    return [Suite("relay", contextlib.nullcontext).take(TESTS.tests)]


class Relay:
    """`usher relay` for these stations, before a backend."""

    def __init__(self, lab, name, stations, events, backend):
        self.lab, self.folder = lab, lab.folder / f"relay-{name}"
        self.folder.mkdir()
        self.tokens = {station: secrets.token_hex(32) for station in stations}
        for file, text in {**self.tokens, "account.key": backend.pop("token")}.items():
            (self.folder / file).write_text(text + "\n")
            (self.folder / file).chmod(0o600)
        self.port = 0
        self.settings = {
            "state": "state", "stations": {station: station for station in stations},
            "backends": {"box": {**backend, "credential": "account.key"}}, "events": {event: "box" for event in events}}

    def __enter__(self):
        # The port of the first start is kept, so that stations find it again.
        config = self.folder / "relay.yaml"
        config.write_text(json.dumps({**self.settings, "listen": f"127.0.0.1:{self.port}"}))
        log = self.folder / "relay.log"
        before = log.read_text().count("relay listens") if log.exists() else 0
        with open(log, "ab") as errors:
            self.process = subprocess.Popen([self.lab.programs / "usher", "relay", config], stderr=errors)
        wait_until(lambda: self.process.poll() is not None or log.read_text().count("relay listens") > before,
                   "the relay listens")
        assert self.process.poll() is None, f"the relay ended: see {log}"
        self.key = self.lab.run("usher", "relay", config, "--key").strip()
        self.port = int(log.read_text().rsplit("port=", 1)[1].split()[0])
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(20) == 0, f"the relay ended badly: see {self.folder / 'relay.log'}"

    def kill(self):
        self.process.kill()
        self.process.wait()

    def backend(self, has_key=True):
        """What a station's configuration says of it."""
        told = {"kind": "webhook", "url": f"http://127.0.0.1:{self.port}/v1/checkins", "batch": 50, "tells_others": True}
        return {**told, "relay_key": self.key} if has_key else told

    def station(self, lab, name, event):
        made = Station(lab, name, self.backend(), self.tokens[name])
        made.install(event.key, event.list)
        return made


@test("a ticket that one gate let in is known at the other within ten seconds, with gate and time")
def _(lab, _):
    event = Event(lab, "two-gates", 3, more="gates: [{id: A, list: main}, {id: B, list: main}]\n")
    code, other, third = event.codes.values()
    with Hook("key") as hook, Relay(
            lab, "news", ["north", "south"], [event.name], {"kind": "webhook", "url": hook.url, "token": "key"}) as relay:
        with relay.station(lab, "north", event) as north, relay.station(lab, "south", event) as south:
            assert north.word(code, "A") == "admitted"
            began = time.monotonic()
            wait_until(lambda: south.word(code, "B", "look") == "alreadyScanned", "south knows", 10)
            lab.log(f"relay: known after {time.monotonic() - began:.1f} s")
            verdict = south.show(code, "B")
            assert verdict["first"]["gate"] == "A" and verdict["first"]["station"] == "north", verdict
            # Both are let in before either can know: both stations say so.
            assert north.word(other, "A") == "admitted" and south.word(other, "B") == "admitted"
            for each in (north, south):
                wait_until(lambda: doubles(each) == ["r-1"], "the double entry is found", 20)
            assert "let in at two gates" in north.usher("status")
            wait_until(lambda: len(hook.entries()) == 4, "the server hears of all", 20)
            assert north.word(third, "A") == "admitted"
        wait_until(lambda: [each["ref"] for each in hook.entries() if each["verdict"] == "admitted"].count("r-2") == 1,
                   "what was sent at the last moment arrives")


def doubles(station):
    found = json.loads(station.usher("outbox", "list", "--conflicts", "--json"))
    return [each["ref"] for each in found["double_entries"]]


@test("a relay that is killed loses nothing it answered for, and stations go on where they were")
def _(lab, _):
    event = Event(lab, "killed-relay", 200)
    with Hook("key") as hook:
        relay = Relay(lab, "killed", ["kiosk"], [event.name], {"kind": "webhook", "url": hook.url, "token": "key"})
        relay.__enter__()
        station = relay.station(lab, "kiosk", event)
        with station:
            for number, code in enumerate(event.codes.values()):
                assert station.word(code, "main") == "admitted"
                if number % 50 == 25:
                    relay.kill()
                    relay.__enter__()
            wait_until(lambda: not station.outbox(), "the outbox empties", 120)
            journal = [each["id"] for each in station.journal()]
            wait_until(lambda: len(hook.entries()) == len(journal), "the server has all", 60)
            assert [each["id"] for each in hook.entries()] == journal
        relay.__exit__()
