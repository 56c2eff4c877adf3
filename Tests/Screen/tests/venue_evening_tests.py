"""An evening of twelve gates: everything real, and three mishaps, a stolen kiosk among them.

Stations, their ledger, a relay before a ticketing server, both control rooms and their pages in a browser; EVENING_GUESTS
says how many guests, 1,200 unless it is set. The pictures and the report are in .build/venue-evening: look at them.
"""

import contextlib
import csv
import io
import json
import os
import random
import shutil

from Harness.commands import Trouble
from Harness.control import Visitor
from Harness.hooks import Hook
from Harness.lab import TREE
from Harness.servers import free_port
from Harness.waiting import wait_until
from Screen import browser
from Screen.showing import OPEN
from Servers.relay import Relay
from Venue.tests.control_tests import Room, room_file
from Venue.tests.gates import Gate, Uploads, Venue
from Venue.tests.ledger import LedgerSuite, cluster

SUITE = LedgerSuite("evening of a venue")
FOLDER = TREE / ".build/venue-evening"
GATES = "ABCDEFGHIJKL"
GUESTS = int(os.environ.get("EVENING_GUESTS", "1200"))
SEED = 20261205
# Codes that a gate may have before it: people stand there, too.
QUEUE = 6
THIEVES = 9


class Evening:
    """Guests on their way to the gates, and the page that somebody watches."""

    def __init__(self, venue, room, page):
        self.venue, self.room, self.page = venue, room, page
        self.chance = random.Random(SEED)
        self.guests = list(range(GUESTS))
        self.chance.shuffle(self.guests)
        self.open = dict(venue.gates)

    def come(self, until):
        """Lets guests come until this share of them has."""
        while len(self.guests) > GUESTS * (1 - until):
            free = wait_until(lambda: [gate for gate in self.open.values() if gate.open < QUEUE], "a gate is free")
            self.chance.choice(free).send(self.guests.pop())

    def answered(self):
        for gate in self.open.values():
            wait_until(lambda gate=gate: gate.open == 0, f"gate {gate.name} answers")

    def picture(self, name, holds="true"):
        """What the page shows, once something is so there."""
        self.page.wait_for_function(f"() => {holds}", timeout=60_000)
        self.page.screenshot(path=FOLDER / f"{name}.png", animations="disabled")


class ByRelay(Uploads):
    """One of the stations tells a relay of all check-ins, which has the account's key."""

    def __init__(self, lab, relay):
        super().__init__(lab, "evening-uploads", None, None)
        self.relay = relay

    def backends(self, name):
        return {"box-office": self.relay.backend()}

    def secrets(self, name):
        return super().secrets(name) | {"box-office": self.relay.tokens[f"gate-{name}"]}


@contextlib.contextmanager
def relaying(lab):
    """A relay before a server, and somebody at its control room."""
    with Hook("key") as hook:
        relay = Relay(lab, "evening", [f"gate-{gate}" for gate in [*GATES, "L2"]], ["gala"],
                      {"kind": "webhook", "url": hook.url, "token": "key", "batch": 100})
        port = free_port()
        token = relay.serve_control_room(port)
        with relay:
            yield relay, hook, Visitor(port, token).sign_in()


def open_page(page, room):
    """Signs in, as a person does."""
    page.goto(f"http://127.0.0.1:{room.port}/sign-in")
    page.fill("#token", room.token)
    page.press("#token", "Enter")
    page.wait_for_selector(OPEN)


def admitted(gates):
    return [verdict["ticket"] for gate in gates for verdict in gate.printed if verdict["verdict"] == "admitted"]


@SUITE.test("guests come in at twelve gates, three things go wrong, a kiosk is stolen, and in the end every number is right",
            thorough=True)
def played(lab, ledger):
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    key = lab.folder / "orders"
    lab.usher("key", "generate", "--for", "orders", "--out", key)
    public = key.with_suffix(".pub").read_text().splitlines()[1]
    expected = GUESTS + GUESTS // 20  # not all who have a ticket come
    with relaying(lab) as (relay, hook, relay_room), \
            Venue(lab, ledger, "evening", GATES, expected, orders_key=public, uploads=ByRelay(lab, relay), starts=1) as venue, \
            Room(lab, ledger) as room, \
            browser.page(lab.chromium, f"http://127.0.0.1:{room.port}/sign-in", (1280, 800)) as page:
        open_page(page, room)
        evening = Evening(venue, room, page)
        wait_until(lambda: len(room.stations()) == len(GATES), "all gates report")

        def order(*words):
            # In the rush, a station may take longer to answer than the command waits.
            with contextlib.suppress(Trouble):
                lab.usher("order", *words, "--key", key.with_suffix(".key"), "--control", f"http://127.0.0.1:{room.port}",
                          "--token", lab.folder / f"room-{ledger.name}/token", "--by", "Grace")

        evening.come(0.25)
        evening.picture("rush", "document.getElementById('admitted').textContent !== '0'")

        # A kiosk whose power is gone comes back, and has lost nothing.
        dark = evening.open.pop("D")
        dark.host.kill()
        wait_until(lambda: dark.host.is_over, "all that it printed is read")
        # Who stood there and was not answered comes last: what it has claimed is given back when it is there again.
        evening.guests[:0] = dark.shown[len(dark.verdicts):]
        evening.come(0.4)
        evening.picture("away", "document.querySelector('#alarm:not([hidden])')?.textContent.includes('gate-D')")
        venue.gates["D"].start()
        evening.open["D"] = venue.gates["D"]

        # Nobody can ask the other gates: some tickets come in twice.
        evening.come(0.5)
        evening.answered()
        cluster("pause", ledger.socket)
        thieves = [evening.guests.pop() for _ in range(THIEVES)]
        for ticket in thieves:
            for gate in ("A", "B"):
                venue.gates[gate].send(ticket)
        evening.come(0.55)
        evening.answered()
        cluster("resume", ledger.socket)
        venue.wait_until_in_step()

        # The hall is full for a while.
        order("notice", "VIP buses at 19:40", "--all")
        order("pause", "The hall is full", "--to", "gate-A", "gate-B")
        wait_until(lambda: [gate for gate in ("gate-A", "gate-B") if "gatePaused" not in [
            each["code"] for each in room.stations()[gate]["status"]["conditions"]]] == [], "two gates are paused")
        waiting = evening.guests.pop()
        venue.gates["A"].send(waiting)
        evening.open = {name: gate for name, gate in evening.open.items() if name not in "AB"}
        evening.come(0.7)
        evening.picture("paused", "document.querySelectorAll('#orders li').length === 2")
        order("resume", "--to", "gate-A", "gate-B")
        wait_until(lambda: all("gatePaused" not in [each["code"] for each in room.stations()[gate]["status"]["conditions"]]
                               for gate in ("gate-A", "gate-B")), "they go on")
        evening.open |= {name: venue.gates[name] for name in "AB"}
        venue.gates["A"].send(waiting)

        # A kiosk is stolen. Another takes its place.
        stolen = evening.open.pop("L")
        wait_until(lambda: stolen.open == 0 and stolen.is_in_step(), "the ledger knows all that it did")
        wait_until(lambda: room.stations()["gate-L"]["status"]["journal"]["entries"] >= len(stolen.printed),
                   "the control room has the end of its journal")
        heads_of_stolen = room.heads("gate-L")
        stolen.host.kill()
        shutil.rmtree(stolen.host.state)
        other = Gate(venue.event, ledger, "L2", uploads=ByRelay(lab, relay), place={"gate": "L"}, orders_key=public)
        other.start()
        wait_until(other.is_in_step, "the other kiosk is in step")
        evening.open["L2"] = other
        evening.come(1)
        evening.answered()
        gates = [*venue.gates.values(), other]
        printed = len(admitted(gates))
        wait_until(lambda: 0 <= room.admitted("gala") - printed <= QUEUE, "the control room has all of them")
        total = room.admitted("gala")
        evening.picture("end", f"document.getElementById('admitted').textContent === '{total:,}'")
        page.set_viewport_size({"width": 1920, "height": 1080})
        page.click("#wall")
        evening.picture("wall")

        # The relay was told the same, by the same stations; its page has the lists and the stations, too.
        wait_until(lambda: 0 <= relay_room.admitted("gala") - printed <= QUEUE, "the relay's control room has all of them")
        page.set_viewport_size({"width": 1280, "height": 800})
        open_page(page, relay_room)
        evening.picture("relay", "document.getElementById('admitted').textContent !== '0'")
        wait_until(lambda: not any(gate.outbox() for gate in evening.open.values()), "nothing waits for the server")

        journals, heads = [], [*heads_of_stolen]
        for gate in evening.open.values():
            journals.append(FOLDER / f"gate-{gate.name}.jsonl")
            gate.usher("journal", "export", "--out", journals[-1])
            heads += room.heads(f"gate-{gate.name}")
        # What the station with the power cut had recorded and could not show any more is in its journal only.
        entries = [entry for each in journals for entry in map(json.loads, each.read_text().splitlines())
                   if entry.get("verdict") == "admitted"]
        wait_until(lambda: {entry["id"] for entry in entries} <= hook.taken.keys(), "the server has heard of all")
        of_stolen = [each for each in hook.entries() if each["station"] == "gate-L" and each["verdict"] == "admitted"]

    def join(name):
        return lab.usher("evening", "join", *journals, "--list", venue.event.list, "--key", venue.event.public_key,
                         "--head", room_file(lab, ledger, *heads), "--out", FOLDER / name, fails=True)

    said = join("report.csv")
    join("report.pdf")
    join("report.xlsx")
    assert "gate-L" in said, said
    rows = list(csv.DictReader(io.StringIO((FOLDER / "report.csv").read_text())))
    totals = {row["key"]: int(row["value"]) for row in rows if row["section"] == "total" and row["value"].isdigit()}
    here = [entry["ref"] for entry in entries]
    assert len(of_stolen) == len(admitted([stolen])), "what the stolen kiosk had told the relay is at the server"
    assert totals["came"] == len(set(here)), (totals, len(set(here)))
    assert totals["admitted"] == len(here), (totals, len(here))
    assert totals["not_come"] == expected - len(set(here)), totals
    shown = {f"R{ticket}" for ticket in admitted(gates)}
    assert {f"R{ticket}" for ticket in admitted([stolen])} | set(here) >= shown and len(set(here) | shown) == GUESTS, \
        "everybody is in, and nobody was let in without an entry"
    twice = {row["reference"] for row in rows if row["section"] == "conflict"}
    assert twice == {f"R{ticket}" for ticket in thieves}, (twice, thieves)
    return f"{total} people at {len(gates)} gates"
