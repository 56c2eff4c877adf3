"""The package source that scripts/apt-repository makes, as apt sees it."""

import contextlib
import re
import shutil
import time

from Harness import sentences
from Harness.waiting import wait_until
from Release.packages import Machine, offered, publisher

SUITE = sentences.Suite("source", publisher)
test = SUITE.test


@contextlib.contextmanager
def venue(lab, name, publisher, *packages, architecture="amd64"):
    """A source of these packages on a web server, and a machine that has read it."""
    source = lab.folder / name
    publisher.publish(source, *packages)
    with offered(source) as address:
        machine = Machine(lab.folder / f"{name}-{architecture}", source, address, architecture)
        machine.update()
        yield source, machine


def index(source, architecture="amd64"):
    return source / f"dists/stable/main/binary-{architecture}/Packages"


def files(folder):
    return {str(each.relative_to(folder)): each.read_bytes() for each in sorted(folder.rglob("*")) if each.is_file()}


@test("apt gets the package that was published, byte for byte, with the key and the file beside it")
def downloaded(lab, publisher):
    package = publisher.package("1.0")
    with venue(lab, "one", publisher, package) as (_, machine):
        assert machine.offered() == ["1.0"]
        machine.download()
        assert (machine.folder / "usher_1.0_amd64.deb").read_bytes() == package.read_bytes()


@test("a newer package is an upgrade, and the older one stays")
def upgraded(lab, publisher):
    with venue(lab, "newer", publisher, publisher.package("1.0")) as (source, machine):
        machine.has("1.0")
        assert machine.upgrades() == []
        publisher.publish(source, publisher.package("1.1"))
        machine.update()
        assert machine.upgrades() == [("usher", "1.0", "1.1")]
        assert machine.offered() == ["1.1", "1.0"]


@test("a machine that began to read before a newer package came reads on")
def read_meanwhile(lab, publisher):
    source = lab.folder / "meanwhile"
    publisher.publish(source, publisher.package("1.0"))
    before = re.search(r"^ (\w{64}) +\d+ main/binary-amd64/Packages$",
                       (source / "dists/stable/InRelease").read_text(), re.M)[1]
    listed = index(source).read_bytes()
    publisher.publish(source, publisher.package("1.1"))
    assert (index(source).parent / "by-hash/SHA256" / before).read_bytes() == listed != index(source).read_bytes()


@test("each machine sees packages of its own architecture, and those for all")
def architectures(lab, publisher):
    made = [publisher.package("1.0"), publisher.package("1.1", "arm64"),
            publisher.package("1.2", "all", name="usher-fonts")]
    for architecture, version in (("amd64", "1.0"), ("arm64", "1.1")):
        with venue(lab, "several", publisher, *made, architecture=architecture) as (_, machine):
            assert machine.offered() == [version] and "1.2" in machine.offered("usher-fonts")


@test("the same package again changes nothing of what is offered, and the host's own files stay")
def again(lab, publisher):
    package, source = publisher.package("1.0"), lab.folder / "again"
    publisher.publish(source, package)
    (source / "index.html").write_text("welcome")
    entry = source / "usher.sources"
    entry.write_text(entry.read_text().replace("usher.example.org", "packages.example.net"))
    before = files(source)
    publisher.publish(source, package)
    after = files(source)
    changed = {each for each in before | after if before.get(each) != after.get(each)}
    assert changed <= {f"dists/stable/{each}" for each in ("InRelease", "Release", "Release.gpg")}, changed


@test("a package that was taken out is no longer offered after the next run")
def withdrawn(lab, publisher):
    good, bad = publisher.package("1.0"), publisher.package("1.1")
    with venue(lab, "withdrawn", publisher, good, bad) as (source, machine):
        (source / "pool/usher_1.1_amd64.deb").unlink()
        publisher.publish(source, good)
        machine.update()
        assert machine.offered() == ["1.0"]


@test("a package that was changed on the server is refused")
def changed_package(lab, publisher):
    with venue(lab, "package", publisher, publisher.package("1.0")) as (source, machine):
        package = source / "pool/usher_1.0_amd64.deb"
        *others, last = package.read_bytes()
        package.write_bytes(bytes([*others, last ^ 1]))  # of another size, it is refused before it is compared
        said = machine.download(fails=True)
        assert "Hash Sum mismatch" in said, said


@test("a list of packages that was changed on the server is refused")
def changed_index(lab, publisher):
    with venue(lab, "index", publisher, publisher.package("1.0")) as (source, machine):
        publisher.publish(source, publisher.package("1.1"))
        for each in [index(source), *(index(source).parent / "by-hash/SHA256").iterdir()]:
            each.write_text(each.read_text().replace("Version: 1.1", "Version: 1.2"))
        assert "Hash Sum mismatch" in machine.update(fails=True)
        assert machine.offered() == ["1.0"]


@test("a signed text that was changed is refused", "InRelease")
@test("what another key has signed is refused", None)
def changed_signature(lab, publisher, changed):
    name = f"signed-{changed}"
    with venue(lab, name, publisher, publisher.package("1.0")) as (source, machine):
        other = lab.folder / f"{name}-other"
        if changed:
            publisher.publish(other, publisher.package("1.0"))
            signed = other / "dists/stable" / changed
            signed.write_text(signed.read_text().replace("Label: Usher", "Label: Ushers"))
        else:
            publisher.publish(other, publisher.package("1.1"), key=publisher.make_key("Somebody else"))
        shutil.rmtree(source)
        other.rename(source)
        said = machine.update(fails=True)
        assert ("BADSIG" if changed else "NO_PUBKEY") in said, said
        assert machine.offered() == ["1.0"]


@test("a station with the old key and the new one reads a source before and after the key changes")
def new_key(lab, publisher):
    other = publisher.make_key("The next one")
    with venue(lab, "key", publisher, publisher.package("1.0")) as (source, machine):
        machine.trust(publisher.gpg("--armor", "--export", publisher.key, other))
        machine.update()
        (source / "usher.asc").unlink()
        publisher.publish(source, publisher.package("1.1"), key=other)
        machine.update()
        assert machine.offered() == ["1.1", "1.0"]
        machine.trust((source / "usher.asc").read_text())
        machine.update()


@test("a source without a signature is refused")
def unsigned(lab, publisher):
    with venue(lab, "unsigned", publisher, publisher.package("1.0")) as (source, machine):
        for each in ("InRelease", "Release.gpg"):
            (source / "dists/stable" / each).unlink()
        assert "no longer signed" in machine.update(fails=True)


@test("an older state of the source takes nothing back")
def replayed(lab, publisher):
    with venue(lab, "older", publisher, publisher.package("1.0")) as (source, machine):
        older = lab.folder / "older-state"
        shutil.copytree(source, older)
        # A state has a date, of seconds.
        made_at = int(time.time())
        wait_until(lambda: int(time.time()) > made_at, "the second is over")
        publisher.publish(source, publisher.package("1.1"))
        machine.update()
        shutil.rmtree(source)
        older.rename(source)
        machine.update()
        assert machine.offered() == ["1.1", "1.0"]


BAD_INPUT = {
    "no package": lambda publisher: ([], None, "no package is given"),
    "a file that is not there": lambda publisher: ([publisher.folder / "none.deb"], None, "is no Debian package"),
    "half a package": lambda publisher: ([half(publisher)], None, "is no Debian package, or is not whole"),
    "one version with two contents, of which one is there": lambda publisher: (
        [publisher.package("1.0", text="another\n")], None, "different packages of one name and version"),
    "one version with two contents": lambda publisher: (
        [publisher.package("2.0"), publisher.package("2.0", text="another\n")], None,
        "different packages of one name and version"),
    "a name instead of a fingerprint": lambda publisher: ([publisher.package("2.0")], "test", "is no fingerprint"),
    "a key that gpg does not have": lambda publisher: (
        [publisher.package("2.0")], "AB" * 20, "gpg has no secret key ABAB"),
    "a key that stations do not trust": lambda publisher: (
        [publisher.package("2.0")], publisher.make_key("A new one"), "stations trust the key of"),
}


def half(publisher):
    whole, cut = publisher.package("2.0"), publisher.folder / "half.deb"
    cut.write_bytes(whole.read_bytes()[:-40])
    return cut


def bad_input(lab, publisher, case):
    source = lab.folder / f"bad-{case}"
    publisher.publish(source, publisher.package("1.0"))
    before = files(source)
    packages, key, expected = BAD_INPUT[case](publisher)
    said = publisher.publish(source, publisher.package("1.5"), *packages, key=key, fails=True) if packages \
        else publisher.publish(source, fails=True)
    assert expected in said and len(said.splitlines()) == 1, said
    assert files(source) == before


for case in BAD_INPUT:
    test(f"{case} is refused in one line, and nothing changes", case)(bad_input)


@test("a key that no longer signs leaves no half of a source")
def expired(lab, publisher):
    old = publisher.make_key("Out of date", "1d", "--faked-system-time", "20200101T000000!")
    source = lab.folder / "expired"
    said = publisher.publish(source, publisher.package("1.0"), key=old, fails=True)
    assert said.splitlines()[-1] == f"apt-repository: gpg does not sign with {old}", said
    assert not source.exists()
