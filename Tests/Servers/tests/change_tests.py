"""Tickets that change in a real pretix after the list was made, at a station and behind a relay."""

import time

from Harness.waiting import wait_until
from Servers.relay import Relay
from Servers.tests.pretix_tests import backend, pull, sell, station, test, token

EVENT = "/api/v1/organizers/gala-ltd/events/gala"


class Changes:
    """Tickets that are sold for one test, and what happens to them in pretix's API. `name`: five letters or more."""

    def __init__(self, lab, pretix, name):
        self.lab, self.pretix, self.name = lab, pretix, name
        self.hall = pretix.seeded["gala"]["lists"]["hall"]
        self.tickets = {}

    def sell(self, name, status="p"):
        self.tickets[name] = sell(pretix=self.pretix, order=self.name + name, event="gala", status=status)

    def order(self, name, act, **more):
        return self._ask("POST", f"/orders/{self.name}{name}/{act}/", {"send_email": False, **more})

    def position(self, ticket, act, **more):
        return self._ask("POST", f"/orderpositions/{self.tickets[ticket]['id']}/{act}/", more)

    def position_of(self, ticket):
        return self._ask("GET", f"/orderpositions/{self.tickets[ticket]['id']}/", None)

    def _ask(self, method, path, body):
        status, answer = self.pretix.ask(method, EVENT + path, body)
        assert status == 200, (path, status, answer)
        return answer

    def arrive(self, kiosk, name, word, what):
        """Until the station says this word of the ticket."""
        began = time.monotonic()
        code = self.tickets[name]["code"]
        wait_until(lambda: kiosk.word(code, self.hall, "look") == word, f"the station knows: {what}",
                   self.lab.news_seconds)
        self.lab.log(f"{self.name}: {what} is known after {time.monotonic() - began:.1f} s")


def prepared(lab, pretix, name):
    """One ticket for each thing that happens, and a list with all of them."""
    changes = Changes(lab, pretix, name)
    for each in ("A", "B", "C", "D"):
        changes.sell(each)
    changes.sell("E", status="n")
    list, _ = pull(lab, pretix, "gala")
    return changes, list


def happen(changes, kiosk):
    """What changes an order in pretix, one thing after the other."""
    hall = changes.hall
    for name, word in (("A", "admitted"), ("B", "admitted"), ("C", "admitted"), ("D", "admitted"), ("E", "unpaid")):
        assert kiosk.word(changes.tickets[name]["code"], hall, "look") == word, name
    assert kiosk.word(changes.tickets["D"]["code"], hall) == "admitted"
    changes.order("A", "mark_canceled")
    changes.arrive(kiosk, "A", "voided", "an order is cancelled")
    changes.position("B", "add_block", name="api:lost")
    changes.arrive(kiosk, "B", "blocked", "a ticket is blocked")
    changes.order("E", "mark_paid")
    changes.arrive(kiosk, "E", "admitted", "an order is paid")
    changes.position("B", "remove_block", name="api:lost")
    changes.arrive(kiosk, "B", "admitted", "a ticket is unblocked")
    changes.order("D", "mark_canceled")
    changes.arrive(kiosk, "D", "voided", "the order of somebody who is inside is cancelled")
    # pretix agrees, and whoever is inside can leave.
    for name in ("B", "E"):
        assert kiosk.word(changes.tickets[name]["code"], hall) == "admitted" and kiosk.settle() == [], name
    assert kiosk.word(changes.tickets["D"]["code"], hall, "out") == "checkedOut"


@test("what changes in pretix is known at a station within seconds: cancelled, blocked, paid, another code")
def changed(lab, pretix):
    changes, list = prepared(lab, pretix, "CHANGED")
    with station(lab, pretix, "changes", "publisher", [list], tells_others=True) as kiosk:
        happen(changes, kiosk)
        changes.position("C", "regenerate_secrets")
        changes.arrive(kiosk, "C", "revoked", "a ticket has another code")
        # A list that was made later decides, and has the new code.
        again, _ = pull(lab, pretix, "gala")
        kiosk.usher("manifest", "install", again)
        new = changes.position_of("C")["secret"]
        for code, word in ((new, "admitted"), (changes.tickets["A"]["code"], "voided")):
            assert kiosk.word(code, changes.hall, "look") == word, word


@test("what changes in pretix is known behind a relay within seconds, and no code is passed on")
def changed_relayed(lab, pretix):
    changes, list = prepared(lab, pretix, "RELAYED")
    with Relay(lab, "pretix-changes", ["kiosk"], ["gala"],
               backend(pretix, tells_others=True, token=token(pretix, "publisher"))) as relay:
        made = relay.station("kiosk", "pretix-changes-relayed")
        with made.install(f"{pretix.prepared['key']}.pub", list) as kiosk:
            happen(changes, kiosk)
    codes = [each["code"].encode() for each in changes.tickets.values()]
    for file in relay.folder.glob("state/*"):
        assert not any(code in file.read_bytes() for code in codes), file
