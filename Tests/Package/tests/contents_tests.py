"""What is in the package, looked at on the host."""

import functools
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import time

from Harness import keymaps, sentences
from Harness.commands import run
from Harness.guests.releases import Release
from Harness.lab import TREE

SUITE = sentences.Suite("contents")
test = SUITE.test

# What a program says, also where it complains.
all_of = functools.partial(run, both=True)
HERE = pathlib.Path(__file__).resolve().parent.parent
MEGABYTE = 1_000_000
START_SECONDS = 30
# Of pictures in Tests/Recordings/barcodes, in pixels.
SIZES = {"aztec.png": (115, 115), "datamatrix.png": (100, 100), "pdf417.png": (321, 102)}


@test("lintian has nothing to say")
def lintian(lab):
    said = all_of("lintian", "--fail-on", "error,warning", *(["--allow-root"] if os.geteuid() == 0 else []), lab.deb)
    assert not said.strip(), said


@test("usher and usherd are one program, which needs no Swift library")
def one_program(lab):
    assert os.readlink(lab.root / "usr/bin/usherd") == "usher"
    libraries = all_of("ldd", lab.root / "usr/bin/usher")
    assert "swift" not in libraries.lower() and "not found" not in libraries, libraries
    for program in ("usher", "usherd"):
        said = all_of(lab.root / "usr/bin" / program, "--version").splitlines()
        assert said[0] == lab.version, f"{program} says {said}, and its package {lab.version}"
        assert re.fullmatch(r"tzdata 20\d\d[a-z]+", said[1]), said
    installed = sum(each.lstat().st_size for each in lab.root.rglob("*") if not each.is_dir())
    return f"{lab.deb.stat().st_size / MEGABYTE:.0f} MB, {installed / MEGABYTE:.0f} MB installed"


@test("each command has a manual page, and both programs have completions")
def pages(lab):
    pages = {each.name for each in (lab.root / "usr/share/man").rglob("*.gz")}
    assert {"usher.1.gz", "usherd.8.gz", "usher-manifest-build.1.gz"} <= pages, sorted(pages)
    commands = re.findall(r"^  ([a-z][a-z-]*)  ", all_of(lab.root / "usr/bin/usher", "--help"), re.M)
    missing = [each for each in commands if each != "exit-codes" and f"usher-{each}.1.gz" not in pages]
    assert commands and not missing, f"no manual page of {missing}"
    for place in ("bash-completion/completions/{}", "zsh/vendor-completions/_{}", "fish/vendor_completions.d/{}.fish"):
        for program in ("usher", "usherd"):
            assert (lab.root / "usr/share" / place.format(program)).stat().st_size > 0


@test("what it is made of is listed: all that it depends on, and the libraries in the program")
def parts(lab):
    document = json.loads((lab.root / "usr/share/doc/usher/usher.spdx.json").read_text())
    assert document["name"].startswith(f"usher_{lab.version}_"), document["name"]
    names = {each["SPDXID"]: each["name"] for each in document["packages"]}
    related = {kind: {names[each["relatedSpdxElement"]] for each in document["relationships"]
                      if each["relationshipType"] == kind} for kind in ("DEPENDS_ON", "STATIC_LINK")}
    for depends in run("dpkg-deb", "--field", lab.deb, "Depends").split(","):
        alternatives = {re.match(r"[^ ]+", each.strip())[0] for each in depends.split("|")}
        assert alternatives & related["DEPENDS_ON"], f"{alternatives} is not in {related['DEPENDS_ON']}"
    linked = related["STATIC_LINK"]
    assert {"GRDB.swift", "Yams", "hummingbird", "swift-crypto", "swift-nio", "swift-runtime"} <= linked, linked
    assert "swift-subprocess" not in linked, "only tests use it"


@test("apt of Debian 12 finds all that the package depends on, with nothing installed", "bookworm")
@test("apt of Debian 13 finds all that the package depends on, with nothing installed", "trixie")
def installable(lab, name):
    release = Release(name)
    release.refresh(lab.log)
    said = all_of("apt-get", *release.options, "--simulate", "--quiet", "--no-install-recommends", "install", lab.deb)
    return f"{len(re.findall('^Inst ', said, re.M))} packages"


@test("usherd is exposed at most 2.0", "usherd", 20)
@test("the screen is exposed at most 4.0", "usher-screen", 40)
@test("the publisher is exposed at most 2.0", "usher-publish", 20)
@test("the relay is exposed at most 2.0", "usher-relay", 20)
@test("the control room is exposed at most 2.0", "usher-control", 20)
@test("the venue's watch is exposed at most 2.0", "usher-venue-watch", 20)
def exposure(lab, unit, threshold):
    said = all_of("systemd-analyze", "security", "--offline=yes", f"--threshold={threshold}", "--no-pager",
                  lab.root / f"lib/systemd/system/{unit}.service")
    return re.search(r"exposure level for \S+: ([0-9.]+)", said).group(1)


# What a browser, a compositor or the kernel has a use for, as keysyms are named (xkbcommon-keysyms.h).
LEADS_OUT = re.compile(r"F\d+|(Control|Alt|Super|Meta|Hyper)_.+|XF86.+|Pointer_.+|ISO_.+_Group.*|Terminate_Server|"
                       "Print|Sys_Req|Execute|Help|Find|Cancel|Pause|Break|Scroll_Lock|Num_Lock")


@test("no key of any layout leads out of the page, and Escape is one only alone")
def keymaps_of_the_screen(lab):
    found, count = [], 0
    for layout, variant in keymaps.layouts():
        # What somebody writes for their own machine.
        if layout == "custom":
            continue
        with keymaps.Keymap(lab.root / "usr/share/usher/xkb", layout, variant) as keymap:
            keys = list(keymap.keys())
        count += 1
        has_fifth = any(each.symbol.startswith("ISO_Level5") for each in keys)
        reached = [each for each in keys if each.level < 4 or has_fifth]
        found += [f"{layout} {variant}: {each}" for each in reached
                  if LEADS_OUT.fullmatch(each.symbol)
                  or each.symbol == "Escape" and (each.key, each.level) != ("ESC", 0)]
        # The browser asks what Escape is with Shift; without a second level it would be the first.
        assert [each.symbol for each in keys if each.key == "ESC"] == ["Escape", "Shift_L"], f"{layout} {variant}"
    assert not found, "\n".join(found[:20])
    assert count > 300, f"only {count} layouts"
    return f"{count} layouts"


@test("udevadm verify of Debian 13 has nothing to say about the rules")
def rules(lab):
    said = all_of(HERE / "in-debian-13", lab.root, "sh", "-c",
                  "exec udevadm verify --no-summary /mnt/lib/udev/rules.d/*.rules")
    assert not said.strip(), said


@test("on Debian 13 the program reads every kind of code, with the libraries that this release has")
def kinds_of_codes(lab):
    pictures = lab.folder / "codes"
    shutil.copytree(TREE / "Tests/Recordings/barcodes", pictures)
    shutil.copy(lab.root / "usr/bin/usher", pictures)
    said = all_of(HERE / "in-debian-13", pictures, "sh", "-c", "cd /mnt && exec ./usher decode --json *.png")
    found = [json.loads(line) for line in said.splitlines()]
    read = {each["file"]: each["text"] for each in found}
    assert set(read) == {each.name for each in pictures.glob("*.png")}, said
    assert [read[f"{each}.png"] for each in ("aztec", "datamatrix", "pdf417", "code128")] == ["TKT-93F7-K2LQ"] * 4, said
    # Those three pictures hold nothing but the code, with a margin.
    for each in found:
        if each["file"] in SIZES:
            width, height = SIZES[each["file"]]
            assert all(0 <= x <= width and 0 <= y <= height for x, y in each["corners"]), each
            assert len({tuple(corner) for corner in each["corners"]}) == 4, each
    return f"{len(read)} kinds"


@test("usherd is ready quickly, and stops within a second")
def stop(lab):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(lab.folder / "manager"))  # what systemd listens on (sd_notify(3))
        manager.settimeout(START_SECONDS)
        environment = {"PATH": "/usr/bin:/bin", "USHER_SCREEN": "off", "USHER_STATION": "test",
                       "NOTIFY_SOCKET": str(lab.folder / "manager")}
        began = time.monotonic()
        with subprocess.Popen([lab.root / "usr/bin/usherd", "--state", lab.folder / "state"], env=environment,
                              stderr=subprocess.DEVNULL) as daemon:
            while b"READY=1" not in manager.recv(4096).split(b"\n"):
                pass
            ready, began = time.monotonic() - began, time.monotonic()
            daemon.send_signal(signal.SIGTERM)
            code = daemon.wait(timeout=START_SECONDS)
            stopped = time.monotonic() - began
    assert code == 0, f"exit {code}"
    assert stopped < 1, f"it took {stopped:.2f} s to stop"
    return f"ready after {ready:.2f} s, stopped within {stopped:.2f} s"
