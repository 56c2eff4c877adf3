internal import Foundation

/// What the station says about one presentation: the JSON object it prints, streams and answers with.
///
/// It holds no ticket code, and no text in it holds control characters.
public struct VerdictReport: Hashable, Sendable {
    /// Number of the journal's entry; `nil` when nothing was journalled.
    public var sequence: Int64?
    public let verdict: Verdict
    /// Id of the event.
    public let event: String?
    /// Slug of the admission list.
    public let list: String?
    /// Slug of the gate.
    public let gate: String?
    public let reference: String?
    /// Number of the line within its code.
    public let line: Int?
    /// Name of the ticket type.
    public let type: String?
    public let holder: String?
    public let seat: String?
    public let attention: String?
    public let direction: Direction
    /// Which of the people on the line this is, from 1.
    public let entry: Int?
    public let admits: Int?
    public let at: Timestamp
    public let how: CheckIn.How
    public let first: History.FirstEntry?
    /// The same presentation again: shown again, not journalled again.
    public var isRepeat: Bool
    /// What happened, in one English sentence without a full stop.
    public let message: String
    /// A check-out of somebody whose entry is not known.
    public let isUnmatched: Bool
    /// It is in memory only: a supervisor let the station go on without its disk.
    public let isUnrecorded: Bool
    /// What ``message`` says, for a screen that says it in another language; `nil` of a report that was read from JSON.
    public let sentence: Sentence?
    /// Of the ticket's type: `#9333ea`. Not in the JSON object.
    public let typeColor: String?
    /// From the frame or the last key to the commit, in whole microseconds; `nil` when nobody measured.
    public var elapsed: Duration? {
        didSet { elapsed = elapsed?.inWholeMicroseconds }
    }

    /// - Parameters:
    ///   - plan: the event at this gate, if there is one.
    ///   - holder: the name on the ticket, when the station may show it.
    ///   - permissions: of the station; without `basicAttendee` nothing tells type, seat or entry. What has to be done for
    ///     a ticket is always told.
    ///   - people: who pass at once, when a person said so.
    ///   - words: writes the sentence in English.
    public init(
        _ decision: Decision, sequence: Int64?, plan: EventPlan?, gate: Gate?, holder: String? = nil,
        permissions: Set<Permission> = Set(Permission.allCases), direction: Direction, people: Int = 1,
        at time: Timestamp, how: CheckIn.How, isRepeat: Bool = false, isUnrecorded: Bool = false,
        elapsed: Duration? = nil, words: (Sentence) -> String
    ) {
        let tellsBasics = permissions.contains(.basicAttendee)
        let basics = tellsBasics ? decision.line : nil
        let attentions = [decision.line?.type.attention, decision.line?.attention].compactMap { $0 }
        let sentence = Sentence(
            decision, plan: plan, direction: direction, people: people, tellsType: tellsBasics)
        self.sequence = sequence
        verdict = decision.verdict
        event = plan?.event.id.withoutControls
        list = gate?.list.withoutControls
        self.gate = gate?.slug.withoutControls
        reference = decision.line?.reference?.withoutControls
        line = decision.line?.number
        type = basics?.type.name.withoutControls
        typeColor = basics?.type.color?.withoutControls
        self.holder = holder?.withoutControls
        seat = basics?.seat?.withoutControls
        attention = attentions.isEmpty ? nil : attentions.joined(separator: "; ").withoutControls
        self.direction = direction
        entry = tellsBasics ? decision.entry : nil
        admits = basics?.admits
        at = time
        self.how = how
        first = decision.refusal?.first?.withoutControls
        self.isRepeat = isRepeat
        self.sentence = sentence
        message = words(sentence).withoutControls
        isUnmatched = decision.isUnmatched
        self.isUnrecorded = isUnrecorded
        self.elapsed = elapsed?.inWholeMicroseconds
    }
}

// MARK: - JSON

extension VerdictReport: Decodable {
    private enum CodingKeys: String, CodingKey {
        case sequence = "seq"
        case verdict
        case reason
        case event
        case list
        case gate
        case reference = "ref"
        case line
        case type
        case holder
        case seat
        case attention
        case direction
        case entry
        case admits
        case at
        case how
        case first
        case isRepeat = "repeat"
        case message
        case isUnmatched = "unmatched"
        case isUnrecorded = "unrecorded"
        case elapsedMilliseconds = "elapsed_ms"
    }

    /// The members in their fixed order; the last three only where they say something.
    public var json: JSONValue {
        var members: [(CodingKeys, JSONValue)] = [
            (.sequence, .init(sequence)), (.verdict, .string(verdict.word)),
            (.reason, .init(verdict.reason?.rawValue)), (.event, .init(event)), (.list, .init(list)),
            (.gate, .init(gate)), (.reference, .init(reference)), (.line, .init(line.map(Int64.init))),
            (.type, .init(type)), (.holder, .init(holder)), (.seat, .init(seat)), (.attention, .init(attention)),
            (.direction, .string(direction.rawValue)), (.entry, .init(entry.map(Int64.init))),
            (.admits, .init(admits.map(Int64.init))), (.at, .string(at.description)), (.how, .string(how.rawValue)),
            (.first, first?.json ?? .null), (.isRepeat, .bool(isRepeat)), (.message, .string(message)),
        ]
        if isUnmatched { members.append((.isUnmatched, .bool(true))) }
        if isUnrecorded { members.append((.isUnrecorded, .bool(true))) }
        if let elapsed { members.append((.elapsedMilliseconds, .thousandths(elapsed.wholeMicroseconds))) }
        return .object(members.map { (name: $0.rawValue, value: $1) })
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String? {
            try members.decodeIfPresent(String.self, forKey: key)?.withoutControls
        }
        guard
            let verdict = Verdict(
                word: try members.decode(String.self, forKey: .verdict),
                reason: try members.decodeIfPresent(Reason.self, forKey: .reason))
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .verdict, in: members, debugDescription: "the verdict and its reason do not go together")
        }
        self.verdict = verdict
        sequence = try members.decodeIfPresent(Int64.self, forKey: .sequence)
        event = try text(.event)
        list = try text(.list)
        gate = try text(.gate)
        reference = try text(.reference)
        line = try members.decodeIfPresent(Int.self, forKey: .line)
        type = try text(.type)
        holder = try text(.holder)
        seat = try text(.seat)
        attention = try text(.attention)
        direction = try members.decode(Direction.self, forKey: .direction)
        entry = try members.decodeIfPresent(Int.self, forKey: .entry)
        admits = try members.decodeIfPresent(Int.self, forKey: .admits)
        at = try members.decode(Timestamp.self, forKey: .at)
        how = try members.decode(CheckIn.How.self, forKey: .how)
        first = try members.decodeIfPresent(History.FirstEntry.self, forKey: .first)?.withoutControls
        isRepeat = try members.decode(Bool.self, forKey: .isRepeat)
        message = try members.decode(String.self, forKey: .message).withoutControls
        isUnmatched = try members.decodeIfPresent(Bool.self, forKey: .isUnmatched) ?? false
        isUnrecorded = try members.decodeIfPresent(Bool.self, forKey: .isUnrecorded) ?? false
        (sentence, typeColor) = (nil, nil)
        elapsed = try members.decodeIfPresent(Double.self, forKey: .elapsedMilliseconds).map { milliseconds in
            guard let microseconds = Int64(exactly: (milliseconds * 1000).rounded()) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .elapsedMilliseconds, in: members, debugDescription: "no time can be that long")
            }
            return .microseconds(microseconds)
        }
    }
}

extension History.FirstEntry {
    fileprivate var json: JSONValue {
        .object([("at", .string(at.description)), ("gate", .init(gate)), ("station", .init(station))])
    }

    fileprivate var withoutControls: Self {
        Self(at: at, gate: gate?.withoutControls, station: station?.withoutControls)
    }
}

extension Duration {
    /// Rounded to the nearest.
    fileprivate var wholeMicroseconds: Int64 {
        components.seconds * 1_000_000 + (components.attoseconds + 500_000_000_000) / 1_000_000_000_000
    }

    fileprivate var inWholeMicroseconds: Duration { .microseconds(wholeMicroseconds) }
}
