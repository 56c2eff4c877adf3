"""Wristbands and cards that stand for tickets."""

from Servers.scenarios.scenario import Scenario

BAND = {"type": "barcode"}

SCENARIOS = [
    Scenario("a wristband stands for its ticket", "ok", product="camp", medium=BAND, shown="medium"),
    Scenario("the number of a card's chip stands for its ticket", "ok", medium={"type": "nfc_uid"}, shown="medium",
             source="nfc_uid"),
    Scenario("a wristband that is not in use is unknown", "invalid", medium={**BAND, "active": False}, shown="medium"),
    Scenario("a wristband that has expired is unknown", "invalid", medium={**BAND, "expires": -60}, shown="medium"),
    Scenario("of a wristband's tickets, the one that is valid now is let in", "ok",
             medium={**BAND, "also": {"valid_until": -60}}, shown="medium"),
    Scenario("a ticket that must be exchanged for a wristband is not let in without one", "exchange", product="camp"),
]
