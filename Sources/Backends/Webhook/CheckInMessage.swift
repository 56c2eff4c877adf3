public import Tickets

/// A check-in in the format of webhooks and the relay (docs/webhook.openapi.yaml).
public struct CheckInMessage: Hashable, Sendable {
    /// All fields of the journal entry, without the hashes of its chain.
    public let checkIn: CheckIn
    /// The message has `knew`. A server may not keep it: then what the station knew is not known.
    let saysKnew: Bool
    /// Slug of the ticket's type; `nil` when there is no ticket, or the station did not know the type any more.
    public let type: String?
    /// How far the station's clock was ahead of the server's; `nil` when that was not known.
    public let clockOffset: Duration?
    /// The ticket code, encrypted for the relay (``RelayKey``), which passes it on only to the ticketing server.
    public let sealedCode: String?
    /// What the guest answered, encrypted in the same way.
    public let sealedAnswers: String?

    public init(
        _ checkIn: CheckIn, type: String? = nil, clockOffset: Duration? = nil, sealedCode: String? = nil,
        sealedAnswers: String? = nil
    ) {
        self.sealedAnswers = sealedAnswers
        self.checkIn = checkIn
        saysKnew = true
        self.type = type
        self.clockOffset = clockOffset
        self.sealedCode = sealedCode
    }

    /// The journal's fields in their order, then the type, EventPassUG's word for the verdict, and the clock; without the
    /// code.
    public var json: JSONValue { json(results: .guide) }

    private func json(results words: ResultWords) -> JSONValue {
        .object(
            checkIn.fields + [
                ("type", .init(type)),
                ("result", .init(checkIn.verdict.result(in: words))),
                ("clock_offset_ms", .init(clockOffset?.wholeMilliseconds)),
            ])
    }

    /// For the relay only.
    func jsonWithCode(results words: ResultWords = .guide) -> JSONValue {
        guard case .object(let members) = json(results: words) else { return .null }
        let sealed = [("sealed_code", sealedCode), ("sealed_answers", sealedAnswers)]
        return .object(members + sealed.compactMap { name, text in text.map { .init(name, .string($0)) } })
    }
}

extension CheckInMessage {
    /// Why a text is not a valid check-in.
    public struct Fault: Error, Hashable, Sendable {
        /// A clause that repeats nothing of the text.
        public let problem: String
        /// The check-in's id, as far as it can be read: the answer has to name it.
        public internal(set) var id: String?
    }

    /// Parses one message.
    public init(parsing text: some Sequence<UInt8>) throws(Fault) {
        guard let value = LenientJSON(parsing: text) else { throw Fault(problem: "it is not JSON") }
        try self.init(value)
    }

    /// The messages of a body: one object, or `{"checkins": [...]}`. One that cannot be read does not affect the
    /// others.
    public static func messages(in body: some Sequence<UInt8>) throws(Fault) -> [Result<CheckInMessage, Fault>] {
        guard let value = LenientJSON(parsing: body), value.members != nil else {
            throw Fault(problem: "it is not JSON")
        }
        return (value["checkins"].items ?? [value]).map { item in
            Result { () throws(Fault) in try CheckInMessage(item) }.mapError { fault in
                Fault(problem: fault.problem, id: item["id"].text.flatMap { Self.isNameable($0) ? $0 : nil })
            }
        }
    }

    /// The most people that a ticket can admit (docs/MANIFEST.md): counts are added up at every later scan.
    private static let counts = 0...1000

    /// In bytes. What a list or a station holds is no longer, and 500 of them are a page that stations read, even if each
    /// character takes six bytes there.
    private static let longestText = 200
    private static let longestNote = 4000
    private static let longestAnswers = 100_000

    /// Whether an answer may repeat an id.
    private static func isNameable(_ id: String) -> Bool { id.utf8.count <= 100 && id == id.withoutControls }

    /// Up to as many as an entry of a journal has; empty when the message has none.
    private static func knew(_ value: LenientJSON) throws(Fault) -> [String] {
        let ids = (value.items ?? []).compactMap(\.text)
        guard ids.count <= CheckIn.mostKnown, ids.allSatisfy({ $0.utf8.count <= 100 && $0 == $0.withoutControls })
        else {
            throw Fault(problem: "knew is too long or has control characters")
        }
        return ids.sorted()
    }

    init(_ value: LenientJSON) throws(Fault) {
        guard value.members != nil else { throw Fault(problem: "it is not an object") }
        func need<Value>(_ name: String, _ read: (LenientJSON) -> Value?) throws(Fault) -> Value {
            guard let found = read(value[name]) else { throw Fault(problem: "\(name) is missing or of a wrong type") }
            return found
        }
        func text(_ name: String, limit: Int = Self.longestText) throws(Fault) -> String? {
            guard let text = value[name].text else { return nil }
            guard text.utf8.count <= limit else { throw Fault(problem: "\(name) is too long") }
            return text
        }
        func needText(_ name: String) throws(Fault) -> String {
            guard let text = try text(name) else { throw Fault(problem: "\(name) is missing or of a wrong type") }
            return text
        }
        let reason = try text("reason").flatMap(Reason.init(rawValue:))
        let id = try need("id") { $0.text }
        guard Self.isNameable(id) else {
            throw Fault(problem: "id is too long or has control characters")
        }
        checkIn = CheckIn(
            id: id, station: try needText("station"),
            sequence: try need("seq") { $0.integer(in: 0...(1 << 53)).map(Int64.init) }, event: try text("event"),
            list: try text("list"), gate: try text("gate"), key: try text("key").flatMap(TicketKey.init(hex:)),
            line: value["line"].integer(in: 0...(1 << 31)), reference: try text("ref"),
            direction: try need("direction") { $0.text.flatMap(Direction.init) },
            verdict: try need("verdict") { $0.text.flatMap { Verdict(word: $0, reason: reason) } },
            kind: try need("kind") { $0.text.flatMap(CheckIn.Kind.init) }, undoes: try text("undoes"),
            count: try need("count") { $0.integer(in: Self.counts) },
            how: try need("how") { $0.text.flatMap(CheckIn.How.init) },
            operator: try text("operator"), at: try need("at") { $0.time },
            clock: try need("clock") { $0.text.flatMap(CheckIn.Clock.init) },
            note: try text("note", limit: Self.longestNote), knew: try Self.knew(value["knew"]))
        saysKnew = value["knew"].items != nil
        type = try text("type")
        sealedCode = try text("sealed_code", limit: Self.longestNote)
        sealedAnswers = try text("sealed_answers", limit: Self.longestAnswers)
        // A century in each direction; beyond that it is ignored.
        let century = 100 * 366 * 86_400_000
        clockOffset = value["clock_offset_ms"].integer(in: -century...century).map { .milliseconds($0) }
    }
}

extension ForeignCheckIn {
    /// Another station's message; `nil` when it is about no ticket.
    init?(_ message: CheckInMessage) {
        let checkIn = message.checkIn
        guard checkIn.key != nil || checkIn.reference != nil else { return nil }
        self.init(
            id: checkIn.id, station: checkIn.station, event: checkIn.event, list: checkIn.list, gate: checkIn.gate,
            key: checkIn.key, line: checkIn.line, reference: checkIn.reference, verdict: checkIn.verdict,
            undoes: checkIn.undoes, count: checkIn.count, at: checkIn.at,
            knew: message.saysKnew ? Set(checkIn.knew) : nil, clock: checkIn.clock)
    }
}
