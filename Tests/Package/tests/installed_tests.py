"""The package in a guest that has what it depends on and no network: installed, used, upgraded, removed, purged."""

import functools
import json
import time

from Harness.guests.cameras import UsbCamera
from Harness.guests.daemon import START_SECONDS, in_guest, wait_until_grabbed
from Harness.guests.lab import Suite
from Harness.guests.pictures import Picture
from Harness.guests.scanners import HidGadget
from Harness.station import VERDICT_SECONDS, shown
from Package.package import INSTALL_SECONDS, install

# What a package manager writes when anything is installed, what runs, and what is temporary.
NOT_OURS = """/proc /sys /dev /run /tmp /mnt /lost+found /var/log /var/lib/dpkg /var/lib/apt /var/cache/apt
  /var/cache/debconf /var/tmp /etc/passwd- /etc/group- /etc/shadow- /etc/gshadow- /etc/.pwd.lock /etc/subuid-
  /etc/subgid- /usr/local/bin /root /var/lib/systemd/random-seed /var/lib/systemd/timers /var/lib/private""".split()
ADMITTED_WHILE_UPGRADING = 30


@functools.cache
def prepare_fresh(lab):
    """A machine on which the package was installed with apt, and nothing else was done."""
    with lab.machine() as machine:
        lab.files_before = files(machine)
        lab.said_by_apt = install(machine, lab.deb)
        return machine.save(lab.folder / "fresh")


@functools.cache
def prepare(lab):
    """The same with the sample's list; usherd runs."""
    with lab.machine(prepare_fresh(lab)) as machine:
        machine.run("systemctl start usherd", limit=START_SECONDS)
        in_guest(machine).install(lab.sample.public_key, lab.sample.list)
        return machine.save(lab.folder / "installed")


BARE = Suite("bare machine")
SUITE = Suite("installed", prepare)
test = SUITE.test


def files(machine):
    """Every file of the guest with its kind, owner and mode, and the content of those that packages share."""
    pruned = " -o ".join(f"-path {each}" for each in NOT_OURS)
    listing = machine.run(f"find / \\( {pruned} \\) -prune -o -printf '%y %M %u:%g %p\\n' | sort; "
                          "cd /etc; sha256sum passwd group udev/hwdb.bin /lib/udev/hwdb.bin | sed 's/^/content: /'",
                          limit=INSTALL_SECONDS)
    return set(listing.splitlines())


@BARE.test("a scanner that is plugged in already is taken by the station when it is installed", thorough=True)
def plugged_before(lab, machine):
    scanner = HidGadget(machine, "SYM00042", vendor=0x05E0, product=0x1200)
    scanner.plug()
    install(machine, lab.quick_deb)
    wait_until_grabbed(machine, scanner)
    assert machine.run("readlink -f /dev/usher/scanner-*").split() == [scanner.node()]


@test("apt asks for nothing, and usherd runs, enabled, with its status")
def runs(lab, machine):
    for bad in ("dpkg: error", "warning", "Failed", "failed"):
        assert bad not in lab.said_by_apt, lab.said_by_apt
    assert machine.run("systemctl is-active usherd usher.target; systemctl is-enabled usherd").split() == \
        ["active", "active", "enabled"]
    others = ["usher-screen", "usher-publish.timer", "usher-relay", "usher-control", "usher-venue-watch.timer"]
    said = machine.run(f"systemctl is-enabled {' '.join(others)} || true").split()
    assert said == ["disabled"] * len(others), said
    machine.wait_in_guest("systemctl show --property=StatusText usherd | grep -q 'Sample Gala at gate A: 0 admitted'",
                          "its status says what is served", 2 * VERDICT_SECONDS)
    folders = ["/var/lib/usher", *(f"/etc/usher/{each}" for each in ("credentials", "publish", "relay", "venue"))]
    assert machine.run(f"stat --format '%a %U' {' '.join(folders)}").splitlines() == \
        ["700 usher", "700 root", "700 usher-publish", "700 usher-relay", "700 usher-venue"]


@test("systemd finds nothing wrong with the units")
def verify(lab, machine):
    # The programs of the screen are recommended, not needed; systemd looks whether they are there.
    machine.run("for name in cage chromium; do install -m 755 /bin/true /usr/bin/$name; done")
    said = machine.run("systemd-analyze verify --man=no /lib/systemd/system/usher*", limit=INSTALL_SECONDS)
    assert not said.strip(), said


@test("log lines are found by gate, and carry what they name")
def log_fields(lab, machine):
    machine.run("sed -i 's/^log: notice/log: info/' /etc/usher/usher.yaml && systemctl set-environment USHER_GATE=L && "
                "systemctl restart usherd", limit=VERDICT_SECONDS)
    lines = machine.run("journalctl --output=json --identifier=usherd USHER_GATE=L").splitlines()
    serving = [each for each in map(json.loads, lines) if each["MESSAGE"].startswith("serving ")]
    assert serving, f"{len(lines)} lines of gate L, none says what is served"
    assert serving[0]["PRIORITY"] == "6" and serving[0]["USHER_STATION"] and serving[0]["USHER_EVENT"], serving[0]


@test("a ticket shown to a camera and one typed by a scanner get their verdicts", thorough=True)
def verdicts(lab, machine):
    station = in_guest(machine)
    station.start()
    camera, scanner = UsbCamera(machine, "DOOR0001"), HidGadget(machine, "SYM00042", vendor=0x05E0, product=0x1200)
    (_, first, picture), (typed, second, _) = lab.sample.ordinary[:2]
    camera.plug(Picture.read(picture))
    verdict = station.next_verdict()
    assert (verdict["verdict"], verdict["ref"], verdict["how"]) == \
        ("admitted", first, "camera"), shown(verdict)
    scanner.plug()
    wait_until_grabbed(machine, scanner)
    scanner.type(typed)
    verdict = station.next_verdict()
    assert (verdict["verdict"], verdict["ref"], verdict["how"]) == \
        ("admitted", second, "wedge"), shown(verdict)
    station.check_never_restarted()


@test("the publisher makes its lists from its own folder, as its own user, when its timer is started")
def publish(lab, machine):
    names = ("event.yaml", "tickets.csv", "organizer.key", "tickets.pub", "sample-codes.pub")
    for name in names:
        machine.put(name, (lab.sample.folder / name).read_bytes())
    machine.put("publish.yaml", "lists:\n  - event: event.yaml\n    key: organizer.key\n    tickets: tickets.csv\n"
                                "    to: /srv/usher/gala.usher\n")
    machine.run(f"cd /mnt/share && install -m 600 -o usher-publish {' '.join(names)} publish.yaml /etc/usher/publish && "
                "systemctl start usher-publish.service", limit=VERDICT_SECONDS)
    assert machine.run("stat --format '%a %U' /srv/usher/gala.usher") == "644 usher-publish\n"
    machine.run("usher manifest install /srv/usher/gala.usher", limit=VERDICT_SECONDS)
    machine.run("systemctl enable --now usher-publish.timer && systemctl is-active usher-publish.timer")


@test("the relay listens as its own user, with its own files, when it is enabled")
def relay(lab, machine):
    machine.put("relay.yaml", "listen: 127.0.0.1:8700\nstate: /var/lib/usher-relay\nstations: {kiosk-1: token}\n"
                              "backends: {box: {kind: webhook, url: 'http://127.0.0.1:1/', credential: account.key}}\n"
                              "events: {gala: box}\n")
    machine.put("token", "0123456789" * 4)
    machine.put("account.key", "secret")
    machine.run("cd /mnt/share && install -m 600 -o usher-relay -g usher-relay relay.yaml token account.key "
                "/etc/usher/relay && systemctl enable --now usher-relay", limit=VERDICT_SECONDS)
    machine.wait_in_guest("journalctl -u usher-relay | grep -q 'relay listens'", "it listens", VERDICT_SECONDS)
    assert machine.run("stat --format '%U %a' /var/lib/usher-relay/relay.key") == "usher-relay 600\n"
    machine.run("runuser -u usher-relay -- usher relay --key /etc/usher/relay/relay.yaml", limit=VERDICT_SECONDS)
    machine.run("systemctl stop usher-relay")
    result = machine.run("systemctl show --property=Result,NRestarts usher-relay").split()
    assert sorted(result) == ["NRestarts=0", "Result=success"], result


@test("the venue's watch looks, remembers, and fails as long as nobody can be told")
def venue_watch(lab, machine):
    machine.put("watch.conf", "LEDGER=postgresql://usher@127.0.0.1:1/venue?sslmode=disable\n"
                              "PGPASSFILE=/etc/usher/venue/pgpass\n")
    machine.put("alerts.yaml", "alerts: {receivers: {phone: {kind: ntfy, url: 'http://127.0.0.1:1/door'}}}\n")
    machine.run("cd /mnt/share && install -m 600 -o usher-venue watch.conf alerts.yaml /etc/usher/venue")
    machine.run("systemctl start usher-venue-watch || true", limit=VERDICT_SECONDS)
    assert machine.run("systemctl show --property=Result,ExecMainStatus usher-venue-watch").split() == \
        ["Result=exit-code", "ExecMainStatus=1"]
    said = machine.run("journalctl -u usher-venue-watch --output=cat")
    assert "phone: cannot ask http://127.0.0.1:1: connection refused" in said, said
    assert "ledgerAway" in machine.run("cat /var/lib/usher-venue/alerts.json")
    assert machine.run("stat --format %U /var/lib/usher-venue/alerts.json") == "usher-venue\n"
    machine.run("systemctl enable --now usher-venue-watch.timer && systemctl is-active usher-venue-watch.timer")


@test("an upgrade while people are let in loses nobody, and keeps the settings")
def upgrade(lab, machine):
    newer = lab.as_version(lab.version + "+1")
    machine.run("echo '# changed by IT' >> /etc/usher/usher.yaml")
    chosen = [reference for _, reference, _ in lab.sample.ordinary[:ADMITTED_WHILE_UPGRADING]]
    # A steward who tries again when the station does not answer: exit 0 is an admission that somebody saw.
    machine.put("refs", "\n".join(chosen) + "\n")
    machine.put("steward", "while read -r ref; do until usher admit $ref >/dev/null 2>&1; do :; done; "
                           "echo $ref >> /mnt/share/seen; done < /mnt/share/refs\n")
    machine.start_service("steward", "/bin/sh /mnt/share/steward")
    seen = machine.share / "seen"
    machine.wait_for(lambda: seen.exists() and len(seen.read_text().split()) >= 3, "the first are let in",
                     VERDICT_SECONDS)
    before = machine.run("systemctl show --property=MainPID --value usherd")
    install(machine, newer)
    assert machine.run("dpkg-query --show --showformat='${Version}' usher") == lab.version + "+1"
    assert machine.run("systemctl show --property=MainPID --value usherd") != before, "usherd was not restarted"
    machine.wait_for(lambda: len(seen.read_text().split()) == len(chosen), "all are let in", INSTALL_SECONDS)
    admitted = [each["ref"] for each in in_guest(machine).journal() if each["verdict"] == "admitted"]
    assert sorted(admitted) == sorted(chosen), f"{len(chosen)} seen, {len(admitted)} in the journal"
    machine.run("usher journal verify", limit=VERDICT_SECONDS)
    assert machine.run("tail -n 1 /etc/usher/usher.yaml") == "# changed by IT\n"


@test("a downgrade is refused with a reason, and the station goes on", thorough=True)
def downgrade(lab, machine):
    said = install(machine, lab.as_version("0.0.9"), check=False)
    assert "0.0.9 is older than" in said and "Nothing was changed" in said, said
    assert machine.run("dpkg-query --show --showformat='${Version} ${db:Status-Status}' usher") == \
        f"{lab.version} installed"
    machine.run(f"usher admit {lab.sample.ordinary[0][1]}", limit=VERDICT_SECONDS)


@test("a station that cannot start is tried again after its pause, and the machine's start does not wait for it")
def cannot_start(lab, machine):
    """Which systemd 257 did otherwise while usher.target waited for usherd."""
    machine.run("systemctl stop usher.target; mkdir -p /etc/systemd/system/usherd.service.d; "
                "printf '[Service]\\nExecStart=\\nExecStart=/bin/false\\n' > /etc/systemd/system/usherd.service.d/false.conf; "
                "systemctl daemon-reload; systemctl start --no-block usherd")
    machine.wait_in_guest("[ $(systemctl show --property=NRestarts --value usherd) -ge 3 ]", "it is started again and again",
                          START_SECONDS)
    assert machine.run("systemctl is-active usher.target").strip() == "active"
    said = machine.run("journalctl --boot --unit=usherd --output=cat")
    assert "restart counter is at 3" in said and "immediately" not in said, said


@test("systemctl stop ends it at once, and frees the camera")
def stop(lab, machine):
    began = time.monotonic()
    machine.run("systemctl stop usherd")
    result = machine.run("systemctl show --property=Result,ExecMainStatus usherd").split()
    assert result == ["Result=success", "ExecMainStatus=0"], result
    return f"{time.monotonic() - began:.1f} s under emulation"


@test("removing keeps the state, and installing again finds it", thorough=True)
def remove(lab, machine):
    _, reference, _ = lab.sample.ordinary[0]
    machine.run(f"usher admit {reference}", limit=VERDICT_SECONDS)
    machine.run("apt-get remove --yes --quiet usher", limit=INSTALL_SECONDS)
    assert machine.run("ls /var/lib/usher/journal.sqlite /etc/usher/usher.yaml").count("\n") == 2
    running = machine.run("systemctl list-units --state=active --plain --no-legend 'usher*'")
    assert not running, running
    install(machine, lab.quick_deb)
    machine.wait_in_guest("systemctl is-active --quiet usherd", "usherd runs again", VERDICT_SECONDS)
    assert [each["ref"] for each in in_guest(machine).journal()] == [reference]


@test("purging leaves nothing behind")
def purge(lab, machine):
    machine.run("apt-get purge --yes --quiet usher", limit=INSTALL_SECONDS)
    assert not machine.run("ls -d /run/usher* /run/systemd/system/usher* 2>/dev/null || true")
    after = files(machine)
    left, lost = sorted(after - lab.files_before), sorted(lab.files_before - after)
    assert not left and not lost, "\n".join([f"left: {each}" for each in left] + [f"lost: {each}" for each in lost])
