"""What the page of the control room is told."""

import datetime

from Screen.states import FIGURES, NOW, condition, figures, text


def station(name, gate, level="ok", *, troubles=(), conditions=(), people=40, rate=3.2, direction="in", waiting=0, seen=3, acts=(),
            staff=()):
    """As `FleetOverview` writes it; what the page does not read is left out."""
    return {"level": level, "troubles": list(troubles), "heard": text(NOW - datetime.timedelta(seconds=seen)),
            "per_minute": rate, "entered": people, "free_bytes": 1 << 33, "acts": list(acts),
            "staff": [{"name": name, "role": role} for name, role in staff],
            "status": {"station": name, "version": "0.1.0", "direction": direction,
                       "serving": [{"id": "winter-gala", "gate": gate, "gate_name": f"Gate {gate}"}],
                       "journal": {"entries": people, "waiting": waiting, "refused": 0, "parked": 0},
                       "conditions": list(conditions)}}


def act(kind, person, people=1, minutes=4):
    return {"kind": kind, "at": text(NOW - datetime.timedelta(minutes=minutes)), "gate": "A", "operator": person,
            "people": people}


STATIONS = [
    station("kiosk-7", "C", "broken", troubles=["stalled"], rate=0, acts=[act("override", "Grace")]),
    station("kiosk-4", "B", "broken", troubles=["away", "version"], rate=0, seen=95),
    station("kiosk-9", "C", "broken", conditions=[condition("noReader")]),
    station("kiosk-2", "A", "warning", staff=[("Amara", "steward"), ("Grace", "supervisor")], troubles=["clock"], waiting=12, conditions=[condition("clockUnsynchronised")]),
    *(station(f"kiosk-{number}", "AB"[number % 2], people=30 + number, rate=number / 2) for number in (1, 3, 5, 6, 8)),
    station("exit-1", "A", direction="out", people=0, rate=0, acts=[act("undo", "Amara", minutes=9)]),
]


def order(act, text_, answers, waiting=(), minutes=30, **place):
    given = {"id": act, "act": act, "by": "Grace", "issued": text(NOW), "text": text_,
             "expires": text(NOW + datetime.timedelta(minutes=minutes)), **place}
    return {"order": {name: value for name, value in given.items() if value}, "waiting": list(waiting),
            "answers": [{"station": name, "outcome": outcome, **({"why": why} if why else {})}
                        for name, outcome, why in answers]}


ORDERS = [
    order("pause", "The hall is full", [("kiosk-7", "done", None)], ["kiosk-9", *(f"gate-{number}" for number in range(9))]),
    order("notice", "VIP buses at 19:40", [(f"kiosk-{number}", "done", None) for number in range(1, 8)]),
    order("place", None, [("kiosk-1", "done", None), ("kiosk-2", "failed", "no event that is served here has it"),
                          ("kiosk-3", "overtaken", None)], gate="B", direction="out"),
    order("settings", None, [("kiosk-1", "done", None)], ["kiosk-2"], settings="language: de\nscreen:\n  volume: 40\n"),
]


def room(stations=STATIONS, *, orders=(), rate=None, tickets=None, guests=412, outside=310, away=0, capacity=None, **changes):
    """Everything that the page is told, shortly before the event starts."""
    event = figures(guests=guests, capacity=capacity)["events"][0]
    starts = NOW + datetime.timedelta(minutes=25)
    lists = []
    for each in event["lists"]:
        gates = [{"slug": gate["slug"], "name": gate["name"], "admitted": gate["admitted"] + gate["elsewhere"],
                  "checked_out": gate["checked_out"], "per_minute": gate["admitted"] / 25,
                  "stations": sorted(one["status"]["station"] for one in stations
                                     if one["status"]["serving"][0]["gate"] == gate["slug"])} for gate in each["gates"]]
        made = {**{name: each[name] for name in ("slug", "name", "inside", "is_estimate", "checked_out", "tickets",
                                                 "per_minute", "types", "course", "capacity") if name in each},
                "admitted": each["admitted"] + each["elsewhere"] + each["listed"], "gates": gates}
        made["tickets"] = tickets or made["tickets"]
        made["not_come"] = made["tickets"] - made["admitted"]
        if rate is not None:
            made["per_minute"] = rate
        if guests:
            made["forecast"] = {"outside": outside, "done": text(NOW + datetime.timedelta(minutes=70)),
                                **({"closed_gate": "South entrance"} if outside else {})}
        lists.append(made)
    told = {**{name: event[name] for name in ("event", "name", "time_zone", "utc_offsets", "doors_open", "ends", "is_test", "is_counting",
                                             "unsent", "conflicts")},
            "starts": text(starts), "stations": len(stations), "away": away, "lists": lists,
            "refusals": [{**each, "gate": gate} for each in event["refusals"] for gate in ("Gate A", "Gate B")][:7], **changes}
    return {"now": text(NOW), "events": [told] if stations else [], "stations": list(stations), "orders": list(orders)}


MANY = [*STATIONS, *(station(f"gate-{number:03}", "ABCDEFGH"[number % 8], people=number, rate=number % 9)
                     for number in range(190))]

# Name: what the control room is told. That of the last goes after its first answer.
CONTROL = {
    "control": room(),
    "control-orders": room(orders=ORDERS),
    "control-great": room(guests=52_134, rate=2186.2, tickets=60_000),
    "control-early": room(STATIONS[4:], guests=0, outside=0, is_test=True),
    "control-full": room(away=1, capacity=380, outside=0),
    "control-many": room(MANY),
    "control-nobody": room([]),
    "control-lost": room(),
}
assert not set(CONTROL) & set(FIGURES)
