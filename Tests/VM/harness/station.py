"""usherd in the guest: installed from the build folder, fed by virtual devices, heard through tail."""

import json
import pathlib
import re
import shutil
import subprocess

from .scanners import PROCESSOR

TREE = pathlib.Path(__file__).resolve().parents[3]

# usherd starts in about a second on a kiosk; under emulation everything takes ten times as long.
START_SECONDS = 120
VERDICT_SECONDS = 60

SOCKET = "/run/usher/usher.sock"

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
        subprocess.run(["strip", "--strip-debug", "-o", share / "usr/bin" / program.name, program], check=True)
        for library in toolchain_libraries(program):
            place = share / library.relative_to("/")
            if not place.exists():
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(library, place)
    for source, place in (("systemd/usher.yaml", "etc/usher"), ("systemd/usherd.service", "etc/systemd/system"),
                          ("systemd/usher-usb@.service", "etc/systemd/system"),
                          ("systemd/usher.target", "etc/systemd/system"), ("debian/usher.sysusers", "etc/sysusers.d"),
                          ("udev/60-usher.rules", "etc/udev/rules.d"), ("udev/60-usher.hwdb", "etc/udev/hwdb.d")):
        (share / place).mkdir(parents=True, exist_ok=True)
        shutil.copy(TREE / source, share / place)
    (share / "etc/udev/rules.d/59-usher.rules").write_text(RULES)
    (share / "etc/systemd/system/usherd.service.d").mkdir(parents=True)
    (share / "etc/systemd/system/usherd.service.d/test.conf").write_text(f"[Service]\nCPUAffinity={PROCESSOR}\n")
    machine.run("cp -r --no-preserve=ownership /mnt/share/install/* / && chmod 755 /usr/bin/usher /usr/bin/usherd && "
                "mv /etc/sysusers.d/usher.sysusers /etc/sysusers.d/usher.conf && systemd-sysusers && "
                "systemd-hwdb update && udevadm control --reload && "
                "systemctl daemon-reload && systemctl enable --now usherd", limit=START_SECONDS)


def toolchain_libraries(program):
    """The shared libraries that no Debian package brings: Swift's own."""
    listing = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    found = (pathlib.Path(path) for path in re.findall(r"=> (/\S+)", listing))
    return [path for path in found if not str(path).startswith(("/lib/", "/usr/lib/", "/lib64/"))]


class Station:
    """The installed daemon. `verdicts` are those of its readers since the last `start`, without repeats."""

    def __init__(self, machine):
        self.machine = machine
        self.starts, self.taken, self.process = 0, 0, None

    def trust_and_install(self, sample):
        """Gives it the sample's list, with the daemon running."""
        for name in ("organizer.pub", "sample.usher"):
            self.machine.put(name, (sample / name).read_bytes())
        self.machine.run("systemctl start usherd && usher key trust /mnt/share/organizer.pub && "
                         "usher manifest install /mnt/share/sample.usher", limit=START_SECONDS)

    def start(self, gate="A", direction="in"):
        """Starts it anew at this gate, and returns when `usher tail` listens."""
        self.machine.run(
            "systemctl stop tail 2>/dev/null; "
            f"systemctl set-environment USHER_GATE={gate} USHER_DIRECTION={direction} && systemctl restart usherd",
            limit=START_SECONDS)
        self.listen()
        self.process = self.identity()

    def listen(self):
        """Follows the daemon that runs, and each one after it."""
        self.starts += 1
        self.taken = 0
        self.output = self.machine.share / f"verdicts-{self.starts}"
        # Trying again and again would take the processor from the daemon that is to start.
        self.machine.put("tail", f"until [ -S {SOCKET} ]; do sleep 0.3; done\n"
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
        """Changes when the daemon was restarted, by whomever."""
        return self.machine.run("systemctl show --property=MainPID,NRestarts,ActiveState usherd")

    def check_never_restarted(self):
        now = self.identity()
        assert now == self.process and "ActiveState=active" in now, f"usherd was restarted: {self.process} {now}"

    @property
    def verdicts(self):
        if not self.output.exists():
            return []
        lines = self.output.read_text(errors="replace").splitlines(keepends=True)
        objects = [json.loads(line) for line in lines if line.endswith("\n")]
        return [each for each in objects if "verdict" in each and not each.get("repeat")]

    def next_verdict(self, limit=VERDICT_SECONDS):
        """The next one nobody has taken yet."""
        found = self.machine.wait_for(lambda: self.verdicts[self.taken:], "a verdict falls", limit)
        self.taken += 1
        return found[0]

    def next_verdicts(self, count, limit):
        self.machine.wait_for(lambda: len(self.verdicts) >= self.taken + count,
                              f"{count} verdicts fall", limit)
        self.taken += count
        return self.verdicts[self.taken - count:self.taken]

    def check_no_more(self):
        """Call when something that certainly gave a verdict has given it: nothing else may have fallen."""
        more = self.verdicts[self.taken:]
        assert not more, f"{len(more)} verdicts too many, the first is {shown(more[0])}"


def wait_until_grabbed(machine, scanner):
    """Until the daemon has grabbed the scanner: a person does not scan in the instant of plugging in either.

    It grabs once the scanner has been still for 0.1 s after it was opened (Wedges' GrabPatience), which nothing shows.
    """
    machine.wait_in_guest(
        f"ls -l /proc/$(systemctl show --property=MainPID --value usherd)/fd | grep -q {scanner.node()}$ && sleep 0.3",
        "usherd opens the scanner")


def shown(verdict):
    """A verdict without anything secret or personal, for a failure's reason."""
    return {key: verdict.get(key) for key in ("seq", "verdict", "reason", "ref", "gate", "direction", "entry", "how")}
