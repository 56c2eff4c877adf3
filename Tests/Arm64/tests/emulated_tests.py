"""The program for arm64 on this machine, translated by qemu-user, beside this machine's own program."""

import os
import re

from Harness import sentences
from Harness.commands import run
from Harness.guests.pictures import Picture
from Harness.host import Host
from Harness.lab import TREE
from Harness.organizer import Sample
from Harness.station import Station, shown

SUITE = sentences.Suite("emulated")
test = SUITE.test

KILLS = 5
SHOWN = 5  # tickets


def played(owner):
    """A folder in which the sample event was played by these programs, all verdicts as they should be; and what was said."""
    folder = owner.folder / "played"
    folder.mkdir(exist_ok=True)
    said = run(TREE / "scripts/run-sample", owner.programs, env=os.environ | {"TMPDIR": str(folder)})
    return next(folder.glob("usher-sample.*")), said


@test("usher and usherd tell the version of the package")
def version(lab):
    wanted = run("dpkg-deb", "--field", lab.deb, "Version").strip()
    for program in ("usher", "usherd"):
        assert run(lab.programs / program, "--version").splitlines()[0] == wanted


@test("the sample event gets its known answers")
def sample(lab):
    _, said = played(lab)
    counts = re.findall(r"(\d+) of (\d+) verdicts", said)
    assert len(counts) == 7 and all(right == all_of_them for right, all_of_them in counts), said
    return f"{counts[0][0]} of {counts[0][1]}, and those of {len(counts) - 1} lists more"


@test("pictures give the same codes, byte for byte")
def pictures(lab):
    folder, _ = played(lab.beside)
    shown = [*folder.rglob("*.png"), *photographs(lab, folder), *(TREE / "docs/reading").glob("*.*g"),
             *(TREE / "Tests/Recordings").rglob("*.png"), *(TREE / "docs/screens").glob("*-1280x800-light.png")]
    assert len(shown) > 100, "the pictures are gone"
    ours, theirs = (decoded(owner, shown) for owner in (lab, lab.beside))
    assert ours == theirs, f"this machine:\n{theirs}\narm64:\n{ours}"
    return f"{len(shown)} pictures, {ours.count(chr(10))} lines"


def photographs(lab, folder):
    """The codes as a camera sends them: JPEG, on a background."""
    for picture in sorted((folder / "codes").glob("*.png")):
        photograph = lab.folder / f"{picture.stem}.jpg"
        photograph.write_bytes(Picture.read(picture).centred(640, 480).encoded("MJPG"))
        yield photograph


def decoded(owner, shown):
    """All that is said of the pictures, on both outputs: some hold no code, and the exit status tells that."""
    return run("sh", "-c", '"$@" || echo "exit $?"', "-", owner.programs / "usher", "decode", "--json", *shown, both=True)


@test("a journal that it has written is verified and read by the other program", True)
@test("a journal that the other program has written is verified and read by it", False)
def journal(lab, writes):
    writer, reader = (lab, lab.beside) if writes else (lab.beside, lab)
    sample = Sample(writer, writer.folder / "written", "--tickets", 60)
    station = Station(Host(writer, writer.folder / "station", {}, {})).install(sample.public_key, sample.list)
    with station:
        for code, reference, _ in sample.ordinary[:SHOWN]:
            verdict = station.show(code, sample.answers[0]["gate"], "in")
            assert (verdict["verdict"], verdict["ref"]) == ("admitted", reference), shown(verdict)
    state = station.transport.state
    said = [owner.usher("journal", "verify", "--state", state, both=True) for owner in (writer, reader)]
    assert said[0] == said[1] and "intact" in said[0], said
    for form in ("jsonl", "csv"):
        exports = [owner.usher("journal", "export", "--format", form, "--state", state).splitlines()
                   for owner in (writer, reader)]
        # The last line of JSON is the head, which is signed anew, with a time.
        assert exports[0][:-1] == exports[1][:-1] and len(exports[0]) > SHOWN, exports
    return said[0].splitlines()[0]


@test("killed while it scans, it loses nothing and admits nobody twice")
def killed(lab):
    said = run(TREE / "scripts/soak-kill", lab.programs, "--rounds", KILLS)
    assert "chain whole" in said, said
    return said.strip().splitlines()[-1]
