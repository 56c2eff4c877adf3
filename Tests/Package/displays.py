"""Displays that are plugged in, changed and pulled out while a guest runs.

QEMU has them where it serves the picture to somebody: a client of its VNC server says how large it would like the
picture, and the guest's card reports a display of this size; of no size, none. RFC 6143 tells the protocol; the message
for the size is of the extension ExtendedDesktopSize.
"""

import contextlib
import socket
import struct

from Package.console import BootingConsoleMachine, Shown

EXTENDED_DESKTOP_SIZE = -308
SET_ENCODINGS, SET_DESKTOP_SIZE = 2, 251
CARD = "virtio-vga,id=card,max_outputs=2,xres=1280,yres=800"


class Display:
    """What may be plugged into one of the card's connectors: `Virtual-1` is number 0."""

    def __init__(self, machine, number):
        self.machine, self.number = machine, number
        self.end = socket.socket(socket.AF_UNIX)
        self.end.settimeout(60)
        self.end.connect(str(machine.vnc(number)))
        self.handshake()

    def handshake(self):
        self.read(12)
        self.end.sendall(b"RFB 003.008\n")
        self.read(self.read(1)[0])  # the kinds of security that there are
        self.end.sendall(b"\x01")  # none
        self.read(4)
        self.end.sendall(b"\x01")
        self.read(20)
        self.read(struct.unpack(">I", self.read(4))[0])
        self.end.sendall(struct.pack(">BxHi", SET_ENCODINGS, 1, EXTENDED_DESKTOP_SIZE))

    def read(self, count):
        data = b""
        while len(data) < count:
            more = self.end.recv(count - len(data))
            if not more:
                raise ConnectionError("QEMU has closed its picture")
            data += more
        return data

    def plug(self, width, height):
        screen = struct.pack(">IHHHHI", 0, 0, 0, width, height, 0)
        self.end.sendall(struct.pack(">BxHHBx", SET_DESKTOP_SIZE, width, height, 1) + screen)

    def unplug(self):
        self.plug(0, 0)

    def save_picture(self, path):
        self.machine.qmp("screendump", filename=str(path), format="png", device="card", head=self.number)

    def shown(self):
        path = self.machine.folder / f"display-{self.number}.ppm"
        self.machine.qmp("screendump", filename=str(path), device="card", head=self.number)
        return Shown.read(path)


class DisplaysMachine(BootingConsoleMachine):
    """A card with two connectors. Boots with a display of 1280x800 at the first, and none at the second."""

    def command(self):
        arguments = super().command()
        arguments[arguments.index("usb-kbd") - 2] = CARD
        for number in (0, 1):
            arguments += ["-vnc", f"unix:{self.vnc(number)},display=card,head={number}"]
        return arguments

    def vnc(self, number):
        return self.folder / f"vnc-{number}"

    def __enter__(self):
        super().__enter__()
        self.displays = [Display(self, number) for number in (0, 1)]
        return self

    def __exit__(self, *_):
        for each in getattr(self, "displays", []):
            with contextlib.suppress(OSError):
                each.end.close()
        super().__exit__(*_)
