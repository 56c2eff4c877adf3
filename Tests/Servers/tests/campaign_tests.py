"""A station with a real pretix, killed again and again, and its device replaced in between: each check-in is there once."""

import collections
import json
import os
import time

from Harness.waiting import let_pass, wait_until
from Servers.tests.chaos_tests import thrown
from Servers.tests.pretix_tests import instant, number, pull, station, test

# How much is tried: README.md.
CHECK_INS = int(os.environ.get("CAMPAIGN_CHECK_INS", 200))
KILLS = int(os.environ.get("CAMPAIGN_KILLS", 6))
# From the last code that is shown to the kill, at most: pretix then has some of the entries, and not the others.
LONGEST_WAIT = 3
PROFILE = "pretixscan_online_kiosk"


@test(f"of {CHECK_INS} check-ins pretix has each once: {KILLS} kills of the station, and another device in between")
def campaign(lab, pretix):
    dice = thrown(lab)
    event = f"crowd-{CHECK_INS}"
    crowd = pretix.sell_crowd(event, CHECK_INS)
    list, answer = pull(lab, pretix, event)
    assert answer["tickets"] == CHECK_INS, answer
    kiosk = station(lab, pretix, "campaign", lists=[list])
    credential = kiosk.transport.state / "credentials" / "box"
    first = device(lab, pretix, "first of the campaign", credential)
    rest = collections.deque(each["code"] for each in crowd["tickets"])
    share = CHECK_INS // (KILLS + 1)

    def show(count):
        for _ in range(min(count, len(rest))):
            verdict = kiosk.word(rest[0], crowd["list"])
            assert verdict in ("admitted", "alreadyScanned"), verdict
            rest.popleft()

    for kill in range(KILLS):
        kiosk.__enter__()
        if kill == KILLS // 2:
            show(share // 2)
            pretix.revoke(first)
            show(share - share // 2)
            waiting = len(kiosk.outbox())
            assert waiting, "nothing waits for the new device"
            second = device(lab, pretix, "second of the campaign", credential)
            began = time.monotonic()
            wait_until(lambda: len(kiosk.outbox()) < waiting, "the new device is used without a restart", 150)
            seconds = time.monotonic() - began
            lab.log(f"campaign: the new device is used after {seconds:.0f} s, with {waiting} entries waiting")
        else:
            show(share)
        # In the middle of a scan, or of sending.
        if dice.random() < 0.5:
            kiosk.transport.send(rest[0], crowd["list"])
        let_pass(dice.uniform(0, LONGEST_WAIT) if dice.random() < 0.5 else 0)
        kiosk.transport.kill()
    with kiosk:
        show(CHECK_INS)
        wait_until(lambda: not kiosk.outbox(), "the outbox empties", 120 + CHECK_INS)
        entries = kiosk.journal()
    found = recorded(pretix, event)
    assert sorted(each["nonce"] for each in found) == sorted(each["id"] for each in entries), difference(found, entries)
    told = {each["nonce"]: each for each in found}
    for entry in entries:
        there = told[entry["id"]]
        assert there["entered"] == (entry["verdict"] == "admitted"), (entry["id"], there)
        assert str(there["position"]) == number(entry["ref"]) and instant(there["at"]) == instant(entry["at"]), there
    entered = [each["position"] for each in found if each["entered"]]
    assert sorted(entered) == sorted(each["position"] for each in crowd["tickets"]), "not every ticket has entered once"
    devices = collections.Counter(each["device"] for each in found)
    assert set(devices) == {first, second}, devices
    return f"{len(entries)} entries, {KILLS} kills, {devices[first]} and {devices[second]} by the two devices"


def device(lab, pretix, name, credential):
    """Makes the machine a device of pretix, in the place of the one that it was. Returns its number."""
    return json.loads(lab.usher("backend", "pretix-init", pretix.url, "--name", name, "--out", credential, "--replace",
                                "--json", input=pretix.new_device(name, PROFILE) + "\n"))["device"]


def recorded(pretix, event):
    """Every check-in that pretix has of an event, refused ones too."""
    said = pretix.shell(
        "import json\nfrom django_scopes import scopes_disabled\nfrom pretix.base.models.checkin import Checkin\n"
        "with scopes_disabled():\n"
        f"    found = Checkin.all.filter(list__event__slug='{event}').select_related('device')\n"
        "    print('RECORDED' + json.dumps([{'nonce': c.nonce, 'entered': c.successful, 'position': c.position_id,"
        " 'at': c.datetime.isoformat(), 'device': c.device.device_id} for c in found]))")
    return json.loads(said.split("RECORDED")[1].splitlines()[0])


def difference(found, entries):
    """What is there twice, or not at all, by the verdict of the entry."""
    counts = collections.Counter(each["nonce"] for each in found)
    wrong = collections.Counter((each["verdict"], each.get("kind"), counts[each["id"]]) for each in entries
                                if counts[each["id"]] != 1)
    return f"of {len(entries)} entries pretix has {len(found)}; (verdict, kind, how often there): {dict(wrong)}"
