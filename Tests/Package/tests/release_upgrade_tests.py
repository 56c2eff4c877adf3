"""A station on Debian 12 becomes one on the next release, and knows whom it has let in."""

import functools
import json

from Harness.guests.daemon import START_SECONDS, in_guest, wait_until_grabbed
from Harness.guests.lab import Suite
from Harness.guests.machine import Snapshot
from Harness.guests.scanners import HidGadget
from Harness.station import VERDICT_SECONDS, shown
from Package.release_upgrade import UpgradedBuilder

USED = 3


@functools.cache
def prepare(lab):
    """The upgraded machine, booted with the kernel of the new release."""
    folder = lab.folder / "release-upgrade"
    folder.mkdir()
    codes = [code for code, _, _ in lab.sample.ordinary[:USED]]
    builder = UpgradedBuilder(folder, lab.release.newest_kernel(), lab.log, lab.release, lab.quick_deb, lab.sample, codes)
    builder.build()
    return Snapshot(builder.image)


SUITE = Suite("from Debian 12", prepare)
test = SUITE.test


@test("the station runs after the upgrade of the system, its journal is whole, and a used ticket stays used")
def still_used(lab, machine):
    assert f"VERSION_CODENAME={lab.release.name}" in machine.run("cat /etc/os-release").splitlines()
    before = [json.loads(line) for line in machine.run("cat /root/verdicts-before").splitlines()]
    used = [reference for _, reference, _ in lab.sample.ordinary[:USED]]
    assert [(each["verdict"], each["ref"]) for each in before] == [("admitted", each) for each in used], \
        [shown(each) for each in before]
    half_installed = machine.run("dpkg --audit; apt-get check --quiet=2", limit=START_SECONDS)
    assert not half_installed.strip(), half_installed
    assert machine.run("systemctl is-active usherd usher.target; systemctl is-enabled usherd").split() == \
        ["active", "active", "enabled"]
    station = in_guest(machine)
    assert [each["ref"] for each in station.journal()] == used
    said = machine.run("usher journal verify", limit=VERDICT_SECONDS)
    assert f"{USED} entries" in said, said
    scanner = HidGadget(machine, "SYM00042", vendor=0x05E0, product=0x1200)
    scanner.plug()
    station.start()
    wait_until_grabbed(machine, scanner)
    (code, reference, _), (other, fresh, _) = lab.sample.ordinary[0], lab.sample.ordinary[USED]
    for typed, wanted in ((code, ("refused", "alreadyScanned", reference)), (other, ("admitted", None, fresh))):
        scanner.type(typed)
        verdict = station.next_verdict()
        assert (verdict["verdict"], verdict["reason"], verdict["ref"]) == wanted, shown(verdict)
    machine.run("usher journal verify", limit=VERDICT_SECONDS)
