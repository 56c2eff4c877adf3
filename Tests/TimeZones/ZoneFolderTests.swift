import Foundation
import TestSupport
import Testing
import Tickets

@testable import TimeZones

/// A folder of zones of the tests' own.
@Suite struct ZoneFolderTests {
    private let folder: TemporaryFolder
    private var zones: ZoneFolder { ZoneFolder(folder.url) }
    private let noon = Timestamp(rfc3339: "2026-12-05T12:00:00Z")!

    /// A legacy name has no file, as on Debian 13 without tzdata-legacy.
    init() throws {
        folder = try TemporaryFolder()
        for name in ["America", "Europe", "Asia", "Etc", "US"] {
            try FileManager.default.createDirectory(at: folder.file(name), withIntermediateDirectories: false)
        }
        for name in ["America/New_York", "Europe/Berlin", "Asia/Kolkata", "Etc/UTC"] { try copy(name, as: name) }
        try folder.write(
            """
            # version 2026f
            # This zic input file is in the public domain.
            Z America/New_York -4:56:2 - LMT 1883 N 18 17u
            Z Europe/Berlin 0:53:28 - LMT 1893 Ap
            Z Asia/Kolkata 5:53:28 - LMT 1854 Jun 28
            Z Etc/UTC 0 - UTC
            L America/New_York US/Eastern
            L US/Eastern America/Fort_Wayne
            L Asia/Kolkata Asia/Calcutta
            L Etc/UTC UTC
            Z Etc/GMT+3 -3 - -03
            L Etc/UTC Zulu
            L America/New_York EST
            L America/New_York Navajo
            L Europe/Berlin Europe/Copenhagen
            L Europe/Gone Europe/Lost

            """, to: "tzdata.zi")
        try folder.write("# comment\nDK\t+5540+01235\tEurope/Copenhagen\n", to: "zone.tab")
    }

    /// - Parameter file: a zone of this machine.
    private func copy(_ file: String, as name: String) throws {
        try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(file)")).write(to: folder.file(name))
    }

    @Test func `a zone has the rules of its file, and the name that was asked for`() {
        let zone = zones.zone(named: "Europe/Berlin")
        #expect(zone.isKnown && zone.name == "Europe/Berlin" && zone.offset(at: noon) == 3600)
    }

    @Test(arguments: [("US/Eastern", -18_000), ("America/Fort_Wayne", -18_000), ("Asia/Calcutta", 19_800), ("UTC", 0)])
    func `a name without a file is the zone that the database says`(name: String, offset: Int64) {
        let zone = zones.zone(named: name)
        #expect(zone.isKnown && zone.name == name && zone.offset(at: noon) == offset)
    }

    @Test func `an update of the system's files counts at once`() throws {
        #expect(zones.zone(named: "Europe/Berlin").offset(at: noon) == 3600)
        try copy("Africa/Kampala", as: "Europe/Berlin")
        #expect(zones.zone(named: "Europe/Berlin").offset(at: noon) == 10_800)
    }

    @Test(arguments: [
        "Mars/Olympus", "Europe", "Europe/", "/Europe/Berlin", "Europe//Berlin", "../zoneinfo/Europe/Berlin",
        "Europe/../Europe/Berlin", "../../etc/passwd", "tzdata.zi", "zone.tab", "", "europe/berlin", "Europe/Lost",
        "Europe/Berlin\u{0}", "+03:00", "posix/Europe/Berlin", "right/Europe/Berlin", "localtime",
    ])
    func `any other text is a zone that is not known, in UTC`(name: String) {
        let zone = zones.zone(named: name)
        #expect(!zone.isKnown && zone.name == name && zone.offset(at: noon) == 0 && zone.mark == " UTC")
    }

    @Test func `a file that is no zone, or is cut off, is not known`() throws {
        let whole = try Data(contentsOf: folder.file("Europe/Berlin"))
        for count in [0, 3, 44, 100, whole.count - 1] {
            try whole.prefix(count).write(to: folder.file("Europe/Berlin"))
            #expect(!zones.zone(named: "Europe/Berlin").isKnown, "\(count) bytes")
        }
    }

    @Test func `without a database there is UTC`() throws {
        let none = ZoneFolder(folder.file("none"))
        #expect(none.zone(named: "UTC").isKnown && !none.zone(named: "Europe/Berlin").isKnown)
        #expect(none.version == "unknown" && ZoneNames(none).ofEvents.isEmpty)
    }

    @Test func `the version is the first line of the database`() {
        #expect(zones.version == "2026f")
    }

    @Test(arguments: [
        ("US/Eastern", "America/New_York"), ("America/Fort_Wayne", "America/New_York"),
        ("Asia/Calcutta", "Asia/Kolkata"), ("UTC", "UTC"), ("Europe/Berlin", "Europe/Berlin"),
        // A place of its own, whose rules are those of another one for now.
        ("Europe/Copenhagen", "Europe/Copenhagen"), ("Mars/Olympus", "Mars/Olympus"),
    ])
    func `old names give way to the one in use`(name: String, current: String) {
        #expect(ZoneNames(zones).current(name) == current)
    }

    @Test(arguments: [
        ("europe/berlin", "Europe/Berlin"), ("America/New York", "America/New_York"), ("new york", "America/New_York"),
        ("BERLIN", "Europe/Berlin"), ("utc", "UTC"), ("calcutta", "Asia/Kolkata"), (" Europe/Berlin ", "Europe/Berlin"),
        ("E. Africa Standard Time", "Africa/Nairobi"), ("w. europe standard time", "Europe/Berlin"),
        ("Eastern", "America/New_York"), ("EST", nil), ("+03:00", nil), ("GMT+3", nil), ("", nil), ("Olympus", nil),
    ])
    func `the name that somebody means is found`(text: String, name: String?) {
        #expect(ZoneNames(zones).meant(by: text) == name)
    }

    @Test func `every name of Windows stands for a zone of this machine`() {
        #expect(WindowsZones.names.count > 130)
        for (name, zone) in WindowsZones.names {
            #expect(ZoneFolder.system.zone(named: zone).isKnown, "\(name): \(zone)")
        }
    }

    @Test(arguments: [
        ("Europe/Berlin", "Europe/Berlin"), (":Europe/Berlin", "Europe/Berlin"), ("", "UTC"), ("CET-1CEST", "UTC"),
        ("/usr/share/zoneinfo/Europe/Berlin", "Europe/Berlin"), ("../usr/share/zoneinfo/US/Eastern", "US/Eastern"),
        ("/usr/share/zoneinfo/Mars/Olympus", "UTC"), (nil, "UTC"),
    ])
    func `this machine's zone is one of the database, else UTC`(setting: String?, name: String) {
        #expect(zones.local(setting).name == name)
    }
}
