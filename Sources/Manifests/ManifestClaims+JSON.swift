package import Foundation
package import Tickets
internal import TimeZones

extension ManifestClaims {
    /// The payload of the line.
    package var json: JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("ver", .integer(Self.version)), ("iss", .string(organizer)), ("sub", .string(event.id)),
            ("iat", .integer(issued.seconds)), ("exp", .integer(expires.seconds)), ("seq", .integer(sequence)),
            ("salt", .string(Base64URL.encode(salt))),
        ]
        if isTest { members.append(("test", .bool(true))) }
        if hasGuessableCodes { members.append(("guessable", .bool(true))) }
        members.append(("privacy", .string(privacy.rawValue)))
        members.append(("event", .object(eventMembers)))
        members.append(("ticket_keys", .array(ticketKeys.map { .string(Base64URL.encode($0.raw)) })))
        if let backend { members.append(("backend", .string(backend))) }
        members += terms.members
        members.append(
            (
                "body",
                .object([
                    ("sha256", .string(Base64URL.encode(body.sha256))), ("bytes", .integer(body.bytes)),
                    ("tickets", .integer(body.tickets)),
                ])
            ))
        return .object(members)
    }

    private var eventMembers: [(name: String, value: JSONValue)] {
        var members: [(name: String, value: JSONValue)] = [
            ("id", .string(event.id)), ("name", .string(event.name)), ("timezone", .string(event.timeZone.name)),
            ("doors_open", .integer(event.doorsOpen.seconds)), ("starts", .integer(event.starts.seconds)),
            ("ends", .integer(event.ends.seconds)), ("status", .string(event.status.rawValue)),
            ("max_age", .integer(maxAge.components.seconds)),
        ]
        guard let place = event.place else { return members }
        let parts = [("name", place.name), ("address", place.address), ("moved_from", place.movedFrom)]
        members.append(("place", .object(parts.compactMap { name, text in text.map { (name, .string($0)) } })))
        return members
    }

    /// Reads the payload of a line: exactly the claims of version 1, each within its limits. A claim that is not known
    /// is refused, because it might change what the others mean.
    /// - Parameter subject: the list's name in errors.
    package init(payload: Data, subject: String) throws {
        func fault(_ code: ManifestFailure, _ reason: String, hint: String? = nil) -> ManifestError {
            ManifestError(code, "use", subject, reason, hint: hint)
        }
        let decoder = JSONDecoder()
        guard let version = try? decoder.decode(WireVersion.self, from: payload).ver else {
            throw fault(.malformed, "its line holds no claims")
        }
        guard version == Self.version else {
            throw fault(
                .unknownVersion, "it is of version \(version), this program reads version \(Self.version)",
                hint: "Update usher.")
        }
        do {
            let names = try decoder.decode(WireNames.self, from: payload).unknown
            guard names.isEmpty else {
                throw WireFault(
                    "it claims \(names.map(\.withoutControls).joined(separator: ", ")), which this version does not know"
                )
            }
            try self.init(
                decoder.decode(WireClaims.self, from: payload),
                terms: decoder.decode(ListTerms.Wire.self, from: payload).checked())
        } catch let error as WireFault {
            throw fault(.malformed, error.problem)
        } catch let error as DecodingError {
            throw fault(.malformed, error.claimProblem)
        }
    }

    private init(_ wire: WireClaims, terms: ListTerms) throws {
        guard wire.sub == wire.event.id else { throw WireFault("its claims sub and event.id differ") }
        let ticketKeys = try Self.checkedKeys(wire.ticketKeys)
        if let key = terms.boxOffice?.key, !ticketKeys.contains(key) {
            throw WireFault("the key of its box_office is not among its ticket_keys")
        }
        self.init(
            organizer: try WireFault.text("iss", wire.iss, 1...200),
            event: try wire.event.checked(),
            maxAge: .seconds(try WireFault.number("event.max_age", wire.event.maxAge, 1...10 * 365 * 86_400)),
            issued: try WireFault.time("iat", wire.iat),
            expires: try WireFault.time("exp", wire.exp),
            sequence: try WireFault.number("seq", wire.seq, 1...Self.maximumSequence),
            salt: try WireFault.bytes("salt", wire.salt, count: 32),
            isTest: wire.test ?? false,
            privacy: try WireFault.value("privacy", Privacy(rawValue: wire.privacy)),
            ticketKeys: ticketKeys,
            backend: try wire.backend.map { try WireFault.text("backend", $0, 1...100) },
            hasGuessableCodes: wire.guessable ?? false,
            terms: terms,
            body: Body(
                sha256: try WireFault.bytes("body.sha256", wire.body.sha256, count: 32),
                bytes: try WireFault.number("body.bytes", wire.body.bytes, 1...1 << 40),
                tickets: try WireFault.number("body.tickets", wire.body.tickets, 0...1 << 40)))
    }

    /// Keys whose signed codes one list may accept: each is tried on a code that names none.
    package static let maximumTicketKeyCount = 16

    private static func checkedKeys(_ texts: [String]) throws -> [VerificationKey] {
        guard texts.count <= maximumTicketKeyCount else {
            throw WireFault("it has more than \(maximumTicketKeyCount) ticket_keys")
        }
        let keys = try texts.map { text in
            try WireFault.value("ticket_keys", Base64URL.decode(text).flatMap { VerificationKey(raw: $0) })
        }
        guard Set(keys).count == keys.count else { throw WireFault("it names a key twice in ticket_keys") }
        return keys
    }
}

// MARK: - As written

private struct WireVersion: Decodable {
    let ver: Int64
}

private struct WireClaims: Decodable {
    let iss: String
    let sub: String
    let iat: Int64
    let exp: Int64
    let seq: Int64
    let salt: String
    let test: Bool?
    let guessable: Bool?
    let privacy: String
    let event: WireEvent
    let ticketKeys: [String]
    let backend: String?
    let body: WireBody

    enum CodingKeys: String, CodingKey, CaseIterable {
        case iss, sub, iat, exp, seq, salt, test, guessable, privacy, event, backend, body
        case ticketKeys = "ticket_keys"
    }
}

private struct WireBody: Decodable {
    let sha256: String
    let bytes: Int64
    let tickets: Int64

    enum CodingKeys: CodingKey, CaseIterable {
        case sha256, bytes, tickets
    }
}

private struct WireEvent: Decodable {
    let id: String
    let name: String
    let timezone: String
    let doorsOpen: Int64
    let starts: Int64
    let ends: Int64
    let status: String
    let maxAge: Int64
    let place: WirePlace?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id, name, timezone, starts, ends, status, place
        case doorsOpen = "doors_open"
        case maxAge = "max_age"
    }

    func checked() throws -> Event {
        let event = Event(
            id: try WireFault.value("event.id", Event.isValidID(id) ? id : nil),
            name: try WireFault.text("event.name", name, 1...500),
            timeZone: ZoneFolder.system.zone(named: try WireFault.zone("event.timezone", timezone)),
            doorsOpen: try WireFault.time("event.doors_open", doorsOpen),
            starts: try WireFault.time("event.starts", starts),
            ends: try WireFault.time("event.ends", ends),
            status: try WireFault.value("event.status", Event.Status(rawValue: status)), place: try place?.checked())
        guard event.doorsOpen < event.ends, event.starts < event.ends else {
            throw WireFault("its event ends before it begins")
        }
        return event
    }
}

private struct WirePlace: Decodable {
    let name: String
    let address: String?
    let movedFrom: String?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case name, address
        case movedFrom = "moved_from"
    }

    func checked() throws -> EventPlace {
        EventPlace(
            name: try WireFault.text("event.place.name", name, 1...200),
            address: try address.map { try WireFault.text("event.place.address", $0, 1...500) },
            movedFrom: try movedFrom.map { try WireFault.text("event.place.moved_from", $0, 1...200) })
    }
}

/// The members that are not claims of version 1.
private struct WireNames: Decodable {
    let unknown: [String]

    init(from decoder: any Decoder) throws {
        var found: [String] = []
        func note(_ container: KeyedDecodingContainer<Name>?, besides known: [any CodingKey], in place: String = "") {
            let names = container?.allKeys.map(\.stringValue) ?? []
            found += names.filter { name in !known.contains { $0.stringValue == name } }.map { place + $0 }
        }
        let claims = try decoder.container(keyedBy: Name.self)
        let own: [any CodingKey] = WireClaims.CodingKeys.allCases
        let terms: [any CodingKey] = ListTerms.Wire.CodingKeys.allCases
        note(claims, besides: own + terms + [Name("ver")])
        let event = try claims.nestedContainer(keyedBy: Name.self, forKey: Name("event"))
        note(event, besides: WireEvent.CodingKeys.allCases, in: "event.")
        let place = try? event.nestedContainer(keyedBy: Name.self, forKey: Name("place"))
        note(place, besides: WirePlace.CodingKeys.allCases, in: "event.place.")
        let dates = try? claims.nestedContainer(keyedBy: Name.self, forKey: Name("dates"))
        note(dates, besides: ListTerms.DateTerms.Wire.CodingKeys.allCases, in: "dates.")
        let boxOffice = try? claims.nestedContainer(keyedBy: Name.self, forKey: Name("box_office"))
        note(boxOffice, besides: BoxOffice.Wire.CodingKeys.allCases, in: "box_office.")
        var offers = try? boxOffice?.nestedUnkeyedContainer(forKey: Name("sells"))
        while offers?.isAtEnd == false, let offer = try offers?.nestedContainer(keyedBy: Name.self) {
            note(offer, besides: BoxOffice.Wire.Offer.CodingKeys.allCases, in: "box_office.sells.")
        }
        let body = try claims.nestedContainer(keyedBy: Name.self, forKey: Name("body"))
        note(body, besides: WireBody.CodingKeys.allCases, in: "body.")
        unknown = found.sorted()
    }

    struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

/// A claim outside its limits.
struct WireFault: Error {
    let problem: String

    init(_ problem: String) {
        self.problem = problem
    }

    static func value<Value>(_ name: String, _ value: Value?) throws -> Value {
        guard let value else { throw WireFault("its claim \(name) is out of range") }
        return value
    }

    static func text(_ name: String, _ text: String, _ length: ClosedRange<Int>) throws -> String {
        try value(name, length.contains(text.utf8.count) && text == text.withoutControls ? text : nil)
    }

    /// The name of a time zone, known here or not.
    static func zone(_ name: String, _ text: String) throws -> String {
        guard Zone.isName(text) else { throw WireFault("its claim \(name) is no name of a time zone") }
        return text
    }

    static func number(_ name: String, _ number: Int64, _ range: ClosedRange<Int64>) throws -> Int64 {
        try value(name, range.contains(number) ? number : nil)
    }

    static func time(_ name: String, _ seconds: Int64) throws -> Timestamp {
        Timestamp(seconds: try number(name, seconds, 0...253_402_300_799))
    }

    static func bytes(_ name: String, _ text: String, count: Int) throws -> Data {
        try value(name, Base64URL.decode(text).flatMap { $0.count == count ? $0 : nil })
    }
}

extension DecodingError {
    fileprivate var claimProblem: String {
        let (path, last): ([any CodingKey], (any CodingKey)?) =
            switch self {
            case .keyNotFound(let key, let context): (context.codingPath, key)
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                (context.codingPath, nil)
            @unknown default: ([], nil)
            }
        let names = (path + (last.map { [$0] } ?? [])).map(\.stringValue)
        // Foundation reports a fraction without its path.
        guard !names.isEmpty else { return "one of its claims is not a whole number" }
        return "its claim \(names.joined(separator: ".")) is missing or of another type"
    }
}
