// TimeZones: the zones of this machine: their rules, their names, and the version of the database.

public import Foundation
public import Tickets

/// The folder of the IANA time zone database, as the package tzdata installs it. Nothing of it is kept: what an update
/// brings counts from then on.
public struct ZoneFolder: Sendable {
    /// That of this machine. The variable `TZDIR` names another one, as for the C library (tzset(3)).
    public static let system = ZoneFolder(
        URL(filePath: ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"))

    /// More bytes than a zone's file has.
    private static let mostBytes = 1 << 16

    let folder: URL

    public init(_ folder: URL) {
        self.folder = folder
    }

    /// The zone of a name, with the rules that the system has now. A name without a file of its own that the database
    /// has as another name of a zone (`US/Eastern`, of the package tzdata-legacy) is that zone.
    /// - Returns: a zone whose rules are not known for a name that the system does not have, and for any other text.
    public func zone(named name: String) -> Zone {
        if name == Zone.utc.name { return .utc }
        guard Zone.isName(name) else { return Zone(name: name, rules: nil) }
        return Zone(name: name, rules: rules(of: name) ?? ZoneNames(self).target(of: name).flatMap(rules))
    }

    private func rules(of name: String) -> ZoneRules? {
        bytes(of: name, atMost: Self.mostBytes).flatMap(ZoneRules.init(tzif:))
    }

    /// Which release of the database it is: `2026b`; `unknown` when no file says so.
    public var version: String {
        let line = bytes(of: ZoneNames.file, atMost: 100).map { String(decoding: $0, as: UTF8.self) }?
            .split(separator: "\n").first
        let found = line.flatMap { $0.wholeMatch(of: /# version (\w+)/)?.output.1 }
        return found.map(String.init) ?? "unknown"
    }

    /// The beginning of a file; `nil` when it cannot be read.
    func bytes(of name: String, atMost count: Int) -> [UInt8]? {
        guard let file = try? FileHandle(forReadingFrom: folder.appending(path: name)) else { return nil }
        defer { try? file.close() }
        return (try? file.read(upToCount: count)).map(Array.init)
    }
}

extension ZoneFolder {
    /// The zone of this machine: that of `TZ`, else the one to which /etc/localtime leads (tzset(3), localtime(5)); UTC
    /// when it is none of the database.
    public var local: Zone {
        local(
            ProcessInfo.processInfo.environment["TZ"]
                ?? (try? FileManager.default.destinationOfSymbolicLink(atPath: "/etc/localtime")))
    }

    /// - Parameter setting: `Europe/Berlin`, `:Europe/Berlin`, `/usr/share/zoneinfo/Europe/Berlin`.
    func local(_ setting: String?) -> Zone {
        guard let setting else { return .utc }
        let text = setting.hasPrefix(":") ? String(setting.dropFirst()) : setting
        let zone = zone(named: text.range(of: "/zoneinfo/").map { String(text[$0.upperBound...]) } ?? text)
        return zone.isKnown ? zone : .utc
    }
}
