"""Written scenarios of what pretixSCAN decides without a network, decided by pretix and by a station, too."""

import contextlib
import json

from Harness.commands import Trouble
from Harness.lab import TREE
from Servers.scenarios import entries, media, orders, otherwise, questions, rules, signed
from Servers.scenarios.scenario import DATES, PRODUCTS
from Servers.tests.pretix_tests import WORDS, pull, station, test, token

SCENARIOS = [each for module in (entries, orders, signed, rules, questions, media) for each in module.SCENARIOS]
# As many as these must be decided as pretixSCAN decides them. The known others have their reasons: docs/PRETIX.md.
LEAST = 73
# pretixSCAN has no word for another date of a series; what stations ask are several words of it.
MORE_WORDS = {"wrongDate": "invalid", "checkedOut": "ok"}
ASKED = {"unpaid": "unpaid", "medium": "exchange", "answers": "incomplete"}


@test(f"{len(SCENARIOS)} scenarios are decided as pretixSCAN decides them without a network, but for the known ones")
def scenarios(lab, pretix):
    every = SCENARIOS + otherwise.SCENARIOS
    assert len({each.name for each in every}) == len(every), "two scenarios have one name"
    for each in every:
        each.check()
    documented = (TREE / "docs/PRETIX.md").read_text()
    missing = [each.row for each in every if each.station and each.row not in documented]
    assert not missing, "docs/PRETIX.md lacks\n" + "\n".join(missing)
    seeded = seed(pretix, every)
    cases = list(zip(every, seeded["scenarios"]))
    signed_list, _ = pull(lab, pretix, "scenarios")
    faults, said = [], {}
    # All of them first: what the station sends would be known to pretix.
    for scenario, made in cases:
        with insisting(pretix) if scenario.insists_on_medium else contextlib.nullcontext():
            theirs = decided_by_pretix(pretix, scenario, made)
        if theirs != {scenario.pretix or scenario.word}:
            faults.append(f"{scenario.name}: pretix says {theirs}, and not {scenario.pretix or scenario.word}")
    with station(lab, pretix, "scenarios", lists=[signed_list]) as kiosk:
        for scenario, made in cases:
            said[scenario.name] = ours = decided_by_station(kiosk, scenario, made, seeded["gates"]["north"])
            if ours != {scenario.station_word}:
                faults.append(f"{scenario.name}: the station says {ours}, and not {scenario.station_word}")
    for scenario in SCENARIOS:
        if scenario.station:
            lab.log(f"otherwise: {scenario.name}: {scenario.word}, a station {scenario.station.word}")
    alike = sum(said[each.name] == {each.word} for each in SCENARIOS)
    assert not faults, f"{alike} of {len(SCENARIOS)} are decided alike, {len(faults)} faults\n" + "\n".join(faults)
    assert alike >= LEAST, f"only {alike} of {len(SCENARIOS)} are decided alike"
    return f"{alike} of {len(SCENARIOS)} alike; {len(otherwise.SCENARIOS)} rare ones otherwise, as known"


def seed(pretix, every):
    wanted, out = pretix.folder / "scenarios-wanted.json", pretix.folder / "scenarios.json"
    wanted.write_text(json.dumps({"products": PRODUCTS, "dates": DATES, "scenarios": [each.set_up for each in every]}))
    pretix.script("scenarios.py", USHER_SEED_IN=str(wanted), USHER_SEED_OUT=str(out))
    return json.loads(out.read_text())


@contextlib.contextmanager
def insisting(pretix):
    """The organizer insists that whoever has a medium uses it."""
    def insist(does):
        status, answer = pretix.ask("PATCH", "/api/v1/organizers/gala-ltd/settings/",
                                    {"reusable_media_usage_enforced": does})
        assert status == 200, answer

    insist(True)
    try:
        yield
    finally:
        insist(False)


def attempts(scenario, made):
    """What is answered each time, by the number of the question."""
    return [{str(made["questions"][name]): text for name, text in each.items()} for each in scenario.answers] or [{}]


def shown(scenario, made):
    return scenario.written(made["codes"][scenario.shown])


def decided_by_pretix(pretix, scenario, made):
    """Its word for each attempt."""
    code, device = shown(scenario, made), token(pretix, "other kiosk") if scenario.at_north else "team"
    for type in scenario.here:
        status, answer = pretix.redeem(made["list"], code, type=type)
        assert status == 201, f"{scenario.name}: {answer}"
    words = set()
    for answers in attempts(scenario, made):
        status, answer = pretix.redeem(
            made["list"], code, device, simulate=True, type=scenario.type, source_type=scenario.source,
            ignore_unpaid=scenario.ignore_unpaid, answers=answers)
        words.add("ok" if status == 201 else answer.get("reason") or answer["status"])
        if scenario.texts:
            assert answer["checkin_texts"] == [*scenario.texts], answer
    return words


def decided_by_station(kiosk, scenario, made, north):
    """pretix's word for what the station says to each attempt."""
    code, gate = shown(scenario, made), f"{made['list']}-gate-{north}" if scenario.at_north else made["list"]
    for _ in scenario.here:
        assert kiosk.word(code, gate) == "admitted", scenario.name
    staff_act = scenario.answers or scenario.ignore_unpaid
    verdict = kiosk.show(code, gate, "out" if scenario.type == "exit" else None if staff_act else "look")
    assert not verdict["ref"] or scenario.sold == "before", f"{scenario.name}: a list has it"
    if scenario.texts:
        assert {*verdict["attention"].split("; ")} == {*scenario.texts}, verdict
    if staff_act and "ask" in verdict:
        return {word(confirmed(kiosk, scenario, verdict, answers)) for answers in attempts(scenario, made)}
    return {word(verdict)}


def confirmed(kiosk, scenario, asked, answers):
    """What the station says then; what it said before, where it does not take an answer, which it names."""
    given = [f"--answer={question}={text}" for question, text in answers.items()]
    try:
        return json.loads(kiosk.usher("confirm", str(asked["ask"]), *given, "--json"))
    except Trouble as trouble:
        assert any(f'"{name}"' in str(trouble) for name in scenario.questions), trouble
        return asked


def word(verdict):
    if verdict["reason"] == "questions":
        return ASKED[verdict["questions"][0]]
    said = verdict["reason"] or verdict["verdict"]
    return {**WORDS, **MORE_WORDS}[said]
