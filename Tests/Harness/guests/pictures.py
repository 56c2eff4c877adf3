"""Pictures of codes, and frames of them in the pixel formats of cameras."""

import math
import struct
import zlib

from Harness.commands import run

BACKGROUND = 0xD8  # light grey, as a hand or a door behind the ticket
LARGEST_MODULE = 6  # pixels; 4 to 6 is how a ticket held 20 cm from a 640x480 camera looks


class Picture:
    """Grey pixels, row after row, 0 black."""

    def __init__(self, width, height, pixels):
        self.width, self.height, self.pixels = width, height, pixels

    @classmethod
    def blank(cls, width, height):
        return cls(width, height, bytes([BACKGROUND]) * (width * height))

    @classmethod
    def read(cls, path):
        """A grey PNG, as `usher sample` and `usher ticket render` write it."""
        width, height, channels, pixels = _png(path)
        if channels != 1:
            raise ValueError(f"{path}: not grey")
        return cls(width, height, pixels)

    def dark_box(self):
        """(left, top, right, bottom) of what is black: a code without the white around it."""
        return _box(self.width, (value < 64 for value in self.pixels))

    def centred(self, width, height):
        """On a light background of this size, scaled by whole pixels a module."""
        module = self.module_size()
        columns, rows = self.width // module, self.height // module
        scale = min(LARGEST_MODULE, (width - 8) // columns, (height - 8) // rows)
        if scale < 2:
            raise ValueError(f"a code of {columns} modules does not fit into {width}x{height}")
        left = (width - columns * scale) // 2
        blank_row = bytes([BACKGROUND]) * width
        lines = [blank_row] * ((height - rows * scale) // 2)
        for row in range(rows):
            start = (row * module + module // 2) * self.width + module // 2
            modules = self.pixels[start:start + columns * module:module]
            code = b"".join(bytes([value]) * scale for value in modules)
            lines += [blank_row[:left] + code + blank_row[left + len(code):]] * scale
        lines += [blank_row] * (height - len(lines))
        return Picture(width, height, b"".join(lines))

    def module_size(self):
        """Pixels a module: every run of one colour in a row is a multiple of it."""
        size = 0
        for start in range(0, len(self.pixels), self.width):
            row, run = self.pixels[start:start + self.width], 1
            for left, right in zip(row, row[1:]):
                if left == right:
                    run += 1
                else:
                    size, run = math.gcd(size, run), 1
            size = math.gcd(size, run)
        return size

    def encoded(self, fourcc):
        """As a camera that speaks this format sends it."""
        grey = 0x80  # of both colour channels
        if fourcc == "GREY":
            return self.pixels
        if fourcc == "YUYV":
            frame = bytearray([grey]) * (2 * len(self.pixels))
            frame[0::2] = self.pixels
            return bytes(frame)
        if fourcc == "NV12":
            return self.pixels + bytes([grey]) * (len(self.pixels) // 2)
        if fourcc == "MJPG":
            colored = bytearray(3 * len(self.pixels))
            colored[0::3] = colored[1::3] = colored[2::3] = self.pixels
            header = f"P6 {self.width} {self.height} 255\n".encode()
            # 4:2:2, as most webcams compress.
            return run("cjpeg", "-quality", "85", "-sample", "2x1", input=header + colored)
        raise ValueError(f"no such pixel format: {fourcc}")

    @classmethod
    def decoded(cls, fourcc, width, height, frame):
        """The grey picture in a frame that was captured."""
        if fourcc == "MJPG":
            return cls(width, height, run("djpeg", "-grayscale", "-pnm", input=frame)[-width * height:])
        return cls(width, height, frame[0:2 * width * height:2] if fourcc == "YUYV" else frame[:width * height])

    def pgm(self):
        return f"P5 {self.width} {self.height} 255\n".encode() + self.pixels

    def furthest_from(self, other):
        """The largest difference between two pixels at one place."""
        if (self.width, self.height, len(self.pixels)) != (other.width, other.height, len(other.pixels)):
            return 255
        return max(abs(mine - theirs) for mine, theirs in zip(self.pixels, other.pixels))


class Barcode(Picture):
    """A one-dimensional code. `bars`: the widths of bars and spaces in turn, in modules, as the symbology's table has them."""

    MODULE, HEIGHT = 2, 90  # pixels: as a ticket held 15 cm from a 640x480 camera looks

    def __init__(self, bars):
        pixels = b"".join(bytes([255 * (place % 2)]) * (int(width) * self.MODULE) for place, width in enumerate(bars))
        super().__init__(len(pixels), self.HEIGHT, pixels * self.HEIGHT)

    def centred(self, width, height):
        quiet = bytes([255]) * (10 * self.MODULE)
        left, above = (width - self.width) // 2 - len(quiet), (height - self.height) // 2
        side = bytes([BACKGROUND]) * left
        lines = [bytes([BACKGROUND]) * width] * height
        row = (side + quiet + self.pixels[:self.width] + quiet + side).ljust(width, bytes([BACKGROUND]))
        lines[above:above + self.height] = [row] * self.height
        return Picture(width, height, b"".join(lines))


def colored_box(path):
    """(left, top, right, bottom) of what is not grey in a PNG: what `usher devices snapshot` draws; None if nothing."""
    width, _, channels, pixels = _png(path)
    if channels != 3:
        return None
    return _box(width, (not red == green == blue for red, green, blue in zip(*(pixels[at::3] for at in range(3)))))


def _box(width, marks):
    places = [(index % width, index // width) for index, mark in enumerate(marks) if mark]
    if not places:
        return None
    columns, rows = zip(*places)
    return min(columns), min(rows), max(columns), max(rows)


def _png(path):
    """(width, height, channels, pixels) of a PNG of 8 bits a channel, grey or RGB, not interlaced."""
    data = path.read_bytes()
    position, packed = 8, b""
    while position < len(data):
        length, kind = struct.unpack_from(">I4s", data, position)
        body = data[position + 8:position + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color, _, _, interlace = struct.unpack(">IIBBBBB", body)
            if depth != 8 or color not in (0, 2) or interlace:
                raise ValueError(f"{path}: not a plain grey or RGB PNG of 8 bits")
        elif kind == b"IDAT":
            packed += body
        position += 12 + length
    channels = 3 if color == 2 else 1
    raw, rows, above = zlib.decompress(packed), [], bytes(width * channels)
    for start in range(0, len(raw), width * channels + 1):
        above = _unfiltered(raw[start], raw[start + 1:start + 1 + width * channels], above, channels)
        rows.append(above)
    return width, height, channels, b"".join(rows)


def _unfiltered(kind, line, above, channels):
    """One row of a PNG (PNG specification, section 9.2)."""
    if kind == 0:
        return line
    row = bytearray(line)
    for index, value in enumerate(line):
        left = row[index - channels] if index >= channels else 0
        corner = above[index - channels] if index >= channels else 0
        if kind == 4:
            estimate = left + above[index] - corner
            guess = min((left, above[index], corner), key=lambda each: abs(estimate - each))
        else:
            guess = {1: left, 2: above[index], 3: (left + above[index]) // 2}[kind]
        row[index] = (value + guess) & 0xFF
    return bytes(row)
