"""A USB Video Class camera in software, exported over USB/IP to the guest's vhci_hcd.

Sources: "USB Device Class Definition for Video Devices" 1.1; the kernel's Documentation/usb/usbip_protocol.rst. Frames
travel on a bulk endpoint: USB/IP keeps no time, so isochronous transfers would gain nothing.
"""

import select
import socket
import struct
import threading
import time

FRAMES_PER_SECOND = 15
_INTERVAL = 10_000_000 // FRAMES_PER_SECOND  # of 100 ns, UVC's unit

_STALL = -32  # EPIPE
_UNLINKED = -104  # ECONNRESET
_SUBMIT, _UNLINK, _SUBMITTED, _UNLINKED_ANSWER = 1, 2, 3, 4
_PACKET = 512
# uvcvideo transfers at most 32 packets of a bulk endpoint at a time.
_PAYLOAD = 32 * _PACKET

_YUY2 = bytes.fromhex("5955593200001000800000aa00389b71")


class UVCDevice:
    """`frame(fourcc)` is asked for the bytes of each picture when it is due."""

    BUS_ID = "1-1"

    def __init__(self, vendor, product, maker, name, serial, formats, width, height, frame):
        self.formats, self.width, self.height, self.frame = formats, width, height, frame
        self.strings = [None, maker, name, serial]
        self.device = struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x0200, 0xEF, 2, 1, 64, vendor, product, 0x0100, 1, 2, 3, 1)
        self.ids = vendor, product
        self.configuration = self.make_configuration()
        self.server = self.connection = None

    # Descriptors

    def make_configuration(self):
        association = bytes((8, 11, 0, 2, 0x0E, 3, 0, 2))
        control_interface = bytes((9, 4, 0, 0, 0, 0x0E, 1, 0, 2))
        terminals = (struct.pack("<BBBBHBBHHHB3s", 18, 0x24, 2, 1, 0x0201, 0, 0, 0, 0, 0, 3, bytes(3))
                     + struct.pack("<BBBBHBBB", 9, 0x24, 3, 2, 0x0101, 0, 1, 0))
        header = struct.pack("<BBBHHIBB", 13, 0x24, 1, 0x0110, 13 + len(terminals), 48_000_000, 1, 1)
        streaming_interface = bytes((9, 4, 1, 0, 1, 0x0E, 2, 0, 2))
        formats = b"".join(self.make_format(index + 1, fourcc) for index, fourcc in enumerate(self.formats))
        count = len(self.formats)
        input_header = struct.pack("<BBBBHBBBBBBB", 13 + count, 0x24, 1, count, 13 + count + len(formats), 0x81, 0, 2,
                                   0, 0, 0, 1) + bytes(count)
        endpoint = struct.pack("<BBBBHB", 7, 5, 0x81, 2, _PACKET, 0)
        body = (association + control_interface + header + terminals + streaming_interface + input_header + formats
                + endpoint)
        return struct.pack("<BBHBBBBB", 9, 2, 9 + len(body), 2, 1, 0, 0x80, 250) + body

    def make_format(self, index, fourcc):
        size, rate = self.frame_size, self.frame_size * 8 * FRAMES_PER_SECOND
        color = bytes((6, 0x24, 0x0D, 1, 1, 4))
        if fourcc == "MJPG":
            head, kind = bytes((11, 0x24, 6, index, 1, 1, 1, 0, 0, 0, 0)), 7
        else:
            head, kind = struct.pack("<BBBBB16sBBBBBB", 27, 0x24, 4, index, 1, _YUY2, 16, 1, 0, 0, 0, 0), 5
        frame = struct.pack("<BBBBBHHIIIIBI", 30, 0x24, kind, 1, 0, self.width, self.height, rate, rate, size,
                            _INTERVAL, 1, _INTERVAL)
        return head + frame + color

    @property
    def frame_size(self):
        return 2 * self.width * self.height

    # The server

    def listen(self):
        """Serves on a free port of the loopback interface and returns it."""
        self.server = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self.serve, daemon=True).start()
        return self.server.getsockname()[1]

    def serve(self):
        while True:
            self.connection, _ = self.server.accept()
            self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            try:
                self.import_device()
                Transfers(self).run()
            except (ConnectionError, OSError, ValueError):
                pass  # unplugged, by either side
            finally:
                self.connection.close()

    def import_device(self):
        receive(self.connection, 8 + 32)
        description = (b"/sys/devices/door".ljust(256, b"\0") + self.BUS_ID.encode().ljust(32, b"\0")
                       + struct.pack(">IIIHHHBBBBBB", 1, 2, 3, *self.ids, 0x0100, 0xEF, 2, 1, 1, 1, 2))
        self.connection.sendall(struct.pack(">HHI", 0x0111, 3, 0) + description)

    def disconnect(self):
        """Pulls the plug: the guest's controller sees its connection end."""
        self.connection.shutdown(socket.SHUT_RDWR)


class Transfers:
    """The transfers of one plugging: control requests are answered at once, pictures when they are due."""

    def __init__(self, device):
        self.device, self.connection = device, device.connection
        self.waiting = {}  # sequence number -> length, of bulk transfers in order
        self.controls = {}  # selector (1 probe, 2 commit) -> bytes
        self.rest, self.frame_id, self.due = b"", 0, time.monotonic()
        self.newest, self.overtaken = 0, {}  # the last transfer submitted; later one -> the command that unlinks it

    def run(self):
        while True:
            timeout = max(0, self.due - time.monotonic()) if self.waiting else None
            readable, _, _ = select.select([self.connection], [], [], timeout)
            if readable:
                self.take_command()
            while self.waiting and (self.rest or time.monotonic() >= self.due):
                self.send_payload()

    def take_command(self):
        data = receive(self.connection, 48)
        command, sequence, _, inward, endpoint = struct.unpack(">5I", data[:20])
        if command == _UNLINK:
            number, = struct.unpack(">I", data[20:24])
            if number > self.newest:
                # vhci_hcd can unlink a transfer before it submits it (vhci_tx_loop), and pulls the plug when the
                # transfer is answered after its end.
                self.overtaken[number] = sequence
            else:
                self.answer_unlink(sequence, self.waiting.pop(number, None) is not None)
            return
        if command != _SUBMIT:
            raise ValueError(f"command {command}")
        length, = struct.unpack(">i", data[24:28])
        sent = b"" if inward else receive(self.connection, length)
        self.newest = sequence
        if sequence in self.overtaken:
            self.answer_unlink(self.overtaken.pop(sequence), True)
        elif endpoint:
            self.waiting[sequence] = length
        else:
            self.answer_control(sequence, data[40:48], sent, inward, length)

    def answer_unlink(self, sequence, found):
        status = _UNLINKED if found else 0
        self.connection.sendall(struct.pack(">5Ii24x", _UNLINKED_ANSWER, sequence, 0, 0, 0, status))

    def answer_control(self, sequence, setup, sent, inward, length):
        answer = self.control(setup, sent)
        if answer is None:
            self.complete(sequence, _STALL)
        elif inward:
            self.complete(sequence, 0, answer[:length])
        else:
            self.complete(sequence, 0, written=length)

    def complete(self, sequence, status, data=b"", written=0):
        self.connection.sendall(struct.pack(">5IiiIII8x", _SUBMITTED, sequence, 0, 0, 0, status, len(data) or written,
                                            0, 0, 0) + data)

    def control(self, setup, sent):
        """The answer to a control request, or None to refuse it."""
        kind, request, value, index, _ = struct.unpack("<BBHHH", setup)
        if (kind, request) == (0x80, 6):
            return self.descriptor(value >> 8, value & 0xFF)
        if (kind & 0x60) == 0 and not kind & 0x80:
            if kind == 2 and request == 1:
                self.rest = b""  # "clear halt": uvcvideo does this when it stops streaming
            return b""  # set address, configuration, interface, feature
        if (kind & 0x60) == 0:
            return {0: bytes(2), 8: b"\x01", 10: b"\x00"}.get(request)
        if index & 0xFF == 1 and value >> 8 in (1, 2):
            return self.stream_control(kind, request, value >> 8, sent)
        return None

    def descriptor(self, kind, index):
        if kind == 1:
            return self.device.device
        if kind == 2:
            return self.device.configuration
        if kind == 3 and index == 0:
            return bytes((4, 3, 9, 4))
        if kind == 3 and index < len(self.device.strings):
            text = self.device.strings[index].encode("utf-16-le")
            return bytes((2 + len(text), 3)) + text
        return None

    def stream_control(self, kind, request, selector, sent):
        """Probe and commit: the host proposes a format, the camera fills in what that means."""
        if kind == 0x21:
            self.controls[selector] = self.negotiated(sent[2] if len(sent) > 2 else 1)
            return b""
        if request == 0x85:  # GET_LEN
            return struct.pack("<H", 34)
        if request == 0x86:  # GET_INFO: can be read and set
            return b"\x03"
        return self.controls.get(selector) or self.negotiated(1)

    def negotiated(self, format_index):
        format_index = min(max(format_index, 1), len(self.device.formats))
        return struct.pack("<HBBIHHHHHIIIBBBB", 1, format_index, 1, _INTERVAL, 0, 0, 0, 0, 0, self.device.frame_size,
                           _PAYLOAD, 48_000_000, 3, 0, 0, 0)

    def send_payload(self):
        """The next piece of a picture, behind UVC's header of two bytes."""
        if not self.rest:
            committed = self.controls.get(2) or self.negotiated(1)
            self.rest = self.device.frame(self.device.formats[committed[2] - 1])
            self.frame_id ^= 1
            self.due = max(self.due + 1 / FRAMES_PER_SECOND, time.monotonic())
        sequence, length = next(iter(self.waiting.items()))
        del self.waiting[sequence]
        size = min(length, _PAYLOAD) - 2
        piece, self.rest = self.rest[:size], self.rest[size:]
        end_of_frame = 0 if self.rest else 2
        self.complete(sequence, 0, bytes((2, 0x80 | end_of_frame | self.frame_id)) + piece)


def receive(connection, count):
    data = b""
    while len(data) < count:
        more = connection.recv(count - len(data))
        if not more:
            raise ConnectionError("closed")
        data += more
    return data
