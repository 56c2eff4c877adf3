"""What a screen can show, as the station would tell it: one of everything."""

import datetime
import math

NOW = datetime.datetime(2026, 12, 5, 16, 42, tzinfo=datetime.timezone.utc)


def text(time):
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def zone(name, hours):
    """How the station tells of the time zone of an event; `hours` ahead of UTC, `None` where it does not know it."""
    offsets = [] if hours is None else [{"from": "2026-05-19T14:00:00.000Z", "seconds": hours * 3600}]
    return {"time_zone": name, "utc_offsets": offsets}


KAMPALA = zone("Africa/Kampala", 3)


def condition(code, level="broken", **values):
    """What stands in the list of notices."""
    return {"code": code, "area": "list", "level": level, "key": code, "values": values, "says": "English"}


def state(*, direction="in", levels=(), conditions=(), readers=1, test=False, serving=True, not_recorded=None,
          enrolment=None, place=None):
    """`levels`: of icons that are not quiet, by topic."""
    topics = ["queue", "network", "readers", "clock", "list", "disk"]
    levels = dict(levels)
    badges = [{"topic": topic, "level": levels.get(topic, "quiet")} for topic in topics]
    badges[0]["count"] = 37 if "queue" in levels else 0
    event = {"id": "winter-gala", "name": "Winter Gala", "gate": "A", "gate_name": "Gate A", "list": "main",
             "tickets": 1790, "people": 1840, "admitted": 412,
             "inside": 397, "is_test": test, **KAMPALA, "doors_open": text(NOW),
             "list_issued": text(NOW), "is_list_old": False, "list_warnings": [], **({"place": place} if place else {})}
    names = ["Left camera", "Right scanner"]
    enrolment = enrolment or {"is_enrolled": True, "is_open": False, "is_new": False}
    return {"badges": badges, "enrolment": enrolment, "station": {
        "station": "kiosk-3", "version": "1", "direction": direction, "serving": [event] if serving else [],
        "installed": ["winter-gala"] if serving else [], "journal": {"entries": 412, "waiting": 0, "refused": 0, "parked": 0},
        "readers": [{"kind": "camera", "device": f"/dev/{n}", "name": names[n], "state": "reading"}
                    for n in range(readers)],
        "backends": [], "clock": "synchronised", "is_disk_low": False, "not_recorded": not_recorded, "now": text(NOW), "faults": [],
        "conditions": list(conditions)}}


COLORS = {
    **dict.fromkeys(["noManifest", "manifestUnreadable", "stationNotAuthorised", "unknownGate", "sessionOver",
                     "clockUntrusted", "held", "notRecorded", "listExpired", "paused"], "grey"),
    **dict.fromkeys(["invalid", "wrongEvent", "voided", "refunded", "cancelled", "blocked", "revoked", "unapproved"], "red"),
    **dict.fromkeys(["notStarted", "ended", "wrongGate", "wrongDate", "ambiguous", "unpaid", "rules", "full", "alreadyScanned",
                     "unmatchedExit", "questions"], "amber"),
}


def verdict(word="admitted", reason=None, *, reader=0, variant="", values=None, type_color=None, age=None, **fields):
    """The event `verdict`; `variant` and `values` of its sentence, `fields` of its report."""
    color = COLORS[reason] if reason else "green" if word == "admitted" else "blue"
    report = {"seq": verdict.number, "verdict": word, "reason": reason, "event": "winter-gala", "list": "main",
              "gate": "A", "ref": "R-1", "line": 0, "type": None, "holder": None, "seat": None, "attention": None,
              "direction": "out" if word == "checkedOut" else "in", "entry": None, "admits": None, "at": text(NOW),
              "how": "camera", "first": None, "repeat": False, "message": "A message", **fields}
    verdict.number += 1
    sentence = {"key": f"sentences.{reason or word}{variant}", "values": {"event": "Winter Gala", **(values or {})}}
    report |= {"sentence": sentence, **KAMPALA}
    event = {"reader": f"/dev/{reader}", "color": color, "verdict": report}
    if type_color:
        event["type_color"] = type_color
    return event if age is None else {**event, "age_ms": age}


verdict.number = 1

VIP = {"type": "VIP", "type_color": "#9333ea", "holder": "Françoise Nakamura", "seat": "B 20", "admits": 1}
STANDARD_TYPE = {"type": "Standard", "type_color": "#2563eb"}
STANDARD = {**STANDARD_TYPE, "holder": "Amina Łukasik", "admits": 1}
EARLIER = text(NOW - datetime.timedelta(minutes=21))
USED = {**STANDARD, "first": {"at": EARLIER, "gate": "L", "station": "kiosk-1"}, "variant": "FirstPlace",
        "values": {"first": {"time": EARLIER}, "place": "Lounge door (kiosk-1)"}}
TOUR = {"starts": text(NOW + datetime.timedelta(days=7)), "name": "Guided tour through the old town", "text": "A tour"}
LATER = {"opens": {"time": text(NOW + datetime.timedelta(hours=2))}}

QUESTIONS = [
    {"id": "4", "text": "T-shirt", "kind": "choice", "types": ["vip"], "required": True,
     "options": [{"id": "S", "text": "Small"}, {"id": "M", "text": "Medium"}, {"id": "L", "text": "Large"}]},
    {"id": "5", "text": "Do you stay for dinner?", "kind": "yes_no", "types": ["vip"]},
    {"id": "6", "text": "Allergies", "help": "The kitchen is told", "kind": "line", "types": ["vip"],
     "if": {"question": "5", "values": ["true"]}},
]
PAIRING = {"organizer": "Gala Ltd", "event": "winter-gala", "event_name": "Winter Gala", "gate": "B",
           "fingerprint": "6a1f0c9be3d27784", "short_code": "W1KS5Z8Q",
           "servers": ["https://tickets.example.org"]}

# Name, state, what happened. `...` is a station that has gone.
SCREENS = {
    "ready": (state(), []),
    "ready-camera": (state(), []),
    "ready-out": (state(direction="out"), []),
    "ready-paused": (state(conditions=[
        condition("gatePaused", by="Grace", text="The hall is full"),
        condition("notice", "warning", by="Grace", text="VIP buses at 19:40")]), []),
    "no-reader": (state(readers=0, levels={"readers": "loud"}, conditions=[condition("noReader")]), []),
    "codes-missed": (state(conditions=[condition("codesNotTaken", "warning", count="7")]), []),
    "ready-loud": (state(levels={"queue": "loud", "network": "loud", "clock": "notice", "disk": "loud"}, test=True,
                         conditions=[
                             condition("diskNearlyFull", free="12"),
                             condition("backendSilent", backend="box-office", minutes="22", why="nobody answers",
                                       hint="Look at the network."),
                             condition("clockUnsynchronised", "warning")]), []),
    "admitted": (state(), [verdict(**VIP, entry=1, attention="Hand out a lanyard")]),
    "admitted-age": (state(conditions=[condition(
        "eventHasMoved", "warning", event="Winter Gala", **{"from": "Hall 1"}, place="Hall 2, 5 Main Street")], place="Hall 2"),
        [verdict(**VIP, entry=1, attention="Hand out a lanyard", born_by="2008-12-05")]),
    "check-first": (state(), [verdict("refused", "questions", **VIP, born_by="2008-12-05", questions=["age"], ask=7,
                                      variant="Age")]),
    "ask-guest": (state(), [verdict(
        "refused", "questions", **VIP, notes="Diet: vegan", questions=["answers"], ask=9, variant="Answers", to_answer=QUESTIONS)]),
    "admitted-group": (state(), [verdict(**STANDARD_TYPE, holder="Class 4b, Makerere", admits=4, entry=3, variant="Group",
                                         values={"entry": 3, "admits": 4},
                                         attention="School class: a teacher must be with them")]),
    "checked-out": (state(direction="out"), [verdict("checkedOut", **STANDARD)]),
    "already-scanned": (state(), [verdict("refused", "alreadyScanned", **USED)]),
    "wrong-gate": (state(), [verdict("refused", "wrongGate", **VIP, values={"type": "VIP", "gate": "Lounge door"})]),
    "wrong-date": (state(), [verdict("refused", "wrongDate", **STANDARD, date=TOUR, values={"starts": {"time": TOUR["starts"]}})]),
    "rules": (state(), [verdict("refused", "rules", **STANDARD, variant="Next", rule="noMoreEntriesToday", values={
        "refusal": {"key": "sentences.rulesNoMoreEntriesToday", "values": {}},
        "next": {"time": text(NOW + datetime.timedelta(hours=11))}})]),
    "too-early": (state(), [verdict("refused", "notStarted", **STANDARD, values=LATER)]),
    "unpaid": (state(), [verdict("refused", "unpaid", **STANDARD)]),
    "invalid": (state(), [verdict("refused", "invalid")]),
    "wrong-event": (state(), [verdict("refused", "wrongEvent", values={"other": "Sunday Matinee"})]),
    "no-list": (state(serving=False, levels={"list": "loud"},
                      conditions=[condition("noList")]),
                [verdict("refused", "noManifest", event=None)]),
    "not-recorded": (state(levels={"disk": "loud"}), [verdict("refused", "notRecorded", **STANDARD)]),
    "unrecorded": (state(levels={"disk": "loud"}, not_recorded={"is_on": True, "operator": "Grace", "waiting": 6}),
                   [verdict(**STANDARD, entry=1, unrecorded=True)]),
    "two-readers": (state(readers=2), [verdict("refused", "alreadyScanned", **USED),
                                       verdict(reader=1, **VIP, entry=1)]),
    "not-enrolled": (state(serving=False, levels={"list": "loud"}, enrolment={"is_enrolled": False, "is_open": False, "is_new": True}), []),
    "pairing": (state(serving=False, levels={"list": "loud"}, enrolment={
        "is_enrolled": False, "is_open": True, "is_new": True, "pending": PAIRING}), []),
    "lost": (state(), ...),
}


def figures(*, guests=412, reports=False, capacity=None, basis="venue", **changes):
    """What the page of the figures is told, of an evening at its busiest; `changes` of its event."""
    start = NOW - datetime.timedelta(minutes=100)
    wave = [max(0, round(9 * math.exp(-((minute - 62) / 26) ** 2) + (minute * 7 % 4) - 1)) for minute in range(100)]
    entered = [round(people * guests / sum(wave)) for people in wave]
    left = [round(people / 14) for people in [0] * 20 + entered[:80]]
    gates = [("A", "Gate A", 0.5, 0.0), ("B", "Gate B", 0.0, 0.38), ("S", "South entrance", 0.0, 0.12)]
    people = lambda share: round(share * guests)
    main = {"slug": "main", "name": "Hall", "inside": guests - sum(left), "is_estimate": False,
            "admitted": people(0.5), "elsewhere": guests - people(0.5) - 6 if guests else 0,
            "listed": 6 if guests else 0, "checked_out": sum(left), "tickets": 1840,
            "per_minute": sum(entered[-5:]) / 5, "types": [
                {"slug": "standard", "name": "Standard", "color": "#2563eb", "admitted": people(0.7), "tickets": 1500},
                {"slug": "vip", "name": "VIP", "color": "#9333ea", "admitted": people(0.2), "tickets": 140},
                {"slug": "crew", "name": "Crew and press", "admitted": people(0.1), "tickets": 200}],
            "gates": [{"slug": slug, "name": name, "admitted": people(here), "elsewhere": people(there),
                       "checked_out": sum(left) if here else 0} for slug, name, here, there in gates]}
    if capacity is not None:
        main["capacity"] = capacity
        main["capacity_basis"] = basis
    if guests:
        best = max(range(100), key=lambda minute: entered[minute])
        main["peak"] = {"at": text(start + datetime.timedelta(minutes=best)), "people": entered[best]}
        main["course"] = {"start": text(start), "step_minutes": 1, "entered": entered, "left": left}
    lounge = {**{name: value for name, value in main.items() if not name.startswith("capacity")}, "slug": "lounge", "name": "Lounge", "inside": people(0.1), "is_estimate": True,
              "admitted": people(0.1), "elsewhere": 0, "listed": 0, "checked_out": 0, "tickets": 140,
              "types": main["types"][1:2],
              "gates": [{"slug": "L", "name": "Lounge door", "admitted": people(0.1), "elsewhere": 0, "checked_out": 0}]}
    refusals = [("alreadyScanned", 14), ("wrongGate", 9), ("unpaid", 4), ("invalid", 3), ("notStarted", 1)]
    event = {"event": "winter-gala", "name": "Winter Gala", **KAMPALA, "doors_open": text(start),
             "starts": text(NOW), "ends": text(NOW + datetime.timedelta(hours=5)), "is_test": False,
             "station": "kiosk-3", "now": text(NOW), "is_counting": False, "lists": [main, lounge],
             "refusals": [{"reason": reason, "codes": codes} for reason, codes in refusals] if guests else [],
             "unsent": 3 if guests else 0, "conflicts": 1 if guests else 0, **changes}
    return {"has_reports": reports, "events": [event]}


# Name, address, what the figures are. `...` is a station that goes after the first answer.
FIGURES = {
    "figures": ("figures?door", figures()),
    "figures-tablet": ("figures", figures(reports=True)),
    "figures-nearly-full": ("figures", figures(capacity=380)),
    "figures-early": ("figures?door", figures(guests=0, is_test=True)),
    "figures-lost": ("figures", figures()),
    "figures-sign-in": ("sign-in", figures()),
}
