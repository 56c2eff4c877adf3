"""Scanners on a serial line, by the kernel's own cdc_acm: their codes, and the beep that they are sent."""

from Harness.guests.daemon import in_guest, wait_until_grabbed
from Harness.guests.lab import Suite
from Harness.guests.scanners import SerialGadget
from Harness.station import VERDICT_SECONDS, shown
from VM.tests.usherd_tests import prepare

SUITE = Suite("serial", prepare)

# Of Honeywell's manuals, which Sources/SerialScanners/ScannerSignals.swift names.
GOOD, BAD = b"\x1b7,", b"\x1b8,\x1b8,"


@SUITE.test("a scanner on a serial line beeps as the verdict is, and works after an unplug")
def beeps(lab, machine):
    scanner = SerialGadget(machine, "VQ000042")
    link = scanner.plug()
    listed = machine.run("usher devices")
    assert link in listed, listed
    machine.put("serial.yaml", f"serial_scanners:\n  - device: {link}\n    model: honeywell\n")
    machine.run("cat /mnt/share/serial.yaml >> /etc/usher/usher.yaml")
    station = in_guest(machine)
    station.start()
    expected = b""
    for round, (code, reference, _) in enumerate(lab.sample.ordinary[:2]):
        if round:
            scanner.unplug()
            scanner.plug()
        wait_until_grabbed(machine, scanner)
        for text, verdict, answer in ((code, ("admitted", reference), GOOD), ("nobody knows this", ("refused", None), BAD)):
            scanner.scan(text)
            got = station.next_verdict()
            assert (got["verdict"], got["ref"], got["how"]) == (*verdict, "wedge"), shown(got)
            expected += answer
            machine.wait_for(lambda: len(scanner.heard()) >= len(expected), "the scanner hears it", VERDICT_SECONDS)
            assert scanner.heard() == expected, scanner.heard()
    station.check_no_more()
    station.check_never_restarted()
