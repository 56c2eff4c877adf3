"""Frames as a camera at a door sees them: tickets on paper and on phones, with known texts.

    frames.py FOLDER [--seed S] [--each N] [--sequences N]

writes FOLDER/NAME.pgm and FOLDER/frames.json: for each frame its file, class, level (1 easy to 3 hard), texts, and for
frames of a sequence its number and place in time. A frame depends on the seed, its class and its number only.
"""
import argparse
import json
import math
import os
import zlib

import cv2
import numpy as np
import segno

CLASSES = ["clean", "tilt", "motion", "defocus", "glare", "lowlight", "moire", "inverted", "quiet", "small", "clutter",
           "two", "mixed", "none", "busy"]
SIZES = [(640, 480), (1280, 720)]
LETTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
OVERSAMPLING = 2
# In glare a hand moves a code of 3 cm by 9 mm to each side.
SWAY = 0.3


class Scene:
    """What is random about one frame, and how hard it is."""

    def __init__(self, random, kind, level):
        self.random = random
        step = level - 1

        def between(*spans):
            return float(random.uniform(*spans[min(step, len(spans) - 1)]))

        self.codes = {"two": 2, "none": 0, "busy": 0}.get(kind, 1)
        self.inverted = kind == "inverted" or kind == "mixed" and random.random() < 0.25
        self.phone = kind in ("moire", "inverted") or random.random() < 0.5
        self.versions = {"clean": (2, [5, 8, 10][step]), "two": (2, 5), "mixed": (2, 10)}.get(kind, (2, 7))
        self.module = between((4, 7))
        self.tilt = between((0, 14))
        self.turn = float(random.choice([0, 90, 180, 270]) + random.uniform(-18, 18))
        self.quiet, self.crowded = 4.0, False
        self.motion = 0.0
        self.defocus = between((0, 0.45))
        self.glares, self.glare = 0, 0.0
        self.gain = between((0.75, 1))
        self.noise = between((0.5, 2))
        self.stripes, self.bands = 0.0, 0.0
        self.clutter = int(random.integers(0, 12))
        if kind in ("tilt", "small", "clutter", "mixed"):
            self.turn = float(random.uniform(0, 360))
        if kind == "tilt":
            self.tilt = between((15, 30), (30, 42), (42, 52))
        elif kind == "motion":
            self.motion = between((0.4, 0.8), (0.8, 1.2), (1.2, 1.8))
        elif kind == "defocus":
            self.defocus = between((0.25, 0.45), (0.45, 0.65), (0.65, 0.9))
        elif kind == "glare":
            self.glares, self.glare = level, between((80, 140), (140, 220), (200, 320))
        elif kind == "lowlight":
            self.gain, self.noise = between((0.35, 0.5), (0.2, 0.35), (0.1, 0.2)), between((3, 6), (6, 10), (8, 13))
        elif kind == "moire":
            self.stripes, self.bands = between((0.15, 0.3), (0.3, 0.45), (0.45, 0.65)), between((0, 0.15), (0.1, 0.4))
        elif kind == "inverted":
            self.tilt, self.defocus = between((0, 15), (0, 25), (0, 35)), between((0, 0.2), (0, 0.4), (0, 0.5))
        elif kind == "quiet":
            self.quiet, self.crowded = between((2, 3), (1, 2), (0, 1)), True
        elif kind == "small":
            self.module, self.defocus = between((2.7, 3.2), (2.2, 2.7), (1.8, 2.2)), between((0, 0.25))
        elif kind == "clutter":
            self.clutter, self.module = [20, 35, 50][step], between((3, 5))
            self.quiet, self.crowded = [4, 2.5, 1.5][step], level == 3
        elif kind == "two":
            self.module = between((3.5, 4.5), (3, 3.8), (2.5, 3.2))
        elif kind == "mixed":
            self.tilt, self.motion = between((0, 25), (0, 38), (0, 48)), between((0, 0.4), (0, 0.7), (0, 1))
            self.defocus, self.noise = between((0.1, 0.3), (0.1, 0.45), (0.1, 0.6)), between((1, 3), (1, 6), (1, 9))
            self.glares, self.glare = int(random.integers(0, [2, 2, 3][step])), between((60, 120), (60, 180), (60, 240))
            self.gain, self.stripes = between((0.6, 1), (0.4, 1), (0.25, 1)), between((0, 0.15), (0, 0.3), (0, 0.4))
            self.quiet, self.module = between((3, 4), (2, 4), (1, 4)), between((3.5, 6), (3, 6), (2.5, 6))
            self.clutter = int(random.integers(0, [14, 28, 42][step]))
        elif kind == "none":
            self.clutter = [10, 30, 50][step]
        self.busy = step + 1 if kind == "busy" else 0

    def code(self):
        """A text and its modules, True where they are dark."""
        version = int(self.random.integers(self.versions[0], self.versions[1] + 1))
        level = "LMQ"[int(self.random.integers(0, 3))]
        for length in range(int(self.random.uniform(0.6, 1) * 300), 7, -1):
            text = "".join(LETTERS[i] for i in self.random.integers(0, len(LETTERS), length))
            try:
                code = segno.make(text, version=version, error=level, boost_error=False, micro=False, mode="byte")
            except segno.DataOverflowError:
                continue
            return text, np.array([[bool(module) for module in row] for row in code.matrix])
        raise AssertionError("every version holds eight bytes")


def backdrop(scene, width, height):
    """A room out of focus, with things in it."""
    random = scene.random
    picture = cv2.resize(random.uniform(50, 190, (4, 6)).astype(np.float32), (width, height),
                         interpolation=cv2.INTER_CUBIC)
    for _ in range(scene.clutter):
        x, y = int(random.integers(0, width)), int(random.integers(0, height))
        w, h = int(random.integers(8, width // 3)), int(random.integers(8, height // 3))
        shade = float(random.uniform(0, 255))
        thing = int(random.integers(0, 5))
        if thing == 0:
            cv2.rectangle(picture, (x, y), (x + w, y + h), shade, int(random.choice([-1, 3])))
        elif thing == 1:
            cv2.ellipse(picture, (x, y), (w // 2, h // 2), float(random.uniform(0, 180)), 0, 360, shade, -1)
        elif thing == 2:
            write(picture, random, x, y, w, h, shade)
        elif thing == 3:
            edges = x + np.cumsum(random.integers(1, 7, 60))
            for left, right in zip(edges[::2], edges[1::2]):
                cv2.rectangle(picture, (int(left), y), (int(right), y + h), shade, -1)
        else:
            module = int(random.integers(3, 10))
            for modules, ink in ((7, 20.0), (5, 230.0), (3, 20.0)):
                half = modules * module // 2
                cv2.rectangle(picture, (x - half, y - half), (x + half, y + half), ink, -1)
    if scene.busy:
        crowd(picture, random, scene.busy)
    return cv2.GaussianBlur(np.clip(picture, 0, 255), (0, 0), 0.8 + random.random())


def crowd(picture, random, amount):
    """No code, but much that a search looks at: people in patterned clothes, pages of text, grids, grain."""
    height, width = picture.shape
    for _ in range(8 * amount):
        x, y = int(random.integers(0, width)), int(random.integers(0, height))
        side = int(random.integers(height // 10, height // 3))
        light, dark = float(random.uniform(130, 250)), float(random.uniform(5, 110))
        right, bottom = min(width, x + side), min(height, y + int(side * random.uniform(0.7, 1.6)))
        ys, xs = np.mgrid[y:bottom, x:right]
        thing = int(random.integers(0, 5))
        if thing == 0:
            # A person: a head, and clothes with checks.
            check = int(random.integers(3, 12))
            picture[y:bottom, x:right] = np.where((xs // check + ys // check) % 2, light, dark)
            cv2.circle(picture, ((x + right) // 2, y), side // 4, float(random.uniform(80, 200)), -1)
        elif thing == 1:
            picture[y:bottom, x:right] = light
            write(picture, random, x, y, right - x, bottom - y, dark)
        elif thing == 2:
            # A window, a fence, a table on a screen.
            gap, thick = int(random.integers(6, 30)), int(random.integers(1, 5))
            picture[y:bottom, x:right] = np.where((xs % gap < thick) | (ys % gap < thick), dark, light)
        elif thing == 3:
            # Squares of random brightness, like the modules of a code that has no finders.
            cell = int(random.integers(2, 9))
            shades = np.where(random.random((side, side)) < 0.5, dark, light)
            picture[y:bottom, x:right] = shades[(ys - y) // cell % side, (xs - x) // cell % side]
        else:
            picture[y:bottom, x:right] += random.normal(0, 12 * amount, (bottom - y, right - x))


def write(picture, random, x, y, w, h, shade):
    size = int(random.integers(10, 24))
    for line in range(y + size, y + h, int(size * 1.7)):
        text = "".join(LETTERS[i] for i in random.integers(0, len(LETTERS), max(3, int(w / size))))
        cv2.putText(picture, text, (x, line), cv2.FONT_HERSHEY_DUPLEX, size / 28, shade, max(1, size // 14),
                    cv2.LINE_AA)


def ticket(scene, modules, scale):
    """A card with a code and lines of text, `scale` pixels a module; and the corners of the code on it."""
    random = scene.random
    light, dark = float(random.uniform(195, 248)), float(random.uniform(8, 55))
    if scene.inverted:
        light, dark = dark, light
    side = len(modules) * scale
    width = int(side * random.uniform(1.3, 1.7)) + int(2 * scene.quiet * scale)
    height = int(width * random.uniform(1.3, 1.8))
    card = np.full((height, width), light, np.float32)
    left, top = (width - side) // 2, int((height - side) * random.uniform(0.25, 0.5))
    quiet = int(round(scene.quiet * scale))
    write(card, random, width // 12, 0, width * 5 // 6, max(0, top - quiet - 2 * scale), dark)
    write(card, random, width // 12, top + side + quiet + 2 * scale, width * 5 // 6, height // 4, dark)
    if scene.crowded:
        thick = int(scale * random.uniform(1, 6))
        for edge in random.permutation(4)[:int(random.integers(1, 3))]:
            if edge == 0:
                card[max(0, top - quiet - thick):max(0, top - quiet)] = dark
            elif edge == 1:
                card[top + side + quiet:top + side + quiet + thick] = dark
            elif edge == 2:
                card[:, max(0, left - quiet - thick):max(0, left - quiet)] = dark
            else:
                card[:, left + side + quiet:left + side + quiet + thick] = dark
    inked = np.kron(np.where(modules, dark, light).astype(np.float32), np.ones((scale, scale), np.float32))
    card[top:top + side, left:left + side] = inked
    if scene.stripes:
        period = scale / scene.module * OVERSAMPLING * float(random.uniform(0.55, 0.7))
        angle = math.radians(float(random.uniform(-8, 8)))
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
        wave = np.cos(2 * np.pi * (xs * math.cos(angle) + ys * math.sin(angle)) / period)
        card = card * (1 - scene.stripes * 0.5 * (1 - wave)) + scene.stripes * 10
    if scene.phone:
        rim = width // 18
        card = cv2.copyMakeBorder(card, 2 * rim, 2 * rim, rim, rim, cv2.BORDER_CONSTANT, value=25.0)
        left, top = left + rim, top + 2 * rim
    return card, np.float32([[left, top], [left + side, top], [left + side, top + side], [left, top + side]])


def pose(corners, side, width, centre, tilt, axis, turn):
    """The homography from a card to a frame in which the code is `side` pixels wide when seen straight on."""
    focal = 0.95 * width
    yaw, pitch, roll = tilt * math.cos(axis), tilt * math.sin(axis), turn
    turns = cv2.Rodrigues(np.array([pitch, 0.0, 0]))[0] @ cv2.Rodrigues(np.array([0, yaw, 0.0]))[0]
    turns = turns @ cv2.Rodrigues(np.array([0, 0.0, roll]))[0]
    half = side / 2
    flat = np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]])
    seen = flat @ turns.T + np.array([0, 0, focal])
    seen = seen[:, :2] * focal / seen[:, 2:] + centre
    return cv2.getPerspectiveTransform(corners, seen.astype(np.float32)), seen


def placed(scene, corners, count, size, slot=0, slots=1):
    """The arguments of a pose with the whole code in its part of the frame: side, middle, tilt, axis and turn."""
    width, height = size
    angles = math.radians(scene.tilt), float(scene.random.uniform(0, 2 * math.pi)), math.radians(scene.turn)
    side = min(scene.module * count, 0.85 * height, 0.85 * width / slots)
    low, high = width * slot / slots + 10, width * (slot + 1) / slots - 10
    spot = np.array([scene.random.uniform(low, high), scene.random.uniform(10, height - 10)])
    while True:
        _, seen = pose(corners, side, width, spot, *angles)
        extent = seen.max(0) - seen.min(0)
        if extent[0] < high - low and extent[1] < height - 20:
            break
        side *= 0.94
    shift = np.maximum(0, [low, 10] - seen.min(0)) - np.maximum(0, seen.max(0) - [high, height - 10])
    return side, spot + shift, angles


def disk(radius):
    reach = math.ceil(radius)
    ys, xs = np.mgrid[-reach:reach + 1, -reach:reach + 1]
    kernel = np.clip(radius + 0.5 - np.hypot(xs, ys), 0, 1).astype(np.float32)
    return kernel / kernel.sum()


def streak(length, angle):
    reach = math.ceil(length / 2) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    for step in np.linspace(-length / 2, length / 2, int(length * 8) + 1):
        kernel[reach + round(step * math.sin(angle)), reach + round(step * math.cos(angle))] += 1
    return kernel / kernel.sum()


def reflections(scene, quad):
    """Lamps that shine on a code: x, y, and how wide and tall they are."""
    extent = float((quad.max(0) - quad.min(0)).max())
    for _ in range(scene.glares):
        x, y = quad.mean(0) + scene.random.uniform(-0.5, 0.5, 2) * extent
        wide, tall = scene.random.uniform(0.08, 0.28, 2) * extent
        yield x, y, wide, tall


def exposed(scene, big, size, quads, module, lamps=None):
    """What lens, sensor and lamps make of a sharp picture. Without `lamps` they are somewhere on the first code."""
    random = scene.random
    width, height = size
    fine = module * OVERSAMPLING
    if scene.defocus * fine > 0.4:
        big = cv2.filter2D(big, -1, disk(scene.defocus * fine))
    if scene.motion * fine > 1:
        big = cv2.filter2D(big, -1, streak(scene.motion * fine, float(random.uniform(0, math.pi))))
    picture = cv2.resize(big, size, interpolation=cv2.INTER_AREA)
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    slope, angle = float(random.uniform(0, 0.5)), float(random.uniform(0, 2 * math.pi))
    picture *= 1 + slope * ((xs / width - 0.5) * math.cos(angle) + (ys / height - 0.5) * math.sin(angle))
    if scene.bands:
        picture *= 1 - scene.bands * 0.5 * (1 + np.sin(2 * np.pi * ys / float(random.uniform(25, 120))))
    for x, y, wide, tall in lamps or reflections(scene, quads[0] if quads else np.array([[0, 0], [width, height]])):
        picture += scene.glare * np.exp(-(((xs - x) / wide) ** 2 + ((ys - y) / tall) ** 2) / 2)
    picture = np.clip(picture, 0, 255) * scene.gain
    picture += random.normal(0, 1, picture.shape) * scene.noise * np.sqrt(0.35 + picture / 160)
    return np.clip(picture + 0.5, 0, 255).astype(np.uint8)


def still(seed, kind, number, level, size, made=Scene):
    random = np.random.default_rng([seed, zlib.crc32(kind.encode()), number])
    scene = made(random, kind, level)
    fine = (size[0] * OVERSAMPLING, size[1] * OVERSAMPLING)
    big = cv2.resize(backdrop(scene, *size), fine)
    texts, quads = [], []
    for slot in range(scene.codes):
        text, modules = scene.code()
        scale = max(3, round(scene.module * OVERSAMPLING))
        card, corners = ticket(scene, modules, scale)
        if scene.codes > 1:
            # Two cards would cover each other: codes with their quiet zones only.
            margin = 4 * scale
            card = np.pad(card[round(corners[0][1]):round(corners[2][1]), round(corners[0][0]):round(corners[2][0])],
                          margin, constant_values=float(card.max()))
            corners = corners - corners[0] + margin
        side, spot, angles = placed(scene, corners, len(modules), size, slot, scene.codes)
        matrix, quad = pose(corners, side, size[0], spot, *angles)
        matrix = np.diag([OVERSAMPLING, OVERSAMPLING, 1.0]) @ matrix
        mask = cv2.warpPerspective(np.ones_like(card), matrix, fine)
        big = big * (1 - mask) + cv2.warpPerspective(card, matrix, fine, borderMode=cv2.BORDER_REPLICATE) * mask
        texts.append(text)
        quads.append(quad)
    return texts, exposed(scene, big, size, quads, scene.module)


def sequence(seed, number, length, size, kind="mixed", level=1, sway=0.0):
    """A ticket comes into view, is held and trembles: fast is blurred, and the focus hunts. With `sway`, the lamps stay
    where they are, and the ticket is moved to and fro in them by this share of its width."""
    scene = Scene(np.random.default_rng([seed, 1 << 20, number]), kind, level)
    text, modules = scene.code()
    card, corners = ticket(scene, modules, max(3, round(scene.module * OVERSAMPLING)))
    background = cv2.resize(backdrop(scene, *size), (size[0] * OVERSAMPLING, size[1] * OVERSAMPLING))
    width, height = size
    side, end, (tilt, axis, turn) = placed(scene, corners, len(modules), size)
    start = np.array([-0.4 * width, scene.random.uniform(0, 1) * height])
    focus = scene.defocus
    before, lamps = None, None
    if sway:
        lamps = list(reflections(scene, pose(corners, side, width, end, tilt, axis, turn)[1]))
    for time in range(length):
        arrived = 1 - (1 - min(1, 2 * time / length)) ** 3
        spot = start + (end - start) * arrived + 6 * np.array([math.sin(0.35 * time), math.cos(0.4 * time)])
        spot += sway * side * np.array([math.sin(0.2 * time), math.cos(0.15 * time)])
        scene.random = np.random.default_rng([seed, 1 << 21, number, time])
        scene.motion = 0 if before is None else min(3, 0.4 * float(np.hypot(*(spot - before))) / scene.module)
        scene.defocus = focus * (0.5 + 0.9 * abs(math.sin(0.13 * time + axis)))
        before = spot
        matrix, quad = pose(corners, side, width, spot, tilt * (0.6 + 0.4 * math.sin(0.2 * time)), axis,
                            turn + 0.1 * math.sin(0.17 * time))
        matrix = np.diag([OVERSAMPLING, OVERSAMPLING, 1.0]) @ matrix
        fine = (width * OVERSAMPLING, height * OVERSAMPLING)
        mask = cv2.warpPerspective(np.ones_like(card), matrix, fine)
        warped = cv2.warpPerspective(card, matrix, fine, borderMode=cv2.BORDER_REPLICATE)
        yield text, exposed(scene, background * (1 - mask) + warped * mask, size, [quad], scene.module, lamps)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=42, help="stills of each class")
    parser.add_argument("--sequences", type=int, default=48)
    parser.add_argument("--length", type=int, default=30, help="frames of a sequence")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    os.makedirs(options.folder, exist_ok=True)
    frames = []

    def add(name, picture, **about):
        cv2.imwrite(os.path.join(options.folder, name), picture)
        frames.append(dict(file=name, width=picture.shape[1], height=picture.shape[0], **about))

    for kind in CLASSES:
        for number in range(options.each):
            level, size = 1 + number % 3, SIZES[number // 3 % 2]
            texts, picture = still(options.seed, kind, number, level, size)
            add(f"{kind}-{number:03}.pgm", picture, kind=kind, level=level, texts=texts)
    for number in range(options.sequences):
        size, level = SIZES[number % 2], 1 + number % 3
        for kind, moves in (("sequence", dict(level=level)),
                            ("sequence in glare", dict(kind="glare", level=3, sway=SWAY))):
            for time, (text, picture) in enumerate(sequence(options.seed, number, options.length, size, **moves)):
                add(f"{kind.replace(' ', '-')}-{number:03}-{time:02}.pgm", picture, kind=kind,
                    level=moves["level"], texts=[text], sequence=number, time=time)
    with open(os.path.join(options.folder, "frames.json"), "w", encoding="utf-8") as file:
        json.dump(frames, file)


if __name__ == "__main__":
    main()
