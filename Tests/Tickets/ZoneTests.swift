import Foundation
import Testing

import struct TestSupport.SplitMix64

@testable import Tickets

@Suite struct ZoneTests {
    // MARK: - Names

    @Test(arguments: [
        "Africa/Kampala", "UTC", "America/Argentina/Buenos_Aires", "America/Port-au-Prince", "Etc/GMT+12", "EST5EDT",
        "GMT0", "W-SU", "Mars/Olympus",
    ])
    func `a name of words with strokes between them can be one of a zone`(name: String) {
        #expect(Zone.isName(name))
    }

    @Test(arguments: [
        "", "/", "Europe/", "/Europe", "Europe//Berlin", "..", "../../etc/passwd", "Europe/../Berlin", "Europe/.",
        "a.b",
        "E. Africa Standard Time", "Europe/Berlin ", "Europe\\Berlin", "+03:00", "Europe/Berlin\n",
        "Europe/Berlin\u{0}",
        "Zürich", "Ｅurope/Berlin", "%s", "~root", "-x", "3/4", "posix/Europe/Berlin", "right/UTC", "localtime",
        "posixrules", "Factory", String(repeating: "a", count: 101),
    ])
    func `nothing else can`(name: String) {
        #expect(!Zone.isName(name))
    }

    // MARK: - Footers

    @Test(arguments: [
        // Southern summers go over the new year.
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-01-15T00:00:00Z", 39_600),
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-04-04T15:59:59Z", 39_600),
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-04-04T16:00:00Z", 36_000),
        // Ireland's winter time is behind its standard time.
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-12-05T00:00:00Z", 0),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-07-05T00:00:00Z", 3600),
        // Hours below 0: the evening before.
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:59:59Z", -7200),
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", -3600),
        // Hours over 24: Thursday 24:00 is written as Friday, 50 hours after a Tuesday as Thursday.
        ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-03-27T23:59:59Z", 7200),
        ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-03-28T00:00:00Z", 10_800),
        // Summer all year (RFC 8536, section 3.3.1).
        ("XXX3EDT4,0/0,J365/23", "2026-01-01T02:59:59Z", -14_400),
        ("XXX3EDT4,0/0,J365/23", "2026-01-01T03:00:00Z", -14_400),
        ("XXX3EDT4,0/0,J365/23", "2026-07-01T00:00:00Z", -14_400),
        ("XXX3EDT4,0/0,J365/23", "2028-12-31T23:00:00Z", -14_400),
        // Days by their number, with and without 29 February.
        ("AAA0BBB,J60/0,J61/0", "2028-03-01T00:30:00Z", 3600), ("AAA0BBB,J60/0,J61/0", "2028-02-29T12:00:00Z", 0),
        ("AAA0BBB,59/0,60/0", "2028-02-29T12:00:00Z", 3600), ("AAA0BBB,59/0,60/0", "2027-03-01T12:00:00Z", 3600),
        // No summer, and odd offsets.
        ("<+0545>-5:45", "2026-12-05T00:00:00Z", 20_700), ("LMT0:16:08", "2026-12-05T00:00:00Z", -968),
        // In a century without a leap day, and far away.
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2100-03-28T01:00:00Z", 7200),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "9999-12-31T23:00:00Z", 3600),
    ])
    func `the text at a file's end says when clocks are changed for ever`(text: String, at: String, offset: Int64)
        throws
    {
        let footer = try #require(ZoneFooter(text.utf8))
        #expect(footer.offset(at: try time(at).seconds) == offset)
    }

    @Test(arguments: [
        "", "CET", "CE-1", "-1", "CET-25", "CET-1:60", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
        "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J365", "CET-1CEST,J366,1",
        "CET-1CEST,366,1", "CET-1CEST,M3.5.0/168,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0x", "<+03", "<+03>", "<+03>-3,",
        "CET-99999999999999999999",
    ])
    func `a footer of another form is none`(text: String) {
        #expect(ZoneFooter(text.utf8) == nil)
    }

    // MARK: - Files

    @Test func `no damaged file ends the process, and each that is cut off is refused`() throws {
        let bytes = Array(try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin")))
        #expect(ZoneRules(tzif: bytes) != nil)
        for count in bytes.indices { #expect(ZoneRules(tzif: Array(bytes.prefix(count))) == nil, "\(count)") }
        var random = SplitMix64(seed: 1)
        for _ in 0..<2000 {
            var damaged = bytes
            damaged[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            let rules = ZoneRules(tzif: damaged)
            _ = rules?.offset(at: 1_796_472_000)
        }
    }

    @Test(arguments: [(1, 3600), (2, 7200), (4, 7200)])
    func `a file of each version is read by its own block`(version: UInt8, offset: Int64) throws {
        let rules = try #require(ZoneRules(tzif: TZif(version: version).bytes))
        #expect(rules.offset(at: -100) == 0 && rules.offset(at: 100) == offset)
        #expect(rules.offset(at: 4_000_000_000) == (version == 1 ? 3600 : 10_800))
    }

    @Test func `a file that counts leap seconds, has no type or changes clocks backwards is refused`() {
        #expect(ZoneRules(tzif: TZif(leapSeconds: 1).bytes) == nil)
        #expect(ZoneRules(tzif: TZif(types: 0).bytes) == nil)
        #expect(ZoneRules(tzif: TZif(changes: [5, 5]).bytes) == nil)
        #expect(ZoneRules(tzif: TZif(footer: "nonsense").bytes) == nil)
        #expect(ZoneRules(tzif: TZif(footer: "").bytes)?.offset(at: 4_000_000_000) == 7200)
    }

    // MARK: - Offsets of a message

    @Test(arguments: ["Europe/Berlin", "Africa/Casablanca", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"])
    func `a message takes with it what its reader needs`(name: String) throws {
        let zone = named(name)
        let (doors, ends) = (try time("2026-12-05T16:00:00Z"), try time("2029-12-06T01:00:00Z"))
        let read = Zone(name: name, offsets: zone.offsets(around: doors, ends))
        #expect(read.isKnown)
        for anchor in [doors, ends] {
            for hours in stride(from: -4700, through: 4700, by: 7) {
                let time = anchor + .seconds(hours * 3600)
                #expect(read.offset(at: time) == zone.offset(at: time), "\(time)")
            }
        }
        #expect(zone.offsets(around: doors, ends).count < 12)
    }

    @Test func `of a zone that is not known, a message says nothing`() throws {
        let zone = Zone(name: "Mars/Olympus", rules: nil)
        #expect(zone.offsets(around: try time("2026-12-05T16:00:00Z")).isEmpty)
        #expect(!Zone(name: "Mars/Olympus", offsets: []).isKnown)
        #expect(Zone.utc.offsets(around: .earliest, .latest).allSatisfy { $0.seconds == 0 })
        #expect(named("Europe/Berlin").offsets(around: .earliest, .latest).count < 12)
    }

    // MARK: - Wall clocks

    @Test(arguments: [
        ("Pacific/Apia", "2011-12-30 12:00", []), ("Europe/Berlin", "2026-10-25 02:30", ["00:30", "01:30"]),
        ("Australia/Lord_Howe", "2026-04-05 01:45", ["14:45", "15:15"]),
        ("Asia/Kathmandu", "2026-12-05 19:00", ["13:15"]),
    ])
    func `each instant at which clocks show a time is found`(zone: String, wall: String, instants: [String]) throws {
        let shown = try time(wall.replacing(" ", with: "T") + ":00Z").seconds
        let found = named(zone).instants(showing: shown)
        #expect(found.map { String($0.description.dropFirst(11).prefix(5)) } == instants)
    }

    @Test func `no zone, known here or not, ends the process in any language`() throws {
        for name in ["America/New_York", "US/Eastern", "Mars/Olympus", "../../etc/passwd", ""] {
            let clock = DoorClock(zone: named(name), now: try time("2026-12-05T16:00:00Z"))
            for language in ["ar", "de", "en", "he", "ja", "sw", "uk", "zh", "xx"] {
                let text = clock.text(of: try time("2026-12-24T16:00:00Z"), in: Locale(identifier: language))
                #expect(text.hasSuffix("UTC") == !named(name).isKnown && !text.isEmpty, "\(text)")
            }
        }
    }
}

/// A file of a zone, made by hand: two hours ahead of UTC from 1970-01-01 00:00:10 on, in the block of version 1 one.
private struct TZif {
    var version: UInt8 = 2
    var leapSeconds = 0
    var types = 2
    var changes: [Int64] = [10, 2_000_000_000]
    var footer = "<+03>-3"

    var bytes: [UInt8] {
        let first = block(width: 4, offset: 3600)
        return version == 1 ? first : first + block(width: 8, offset: 7200) + Array("\n\(footer)\n".utf8)
    }

    private func block(width: Int, offset: Int64) -> [UInt8] {
        let counts: [Int] = [0, 0, leapSeconds, changes.count, types, 4]
        var bytes = Array("TZif".utf8)
        bytes.append(version == 1 ? 0 : UInt8(ascii: "0") + version)
        bytes += [UInt8](repeating: 0, count: 15)
        for count in counts { bytes += Self.number(Int64(count), 4) }
        for change in changes { bytes += Self.number(change, width) }
        bytes += [UInt8](repeating: types > 1 ? 1 : 0, count: changes.count)
        for type in [0, offset].prefix(types) { bytes += Self.number(type, 4) + [0, 0] }
        return bytes + Array("UTC\u{0}".utf8) + [UInt8](repeating: 0, count: leapSeconds * (width + 4))
    }

    private static func number(_ number: Int64, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
