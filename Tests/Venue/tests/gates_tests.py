"""Sixteen gates as real processes on one ledger: each ticket enters once, whatever happens to ledger and stations."""

import collections
import contextlib
import json
import os
import random
import string
import threading
import time

from Harness import hooks
from Harness.waiting import wait_until
from Venue.tests.gates import Gate, Uploads, Venue
from Venue.tests.ledger import LedgerSuite, cluster

SUITE = LedgerSuite("gates")
test = SUITE.test
NAMES = string.ascii_uppercase[:16]
TICKETS = int(os.environ.get("VENUE_TICKETS", "2000"))
# Tickets that are shown when everything is well again.
AFTERWARDS = 50
# Tickets that are shown and not answered yet at a gate: as many people as stand before one.
QUEUE = 4


def passing(entry):
    return entry["verdict"] in ("admitted", "checkedOut")


def show_all(venue, tickets, gates_each, chance):
    """Each ticket at so many random gates at once."""
    gates = list(venue.gates.values())
    for ticket in tickets:
        venue.wait_until_answered(QUEUE)
        for gate in chance.sample(gates, gates_each):
            gate.send(ticket)
    venue.wait_until_answered()


def by_ticket(verdicts):
    seen = collections.defaultdict(list)
    for verdict in verdicts:
        seen[verdict["ticket"]].append(verdict)
    return seen


def compare(venue):
    """Every station's journal and the ledger, entry by entry. Returns all entries of the journals that count."""
    told = collections.defaultdict(dict)
    undone = set()
    for entry in venue.entries():
        told[entry["station"]][entry["id"]] = entry
        undone.add(entry.get("undoes"))
    everything = []
    for gate in venue.gates.values():
        own = {entry["id"]: entry for entry in gate.journal() if passing(entry)}
        of_ledger = told[f"gate-{gate.name}"]
        # What was claimed and never recorded has been taken back; nothing else is missing anywhere.
        extra = {id for id, entry in of_ledger.items()
                 if id not in own and entry["kind"] != "takenBack" and id not in undone}
        missing = own.keys() - of_ledger.keys()
        # Nor has the ledger taken back what a journal has.
        missing |= own.keys() & {entry["undoes"] for entry in of_ledger.values() if entry["kind"] == "takenBack"}
        if extra or missing:
            raise AssertionError(f"gate {gate.name}: {len(extra)} only in the ledger, {len(missing)} only in the journal")
        for id, entry in own.items():
            other = of_ledger[id]
            for name in ("seq", "event", "list", "gate", "key", "line", "ref", "verdict", "kind", "count"):
                if entry[name] != other.get(name):
                    raise AssertionError(f"gate {gate.name}: {name} of {id}: {entry[name]}, {other.get(name)}")
        recorded = {entry["seq"]: entry for entry in own.values()}
        for verdict in filter(passing, gate.printed):
            if recorded.get(verdict["seq"], {}).get("ref") != verdict["ref"]:
                raise AssertionError(f"gate {gate.name}: entry {verdict['seq']} was shown and is not in the journal")
        everything += own.values()
    return everything


@test("each ticket at three gates at once enters once, and the others tell where and when")
def once(lab, ledger):
    chance = random.Random(8)
    with Venue(lab, ledger, "once", NAMES, TICKETS) as venue:
        began = time.monotonic()
        show_all(venue, range(TICKETS), 3, chance)
        seconds = time.monotonic() - began
        venue.close()
        for ticket, seen in by_ticket(venue.printed()).items():
            winners = [verdict for verdict in seen if verdict["verdict"] == "admitted"]
            if len(seen) != 3 or len(winners) != 1:
                raise AssertionError(f"ticket {ticket}: {[(each['gate'], each['verdict']) for each in seen]}")
            [winner] = winners
            for loser in seen:
                if loser is winner:
                    continue
                first = loser["first"] or {}
                if loser["reason"] != "alreadyScanned" or \
                        (first.get("gate"), first.get("at"), first.get("station")) != \
                        (winner["gate"], winner["at"], f"gate-{winner['gate']}"):
                    raise AssertionError(f"ticket {ticket}: {winner}, {loser}")
        if len(compare(venue)) != TICKETS:
            raise AssertionError("there are not as many admissions as tickets")
        if any(not entry["claimed"] for entry in venue.entries()) or ledger.usher("conflicts", "--json"):
            raise AssertionError("a station was alone, with a ledger beside it")
    return f"{3 * TICKETS / seconds:.0f} scans a second"


@test("groups, re-entry and a capacity: never one too many, at any gate")
def capacity(lab, ledger):
    chance, most, groups = random.Random(9), TICKETS // 4, TICKETS // 10
    with Venue(lab, ledger, "capacity", NAMES, groups, admits=4, reentry="after_exit") as venue:
        ledger.usher("capacity", "gala", "main", most)
        people = [group for group in range(groups) for _ in range(4)]
        chance.shuffle(people)
        show_all(venue, people, 1, chance)
        counts = collections.Counter(verdict["reason"] or verdict["verdict"] for verdict in venue.printed())
        if counts != {"admitted": most, "full": len(people) - most}:
            raise AssertionError(counts)
        inside = collections.Counter(verdict["ticket"] for verdict in venue.printed() if passing(verdict))
        leaving = chance.sample(sorted(inside.elements()), most // 5)
        for ticket in leaving:
            venue.wait_until_answered(QUEUE)
            chance.choice(list(venue.gates.values())).send(ticket, "out")
        venue.wait_until_answered()
        # Whoever left comes back, each at two gates at once: as many enter as have left.
        show_all(venue, leaving, 2, chance)
        venue.close()
        compare(venue)
        entries = venue.entries()
        [hall] = json.loads(ledger.usher("status", "--json"))["lists"]
        if (hall["inside"], hall["capacity"]) != (most, most):
            raise AssertionError(hall)
        check_replay(entries, most)


def check_replay(entries, most):
    """As the ledger took them: so many people in the hall, and four of a group."""
    hall, groups = 0, collections.Counter()
    for entry in sorted(entries, key=lambda entry: entry["received"]):
        people = entry["count"] if entry["verdict"] == "admitted" else -entry["count"]
        hall += people
        groups[entry["key"]] += people
        if hall > most or groups[entry["key"]] > 4 or groups[entry["key"]] < 0:
            raise AssertionError(f"{hall} people in the hall, {groups[entry['key']]} of one group")


@test("a list that is published reaches a station, and one of a stranger is refused")
def lists(lab, ledger):
    with Venue(lab, ledger, "lists", "A", 3) as venue:
        [gate] = venue.gates.values()
        event = venue.event
        with open(event.tickets, "a", encoding="utf-8") as tickets:
            tickets.write("one-more-of-the-same-length-as-those-above,R9,standard,1\n")
        seq = int(time.time()) + 60
        ledger.usher("publish", event.build("newer.usher", "--seq", seq))
        wait_until(lambda: gate.status()["serving"][0]["tickets"] == 4, "the newer list is there")
        event.usher("key", "generate", "--out", event.folder / "stranger")
        (event.folder / "stranger.key").rename(event.key)
        ledger.usher("publish", event.build("strange.usher", "--seq", seq + 60))
        wait_until(lambda: any("key" in fault for fault in gate.status()["faults"]), "the stranger's list is refused")
        if gate.status()["serving"][0]["tickets"] != 4:
            raise AssertionError("the last good list is not in force")


@test("a door goes on while the ledger is paused, and asks it again afterwards")
def pause(lab, ledger):
    with Venue(lab, ledger, "pause", "A", 3, limit="150ms") as venue:
        [gate] = venue.gates.values()
        cluster("pause", ledger.socket)
        began = time.monotonic()
        gate.send(0)
        gate.next_verdict()
        seconds = time.monotonic() - began
        wait_until(lambda: gate.status()["venue"]["condition"] == "alone", "the station says that it is alone")
        cluster("resume", ledger.socket)
        venue.wait_until_in_step()
        gate.send(1)
        venue.wait_until_answered()
        venue.close()
        compare(venue)
        if [verdict["verdict"] for verdict in gate.printed] != ["admitted", "admitted"]:
            raise AssertionError(gate.printed)
    return f"the first answer after {seconds * 1000:.0f} ms, of a limit of 150 ms"


def upload_state(ledger):
    """The station that uploads, and how many check-ins wait for it."""
    uploads = json.loads(ledger.usher("status", "--json"))["uploads"]
    return (uploads[0].get("station"), uploads[0]["waiting"]) if uploads else (None, 0)


@test("one station uploads for all; killed, another takes over, and every check-in arrives once in effect")
def uploading(lab, ledger):
    tickets = 200
    with contextlib.ExitStack() as stack:
        hook = stack.enter_context(hooks.Hook("a token", pause=0.02))
        uploads = Uploads(lab, "uploads", hook.url, "a token")
        venue = stack.enter_context(Venue(lab, ledger, "uploads", "ABCD", tickets, uploads=uploads))
        gates = list(venue.gates.values())
        first = wait_until(lambda: upload_state(ledger)[0], "a station uploads")
        for ticket in range(tickets // 2):
            gates[ticket % 4].send(ticket)
        wait_until(lambda: len(hook.taken) >= 10, "the server hears of some")
        [killed] = [gate for gate in gates if f"gate-{gate.name}" == first]
        wait_until(lambda: killed.open == 0, "it shows what it was shown")
        killed.host.kill()
        before, spoke, began = len(hook.taken), list(hook.speakers), time.monotonic()
        second = wait_until(lambda: {upload_state(ledger)[0]} - {None, first}, "another station uploads").pop()
        seconds = time.monotonic() - began
        killed.start()
        wait_until(killed.is_in_step, "it is back")
        for ticket in range(tickets // 2, tickets):
            gates[ticket % 4].send(ticket)
        wait_until(lambda: len(hook.taken) == tickets, "the server has heard of all")
        wait_until(lambda: not any(gate.outbox() for gate in gates), "nothing waits anywhere")
        wait_until(lambda: upload_state(ledger)[1] == 0, "the ledger says so, too")
        sealed = ledger.psql(ledger.name, "SELECT string_agg(encode(sealed, 'escape'), '') FROM usher.parcel")
        venue.close()
        recorded = {entry["id"] for gate in gates for entry in gate.journal()}
        if recorded != hook.taken.keys() or len(recorded) != tickets:
            raise AssertionError(f"{len(recorded)} recorded, {len(hook.taken)} told")
        if spoke != [f"/checkins/{killed.name}"] or hook.speakers != spoke + [f"/checkins/{second.removeprefix('gate-')}"]:
            raise AssertionError(f"{first}, then {second} uploads: {spoke}, then {hook.speakers} spoke to the server")
        if not sealed or any(entry["key"] in sealed or entry["id"] in sealed for entry in hook.taken.values()):
            raise AssertionError("the ledger can read what it passes on")
        if before >= tickets // 2:
            raise AssertionError("it was not killed in the middle: this run shows nothing")
    return f"{before} of {tickets} told by {first}, which was killed; {second} took over after {seconds:.1f} s; " \
           f"{hook.again} were told again"


@test("a machine without a gate uploads for all")
def uploading_server(lab, ledger):
    with contextlib.ExitStack() as stack:
        hook = stack.enter_context(hooks.Hook("a token"))
        uploads = Uploads(lab, "server", hook.url, "a token")
        venue = Venue(lab, ledger, "server", "AB", 20, uploads=uploads)
        server = Gate(venue.event, ledger, "server", uploads=uploads, place={"cameras": "off", "scanners": "off"}, reads=())
        server.start()
        stack.callback(server.host.kill)
        wait_until(lambda: upload_state(ledger)[0] == "gate-server", "it uploads")
        stack.enter_context(venue)
        for ticket in range(20):
            venue.gates["AB"[ticket % 2]].send(ticket)
        wait_until(lambda: len(hook.taken) == 20, "the server hears of all")
        wait_until(lambda: not any(gate.outbox() for gate in venue.gates.values()), "nothing waits anywhere")
        server.host.stop()
        venue.close()
        compare(venue)
        if hook.speakers != ["/checkins/server"] or any(passing(entry) for entry in server.journal()):
            raise AssertionError(f"{hook.speakers} spoke to the server")


@test("without the ledger each station uploads its own, and one for all again afterwards")
def uploading_alone(lab, ledger):
    with contextlib.ExitStack() as stack:
        hook = stack.enter_context(hooks.Hook("a token"))
        uploads = Uploads(lab, "alone", hook.url, "a token")
        venue = stack.enter_context(Venue(lab, ledger, "alone", "AB", 30, limit="150ms", uploads=uploads))
        gates = list(venue.gates.values())

        def show_ten(first):
            for ticket in range(first, first + 10):
                gates[ticket % 2].send(ticket)
            wait_until(lambda: len(hook.taken) == first + 10, "the server hears of them")

        show_ten(0)
        one = list(hook.speakers)
        cluster("pause", ledger.socket)
        show_ten(10)
        both = set(hook.speakers)
        cluster("resume", ledger.socket)
        venue.wait_until_in_step()
        wait_until(lambda: upload_state(ledger)[0], "a station uploads")
        hook.speakers.clear()
        show_ten(20)
        wait_until(lambda: not any(gate.outbox() for gate in gates), "nothing waits anywhere")
        venue.close()
        compare(venue)
        if len(one) != 1 or both != {"/checkins/A", "/checkins/B"} or len(hook.speakers) != 1:
            raise AssertionError(f"{one}, then {both}, then {hook.speakers} spoke to the server")
        if {entry["id"] for gate in gates for entry in gate.journal()} != hook.taken.keys():
            raise AssertionError("the server and the journals differ")
    return f"{hook.again} were told again"


class Misfortune(threading.Thread):
    """What happens to ledger and stations while guests come."""

    def __init__(self, venue, chance):
        super().__init__(daemon=True)
        self.venue, self.chance = venue, chance
        self.over, self.stop = threading.Event(), threading.Event()
        self.killed = 0
        self.failure = None

    def run(self):
        try:
            for action, pause in [("pause", 2), ("resume", 3), ("kill", 2), ("restart", 4), ("pause", 1), ("resume", 0)]:
                self.kill_some(pause if action != "pause" else 1)
                cluster(action, self.venue.ledger.socket)
                self.kill_some(pause)
        except Exception as error:  # told by the test
            self.failure = error
        self.over.set()

    def kill_some(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            gate = self.chance.choice(list(self.venue.gates.values()))
            with gate.lock:
                gate.host.kill()
                gate.start()
            self.killed += 1
            self.stop.wait(self.chance.uniform(0.1, 0.6))


@test("a ledger that is paused, killed and restarted, and stations that are killed: nothing is lost, every double is told")
def misfortune(lab, ledger):
    chance = random.Random(10)
    with Venue(lab, ledger, "misfortune", NAMES, TICKETS, limit="150ms") as venue:
        gates = list(venue.gates.values())
        for gate in gates:
            gate.lock = threading.Lock()
        fate = Misfortune(venue, random.Random(11))
        fate.start()
        shown = 0
        for ticket in range(TICKETS - AFTERWARDS):
            if fate.over.is_set() and shown > TICKETS // 2:
                break
            for gate in chance.sample(gates, 3):
                with gate.lock:
                    wait_until(lambda gate=gate: gate.open <= QUEUE, "the gate answers")
                    gate.send(ticket)
            shown += 1
        fate.join()
        if fate.failure:
            raise fate.failure
        venue.wait_until_answered()
        venue.wait_until_in_step()
        # Connected again, it is asked again.
        show_all(venue, range(TICKETS - AFTERWARDS, TICKETS), 3, chance)
        venue.wait_until_in_step()
        noticed = {gate.name: gate.status()["faults"] for gate in gates}
        venue.close()
        entries = compare(venue)
        recorded = {entry["id"] for entry in entries}
        admitted = collections.Counter(entry["ref"] for entry in entries if entry["verdict"] == "admitted")
        doubles = {ref for ref, count in admitted.items() if count > 1}
        conflicts = [json.loads(line) for line in ledger.usher("conflicts", "--json").splitlines()]
        if {conflict["ref"] for conflict in conflicts} != doubles:
            raise AssertionError(f"{len(doubles)} tickets entered twice, {len(conflicts)} are told")
        told = {(conflict["ref"], each["gate"]) for conflict in conflicts for each in conflict["passages"]}
        if told != {(entry["ref"], entry["gate"]) for entry in entries if entry["ref"] in doubles}:
            raise AssertionError("a conflict does not tell all gates")
        seen = collections.Counter(verdict["ref"] for verdict in venue.printed() if verdict["verdict"] == "admitted")
        if not {ref for ref, count in seen.items() if count > 1} <= doubles:
            raise AssertionError("a double that was shown is not told")
        for name in {entry["gate"] for entry in entries if entry["ref"] in doubles}:
            if not any("let in at two gates" in fault for fault in noticed[name]):
                raise AssertionError(f"gate {name} does not say that a ticket entered twice: {noticed[name]}")
        claims = collections.Counter(entry["ref"] for entry in venue.entries()
                                     if entry["claimed"] and "undoes" not in entry and entry["id"] in recorded)
        if max(claims.values()) > 1:
            raise AssertionError("the ledger was asked, and a ticket entered twice")
        if not any(claims[f"R{ticket}"] for ticket in range(TICKETS - AFTERWARDS, TICKETS)):
            raise AssertionError("nobody asked the ledger after it was back")
        if not fate.killed or not doubles:
            raise AssertionError("nothing was killed, or no gate was alone: this run shows nothing")
    return f"{shown} tickets, {sum(claims.values())} entries were asked for, {fate.killed} stations killed, " \
           f"{len(doubles)} tickets entered twice, all told"
