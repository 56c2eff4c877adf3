"""One event with all that some scenarios need (Tests/Servers/scenarios); run by `python -m pretix shell` after gala.py.

Takes products, dates and what to set up from the JSON file that USHER_SEED_IN names. Leaves the check-in list, the
codes and the questions of each scenario in the file that USHER_SEED_OUT names.
"""

import datetime
import json
import os
from decimal import Decimal

from django.db import transaction
from django.utils.crypto import get_random_string
from django.utils.timezone import now
from django_scopes import scopes_disabled
from pretix.base.models import Event, Gate, Order, OrderPosition, Organizer
from pretix.base.models.checkin import Checkin, CheckinList
from pretix.base.secrets import assign_ticket_secret

MINUTE = datetime.timedelta(minutes=1)
RANDOM = "abcdefghjkmnpqrstuvwxyz23456789"


class Scenarios:
    """A series whose codes are signed, where it is noon: an hour ago was today."""

    def __init__(self, products, dates):
        self.now = now().replace(microsecond=0)
        self.organizer = Organizer.objects.get(slug="gala-ltd")
        self.event = Event.objects.create(
            organizer=self.organizer, name={"en": "Scenarios"}, slug="scenarios", currency="EUR", live=True,
            date_from=self.now - 60 * MINUTE, has_subevents=True)
        self.event.settings.timezone = f"Etc/GMT{self.now.hour - 12:+d}"  # whose signs are turned round
        self.event.settings.ticket_secret_generator = "pretix_sig1"
        self.channel = self.organizer.sales_channels.get(identifier="web")
        self.dates = {name: self.event.subevents.create(name={"en": name}, active=True, **dict(zip(
            ("date_from", "date_admission", "date_to"), map(self.time, times)))) for name, times in dates.items()}
        self.kinds, self.items, self.lists, self.numbers = products, {}, {}, {
            "product": {}, "variation": {}, "gate": {"north": Gate.objects.get(identifier="north").pk}}
        for name in products:
            self.item(name, {})
        self.elsewhere = CheckinList.objects.create(event=self.event, name="Elsewhere", all_products=True)

    def time(self, minutes):
        return None if minutes is None else self.now + minutes * MINUTE

    def timed(self, fields):
        return {name: self.time(each) if name in ("valid_from", "valid_until", "expires") else each
                for name, each in fields.items()}

    def item(self, name, questions):
        """A product whose guests are asked so: the product, and the questions by name."""
        key = json.dumps([name, questions])
        if key not in self.items:
            fields = dict(self.kinds[name])
            variations = fields.pop("variations", [])
            item = self.event.items.create(name={"en": name}, default_price=Decimal("20.00"), **fields)
            self.numbers["product"].setdefault(name, item.pk)
            for each in variations:
                made = item.variations.create(value={"en": each}, default_price=Decimal("20.00"))
                self.numbers["variation"].setdefault(each, made.pk)
            self.items[key] = (item, self.asked(item, questions))
        return self.items[key]

    def asked(self, item, questions):
        found = {}
        for name, fields in questions.items():
            fields = {"ask_during_checkin": True, **fields}
            options, after = fields.pop("options", []), fields.pop("after", None)
            if after:
                fields |= {"dependency_question": found[after[0]], "dependency_values": [after[1]]}
            found[name] = self.event.questions.create(question={"en": name}, **fields)
            found[name].items.add(item)
            for each in options:
                found[name].options.create(identifier=each, answer={"en": each})
        return found

    def list(self, fields):
        """Scenarios share lists that are alike."""
        key = json.dumps(fields)
        if key not in self.lists:
            fields = {"allow_entry_after_exit": False, **fields}
            products, date = fields.pop("products", None), fields.pop("date", None)
            if "rules" in fields:
                fields["rules"] = self.rule(fields["rules"])
                CheckinList.validate_rules(fields["rules"])
            self.lists[key] = CheckinList.objects.create(
                event=self.event, name=f"List {len(self.lists)}", all_products=products is None,
                subevent=date and self.dates[date], **fields)
            self.lists[key].limit_products.set([self.numbers["product"][each] for each in products or []])
        return self.lists[key]

    def rule(self, rule):
        """With numbers for names, and times for minutes."""
        match rule:
            case {"lookup": [kind, name]}:
                return {"lookup": [kind, str(self.numbers[kind][name]), name]}
            case {"buildTime": ["custom", minutes]}:
                return {"buildTime": ["custom", self.time(minutes).isoformat()]}
            case {"buildTime": ["customtime", minutes]}:
                return {"buildTime": ["customtime", f"{self.time(minutes).astimezone(self.event.timezone):%H:%M}"]}
            case {"weekday": days}:
                return (self.now.astimezone(self.event.timezone).isoweekday() - 1 + days) % 7 + 1
            case dict():
                return {name: self.rule(each) for name, each in rule.items()}
            case list():
                return [self.rule(each) for each in rule]
        return rule

    def position(self, order, item, code="signed", **fields):
        position = OrderPosition(
            order=order, item=item, positionid=order.all_positions.count() + 1, price=Decimal("20.00"),
            secret="" if code != "random" else get_random_string(32, RANDOM), **self.timed(fields))
        position.save()  # which signs a code, unless it has one
        if fields.get("blocked"):
            position.blocked_secrets.create(event=self.event, secret=position.secret, blocked=True)
        return position

    def set_up(self, wanted):
        item, questions = self.item(wanted["product"], wanted["questions"])
        date, list = self.dates[wanted["date"]], self.list(wanted["list"])
        # No list has the orders of test mode; at the door pretix takes their codes as any other.
        order = Order.objects.create(**{
            "event": self.event, "status": "p", "email": "holder@example.org", "locale": "en", "datetime": self.now,
            "sales_channel": self.channel, "expires": self.now + 60 * MINUTE, "total": Decimal("20.00"),
            "testmode": wanted["sold"] == "later", **wanted["order"]})
        variation = wanted["variation"] and self.numbers["variation"][wanted["variation"]]
        position = self.position(order, item, wanted["code"], subevent=date, variation_id=variation, **wanted["ticket"])
        codes = {"ticket": position.secret if wanted["code"] != "nobody's" else get_random_string(32, RANDOM)}
        if wanted["code"] == "revoked":
            assign_ticket_secret(self.event, position, force_invalidate=True)
        for name in wanted["add_ons"]:
            self.position(order, self.item(name, {})[0], subevent=date, addon_to=position)
        if wanted["medium"]:
            codes["medium"] = self.medium(position, **wanted["medium"])
        for name, answer in wanted["answered"].items():
            position.answers.create(question=questions[name], answer=answer)
        for kind, minutes, *place in map(str.split, wanted["before"]):
            Checkin.objects.create(position=position, list=self.elsewhere if place else list, type=kind,
                                   datetime=self.time(-int(minutes)))
        return {"list": list.pk, "codes": codes, "questions": {name: made.pk for name, made in questions.items()}}

    def medium(self, position, also=None, **fields):
        made = self.organizer.reusable_media.create(identifier=get_random_string(14, "0123456789ABCDEF"),
                                                    **self.timed(fields))
        made.linked_orderpositions.add(position)
        if also is not None:
            made.linked_orderpositions.add(
                self.position(position.order, position.item, subevent=position.subevent, **also))
        return made.identifier


@scopes_disabled()
@transaction.atomic
def main():
    with open(os.environ["USHER_SEED_IN"]) as file:
        wanted = json.load(file)
    made = Scenarios(wanted["products"], wanted["dates"])
    found = [made.set_up(each) for each in wanted["scenarios"]]
    with open(os.environ["USHER_SEED_OUT"], "w") as file:
        json.dump({"gates": made.numbers["gate"], "scenarios": found}, file)


main()
