"""Rare cases, beside the scenarios that are counted: a station is known to decide otherwise than pretixSCAN."""

from Servers.scenarios.questions import DINNER, SIZE
from Servers.scenarios.rules import NOW, where
from Servers.scenarios.scenario import Otherwise, Scenario

SCENARIOS = [
    Scenario("a used ticket whose guest was never asked", "incomplete", questions=SIZE, before=("entry 30",),
             station=Otherwise("already_redeemed", "Whoever is refused anyway is not asked")),
    Scenario("a question that another answer in pretix makes needless", "incomplete", questions=DINNER,
             answered={"Dinner": "False"}, station=Otherwise("ok", "The shop does not ask it then, either")),
    Scenario("an answer that pretix would not accept", "ok", pretix="incomplete",
             questions={"Country": {"type": "CC"}, "Number": {"type": "N", "valid_number_max": 10}},
             answers=({"Country": "XX", "Number": "10"}, {"Country": "UG", "Number": "11"}),
             station=Otherwise("incomplete", "It would be lost: the guest is asked again")),
    Scenario("a file that is asked for", "incomplete", questions={"Photo": {"type": "F", "required": True}},
             station=Otherwise("ok", "Stations take no files; a pull says so")),
    Scenario("a wristband of two tickets that are both valid", "ambiguous", medium={"type": "barcode", "also": {}},
             shown="medium", station=Otherwise("ok", "It stands for both; the first that may pass is taken")),
    Scenario("the code of a ticket that was exchanged, where pretix insists on the wristband", "already_exchanged",
             product="camp", medium={"type": "barcode"}, insists_on_medium=True,
             station=Otherwise("ok", "The ticket still enters only once")),
    Scenario("a ticket that must be exchanged for a chip with a key of its own", "exchange", product="club",
             station=Otherwise("ok", "Stations cannot read such chips; a pull says so")),
    Scenario("a ticket that must be exchanged, and that a rule refuses", "exchange", product="camp", pretix="rules",
             list=where({">": [{"var": "entries_number"}, 0]}),
             station=Otherwise("rules", "A wristband would not let the guest in; pretix looks in this order, too")),
    Scenario("the number of a card's chip, read as if it were a bar code", "invalid", medium={"type": "nfc_uid"},
             shown="medium", station=Otherwise(
                 "ok", "Readers of chips type as scanners do: they cannot be distinguished")),
    Scenario("a rule about an end that the date does not have", "rules", date="open", pretix="ok",
             list=where({"isBefore": [NOW, {"buildTime": ["date_to"]}, 120]}),
             station=Otherwise("ok", "pretix takes the beginning instead; its app cannot read the rule")),
    Scenario("a blocked code that no list has", "blocked", code="signed", sold="later", ticket={"blocked": ["admin"]},
             station=Otherwise("revoked", "A list has one word for codes that are no ticket any more")),
    Scenario("a code after what says that it was a QR code, `]Q1`", "invalid", written="]Q1{}".format,
             station=Otherwise("ok", "Some readers write it; no code of pretix begins so")),
]
