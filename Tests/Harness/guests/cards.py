"""Cards for the virtual reader of vsmartcard (vpcd), a driver of the real pcscd: whoever connects to it plays the card."""

import contextlib
import socket
import struct
import threading

from Harness.lab import TREE
from Harness.waiting import let_pass

# What a reader says of a tag of type 2, and of a phone or a card with files (PC/SC part 3, section 3.1.3.2.3).
STORAGE_CARD = bytes.fromhex("3b8f8001804f0ca0000003060300030000000068")
FILE_CARD = bytes.fromhex("3b8180018080")
CARD_PAUSE_SECONDS = 4

NUMBER, DONE, NOT_FOUND = bytes.fromhex("ffca"), b"\x90\x00", b"\x6a\x82"


class Tag:
    """A tag of type 2: a number, and a memory in pages of 4 bytes of which page 3 is the first."""

    answer_to_reset = STORAGE_CARD

    def __init__(self, number, message=b""):
        self.number = bytes.fromhex(number)
        block = b"\x03" + bytes([len(message)]) + message if message else b""
        self.memory = b"\xe1\x10\x12\x00" + block + b"\xfe"

    def answer(self, command):
        if command[:2] == NUMBER:
            return self.number + DONE
        if command[:2] == b"\xff\xb0":
            start = (command[3] - 3) * 4
            return self.memory[start:start + command[4]].ljust(command[4], b"\0") + DONE
        return NOT_FOUND


class Phone:
    """A tag of type 4: an application with two files."""

    answer_to_reset = FILE_CARD
    APPLICATION = bytes.fromhex("00a4040007d276000085010100")

    def __init__(self, number, message):
        self.number = bytes.fromhex(number)
        self.files = {b"\xe1\x03": bytes.fromhex("000f20003b00340406e1040fff0000"),
                      b"\xe1\x04": struct.pack("!H", len(message)) + message}
        self.selected = None

    def answer(self, command):
        if command[:2] == NUMBER:
            return self.number + DONE
        if command == self.APPLICATION:
            return DONE
        if command[:2] == b"\x00\xa4" and command[-2:] in self.files:
            self.selected = self.files[command[-2:]]
            return DONE
        if command[:2] == b"\x00\xb0" and self.selected:
            start = struct.unpack("!H", command[2:4])[0]
            return self.selected[start:start + command[4]] + DONE
        return NOT_FOUND


def text_record(text):
    """A message of NDEF with this text alone."""
    payload = b"\x02en" + text.encode()
    return bytes([0xD1, 1, len(payload)]) + b"T" + payload


class CardReader:
    """The virtual reader of a guest. It listens for a card while pcscd runs."""

    NAME = "Virtual PCD"  # without the two numbers that pcscd puts behind it
    PACKAGES = ("pcscd", "libpcsclite1", "vsmartcard-vpcd")
    # From Debian 13 on pcscd asks polkit who may use readers.
    POLKIT = ("polkitd", "libpolkit-gobject-1-0", "libpolkit-agent-1-0", "libduktape207")
    PORT = 35963  # of the first reader; vpcd's default

    def __init__(self, machine, release, folder):
        self.machine = machine
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        machine.qmp("human-monitor-command",
                    **{"command-line": f"hostfwd_add net tcp:127.0.0.1:{self.port}-:{self.PORT}"})
        release.download(folder / "packages", *self.PACKAGES)
        for package in (folder / "packages").glob("*.deb"):
            machine.put(f"packages/{package.name}", package.read_bytes())
        # Without what only real readers need. A package's own scripts start its socket.
        machine.run("dpkg --install --force-depends /mnt/share/packages/*.deb && "
                    "systemctl daemon-reload && systemctl stop pcscd.socket pcscd.service", limit=120)
        if release.name != "bookworm":
            release.download(folder / "polkit", *self.POLKIT)
            for package in (folder / "polkit").glob("*.deb"):
                machine.put(f"polkit/{package.name}", package.read_bytes())
            # Its user is all that it needs; its own script wants a catalogue of XML, too.
            machine.run("dpkg --unpack --force-depends /mnt/share/polkit/*.deb && systemd-sysusers && "
                        "systemctl daemon-reload && systemctl reload dbus", limit=120)
            machine.put("60-usher.rules", (TREE / "systemd/polkit/60-usher.rules").read_bytes())
            machine.run("cp /mnt/share/60-usher.rules /usr/share/polkit-1/rules.d/")

    def start(self):
        self.machine.run("systemctl start pcscd.socket")

    def stop(self):
        self.machine.run("systemctl stop pcscd.socket pcscd.service")

    @contextlib.contextmanager
    def holding(self, card):
        """The card is on the reader as long as the context lasts."""
        with socket.create_connection(("127.0.0.1", self.port)) as end:
            thread = threading.Thread(target=self.play, args=(end, card), daemon=True)
            thread.start()
            try:
                yield
            finally:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
                thread.join()
        # The driver looks twice a second, and does not tell one card from the next that comes at once.
        let_pass(CARD_PAUSE_SECONDS)

    @staticmethod
    def play(end, card):
        """vpcd says a length in two bytes, and a command, or one byte that switches the card or asks for its ATR."""
        with contextlib.suppress(OSError, struct.error), end.makefile("rb") as said:
            while True:
                length = struct.unpack("!H", said.read(2))[0]
                command = said.read(length)
                if length > 1 or command == b"\x04":
                    answer = card.answer(command) if length > 1 else card.answer_to_reset
                    end.sendall(struct.pack("!H", len(answer)) + answer)
