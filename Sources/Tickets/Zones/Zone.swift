/// A time zone: what the clocks of a place show, by its name in the IANA time zone database.
///
/// Its rules are those of the system, which the module TimeZones reads, or come with a message (``UTCOffset``). It is
/// not Foundation's `TimeZone`: that has rules of its own, which updates of the system do not change, and ends the
/// process when it formats a time in a zone whose file is missing. See docs/decisions/140-time-zones-of-the-system.md.
public struct Zone: Hashable, Sendable {
    /// `Africa/Kampala`.
    public let name: String
    let rules: ZoneRules?

    /// UTC, which needs no rules of the system.
    public static let utc = Zone(name: "UTC", rules: ZoneRules([]))

    /// - Parameter rules: `nil` when they are not known here. Then the zone is taken for UTC, and texts say so.
    public init(name: String, rules: ZoneRules?) {
        (self.name, self.rules) = (name, rules)
    }

    /// A zone whose rules come with a message, for the years around it.
    /// - Parameter offsets: as ``offsets(around:)`` gives them; none for a zone that the sender does not know.
    public init(name: String, offsets: [UTCOffset]) {
        self.init(name: name, rules: offsets.isEmpty ? nil : ZoneRules(offsets))
    }

    /// By its name, because two zones with the same rules are seldom met.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// Its rules are known: times are not in UTC instead.
    public var isKnown: Bool { rules != nil }

    /// What stands behind a time of day: ` UTC` for a zone whose rules are not known, else nothing.
    public var mark: String { isKnown ? "" : " UTC" }

    /// Seconds by which clocks are ahead of UTC.
    public func offset(at time: Timestamp) -> Int64 { offset(at: time.seconds) }

    /// What clocks show: seconds since 1970-01-01 00:00 on the same clock.
    public func wallSeconds(at time: Timestamp) -> Int64 { time.seconds + offset(at: time) }

    /// Every instant at which clocks show a time, in order: none in an hour that is skipped, two in one that comes
    /// twice.
    /// - Parameter wallSeconds: the time they show, in seconds since 1970-01-01 00:00 on the same clock.
    func instants(showing wallSeconds: Int64) -> [Timestamp] {
        // No clock is further from UTC than that.
        let (first, last) = (wallSeconds - 2 * Self.day, wallSeconds + 2 * Self.day)
        let offsets = [offset(at: first)] + (rules?.changes(after: first, through: last).map(\.seconds) ?? [])
        return Set(offsets).filter { offset(at: wallSeconds - $0) == $0 }
            .map { Timestamp(seconds: wallSeconds - $0) }.sorted()
    }

    /// What a message takes with it, so that its reader needs no rules: the offsets in the half year before and after
    /// each of some times. Empty when the rules are not known.
    public func offsets(around times: Timestamp...) -> [UTCOffset] {
        guard let rules else { return [] }
        var (found, end) = ([UTCOffset](), Int64.min)
        for seconds in times.map(\.seconds).sorted() {
            let from = max(seconds - Self.margin, end)
            if from > end { found.append(UTCOffset(from: Timestamp(seconds: from), seconds: rules.offset(at: from))) }
            end = seconds + Self.margin
            found += rules.changes(after: from, through: end)
        }
        return found
    }

    private static let day: Int64 = 86_400
    private static let margin: Int64 = 200 * day

    private func offset(at seconds: Int64) -> Int64 { rules?.offset(at: seconds) ?? 0 }
}

extension Zone {
    /// Whether a text can be the name of a zone, known here or not: words of ASCII letters, digits, `_`, `-` and `+`
    /// with `/` between them, each beginning with a letter, as https://data.iana.org/time-zones/theory.html has them;
    /// in all at most 100 bytes. So it never leads out of the folder of the zones. `posix/...` and `right/...` are
    /// other forms of the same zones, and `localtime`, `posixrules` and `Factory` are no place.
    public static func isName(_ text: String) -> Bool {
        guard text.utf8.count <= 100 else { return false }
        let words = text.split(separator: "/", omittingEmptySubsequences: false)
        return words.allSatisfy(isWord) && !["posix", "right", "localtime", "posixrules", "Factory"].contains(words[0])
    }

    private static func isWord(_ word: Substring) -> Bool {
        guard let first = word.utf8.first, isLetter(first) else { return false }
        return word.utf8.allSatisfy { byte in
            isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || [UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+")].contains(byte)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

/// From an instant on, clocks of a place are ahead of UTC by a number of seconds.
public struct UTCOffset: Codable, Hashable, Sendable {
    /// When clocks were changed.
    public let from: Timestamp
    /// East of Greenwich it is above 0.
    public let seconds: Int64

    public init(from: Timestamp, seconds: Int64) {
        (self.from, self.seconds) = (from, seconds)
    }

    /// `{"from":"2026-10-25T01:00:00.000Z","seconds":3600}`
    public var json: JSONValue {
        .object([("from", .string(from.description)), ("seconds", .integer(seconds))])
    }
}
