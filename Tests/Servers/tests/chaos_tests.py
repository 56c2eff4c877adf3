"""Check-ins over a bad network, from a station that is killed again and again: each has its effect exactly once."""

import random

from Harness.hooks import Chaos, Hook
from Harness.organizer import Event
from Harness.sentences import Suite
from Harness.waiting import wait_until
from Servers.stations import telling

SUITE = Suite("chaos")
test = SUITE.test
TOKEN = "chaos-token"


@test("of 2000 check-ins over a bad network, with kills, the server has each once and in order", 2000, 10)
@test("the same one check-in at a time", 60, 1)
def _(lab, count, batch):
    seed = random.randrange(1 << 30)
    lab.log(f"chaos: seed {seed}")
    dice = random.Random(seed)
    event = Event(lab, f"chaos-{count}", count, backend="box")
    with Hook(TOKEN) as hook, Chaos(hook, seed) as chaos:
        station = telling(lab, f"chaos {count}", {"kind": "webhook", "url": chaos.url, "batch": batch}, TOKEN)
        station.install(event.public_key, event.list)
        kills = show_all(station, list(event.codes.values()), dice)
        with station:
            wait_until(lambda: not station.outbox(), "the outbox empties", 600)
            journal = station.journal()
        took = hook.entries()
        lab.log(f"chaos: {kills} kills, {dict(sorted(chaos.done.items()))}, {hook.again} came again")
        assert [each["id"] for each in took] == [each["id"] for each in journal], "other entries, or another order"
        admitted = sorted(each["ref"] for each in took if each["verdict"] == "admitted")
        assert admitted == sorted(event.codes), "not every ticket once"
        assert {each["at"] for each in took} == {each["at"] for each in journal}, "not our times"


def show_all(station, codes, dice):
    """Shows each code until it is let in, or known to be; kills the station now and then. Returns how often."""
    kills, rest = 0, list(codes)
    while rest:
        station.__enter__()
        for _ in range(dice.randint(1, max(2, len(codes) // 8))):
            if not rest:
                break
            verdict = station.word(rest[0], "main")
            assert verdict in ("admitted", "alreadyScanned"), verdict
            rest.pop(0)
        # In the middle of a scan, or of sending.
        if rest and dice.random() < 0.5:
            station.transport.send(rest[0], "main")
        station.transport.kill()
        kills += 1
    return kills
