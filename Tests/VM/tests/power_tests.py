"""Power cuts: the drive forgets what was not flushed, and no check-in that somebody saw is among it."""

from Harness.guests.lab import Suite
from VM.power import CuttableMachine
from VM.tests.fault_tests import Door
from VM.tests.usherd_tests import prepare

SUITE = Suite("power", prepare, CuttableMachine)
test = SUITE.test

PROBE_BLOCKS = 64


@test("a drive whose power is cut keeps what was flushed, and forgets some of what was not", thorough=True)
def forgets(lab, machine):
    machine.run("seq 100000 > /flushed && sync")
    wanted = machine.run("sha256sum /flushed")
    # Straight to the drive, pass after pass over the same blocks, and no flush.
    machine.start_service("writer", "/bin/sh -c 'n=0; while :; do n=$((n+1)); yes $n | dd of=/probe bs=4k "
                          f"count={PROBE_BLOCKS} iflag=fullblock oflag=direct conv=notrunc status=none; "
                          "echo $n > /run/pass; done'")
    machine.wait_in_guest("[ $(cat /run/pass) -ge 5 ]", "the writer has written")
    machine.cut()
    assert machine.lost and machine.kept, f"{machine.lost} blocks were forgotten and {machine.kept} kept"
    machine.boot()
    assert machine.run("sha256sum /flushed") == wanted
    passes = machine.run(f"i=0; while [ $i -lt {PROBE_BLOCKS} ]; do dd if=/probe bs=4k skip=$i count=1 status=none | "
                         "head -c 200 | sed -n 2p; i=$((i+1)); done")
    assert len(set(passes.split())) > 1, f"every block of the probe is of pass {passes[:4]}"


@test("after each power cut the station comes back by itself, and every verdict that was shown is in the journal")
def cuts(lab, machine):
    door = Door(lab, machine)
    for _ in range(lab.rounds):
        cut_while_busy(door)
    return f"{door.figure}; {machine.lost} unflushed blocks forgotten, {machine.kept} kept"


@test("the disk becomes read-only after an error: nobody passes, doctor says why, and a restart of the machine mends it")
def read_only_disk(lab, machine):
    door = Door(lab, machine)
    for _ in range(lab.rounds):
        door.station.listen()
        door.take_scanner()
        # As Debian's installer mounts it, and what an error then does.
        machine.run("mount -o remount,errors=remount-ro / && echo 1 > /sys/fs/ext4/vda/trigger_fs_error && ! touch /x")
        door.refuses(1)
        restart(door)
    return door.figure


def cut_while_busy(door):
    door.station.listen()
    door.take_scanner()
    door.be_busy()
    restart(door)


def restart(door):
    """Cuts the power and boots; then holds what was shown against the journal."""
    door.machine.cut()
    door.typist = None
    door.keep_shown()
    door.machine.boot()
    door.machine.wait_in_guest("systemctl is-active --quiet usherd", "usherd runs again")
    door.check()
