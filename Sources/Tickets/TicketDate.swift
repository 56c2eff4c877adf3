/// The date of a ticket, as it is shown and printed.
public struct TicketDate: Hashable, Sendable {
    /// For people.
    public let name: String
    public let starts: Timestamp
    /// Both in English, in the event's zone: `Sat 12 Dec 14:20, Guided tour`.
    public let text: String

    public init(_ date: EventDate, clock: DoorClock) {
        name = date.name.withoutControls
        starts = date.starts
        text = [clock.text(of: starts), name].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension TicketDate: Codable {
    private enum CodingKeys: CodingKey {
        case name, starts, text
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        name = try members.decode(String.self, forKey: .name).withoutControls
        starts = try members.decode(Timestamp.self, forKey: .starts)
        text = try members.decode(String.self, forKey: .text).withoutControls
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(name, forKey: .name)
        try members.encode(starts, forKey: .starts)
        try members.encode(text, forKey: .text)
    }

    var json: JSONValue {
        .object([("name", .string(name)), ("starts", .string(starts.description)), ("text", .string(text))])
    }
}
