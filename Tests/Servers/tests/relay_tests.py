"""Two stations and a relay: what one lets in the other knows, and the server hears of it once."""

import json
import time

from Harness.control import Visitor
from Harness.hooks import Hook
from Harness.organizer import Event
from Harness.sentences import Suite
from Harness.waiting import wait_until
from Servers.relay import Relay

SUITE = Suite("relay")
test = SUITE.test


@test("a ticket that one gate let in is known at the other within seconds, with gate and time")
def _(lab):
    event = Event(lab, "two-gates", 3, gates="AB", backend="box")
    code, other, third = event.codes.values()
    with Hook("key") as hook, Relay(
            lab, "news", ["north", "south"], [event.id], {"kind": "webhook", "url": hook.url, "token": "key"}) as relay:
        north, south = (relay.station(name).install(event.public_key, event.list) for name in ("north", "south"))
        with north, south:
            assert north.word(code, "A") == "admitted"
            began = time.monotonic()
            wait_until(lambda: south.word(code, "B", "look") == "alreadyScanned", "south knows", lab.news_seconds)
            lab.log(f"relay: known after {time.monotonic() - began:.1f} s")
            verdict = south.show(code, "B")
            assert verdict["first"]["gate"] == "A" and verdict["first"]["station"] == "north", verdict
            # Both are let in before either can know: both stations say so.
            assert north.word(other, "A") == "admitted" and south.word(other, "B") == "admitted"
            for each in (north, south):
                wait_until(lambda: doubles(each) == ["R1"], "the double entry is found", 20)
            assert "doubleEntries" in north.conditions()
            wait_until(lambda: len(hook.entries()) == 4, "the server hears of all", 20)
            assert north.word(third, "A") == "admitted"
        wait_until(lambda: [each["ref"] for each in hook.entries() if each["verdict"] == "admitted"].count("R2") == 1,
                   "what was sent at the last moment arrives")


def doubles(station):
    found = json.loads(station.usher("outbox", "list", "--conflicts", "--json"))
    return [each["ref"] for each in found["double_entries"]]


@test("a relay that is killed loses nothing it answered for, and stations go on where they were")
def _(lab):
    event = Event(lab, "killed-relay", 200, backend="box")
    with Hook("key") as hook:
        relay = Relay(lab, "killed", ["kiosk"], [event.id], {"kind": "webhook", "url": hook.url, "token": "key"})
        relay.__enter__()
        station = relay.station("kiosk").install(event.public_key, event.list)
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


@test("what stations say about themselves is on the relay's page, also when the relay was killed and one of them is gone")
def _(lab):
    event = Event(lab, "relay-room", 12, gates="AB", backend="box")
    codes = list(event.codes.values())
    with Hook("key") as hook:
        relay = Relay(lab, "room", ["north", "south"], [event.id], {"kind": "webhook", "url": hook.url, "token": "key"})
        token = relay.serve_control_room()
        relay.__enter__()
        north, south = (relay.station(name, f"room-{name}").install(event.public_key, event.list)
                        for name in ("north", "south"))
        with north:
            with south:
                for number, code in enumerate(codes):
                    assert (north, south)[number % 2].word(code, "AB"[number % 2]) == "admitted"
                room = Visitor(relay.control_port(), token).sign_in()
                room.wait_until_admitted(event.id, 12)
                assert room.state()["events"][0]["stations"] == 2
            wait_until(lambda: "away" in room.stations()["south"]["troubles"], "the station that is gone is told")
            relay.kill()
            relay.__enter__()
            room = Visitor(relay.control_port(), token).sign_in()
            assert room.stations()["south"]["troubles"] == ["away"], "it is forgotten with the relay"
            # The one that is there knows what the other did.
            room.wait_until_admitted(event.id, 12)
            assert room.heads("north") and room.heads("south") and not room.heads("west")
        relay.__exit__()
