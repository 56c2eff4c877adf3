"""Random check-in rules, histories and times, decided by pretix's own code; run by `python -m pretix shell`.

Writes one case in a line of JSON each to the file that USHER_RULES_OUT names. USHER_RULES_COUNT says how many, and
USHER_RULES_SEED which: the same seed gives the same cases, with other numbers of products and gates.
"""

import datetime
import json
import os
import random
import zoneinfo
from decimal import Decimal

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.timezone import now
from django_scopes import scopes_disabled
from pretix.base.models import Event, Gate, Order, OrderPosition, Organizer
from pretix.base.models.checkin import Checkin, CheckinList
from pretix.base.services.checkin import LazyRuleVars, _get_logic_environment

UTC = datetime.timezone.utc
MINUTE = datetime.timedelta(minutes=1)
# Zones without summer time, with changes of 30 minutes, at midnight, and on the other half of the world.
ZONES = ["UTC", "Africa/Kampala", "Asia/Kolkata", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe",
         "America/Havana", "Africa/Cairo", "America/Santiago", "Pacific/Chatham"]
CASES_OF_A_TICKET = 20
TERMS = ["product", "variation", "gate", "now_isoweekday", "entries_number", "entries_today", "entries_days",
         "minutes_since_last_entry", "minutes_since_first_entry", "entry_status"]
COMPARISONS = ["<", "<=", ">", ">=", "==", "!="]
COUNTS = ["entries_since", "entries_before", "entries_days_since", "entries_days_before"]


def written(time):
    """As the API writes times: to the millisecond."""
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{time.microsecond // 1000:03d}Z"


class Rules:
    """Random rules about one event."""

    def __init__(self, random, numbers, around):
        self.random, self.numbers, self.around = random, numbers, around

    def rule(self):
        kind = self.random.random()
        if kind < 0.02:
            return self.random.choice([{}, [], None, True, False, "", "x", 0, 7, {"and": []}, {"or": []}])
        if kind < 0.07:
            return self.broken()
        if kind < 0.08:
            return self.huge()
        return self.condition(self.random.choice([0, 1, 1, 2, 3]))

    def condition(self, depth):
        if depth > 0:
            return {self.random.choice(["and", "or"]): [self.condition(self.random.randint(0, depth - 1))
                                                        for _ in range(self.random.randint(1, 4))]}
        kind = self.random.random()
        if kind < 0.3:
            return {self.random.choice(["isBefore", "isAfter"]):
                    [{"var": "now"}, self.moment(), *self.random.choice([[], [None], [0], [15], ["30"], [-10], [0.5]])]}
        if kind < 0.4:
            model = self.random.choice(["product", "variation", "gate"])
            some = self.random.sample(self.numbers[model], self.random.randint(0, 3))
            return {"inList": [{"var": model}, {"objectList": [{"lookup": [model, self.random.choice([n, str(n)]), "x"]}
                                                               for n in some]}]}
        if kind < 0.5:
            return {self.random.choice(["==", "!=", "=="]): [{"var": "entry_status"},
                                                            self.random.choice(["present", "absent", "absent"])]}
        if kind < 0.65:
            return {self.random.choice(COMPARISONS): [{self.random.choice(COUNTS): [self.moment()]}, self.number()]}
        if kind < 0.95:
            variable = self.random.choice(TERMS)
            if variable in self.numbers:
                return {"==": [{"var": variable}, {"lookup": [variable, self.random.choice(self.numbers[variable]), "x"]}]}
            return {self.random.choice(COMPARISONS): [{"var": variable}, self.number(variable)]}
        return self.odd()

    def odd(self):
        """What no editor makes and pretix still accepts."""
        some = lambda: self.random.choice([  # noqa: E731
            None, True, False, "", "a", "1", "-1", "True", 0, 1, -1, 2.5, [], [1, "a"], [True], {"var": "product"},
            {"var": "gate"}, {"var": ["variation"]}, {"var": "entry_status"}, {"var": ["gate", 3]}, {"var": "now"},
            {"var": "now_isoweekday"}, {"var": "minutes_since_last_entry"}, {"objectList": [1, "present", None]},
            {"lookup": ["product", "x", ""]}, {"lookup": ["gate", 2.7, ""]}, {"lookup": ["gate", None, ""]},
            {"buildTime": ["nothing"]}, {"buildTime": []}, {"<": [1, 2]}, {"==": [1, "1"]}, self.moment(), {}])
        operator = self.random.choice([*COMPARISONS, *COMPARISONS, "inList", "isBefore", "isAfter"])
        return {operator: [some() for _ in range(self.random.choice([0, 1, 2, 2, 2, 2, 2, 2, 3, 3]))]}

    def broken(self):
        """What pretix may accept and never can evaluate, or does not accept."""
        return self.random.choice([
            {"and": [self.condition(1), {"<": [1]}]}, {"or": [self.condition(0), {"isBefore": [{"var": "now"}, 5]}]},
            {"if": [True, True, False]}, {"and": [{"+": [1, 2]}]}, {"var": "product"}, {"buildTime": ["date_from"]},
            {"<": [{"var": "nothing"}, 1]}, {"and": [self.condition(0)], "or": []}, {"!": [self.condition(0)]},
            {"==": [{"and": [self.condition(0)]}, True]}, {"<": [{"entries_since": [5]}, 1]}, {"==": [{"var": []}, 1]},
            {"<": [{"entries_since": [{"buildTime": ["nothing"]}]}, 1]}, {"==": [1, 1, 1]}, {"<": 5}, {"and": {}},
            {"or": [{"lookup": ["product", "no number", "x"]}, True]}, {"and": [{"var": "entries_number"}]},
            {"isAfter": [{"var": "now"}, {"buildTime": ["custom", "2026-03-01T10:00:00"]}]},
            {"<": [{"entries_since": [{"buildTime": ["custom", "2026-03-01T10:00:00"]}]}, 2]},
            {"isAfter": [{"var": "now"}, {"buildTime": ["date_from"]}, "soon"]}, {"inList": ["a", "bar"]}, {"inList": [1, 5]}])

    def huge(self):
        rule = self.condition(1)
        for _ in range(self.random.randint(5, 30)):
            rule = {self.random.choice(["and", "or"]): [rule, self.condition(0)]}
        return {"and": [rule, {"or": [self.condition(0) for _ in range(self.random.randint(1, 60))]}]}

    def moment(self):
        kind = self.random.random()
        if kind < 0.4:
            return {"buildTime": ["customtime", self.random.choice(
                ["00:00", "00:30", "01:30", "02:00", "02:15", "02:30", "03:00", "09:00", "14:30:15", "23:59:59",
                 f"{self.random.randint(0, 23):02d}:{self.random.randint(0, 59):02d}"])]}
        if kind < 0.7:
            time = self.near().astimezone(self.random.choice([UTC, zoneinfo.ZoneInfo("Asia/Kolkata")]))
            return {"buildTime": ["custom", self.random.choice([written(time), time.isoformat()])]}
        return {"buildTime": [self.random.choice(["date_from", "date_to", "date_admission"])]}

    def near(self):
        """A time that matters, or one nearby."""
        time = self.random.choice(self.around)
        return time + self.random.choice([0, 0, 0, 1, -1, 15, -15, 30, 60, -60, 240, 1440, -1440,
                                          self.random.randint(-6000, 6000)]) * MINUTE \
            + self.random.choice([0, 0, 1, -1, 500]) * datetime.timedelta(milliseconds=1)

    def number(self, variable="entries_number"):
        if variable.startswith("minutes"):
            return self.random.choice([-1, 0, 1, 15, 60, 240, 1440, 100000, "30", 7.5])
        if variable == "now_isoweekday":
            return self.random.randint(1, 7)
        if variable == "entry_status":
            return self.random.choice(["present", "absent", 1])
        return self.random.choice([0, 1, 1, 2, 3, 4, "1", 1.5])


class Oracle:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.organizer, _ = Organizer.objects.get_or_create(name="Rules", slug="rules")
        self.events = {}

    def event(self, zone):
        if zone not in self.events:
            event = Event.objects.create(
                organizer=self.organizer, name=zone, slug=f"rules-{len(self.events)}", currency="EUR", date_from=now(),
                live=True)
            event.settings.timezone = zone
            items = [event.items.create(name=f"Item {number}", default_price=Decimal("0.00")) for number in range(3)]
            variations = [item.variations.create(value=f"Variation {item}") for item in items[1:]]
            gates = [Gate.objects.get_or_create(organizer=self.organizer, name=f"G{n}", identifier=f"g{n}")[0]
                     for n in range(3)]
            order = Order.objects.create(
                event=event, status=Order.STATUS_PAID, email="a@example.org", locale="en", datetime=now(), expires=now(),
                total=0, sales_channel=self.organizer.sales_channels.get(identifier="web"))
            self.events[zone] = (event, items, variations, gates, order)
        return self.events[zone]

    def changes(self, zone):
        """Instants around which clocks change in 2026."""
        zone = zoneinfo.ZoneInfo(zone)
        hours = [datetime.datetime(2026, 1, 1, tzinfo=UTC) + hour * datetime.timedelta(hours=1) for hour in range(8760)]
        offsets = [hour.astimezone(zone).utcoffset() for hour in hours]
        return [hours[n] for n in range(1, len(hours)) if offsets[n] != offsets[n - 1]]

    def cases(self, count):
        changes = {zone: self.changes(zone) for zone in ZONES}
        while count > 0:
            zone = self.random.choice(ZONES)
            base = datetime.datetime(2026, 1, 1, tzinfo=UTC) + self.random.randint(0, 525_000) * MINUTE
            if changes[zone] and self.random.random() < 0.5:
                base = self.random.choice(changes[zone]) + self.random.randint(-180, 180) * MINUTE
            some = min(count, CASES_OF_A_TICKET)
            self.event(zone)  # which stays, unlike the ticket
            with transaction.atomic():
                yield from self.of_a_ticket(zone, base, some)
                transaction.set_rollback(True)
            count -= some

    def of_a_ticket(self, zone, base, count):
        event, items, variations, gates, order = self.event(zone)
        shift = lambda: self.random.choice([0, 1, 15, 60, 240, 1440, self.random.randint(0, 9000)]) * MINUTE  # noqa: E731
        event.date_from = base + self.random.choice([1, -1]) * shift()
        event.date_to = self.random.choice([None, event.date_from + shift()])
        event.date_admission = self.random.choice([None, event.date_from - shift()])
        item = self.random.choice(items)
        variation = next((each for each in variations if each.item_id == item.pk), None)
        position = OrderPosition(order=order, item=item, variation=variation, positionid=1, price=0)
        position.save()
        list = CheckinList.objects.create(event=event, name="List", all_products=True)
        times = sorted({base + self.random.choice([1, -1, -1]) * shift() + self.random.randint(0, 999)
                        * datetime.timedelta(milliseconds=1) for _ in range(self.random.choice([0, 0, 1, 1, 2, 3, 6]))})
        passages = [(time, "exit" if self.random.random() < 0.3 else "entry") for time in times]
        Checkin.objects.bulk_create(
            Checkin(position=position, list=list, datetime=time, type=kind) for time, kind in passages)
        around = [base, event.date_from, event.date_to or event.date_from, event.date_admission or event.date_from, *times]
        numbers = {"product": [each.pk for each in items], "variation": [each.pk for each in variations],
                   "gate": [each.pk for each in gates]}
        rules = Rules(self.random, {name: [*some, 0] for name, some in numbers.items()}, around)
        for _ in range(count):
            rule, instant, gate = rules.rule(), rules.near(), self.random.choice([None, *gates])
            yield {
                "rule": rule, "zone": zone, "now": written(instant), "starts": written(event.date_from),
                "ends": written(event.date_to or event.date_from),
                "admission": written(event.date_admission or event.date_from), "product": item.pk,
                "variation": variation and variation.pk, "gate": gate and gate.pk,
                "passages": [{"at": written(time), "entry": kind == "entry"} for time, kind in passages],
                "pretix": self.answer(json.loads(json.dumps(rule)), position, list, instant, gate, event)}

    def answer(self, rule, position, list, instant, gate, event):
        try:
            CheckinList.validate_rules(rule)
        except (ValidationError, IndexError, TypeError):
            return "invalid"
        if not rule:
            return "yes"
        data = LazyRuleVars(position, list, instant, gate)
        try:
            return "yes" if _get_logic_environment(event, data, instant).apply(rule, data) else "no"
        except Exception:  # as in perform_checkin
            return "no"


with scopes_disabled(), open(os.environ["USHER_RULES_OUT"], "w") as out:
    for case in Oracle(int(os.environ["USHER_RULES_SEED"])).cases(int(os.environ["USHER_RULES_COUNT"])):
        print(json.dumps(case), file=out)
