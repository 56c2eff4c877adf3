"""Custom rules of check-in lists."""

from Servers.scenarios.scenario import Scenario

NOW = {"var": "now"}
ENTRIES = ("entry 1500", "entry 30")  # yesterday and today


def at(minutes):
    return {"buildTime": ["custom", minutes]}


def only(kind, *names):
    """Names stand for pretix's numbers."""
    return {"inList": [{"var": kind}, {"objectList": [{"lookup": [kind, name]} for name in names]}]}


def where(rule):
    """A list that the rule alone limits."""
    return {"rules": rule, "allow_multiple_entries": True}


SCENARIOS = [
    Scenario("a rule lets some products in", "rules", list=where(only("product", "vip", "meal"))),
    Scenario("a rule lets some variations in", "ok", variation="late", list=where(only("variation", "late"))),
    Scenario("a rule lets in at a gate", "ok", at_north=True, list=where(only("gate", "north"))),
    Scenario("a rule refuses at any other gate", "rules", list=where(only("gate", "north"))),
    Scenario("a rule refuses before its time", "rules", list=where({"isAfter": [NOW, at(10), None]})),
    Scenario("a rule lets in before its time with some tolerance", "ok", list=where({"isAfter": [NOW, at(10), 15]})),
    Scenario("a rule lets in after its time with some tolerance", "ok", list=where({"isBefore": [NOW, at(-10), 15]})),
    Scenario("a rule about the beginning is about that of the ticket's date", "rules", date="tomorrow",
             list=where({"isAfter": [NOW, {"buildTime": ["date_from"]}, None]})),
    Scenario("a rule counts the entries of all days", "rules", before=ENTRIES,
             list=where({"<": [{"var": "entries_number"}, 2]})),
    Scenario("a rule counts the entries of today", "ok", before=ENTRIES,
             list=where({"<": [{"var": "entries_today"}, 2]})),
    Scenario("a rule counts entries before and since a time, and days", "ok", before=ENTRIES, list=where({"and": [
        {"==": [{"entries_since": [at(-60)]}, 1]}, {"==": [{"entries_before": [at(-60)]}, 1]},
        {"==": [{"var": "entries_days"}, 2]}, {"==": [{"entries_days_since": [at(-60)]}, 1]}]})),
    Scenario("a rule knows how long ago the first and the last entry were", "rules", before=ENTRIES, list=where({"or": [
        {"<": [{"var": "minutes_since_first_entry"}, 1440]}, {">": [{"var": "minutes_since_last_entry"}, 60]}]})),
    Scenario("a rule refuses who is inside", "rules", before=ENTRIES,
             list=where({"==": [{"var": "entry_status"}, "absent"]})),
    Scenario("a rule knows the day of the week and the time of the day", "ok", list=where({"or": [
        {"!=": [{"var": "now_isoweekday"}, {"weekday": 0}]},
        {"and": [{"isAfter": [NOW, {"buildTime": ["customtime", -60]}, None]},
                 {"isBefore": [NOW, {"buildTime": ["customtime", 60]}, None]}]}]})),
    Scenario("a rule that cannot be decided refuses", "rules", list=where({"isBefore": [NOW, 5]})),
]
