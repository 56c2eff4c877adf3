internal import Crypto
public import Foundation
internal import Messages
public import Tickets

/// The staff of all stations of a venue, in one file. docs/ROSTER.md describes the JSON.
public struct Roster: Codable, Hashable, Sendable {
    /// Somebody who may sign in at stations.
    public struct Person: Codable, Hashable, Sendable {
        /// 1 to 100 bytes without control characters, in the form NFC (Unicode UAX 15); each once.
        public var name: String
        public var role: StaffRole
        public var pin: PINHash
        /// In which language the person reads the screen, until they choose one (ISO 639-1).
        public var language: String?
        /// Slugs of the gates at which the person works, 1 to 100; `nil`: at all.
        public var gates: [String]?
        /// When their work begins; `nil`: at any time.
        public var from: Timestamp?
        /// When it ends.
        public var until: Timestamp?
        /// Of the code on the person's badge: ``Roster/badgeHash(of:)``.
        public var badge: Data?

        public init(
            name: String, role: StaffRole, pin: PINHash, language: String? = nil, gates: [String]? = nil,
            from: Timestamp? = nil, until: Timestamp? = nil, badge: Data? = nil
        ) {
            self.name = name
            self.role = role
            self.pin = pin
            self.language = language
            self.gates = gates
            self.from = from
            self.until = until
            self.badge = badge
        }

        /// Whether the person works at a station now.
        /// - Parameters:
        ///   - here: slugs of its gates, one for each event; a station without a gate is anybody's.
        ///   - now: `nil` for a clock that may be wrong: hours then keep nobody out.
        public func works(at here: [String], now: Timestamp?) -> Bool {
            if let gates, !here.isEmpty, here.allSatisfy({ !gates.contains($0) }) { return false }
            guard let now else { return true }
            return from ?? .earliest <= now && now < until ?? .latest
        }
    }

    /// Who has made it: 1 to 100 bytes.
    public var issuer: String
    /// When it was made. A station takes none that is older than what it has.
    public var issued: Timestamp
    /// By name.
    public var people: [Person]

    /// More than any venue has.
    public static let mostPeople = 2000

    public init(issuer: String, issued: Timestamp, people: [Person]) {
        self.issuer = issuer
        self.issued = issued
        self.people = people
    }

    /// What is kept of the code on a badge.
    public static func badgeHash(of code: some Sequence<UInt8>) -> Data {
        Data(SHA256.hash(data: Data(code)))
    }

    /// What is wrong with it: a clause; `nil` for one that can be put in force.
    public var fault: String? {
        guard Self.isName(issuer) else { return "it does not say who has made it" }
        guard people.count <= Self.mostPeople else { return "it has more than \(Self.mostPeople) people" }
        if let double = Self.firstDouble(people.map(\.name)) { return "it has \(double.withoutControls) twice" }
        if Self.firstDouble(people.compactMap(\.badge)) != nil { return "two people have the same badge" }
        return people.lazy.compactMap(\.fault).first
    }

    static func isName(_ text: String) -> Bool {
        (1...100).contains(text.utf8.count) && text == text.withoutControls
    }

    private static func firstDouble<Element: Hashable>(_ elements: [Element]) -> Element? {
        var seen: Set<Element> = []
        return elements.first { !seen.insert($0).inserted }
    }
}

extension Roster.Person {
    fileprivate var fault: String? {
        guard name.utf8.elementsEqual(name.precomposedStringWithCanonicalMapping.utf8) else {
            return "the name \(name) is not in the form NFC"
        }
        guard Roster.isName(name) else { return "a name in it has not 1 to 100 bytes, or has control characters" }
        guard pin.isWhole else { return "the PIN of \(name) is damaged" }
        guard badge?.count ?? 32 == 32 else { return "the badge of \(name) is damaged" }
        guard language.map(MessageFile.languages.contains) ?? true else {
            return "the language of \(name) is not known"
        }
        guard gates?.allSatisfy(Event.isValidID) ?? true else { return "a gate of \(name) is no slug" }
        guard (1...100).contains(gates?.count ?? 1) else { return "\(name) has no gate, or more than 100" }
        guard from ?? .earliest < until ?? .latest else { return "the hours of \(name) end before they begin" }
        return nil
    }
}
