"""Check-ins over a bad network, from a station that is killed again and again: each has its effect exactly once."""

import random

from Harness.hooks import Chaos, Hook
from Harness.organizer import Event
from Harness.sentences import Suite
from Harness.servers import free_port
from Harness.waiting import wait_until
from Servers.relay import Relay
from Servers.stations import telling, telling_all

SUITE = Suite("chaos")
test = SUITE.test
TOKEN = "chaos-token"


@test("of check-ins over a bad network, with kills, the server has each once and in order", 2000, 10)
@test("the same one check-in at a time", 60, 1, thorough=True)
def _(lab, count, batch):
    dice, count = thrown(lab), count // (lab.share if batch > 1 else 1)
    event = Event(lab, f"chaos-{count}", count, backend="box")
    with Hook(TOKEN) as hook, Chaos(hook.port, dice.random()) as chaos:
        backend = {"kind": "webhook", "url": chaos.url + "/checkins", "batch": batch}
        station = telling(lab, f"chaos {count}", backend, TOKEN).install(event.public_key, event.list)
        kills = show_all(station, list(event.codes.values()), dice)
        with station:
            wait_until(lambda: not station.outbox(), "the outbox empties", 600)
        lab.log(f"chaos: {kills} kills, {dict(sorted(chaos.done.items()))}, {hook.again} came again")
        check_took(hook, event, station.journal())
        return f"{count} check-ins"


@test("the same through a relay that is killed too, with bad networks on both of its sides")
def _(lab):
    dice = thrown(lab)
    event = Event(lab, "chaos-relay", 600 // lab.share, backend="box")
    with (Hook(TOKEN) as hook, Chaos(hook.port, dice.random()) as behind,
          Relay(lab, "chaos", ["kiosk"], [event.id],
                {"kind": "webhook", "url": behind.url + "/checkins", "batch": 10, "token": TOKEN}) as relay,
          Chaos(relay.port, dice.random()) as before):
        station = telling(lab, "chaos relay", {**relay.backend(), "url": before.url + "/v1/checkins", "batch": 10},
                          relay.tokens["kiosk"], "kiosk").install(event.public_key, event.list)

        def kill_relay():
            if dice.random() < 0.5:
                relay.kill()
                relay.__enter__()

        kills = show_all(station, list(event.codes.values()), dice, kill_relay)
        with station:
            wait_until(lambda: not station.outbox(), "the outbox empties", 300)
            journal = station.journal()
            wait_until(lambda: len(hook.entries()) == len(journal), "the server has all", 300)
        for side, chaos in (("before", before), ("behind", behind)):
            lab.log(f"chaos {side} the relay: {kills} kills, {dict(sorted(chaos.done.items()))}")
        check_took(hook, event, journal)


@test("a receiver of copies has all of them in order, and one that is down holds up nobody")
def _(lab):
    event = Event(lab, "copies", 60, backend="box")
    with Hook(TOKEN) as box, Hook(TOKEN) as confirmations:
        servers = {"box": box.url, "mail": confirmations.url, "gone": f"http://127.0.0.1:{free_port()}/checkins"}
        station = telling_all(lab, "copies", {
            name: {"kind": "webhook", "url": url} | ({} if name == "box" else {"copies": [event.id]})
            for name, url in servers.items()}, TOKEN).install(event.public_key, event.list)
        with station:
            for code in event.codes.values():
                assert station.word(code, "main") == "admitted"
            wait_until(lambda: {each["backend"] for each in station.outbox()} == {"gone"}, "the others have all", 60)
            assert len(station.outbox()) == 60
            journal = station.journal()
        for hook in (box, confirmations):
            check_took(hook, event, journal)
            assert {each["type"] for each in hook.entries()} == {"standard"}, hook.entries()[0]


def thrown(lab):
    seed = random.randrange(1 << 30)
    lab.log(f"chaos: seed {seed}")
    return random.Random(seed)


def check_took(hook, event, journal):
    """Everything once, in the order of the journal, at its times."""
    took = hook.entries()
    assert [each["id"] for each in took] == [each["id"] for each in journal], "other entries, or another order"
    admitted = sorted(each["ref"] for each in took if each["verdict"] == "admitted")
    assert admitted == sorted(event.codes), "not every ticket once"
    assert {each["at"] for each in took} == {each["at"] for each in journal}, "not our times"


def show_all(station, codes, dice, between=lambda: None):
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
        between()
    return kills
