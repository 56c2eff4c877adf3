"""usherd against real V4L2, evdev, udev and systemd."""

import csv
import functools
import itertools
import json
import pathlib
import shutil
import time

from Harness.guests import keys
from Harness.guests.cameras import LoopbackCamera, UsbCamera
from Harness.guests.daemon import in_guest, install, wait_until_grabbed
from Harness.guests.lab import Suite
from Harness.guests.pictures import Barcode, Picture
from Harness.guests.scanners import HidGadget, QemuKeyboard, UinputKeyboard, typing_limit
from Harness.organizer import Organizer
from Harness.station import VERDICT_SECONDS, shown
from Harness.waiting import let_pass
from VM.sticks import UsbStick

# A code is presented anew when it was out of view this long (a camera) or this long after the last time (a scanner):
# with a second for frames and keys under way. This is what a person waits, not a wait for a condition.
CAMERA_PAUSE_SECONDS = 1.5 + 1
SCANNER_PAUSE_SECONDS = 0.7 + 0.3

# One camera and one scanner play all cases of the sample; the others play these, for which usherd starts only once.
SHORT = ("valid", "second-scan", "voided", "unknown-code", "signed-not-in-list", "eventschedule-url", "inverted")


@functools.cache
def prepare(lab):
    """A machine with usherd installed and the sample's list; usherd is stopped."""
    with lab.machine() as machine:
        install(lab, machine)
        in_guest(machine).install(lab.sample.public_key, lab.sample.list)
        machine.run("systemctl stop usherd")
        return machine.save(lab.folder / "installed")


INSTALLED = Suite("installed", prepare)
DEVICES = Suite("usherd", prepare)
test = DEVICES.test


def started(machine):
    station = in_guest(machine)
    station.start()
    return station


@INSTALLED.test("usherd installed from the build folder starts with systemd, and tail hears its verdicts",
                thorough=True)
def starts(lab, machine):
    station = started(machine)
    _, reference, _ = lab.sample.ordinary[0]
    machine.run(f"usher admit {reference}", limit=VERDICT_SECONDS)
    verdict = station.next_verdict()
    assert (verdict["verdict"], verdict["ref"], verdict["gate"]) == ("admitted", reference, "A"), shown(verdict)
    check_journal(station, [verdict])
    station.check_never_restarted()


@INSTALLED.test("a scanner of a known vendor is marked and named by its socket, also after an unplug")
def scanner_rule(lab, machine):
    scanner = HidGadget(machine, "SYM00042", vendor=0x05E0, product=0x1200)
    for _ in range(2):
        node = scanner.plug()
        assert scanner.properties().get("ID_USHER_SCANNER") == "1", scanner.properties()
        assert machine.run("readlink -f /dev/usher/scanner-*").split() == [node]
        scanner.unplug()
        machine.wait_in_guest("! ls /dev/usher/scanner-* 2>/dev/null", "the scanner's name is gone")


@INSTALLED.test("the station reads a scanner, and may write to no input device")
def reads_only(lab, machine):
    started(machine)
    scanner = HidGadget(machine, "SYM00042", vendor=0x05E0, product=0x1200)
    scanner.plug()
    wait_until_grabbed(machine, scanner)
    # The flags of an open file, in octal, end with its access mode: 0 is O_RDONLY (proc(5), fcntl.h).
    flags = machine.run(f"pid=$(systemctl show --property=MainPID --value usherd); for each in /proc/$pid/fd/*; do "
                        f"[ $(readlink $each) = {scanner.node()} ] && grep flags: /proc/$pid/fdinfo/${{each##*/}}; done; true")
    assert flags and all(each[-1] in "048" for each in flags.split()[1::2]), flags
    # Somebody else's program with the station's rights: its user, that user's groups, and the devices of its unit.
    machine.put("try", f"exec 3<{scanner.node()} && echo read\nexec 3>>{scanner.node()} && echo written\n")
    machine.run("cd /run/systemd/system && { echo '[Service]'; "
                "grep -E '^(User|DevicePolicy|DeviceAllow)=' /etc/systemd/system/usherd.service; "
                "printf 'Type=oneshot\\nExecStart=-/bin/sh /mnt/share/try\\nStandardOutput=file:/run/tried\\n'; } > try.service && "
                "systemctl daemon-reload && systemctl start try")
    tried = machine.run("cat /run/tried")
    assert "read" in tried and "written" not in tried, tried


@INSTALLED.test("a camera is named by its socket, also after an unplug")
def camera_rule(lab, machine):
    camera = UsbCamera(machine, "DOOR0001")
    for _ in range(2):
        node = camera.plug()
        assert machine.run("readlink -f /dev/usher/camera-*").split() == [node]
        camera.unplug()
        machine.wait_in_guest("! ls /dev/usher/camera-* 2>/dev/null", "the camera's name is gone")


@INSTALLED.test("a list on a USB stick is offered, taken only when somebody accepts it, and gone with the stick")
def stick(lab, machine):
    newer = int(time.time()) + 100_000
    list = lab.sample.build("newer.usher", "--seq", newer)
    station = started(machine)
    stick = UsbStick(machine, lab.folder / "stick", {"newer.usher": list})
    stick.plug()
    offer = machine.wait_for(lambda: json.loads(machine.run("usher manifest offers --json"))["items"],
                             "the list is offered", VERDICT_SECONDS)[0]
    assert offer["file"].endswith("/newer.usher") and offer.get("seq") == newer and "fault" not in offer, offer
    options = machine.run("findmnt --noheadings --output OPTIONS /run/usher-sticks/*").split(",")
    assert {"ro", "nosuid", "nodev", "noexec"} <= set(options), options
    assert json.loads(machine.run("usher manifest list --json"))["items"][0]["seq"] < newer
    machine.run(f"usher manifest accept {offer['file']}")
    assert json.loads(machine.run("usher manifest list --json"))["items"][0]["seq"] == newer
    stick.unplug()
    machine.wait_for(lambda: not json.loads(machine.run("usher manifest offers --json"))["items"], "the offer is gone",
                     VERDICT_SECONDS)
    machine.wait_in_guest("! findmnt /run/usher-sticks/* 2>/dev/null", "the stick is no longer mounted")
    station.check_never_restarted()


@INSTALLED.test("an ordinary keyboard is no scanner", QemuKeyboard, "KEYBOARD")
@INSTALLED.test("an ordinary uinput keyboard is no scanner", UinputKeyboard, "Some Keyboard", thorough=True)
@INSTALLED.test("a keyboard of a vendor that is not listed is no scanner", functools.partial(HidGadget, vendor=0x046D),
                "KEYBOARD", thorough=True)
def keyboard_rule(lab, machine, kind, value):
    keyboard = kind(machine, value)
    keyboard.plug()
    known = keyboard.properties()
    assert known["ID_INPUT_KEYBOARD"] == "1" and "ID_USHER_SCANNER" not in known, known


def play_sheet(lab, machine, cases, present, rest, pause, ready=lambda: None):
    """Presents the sample's answers in their order; another gate or direction is another start of the daemon.

    `cases` are those of the lab when None. `rest` takes the code away; `ready` returns when the daemon has the device, where a code must not come before.
    """
    station = in_guest(machine)
    lines = [line for line in lab.sample.answers if is_of(line, cases or lab.cases)]
    assert lines, "the sample has no such cases"
    wrong, verdicts = [], []
    for (gate, direction), group in itertools.groupby(lines, lambda line: (line["gate"], line["direction"])):
        rest()
        station.start(gate, direction)
        ready()
        last = None
        for line in group:
            if line["code"] == last:
                rest()
                let_pass(pause)
            last = line["code"]
            present(line)
            verdict = station.next_verdict()
            if any(verdict[key] != line[key] for key in ("verdict", "reason", "entry", "gate", "direction")):
                wrong.append(f"{line['file']}: expected {line['verdict']} {line['reason']} {line['entry']} at gate "
                             f"{gate} {direction}, got {shown(verdict)}")
        station.check_no_more()
        station.check_never_restarted()
        verdicts += station.verdicts
    assert not wrong, "\n".join(wrong)
    return verdicts


def is_of(line, cases):
    """`codes/004-second-scan.png` is of the case second-scan. The ordinary ones are many, and say nothing new."""
    case = line["file"].removesuffix(".png").split("-", 1)[1]
    return case in cases if cases else case != "ordinary"


@test("the sheet of codes shown to a USB camera in MJPEG gets its answers", UsbCamera, None,
      {"serial": "DOOR0001", "formats": ("MJPG",)})
@test("codes shown to a USB camera in YUYV get their answers", UsbCamera, SHORT,
      {"serial": "DOOR0001", "formats": ("YUYV",)}, thorough=True)
@test("codes shown to a loopback camera in GREY get their answers", LoopbackCamera, SHORT, {"fourcc": "GREY"},
      thorough=True)
@test("codes shown to a loopback camera in YUYV get their answers", LoopbackCamera, SHORT, {"fourcc": "YUYV"})
@test("codes shown to a loopback camera in NV12 get their answers", LoopbackCamera, SHORT, {"fourcc": "NV12"},
      thorough=True)
@test("codes shown to a loopback camera in MJPEG get their answers", LoopbackCamera, SHORT, {"fourcc": "MJPG"},
      thorough=True)
def sheet_on_camera(lab, machine, kind, cases, options):
    camera = kind(machine, **options)
    camera.plug()
    verdicts = play_sheet(lab, machine, cases, lambda line: camera.show(Picture.read(lab.sample.folder / line["file"])),
                          lambda: camera.show(None), CAMERA_PAUSE_SECONDS)
    assert {each["how"] for each in verdicts} == {"camera"}, "the verdicts do not name the camera"


# The text TKT-93F7-K2LQ in Code 128, code set B.
CODE_128 = "2112142133111123312133111221323211222211321323113121311221321123312232111321312113314311112331112"


@test("a barcode on a ticket is read once a list says that tickets carry one, and QR codes as before")
def barcode(lab, machine):
    organizer = Organizer(lab, pathlib.Path(shutil.copytree(lab.sample.folder, lab.folder / "barcodes")))
    rows = organizer.rows()
    with organizer.tickets.open("a", newline="", encoding="utf-8") as file:
        csv.DictWriter(file, rows[0]).writerow({**rows[0], "code": "TKT-93F7-K2LQ", "ref": "BAR-1"})
    with organizer.event.open("a", encoding="utf-8") as file:
        file.write("symbologies: [code128, qr]\n")
    station, camera = started(machine), LoopbackCamera(machine, "YUYV")
    camera.plug(Barcode(CODE_128))
    _, reference, picture = lab.sample.ordinary[0]
    let_pass(CAMERA_PAUSE_SECONDS)
    station.check_no_more()
    station.install(lab.sample.public_key, organizer.build("barcodes.usher", "--seq", int(time.time()) + 100_000,
                                                           "--accept-guessable-codes"))
    verdict = station.next_verdict()
    assert (verdict["verdict"], verdict["ref"], verdict["how"]) == ("admitted", "BAR-1", "camera"), shown(verdict)
    camera.show(Picture.read(picture))
    verdict = station.next_verdict()
    assert (verdict["verdict"], verdict["ref"]) == ("admitted", reference), shown(verdict)
    station.check_no_more()
    station.check_never_restarted()


@test("the sheet of codes typed on a HID gadget gets its answers", HidGadget, "SYM00042", None)
@test("codes typed on a QEMU keyboard get their answers", QemuKeyboard, "SCANNER1", SHORT, thorough=True)
@test("codes typed on a uinput keyboard get their answers", UinputKeyboard, "Door Scanner", SHORT, thorough=True)
def sheet_on_scanner(lab, machine, kind, value, cases):
    scanner = kind(machine, value)
    scanner.plug()
    verdicts = play_sheet(lab, machine, cases, lambda line: scanner.type(line["code"]), lambda: None,
                          SCANNER_PAUSE_SECONDS, lambda: wait_until_grabbed(machine, scanner))
    assert {each["how"] for each in verdicts} == {"wedge"}, "the verdicts do not name the scanner"


def links(lab, count):
    """(text to type, reference) of ordinary tickets, as links: 60 characters, some of them with Shift."""
    found = [("https://T.eu/ticket/view/MQ/" + code, reference) for code, reference, _ in lab.sample.ordinary[:count]]
    assert len(found) == count and {len(text) for text, _ in found} == {60}, "the sample's codes have changed"
    return found


@test("nothing typed on a scanner reaches the console, and an ordinary keyboard does")
def console(lab, machine):
    station = started(machine)
    scanner, keyboard = HidGadget(machine, "SYM00042"), QemuKeyboard(machine, "KEYBOARD")
    scanner.plug()
    keyboard.plug()
    machine.start_service("console", "/bin/sh -c 'exec cat < /dev/tty1 > /run/console'")
    machine.wait_in_guest("test -e /run/console", "the console has a reader")
    wait_until_grabbed(machine, scanner)
    for code, reference in links(lab, 3):
        scanner.type(code)
        assert station.next_verdict()["ref"] == reference
    keyboard.type("ordinary")
    machine.wait_in_guest("grep -q ordinary /run/console", "the keyboard reaches the console")
    typed = machine.run("cat /run/console")
    assert typed == "ordinary\n", f"{len(typed) - 9} characters of a scanner reached the console"
    station.check_no_more()  # and what an ordinary keyboard types is no ticket


@test("a camera works after each of many unplugs")
def camera_replug(lab, machine):
    station = started(machine)
    camera = UsbCamera(machine, "DOOR0001")
    for _, reference, picture in lab.sample.ordinary[:lab.unplugs + 1]:
        camera.plug(Picture.read(picture))
        verdict = station.next_verdict()
        assert (verdict["verdict"], verdict["ref"]) == ("admitted", reference), shown(verdict)
        camera.unplug()
    station.check_no_more()
    station.check_never_restarted()


@test("a scanner works after each of many unplugs")
def scanner_replug(lab, machine):
    station = started(machine)
    scanner = HidGadget(machine, "SYM00042")
    for code, reference in links(lab, lab.unplugs + 1):
        scanner.plug()
        wait_until_grabbed(machine, scanner)
        scanner.type(code)
        verdict = station.next_verdict()
        assert (verdict["verdict"], verdict["ref"]) == ("admitted", reference), shown(verdict)
        scanner.unplug()
    station.check_no_more()
    station.check_never_restarted()


@test("two scanners type at once, and no code is lost or mixed")
def two_scanners(lab, machine):
    station = started(machine)
    scanners = [HidGadget(machine, "LEFT0001", controller=0), HidGadget(machine, "RIGHT002", controller=1)]
    chosen = links(lab, 60)
    parts = [chosen[:30], chosen[30:]]
    for scanner in scanners:
        scanner.plug()
        wait_until_grabbed(machine, scanner)
    typed = ["".join(code + keys.ENTER for code, _ in part) for part in parts]
    limit = typing_limit("".join(typed))
    machine.run(" & ".join(scanner.typing(text) for scanner, text in zip(scanners, typed)) + " & wait", limit=limit)
    check_all_admitted(station, chosen, limit)
    order = [each["ref"] for each in station.verdicts]
    for part in parts:
        references = [reference for _, reference in part]
        assert [each for each in order if each in references] == references, "one scanner's codes changed their order"
    station.check_never_restarted()


@test("hundreds of codes without a pause from a HID gadget each get their verdict", HidGadget, "SYM00042")
@test("hundreds of codes without a pause from a uinput keyboard each get their verdict", UinputKeyboard, "Door Scanner",
      thorough=True)
def many_codes(lab, machine, kind, value):
    station = started(machine)
    scanner = kind(machine, value)
    scanner.plug()
    wait_until_grabbed(machine, scanner)
    chosen = links(lab, lab.codes)
    scanner.type_all([text for text, _ in chosen])
    check_all_admitted(station, chosen, typing_limit("".join(text for text, _ in chosen)))
    assert [each["ref"] for each in station.verdicts] == [reference for _, reference in chosen], "the order changed"
    station.check_never_restarted()


def check_all_admitted(station, chosen, limit):
    """Each was admitted once, nothing else was judged, and the journal holds exactly what was shown."""
    verdicts = station.next_verdicts(len(chosen), limit)
    strange = [each for each in verdicts if each["verdict"] != "admitted"]
    assert not strange, f"{len(strange)} of {len(verdicts)} not admitted, the first: {shown(strange[0])}"
    assert sorted(each["ref"] for each in verdicts) == sorted(reference for _, reference in chosen)
    station.check_no_more()
    check_journal(station, verdicts)


def check_journal(station, verdicts):
    """The journal holds exactly these check-ins."""
    journalled, printed = ([(each["verdict"], each["ref"]) for each in part] for part in (station.journal(), verdicts))
    assert journalled == printed, f"{len(printed)} verdicts, {len(journalled)} in the journal"
