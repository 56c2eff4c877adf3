"""What somebody sees who stands before the console of a kiosk: the package in a guest with a graphics card."""

import functools

from Harness.guests.cameras import UsbCamera
from Harness.guests.daemon import START_SECONDS, in_guest, wait_until_grabbed
from Harness.guests.lab import Suite
from Harness.guests.pictures import Picture
from Harness.guests.scanners import HidGadget
from Harness.station import VERDICT_SECONDS
from Harness.waiting import let_pass
from Package import chords
from Package.console import BootingConsoleMachine, ConsoleMachine
from Package.tests import installed_tests

# A browser that starts under emulation, on a busy host; five times what it took on a quiet one.
DRAWN_SECONDS = 900
# Under emulation the page takes longer than the limits that a kiosk has. On a busy host the browser's network service may
# crash at its start, and the browser stays white: the unit then starts it again, as it is meant to.
PATIENCE = "[Service]\\nEnvironment=USHER_SCREEN_START_SECONDS=200 USHER_SCREEN_SILENCE_SECONDS=120\\n"
PATIENT = ("mkdir -p /etc/systemd/system/usher-screen.service.d && "
           f"printf '{PATIENCE}' > /etc/systemd/system/usher-screen.service.d/patience.conf && systemctl daemon-reload")
# A window that a chord opens is there by then, as the browser draws under emulation.
LOOK_SECONDS = 1
# Of the page in its light theme (tokens.css), and the ground of a green and an amber verdict.
READY = (0xF3, 0xF4, 0xF6)


@functools.cache
def prepare(lab):
    """Boots a kiosk on which the package was installed, and does what README says. No camera's module was ever loaded."""
    BootingConsoleMachine.card = ConsoleMachine.card = "virtio"
    with lab.machine(installed_tests.prepare(lab), BootingConsoleMachine) as machine:
        machine.run("! grep video4linux /proc/devices")
        machine.run(f"{PATIENT} && systemctl enable --now usher-screen", limit=START_SECONDS)
        wait_until_drawn(machine)
        return machine.save(lab.folder / "console")


SUITE = Suite("console", prepare, kind=ConsoleMachine)
test = SUITE.test


def wait_until_drawn(machine):
    machine.wait_in_guest("usher status --json 2>/dev/null | grep -q '\"console\":\"drawn\"'",
                          "the page is drawn, as it confirms itself", DRAWN_SECONDS)


def wait_until_silent(machine):
    machine.wait_in_guest("usher status --json | grep -q '\"console\":\"silent\"'",
                          "the station notices that nothing is drawn", DRAWN_SECONDS)


def screen(machine):
    """Changes with everything that a restart of the screen or of the machine changes."""
    return machine.run("cat /proc/sys/kernel/random/boot_id /sys/class/tty/tty0/active; pgrep --exact cage; "
                       "systemctl show --property=NRestarts,ActiveState usher-screen")


def scan(lab, machine, number):
    """A scanner types the code of an ordinary ticket; returns the scanner."""
    scanner = HidGadget(machine, "SYM00042", vendor=0x05E0, product=0x1200)
    scanner.plug()
    wait_until_grabbed(machine, scanner)
    scanner.type(lab.sample.ordinary[number][0])
    return scanner


@test("systemctl enable --now usher-screen shows the page, drawn by the processor, in the unit's own limits")
def page(lab, machine):
    machine.save_picture(lab.folder / "console-ready.png")
    assert machine.shown().share(*READY) > 0.5, "the monitor does not show the page"
    groups = machine.run("for each in $(pgrep chromium); do cat /proc/$each/cgroup; done").split()
    assert groups and set(groups) == {"0::/system.slice/usher-screen.service"}, set(groups)
    assert "WLR_RENDERER=pixman" in machine.run("tr '\\0' '\\n' < /proc/$(pgrep --exact cage)/environ")


@test("a ticket is green on the console, a second scan of it is not, and nobody but the page was there to see it")
def verdict(lab, machine):
    scanner = scan(lab, machine, 0)
    # Under emulation the page may say for a moment that it hears nothing of the station.
    machine.wait_for(lambda: ground(machine) == "green", "the verdict is on the monitor", DRAWN_SECONDS)
    machine.save_picture(lab.folder / "console-green.png")
    assert [each["verdict"] for each in in_guest(machine).journal()] == ["admitted"]
    # A refusal is shown for a few seconds, in which a busy guest may not get to draw it.
    machine.wait_for(lambda: is_refused(machine, scanner, lab.sample.ordinary[0][0]), "the refusal is on the monitor",
                     DRAWN_SECONDS)
    machine.save_picture(lab.folder / "console-refused.png")
    assert [each["verdict"] for each in in_guest(machine).journal()][:2] == ["admitted", "refused"]


def is_refused(machine, scanner, code):
    scanner.type(code)
    return any(ground(machine) == "amber" for _ in range(20))


def ground(machine):
    """Of the panel, beside its icon and its words."""
    red, green, blue = machine.shown().pixel(0.5, 0.15)
    if green > red and green > blue:
        return "green"
    return "amber" if red > green > blue else "other"


@test("a kiosk that is switched on shows the page and a verdict, with nobody doing anything")
def from_power_on(lab, _):
    with lab.machine(prepare(lab), BootingConsoleMachine) as machine:
        wait_until_drawn(machine)
        drawn = uptime(machine)
        scanner = scan(lab, machine, 2)
        machine.wait_for(lambda: ground(machine) == "green", "the verdict is on the monitor", DRAWN_SECONDS)
        verdict = uptime(machine)
        assert scanner
        steps = {
            "the kernel has started systemd": started(machine, "", "UserspaceTimestampMonotonic"),
            "usherd is started": started(machine, "usherd", "ExecMainStartTimestampMonotonic"),
            "usherd is ready": started(machine, "usherd", "ActiveEnterTimestampMonotonic"),
            "usher-screen is started": started(machine, "usher-screen", "ExecMainStartTimestampMonotonic"),
            "the page is drawn": drawn, "a verdict is on the monitor": verdict,
        }
        (lab.folder / "power-on.txt").write_text(
            machine.run("systemd-analyze --no-pager critical-chain usherd.service usher-screen.service"))
        return ", ".join(f"{seconds:.1f} s {step}" for step, seconds in steps.items())


def uptime(machine):
    return float(machine.run("cat /proc/uptime").split()[0])


def started(machine, unit, name):
    """Seconds after the kernel's start, by systemd."""
    return int(machine.run(f"systemctl show --property={name} --value {unit}")) / 1e6


@test("no chord of the browser, the compositor, the console or the kernel leaves the page")
def no_chord(lab, machine):
    watch_console(machine)
    before, ready, pressed = screen(machine), machine.shown(), (*chords.ESCAPE, *chords.BROWSER, *chords.CONSOLE, *chords.KERNEL)
    for chord in pressed:
        machine.press(*chord)
        # Before anything is pressed again: the next key may close what this one has opened.
        let_pass(LOOK_SECONDS)
        if machine.shown().difference(ready) > 0.1:
            # Tab and Enter are for staff: they may have led to the page's own buttons.
            assert chords.is_for_staff(chord), f"{chord}: the monitor shows something else"
            machine.press("esc")
            machine.wait_for(lambda: machine.shown().difference(ready) < 0.1, f"{chord}: Escape leads back", VERDICT_SECONDS)
    wait_until_drawn(machine)
    machine.save_picture(lab.folder / "console-chords.png")
    assert screen(machine) == before, "the screen or the machine was started again, or left"
    # What opened later than it was looked at, and is closed again, was in front of the page.
    assert '"console":"covered"' not in machine.run("cat /run/consoles"), "something lay over the page for a moment"
    return f"{len(pressed)} chords"


def watch_console(machine):
    """Notes what the station knows of its console's page, from now on."""
    machine.start_service("consoles", "/bin/sh -c 'usher status --json >> /run/consoles'", "Restart=always", "RestartSec=1",
                          "StartLimitIntervalSec=0")


@test("no pointer is on the monitor, and a mouse opens nothing")
def pointer(lab, machine):
    ready = machine.shown()
    machine.point(0.5, 0.7)
    for button in ("right", "middle"):
        machine.click(button)
    assert machine.shown().difference(ready) < 0.01


@test("a camera that is plugged in after the start is read, though no driver of its kind was loaded before")
def hot_plugged_camera(lab, machine):
    assert "video4linux" not in machine.run("cat /proc/devices"), "a driver is loaded already"
    camera = UsbCamera(machine, "DOOR0001")
    _, reference, picture = lab.sample.ordinary[1]
    camera.plug(Picture.read(picture))
    machine.wait_for(lambda: [each["ref"] for each in in_guest(machine).journal()] == [reference],
                     "its ticket is let in", 4 * VERDICT_SECONDS)


@test("the console does not go blank while nobody touches it")
def no_blanking(lab, machine):
    assert machine.run("cat /sys/module/kernel/parameters/consoleblank").strip() == "0"
    machine.run(f"sleep {lab.idle_seconds}", limit=lab.idle_seconds + 60)
    assert machine.run("cat /sys/class/drm/card0-Virtual-1/dpms /sys/class/drm/card0-Virtual-1/enabled").split() == \
        ["On", "enabled"]
    assert machine.shown().share(*READY) > 0.5, "the monitor does not show the page"
    return f"{lab.idle_seconds} s"


@test("a killed compositor and a browser that hangs are started again, and the station says what it does not see")
def started_again(lab, machine):
    # With the system's own keymap, to see that a chord would leave the page.
    machine.run("cp /usr/share/X11/xkb/rules/evdev /usr/share/usher/xkb/rules/usher; "
                "sed -i s/SILENCE_SECONDS=120/SILENCE_SECONDS=30/ /etc/systemd/system/usher-screen.service.d/patience.conf; "
                "systemctl daemon-reload; pkill --signal KILL --exact cage")
    wait_until_silent(machine)
    wait_until_drawn(machine)
    assert restarts(machine) >= 1, "systemd did not start the screen again"
    ready = machine.shown()
    machine.press("ctrl", "n")
    machine.wait_for(lambda: machine.shown().difference(ready) > 0.2, "another window covers the page", VERDICT_SECONDS)
    machine.wait_in_guest("usher status --json | grep -q '\"console\":\"covered\"'", "the station knows it", VERDICT_SECONDS)
    assert "cannot be seen there" in machine.run("usher doctor || true")
    machine.wait_in_guest(f"[ $(systemctl show --property=NRestarts --value usher-screen) -gt {restarts(machine)} ]",
                          "the screen is started again, and the window is gone", DRAWN_SECONDS)
    wait_until_drawn(machine)
    before = restarts(machine)
    machine.run("pkill --signal STOP chromium")
    wait_until_silent(machine)
    # What is plugged in is in order.
    displays = [line for line in machine.run("usher doctor || true").splitlines()
                if " display " in line and "A display is connected" not in line]
    assert displays and all("broken" in line for line in displays), displays
    machine.wait_in_guest(f"[ $(systemctl show --property=NRestarts --value usher-screen) -gt {before} ]",
                          "the screen is started again", VERDICT_SECONDS)
    assert "the page was not drawn for" in machine.run("journalctl --unit=usher-screen --no-pager")


def restarts(machine):
    return int(machine.run("systemctl show --property=NRestarts --value usher-screen"))
