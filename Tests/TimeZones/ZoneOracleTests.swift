import Foundation
import Subprocess
import TestSupport
import Testing
import TimeZones

@testable import Tickets

/// Every zone of this machine, compared with zdump(8), which the C library brings. `USHER_ZONEINFO` names other folders
/// of zones, separated by colons, as `scripts/test-zones` does for those of Debian 13.
@Suite struct ZoneOracleTests {
    private static let folders =
        (ProcessInfo.processInfo.environment["USHER_ZONEINFO"] ?? "/usr/share/zoneinfo").split(separator: ":")
        .map(String.init)

    @Test(arguments: folders)
    func `every zone shows what zdump says, from 2020 to 2040`(folder: String) async throws {
        let names = try Self.names(in: folder)
        try #require(names.count > 300, "\(folder) is no folder of the time zone database")
        let zones = Dictionary(
            uniqueKeysWithValues: names.map { ($0, ZoneFolder(URL(filePath: folder)).zone(named: $0)) })
        var (compared, wrong) = (Set<Substring>(), [String]())
        for line in try await Self.zdump("-v", names, in: folder) {
            guard let (name, time, offset) = Self.read(line.dropFirst(folder.count + 1)) else { continue }
            compared.insert(name)
            if zones[String(name)]?.offset(at: time) != offset { wrong.append(String(line)) }
        }
        // Where clocks are not changed, it has no lines: only another form names the offset.
        let fixed = names.filter { !compared.contains(Substring($0)) }
        let offsets = try await Self.zdump("-i", fixed, in: folder).filter { !$0.hasPrefix("TZ=") }.map(Self.offset)
        try #require(offsets.count == fixed.count)
        for (name, offset) in zip(fixed, offsets) where zones[name].map({ Self.fixedOffset($0) != offset }) ?? true {
            wrong.append(name)
        }
        #expect(wrong.isEmpty, "\(wrong.count) of them: \(wrong.prefix(5).joined(separator: "\n"))")
        #expect(zones.values.allSatisfy { $0.isKnown })
    }

    @Test(arguments: folders)
    func `every name of the database is a zone, with a file of its own or without one`(folder: String) throws {
        let zones = ZoneFolder(URL(filePath: folder))
        let database = ZoneNames(zones)
        let names = database.ofEvents
        #expect(names.count > 400 && names.allSatisfy { zones.zone(named: $0).isKnown })
        #expect(zones.version.wholeMatch(of: /20\d\d[a-z]+/) != nil)
        // The name that is in use now has the same rules.
        for name in names {
            let current = zones.zone(named: database.current(name))
            #expect(current == Zone(name: current.name, rules: zones.rules(named: name)), "\(name)")
        }
    }

    /// Of all files in it that are zones, without those that are the same zones in another form.
    private static func names(in folder: String) throws -> [String] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).filter(Zone.isName)
        return paths.filter { path in
            FileManager.default.contents(atPath: "\(folder)/\(path)")?.starts(with: Data("TZif".utf8)) ?? false
        }.sorted()
    }

    private static func zdump(_ form: String, _ names: [String], in folder: String) async throws -> [Substring] {
        let dump = try await run(
            .name("zdump"), arguments: .init([form, "-c", "2020,2041"] + names.map { "\(folder)/\($0)" }),
            output: .string(limit: 1 << 26), error: .string(limit: 1 << 16))
        try #require(dump.terminationStatus.isSuccess, "zdump failed: \(dump.standardError)")
        return dump.standardOutput.split(separator: "\n")
    }

    /// `nil` when its clocks are changed.
    private static func fixedOffset(_ zone: Zone) -> Int64? {
        let offsets = zone.rules?.changes(after: 1_577_836_800, through: 2_240_524_800)
        return offsets?.isEmpty == true ? zone.offset(at: Timestamp(seconds: 1_577_836_800)) : nil
    }

    /// In seconds, of `-\t-\t+0530\tIST`.
    private static func offset(_ line: Substring) -> Int64? {
        let text = line.split(separator: "\t")[2]
        let digits = text.dropFirst() + String(repeating: "0", count: max(0, 7 - text.count))
        guard let number = Int64(digits) else { return nil }
        return (text.hasPrefix("-") ? -1 : 1) * (number / 10_000 * 3600 + number / 100 % 100 * 60 + number % 100)
    }

    /// `Europe/Berlin  Sun Mar 29 00:59:59 2020 UT = Sun Mar 29 01:59:59 2020 CET isdst=0 gmtoff=3600`; `nil` for a
    /// line without a time.
    private static func read(_ line: Substring) -> (name: Substring, time: Timestamp, offset: Int64)? {
        let words = line.split(separator: " ")
        guard words.count > 13, words[6] == "UT", let month = months.firstIndex(of: words[2]),
            let day = Int64(words[3]),
            let year = Int64(words[5]), let offset = words.last.flatMap({ Int64($0.dropFirst("gmtoff=".count)) })
        else { return nil }
        let clock = words[4].split(separator: ":").compactMap { Int64($0) }
        let days = Timestamp.daysSince1970(year: year, month: Int64(month + 1), day: day)
        return (words[0], Timestamp(seconds: days * 86_400 + (clock[0] * 60 + clock[1]) * 60 + clock[2]), offset)
    }

    private static let months: [Substring] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

extension ZoneFolder {
    fileprivate func rules(named name: String) -> ZoneRules? { zone(named: name).rules }
}
