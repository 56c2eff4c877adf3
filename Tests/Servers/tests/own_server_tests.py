"""A server of one's own, as integrations/server has one to copy from: lists from it, and two gates that hear of each other."""

import json
import pathlib
import secrets
import sys

from Harness.host import Host
from Harness.programs import Program
from Harness.sentences import Suite
from Harness.station import Station
from Harness.waiting import wait_until

SUITE = Suite("server to copy from")
test = SUITE.test
PROGRAM = pathlib.Path(__file__).resolve().parents[3] / "integrations/server/usher_server.py"
STATIONS = ("north", "south")


class OwnServer(Program):
    """`usher_server.py` with one event on now, its organizer's key, and a token for each station."""

    def __init__(self, lab, tickets):
        self.lab, self.folder = lab, lab.folder / "own-server"
        for name in ("events", "stations"):
            (self.folder / name).mkdir(parents=True)
        super().__init__(self.folder / "server.log")
        self.tokens = {name: secrets.token_hex(32) for name in ("organizer", *STATIONS)}
        for name, token in self.tokens.items():
            file = self.folder / ("organizer.token" if name == "organizer" else f"stations/{name}")
            file.write_text(token + "\n")
            file.chmod(0o600)
        event = {"id": "gala", "name": "Gala\nof two lines", "timezone": "Africa/Kampala",
                 "doors_open": "2020-01-01T17:00:00Z", "starts": "2020-01-01T18:00:00Z", "ends": "2099-01-01T00:00:00Z",
                 "venue": {"name": "Hall 2"}, "age_limit": 16, "types": [{"id": "standard"}],
                 "lists": [{"id": "main", "reentry": "after_exit", "capacity": 100}], "gates": [{"id": "A"}, {"id": "B"}]}
        (self.folder / "events/gala.json").write_text(json.dumps({"event": event, "tickets": tickets}))
        lab.usher("key", "generate", "--out", self.folder / "organizer")
        (self.folder / "event.yaml").write_text("id: gala\norganizer: Gala Ltd\nbackend: box\nmax_age: 3650d\n")

    def __enter__(self):
        self.launch(sys.executable, PROGRAM, "--data", "server.sqlite", "--events", "events", "--listen", "127.0.0.1:0",
                    "--organizer-token", "organizer.token", "--station-tokens", "stations", cwd=self.folder)
        self.url = self.said(r"listening at (http://\S+)")[1]
        return self

    def __exit__(self, *_):
        self.kill()

    def publish(self):
        (self.folder / "publish.yaml").write_text(json.dumps({"lists": [{
            "event": "event.yaml", "key": "organizer.key", "to": "gala.usher", "accept_guessable_codes": True,
            "from": {"kind": "webhook", "url": self.url, "event": "gala", "credential": "organizer.token"}}]}))
        return json.loads(self.lab.usher("publish", self.folder / "publish.yaml", "--json"))

    def station(self, name, gate):
        backend = {"kind": "webhook", "url": self.url + "/checkins", "batch": 20, "tells_others": True}
        host = Host(self.lab, self.folder / name, {"station": name, "gate": gate, "backends": {"box": backend}},
                    {"box": self.tokens[name]})
        return Station(host).install(self.folder / "organizer.pub", self.folder / "gala.usher")


@test("two gates hear of each other's entries, exits and undos; refusals at one change nothing at the other")
def _(lab):
    codes = {f"T{number}": secrets.token_hex(16) for number in range(8)}
    tickets = [{"id": reference, "code": code, "status": "refunded" if reference == "T0" else "valid"}
               for reference, code in codes.items()]
    with OwnServer(lab, tickets) as server:
        assert server.publish()["tickets"] == 8
        assert server.publish()["unchanged"]
        north, south = server.station("north", "A"), server.station("south", "B")
        with north, south:
            assert north.word(codes["T0"]) == "refunded"
            verdict = north.show(codes["T1"])
            assert verdict["verdict"] == "admitted" and verdict["born_by"], verdict
            assert north.word(codes["T1"]) == "alreadyScanned"
            wait_until(lambda: south.word(codes["T1"], direction="look") == "alreadyScanned", "south knows of T1", 20)
            assert [south.word(codes[each]) for each in ("T2", "T3")] == ["admitted", "admitted"]
            assert south.word(codes["T1"], direction="out") == "checkedOut"
            assert north.word(codes["T4"]) == "admitted"
            north.usher("undo", "--note", "wrong ticket")
            wait_until(lambda: north.word(codes["T1"], direction="look") == "admitted", "north knows of the exit", 20)
            assert north.word(codes["T1"]) == "admitted"
            for each in (north, south):
                each.settle()
                wait_until(lambda each=each: figures(each) == (4, 3), f"4 in, 3 inside: {figures(each)}", 20)
        kept = {json.dumps(north.outbox()), json.dumps(south.outbox())}
        assert kept == {"[]"}, kept


def figures(station):
    """People who were admitted, here and elsewhere, and who are inside."""
    list, = json.loads(station.usher("report", "--event", "gala", "--json"))["items"][0]["lists"]
    return list["admitted"] + list["elsewhere"], list["inside"]
