"""A QEMU guest: started from a snapshot, told what to do through its agent, thrown away at the end."""

import base64
import ctypes
import json
import pathlib
import shutil
import signal
import socket
import subprocess
import time

from Harness.commands import Trouble, run
from Harness.waiting import Timeout, wait_until

SHARE = pathlib.PurePosixPath("/mnt/share")  # where the guest sees Machine.share
HOST_ADDRESS = "10.0.2.2"  # the host's 127.0.0.1, as QEMU's user network shows it

# Everything here is measured in guests without hardware virtualisation, and is five times what it took.
BOOT_SECONDS = 200
RESUME_SECONDS = 30
COMMAND_SECONDS = 60
# Between two looks of the guest's own shell.
PAUSE_SECONDS = 0.1


class GuestError(Trouble):
    """A command failed in the guest, or the guest does not answer."""


class Snapshot:
    """A folder with a kernel, a disk and, once a machine was saved into it, the machine's state."""

    def __init__(self, folder):
        self.kernel = folder / "vmlinux"
        self.initramfs = folder / "initramfs"
        self.root = folder / "root.qcow2"
        self.disk = folder / "saved.qcow2"
        self.state = folder / "saved.state"

    @property
    def is_saved(self):
        return self.state.exists()

    @property
    def newest_disk(self):
        return self.disk if self.is_saved else self.root


class Machine:
    """One running guest. `folder` gets its disk overlay, its sockets, its console and the shared files."""

    EMULATOR = "qemu-system-x86_64"
    BOARD = ("-M", "q35", "-cpu", "max")
    SERIAL_PORT = "ttyS0"

    def __init__(self, snapshot, folder):
        self.snapshot, self.folder = snapshot, folder
        self.share = folder / "share"
        self.share.mkdir(parents=True)
        self.overlay = folder / "disk.qcow2"
        self.console = folder / "console.log"
        self.agent = self.monitor = self.process = None

    def __enter__(self):
        run("qemu-img", "create", "-q", "-f", "qcow2", "-F", "qcow2", "-b", self.snapshot.newest_disk, self.overlay)
        try:
            self.start()
        except BaseException:
            self.kill()
            raise
        return self

    def __exit__(self, *_):
        self.kill()

    def start(self):
        command = self.command()
        with open(self.folder / "qemu.log", "ab") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            preexec_fn=die_with_parent)
        limit = RESUME_SECONDS if self.resumes else BOOT_SECONDS
        self.monitor = Channel(self.connect("monitor", limit))
        self.monitor.read(limit)  # the greeting
        self.qmp("qmp_capabilities")
        if self.resumes:
            self.wait_for(lambda: self.qmp("query-status")["status"] == "paused", "the guest resumes", limit)
            self.qmp("cont")
        self.agent = Channel(self.connect("agent", limit))
        self.wait_for(self.agent_answers, "the guest's agent answers", limit)
        if self.resumes:
            self.after_resume()

    @property
    def resumes(self):
        """Whether it goes on from a saved state, and does not boot."""
        return self.snapshot.is_saved

    def command(self):
        folder, snapshot = self.folder, self.snapshot
        # The check of the timer takes a busy host for a broken one, and ends the boot.
        append = (f"root=/dev/vda rw console={self.SERIAL_PORT} quiet loglevel=4 panic=-1 no_timer_check net.ifnames=0 mitigations=off "
                  "apparmor=0 selinux=0 audit=0 systemd.show_status=no")
        arguments = [
            self.EMULATOR, "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot", *self.BOARD,
            "-accel", "tcg,thread=multi", "-smp", "2", "-m", "1G",
            "-kernel", snapshot.kernel, "-initrd", snapshot.initramfs, "-append", append,
            "-serial", f"file:{self.console}", "-qmp", f"unix:{folder}/monitor,server=on,wait=off",
            *self.drive(), "-device", "virtio-blk-pci,drive=disk,write-cache=on",
            "-device", "virtio-serial-pci", "-chardev", f"socket,path={folder}/agent,server=on,wait=off,id=agent",
            "-device", "virtserialport,chardev=agent,name=org.qemu.guest_agent.0",
            "-device", "qemu-xhci,id=usb", "-device", "virtio-rng-pci",
            "-netdev", "user,id=net,ipv6=off", "-device", "virtio-net-pci,netdev=net,romfile=",
            "-fsdev", f"local,id=share,path={self.share},security_model=none",
            "-device", "virtio-9p-pci,fsdev=share,mount_tag=share",
        ]
        if self.resumes:
            arguments += ["-incoming", f"exec:zstd -dcq {snapshot.state}"]
        return [str(each) for each in arguments]

    def drive(self):
        return ["-drive", f"if=none,id=disk,format=qcow2,file={self.overlay}"]

    def connect(self, name, limit):
        def attempt():
            if self.process.poll() is not None:
                raise GuestError(f"QEMU ended with {self.process.returncode}: "
                                 f"{(self.folder / 'qemu.log').read_text()[-1000:]}")
            end = socket.socket(socket.AF_UNIX)
            try:
                end.connect(str(self.folder / name))
                return end
            except OSError:
                end.close()
                return None

        return self.wait_for(attempt, f"QEMU opens its {name} socket", limit)

    def agent_answers(self):
        """Whether it answers this very question: answers to earlier ones, which nobody waited for, are passed over."""
        number = time.monotonic_ns() // 1000
        try:
            answer = self.agent.request({"execute": "guest-sync", "arguments": {"id": number}}, 2)
            while answer != number:
                answer = self.agent.read(2).get("return")
            return True
        except TimeoutError:
            return False

    def after_resume(self):
        """Sets right what a saved machine cannot know: the time, and the folder it now shares with the host."""
        self.run(f"date --utc --set=@{time.time():.3f} >/dev/null; "
                 f"mkdir -p {SHARE} && mount -t 9p -o trans=virtio,version=9p2000.L,msize=512000 share {SHARE}; "
                 "ip address add 10.0.2.15/24 dev eth0; ip link set eth0 up; ip link set lo up")

    def run(self, script, limit=COMMAND_SECONDS, check=True):
        """Runs a shell script in the guest, as root, and returns what it printed, on both outputs."""
        started = self.ask("guest-exec", path="/bin/sh", arg=["-c", f"exec 2>&1\n{script}"], **{"capture-output": True})

        def ended():
            status = self.ask("guest-exec-status", pid=started["pid"])
            return status if status["exited"] else None

        status = wait_until(ended, f"this ends in the guest: {script}", limit)
        output = base64.b64decode(status.get("out-data", "")).decode(errors="replace")
        if check and status.get("exitcode") != 0:
            raise GuestError(f"exit {status.get('exitcode', status.get('signal'))} in the guest: {script}\n{output}")
        return output

    def start_service(self, name, command, *properties):
        """Starts a program that goes on running, as a transient unit: it ends with the guest or by stop_service."""
        settings = " ".join(f"-p {each}" for each in ("KillMode=mixed", *properties))
        self.run(f"systemd-run --quiet --collect --unit={name} {settings} -- {command}")

    def stop_service(self, name):
        self.run(f"systemctl stop {name}")

    def ask(self, command, **arguments):
        return self.agent.request({"execute": command, "arguments": arguments}, COMMAND_SECONDS)

    def qmp(self, command, **arguments):
        return self.monitor.request({"execute": command, "arguments": arguments}, COMMAND_SECONDS)

    def wait_for(self, condition, what, limit=COMMAND_SECONDS, longest_pause=0.25):
        """As `wait_until`, for as long as QEMU runs."""
        def holds():
            found = condition()
            if not found and self.process.poll() is not None:
                raise GuestError(f"QEMU ended with {self.process.returncode} while waiting: {what}; "
                                 f"its console is {self.console}")
            return found

        return wait_until(holds, what, limit, longest_pause)

    def wait_in_guest(self, test, what, limit=COMMAND_SECONDS):
        """Waits until a shell test succeeds; one command for the whole wait, because each costs 0.1 to 0.5 s."""
        script = f"end=$(($(date +%s) + {limit:.0f})); until {{ {test}; }}; do " \
                 f"[ $(date +%s) -lt $end ] || exit 99; sleep {PAUSE_SECONDS}; done"
        try:
            return self.run(script, limit=limit + COMMAND_SECONDS)
        except GuestError as error:
            if "exit 99 " in str(error):
                raise Timeout(f"not within {limit} s: {what}") from None
            raise

    def put(self, name, data):
        """Writes a file into the shared folder in one step, and returns its path in the guest."""
        path = self.share / name
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f".{path.name}.new")
        unfinished.write_bytes(data if isinstance(data, bytes) else data.encode())
        unfinished.replace(path)
        return SHARE / name

    def save(self, folder):
        """Stops the machine and writes its disk and state to `folder`, from which any number of others can resume."""
        self.run(f"cd /; if mountpoint -q {SHARE}; then umount {SHARE}; fi; sync; ip address flush dev eth0")
        folder.mkdir(parents=True, exist_ok=True)
        self.qmp("stop")
        self.qmp("migrate-set-parameters", **{"max-bandwidth": 10**10})
        saved = Snapshot(folder)
        self.qmp("migrate", uri=f"exec:zstd -1 -q -f -o {saved.state}")

        def finished():
            status = self.qmp("query-migrate").get("status")
            if status == "failed":
                raise GuestError(f"the machine could not be saved: {self.qmp('query-migrate')}")
            return status == "completed"

        self.wait_for(finished, "the machine is saved")
        self.qmp("quit")
        self.process.wait()
        shutil.move(self.overlay, saved.disk)
        for name, origin in (("vmlinux", self.snapshot.kernel), ("initramfs", self.snapshot.initramfs)):
            if not (folder / name).exists():
                (folder / name).symlink_to(origin)
        if saved.root == self.snapshot.root:
            # The backing file is named relative to its overlay, so that the folder can be renamed.
            run("qemu-img", "rebase", "-u", "-F", "qcow2", "-b", "root.qcow2", saved.disk)
        return saved

    def kill(self):
        for channel in (self.agent, self.monitor):
            if channel:
                channel.close()
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()


class Channel:
    """Requests and answers as JSON lines: both QEMU's monitor and the guest's agent speak them."""

    def __init__(self, end):
        self.end, self.buffer = end, b""

    def request(self, message, limit):
        self.end.sendall(json.dumps(message).encode() + b"\n")
        while True:
            answer = self.read(limit)
            if "error" in answer:
                raise GuestError(f"{message['execute']}: {answer['error'].get('desc', answer['error'])}")
            if "return" in answer:
                return answer["return"]  # else an event

    def read(self, limit):
        self.end.settimeout(limit)
        while b"\n" not in self.buffer:
            data = self.end.recv(65536)
            if not data:
                raise GuestError("QEMU closed the connection")
            self.buffer += data
        line, self.buffer = self.buffer.split(b"\n", 1)
        return json.loads(line.lstrip(b"\xff"))

    def close(self):
        self.end.close()


def die_with_parent():
    """A test run that is killed leaves no machine behind (prctl(2), PR_SET_PDEATHSIG = 1)."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)
