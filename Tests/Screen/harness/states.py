"""What a screen can show, as the station would tell it: one of everything."""

import datetime

NOW = datetime.datetime(2026, 12, 5, 16, 42, tzinfo=datetime.timezone.utc)


def text(time):
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def state(*, direction="in", levels=(), faults=(), readers=1, test=False, serving=True, not_recorded=None):
    """`levels`: of icons that are not quiet, by topic."""
    topics = ["queue", "network", "readers", "clock", "list", "disk"]
    levels = dict(levels)
    badges = [{"topic": topic, "level": levels.get(topic, "quiet")} for topic in topics]
    badges[0]["count"] = 37 if "queue" in levels else 0
    event = {"id": "winter-gala", "name": "Winter Gala", "gate": "A", "list": "main", "tickets": 1840, "admitted": 412,
             "inside": 397, "is_test": test, "time_zone": "Africa/Kampala", "doors_open": text(NOW),
             "list_issued": text(NOW), "is_list_old": False}
    names = ["Left camera", "Right scanner"]
    return {"badges": badges, "station": {
        "station": "kiosk-3", "version": "1", "direction": direction, "serving": [event] if serving else [],
        "installed": ["winter-gala"], "journal": {"entries": 412, "waiting": 0, "refused": 0, "parked": 0},
        "readers": [{"kind": "camera", "device": f"/dev/{n}", "name": names[n], "state": "reading"}
                    for n in range(readers)],
        "backends": [], "clock": "synchronised", "is_disk_low": False, "not_recorded": not_recorded, "now": text(NOW), "faults": list(faults)}}


COLORS = {
    **dict.fromkeys(["noManifest", "stationNotAuthorised", "notRecorded", "listExpired"], "grey"),
    **dict.fromkeys(["invalid", "wrongEvent", "voided", "refunded", "cancelled", "blocked", "revoked", "unapproved"], "red"),
    **dict.fromkeys(["notStarted", "ended", "wrongGate", "unpaid", "full", "alreadyScanned"], "amber"),
}


def verdict(word="admitted", reason=None, *, reader=0, particulars=None, age=None, **fields):
    """The event `verdict`; `fields` of its report."""
    color = COLORS[reason] if reason else "green" if word == "admitted" else "blue"
    report = {"seq": verdict.number, "verdict": word, "reason": reason, "event": "winter-gala", "list": "main",
              "gate": "A", "ref": "R-1", "line": 0, "type": None, "holder": None, "seat": None, "attention": None,
              "direction": "out" if word == "checkedOut" else "in", "entry": None, "admits": None, "at": text(NOW),
              "how": "camera", "first": None, "repeat": False, "message": "A message", **fields}
    verdict.number += 1
    event = {"reader": f"/dev/{reader}", "color": color, "particulars": particulars or {}, "verdict": report}
    return event if age is None else {**event, "age_ms": age}


verdict.number = 1

VIP = {"type": "VIP", "holder": "Françoise Nakamura", "seat": "B 20", "admits": 1}
VIP_COLOR = {"type_color": "#9333ea"}
STANDARD = {"type": "Standard", "holder": "Amina Łukasik", "admits": 1}
STANDARD_COLOR = {"type_color": "#2563eb"}
FIRST = {"at": text(NOW - datetime.timedelta(minutes=21)), "gate": "L", "station": "kiosk-1"}
LATER = {"opens_at": text(NOW + datetime.timedelta(hours=2)), **STANDARD_COLOR}

# Name, state, what happened. `...` is a station that has gone.
SCREENS = {
    "ready": (state(), []),
    "ready-camera": (state(), []),
    "ready-out": (state(direction="out"), []),
    "ready-loud": (state(levels={"queue": "loud", "network": "loud", "clock": "notice", "disk": "loud"}, test=True,
                         faults=["The disk is nearly full (12 MiB free): make room before nothing can be recorded.",
                                 "box-office does not answer since 16:20."]), []),
    "admitted": (state(), [verdict(**VIP, entry=1, attention="Hand out a lanyard", particulars=VIP_COLOR)]),
    "admitted-group": (state(), [verdict(type="Standard", holder="Class 4b, Makerere", admits=4, entry=3,
                                         attention="School class: a teacher must be with them",
                                         particulars=STANDARD_COLOR)]),
    "checked-out": (state(direction="out"), [verdict("checkedOut", **STANDARD, particulars=STANDARD_COLOR)]),
    "already-scanned": (state(), [verdict("refused", "alreadyScanned", **STANDARD, first=FIRST,
                                          particulars=STANDARD_COLOR)]),
    "wrong-gate": (state(), [verdict("refused", "wrongGate", **VIP,
                                     particulars={"right_gate": "Lounge door", **VIP_COLOR})]),
    "too-early": (state(), [verdict("refused", "notStarted", **STANDARD, particulars=LATER)]),
    "unpaid": (state(), [verdict("refused", "unpaid", **STANDARD, particulars=STANDARD_COLOR)]),
    "invalid": (state(), [verdict("refused", "invalid")]),
    "wrong-event": (state(), [verdict("refused", "wrongEvent", particulars={"other_event": "Sunday Matinee"})]),
    "no-list": (state(serving=False, levels={"list": "loud"},
                      faults=["No list is installed for an event that is served here."]),
                [verdict("refused", "noManifest", event=None)]),
    "not-recorded": (state(levels={"disk": "loud"}), [verdict("refused", "notRecorded", **STANDARD)]),
    "unrecorded": (state(levels={"disk": "loud"}, not_recorded={"is_on": True, "operator": "Grace", "waiting": 6}),
                   [verdict(**STANDARD, entry=1, unrecorded=True, particulars=STANDARD_COLOR)]),
    "two-readers": (state(readers=2), [verdict("refused", "alreadyScanned", **STANDARD, first=FIRST,
                                               particulars=STANDARD_COLOR),
                                       verdict(reader=1, **VIP, entry=1, particulars=VIP_COLOR)]),
    "lost": (state(), ...),
}
