"""Wristbands of a real pretix: they stand for tickets, and guests get them at a station."""

import json

from Harness.commands import Trouble
from Servers.tests.pretix_tests import pull, station, successful, test, tickets


@test("a wristband stands for its ticket, and a new one is linked with the check-in")
def media(lab, pretix):
    camp = pretix.seeded["gala"]["lists"]["camp"]
    list, _ = pull(lab, pretix, "gala")
    guest, typed, taken = tickets(pretix, "gala", "camp")[:3]
    band, banded = tickets(pretix, "gala", "band")[0], tickets(pretix, "gala", "banded")[0]

    def linked(code):
        found = pretix.all("/api/v1/organizers/gala-ltd/reusablemedia/")
        return next((each["linked_orderpositions"] for each in found if each["identifier"] == code), None)

    with station(lab, pretix, "media", lists=[list]) as kiosk:
        assert kiosk.word(band["code"], camp) == "admitted"
        assert kiosk.word(banded["code"], camp) == "alreadyScanned"
        assert kiosk.word(guest["code"], camp) == "questions"
        assert kiosk.word("SPARE1GALA", camp) == "admitted"
        asked = kiosk.show(typed["code"], camp)
        answer = json.loads(kiosk.usher("confirm", str(asked["ask"]), "--answer=medium-barcode=SPARE2GALA", "--json"))
        assert answer["verdict"] == "admitted", answer
        assert kiosk.word("SPARE2GALA", camp, "out") == "checkedOut"
        left = kiosk.settle()
        assert left == [], left
        assert (linked("SPARE1GALA"), linked("SPARE2GALA")) == ([guest["position"]], [typed["position"]])
        # Whatever is no wristband that pretix has: red, and the question stays open.
        asked = kiosk.show(taken["code"], camp)
        for code in ["THEIRS", "https://example.org/menu", "WIFI:T:WPA;S=Venue;P=guests;;", "4006381333931",
                     "OFFGALA", tickets(pretix, "signed", "plain")[0]["code"]]:
            refused = kiosk.show(code, camp)
            assert refused["reason"] in ("invalid", "wrongEvent") and refused["pending"] == asked["ask"], refused
            try:
                kiosk.usher("confirm", str(asked["ask"]), f"--answer=medium-barcode={code}")
            except Trouble:
                continue
            raise AssertionError(f"{code} was taken for a wristband")
        assert kiosk.word("SPARE3GALA", camp) == "admitted"
        assert kiosk.settle() == []
    entered = [each[0] for each in successful(pretix, "gala", camp) if each[2] == "entry"]
    assert sorted(entered) == sorted(str(each["position"]) for each in (guest, typed, taken, banded)), entered
    again, _ = pull(lab, pretix, "gala")
    with station(lab, pretix, "media-again", lists=[again]) as kiosk:
        assert kiosk.word("SPARE1GALA", camp, "look") == "alreadyScanned"
        assert kiosk.word("SPARE2GALA", camp, "look") == "admitted", "it has left"
