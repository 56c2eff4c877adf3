"""Rules of pretix's check-in lists, decided by stations."""

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
    assert answer["notes"] == ["List Only once: its rules are left out."], answer


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


@test("2,000 random rules, histories and times are decided as pretix decides them")
def random_rules(lab, pretix):
    seed, cases = secrets.randbelow(1_000_000), pretix.folder / "rules.jsonl"
    pretix.script("rules.py", USHER_RULES_OUT=str(cases), USHER_RULES_COUNT="2000", USHER_RULES_SEED=str(seed))
    lab.log(f"seed {seed}: " + run(lab.programs / "rule-cases", input=cases.read_text()).strip())
