"""Rules of pretix's check-in lists, and what only pretix itself can say."""

import json
import secrets

from Harness.commands import run
from Harness.waiting import wait_until
from Servers.tests.pretix_tests import pull, station, test, tickets, token


@test("a rule counts what happened at the station, at another machine, and before the list was made")
def rules(lab, pretix):
    seeded = pretix.seeded["ruled"]
    number, (own, other, before) = seeded["lists"]["rules"], seeded["tickets"]
    assert pretix.redeem(number, before["code"])[0] == 201
    list, _ = pull(lab, pretix, "ruled")
    with station(lab, pretix, "ruled", device="publisher", lists=[list], tells_others=True) as kiosk:
        assert kiosk.word(before["code"], number) == "rules"
        assert kiosk.word(own["code"], number) == "admitted"
        assert kiosk.word(own["code"], number) == "rules"
        assert kiosk.settle() == []
        assert pretix.verdict(number, own["code"]) == "rules"
        assert kiosk.word(other["code"], number, "look") == "admitted"
        assert pretix.redeem(number, other["code"])[0] == 201
        wait_until(lambda: kiosk.word(other["code"], number, "look") == "rules", "the other machine's entry is known")


@test("rules are left out where they are to be ignored")
def ignored_rules(lab, pretix):
    _, answer = pull(lab, pretix, "ruled", "--ignore-rules")
    assert answer["notes"][0] == "List Only once: its rules are left out.", answer


@test("a rule that asks for the gate lets in at that gate, as pretix does for a device that is there")
def gates(lab, pretix):
    seeded = pretix.seeded["gala"]
    number, ticket = seeded["lists"]["north"], tickets(pretix, "gala", "vip")[1]
    list, _ = pull(lab, pretix, "gala")
    with station(lab, pretix, "north", lists=[list]) as kiosk:
        assert kiosk.word(ticket["code"], number, "look") == "rules"
        assert kiosk.word(ticket["code"], f"{number}-gate-{seeded['gate']}", "look") == "admitted"
    status, answer = pretix.redeem(number, ticket["code"], token(pretix, "other kiosk"), simulate=True)
    assert status == 201, answer


@test("random rules, histories and times are decided as pretix decides them")
def random_rules(lab, pretix):
    count = 2000 // lab.share
    seed, cases = secrets.randbelow(1_000_000), pretix.folder / "rules.jsonl"
    pretix.script("rules.py", USHER_RULES_OUT=str(cases), USHER_RULES_COUNT=str(count), USHER_RULES_SEED=str(seed))
    lab.log(f"seed {seed}: " + run(lab.programs / "rule-cases", input=cases.read_text()).strip())
    return f"{count} rules"


@test("a station that may not read orders learns that another machine let in the same ticket")
def double_entry(lab, pretix):
    hall, ticket = pretix.seeded["gala"]["lists"]["hall"], tickets(pretix, "gala", "window")[0]
    list, _ = pull(lab, pretix, "gala")
    kiosk = station(lab, pretix, "double", lists=[list])
    assert pretix.redeem(hall, ticket["code"])[0] == 201
    with kiosk:
        assert kiosk.word(ticket["code"], hall) == "admitted"
        assert kiosk.word(tickets(pretix, "gala", "window")[1]["code"], hall) == "admitted"
        left = [(each["state"], each["words"]) for each in kiosk.settle()]
        assert left == [("disputed", "the ticket was used before in pretix")], left
        found = json.loads(kiosk.usher("outbox", "list", "--conflicts", "--json"))["refused"]
        assert [each["ref"].split("#")[-1] for each in found] == [str(ticket["position"])], found
    entries = [each for each in pretix.checkins("gala", list=hall, successful="true")
               if each["position"] == ticket["position"]]
    assert len(entries) == 2, entries


@test("the lists of an event are named with their numbers")
def names_of_lists(lab, pretix):
    kiosk = station(lab, pretix, "lists")
    with kiosk:
        shown = json.loads(kiosk.usher("backend", "lists", "box", "--event", "gala", "--json"))["items"]
        words = kiosk.usher("backend", "lists", "box", "--event", "gala")
    # Other tests make lists of their own at this event.
    assert {each["id"] for each in shown} >= {str(each) for each in pretix.seeded["gala"]["lists"].values()}, shown
    assert "Once a day (2 products, re-entry unlimited, with a rule)" in words, words
