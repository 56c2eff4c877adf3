internal import Tickets

/// What is sent to pretix about a check-in: one API request, made from the check-in alone.
struct PretixMessage: Hashable, Sendable {
    enum Purpose: Hashable, Sendable {
        /// Somebody passed, whether pretix agrees or not.
        case passage
        /// Somebody was refused.
        case refusal
        /// Undoes a passage.
        case annulment
    }

    let purpose: Purpose
    /// Relative to the organizer.
    let path: String
    let body: JSONValue

    /// The same passage as pretix would decide it: to learn whether it would have refused it. `nil` where staff have decided
    /// against the rules, which pretix need not say again.
    let unforced: JSONValue?
    /// The same entry with the medium that the guest got, for ``exchangePath``: as pretix would decide it, then forced.
    /// Empty without a medium, and without the ticket's code, to which alone pretix links one.
    let exchanges: [JSONValue]
    /// The medium that the guest got, and pretix's number of the ticket, where the list says it.
    let medium: PretixMedium?
    let position: Int64?
    /// A medium was handed out that cannot be linked.
    let leavesMedium: Bool
    static let exchangePath = "checkinrpc/redeem/"
    /// Ids of the questions with an answer in it.
    let answered: Set<String>

    /// Thrown for a check-in that cannot be sent, with the answer that it gets instead.
    struct UnsupportedCheckIn: Error, Hashable {
        let answer: ServerAnswer
    }

    /// - Parameter settings: of the backend, for the server's ids.
    init(_ outgoing: OutgoingCheckIn, settings: BackendSettings) throws(UnsupportedCheckIn) {
        let checkIn = outgoing.checkIn
        guard !outgoing.isUnknownToServers else { throw UnsupportedCheckIn(answer: .accepted) }
        let medium = PretixMedium(outgoing.answers)
        answered = Set(outgoing.answers.filter { !$0.value.isEmpty }.keys)
        guard checkIn.undoes != nil || checkIn.verdict.reason == nil || checkIn.list != nil else {
            // Decided without an admission list: pretix stores a refusal only with one.
            throw UnsupportedCheckIn(answer: .accepted)
        }
        let list = try Self.list(of: checkIn, settings: settings)
        let time = JSONValue.string(Self.time(of: outgoing).description)
        guard checkIn.undoes == nil else {
            purpose = .annulment
            unforced = nil
            (exchanges, leavesMedium, self.medium, position) = ([], false, nil, nil)
            path = "checkinrpc/annul/"
            body = .object([
                ("lists", .array([.integer(list)])), ("nonce", .init(checkIn.undoes)), ("datetime", time),
                ("error_explanation", .init(checkIn.note)),
            ])
            return
        }
        let type = JSONValue.string(checkIn.direction == .out ? "exit" : "entry")
        self.medium = medium
        let position = checkIn.reference.flatMap(PretixReference.init)?.position
        self.position = position
        var members = [("nonce", JSONValue.string(checkIn.id)), ("datetime", time), ("type", type)]
        let scanned = outgoing.code.map { code in
            [
                ("lists", JSONValue.array([.integer(list)])), ("secret", .string(code)),
                ("source_type", .string("barcode")),
            ]
        }
        var exchange: [(String, JSONValue)]?
        if checkIn.verdict.reason != nil {
            guard let code = position.map({ "position \($0)" }) ?? outgoing.code else {
                throw UnsupportedCheckIn(answer: .accepted)
            }
            purpose = .refusal
            path = try Self.event(of: outgoing).path("checkinlists/\(list)/failed_checkins/")
            members += [
                ("error_reason", .string(checkIn.verdict.pretixWord)), ("raw_barcode", .string(code)),
                ("position", .init(position)),
            ]
        } else {
            purpose = .passage
            let answers = outgoing.answers.filter { answer in
                // An empty one would erase what pretix has.
                !answer.value.isEmpty && !answer.key.hasPrefix(PretixMedium.prefix)
            }.sorted { $0.key < $1.key }
                .map { ($0.key, JSONValue.string($0.value)) }
            // Else pretix would ask what nobody was asked here.
            members += [("questions_supported", .bool(!answers.isEmpty))]
            if !answers.isEmpty { members.append(("answers", .object(answers.map { (name: $0.0, value: $0.1) }))) }
            if let medium, let scanned {
                exchange =
                    members + scanned + [
                        ("exchange_medium_type", .string(medium.type)),
                        ("exchange_medium_identifier", .string(medium.identifier)),
                    ]
            }
            if let position {
                // The newer call takes only codes; this one takes the position's number, so that no code has to be
                // stored.
                path = try Self.event(of: outgoing).path("checkinlists/\(list)/positions/\(position)/redeem/")
                members.append(("canceled_supported", .bool(true)))
            } else if let scanned {
                path = Self.exchangePath
                members += scanned
            } else {
                throw UnsupportedCheckIn(
                    answer: .rejected(reason: "pretix accepts check-ins only for tickets that it sold"))
            }
        }
        func object(_ members: [(String, JSONValue)]) -> JSONValue {
            .object(members.map { (name: $0.0, value: $0.1) })
        }
        leavesMedium = medium != nil && exchange == nil
        guard purpose == .passage else {
            (body, unforced, exchanges) = (object(members), nil, [])
            return
        }
        let forced = [("force", JSONValue.bool(true))]
        // Where the list lets staff admit unpaid tickets, they were asked here.
        let decided = [("force", JSONValue.bool(false)), ("ignore_unpaid", .bool(true))]
        let isDecided = checkIn.verdict == .admitted && checkIn.kind != .override
        body = object(members + forced)
        unforced = isDecided ? object(members + decided) : nil
        exchanges = exchange.map { [object($0 + decided), object($0 + forced)] } ?? []
    }

    private static func list(of checkIn: CheckIn, settings: BackendSettings) throws(UnsupportedCheckIn) -> Int64 {
        guard let slug = checkIn.list, let list = Int64(settings.lists[slug] ?? slug) else {
            throw UnsupportedCheckIn(
                answer: .rejected(
                    reason: "the configuration does not say which check-in list of pretix "
                        + "\(checkIn.list ?? "no list") is: name it under lists"))
        }
        return list
    }

    private static func event(of outgoing: OutgoingCheckIn) throws(UnsupportedCheckIn) -> PretixEventName {
        guard let name = (outgoing.serverEvent ?? outgoing.checkIn.event).flatMap(PretixEventName.init) else {
            throw UnsupportedCheckIn(
                answer: .rejected(
                    reason: "its event id is not one that pretix can have: name the event of pretix under events"))
        }
        return name
    }

    /// pretix accepts any time.
    private static func time(of outgoing: OutgoingCheckIn) -> Timestamp {
        guard let offset = outgoing.clockOffset,
            abs(offset.wholeMilliseconds) > OutgoingCheckIn.largestOffset.wholeMilliseconds
        else { return outgoing.checkIn.at }
        return outgoing.checkIn.at - offset
    }
}
