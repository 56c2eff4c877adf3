"""What is in the package for arm64, looked at on this machine."""

import json
import os
import re

from Harness import sentences
from Harness.commands import run

SUITE = sentences.Suite("contents")
test = SUITE.test

# A Raspberry Pi 5 starts a kernel with pages of 16 KiB, and some arm64 kernels have 64 KiB.
LARGEST_PAGE = 64 * 1024


@test("lintian has nothing to say")
def lintian(lab):
    said = run("lintian", "--fail-on", "error,warning", *(["--allow-root"] if os.geteuid() == 0 else []), lab.deb,
               both=True)
    assert not said.strip(), said


@test("the program is one for arm64, and needs nothing newer than Debian 13 has")
def program(lab):
    assert run("dpkg-deb", "--field", lab.deb, "Architecture").strip() == "arm64"
    path = lab.root / "usr/bin/usher"
    said = run("aarch64-linux-gnu-readelf", "--file-header", "--segments", "--dynamic", "--version-info", "--wide", path)
    assert "AArch64" in said and "RUNPATH" not in said and "RPATH" not in said, said
    assert not re.search(r"NEEDED.*swift", said, re.I), said
    alignments = {int(each, 16) for each in re.findall(r"^ +LOAD .* (0x[0-9a-f]+)$", said, re.M)}
    assert alignments and min(alignments) >= LARGEST_PAGE, f"a kernel with pages of 64 KiB cannot start it: {alignments}"
    newest = max(tuple(map(int, each.split("."))) for each in re.findall(r"GLIBC_([0-9.]+)", said))
    assert newest <= (2, 41), newest
    size = sum(each.lstat().st_size for each in lab.root.rglob("*") if not each.is_dir())
    return f"{lab.deb.stat().st_size / 1e6:.0f} MB, {size / 1e6:.0f} MB installed, glibc {'.'.join(map(str, newest))}"


@test("all but the program and its list of parts is byte for byte as in the other package")
def the_same(lab):
    differ = []
    for path in sorted({each.relative_to(root) for root in (lab.root, lab.beside.root) for each in root.rglob("*")}):
        ours, theirs = lab.root / path, lab.beside.root / path
        if os.path.lexists(ours) != os.path.lexists(theirs):
            differ.append(f"{path} is only in one of them")
        elif ours.is_symlink() or theirs.is_symlink():
            differ += [f"{path} leads elsewhere"] if os.readlink(ours) != os.readlink(theirs) else []
        elif ours.is_file() and ours.read_bytes() != theirs.read_bytes():
            differ.append(str(path))
    assert sorted(differ) == ["usr/bin/usher", "usr/share/doc/usher/usher.spdx.json"], differ


@test("the list of parts names what Debian 13 has for arm64")
def parts(lab):
    document = json.loads((lab.root / "usr/share/doc/usher/usher.spdx.json").read_text())
    assert document["name"].endswith("_arm64"), document["name"]
    packages = {each["name"]: each for each in document["packages"]}
    libc = packages["libc6"]
    assert libc["versionInfo"].startswith("2.41-"), libc
    assert "arch=arm64&distro=trixie" in libc["externalRefs"][0]["referenceLocator"], libc
    assert packages["swift-runtime"]["versionInfo"].startswith("6."), packages["swift-runtime"]
