"""What becomes of an order, its dates, and its add-ons."""

from Servers.scenarios.scenario import Otherwise, Scenario

UNPAID = {"status": "n"}
PENDING = {"include_pending": True}
MEALS = {"products": ["meal"], "addon_match": True}

SCENARIOS = [
    Scenario("a cancelled order is refused", "canceled", order={"status": "c"}),
    Scenario("an expired order is refused", "canceled", order={"status": "e"}),
    Scenario("a ticket that was cancelled alone is unknown", "invalid", ticket={"canceled": True}),
    Scenario("an unpaid ticket is refused", "unpaid", order=UNPAID),
    Scenario("an unpaid ticket is asked about, where the list includes pending orders", "unpaid", order=UNPAID,
             list=PENDING),
    Scenario("staff let an unpaid ticket in, where the list includes pending orders", "ok", order=UNPAID,
             list=PENDING, ignore_unpaid=True),
    Scenario("staff cannot let an unpaid ticket in on another list", "unpaid", order=UNPAID, ignore_unpaid=True),
    Scenario("a pending order that is valid is let in", "ok", order={**UNPAID, "valid_if_pending": True}),
    Scenario("an order that nobody has approved is refused, also where the list includes pending ones", "unapproved",
             order={**UNPAID, "require_approval": True}, list=PENDING),
    Scenario("a ticket is refused before it is valid", "invalid_time", ticket={"valid_from": 60}),
    Scenario("a ticket is refused when it is valid no more", "invalid_time", ticket={"valid_until": -60}),
    Scenario("the time is looked at before the product", "invalid_time", ticket={"valid_from": 60},
             list={"products": ["vip"]}),

    Scenario("a list of one date refuses a ticket of another", "invalid", date="tomorrow", list={"date": "tonight"}),
    Scenario("a list for all dates lets a ticket of any date in", "ok", date="tomorrow"),

    Scenario("a ticket without an add-on is refused, where its add-ons are matched", "product", list=MEALS),
    Scenario("a ticket is shown for its only add-on, where add-ons are matched", "ambiguous", add_ons=("meal",),
             list=MEALS, pretix="ok", station=Otherwise(
                 "ok", "pretix lets the add-on in, too; its app takes the ticket itself for a second add-on")),
    Scenario("a ticket is shown for two add-ons, where add-ons are matched", "ambiguous", add_ons=("meal", "meal"),
             list=MEALS),
]
