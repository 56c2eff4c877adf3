"""An event with every kind of ticket, for a fresh pretix; run by `python -m pretix shell`.

Leaves what the tests need to know of it, as JSON, in the file that USHER_SEED_OUT names.
"""

import datetime
import json
import os
from decimal import Decimal

from django.utils.timezone import now
from django_scopes import scopes_disabled
from pretix.base.models import Device, Event, Gate, Order, OrderPosition, Organizer, Team, User
from pretix.base.models.checkin import Checkin, CheckinList
from pretix.base.secrets import assign_ticket_secret
from pretix.base.services.orders import _cancel_order

TICKETS = 240


class Gala:
    def __init__(self, slug, signed=False, series=False):
        self.now = now().replace(microsecond=0)
        self.organizer, _ = Organizer.objects.get_or_create(name="Gala Ltd", slug="gala-ltd")
        self.event = Event.objects.create(
            organizer=self.organizer, name={"en": "Winter Gala", "de": "Wintergala"}, slug=slug, currency="EUR",
            date_from=self.now - datetime.timedelta(hours=1), date_admission=self.now - datetime.timedelta(hours=2),
            date_to=self.now + datetime.timedelta(hours=5), live=True, has_subevents=series)
        self.event.settings.timezone = "Africa/Kampala"
        self.event.settings.locale = "en"
        if signed:
            self.event.settings.ticket_secret_generator = "pretix_sig1"
        self.channel = self.organizer.sales_channels.get(identifier="web")
        self.orders = 0

    def item(self, name, **fields):
        return self.event.items.create(name={"en": name}, default_price=Decimal("20.00"), **fields)

    def order(self, status=Order.STATUS_PAID, **fields):
        self.orders += 1
        return Order.objects.create(
            event=self.event, status=status, email="holder@example.org", locale="en", sales_channel=self.channel,
            datetime=self.now - datetime.timedelta(days=2) + datetime.timedelta(seconds=self.orders),
            expires=self.now + datetime.timedelta(days=3), total=Decimal("20.00"), **fields)

    def position(self, order, item, case, base=None, **fields):
        number = order.all_positions.count() + 1
        position = OrderPosition(
            order=order, item=item, positionid=number, price=Decimal("20.00"), addon_to=base,
            attendee_name_parts={"_scheme": "full", "full_name": f"Holder {order.code}-{number}"}, **fields)
        position.save()  # which gives it its code
        self.tickets.append({"case": case, "position": position.pk, "code": position.secret})
        return position

    def list(self, name, items=None, **fields):
        fields.setdefault("allow_entry_after_exit", False)
        made = CheckinList.objects.create(event=self.event, name=name, all_products=items is None, **fields)
        if items:
            made.limit_products.set(items)
        return made

    def device(self, name, profile):
        """A device whose token is still to be initialised."""
        gate, _ = Gate.objects.get_or_create(organizer=self.organizer, name="North gate", identifier="north")
        made = Device.objects.create(organizer=self.organizer, name=name, all_events=True, gate=gate,
                                     security_profile=profile)
        return made.initialization_token

    def fill(self):
        """Sells the tickets: most are plain, and every other case comes several times."""
        self.tickets = []
        standard = self.item("Standing")
        vip = self.item("VIP", checkin_attention=True, checkin_text="Hand out a lanyard")
        early = standard.variations.create(value={"en": "Early bird"}, default_price=Decimal("10.00"))
        late = standard.variations.create(value={"en": "Late"}, default_price=Decimal("20.00"))
        meal, parking = self.item("Meal", admission=False), self.item("Parking", admission=False)
        lists = {
            "hall": self.list("Hall", [standard, vip]),
            "again": self.list("Garden", [standard, vip], allow_entry_after_exit=True),
            "lounge": self.list("Lounge", [vip], allow_multiple_entries=True),
            "meal": self.list("Meals", [meal], addon_match=True),
            "all": self.list("All with add-ons", addon_match=True),
            "pending": self.list("Everyone", include_pending=True),
            **self.ruled(standard, vip, late),
        }
        workshop = self.asked()
        lists["workshop"] = self.list("Workshop", [workshop])
        camp = self.camp()
        lists["camp"] = self.list("Camp", [camp], allow_entry_after_exit=True)
        hour = datetime.timedelta(hours=1)
        cases = [
            ("unpaid", lambda: self.position(self.order("n"), standard, "unpaid", variation=early)),
            ("pending", lambda: self.position(self.order("n", valid_if_pending=True), vip, "pending")),
            ("unapproved", lambda: self.position(self.order("n", require_approval=True), vip, "unapproved")),
            ("expired", lambda: self.position(self.order("e"), standard, "expired", variation=late)),
            ("blocked", lambda: self.position(self.order(), vip, "blocked", blocked=["admin"])),
            ("soon", lambda: self.position(self.order(), vip, "soon", valid_from=self.now + hour)),
            ("over", lambda: self.position(self.order(), vip, "over", valid_until=self.now - hour)),
            ("window", lambda: self.position(self.order(), vip, "window", valid_from=self.now - hour,
                                             valid_until=self.now + hour)),
            ("vip", lambda: self.position(self.order(checkin_text="Ask for the guest"), vip, "vip")),
            ("cancelled", self.cancelled(standard, early)),
            ("gone", self.gone(vip)),
            ("meal", self.with_add_ons(standard, late, [meal])),
            ("meal and parking", self.with_add_ons(standard, late, [meal, parking])),
            ("parking", self.with_add_ons(vip, None, [parking])),
            ("used", self.used(vip, lists)),
            ("asked", lambda: self.position(self.order(), workshop, "asked")),
            ("answered", self.answered(workshop)),
            ("camp", lambda: self.position(self.order(), camp, "camp")),
            ("banded", self.banded(camp)),
        ]
        for number in range(5):
            for _, make in cases:
                make()
        while len(self.tickets) < TICKETS:
            variation = early if len(self.tickets) % 2 else late
            self.position(self.order(), standard, "plain", variation=variation)
        return {name: made.pk for name, made in lists.items()}

    def season(self):
        """Sells the tickets of two nights: one has begun, the other begins in three hours."""
        self.tickets, nights, item, hour = [], {}, self.item("Standing"), datetime.timedelta(hours=1)
        now = {"var": "now"}
        self.lists = {
            "every night": self.list("Every night").pk,
            "doors": self.list("Doors", rules={"isAfter": [now, {"buildTime": ["date_from"]}, 60]}).pk,
            "until the end": self.list("Until the end", rules={"isBefore": [now, {"buildTime": ["date_to"]}, None]}).pk,
        }
        for name, times in (("first night", {"date_from": self.now}), ("second night", {
                "date_from": self.now + 3 * hour, "date_admission": self.now + 2 * hour, "date_to": self.now + 5 * hour})):
            night = self.event.subevents.create(name={"en": name}, active=True, **times)
            for _ in range(2):
                self.position(self.order(), item, name, subevent=night)
            self.position(self.order("n"), item, f"{name}, unpaid", subevent=night)
            self.position(self.order(), item, f"{name}, soon", subevent=night, valid_from=self.now + hour)
            nights[name], self.lists[name] = night.pk, self.list(name, subevent=night).pk
        return nights

    def ruled(self, standard, vip, late):
        """Lists with rules of every kind."""
        some, now = [standard, vip], {"var": "now"}

        def lookup(model, made):
            return {"lookup": [model, str(made.pk), str(made)]}

        def list(name, rules, **more):
            return self.list(name, some, rules=rules, allow_multiple_entries=True, **more)

        north, _ = Gate.objects.get_or_create(organizer=self.organizer, name="North gate", identifier="north")
        return {
            "once": list("Once a day", {"<": [{"var": "entries_today"}, 1]}),
            "early": list("VIPs first", {"or": [
                {"inList": [{"var": "product"}, {"objectList": [lookup("product", vip)]}]},
                {"inList": [{"var": "variation"}, {"objectList": [lookup("variation", late)]}]}]}),
            "doors": list("Doors", {"and": [
                {"isAfter": [now, {"buildTime": ["date_admission"]}, 10]}, {"isBefore": [now, {"buildTime": ["date_to"]}, None]},
                {"<": [{"entries_since": [{"buildTime": ["date_from"]}]}, 1]}]}),
            "wait": list("Ten hours", {"or": [{"==": [{"var": "minutes_since_last_entry"}, -1]},
                                              {">": [{"var": "minutes_since_last_entry"}, 600]}]}),
            "outside": list("Outside", {"==": [{"var": "entry_status"}, "absent"]}),
            "north": list("North only", {"==": [{"var": "gate"}, lookup("gate", north)]}),
        }

    def asked(self):
        """A product whose guests are asked at check-in, one question after the other's answer, and shown another."""
        workshop = self.item("Workshop")

        def ask(text, type, **fields):
            fields.setdefault("ask_during_checkin", True)
            made = self.event.questions.create(question={"en": text}, type=type, **fields)
            made.items.add(workshop)
            return made

        size = ask("Size", "C", required=True)
        for name in ("S", "M"):
            size.options.create(identifier=name, answer={"en": f"Size {name}"})
        dinner = ask("Dinner", "B")
        allergies = ask("Allergies", "T", required=True, dependency_question=dinner, dependency_values=["True"])
        shown = ask("Diet", "S", ask_during_checkin=False, show_during_checkin=True)
        self.questions = {"size": size, "dinner": dinner, "allergies": allergies, "diet": shown}
        return workshop

    def answered(self, item):
        def make():
            position = self.position(self.order(), item, "answered")
            for name, answer in (("dinner", "True"), ("allergies", "nuts"), ("diet", "vegan")):
                position.answers.create(question=self.questions[name], answer=answer)
            chosen = position.answers.create(question=self.questions["size"], answer="Size S")
            chosen.options.add(self.questions["size"].options.get(identifier="S"))
        return make

    def camp(self):
        """A product whose guests get a wristband at check-in."""
        self.organizer.settings.reusable_media_active = True
        self.organizer.settings.reusable_media_type_barcode = True
        for number in (1, 2, 3):
            self.organizer.reusable_media.create(type="barcode", identifier=f"SPARE{number}{self.event.slug.upper()}")
        self.organizer.reusable_media.create(type="barcode", identifier=f"OFF{self.event.slug.upper()}", active=False)
        return self.item("Camp", media_policy="reuse", media_type="barcode")

    def banded(self, item):
        def make():
            position = self.position(self.order(), item, "banded")
            medium = self.organizer.reusable_media.create(type="barcode", identifier=f"BAND{position.pk}")
            medium.linked_orderpositions.add(position)
            self.tickets.append({"case": "band", "position": position.pk, "code": medium.identifier})
        return make

    def cancelled(self, item, variation):
        def make():
            self.position(order := self.order(), item, "cancelled", variation=variation)
            _cancel_order(order, send_mail=False)
        return make

    def gone(self, item):
        """One of an order's two tickets is cancelled alone."""
        def make():
            order = self.order()
            self.position(order, item, "kept")
            position = self.position(order, item, "gone")
            position.canceled = True
            position.save()
            assign_ticket_secret(self.event, position, force_invalidate_if_revokation_list_used=True, save=True)
            order.touch()
        return make

    def with_add_ons(self, item, variation, add_ons):
        def make():
            order = self.order()
            base = self.position(order, item, "base", variation=variation)
            for add_on in add_ons:
                self.position(order, add_on, "add-on", base=base)
        return make

    def used(self, item, lists):
        def make():
            position = self.position(self.order(), item, "used")
            for name, minutes, kind in (("hall", 30, "entry"), ("again", 20, "entry"), ("again", 10, "exit"),
                                        ("lounge", 5, "entry"), ("once", 30, "entry"), ("doors", 20, "entry"),
                                        ("wait", 5, "entry"), ("outside", 9, "entry")):
                Checkin.objects.create(position=position, list_id=lists[name].pk, type=kind,
                                       datetime=self.now - datetime.timedelta(minutes=minutes))
            position.order.touch()
        return make


@scopes_disabled()
def main():
    found = {}
    for slug, signed in (("gala", False), ("signed", True)):
        gala = Gala(slug, signed)
        lists = gala.fill()
        north = Gate.objects.get(organizer=gala.organizer, identifier="north")
        found[slug] = {"lists": lists, "tickets": gala.tickets, "gate": north.pk,
                       "questions": {name: made.pk for name, made in gala.questions.items()}}
    ruled = Gala("ruled")
    ruled.tickets = []
    standing = ruled.item("Standing")
    for _ in range(3):
        ruled.position(ruled.order(), standing, "plain")
    found["ruled"] = {"lists": {"rules": ruled.list(
        "Only once", rules={"<": [{"var": "entries_today"}, 1]}, allow_multiple_entries=True).pk}, "tickets": ruled.tickets}
    series = Gala("series", signed=True, series=True)
    found["series"] = {"dates": series.season(), "tickets": series.tickets, "lists": series.lists}
    user = User.objects.create_user("admin@example.org", "admin")
    team = Team.objects.create(organizer=gala.organizer, name="Tests", all_events=True, all_event_permissions=True,
                               all_organizer_permissions=True)
    team.members.add(user)
    found["token"] = team.tokens.create(name="tests").token
    found["devices"] = {name: gala.device(name, profile) for name, profile in (
        ("kiosk", "pretixscan_online_kiosk"), ("other kiosk", "pretixscan_online_kiosk"), ("publisher", "pretixscan"),
        ("lost kiosk", "pretixscan_online_kiosk"))}
    # For the walk of docs/PRETIX.md.
    found["tokens"] = [gala.device("publisher of the walk", "pretixscan"),
                       gala.device("rehearsal", "pretixscan_online_kiosk")]
    with open(os.environ["USHER_SEED_OUT"], "w") as file:
        json.dump(found, file)


main()
