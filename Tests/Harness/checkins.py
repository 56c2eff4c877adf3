"""What people were shown, held against what the journal has: after any fault, both must say the same."""

import json
from collections import Counter

# What a verdict line and a journal entry must have in common, by the names both use.
COMMON = ("seq", "event", "ref", "line", "direction", "verdict", "reason", "at")


def entries(export):
    """Those of `usher journal export --format jsonl`, without the signed head that ends it."""
    return [entry for entry in map(json.loads, export.splitlines()) if "seq" in entry]


def faults(shown, recorded, admits):
    """Sentences about verdicts that were shown and are not recorded, and tickets that let in more people than they admit.

    A verdict that was recorded and not shown is none: the fault came between the two. `admits` are people by ticket
    reference.
    """
    known = Counter(map(common, recorded))
    found = [f"shown, not in the journal: {dict(zip(COMMON, verdict))}"
             for verdict in Counter(map(common, shown)) - known]
    entered = Counter()
    for entry in recorded:
        if entry["verdict"] == "admitted":
            entered[entry["ref"]] += entry["count"]
    return found + [f"{ref} admits {admits[ref]} and was admitted {count} times"
                    for ref, count in entered.items() if count > admits[ref]]


def common(fields):
    return tuple(fields.get(name) for name in COMMON)
