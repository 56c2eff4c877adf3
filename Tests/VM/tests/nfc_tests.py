"""Readers for cards, tags and phones, by Debian's own pcscd: its driver is virtual, and a program here is the card."""

import json

from Harness.guests.cards import CardReader, Phone, Tag, text_record
from Harness.guests.daemon import START_SECONDS, in_guest
from Harness.guests.lab import Suite
from Harness.station import VERDICT_SECONDS, shown
from VM.tests.usherd_tests import prepare

SUITE = Suite("nfc", prepare)


@SUITE.test("what is held to an NFC reader gets a verdict, once until it is taken away, also after pcscd was gone")
def cards(lab, machine):
    reader = CardReader(machine, lab.release, lab.folder)
    machine.put("nfc.yaml", f"nfc_readers: [{reader.NAME}]\n")
    machine.run("cat /mnt/share/nfc.yaml >> /etc/usher/usher.yaml")
    station = in_guest(machine)
    station.start()

    def until(condition, what):
        machine.wait_for(condition, what, START_SECONDS)

    def is_read():
        devices = [each["device"] for each in json.loads(station.usher("status", "--json"))["readers"]]
        return reader.NAME in devices and "nfcUnavailable" not in station.conditions()

    until(lambda: {"nfcUnavailable", "readerMissing"} <= station.conditions(), "the station says that pcscd is missing")
    reader.start()
    until(is_read, "the reader is read")
    kinds = {each["device"]: each["kind"] for each in map(json.loads, machine.run("usher devices --json").splitlines())}
    assert kinds.get(reader.NAME) == "nfc", kinds
    tickets = lab.sample.ordinary
    for card, verdict in ((Tag("04a1b20c5d6e80", text_record(tickets[0][0])), ("admitted", tickets[0][1])),
                          (Tag("04a1b20c5d6e81"), ("refused", None)),
                          (Phone("08112233", text_record(tickets[1][0])), ("admitted", tickets[1][1]))):
        with reader.holding(card):
            got = station.next_verdict()
            assert (got["verdict"], got["ref"], got["how"]) == (*verdict, "wedge"), shown(got)
    reader.stop()
    until(lambda: "nfcUnavailable" in station.conditions(), "the station says that pcscd is gone")
    reader.start()
    until(is_read, "the reader is read again")
    with reader.holding(Tag("04a1b20c5d6e80", text_record(tickets[0][0]))):
        got = station.next_verdict(VERDICT_SECONDS)
        assert (got["verdict"], got["reason"]) == ("refused", "alreadyScanned"), shown(got)
    station.check_no_more()
    station.check_never_restarted()
