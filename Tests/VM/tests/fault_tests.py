"""Faults that a station survives: each comes `--rounds` times, and after each one the station is in service again by
itself. At the end, every verdict that was shown is in the journal, no ticket came in twice, and the chain is whole."""

import json
import random
import re
import shlex
import shutil

from Harness import checkins
from Harness.guests import keys
from Harness.guests.cameras import UsbCamera
from Harness.guests.daemon import START_SECONDS, in_guest, wait_until_grabbed
from Harness.guests.lab import Suite
from Harness.guests.machine import HOST_ADDRESS
from Harness.guests.pictures import Picture
from Harness.guests.scanners import HidGadget
from Harness.hooks import Hook
from Harness.lab import TREE
from Harness.station import VERDICT_SECONDS, shown
from Harness.waiting import let_pass
from VM.tests.usherd_tests import prepare

SUITE = Suite("faults", prepare)
test = SUITE.test

# In the middle of which a fault comes, and about how long after a verdict the next one falls.
CODES_A_ROUND = 8
VERDICT_INTERVAL_SECONDS = 0.6
# After which systemd takes the station for dead (WatchdogSec=10), five times.
WATCHDOG_SECONDS = 50
# The longest pause before a server is asked again is 60 s; after these few failures it is 8.
BACKEND_SECONDS = 60
TOKEN = "fault-token"


class Door:
    """A station with a scanner; what was shown at it, through all its restarts; the tickets that nobody has shown yet."""

    def __init__(self, lab, machine):
        self.machine, self.station = machine, in_guest(machine)
        self.tickets = [(f"https://T.eu/ticket/view/MQ/{code}", reference)
                        for code, reference, _ in lab.sample.ordinary]
        self.fresh = iter(self.tickets)
        self.admits = lab.sample.admits()
        self.kept, self.entries = [], []
        self.typist = None  # the process in the guest that types what it is busy with

    def typed(self, count):
        """Keys of that many tickets: new ones while there are some, then ones that are in already."""
        chosen = [next(self.fresh, None) or random.choice(self.tickets) for _ in range(count)]
        return "".join(code + keys.ENTER for code, _ in chosen)

    def admit(self):
        """The next ticket is typed and gets green: the station is in service. Returns its reference."""
        code, reference = next(self.fresh)
        self.scanner.type(code)
        verdict = self.verdict(reference)
        assert verdict["verdict"] == "admitted", shown(verdict)
        return reference

    def be_busy(self):
        """Has tickets typed one after the other, and returns in the instant of a verdict, or at some moment after it."""
        already, seen = len(self.station.verdicts), random.randrange(CODES_A_ROUND)
        typing = self.scanner.typing(self.typed(CODES_A_ROUND))
        self.typist = self.machine.ask("guest-exec", path="/bin/sh", arg=["-c", typing])["pid"]
        self.machine.wait_for(lambda: len(self.station.verdicts) >= already + seen, f"{seen} verdicts fall",
                              VERDICT_SECONDS, longest_pause=0.005)
        # A fault comes whenever it likes.
        let_pass(random.choice((0, random.uniform(0, VERDICT_INTERVAL_SECONDS))))

    def wait_until_typed(self):
        """Until nobody types any more: a scanner does not mix two codes."""
        if self.typist:
            self.machine.wait_for(lambda: self.machine.ask("guest-exec-status", pid=self.typist)["exited"],
                                  "the scanner has typed what it was busy with")
            self.typist = None

    def verdict(self, reference):
        def fallen():
            return [each for each in self.station.verdicts if each["ref"] == reference]

        return self.machine.wait_for(fallen, f"a verdict on {reference} falls", VERDICT_SECONDS)[0]

    def keep_shown(self):
        """Keeps what was shown so far, before the station listens anew."""
        self.kept += self.station.verdicts
        self.station.transport.output.unlink(missing_ok=True)

    def check(self):
        """Holds everything that was shown against the journal."""
        seen = self.kept + self.station.verdicts
        refused = [each for each in seen if each["reason"] == "notRecorded"]
        self.entries = self.station.journal()
        found = checkins.faults([each for each in seen if each not in refused], self.entries, self.admits)
        assert not found, "\n".join(found)
        self.machine.run("usher journal verify", limit=START_SECONDS)
        self.figure = f"{len(seen)} verdicts shown, {len(refused)} of them not recorded; {len(self.entries)} entries"

    def open(self):
        """Starts it at gate A."""
        self.station.start()
        self.take_scanner()
        return self

    def take_scanner(self):
        """Plugs in a scanner, and lets the first one in."""
        self.scanner = HidGadget(self.machine, "SYM00042")
        self.scanner.plug()
        self.serves()

    def serves(self):
        """It is there, somebody sees its verdicts, and it lets the next one in."""
        self.wait_until_typed()
        wait_until_grabbed(self.machine, self.scanner)
        self.station.transport.wait_until_heard()
        return self.admit()

    def refuses(self, tries=20):
        """A ticket gets grey, for want of a record (until then there may still be room), and doctor says why."""
        for _ in range(tries):
            code, _ = next(self.fresh)
            self.station.taken = len(self.station.verdicts)
            self.scanner.type(code)
            verdict = self.station.next_verdict()
            if verdict["reason"] == "notRecorded":
                break
            assert verdict["verdict"] == "admitted", shown(verdict)
        else:
            raise AssertionError(f"{tries} tickets were let in on a disk that takes nothing")
        doctor = self.machine.run("usher doctor", check=False, limit=VERDICT_SECONDS)
        assert "The disk of the state folder takes no writes" in doctor, doctor

    def restarts(self):
        return self.machine.run("systemctl show --property=NRestarts --value usherd").strip()

    def faults(self):
        """What `usher status` tells people to look at."""
        return " ".join(json.loads(self.machine.run("usher status --json", limit=VERDICT_SECONDS))["faults"])

    def says(self, words):
        self.machine.wait_for(lambda: words in self.faults(), f"usher status says: {words}", VERDICT_SECONDS)

    def says_no_more(self, words):
        self.machine.wait_for(lambda: words not in self.faults(), f"usher status no longer says: {words}",
                              VERDICT_SECONDS)


@test("usherd is killed while a scanner types")
def killed(lab, machine):
    door = Door(lab, machine).open()
    for _ in range(lab.rounds):
        before = door.restarts()
        door.be_busy()
        machine.run("systemctl kill --signal=KILL usherd")
        machine.wait_in_guest(f"[ $(systemctl show --property=NRestarts --value usherd) -gt {before} ]",
                              "systemd starts it again")
        door.serves()
    door.check()
    return door.figure


@test("usherd hangs, and systemd's watchdog starts it again")
def hangs(lab, machine):
    door = Door(lab, machine).open()
    for _ in range(lab.rounds):
        before = door.restarts()
        machine.run("systemctl kill --signal=STOP usherd")
        machine.wait_in_guest(f"[ $(systemctl show --property=NRestarts --value usherd) -gt {before} ]",
                              "the watchdog starts it again", WATCHDOG_SECONDS)
        door.serves()
    said = machine.run("journalctl --unit=usherd --grep='Watchdog timeout' --output=cat").splitlines()
    assert len(said) == lab.rounds, f"{len(said)} watchdog timeouts in {lab.rounds} rounds"
    door.check()
    return door.figure


# Takes what is free for others than root; what is kept for root stays, so that only the station feels it.
FILL = """n=0; while a=$(stat --file-system --format=%a {0}) && [ $a -gt 0 ] && [ $n -lt 100 ]; do
  n=$((n+1)); fallocate --length $((a * 4096)) {0}/full-$n-$$ 2>/dev/null || true; done; stat --file-system --format=%a {0}"""


@test("the disk is full: first the reserve is used, then nobody passes, and with room all is well")
def full_disk(lab, machine):
    door = Door(lab, machine).open()
    for _ in range(lab.rounds):
        machine.run(FILL.format("/"))
        door.admit()
        door.says("disk is nearly full")
        machine.run(FILL.format("/"))
        door.refuses()
        machine.run("rm /full-*")
        door.serves()
        door.says_no_more("disk")
    door.station.check_never_restarted()
    door.check()
    return door.figure


# What the page asks of the station: a method, an address, a body, and the cookie of a session. Prints the whole answer.
ASK = """exec 3<>/dev/tcp/127.0.0.1/8722
printf '%s %s HTTP/1.1\\r\\nHost: 127.0.0.1:8722\\r\\nOrigin: http://127.0.0.1:8722\\r\\nConnection: close\\r\\n' "$1" "$2" >&3
printf 'Content-Type: application/json\\r\\nCookie: %s\\r\\nContent-Length: %d\\r\\n\\r\\n%s' "$4" "${#3}" "$3" >&3
cat <&3
"""
# In the state folder's own memory: it has a disk of its own there, which is smaller.
IN_MEMORY = """set -e; systemctl stop usherd; cp -a /var/lib/usher /run/kept
mount -t tmpfs -o size=64m,mode=700,uid=usher,gid=usher-admin tmpfs /var/lib/usher; cp -a /run/kept/. /var/lib/usher
usher --version >/dev/null; runuser -u usher -- usher station new-identity --state /var/lib/usher"""


class Screen:
    """Somebody at the page, as far as the station sees."""

    def __init__(self, machine):
        self.machine, self.cookie = machine, ""
        machine.put("ask", ASK)

    def ask(self, method, path, **body):
        """Status and object of the answer."""
        said = self.machine.run(shlex.join(["bash", "/mnt/share/ask", method, f"/staff/{path}",
                                            json.dumps(body) if body else "", self.cookie]), limit=VERDICT_SECONDS)
        head, _, text = said.partition("\r\n\r\n")
        cookie = re.search(r"^set-cookie: (usher_staff=[^;]+)", head, re.I | re.M)
        if cookie:
            self.cookie = cookie[1]
        return int(head.split()[1]), json.loads(text[text.find("{"):text.rfind("}") + 1] or "{}")


@test("on a full disk Sue signs in at the screen and lets guests go first", "/")
@test("on a full disk in memory Sue signs in at the screen and lets guests go first", "/var/lib/usher")
def sign_in_on_full_disk(lab, machine, disk):
    machine.run("echo 314159 | usher operator add Sue --role supervisor", limit=VERDICT_SECONDS)
    if disk != "/":
        machine.run(IN_MEMORY, limit=START_SECONDS)
    door, screen = Door(lab, machine).open(), Screen(machine)
    machine.run(FILL.format(disk))
    door.admit()
    machine.run(FILL.format(disk))
    door.refuses()
    # A restart on a full disk, which somebody will try.
    machine.run("systemctl restart usherd", limit=START_SECONDS)
    door.wait_until_typed()
    wait_until_grabbed(machine, door.scanner)
    door.station.transport.wait_until_heard()
    door.refuses()
    assert machine.run("usher status", limit=VERDICT_SECONDS).count("Nothing can be recorded") == 1

    status, wrong = screen.ask("POST", "session", operator="Sue", pin="000000")
    assert status == 403 and wrong["retry_after_ms"] > 0, (status, wrong)
    let_pass(wrong["retry_after_ms"] / 1000 + 1)
    status, session = screen.ask("POST", "session", operator="Sue", pin="314159")
    assert status == 200 and session["role"] == "supervisor", (status, session)
    status, session = screen.ask("PUT", "session", language="de")
    assert (status, session.get("language")) == (200, "de"), (status, session)
    status, undone = screen.ask("POST", "undo", entry=door.station.journal()[0]["id"])
    assert status == 422 and undone["error"]["reason"] == "the disk of this station is full", (status, undone)
    status, _ = screen.ask("POST", "not-recorded", is_on=True)
    assert status == 200, status
    code, reference = next(door.fresh)
    door.scanner.type(code)
    assert door.verdict(reference)["verdict"] == "admitted"
    assert screen.ask("DELETE", "session")[0] == 200

    machine.run(f"rm {disk}/full-*")
    door.says_no_more("disk")
    door.says_no_more("recorded")
    machine.wait_for(lambda: reference in [each["ref"] for each in door.station.journal()],
                     "what was in memory is recorded", VERDICT_SECONDS)
    door.admit()


@test("the clock goes back a day, and forward again")
def clock(lab, machine):
    door = Door(lab, machine).open()
    for _ in range(lab.rounds):
        machine.run("date --set=@$(($(date +%s) - 86400))")
        door.admit()
        door.says("The clock is behind the newest list or entry")
        machine.run("date --set=@$(($(date +%s) + 86400))")
        door.admit()
        door.says_no_more("The clock is behind")
    door.station.check_never_restarted()
    door.check()
    return door.figure


@test("camera and scanner are pulled in the middle of a code, and plugged in again")
def pulled(lab, machine):
    door = Door(lab, machine).open()
    camera = UsbCamera(machine, "DOOR0001")
    pictures = {reference: picture for _, reference, picture in lab.sample.ordinary}
    for _ in range(lab.rounds):
        code, half = next(door.fresh)
        machine.run(door.scanner.typing(code[:len(code) // 2]), limit=VERDICT_SECONDS)
        door.scanner.unplug()
        _, seen = next(door.fresh)
        camera.plug(Picture.read(pictures[seen]))
        assert door.verdict(seen)["verdict"] == "admitted"
        camera.unplug()
        door.scanner.plug()
        door.serves()
        assert not [each for each in door.station.verdicts if each["ref"] == half], "half a code got a verdict"
    door.station.check_never_restarted()
    door.check()
    assert len(door.entries) == len(door.station.verdicts), "the journal has more than was shown"
    return door.figure


@test("the backend is gone: verdicts go on, and each is told once when it is back")
def backend(lab, machine):
    door, told, admitted, port = Door(lab, machine).open(), {}, [], 0
    for _ in range(lab.rounds + 1):
        with Hook(TOKEN, port) as hook:
            if not port:
                port = hook.port
                give_backend(lab, machine, port)
                admitted.append(door.serves())
                door.station.process = door.station.transport.identity()
            machine.wait_for(lambda: references(hook.taken | told) >= set(admitted), "the server is told",
                             BACKEND_SECONDS)
            told |= hook.taken
        assert len(told) == len(admitted), f"{len(told)} entries told of {len(admitted)} people"
        admitted += [door.admit(), door.admit()]
        waiting = json.loads(machine.run("usher status --json", limit=VERDICT_SECONDS))["journal"]["waiting"]
        assert waiting == 2, f"{waiting} check-ins wait for a server that is gone"
    door.station.check_never_restarted()
    door.check()
    return door.figure


def references(told):
    return {each["ref"] for each in told.values()}


def give_backend(lab, machine, port):
    """The sample's list again, now with a server that is told of its check-ins."""
    event = lab.sample.folder / "event-backend.yaml"
    event.write_text(lab.sample.event.read_text() + "backend: box\n")
    machine.put("backend.usher", lab.sample.build("backend.usher", event=event).read_bytes())
    machine.put("backends.yaml", "backends:\n  box: {kind: webhook, plain_http: true, "
                                 f"url: \"http://{HOST_ADDRESS}:{port}/checkins\"}}\n")
    machine.put("box.conf", "[Service]\nLoadCredential=box:/etc/usher/credentials/box\n")
    machine.run(f"cd /mnt/share && cat backends.yaml >> /etc/usher/usher.yaml && mkdir -p /etc/usher/credentials && "
                f"echo {TOKEN} > /etc/usher/credentials/box && cp box.conf /etc/systemd/system/usherd.service.d/ && "
                "usher manifest install backend.usher && systemctl daemon-reload && systemctl restart usherd",
                limit=START_SECONDS)


# In the place of cage and Chromium, which need a graphics card: a program that runs another, and one that opens the
# page's stream of events, as the page does.
CAGE = '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nshift\n"$@"\n'
CHROMIUM = """#!/bin/bash
exec 3<>/dev/tcp/127.0.0.1/8722
printf 'GET /events HTTP/1.1\\r\\nHost: 127.0.0.1:8722\\r\\n\\r\\n' >&3
exec cat <&3
"""


@test("the screen's browser is killed: its unit starts it again, and the station does not notice")
def browser(lab, machine):
    (machine.share / "screen").mkdir()
    for source in ("systemd/usher-screen.service", "systemd/screen", "systemd/screen-outputs",
                   "systemd/screen-policies.json"):
        shutil.copy(TREE / source, machine.share / "screen")
    machine.put("screen/cage", CAGE)
    machine.put("screen/chromium", CHROMIUM)
    machine.run("cd /mnt/share/screen && install -m 755 cage chromium /usr/bin/ && "
                "install -D -m 644 -t /usr/share/usher screen-policies.json && "
                "install -D -m 644 -t /etc/systemd/system usher-screen.service && "
                "install -D -m 755 -t /usr/lib/usher screen screen-outputs && mkdir -p /etc/chromium && "
                "systemctl daemon-reload")
    # The image has no log-in on the first console.
    machine.run("rm -f /etc/systemd/system/getty@tty1.service && systemctl daemon-reload && systemctl start getty@tty1")
    door = Door(lab, machine).open()
    machine.run("systemctl start usher-screen", limit=START_SECONDS)
    for turn in range(lab.rounds):
        machine.wait_in_guest("pgrep --exact --uid usher-screen cat", "the browser shows the page", START_SECONDS)
        machine.run("pkill --signal KILL --exact --uid usher-screen cat")
        door.admit()
        machine.wait_in_guest(f"[ $(systemctl show --property=NRestarts --value usher-screen) -gt {turn} ]",
                              "systemd starts the screen again")
    assert machine.run("systemctl is-active getty@tty1 || true").strip() == "inactive", "two have the console"
    machine.run("systemctl stop usher-screen", limit=START_SECONDS)
    machine.wait_in_guest("systemctl is-active getty@tty1", "the console has its log-in again")
    door.station.check_never_restarted()
    door.check()
    return door.figure
