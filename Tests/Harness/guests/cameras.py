"""Virtual cameras in the guest. Both kinds show a picture until they are given another one."""

import functools
import itertools
import shlex

from Harness.guests.machine import HOST_ADDRESS
from Harness.guests.pictures import Picture
from Harness.guests.uvc import UVCDevice

WRITER_FRAMES_PER_SECOND = 15

_file_numbers = itertools.count(1)


@functools.lru_cache(maxsize=200)
def frame_bytes(picture, fourcc, width, height):
    shown = picture.centred(width, height) if picture else Picture.blank(width, height)
    return shown.encoded(fourcc)


class Camera:
    """What both kinds have in common. A picture of None is an empty door: only background."""

    def __init__(self, machine, width, height):
        self.machine, self.width, self.height = machine, width, height
        self.node = None

    def properties(self):
        lines = self.machine.run(f"udevadm info --query=property {self.node}").splitlines()
        return dict(line.split("=", 1) for line in lines)

    def wait_until_capture(self, before=""):
        """Until udev knows the node as a camera, rules and links included."""
        self.machine.wait_in_guest(
            f"{before} udevadm info --query=property {shlex.quote(self.node)} 2>/dev/null | "
            "grep -q '^ID_V4L_CAPABILITIES=.*:capture:'", f"{self.node} is a camera for udev")
        self.machine.run("udevadm settle")

    def capture(self, fourcc, count=3):
        """Captures frames as a station would and returns the last one as a grey picture."""
        name = f"captured-{next(_file_numbers)}"
        path = self.machine.put(name, b"")
        said = self.machine.run(f"frame-reader {self.node} {fourcc} {self.width} {self.height} {count} {path}")
        got, width, height, _ = said.split()
        if (got, int(width), int(height)) != (fourcc, self.width, self.height):
            raise ValueError(f"asked {self.node} for {fourcc} {self.width}x{self.height}, got {said}")
        return Picture.decoded(got, self.width, self.height, (self.machine.share / name).read_bytes())


class LoopbackCamera(Camera):
    """v4l2loopback, fed by a writer in the guest: any pixel format, no USB device above it."""

    NUMBER = 20

    def __init__(self, machine, fourcc, width=640, height=480):
        super().__init__(machine, width, height)
        self.fourcc = fourcc
        self.node = f"/dev/video{self.NUMBER}"
        self.list = "loopback.list"

    def plug(self, picture=None):
        self.show(picture)
        self.machine.run(f"modprobe v4l2loopback exclusive_caps=1 video_nr={self.NUMBER} card_label='Door camera'; "
                         "udevadm settle")
        self.machine.start_service(
            "frame-writer", f"/usr/local/bin/frame-writer {self.node} {self.fourcc} {self.width} {self.height} "
            f"{WRITER_FRAMES_PER_SECOND} /mnt/share/{self.list}")
        # At "add" it was an output; it became a camera when the writer began, which udev is told only by a trigger.
        self.wait_until_capture(f"udevadm trigger --action=change --settle /sys/class/video4linux/video{self.NUMBER};")
        return self.node

    def unplug(self):
        """Only when nobody has it open: the module cannot be removed under a reader."""
        self.machine.stop_service("frame-writer")
        self.machine.wait_in_guest("modprobe -r v4l2loopback", "nobody has the loopback open")

    def show(self, picture):
        self.play([picture])

    def play(self, pictures):
        """Shows each for one frame at the writer's pace, and the last one from then on."""
        paths = []
        for picture in pictures:
            name = f"frame-{id(picture) if picture else 'blank'}-{self.fourcc}"
            if not (self.machine.share / name).exists():
                self.machine.put(name, frame_bytes(picture, self.fourcc, self.width, self.height))
            paths.append(f"/mnt/share/{name}")
        self.machine.put(self.list, "\n".join(paths) + "\n")


class UsbCamera(Camera):
    """A webcam that a thread of this program emulates over USB/IP: real uvcvideo, chosen ids, by-id links."""

    def __init__(self, machine, serial, vendor=0x046D, product=0x0825, formats=("MJPG", "YUYV"), width=640, height=480,
                 slot=0):
        super().__init__(machine, width, height)
        self.serial, self.slot, self.picture = serial, slot, None
        self.device = UVCDevice(vendor, product, "Door", "Door Webcam", serial, formats, width, height,
                                lambda fourcc: frame_bytes(self.picture, fourcc, width, height))
        self.port = self.device.listen()

    def plug(self, picture=None):
        self.show(picture)
        self.machine.run(f"usbip-attach {HOST_ADDRESS} {self.port} {self.device.BUS_ID} {self.slot}")
        link = f"/dev/v4l/by-id/usb-*{self.serial}-video-index0"
        self.machine.wait_in_guest(f"test -e {link}", f"the node of webcam {self.serial}")
        self.node = self.machine.run(f"readlink -f {link}").strip()
        self.wait_until_capture()
        return self.node

    def unplug(self):
        self.device.disconnect()
        self.machine.wait_in_guest(f"! test -e {self.node}", f"{self.node} is gone")

    def show(self, picture):
        self.picture = picture
