internal import Foundation

/// What the station shows about one presentation of a code: the JSON object that it prints, streams and answers with.
///
/// It holds no ticket code, and no text in it holds control characters.
/// See docs/decisions/003-verdict-line-optional-keys.md.
public struct VerdictReport: Hashable, Sendable {
    /// Number of the journal's entry; `nil` when nothing was journalled.
    public var sequence: Int64?
    /// In JSON two members: `verdict` and `reason`.
    public let verdict: Verdict
    /// Id of the event.
    public let event: String?
    /// Slug of the admission list.
    public let list: String?
    /// Slug of the gate.
    public let gate: String?
    /// The backend's own id of the line.
    public let reference: String?
    /// ``TicketLine/number``; `nil` when no line was found.
    public let line: Int?
    /// Name of the ticket type; `nil` without the permission `basicAttendee`.
    public let type: String?
    /// The name on the ticket; `nil` when it is not known, or the station may not show it.
    public let holder: String?
    /// `nil` without the permission `basicAttendee`.
    public let seat: String?
    /// What the ticket is for, in a series; `nil` without the permission `basicAttendee`.
    public let date: TicketDate?
    /// What a steward must do for whoever comes in: the ticket's own text and that of its type, joined by `; `. Only for whom
    /// the rules let in, or would after an answer: nobody else gets a wristband.
    public let attention: String?
    /// Who comes in must be born on this day or before: `2008-12-05`. Only for whom the rules let in or would, with a type
    /// that has an age limit.
    public let bornBy: String?
    /// What the list has about the holder besides the name, such as a diet; `nil` as for ``holder``.
    public let notes: String?
    /// What staff must confirm before somebody is let in, as ``DoorQuestion/word``; only with the reason `questions`.
    public let questions: [String]
    /// What the guest has to be asked; only with `answers` among the ``questions``.
    public let toAnswer: [CheckInQuestion]
    /// Names the question in a confirmation; `nil` when nothing is asked, or it was only a look.
    public var ask: Int64?
    /// The ``ask`` of the earlier report that this one answers.
    public var answers: Int64?
    /// The ``ask`` of an earlier report that stays open: what was shown is not the wristband or card that its guest is to get.
    public var pending: Int64?
    /// The ``sequence`` of the earlier report of the same group, of whom more were let in now.
    public var continues: Int64?
    /// Which condition of the list's rule is not met, as ``RuleRefusal/Condition/word``; only with the reason `rules`.
    public let rule: String?
    /// When the rule lets this ticket in if nothing else happens; `nil` when that is not known.
    public let nextEntry: Timestamp?
    /// Who counted; only where somebody was refused by a limit that is about people or entries.
    public var countedBy: CountBasis?
    /// How the rule of the list came out, condition by condition; only for who asked for it.
    public var explanation: [String] = []
    /// `look` when nothing was to be recorded.
    public let direction: Direction
    /// Which of the people on the line this is, from 1, the last where several pass together; only when the rules let somebody in.
    public let entry: Int?
    /// How many people the line is for; `nil` without the permission `basicAttendee`.
    public let admits: Int?
    /// When it was decided, by the station's clock.
    public let at: Timestamp
    /// What read the code; `manual` for what staff did.
    public let how: CheckIn.How
    /// The first entry; only with the reason `alreadyScanned`.
    public let first: History.FirstEntry?
    /// The same presentation again: it is shown again, and not recorded again.
    public var isRepeat: Bool
    /// What happened, in one English sentence without a full stop.
    public let message: String
    /// A check-out of somebody whose entry is not known.
    public let isUnmatched: Bool
    /// It is in memory only: the disk takes no writes, and a supervisor has allowed the station to go on.
    public let isUnrecorded: Bool
    /// ``message`` as key and values, to be said in another language; `nil` where a report from JSON lacks it.
    public let sentence: Sentence?
    /// Name of the event's time zone, for the times in ``sentence``; `nil` without an event.
    public let timeZone: String?
    /// What its clocks show around the times in ``sentence``; empty when the station does not know the zone.
    public let utcOffsets: [UTCOffset]
    /// Colour of the ticket's type: `#9333ea`. Not in the JSON object.
    public let typeColor: String?
    /// From the frame or the last key to the commit, in whole microseconds; `nil` when it was not measured. In JSON:
    /// `elapsed_ms`, with up to three decimals.
    public var elapsed: Duration? {
        didSet { elapsed = elapsed?.inWholeMicroseconds }
    }

    /// - Parameters:
    ///   - plan: the event at this gate, if there is one.
    ///   - holder: the name on the ticket, when the station may show it.
    ///   - notes: what the list has about the holder, likewise.
    ///   - permissions: of the station; without `basicAttendee` the report has no type, seat or entry. What a steward
    ///     must do for the ticket is always in it.
    ///   - people: how many pass together.
    ///   - text: writes the sentence in English.
    public init(
        _ decision: Decision, sequence: Int64?, plan: EventPlan?, gate: Gate?, holder: String? = nil,
        notes: String? = nil,
        permissions: Set<Permission> = Set(Permission.allCases), direction: Direction, people: Int = 1,
        at time: Timestamp, how: CheckIn.How, isRepeat: Bool = false, isUnrecorded: Bool = false,
        elapsed: Duration? = nil, text: (Sentence) -> String
    ) {
        let showsBasics = permissions.contains(.basicAttendee)
        let basics = showsBasics ? decision.line : nil
        let (asked, count) = (decision.questions, decision.entry)
        let comesIn = decision.verdict == .admitted || !asked.isEmpty
        let attentions = comesIn ? [decision.line?.attention, decision.line?.type.attention].compactMap { $0 } : []
        let sentence = Sentence(
            decision, plan: plan, direction: direction, people: people, showsType: showsBasics)
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
        let clock = DoorClock(zone: plan?.event.timeZone, now: time)
        date = basics?.date.map { TicketDate($0, clock: clock) }
        attention = attentions.isEmpty ? nil : attentions.joined(separator: "; ").withoutControls
        self.notes = notes?.withoutControls
        questions = asked.words
        toAnswer = plan?.questions.filter { asked.contains(.answer($0)) } ?? []
        let age = comesIn ? decision.line?.type.minimumAge : nil
        bornBy = age.map { clock.lastBirthday(ofAge: $0) }
        rule = decision.refusal?.rule?.condition.word
        nextEntry = decision.refusal?.rule?.next
        self.direction = direction
        admits = basics?.admits
        entry = basics.flatMap { line in count.map { min($0 + people - 1, line.admits) } }
        at = time
        self.how = how
        first = decision.refusal?.first?.withoutControls
        self.isRepeat = isRepeat
        self.sentence = sentence
        timeZone = plan?.event.timeZone.name.withoutControls
        utcOffsets = plan?.event.utcOffsets(at: time) ?? []
        message = text(sentence).withoutControls
        isUnmatched = decision.isUnmatched
        self.isUnrecorded = isUnrecorded
        self.elapsed = elapsed?.inWholeMicroseconds
    }
}

extension VerdictReport {
    /// The event's; `nil` without an event.
    public var zone: Zone? { timeZone.map { Zone(name: $0, offsets: utcOffsets) } }
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
        case date
        case attention
        case bornBy = "born_by"
        case notes
        case questions
        case toAnswer = "to_answer"
        case ask
        case answers
        case pending
        case continues
        case rule
        case nextEntry = "next_entry"
        case countedBy = "counted_by"
        case explanation
        case direction
        case entry
        case admits
        case at
        case how
        case first
        case isRepeat = "repeat"
        case message
        case sentence
        case timeZone = "time_zone"
        case utcOffsets = "utc_offsets"
        case isUnmatched = "unmatched"
        case isUnrecorded = "unrecorded"
        case elapsedMilliseconds = "elapsed_ms"
    }

    /// The members in their fixed order; those that this type has no `null` for are left out where they say nothing.
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
        if let sentence { members.append((.sentence, sentence.json)) }
        if let timeZone {
            members += [(.timeZone, .string(timeZone)), (.utcOffsets, .array(utcOffsets.map(\.json)))]
        }
        if let date { members.append((.date, date.json)) }
        if let notes { members.append((.notes, .string(notes))) }
        if let bornBy { members.append((.bornBy, .string(bornBy))) }
        if !questions.isEmpty {
            members.append((.questions, .array(questions.map(JSONValue.string))))
        }
        if !toAnswer.isEmpty { members.append((.toAnswer, .array(toAnswer.map(\.json)))) }
        if let ask { members.append((.ask, .integer(ask))) }
        if let answers { members.append((.answers, .integer(answers))) }
        if let pending { members.append((.pending, .integer(pending))) }
        if let continues { members.append((.continues, .integer(continues))) }
        if let rule { members.append((.rule, .string(rule))) }
        if let nextEntry { members.append((.nextEntry, .string(nextEntry.description))) }
        if let countedBy { members.append((.countedBy, .string(countedBy.rawValue))) }
        if !explanation.isEmpty { members.append((.explanation, .array(explanation.map(JSONValue.string)))) }
        if isUnmatched { members.append((.isUnmatched, .bool(true))) }
        if isUnrecorded { members.append((.isUnrecorded, .bool(true))) }
        if let elapsed { members.append((.elapsedMilliseconds, .thousandths(elapsed.wholeMicroseconds))) }
        return .object(members.map { (name: $0.rawValue, value: $1) })
    }

    /// Reads a verdict line.
    /// - Throws: `DecodingError`, also when verdict and reason do not go together.
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
        date = try members.decodeIfPresent(TicketDate.self, forKey: .date)
        attention = try text(.attention)
        bornBy = try text(.bornBy)
        questions = try members.decodeIfPresent([String].self, forKey: .questions) ?? []
        notes = try text(.notes)
        toAnswer = try members.decodeIfPresent([CheckInQuestion].self, forKey: .toAnswer) ?? []
        ask = try members.decodeIfPresent(Int64.self, forKey: .ask)
        answers = try members.decodeIfPresent(Int64.self, forKey: .answers)
        pending = try members.decodeIfPresent(Int64.self, forKey: .pending)
        continues = try members.decodeIfPresent(Int64.self, forKey: .continues)
        rule = try text(.rule)
        nextEntry = try members.decodeIfPresent(Timestamp.self, forKey: .nextEntry)
        countedBy = try members.decodeIfPresent(CountBasis.self, forKey: .countedBy)
        explanation = try members.decodeIfPresent([String].self, forKey: .explanation)?.map(\.withoutControls) ?? []
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
        sentence = try members.decodeIfPresent(Sentence.self, forKey: .sentence)
        timeZone = try text(.timeZone)
        utcOffsets = try members.decodeIfPresent([UTCOffset].self, forKey: .utcOffsets) ?? []
        typeColor = nil
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
