"""One more event, with nothing but many plain tickets; run by `python -m pretix shell` after gala.py.

USHER_SEED_SLUG names it, USHER_SEED_TICKETS says how many; leaves its check-in list and its tickets, as JSON, in the file
that USHER_SEED_OUT names.
"""

import datetime
import json
import os
from decimal import Decimal

from django.db import transaction
from django.utils.timezone import now
from django_scopes import scopes_disabled
from pretix.base.models import Event, Order, OrderPosition, Organizer
from pretix.base.models.checkin import CheckinList

TICKETS_PER_ORDER = 2


@scopes_disabled()
@transaction.atomic
def main():
    organizer = Organizer.objects.get(slug="gala-ltd")
    hour = datetime.timedelta(hours=1)
    event = Event.objects.create(
        organizer=organizer, name={"en": "Crowd"}, slug=os.environ["USHER_SEED_SLUG"], currency="EUR", live=True,
        date_from=now() - hour, date_admission=now() - 2 * hour, date_to=now() + 12 * hour)
    item = event.items.create(name={"en": "Standing"}, default_price=Decimal("20.00"))
    channel = organizer.sales_channels.get(identifier="web")
    made = CheckinList.objects.create(event=event, name="Hall", all_products=True)
    tickets = []
    while len(tickets) < int(os.environ["USHER_SEED_TICKETS"]):
        if len(tickets) % TICKETS_PER_ORDER == 0:
            order = Order.objects.create(
                event=event, status="p", email="holder@example.org", locale="en", sales_channel=channel,
                datetime=now(), expires=now() + hour, total=Decimal("40.00"))
        number = len(tickets) % TICKETS_PER_ORDER + 1
        position = OrderPosition(
            order=order, item=item, positionid=number, price=Decimal("20.00"),
            attendee_name_parts={"_scheme": "full", "full_name": f"Holder {order.code}-{number}"})
        position.save()  # which gives it its code
        tickets.append({"position": position.pk, "code": position.secret})
    with open(os.environ["USHER_SEED_OUT"], "w") as file:
        json.dump({"list": made.pk, "tickets": tickets}, file)


main()
