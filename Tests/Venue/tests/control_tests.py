"""The control room of a venue: what its stations tell the ledger, on one page."""

import contextlib
import csv
import io
import json
import pathlib
import secrets
import stat
import time
import zipfile

from Harness.commands import Trouble
from Harness.control import Visitor
from Harness.organizer import Event
from Harness.programs import Program
from Harness.servers import free_port
from Harness.waiting import wait_until
from Venue.tests.command_tests import alerts, webhook
from Venue.tests.gates import Gate, Venue
from Venue.tests.ledger import LedgerSuite

SUITE = LedgerSuite("control room")
test = SUITE.test


class Room(Program):
    """`usher venue serve`, and somebody who has signed in."""

    def __init__(self, lab, ledger):
        self.lab, self.ledger = lab, ledger
        self.folder = pathlib.Path(lab.folder / f"room-{ledger.name}")
        self.folder.mkdir()
        super().__init__(self.folder / "room.log")
        self.token = self.folder / "token"
        self.token.write_text(secrets.token_hex(32) + "\n")
        self.token.chmod(0o600)

    def __enter__(self):
        port = free_port()
        self.launch(self.lab.programs / "usher", "venue", "serve", self.ledger.url, "--token", self.token, "--host",
                    "control.example.org", "--host", f"127.0.0.1:{port}", "--listen", f"127.0.0.1:{port}")
        self.said(r"address=http://127.0.0.1:\d+/")
        visitor = Visitor(port, self.token.read_text().strip()).sign_in()
        wait_until(lambda: visitor.request("GET", "/control/state")[0].status == 200, "it has read the ledger")
        return visitor

    def __exit__(self, *_):
        self.stop(20)


@test("what all gates do is on one page, within seconds, and a gate that is gone is told")
def gates(lab, ledger):
    with Venue(lab, ledger, f"room-{ledger.name}", "ABC", 60) as venue, Room(lab, ledger) as room:
        # The clock of the machine that runs the tests may not be synchronised, which is a warning.
        wait_until(lambda: [each["level"] for each in room.stations().values()].count("broken") == 0
                   and len(room.stations()) == 3, "all gates report, and are well")
        for number in range(1, 31):
            venue.gates["ABC"[number % 3]].send(number)
        venue.wait_until_answered()
        began = time.monotonic()
        room.wait_until_admitted("gala", 30)
        seconds = time.monotonic() - began
        [event] = room.state()["events"]
        assert [(gate["slug"], gate["admitted"]) for gate in event["lists"][0]["gates"]] == [("A", 10), ("B", 10), ("C", 10)]
        venue.gates["B"].host.kill()
        wait_until(lambda: "away" in room.stations()["gate-B"]["troubles"], "the lost gate is told", 60)
        assert room.admitted("gala") == 30, "its people stay counted"
        assert room.state()["stations"][0]["status"]["station"] == "gate-B", "the worst stands first"
        venue.gates["B"].start()
        wait_until(lambda: room.stations()["gate-B"]["troubles"] == [], "it is back")
        return f"on the page {seconds:.1f} s after the last verdict"


@test("the ends of the journals are kept, and show what was changed later")
def heads(lab, ledger):
    with Venue(lab, ledger, f"heads-{ledger.name}", "A", 20) as venue, Room(lab, ledger) as room:
        gate = venue.gates["A"]
        gate.send(1)
        venue.wait_until_answered()
        room.wait_until_admitted("gala", 1)
        lines = room.heads("gate-A")
        assert len(lines) in (1, 2) and all(line.count(".") == 2 for line in lines), lines
        assert room.heads("gate-B") == []
        head = room_file(lab, ledger, lines[-1])
        gate.usher("journal", "verify", "--head", head)


def room_file(lab, ledger, *lines):
    file = lab.folder / f"head-{ledger.name}"
    file.write_text("".join(line + "\n" for line in lines))
    return file


@test("after the event the journals of all gates make one report, checked against the ends that were kept")
def joined(lab, ledger):
    name = f"joined-{ledger.name}"
    with Venue(lab, ledger, name, "AB", 30) as venue, Room(lab, ledger) as room:
        for number in range(1, 21):
            venue.gates["AB"[number % 2]].send(number)
        venue.gates["A"].send(1)  # refused: let in at B
        venue.wait_until_answered()
        room.wait_until_admitted("gala", 20)
        heads = room_file(lab, ledger, *room.heads("gate-A"), *room.heads("gate-B"))
        journals = []
        for gate in venue.gates.values():
            journals.append(lab.folder / f"{name}-{gate.name}.jsonl")
            gate.usher("journal", "export", "--out", journals[-1])

    def join(*files, format="csv", **more):
        return lab.usher("evening", "join", *files, "--list", venue.event.list, "--key", venue.event.public_key, "--head",
                         heads, "--format", format, **more)

    rows = list(csv.DictReader(io.StringIO(join(*journals))))
    totals = {row["key"]: row["value"] for row in rows if row["section"] == "total"}
    assert (totals["came"], totals["not_come"], totals["entered_again"]) == ("20", "10", "0"), totals
    assert {row["gate"]: row["value"] for row in rows if row["section"] == "gate" and row["key"] == "admitted"} == \
        {"A": "10", "B": "10"}
    absent = {row["reference"] for row in rows if row["section"] == "not_come"}
    assert absent == {f"R{number}" for number in (0, *range(21, 30))}, absent
    assert [row["value"] for row in rows if row["section"] == "refusal"] == ["1"]
    report = lab.folder / f"{name}.xlsx"
    join(*journals, "--out", report, format="xlsx")
    assert zipfile.ZipFile(report).testzip() is None
    # Without one gate the numbers are too low, and the command says so.
    said = join(journals[0], fails=True)
    assert "No journal has an entry of gate B" in said, said


@test("without the token nothing is told, and a page on another site cannot ask")
def strangers(lab, ledger):
    with Room(lab, ledger) as room:
        stranger = Visitor(room.port, "")
        for path in ("/control/state", "/control/heads?station=gate-A"):
            answer, text = stranger.request("GET", path)
            assert answer.status == 401 and b"gate" not in text, (path, answer.status, text)
        answer, _ = stranger.request("GET", "/")
        assert (answer.status, answer.headers["Location"]) == (303, "/sign-in")
        answer, _ = Visitor(room.port, "", host="evil.example.org").request("GET", "/sign-in")
        assert answer.status == 421, answer.status
        room.host = "evil.example.org"
        answer, _ = room.request("GET", "/control/state")
        assert answer.status == 421, answer.status


@test("a station can write nothing but its own report, and reads nobody's")
def rights(lab, ledger):
    role, file = ledger.add("north")
    password = file.read_text().strip()
    ledger.psql(ledger.name, "SELECT usher.report('a', 'b')", role, password)
    told = json.loads(ledger.psql(ledger.name, "SELECT json_agg(station) FROM usher.report"))
    assert told == ["north"], told
    for statement in ("SELECT * FROM usher.report", "SELECT * FROM usher.head", "DELETE FROM usher.head"):
        with contextlib.suppress(Trouble):
            ledger.psql(ledger.name, statement, role, password)
            raise AssertionError(f"a station may: {statement}")
    # What is no report is refused by whoever reads it, and stops nothing.
    with Room(lab, ledger) as room:
        assert room.state()["stations"] == []


@test("an order reaches its gate within seconds, is done once, and the page shows who did it")
def orders(lab, ledger):
    name = f"orders-{ledger.name}"
    key = lab.folder / name
    lab.usher("key", "generate", "--for", "orders", "--out", key)
    public = key.with_suffix(".pub").read_text().splitlines()[1]
    with Venue(lab, ledger, name, "AB", 20, orders_key=public) as venue, Room(lab, ledger) as room:
        wait_until(lambda: len(room.stations()) == 2, "both gates report")

        def order(*words, key=key.with_suffix(".key"), **more):
            return lab.usher("order", *words, "--key", key, "--control", f"http://127.0.0.1:{room.port}", "--token",
                             lab.folder / f"room-{ledger.name}" / "token", **more)

        def answers():
            return [({each["station"]: each["outcome"] for each in given["answers"]}, given["waiting"])
                    for given in room.state()["orders"]]

        began = time.monotonic()
        order("pause", "The hall is full", "--to", "gate-A")
        wait_until(lambda: answers() == [({"gate-A": "done"}, [])], "gate A has paused")
        seconds = time.monotonic() - began
        venue.gates["A"].send(1)
        venue.gates["B"].send(2)
        venue.wait_until_answered()
        shown = {gate.name: [(verdict["verdict"], verdict["reason"]) for verdict in gate.printed]
                 for gate in venue.gates.values()}
        assert shown == {"A": [("refused", "paused")], "B": [("admitted", None)]}, shown
        order("resume", "--to", "gate-A")
        wait_until(lambda: answers() == [({"gate-A": "done"}, [])] * 2, "gate A goes on")
        venue.gates["A"].send(3)
        venue.wait_until_answered()
        assert venue.gates["A"].printed[-1]["verdict"] == "admitted"
        file = lab.folder / f"{name}-bundle.txt"
        order("bundle", "--to", "gate-B", "--out", file)
        assert file.read_text().startswith("USHER SUPPORT BUNDLE") and "== doctor ==" in file.read_text(), file
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        # Somebody who has the page's token, and not the key.
        lab.usher("key", "generate", "--for", "orders", "--out", lab.folder / f"{name}-other")
        said = order("pause", "Go home", "--all", key=lab.folder / f"{name}-other.key", fails=True)
        assert "gate-A has not answered yet" in said, said
        wait_until(lambda: sorted(answers()[0][1]) == ["gate-A", "gate-B"], "the foreign order is passed on")
        assert len(json.dumps(room.state())) < 100_000, "a bundle is no part of the page"
        venue.gates["B"].send(4)
        venue.wait_until_answered()
        assert venue.gates["B"].printed[-1]["verdict"] == "admitted"
        said = order("pause", "x", "--all", "--minutes", "9999", fails=True)
        assert "1440" in said, said
        return f"done and told {seconds:.1f} s after it was given"


@test("settings go to one station, and to the other when they went well there; both keep them over a restart")
def settings(lab, ledger):
    name = f"settings-{ledger.name}"
    key = lab.folder / name
    lab.usher("key", "generate", "--for", "orders", "--out", key)
    public = key.with_suffix(".pub").read_text().splitlines()[1]
    event = Event(lab, name, 5, id="gala", gates="AB")
    ledger.usher("publish", event.list)
    off = {"cameras": "off", "scanners": "off", "screen": "off", "policy": {"faceless": "allow"}}
    gates = [Gate(event, ledger, gate, place={"gate": gate, **off}, reads=(), orders_key=public) for gate in "AB"]
    try:
        for gate in gates:
            gate.start()
            wait_until(gate.is_in_step, f"gate {gate.name} is in step")
        with Room(lab, ledger) as room:
            wait_until(lambda: len(room.stations()) == 2, "both gates report")
            file = lab.folder / f"{name}.yaml"

            def order(text, **more):
                file.write_text(text)
                return lab.usher("order", "settings", file, "--to", "gate-B", "gate-A", "--by", "Grace", "--key",
                                 key.with_suffix(".key"), "--control", f"http://127.0.0.1:{room.port}", "--token",
                                 lab.folder / f"room-{ledger.name}" / "token", **more)

            said = order("language: de\nhooks: [{command: [/bin/true]}]\n", fails=True)
            assert "line 2: hooks" in said and room.state()["orders"] == [], said
            began = time.monotonic()
            said = [line.strip() for line in order("language: de\n").splitlines()]
            seconds = time.monotonic() - began
            assert [line for line in said if line.startswith("gate-")] == ["gate-B: done", "gate-A: done"], said
        for gate in gates:
            findings = gate.ask("/v1/doctor")["items"]
            assert any("from Grace: language: de" in each["says"] for each in findings), findings
    finally:
        for gate in gates:
            if gate.host.runs():
                gate.host.kill()
    return f"two stations in {seconds:.0f} s"


@test("the sum of an event that is over is told once, in the language of the organizer")
def digest(lab, ledger):
    with webhook() as (port, heard, answer), Venue(lab, ledger, f"sum-{ledger.name}", "AB", 40, ends=-0.5) as venue, \
            Room(lab, ledger) as room:
        folder = alerts(lab, ledger, port, more="  digest: de\n")
        for number in range(1, 11):
            venue.gates["AB"[number % 2]].send(number)
        venue.wait_until_answered()
        room.wait_until_admitted("gala", 10)
        for _ in range(2):
            ledger.usher("watch", "--state", folder / "told", "--alerts", folder / "alerts.yaml")
        [message] = [said for (kind, *_), said in zip(heard, answer["said"]) if kind == "digest"]
        for part in ("Gala ist seit", "Hall: 10 von 40 Personen", "Gate A 5, Gate B 5"):
            assert part in message, message
