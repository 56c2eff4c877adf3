"""How scripts/compare-packages tells two packages apart."""

import shutil

from Harness import sentences
from Harness.commands import Trouble, run
from Harness.lab import TREE
from Release.packages import publisher

SUITE = sentences.Suite("comparison", publisher)
test = SUITE.test


def compared(one, other):
    """What is said of them, and whether they are the same."""
    try:
        return run(TREE / "scripts/compare-packages", one, other, both=True), True
    except Trouble as error:
        return str(error), False


@test("the same bytes are the same package")
def same(lab, publisher):
    one = publisher.package("1.0")
    other = shutil.copy(one, lab.folder / "other.deb")
    said, is_same = compared(one, other)
    assert is_same and said.startswith("the same: "), said


@test("a file that differs is named")
def content(lab, publisher):
    said, is_same = compared(publisher.package("1.0"), publisher.package("1.0", text="other\n"))
    assert not is_same and "station" in said, said
