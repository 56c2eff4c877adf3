"""`usher devices` against real V4L2, evdev and udev."""

import json
import shlex

from Harness.guests import keys
from Harness.guests.cameras import LoopbackCamera, UsbCamera
from Harness.guests.daemon import START_SECONDS, wait_until_grabbed
from Harness.guests.lab import Suite
from Harness.guests.machine import SHARE
from Harness.guests.pictures import Picture, colored_box
from Harness.guests.scanners import HidGadget, HidPosGadget, SerialGadget, UinputKeyboard
from Harness.waiting import let_pass
from VM.tests.usherd_tests import links, prepare, started

# Sources/SerialScanners/SerialPort+Reading.swift: 80 ms without a byte, in a guest that is slow.
LINE_PAUSE_SECONDS = 2

SUITE = Suite("devices", prepare)
test = SUITE.test

# Sources/Wedges/ScannerCalibration.swift
LESSON = "'Usher ABCDEFGHIJKLMNOPQRSTUVWXYZ!\"#$%&()*+,-./abcdefghijklmnopqrstuvwxyz:;<=>?@[\\]^_`{|}~00123456789 Over"


def listed(machine, user="root"):
    """What `usher devices` lists for this user, by the last name of its node."""
    lines = machine.run(f"su -s /bin/sh {user} -c 'usher devices --json'").splitlines()
    return {each["node"].rsplit("/", 1)[-1]: each for each in map(json.loads, lines)}


def check(device, /, **expected):
    found = {key: device[key] for key in expected}
    assert found == expected, f"{found} instead of {expected}"


@test("cameras are listed with their formats, scanners with their ids, and links of both")
def lists(lab, machine):
    camera, scanner = UsbCamera(machine, "DOOR0001"), HidGadget(machine, "SYM00042", vendor=0x05E0, product=0x1200)
    keyboard = UinputKeyboard(machine, "Some Keyboard", vendor=0x1A2B, product=0x3C4D)
    names = [device.plug().rsplit("/", 1)[-1] for device in (camera, scanner, keyboard)]
    found = listed(machine)
    seen, typing, other = (found[name] for name in names)
    check(seen, kind="camera", vendor_id="046d", product_id="0825", serial="DOOR0001", readable=True)
    assert "MJPEG 640x480" in seen["formats"] and "YUYV 640x480" in seen["formats"], seen["formats"]
    check(typing, kind="scanner", vendor_id="05e0", product_id="1200", serial="SYM00042", readable=True)
    for device in (seen, typing):
        links = device["links"]
        assert device["device"] == links[0] and links[0].startswith(f"/dev/usher/{device['kind']}-"), links
        assert any("/by-id/" in link and device["serial"] in link for link in links), links
    check(other, kind="keyboard", name="Some Keyboard", vendor_id="1a2b", product_id="3c4d", serial=None, readable=True)


@test("who may not read a device is told which group may", thorough=True)
def lists_without_rights(lab, machine):
    camera, scanner = LoopbackCamera(machine, "GREY"), HidGadget(machine, "SYM00042")
    camera.plug()
    scanner.plug()
    machine.run("useradd --system nobody2")
    found = listed(machine, "nobody2")
    for node, group in ((camera.node, "video"), (scanner.node(), "input")):
        device = found[node.rsplit("/", 1)[-1]]
        check(device, readable=False, reason="Permission denied")
        assert f"`adduser nobody2 {group}`" in device["hint"], device["hint"]
    for command, group in (("snapshot --out /tmp/a.png", "video"), ("learn", "input")):
        said = machine.run(f"su -s /bin/sh nobody2 -c 'usher devices {command}'", check=False)
        assert f"`adduser nobody2 {group}`" in said, said


@test("a snapshot shows the code outlined, through usherd and without it")
def snapshot(lab, machine):
    picture = Picture.read(lab.sample.ordinary[0][2])
    camera = UsbCamera(machine, "DOOR0001")
    camera.plug(picture)
    station = started(machine)
    station.next_verdict()
    check_snapshot(machine, camera, picture, "running.png")
    station.check_never_restarted()
    machine.run("systemctl stop usherd")
    check_snapshot(machine, camera, picture, "stopped.png")


def check_snapshot(machine, camera, picture, name):
    machine.run(f"usher devices snapshot --out {SHARE}/{name}", limit=START_SECONDS)
    mode = machine.run(f"stat --format=%a {SHARE}/{name}").strip()
    assert mode == "600", f"a picture of a ticket is readable for others: {mode}"
    code, drawn = picture.centred(camera.width, camera.height).dark_box(), colored_box(machine.share / name)
    assert drawn, f"{name} has no outline"
    # The outline lies on the code's edge and is some pixels wide.
    assert all(abs(edge - line) <= 6 for edge, line in zip(code, drawn)), f"{name}: the code {code}, drawn {drawn}"


def learned(machine, node, scan, *devices):
    """What `usher devices learn` says of the device that reads the code."""
    machine.start_service("learn", f"/bin/sh -c 'exec usher devices learn --json {shlex.join(devices)} > /run/learned 2>&1'")
    machine.wait_in_guest(
        f"ls -l /proc/$(systemctl show --property=MainPID --value learn)/fd | grep -q {node}$",
        "usher devices learn listens")
    scan()
    machine.wait_in_guest("! systemctl is-active --quiet learn", "it has learned", START_SECONDS)
    return json.loads(machine.run("cat /run/learned"))


@test("which scanner reads a code is found out, whatever its interface: HID-POS, or a serial line that is named")
def finds(lab, machine):
    scanner, line = HidPosGadget(machine, "XEN00042"), SerialGadget(machine, "VQ000042")
    link = scanner.plug()
    check(learned(machine, scanner.node(), lambda: scanner.scan(LESSON)), kind="hid-pos", device=link, prefix="", suffix="")
    scanner.unplug()
    link = line.plug()
    # What comes before the line was quiet for a moment is not read.
    check(learned(machine, line.node(), lambda: (let_pass(LINE_PAUSE_SECONDS), line.scan("~" + LESSON)), link),
          kind="serial", device=link, prefix="~", suffix="")


@test("a keyboard set to German that is learned is read from then on, also after an unplug", thorough=True)
def learn(lab, machine):
    station = started(machine)
    scanner = HidGadget(machine, "UNKNOWN1", vendor=0x1A2B, product=0x3C4D, name="Some Scanner",
                        reports=keys.german_hid_reports)
    scanner.plug()
    check(learned(machine, scanner.node(), lambda: scanner.type(LESSON)), identity="1a2b:3c4d:UNKNOWN1", layout="de",
          terminator="key")
    for code, reference in links(lab, 2):
        wait_until_grabbed(machine, scanner)
        scanner.type(code)
        assert station.next_verdict()["ref"] == reference
        scanner.unplug()
        scanner.plug()
    station.check_never_restarted()
