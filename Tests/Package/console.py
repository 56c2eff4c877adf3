"""A guest with a graphics card: what its monitor shows, and what is typed on its keyboard."""

from Harness.guests.machine import Machine
from Harness.waiting import let_pass

# By kernel driver: plain memory (bochs), and the card of virtual machines (virtio_gpu). Neither is a graphics processor.
CARDS = {"std": "VGA,edid=on,xres=1024,yres=768", "virtio": "virtio-vga,xres=1024,yres=768"}
# QEMU's usb-kbd drops events that come faster.
KEY_SECONDS = 0.05


class Shown:
    """What a monitor shows: red, green and blue of each pixel, row after row."""

    def __init__(self, width, height, pixels):
        self.width, self.height, self.pixels = width, height, pixels

    @classmethod
    def read(cls, path):
        """A binary PPM file, as QEMU writes it."""
        data = path.read_bytes()
        kind, width, height, deepest, pixels = data.split(maxsplit=4) if data[:2] == b"P6" else (None,) * 5
        if kind is None or deepest != b"255":
            raise ValueError(f"{path} is no PPM file of 8 bits")
        # One white space ends the head; a first pixel may look like more of it.
        pixels = data[-3 * int(width) * int(height):]
        return cls(int(width), int(height), pixels)

    def pixel(self, x, y):
        """Red, green and blue at a place; both from 0 to 1."""
        start = 3 * (int(y * self.height) * self.width + int(x * self.width))
        return tuple(self.pixels[start:start + 3])

    def share(self, red, green, blue, tolerance=12):
        """How much of the monitor has about this colour, from 0 to 1."""
        found = sum(
            abs(pixel[0] - red) <= tolerance and abs(pixel[1] - green) <= tolerance and abs(pixel[2] - blue) <= tolerance
            for pixel in zip(self.pixels[::3], self.pixels[1::3], self.pixels[2::3]))
        return found / (self.width * self.height)

    def difference(self, other):
        """How much of the monitor shows something else than in the other picture, from 0 to 1."""
        if (self.width, self.height) != (other.width, other.height):
            return 1
        own = zip(self.pixels[::3], self.pixels[1::3], self.pixels[2::3])
        others = zip(other.pixels[::3], other.pixels[1::3], other.pixels[2::3])
        return sum(one != two for one, two in zip(own, others)) / (self.width * self.height)


class ConsoleMachine(Machine):
    """Resumes a machine that one of the next class has saved."""

    card = "std"

    def command(self):
        arguments = super().command()
        arguments[arguments.index("-m") + 1] = "2G"
        return [*arguments, "-device", CARDS[self.card], "-device", "usb-kbd", "-device", "usb-tablet"]

    def shown(self):
        path = self.folder / "monitor.ppm"
        self.qmp("screendump", filename=str(path))
        return Shown.read(path)

    def save_picture(self, path):
        self.qmp("screendump", filename=str(path), format="png")

    def press(self, *names):
        """A chord: the keys go down in this order, and up again. Names of QEMU's QKeyCode."""
        for down, keys in ((True, names), (False, reversed(names))):
            for name in keys:
                self.qmp("input-send-event", events=[
                    {"type": "key", "data": {"down": down, "key": {"type": "qcode", "data": name}}}])
                let_pass(KEY_SECONDS)

    def point(self, x, y):
        """Moves the pointer; both from 0 to 1."""
        self.qmp("input-send-event", events=[
            {"type": "abs", "data": {"axis": axis, "value": int(value * 0x7FFF)}} for axis, value in (("x", x), ("y", y))])

    def click(self, button="left"):
        for down in (True, False):
            self.qmp("input-send-event", events=[{"type": "btn", "data": {"down": down, "button": button}}])
            let_pass(KEY_SECONDS)


class BootingConsoleMachine(ConsoleMachine):
    """Boots from the disk of a snapshot: a state that was saved without a graphics card does not fit."""

    resumes = False

    def __enter__(self):
        super().__enter__()
        self.after_resume()
        return self
