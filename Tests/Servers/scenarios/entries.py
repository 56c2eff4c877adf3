"""Entries, exits, and how a code is read."""

from Servers.scenarios.scenario import Otherwise, Scenario

AGAIN = {"allow_entry_after_exit": True}

SCENARIOS = [
    Scenario("a paid ticket is let in, with what its order and its product say", "ok", product="vip",
             order={"checkin_text": "Ask for the guest"}, texts=("Ask for the guest", "Hand out a lanyard")),
    Scenario("another product is refused", "product", list={"products": ["vip"]}),
    Scenario("a code that nobody sold is unknown", "invalid", code="nobody's"),
    Scenario("a ticket enters once", "already_redeemed", before=("entry 30",)),
    Scenario("an entry counts on its own list only", "ok", before=("entry 30 elsewhere",)),
    Scenario("a list of multiple entries lets in again and again", "ok", before=("entry 30", "entry 10"),
             list={"allow_multiple_entries": True}),
    Scenario("whoever has left comes back, where the list says so", "ok", before=("entry 30", "exit 10"), list=AGAIN),
    Scenario("whoever has left does not come back on another list", "already_redeemed", before=("entry 30", "exit 10")),
    Scenario("whoever has come back is inside", "already_redeemed", before=("entry 30", "exit 20", "entry 10"),
             list=AGAIN),
    Scenario("an exit without an entry does not use a ticket up", "ok", before=("exit 10",)),
    Scenario("an entry that was made here counts at once", "already_redeemed", here=("entry",)),
    Scenario("whoever is not known to be inside leaves", "ok", type="exit"),
    Scenario("whoever has a ticket that has ended leaves", "ok", type="exit", ticket={"valid_until": -60}),
    Scenario("a blocked ticket does not leave", "blocked", type="exit", ticket={"blocked": ["admin"]}),
    Scenario("upper and lower case are not the same", "invalid", written=str.upper),
    Scenario("what a reader writes before a code to name its characters is not part of it", "ok",
             written="\\000026{}".format, pretix="invalid"),
    Scenario("a code is read with white space around it", "invalid", written=" {} ".format, pretix="ok",
             station=Otherwise("ok", "Readers add white space, and no code has any; pretix takes it off, too")),
]
