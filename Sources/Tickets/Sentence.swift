/// A text for people: a key of the message files, and the values for its braces. It is made once, and turned into text
/// in the language where it is shown.
public struct Sentence: Hashable, Sendable {
    /// What takes the place of a name in braces.
    public enum Value: Hashable, Sendable {
        case text(String)
        case number(Int)
        /// Shown in the time zone of the event.
        case time(Timestamp)
        /// Another sentence, as in "let in although: ...".
        case sentence(Sentence)
    }

    /// Path in the message files: `sentences.wrongGate`.
    public let key: String
    /// By the names in braces; no text among them has control characters.
    public let values: [String: Value]

    /// - Parameters:
    ///   - key: path in the message files.
    ///   - values: control characters are removed from texts.
    public init(_ key: String, _ values: [String: Value] = [:]) {
        self.key = key
        self.values = values.mapValues { value in
            guard case .text(let text) = value else { return value }
            return .text(text.withoutControls)
        }
    }

    /// `{"key":"sentences.ended","values":{"closed":{"time":"2026-12-05T23:00:00.000Z"}}}`
    public var json: JSONValue {
        let sorted = values.sorted { $0.key < $1.key }
        return .object([
            ("key", .string(key)), ("values", .object(sorted.map { (name: $0.key, value: $0.value.json) })),
        ])
    }
}

extension Sentence: Decodable {
    private enum CodingKeys: CodingKey {
        case key, values
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try members.decode(String.self, forKey: .key), try members.decode([String: Value].self, forKey: .values))
    }
}

extension Sentence.Value: Decodable {
    private enum CodingKeys: CodingKey {
        case time
    }

    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let number = try? value.decode(Int.self) {
            self = .number(number)
        } else if let sentence = try? value.decode(Sentence.self) {
            self = .sentence(sentence)
        } else {
            self = .time(try decoder.container(keyedBy: CodingKeys.self).decode(Timestamp.self, forKey: .time))
        }
    }

    fileprivate var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .number(let number): .integer(Int64(number))
        case .time(let time): .object([("time", .string(time.description))])
        case .sentence(let sentence): sentence.json
        }
    }
}

// MARK: - Of a verdict

extension Sentence {
    /// What happened, for the steward.
    /// - Parameters:
    ///   - plan: the event at this gate, if there is one.
    ///   - people: how many people pass together.
    ///   - showsType: whether the station may show the ticket's type and the size of its group.
    public init(_ decision: Decision, plan: EventPlan?, direction: Direction, people: Int, showsType: Bool) {
        let line = showsType ? decision.line : nil
        switch decision.outcome {
        case .admitted(let entry):
            self.init(entry: entry, of: line?.admits ?? 1, people: people, isLook: direction == .look)
        case .overruled(let refusal):
            let reason = Sentence(refusal, line: line, plan: plan)
            self.init("sentences.overruled", of: people, ["refusal": .sentence(reason)])
        case .checkedOut(let isUnmatched):
            self.init("sentences.checkedOut" + (isUnmatched ? "Unmatched" : ""), of: people)
        case .refused(let refusal):
            self.init(refusal, line: line, plan: plan)
        }
    }

    private init(_ key: String, of people: Int, _ values: [String: Value] = [:]) {
        self.init(
            people > 1 ? key + "People" : key,
            people > 1 ? values.merging(["people": .number(people)]) { first, _ in first } : values)
    }

    private init(entry: Int, of admits: Int, people: Int, isLook: Bool) {
        let key = isLook ? "sentences.look" : "sentences.admitted"
        if people > 1, !isLook {
            self.init(key, of: people)
        } else if admits > 1 {
            self.init(key + "Group", ["entry": .number(entry), "admits": .number(admits)])
        } else {
            self.init(key)
        }
    }

    /// Why somebody does not pass, for the steward.
    /// - Parameter line: `nil` where its type may not be shown.
    public init(_ refusal: Refusal, line: TicketLine? = nil, plan: EventPlan?) {
        var values: [String: Value] = [:]
        values["event"] = (plan?.event.name).map(Value.text)
        var variant = ""
        switch refusal {
        case .unknownGate(let asked):
            values["gate"] = asked.map(Value.text)
            values["gates"] = .text(plan?.someGates ?? "")
            variant = asked == nil ? "Unnamed" : ""
        case .wrongEvent(let event):
            values["other"] = .text(event)
        case .postponed:
            self.init("sentences.postponed", values)
            return
        case .notAMedium:
            self.init("sentences.notAMedium", values)
            return
        case .notStarted(let opens):
            values["opens"] = .time(opens)
            variant = opens == plan?.event.doorsOpen ? "Doors" : ""
        case .ended(let closed):
            values["closed"] = .time(closed)
            variant = closed == plan?.event.ends ? "Event" : ""
        case .wrongGate(let right):
            values["type"] = line.map { .text($0.type.name) }
            values["gate"] = right.map(Value.text)
            variant = (line == nil ? "Untyped" : "") + (right == nil ? "Unknown" : "")
        case .wrongDate(let starts):
            values["starts"] = .time(starts)
        case .alreadyScanned(let first):
            values["admits"] = line.map { .number($0.admits) }
            values["first"] = first.map { .time($0.at) }
            values["place"] = first?.place(in: plan).map(Value.text)
            variant = (line?.admits ?? 1) > 1 ? "Group" : ""
            if let first { variant += first.place(in: plan) == nil ? "First" : "FirstPlace" }
        case .unmatchedExit(let exit):
            values["left"] = .time(exit.at)
            let place = History.FirstEntry(at: exit.at, gate: exit.gate, station: exit.station).place(in: plan)
            values["place"] = place.map(Value.text)
            variant = place == nil ? "" : "Place"
        case .rules(let refusal):
            self.init(refusal)
            return
        case .paused(let why):
            values["why"] = .text(why)
        case .questions(let questions):
            variant = questions.words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        // Without facts of their own. Named one by one, so that a new refusal is asked what its facts are.
        case .noManifest, .manifestUnreadable, .stationNotAuthorised, .sessionOver, .clockUntrusted, .held,
            .notRecorded, .listExpired, .invalid, .voided, .refunded, .cancelled, .blocked, .revoked, .unapproved,
            .ambiguous, .unpaid, .full:
            break
        }
        self.init("sentences.\(refusal.reason.rawValue)\(variant)", values)
    }
}

extension History.FirstEntry {
    /// `Gate A (kiosk-1)`; `nil` when nothing is known.
    fileprivate func place(in plan: EventPlan?) -> String? {
        let gate = gate.map { plan?.gate($0)?.name ?? $0 }
        guard let station else { return gate }
        return gate.map { "\($0) (\(station))" } ?? station
    }
}
