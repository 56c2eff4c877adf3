/// One event of a stream of server-sent events.
public struct ServerSentEvent: Hashable, Sendable {
    /// `message` when the stream gives no name.
    public let name: String
    /// Lines separated by line feeds; may be empty.
    public let data: String
    /// The last id that the stream gave, with this event or an earlier one.
    public let id: String?

    public init(name: String, data: String, id: String? = nil) {
        self.name = name
        self.data = data
        self.id = id
    }
}

/// Parses a stream of server-sent events as its bytes come, cut anywhere
/// (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream).
public struct ServerSentEvents: Sendable {
    private var line: [UInt8] = []
    /// A line feed that comes next belongs to the carriage return before it.
    private var endsWithReturn = false
    private var isFirstLine = true
    private var name = ""
    private var data = ""
    private var id: String?

    /// How long to wait before connecting again, if the stream said so.
    public private(set) var retry: Duration?

    /// At the beginning of a stream.
    public init() {}

    /// Takes the next bytes and returns the events that they complete. An event is complete only after an empty line.
    public mutating func receive(_ bytes: some Sequence<UInt8>) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            defer { endsWithReturn = byte == UInt8(ascii: "\r") }
            switch byte {
            case UInt8(ascii: "\n") where endsWithReturn: break
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): if let event = endLine() { events.append(event) }
            default: line.append(byte)
            }
        }
        return events
    }

    private mutating func endLine() -> ServerSentEvent? {
        var text = String(decoding: line, as: UTF8.self)
        line.removeAll(keepingCapacity: true)
        if isFirstLine, text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        isFirstLine = false
        guard !text.isEmpty else { return dispatch() }
        let parts = text.unicodeScalars.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        var value = parts.dropFirst().first ?? parts[0].suffix(0)
        if value.first == " " { value.removeFirst() }
        set(String(parts[0]), String(value))
        return nil
    }

    /// A comment is a field without a name. Fields with unknown names are ignored.
    private mutating func set(_ field: String, _ value: String) {
        switch field {
        case "event": name = value
        case "data": data += value + "\n"
        case "id" where !value.unicodeScalars.contains("\0"): id = value
        case "retry" where !value.isEmpty && value.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains):
            retry = Int64(value).map { .milliseconds($0) }
        default: break
        }
    }

    private mutating func dispatch() -> ServerSentEvent? {
        defer { (name, data) = ("", "") }
        guard !data.isEmpty else { return nil }
        // Every line of data ends in a line feed; the last one is not part of the data.
        return ServerSentEvent(name: name.isEmpty ? "message" : name, data: String(data.dropLast()), id: id)
    }
}
