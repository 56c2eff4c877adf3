"""The virtual machine and its devices are what the tests of usherd take them for."""

import contextlib
import functools
import pathlib
import tempfile
import time

from Harness.guests import keys
from Harness.guests.cameras import LoopbackCamera, UsbCamera
from Harness.guests.lab import Suite
from Harness.guests.pictures import Picture
from Harness.guests.scanners import PROCESSOR, HidGadget, QemuKeyboard, UinputKeyboard, typing_limit
from Harness.waiting import Timeout

SUITE = Suite("harness")
test = SUITE.test

# Every printable character, both cases, and a code as long as tickets have them.
TEXTS = ["https://events.example/ticket/view/MTIz/r5nj6aj2wavx1wo9aot0",
         "".join(sorted(set(keys.STROKES) - {keys.ENTER})).strip(), "TKT:000117|ORD:000042"]


@functools.cache
def codes(usher):
    """Two pictures of codes, with their texts. `usher(...)` runs the command line."""
    made = []
    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(("first-code-4711", "second-code-0815")):
            out = pathlib.Path(folder) / str(number)
            usher("ticket", "render", "-", "--out", out, input=text + "\n")
            made.append((Picture.read(out.with_suffix(".png")), text))
    return made


def shows(lab, camera, fourcc, picture, text, tolerance):
    """The camera delivers this picture, and its code can be read from what it delivers."""
    captured = camera.capture(fourcc)
    difference = captured.furthest_from(picture.centred(camera.width, camera.height))
    assert difference <= tolerance, f"a pixel of the {fourcc} frame is off by {difference}"
    file = lab.folder / "captured.pgm"
    file.write_bytes(captured.pgm())
    read = lab.usher("decode", file).strip().split("\t")[-1]
    assert read == text, f"the captured frame reads as {read!r}"


def reads(machine, scanner, texts, grab=False):
    """The texts arrive at the scanner's event node, every key in order."""
    output = start_reader(machine, scanner, grab)
    scanner.type_all(texts)
    wanted = "".join(text + keys.ENTER for text in texts)
    presses = 2 * sum(1 + keys.STROKES[each][3] for each in wanted) + 1  # with releases, and the line "ready"
    with contextlib.suppress(Timeout):  # what came instead says more
        machine.wait_in_guest(f"[ $(wc -l < {output}) -ge {presses} ]", "all keys arrive", typing_limit(wanted))
    lines = machine.run(f"cat {output}").splitlines()
    machine.stop_service(f"reader-{scanner.value.replace(' ', '-')}")
    got = keys.text_of(lines[1:])
    assert got == wanted, (f"typed {len(wanted)} characters, read {len(got)} ({lines.count('dropped')} overflows): "
                           + first_difference(wanted, got))


def first_difference(wanted, got):
    at = next((index for index, pair in enumerate(zip(wanted, got)) if pair[0] != pair[1]), min(len(wanted), len(got)))
    return f"at {at} {wanted[at:at + 20]!r} became {got[at:at + 20]!r}"


def start_reader(machine, scanner, grab=False):
    name = f"reader-{scanner.value.replace(' ', '-')}"
    output = f"/run/{name}"
    # As an ordinary thread it loses keys under emulation: the kernel keeps only 64 events.
    machine.start_service(
        name, f"/bin/sh -c 'exec taskset --cpu-list {PROCESSOR} chrt --fifo 1 key-reader {scanner.node()} "
        f"{'grab' if grab else ''} > {output}'")
    machine.wait_in_guest(f"grep -q ready {output}", "the reader is ready")
    return output


@test("the guest runs with real systemd and no failed unit")
def running(lab, machine):
    state = machine.run("systemctl is-system-running; systemctl list-units --failed --plain --no-legend")
    assert state.split() == ["running"], state


@test("the guest's clock is the host's")
def clock(lab, machine):
    difference = abs(float(machine.run("date +%s.%N")) - time.time())
    assert difference < 5, f"{difference:.1f} s apart"


@test("a loopback camera shows pictures in GREY", "GREY", 0)
@test("a loopback camera shows pictures in YUYV", "YUYV", 0)
@test("a loopback camera shows pictures in NV12", "NV12", 0)
@test("a loopback camera shows pictures in MJPEG", "MJPG", 64)
def loopback(lab, machine, fourcc, tolerance):
    camera = LoopbackCamera(machine, fourcc)
    (first, first_text), (second, second_text) = codes(lab.usher)
    camera.plug(first)
    shows(lab, camera, fourcc, first, first_text, tolerance)
    camera.show(second)
    shows(lab, camera, fourcc, second, second_text, tolerance)
    camera.unplug()
    camera.plug(first)
    shows(lab, camera, fourcc, first, first_text, tolerance)


@test("a loopback camera plays a sequence and stays at its last picture")
def sequence(lab, machine):
    camera = LoopbackCamera(machine, "YUYV")
    (first, _), (second, text) = codes(lab.usher)
    camera.plug()
    camera.play([first] * 5 + [None] * 5 + [second])
    wanted = second.centred(camera.width, camera.height)
    machine.wait_for(lambda: camera.capture("YUYV", 1).furthest_from(wanted) == 0, "the last picture comes")
    shows(lab, camera, "YUYV", second, text, 0)


@test("a USB camera shows pictures in MJPEG, with its ids and serial known to udev", "MJPG", 64)
@test("a USB camera shows pictures in YUYV, with its ids and serial known to udev", "YUYV", 0)
def usb_camera(lab, machine, fourcc, tolerance):
    camera = UsbCamera(machine, "DOOR0001", vendor=0x046D, product=0x0825)
    (first, first_text), (second, second_text) = codes(lab.usher)
    camera.plug(first)
    known = camera.properties()
    identity = tuple(known.get(key) for key in ("ID_VENDOR_ID", "ID_MODEL_ID", "ID_SERIAL_SHORT", "ID_USB_DRIVER"))
    assert identity == ("046d", "0825", "DOOR0001", "uvcvideo"), identity
    shows(lab, camera, fourcc, first, first_text, tolerance)
    camera.show(second)
    shows(lab, camera, fourcc, second, second_text, tolerance)


@test("a USB camera can be unplugged and plugged again, in the middle of a picture too")
def usb_camera_replug(lab, machine):
    camera = UsbCamera(machine, "DOOR0001")
    picture, text = codes(lab.usher)[0]
    for _ in range(3):
        node = camera.plug(picture)
        shows(lab, camera, "YUYV", picture, text, 0)
        machine.start_service("viewer", f"/usr/local/bin/frame-reader {node} YUYV 640 480 100000 /run/frame")
        machine.wait_in_guest(f"grep -q {node} /proc/$(systemctl show --property=MainPID --value viewer)/maps",
                              "the viewer has the camera's buffers")
        camera.unplug()
        machine.wait_in_guest("! systemctl is-active --quiet viewer", "the viewer notices")


@test("every key of a QEMU keyboard arrives", QemuKeyboard, "SCANNER1")
@test("every key of a HID gadget arrives", HidGadget, "SCANNER2")
@test("every key of a uinput keyboard arrives", UinputKeyboard, "Some Scanner")
def scanner(lab, machine, kind, value):
    device = kind(machine, value)
    device.plug()
    reads(machine, device, TEXTS)


@test("a QEMU keyboard works after each of three unplugs", QemuKeyboard, "SCANNER1")
@test("a HID gadget works after each of three unplugs", HidGadget, "SCANNER2")
@test("a uinput keyboard works after each of three unplugs", UinputKeyboard, "Some Scanner")
def scanner_replug(lab, machine, kind, value):
    device = kind(machine, value)
    for turn in range(3):
        device.plug()
        reads(machine, device, [f"{turn}-Ticket-4711"])
        device.unplug()


@test("a HID gadget's ids and serial are known to udev")
def gadget_identity(lab, machine):
    gadget = HidGadget(machine, "SYM00042", vendor=0x05E0, product=0x1200)
    gadget.plug()
    known = gadget.properties()
    identity = tuple(known.get(key) for key in ("ID_VENDOR_ID", "ID_MODEL_ID", "ID_SERIAL_SHORT", "ID_INPUT_KEYBOARD"))
    assert identity == ("05e0", "1200", "SYM00042", "1"), identity


@test("two HID gadgets type at once, and each one's keys arrive at its own node")
def two_gadgets(lab, machine):
    gadgets = [HidGadget(machine, "LEFT0001", controller=0), HidGadget(machine, "RIGHT002", controller=1)]
    texts = [[f"{gadget.value}-{number:04}" for number in range(20)] for gadget in gadgets]
    for gadget in gadgets:
        gadget.plug()
    outputs = [start_reader(machine, gadget) for gadget in gadgets]
    commands = [gadget.typing("".join(text + keys.ENTER for text in part)) for gadget, part in zip(gadgets, texts)]
    machine.run(" & ".join(commands) + " & wait")
    for output, part in zip(outputs, texts):
        wanted = "".join(text + keys.ENTER for text in part)
        machine.wait_for(lambda: keys.text_of(machine.run(f"cat {output}").splitlines()[1:]) == wanted,
                         f"the keys arrive at {output}", 30)


@test("30 codes without a pause arrive from a HID gadget", HidGadget, "SCANNER2")
@test("30 codes without a pause arrive from a uinput keyboard", UinputKeyboard, "Some Scanner")
def many_codes(lab, machine, kind, value):
    device = kind(machine, value)
    device.plug()
    reads(machine, device, [f"https://events.example/ticket/view/MTIz/{number:020}" for number in range(30)])


@test("an ordinary keyboard reaches the console, a grabbed one does not")
def console(lab, machine):
    keyboard, grabbed = QemuKeyboard(machine, "KEYBOARD"), HidGadget(machine, "SCANNER2")
    keyboard.plug()
    grabbed.plug()
    machine.start_service("console", "/bin/sh -c 'exec cat < /dev/tty1 > /run/console'")
    machine.wait_in_guest("test -e /run/console", "the console has a reader")
    grabbed.type("not grabbed yet")
    machine.wait_in_guest("grep -q 'not grabbed yet' /run/console", "an ungrabbed scanner reaches the console")
    reads(machine, grabbed, ["secret-code"], grab=True)
    keyboard.type("ordinary")
    machine.wait_in_guest("grep -q ordinary /run/console", "the keyboard reaches the console")
    text = machine.run("cat /run/console")
    assert "secret" not in text, f"the console got {text!r}"
