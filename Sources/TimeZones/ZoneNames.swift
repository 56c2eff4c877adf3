internal import Foundation
internal import Tickets

/// The names in the database, which are more than those that have a file: `tzdata.zi` has them all.
public struct ZoneNames: Sendable {
    /// The database in one text file.
    static let file = "tzdata.zi"
    /// Fifty times as large as it is.
    private static let mostBytes = 1 << 23

    /// What other names mean: `America/New_York` by `US/Eastern`.
    private let targets: [String: String]
    /// Of zones with rules of their own.
    private let zones: Set<String>
    /// The names that are in use for places now.
    private let places: Set<String>

    public init(_ folder: ZoneFolder) {
        let lines = Self.lines(of: Self.file, in: folder)
        // `L America/New_York US/Eastern` and `Z Africa/Abidjan -0:16:8 - LMT 1912` (zic(8)).
        let links = lines.filter { $0.hasPrefix("L ") }.map { $0.split(separator: " ").map(String.init) }
        targets = Dictionary(links.filter { $0.count == 3 }.map { ($0[2], $0[1]) }) { first, _ in first }
        zones = Set(
            lines.filter { $0.hasPrefix("Z ") }.compactMap {
                $0.split(separator: " ").dropFirst().first.map(String.init)
            })
        places = Set(
            Self.lines(of: "zone.tab", in: folder).filter { !$0.hasPrefix("#") }
                .compactMap { $0.split(separator: "\t").dropFirst(2).first.map(String.init) })
    }

    private static func lines(of file: String, in folder: ZoneFolder) -> [Substring] {
        (folder.bytes(of: file, atMost: mostBytes) ?? []).split(separator: UInt8(ascii: "\n")).map {
            Substring(decoding: $0, as: UTF8.self)
        }
    }

    /// The zone that a name is another name of; `nil` when it is none.
    func target(of name: String) -> String? {
        let target = targets[name]
        // A link may lead to another one.
        return target.flatMap { targets[$0] } ?? target
    }

    /// All that an event can have, sorted: those of places, and UTC.
    public var ofEvents: [String] { zones.union(targets.keys).filter(Self.isOfEvents).sorted() }

    /// Zones of places, and UTC; not abbreviations such as EST, which keep no summer time.
    public static func isOfEvents(_ name: String) -> Bool {
        name == Zone.utc.name || (name.contains("/") && Zone.isName(name))
    }

    /// The name that is in use now: `America/New_York` for `US/Eastern`. The name of a place stays as it is, also where
    /// the rules of another place are the same.
    public func current(_ name: String) -> String {
        guard !places.contains(name), let target = target(of: name), Self.isOfEvents(target), name != Zone.utc.name
        else {
            return name
        }
        return target
    }

    /// The name that somebody means: with other capitals or spaces, that of a city or country alone, or one of Windows.
    /// - Returns: `nil` when there is none, or more than one.
    public func meant(by text: String) -> String? {
        if let name = WindowsZones.name(of: text) { return name }
        let spelling = Self.spelling(text)
        let names = ofEvents
        if let name = names.first(where: { Self.spelling($0) == spelling }) { return name }
        // Etc/GMT+3 is three hours behind UTC, which hardly anybody means by GMT+3.
        let found = names.filter { name in
            !name.hasPrefix("Etc/") && name.split(separator: "/").last.map { Self.spelling(String($0)) } == spelling
        }
        // `Japan` and `Singapore` are names of old, and so is EST, which keeps no summer time.
        let countries = targets.keys.filter { $0.contains(where: \.isLowercase) && Self.spelling($0) == spelling }
        let meant = Set((found + countries).map(current))
        return meant.count == 1 ? meant.first : nil
    }

    /// Letters without accents, digits, and what parts places.
    private static func spelling(_ text: String) -> String {
        String(
            text.decomposedStringWithCanonicalMapping.lowercased().unicodeScalars.filter {
                $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "/" || $0 == "+"
            })
    }
}
