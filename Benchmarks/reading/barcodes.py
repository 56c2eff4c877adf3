"""Shows barcodes on the same tickets to three readers, kind by kind, and prints what each reads and what it costs.

    barcodes.py BENCHMARKS [--seed S] [--each N]

Needs zint. ours: `BarcodeReader.read`, which gets each still four times, as a camera would show it, and counts what it
reads twice; its time is the mean of the four. zbar: libzbar as zbarimg sets it up, of all symbologies; it knows neither
Aztec, Data Matrix nor PDF417. zxing: the newest zxing-cpp, looking for this kind only; ours asks the one of this Debian for
these three. Ends with 1 if ours gave a wrong text.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile

import cv2
import numpy as np
import zxingcpp

import compare
import frames

# By the names of usher.yaml: zint's number, zxing's format, zbar's types, and what a text is made of.
UPPER, DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", "0123456789"
KINDS = {
    "code128": (20, "Code128", [128], frames.LETTERS, 12), "code39": (8, "Code39", [39], UPPER, 8),
    "ean": (13, "EAN13", [13], DIGITS, 12), "itf14": (89, "ITF", [25], DIGITS, 13),
    "codabar": (18, "Codabar", [38], DIGITS, 10),
    "aztec": (92, "Aztec", [], frames.LETTERS, 12), "datamatrix": (71, "DataMatrix", [], frames.LETTERS, 12),
    "pdf417": (55, "PDF417", [], frames.LETTERS, 12),
}
# A guest holds a barcode upright; light on dark, and two beside each other, are no barcodes that anybody prints.
CLASSES = [each for each in frames.CLASSES if each not in ("inverted", "two", *compare.EMPTY)]
SHOWN = 4


def square(modules):
    """The modules without what is light around them, in the middle of a square."""
    rows, columns = np.flatnonzero(modules.any(1)), np.flatnonzero(modules.any(0))
    modules = modules[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1]
    side = max(modules.shape)
    whole = np.zeros((side, side), bool)
    top, left = ((side - length) // 2 for length in modules.shape)
    whole[top:top + modules.shape[0], left:left + modules.shape[1]] = modules
    return whole


def scene_of(symbology):
    """Tickets with a barcode in the place of the QR code."""
    number, _, _, letters, length = KINDS[symbology]

    class BarcodeScene(frames.Scene):
        def __init__(self, random, kind, level):
            super().__init__(random, kind, level)
            self.turn = float(random.choice([0, 90, 180, 270]) + random.uniform(-15, 15))
            self.tilt = min(self.tilt, 30)
            if symbology not in ("aztec", "datamatrix"):
                self.module *= 0.6  # bars are narrower than the modules of a QR code

        def code(self):
            text = "".join(self.random.choice(list(letters), length))
            shown = f"A{text}B" if symbology == "codabar" else text
            with tempfile.NamedTemporaryFile(suffix=".png") as file:
                subprocess.run(["zint", "-b", str(number), "-d", shown, "--scale=0.5", "--height=20", "--notext", "-o", file.name],
                               check=True, capture_output=True)
                bars = cv2.imread(file.name, cv2.IMREAD_GRAYSCALE)
            if not KINDS[symbology][2]:
                return text, square(bars < 128)
            line = bars[bars.shape[0] // 2] < 128
            line = line[np.argmax(line):len(line) - np.argmax(line[::-1])]
            modules = np.zeros((len(line), len(line)), bool)
            modules[len(line) * 3 // 10:len(line) * 7 // 10] = line
            return text, modules

    return BarcodeScene


def read_by_zxing(symbology):
    kind = getattr(zxingcpp.BarcodeFormat, KINDS[symbology][1])
    return lambda picture: [symbol.text for symbol in zxingcpp.read_barcodes(picture, formats=kind)]


def is_right(symbology, wanted, text):
    """Whether a reader's text is the one that was printed: some give the check digit, or the letters that begin and end a
    Codabar, some do not."""
    if symbology == "codabar":
        return text.strip("ABCD") == wanted
    return text == wanted or symbology in ("ean", "itf14") and text[:-1] == wanted


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("benchmarks")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=12, help="stills of each class")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    print(f"seed {options.seed}, {options.each * len(CLASSES)} stills of each kind\n"
          f"{'':9}{'read, % (levels 1, 2, 3)':^66}   mean of a frame with a code, ms\n"
          f"{'':9}{'ours':>22}{'zbar':>22}{'zxing':>22}{'ours':>9}{'zbar':>9}{'zxing':>9}")
    wrong = [0, 0, 0]
    for symbology in KINDS:
        with tempfile.TemporaryDirectory() as folder:
            stills, paths = [], []
            for kind in CLASSES:
                for number in range(options.each):
                    level, size = 1 + number % 3, frames.SIZES[number // 3 % 2]
                    texts, picture = frames.still(options.seed, kind, number, level, size, scene_of(symbology))
                    path = os.path.join(folder, f"{kind}-{number}.pgm")
                    cv2.imwrite(path, picture)
                    stills.append((level, texts[0]))
                    paths.append(path)
            shown = [each for path in paths for each in [None, *[path] * SHOWN]]
            ours = list(compare.ours(options.benchmarks, symbology)(shown))
            ours = [ours[at:at + SHOWN] for at in range(0, len(ours), SHOWN)]
            results = [
                [(statistics.mean(time for time, _ in each), set().union(*(texts for _, texts in each))) for each in ours],
                list(compare.timed(compare.ZBar(KINDS[symbology][2]))(paths)),
                list(compare.timed(lambda picture: [
                    text.encode() for text in read_by_zxing(symbology)(picture)])(paths))]
        line = f"{symbology:9}"
        for reader, result in enumerate(results):
            right = [any(is_right(symbology, wanted, text) for text in texts)
                     for (_, wanted), (_, texts) in zip(stills, result)]
            wrong[reader] += sum(not is_right(symbology, wanted, text)
                                 for (_, wanted), (_, texts) in zip(stills, result) for text in texts)
            shares = [100 * statistics.mean(was for was, (at, _) in zip(right, stills) if level in (0, at))
                      for level in range(4)]
            line += f"{shares[0]:.0f} ({shares[1]:.0f}, {shares[2]:.0f}, {shares[3]:.0f})".rjust(22)
        print(line + "".join(f"{statistics.mean(time for time, _ in result):9.2f}" for result in results), flush=True)
    print(f"wrong texts: ours {wrong[0]}, zbar {wrong[1]}, zxing {wrong[2]}")
    sys.exit(wrong[0] > 0)


if __name__ == "__main__":
    main()
