"""Scanners with a HID-POS interface, which type nothing: by the kernel's own hidraw."""

import json

from Harness.guests.daemon import in_guest, wait_until_grabbed
from Harness.guests.lab import Suite
from Harness.guests.scanners import HidPosGadget
from Harness.station import shown
from VM.tests.usherd_tests import prepare

SUITE = Suite("hid", prepare)


@SUITE.test("a scanner with HID-POS is found by its report descriptor, and its codes get verdicts, also after an unplug")
def verdicts(lab, machine):
    scanner = HidPosGadget(machine, "XEN00042")
    link = scanner.plug()
    listed = [json.loads(line) for line in machine.run("su -s /bin/sh usher -c 'usher devices --json'").splitlines()]
    found = next(each for each in listed if each["node"] == scanner.node())
    assert (found["kind"], found["device"], found["name"], found["vendor_id"], found["serial"], found["readable"]) == \
        ("hid-pos", link, "Xenon 1900", "0c2e", "XEN00042", True), found
    assert machine.run(f"stat --format='%G %a' {scanner.node()}").split() == ["input", "660"]
    station = in_guest(machine)
    station.start()
    long = "x" * 200  # of four reports
    for round, (code, reference, _) in enumerate(lab.sample.ordinary[:2]):
        if round:
            scanner.unplug()
            scanner.plug()
        wait_until_grabbed(machine, scanner)
        for text, verdict in ((code, ("admitted", reference)), (long, ("refused", None))):
            scanner.scan(text)
            got = station.next_verdict()
            assert (got["verdict"], got["ref"], got["how"]) == (*verdict, "wedge"), shown(got)
    station.check_no_more()
    station.check_never_restarted()
