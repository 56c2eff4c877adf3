"""The list of parts that scripts/sbom makes, of a build and a Package.resolved that are made up."""

import datetime
import json
import os

from Harness import sentences
from Harness.commands import run
from Harness.lab import TREE

SUITE = sentences.Suite("parts")
test = SUITE.test

CONTROL = """\
Package: usher
Version: 1.2.3
Architecture: amd64
Maintainer: The Usher Authors <usher@example.org>
Depends: libc6 (>= 2.36), libstdc++6 (>= 11), nothing-of-this-name | dpkg, no-such-package (>= 1)
Description: a station
"""
LIBRARIES = {"swift-nio": ("https://github.com/apple/swift-nio.git", "2.1.0"),
             "Yams": ("https://github.com/jpsim/Yams", "6.0.0"),
             "only-tests-use-it": ("https://github.com/someone/only-tests-use-it.git", "1.0.0")}
AT = datetime.datetime(2026, 11, 21, 20, tzinfo=datetime.timezone.utc)


class Build:
    """A build folder with two modules of libraries, one in Swift and one in C, and one of ours."""

    def __init__(self, folder, resolved=LIBRARIES):
        self.folder, self.objects = folder, folder / "objects"
        folder.mkdir()
        (folder / "control").write_text(CONTROL)
        (folder / "Package.resolved").write_text(json.dumps({"pins": [
            {"location": location, "state": {"revision": "ab" * 20, "version": version}}
            for location, version in map(LIBRARIES.get, resolved)]}))
        built = folder / ".build/package/release"
        self.module(built / "NIOCore.build/sources", "/.build/package/checkouts/swift-nio/Sources/NIOCore/IO.swift")
        self.module(built / "Station.build/sources", "/Sources/Station/Door.swift")
        self.module(built / "CYaml.build/src/api.c.d", "/.build/package/checkouts/Yams/Sources/CYaml/src/api.c")
        self.objects.write_text(f"{built}/Station.build/Door.swift.o\n{built}/CYaml.build/src/api.c.o\n"
                                f"'{built}/NIOCore.build/I O.swift.o'\n")
        swift = folder / "bin/swift"
        swift.parent.mkdir()
        swift.write_text("#!/bin/sh\necho 'Swift version 6.3.1 (swift-6.3.1-RELEASE)'\n")
        swift.chmod(0o755)

    def module(self, listing, source):
        listing.parent.mkdir(parents=True)
        listing.write_text(f"dependencies: {self.folder}{source}\n" if listing.suffix else f"{self.folder}{source}\n")

    def parts(self, fails=False):
        environment = os.environ | {"PATH": f"{self.folder}/bin:{os.environ['PATH']}",
                                    "SOURCE_DATE_EPOCH": str(int(AT.timestamp()))}
        return run(TREE / "scripts/sbom", self.objects, self.folder / "Package.resolved", self.folder / "control",
                   env=environment, fails=fails)


def related(document, kind):
    names = {each["SPDXID"]: each["name"] for each in document["packages"]}
    return [names[each["relatedSpdxElement"]] for each in document["relationships"]
            if each["relationshipType"] == kind]


def addresses(document):
    return {each["name"]: each["externalRefs"][0]["referenceLocator"] for each in document["packages"]
            if "externalRefs" in each}


@test("libraries that are linked are in it, each with version and revision, and those that only tests use are not")
def libraries(lab):
    document = json.loads(Build(lab.folder / "linked").parts())
    assert related(document, "STATIC_LINK") == ["Yams", "swift-nio", "swift-runtime"]
    nio = next(each for each in document["packages"] if each["name"] == "swift-nio")
    assert (nio["versionInfo"], nio["downloadLocation"]) == \
        ("2.1.0", f"git+https://github.com/apple/swift-nio.git@{'ab' * 20}")
    found = addresses(document)
    assert found["swift-nio"] == "pkg:swift/github.com/apple/swift-nio@2.1.0"
    assert found["swift-runtime"] == "pkg:github/swiftlang/swift@swift-6.3.1-RELEASE"


@test("Debian packages that it needs are in it, with the versions of this machine")
def debian_packages(lab):
    document = json.loads(Build(lab.folder / "debian").parts())
    assert related(document, "DEPENDS_ON") == ["dpkg", "libc6", "libstdc++6", "no-such-package"]
    versions = {each["name"]: each.get("versionInfo") for each in document["packages"]}
    assert versions["libc6"] == run("dpkg-query", "--show", "--showformat", "${Version}", "libc6")
    assert versions["no-such-package"] is None
    assert addresses(document)["libstdc++6"].startswith("pkg:deb/debian/libstdc%2B%2B6@")


@test("it is an SPDX 2.3 document of this version, and its time is that of the changelog")
def header(lab):
    document = json.loads(Build(lab.folder / "header").parts())
    assert (document["spdxVersion"], document["name"]) == ("SPDX-2.3", "usher_1.2.3_amd64")
    assert document["creationInfo"]["created"] == "2026-11-21T20:00:00Z"
    assert related(document, "DESCRIBES") == ["usher"]
    ids = [each["SPDXID"] for each in document["packages"]]
    assert len(set(ids)) == len(ids)


@test("two builds in two folders give the same bytes, and another content another address")
def same_bytes(lab):
    one, other = Build(lab.folder / "build"), Build(lab.folder / "second-build")
    assert one.parts() == other.parts()
    control = other.folder / "control"
    control.write_text(control.read_text().replace("libc6", "libc-bin"))
    assert json.loads(one.parts())["documentNamespace"] != json.loads(other.parts())["documentNamespace"]


@test("a library that is linked and that Package.resolved does not know is an error")
def unknown(lab):
    said = Build(lab.folder / "unknown", resolved=["Yams"]).parts(fails=True)
    assert said.startswith("sbom: swift-nio is linked, and "), said


@test("a module of which nothing says what it is made of is an error")
def unexplained(lab):
    build = Build(lab.folder / "unexplained")
    (build.folder / ".build/package/release/NIOCore.build/sources").unlink()
    said = build.parts(fails=True)
    assert said.startswith("sbom: nothing says what ") and "NIOCore.build" in said, said
