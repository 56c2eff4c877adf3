"""What one gate let in, taken back by a supervisor at another: real processes, and the commands of a station."""

import collections
import concurrent.futures
import json

from Harness.commands import Trouble
from Harness.waiting import wait_until
from Venue.tests.gates import Venue
from Venue.tests.gates_tests import compare
from Venue.tests.ledger import LedgerSuite

SUITE = LedgerSuite("undo")
test = SUITE.test
TICKETS = 20


def undo(gate, entry):
    """What a supervisor is told at a gate: nothing when the entry is taken back."""
    try:
        gate.usher("undo", entry, "--operator", "Sue", "--note", "wrong door")
    except Trouble as trouble:
        return str(trouble)
    return ""


def passages(gate, ticket):
    """On a ticket, as a gate knows them."""
    found = json.loads(gate.usher("search", f"R{ticket}", "--json"))
    return found["hits"][0]["passages"]


def known(gate, ticket):
    """The id of what another gate let in, once this one has heard of it."""
    [passage] = wait_until(lambda: passages(gate, ticket), f"gate {gate.name} knows of it")
    return passage["entry"]


def admitted(entries):
    """How often each ticket was let in, taken back or not."""
    return collections.Counter(
        entry["ref"] for entry in entries if entry["verdict"] == "admitted" and not entry["undoes"])


@test("what one gate let in is taken back by two others at once: once, and the ticket enters once more, at any gate")
def taken_back(lab, ledger):
    with Venue(lab, ledger, "takenback", "ABC", TICKETS) as venue, concurrent.futures.ThreadPoolExecutor() as pool:
        first, *others = venue.gates.values()
        for ticket in range(TICKETS):
            first.send(ticket)
        venue.wait_until_answered()
        for ticket in range(TICKETS):
            [entry] = {known(gate, ticket) for gate in others}
            said = sorted(pool.map(lambda gate, entry=entry: undo(gate, entry), others))
            if said[0] != "" or "it has already been undone" not in said[1]:
                raise AssertionError(f"ticket {ticket}: {said}")
            for gate in venue.gates.values():
                gate.send(ticket)
        venue.wait_until_answered()
        venue.wait_until_in_step()
        venue.close()
        entries = compare(venue)
        undos = [entry for entry in entries if entry["kind"] == "supervisorUndo"]
        if len(undos) != TICKETS or set(admitted(entries).values()) != {2}:
            raise AssertionError(f"{len(undos)} undos, {admitted(entries)}")
        told = ledger.usher("conflicts", "--json")
        if told.count("wrong door") != TICKETS:
            raise AssertionError(told)


@test("where the ledger's owner forbids it nothing is recorded, and the supervisor is told why")
def forbidden(lab, ledger):
    ledger.usher("supervisor-undo", "forbid")
    with Venue(lab, ledger, "forbidden", "AB", 1) as venue:
        first, other = venue.gates.values()
        first.send(0)
        venue.wait_until_answered()
        said = undo(other, known(other, 0))
        if "no station of this venue takes back what another recorded" not in said:
            raise AssertionError(said)
        other.send(0)
        venue.wait_until_answered()
        venue.close()
        entries = compare(venue)
        if [entry["kind"] for entry in entries] != ["scan"] or admitted(entries) != {"R0": 1}:
            raise AssertionError(entries)
