"""The package on a Debian 13 for arm64 that boots on an emulated Cortex-A72: its kernel, systemd and udev."""

import contextlib
import json
import re
import time

from Arm64.image import ArmMachine
from Harness import sentences
from Harness.guests.cameras import UsbCamera
from Harness.guests.daemon import START_SECONDS, in_guest, wait_until_grabbed
from Harness.guests.machine import SHARE
from Harness.guests.pictures import Picture
from Harness.guests.scanners import HidGadget
from Harness.lab import TREE
from Harness.station import VERDICT_SECONDS, shown
from Package.tests.enrolment_tests import enrolled_by_code
from VM.power import CuttableMachine
from VM.tests.fault_tests import Door
from VM.tests.power_tests import cut_while_busy

INSTALL_SECONDS = 600
TICKETS_OF_DEVICES = 2


class CuttableArmMachine(CuttableMachine, ArmMachine):
    """With a drive that forgets what was not flushed."""


@contextlib.contextmanager
def booted(lab):
    """One machine for all tests, in their order: a boot under emulation takes a minute."""
    began = time.monotonic()
    with lab.machine(kind=CuttableArmMachine) as machine:
        machine.boot_seconds = time.monotonic() - began
        yield machine


SUITE = sentences.Suite("booted", booted)
test = SUITE.test


@test("Debian 13 boots, and nothing of it has failed")
def boots(lab, machine):
    machine.run("systemctl is-system-running --wait || true", limit=300)
    assert machine.run("systemctl --failed --no-legend --plain").strip() == "", machine.run("systemctl --failed")
    kernel, processor = machine.run("uname -r; lscpu | sed -n 's/^Model name: *//p'").splitlines()[:2]
    return f"{kernel}, {processor}, {machine.boot_seconds:.0f} s; {machine.run('systemd-analyze time').splitlines()[0]}"


@test("apt installs the package from its file, with what a Debian 13 has")
def installs(lab, machine):
    machine.put(lab.deb.name, lab.deb.read_bytes())
    said = machine.run(f"cd {SHARE} && DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet "
                       f"--no-install-recommends ./{lab.deb.name}", limit=INSTALL_SECONDS)
    for bad in ("dpkg: error", "warning", "Failed", "failed"):
        assert bad not in said, said
    missing = machine.run("ldd /usr/bin/usher | grep 'not found' || true")
    assert not missing, missing


@test("systemd starts usherd, and it answers with the sample's list")
def runs(lab, machine):
    machine.run("systemctl start usherd", limit=START_SECONDS)
    in_guest(machine).install(lab.sample.public_key, lab.sample.list)
    status = json.loads(machine.run("usher status --json", limit=START_SECONDS))
    assert status["readers"] is not None, status
    assert machine.run("systemctl is-active usherd usher.target; systemctl is-enabled usherd").split() == \
        ["active", "active", "enabled"]
    machine.run("systemd-analyze verify --man=no /lib/systemd/system/usherd.service", limit=START_SECONDS)


@test("the sample event gets its known answers")
def sample(lab, machine):
    machine.put("run-sample", (TREE / "scripts/run-sample").read_bytes())
    said = machine.run(f"TMPDIR=/tmp bash {SHARE}/run-sample /usr/bin", limit=INSTALL_SECONDS)
    counts = re.findall(r"(\d+) of (\d+) verdicts", said)
    assert len(counts) == 7 and all(right == every for right, every in counts), said
    return f"{counts[0][0]} of {counts[0][1]}; {re.search(r'from frame to commit: .*', said)[0]}"


@test("a USB camera and a hand scanner are read")
def devices(lab, machine):
    camera = UsbCamera(machine, "DOOR0001", width=1280, height=720)
    scanner = HidGadget(machine, "SYM00042", vendor=0x05E0, product=0x1200)
    station = in_guest(machine)
    station.start()
    (_, first, picture), (code, second, _) = lab.sample.ordinary[:TICKETS_OF_DEVICES]
    camera.plug(Picture.read(picture))
    verdict = station.next_verdict(2 * VERDICT_SECONDS)
    assert (verdict["verdict"], verdict["ref"], verdict["how"]) == ("admitted", first, "camera"), shown(verdict)
    camera.show(None)
    scanner.plug()
    wait_until_grabbed(machine, scanner)
    scanner.type(code)
    verdict = station.next_verdict(2 * VERDICT_SECONDS)
    assert (verdict["verdict"], verdict["ref"], verdict["how"]) == ("admitted", second, "wedge"), shown(verdict)
    station.check_never_restarted()
    memory = machine.run("grep -E 'VmRSS|RssAnon' /proc/$(systemctl show --property=MainPID --value usherd)/status")
    camera.unplug()
    scanner.unplug()
    return " ".join(memory.split())


@test("killed, it is started again, and its journal is whole")
def killed(lab, machine):
    before = machine.run("systemctl show --property=MainPID --value usherd")
    machine.run("systemctl kill --signal=KILL --kill-whom=main usherd")
    now = "$(systemctl show --property=MainPID --value usherd)"
    machine.wait_in_guest(f"[ {now} != {before.strip()} ] && usher status >/dev/null 2>&1", "usherd is back", START_SECONDS)
    said = machine.run("usher journal verify", limit=START_SECONDS)
    assert "intact" in said, said
    return said.splitlines()[0]


@test("the power is cut while tickets are typed, and every verdict that was shown is in the journal")
def cut(lab, machine):
    door = Door(lab, machine)
    for _ in range(TICKETS_OF_DEVICES):
        next(door.fresh)
    cut_while_busy(door)
    return f"{door.figure}; {machine.lost} unflushed blocks forgotten, {machine.kept} kept"


@test("with its state gone, the organizer's code shown to the camera makes it a station that lets people in")
def enrolled(lab, machine):
    machine.run("systemctl stop usherd && rm -rf /var/lib/usher/* && systemctl start usherd", limit=START_SECONDS)
    enrolled_by_code(lab, machine)
