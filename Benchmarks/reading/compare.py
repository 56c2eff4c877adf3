"""Shows the same frames to three readers, and prints what each reads and what it costs.

    compare.py BENCHMARKS FRAMES

ours, live: `QRReader.read`, a new sequence for every still; ours, still: `QRReader.readStill`. zbar: libzbar as zbarimg
sets it up, all symbologies on. zxing: zxing-cpp looking for QR codes only. Times are of the processor, of one thread,
around the call alone. Ends with 1 if any reader of ours gave a wrong text.
"""
import base64
import collections
import ctypes
import importlib.metadata
import json
import os
import statistics
import subprocess
import sys
import time

import cv2
import zxingcpp

EMPTY = ["none", "busy"]
SEQUENCES = ["sequence", "sequence in glare"]


def ours(benchmarks, mode):
    def read(paths):
        """Paths of frames; None ends a sequence."""
        lines = "\n".join(path or "" for path in paths)
        result = subprocess.run([benchmarks, "read", mode], input=lines, capture_output=True, text=True, check=True)
        for line in result.stdout.splitlines():
            nanoseconds, *texts = line.split("\t")
            yield int(nanoseconds) / 1e6, {base64.b64decode(text).decode("utf-8", "replace") for text in texts}
    return read


def timed(call):
    def read(paths):
        for path in paths:
            if path is None:
                continue
            picture = cv2.imread(path, cv2.IMREAD_GRAYSCALE)
            start = time.thread_time_ns()
            found = call(picture)
            nanoseconds = time.thread_time_ns() - start
            yield nanoseconds / 1e6, {data.decode("utf-8", "replace") for data in found}
    return read


def zxing(picture):
    return [symbol.bytes for symbol in zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)]


class ZBar:
    """libzbar with the settings a new scanner has, which are zbarimg's."""

    GREY = 0x30303859  # FourCC Y800
    QRCODE = 64

    def __init__(self, wanted=(QRCODE,)):
        self.wanted = wanted
        self.library = library = ctypes.CDLL("libzbar.so.0")
        pointer, number = ctypes.c_void_p, ctypes.c_ulong
        for name, result, arguments in (
                ("zbar_image_scanner_create", pointer, []), ("zbar_image_create", pointer, []),
                ("zbar_image_set_format", None, [pointer, number]),
                ("zbar_image_set_size", None, [pointer, ctypes.c_uint, ctypes.c_uint]),
                ("zbar_image_set_data", None, [pointer, pointer, number, pointer]),
                ("zbar_scan_image", ctypes.c_int, [pointer, pointer]),
                ("zbar_image_first_symbol", pointer, [pointer]), ("zbar_symbol_next", pointer, [pointer]),
                ("zbar_symbol_get_type", ctypes.c_int, [pointer]),
                ("zbar_symbol_get_data", pointer, [pointer]),
                ("zbar_symbol_get_data_length", ctypes.c_uint, [pointer])):
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
        self.scanner = library.zbar_image_scanner_create()
        self.image = library.zbar_image_create()
        library.zbar_image_set_format(self.image, self.GREY)

    def __call__(self, picture):
        library, image = self.library, self.image
        height, width = picture.shape
        library.zbar_image_set_size(image, width, height)
        library.zbar_image_set_data(image, picture.ctypes.data, picture.size, None)
        library.zbar_scan_image(self.scanner, image)
        texts, symbol = [], library.zbar_image_first_symbol(image)
        while symbol:
            if library.zbar_symbol_get_type(symbol) in self.wanted:
                length = library.zbar_symbol_get_data_length(symbol)
                texts.append(ctypes.string_at(library.zbar_symbol_get_data(symbol), length))
            symbol = library.zbar_symbol_next(symbol)
        library.zbar_image_set_data(image, None, 0, None)
        return texts


def main():
    benchmarks, folder = sys.argv[1:3]
    with open(os.path.join(folder, "frames.json"), encoding="utf-8") as file:
        frames = json.load(file)
    readers = {"ours, live": ours(benchmarks, "live"), "ours, still": ours(benchmarks, "still"),
               "zbar": timed(ZBar()), "zxing": timed(zxing)}
    print(f"zxing-cpp {importlib.metadata.version('zxing-cpp')}, {len(frames)} frames")
    results = {}
    for name, read in readers.items():
        # Stills for the reader of stills; for the others each still is a sequence of its own. Frames without a code
        # come in a row, as at a door where nobody stands.
        chosen = [frame for frame in frames if name != "ours, still" or frame["kind"] not in SEQUENCES]
        paths, last = [], None
        for frame in chosen:
            scene = (frame["kind"], frame.get("sequence", None if frame["kind"] in EMPTY else frame["file"]))
            if name == "ours, live" and scene != last:
                paths.append(None)
            last = scene
            paths.append(os.path.join(folder, frame["file"]))
        results[name] = list(zip(chosen, read(paths), strict=True))
    recall(results)
    costs(results)
    for kind in SEQUENCES:
        sequences(kind, {name: result for name, result in results.items() if name != "ours, still"})
    wrong = {name: sum(len(texts - set(frame["texts"])) for frame, (_, texts) in result)
             for name, result in results.items()}
    print("\nwrong texts: " + ", ".join(f"{name} {count}" for name, count in wrong.items()))
    sys.exit(any(count for name, count in wrong.items() if name.startswith("ours")))


def recall(results):
    print("\nread of the stills, % (levels 1, 2, 3)")
    counts = {name: collections.Counter() for name in results}
    kinds = []
    for name, result in results.items():
        for frame, (_, texts) in result:
            kind = frame["kind"]
            if kind in SEQUENCES + EMPTY:
                continue
            if kind not in kinds:
                kinds.append(kind)
            wanted = set(frame["texts"])
            for key in ((kind, 0), (kind, frame["level"]), ("all", 0), ("all", frame["level"])):
                counts[name][key, "wanted"] += len(wanted)
                counts[name][key, "read"] += len(wanted & texts)
    print(" " * 10 + "".join(f"{name:>26}" for name in results))
    for kind in kinds + ["all"]:
        line = f"{kind:10}"
        for count in counts.values():
            shares = [100 * count[(kind, level), "read"] / max(1, count[(kind, level), "wanted"])
                      for level in range(4)]
            line += f"{shares[0]:9.1f} ({shares[1]:.0f}, {shares[2]:.0f}, {shares[3]:.0f})".rjust(26)
        print(line)


def costs(results):
    print("\nprocessor time of a frame, ms: median, mean, 95th percentile")
    print(" " * 24 + "".join(f"{name:>26}" for name in results))
    for width in sorted({frame["width"] for result in results.values() for frame, _ in result}):
        for title, kinds in (("without a code", lambda kind: kind == "none"),
                             ("busy, without one", lambda kind: kind == "busy"),
                             ("with a code", lambda kind: kind not in EMPTY + SEQUENCES),
                             ("any still", lambda kind: kind not in SEQUENCES),
                             ("of sequences", lambda kind: kind in SEQUENCES)):
            line = f"{width} {title:19}"
            for result in results.values():
                times = sorted(time for frame, (time, _) in result if frame["width"] == width and kinds(frame["kind"]))
                if times:
                    high = times[min(len(times) - 1, len(times) * 95 // 100)]
                    line += f"{statistics.median(times):9.2f}{statistics.mean(times):8.2f}{high:8.2f} "
                else:
                    line += " " * 26
            print(line)


def sequences(kind, results):
    print(f"\n{kind}: read, mean first frame (its number, misses count as the length), ms until it, ms of a frame")
    for name, result in results.items():
        shown = collections.defaultdict(list)
        for frame, (time, texts) in result:
            if frame["kind"] == kind:
                shown[frame["sequence"]].append((time, bool(set(frame["texts"]) & texts)))
        first, cost = [], []
        for frames in shown.values():
            place = next((index for index, (_, isRead) in enumerate(frames) if isRead), len(frames))
            first.append(place)
            cost.append(sum(time for time, _ in frames[:place + 1]))
        if shown:
            read = sum(place < len(frames) for place, frames in zip(first, shown.values()))
            every = statistics.mean(time for frames in shown.values() for time, _ in frames)
            print(f"{name:12} {read} of {len(shown)}, {statistics.mean(first):.2f}, {statistics.mean(cost):.2f}, "
                  f"{every:.2f}")


if __name__ == "__main__":
    main()
