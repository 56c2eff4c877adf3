"""usherd in the guest: installed from the build folder, fed by virtual devices, heard through tail."""

import json
import pathlib
import re
import shlex
import shutil

from Harness.commands import run
from Harness.guests.scanners import PROCESSOR
from Harness.lab import TREE
from Harness.station import Station
from Harness.waiting import Timeout

# usherd starts in about a second on a kiosk; under emulation everything takes ten times as long.
START_SECONDS = 120

SOCKET = "/run/usher/usher.sock"
# Between two looks at it: more of them would take the processor from a daemon that is to start.
LOOK_SECONDS = 0.3

# Scanners of the tests that the shipped rules cannot recognise by their vendor.
RULES = """\
SUBSYSTEM=="input", KERNEL=="event*", ATTRS{idVendor}=="0627", ATTRS{serial}=="SCANNER*", ENV{ID_USHER_SCANNER}="1"
SUBSYSTEM=="input", KERNEL=="event*", ATTRS{name}=="Door Scanner*", ENV{ID_USHER_SCANNER}="1"
"""


def install(lab, machine):
    """Puts the programs, the unit, the rules and the configuration into the guest and enables the service."""
    share = machine.share / "install"
    programs = [lab.programs / name for name in ("usher", "usherd")]
    for program in programs:
        (share / "usr/bin").mkdir(parents=True, exist_ok=True)
        # Debug information would be most of what has to be copied.
        run("strip", "--strip-debug", "-o", share / "usr/bin" / program.name, program)
        for library in toolchain_libraries(program):
            place = share / library.relative_to("/")
            if not place.exists():
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(library, place)
    for source, place in (("systemd/usher.yaml", "etc/usher"), ("systemd/usherd.service", "etc/systemd/system"),
                          ("systemd/usher-usb@.service", "etc/systemd/system"),
                          ("systemd/usher.target", "etc/systemd/system"), ("debian/usher.sysusers", "etc/sysusers.d"),
                          ("udev/60-usher.rules", "etc/udev/rules.d"), ("udev/60-usher.hwdb", "etc/udev/hwdb.d"),
                          ("udev/usher-hid-pos", "usr/lib/udev")):
        (share / place).mkdir(parents=True, exist_ok=True)
        shutil.copy(TREE / source, share / place)
    (share / "etc/udev/rules.d/59-usher.rules").write_text(RULES)
    (share / "etc/systemd/system/usherd.service.d").mkdir(parents=True)
    (share / "etc/systemd/system/usherd.service.d/test.conf").write_text(f"[Service]\nCPUAffinity={PROCESSOR}\n")
    machine.run("cp -r --no-preserve=ownership /mnt/share/install/* / && chmod 755 /usr/bin/usher /usr/bin/usherd /usr/lib/udev/usher-hid-pos && "
                "mv /etc/sysusers.d/usher.sysusers /etc/sysusers.d/usher.conf && systemd-sysusers && "
                "systemd-hwdb update && udevadm control --reload && "
                "systemctl daemon-reload && systemctl enable --now usherd", limit=START_SECONDS)


def toolchain_libraries(program):
    """The shared libraries that no Debian package brings: Swift's own."""
    found = (pathlib.Path(path) for path in re.findall(r"=> (/\S+)", run("ldd", program)))
    return [path for path in found if not str(path).startswith(("/lib/", "/usr/lib/", "/lib64/"))]


class Daemon:
    """The installed daemon, heard through `usher tail`: what Harness/station.py calls a transport."""

    def __init__(self, machine):
        self.machine, self.listens, self.output = machine, 0, None

    def usher(self, *arguments, limit=START_SECONDS):
        """A path is that of a file on the host, which the guest is given."""
        given = [self.machine.put(each.name, each.read_bytes()) if isinstance(each, pathlib.Path) else each
                 for each in arguments]
        return self.machine.run(f"usher {shlex.join(map(str, given))}", limit=limit)

    def start(self, gate="A", direction="in"):
        """Starts it anew at this gate."""
        self.machine.run(
            f"systemctl set-environment USHER_GATE={gate} USHER_DIRECTION={direction} && systemctl restart usherd",
            limit=START_SECONDS)

    def listen(self):
        """Returns when `usher tail` listens to the daemon that runs, as it will to each one after it."""
        self.machine.run("systemctl stop tail 2>/dev/null || true")
        self.listens += 1
        self.output = self.machine.share / f"verdicts-{self.listens}"
        self.machine.put("tail", f"until [ -S {SOCKET} ]; do sleep {LOOK_SECONDS}; done\n"
                                 f"exec usher tail --json >> /mnt/share/{self.output.name}\n")
        self.machine.start_service("tail", "/bin/sh /mnt/share/tail", "Restart=always", "RestartSec=0",
                                   "StartLimitIntervalSec=0")
        self.wait_until_heard()

    def wait_until_heard(self):
        """Until `usher tail` listens: somebody would see a verdict."""
        # State 03 is a connected socket: the one that the daemon accepted (the kernel's include/uapi/linux/net.h). The
        # kernel knows it by the name it was bound to, before it was moved to its place.
        self.machine.wait_in_guest("grep -q ' 03 .* /run/usher/' /proc/net/unix", "usher tail listens", START_SECONDS)

    def identity(self):
        """Changes when the daemon ends or is restarted, by whomever."""
        return self.machine.run("systemctl show --property=MainPID,NRestarts,ActiveState usherd")

    def wait_for(self, condition, what, limit):
        """As the machine does; a failure tells what was heard last, too."""
        try:
            return self.machine.wait_for(condition, what, limit)
        except Timeout as error:
            raise Timeout("\n".join([str(error), "last heard:", *map(json.dumps, self.said()[-3:])])) from None

    def said(self):
        """Everything that `usher tail` has printed in whole lines."""
        if not self.output or not self.output.exists():
            return []
        lines = self.output.read_text(errors="replace").splitlines(keepends=True)
        return [json.loads(line) for line in lines if line.endswith("\n")]

    def verdicts(self):
        """Those of its readers, without repeats."""
        return [each for each in self.said() if "verdict" in each and not each.get("repeat")]


def in_guest(machine):
    return Station(Daemon(machine))


def wait_until_grabbed(machine, scanner):
    """Until the daemon has grabbed the scanner: a person does not scan in the instant of plugging in either.

    It grabs once the scanner has been still for 0.1 s after it was opened, and then says that it reads it.
    """
    node = scanner.node()
    machine.wait_in_guest(f"ls -l /proc/$(systemctl show --property=MainPID --value usherd)/fd | grep -q {node}$",
                          "usherd opens the scanner")

    def is_read():
        status = machine.run("usher status --json", check=False, limit=START_SECONDS)
        readers = json.loads(status)["readers"] if status.startswith("{") else []
        devices = [each["device"] for each in readers if each["state"] == "reading"]
        return devices and node in machine.run(f"readlink -f {shlex.join(devices)}").split()

    machine.wait_for(is_read, "usherd reads the scanner", START_SECONDS)
