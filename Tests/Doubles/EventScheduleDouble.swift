internal import Foundation
internal import Synchronization
public import Tickets

/// An EventSchedule server: the documented interface, or one of the two dialects.
public final class EventScheduleDouble: ServerDouble {
    public enum Dialect: Sendable, CaseIterable {
        case documented, upstream, planify
    }

    public typealias Object = [String: JSONValue]

    public struct State: Sendable {
        public var events: [Object] = []
        public var tickets: [Object] = []
        public var sales: [Object] = []
        public var schedules: [Object] = []
        /// Accepted check-ins in their order, as the list has them; scans in the dialect Planify.
        public var checkIns: [Object] = []
        /// What the discovery page says beside its usual members; `null` takes one away.
        public var announcements: Object = [:]
        public var envelope = Envelope.nested
        /// What the branding endpoint says, and the picture at `/logo.png`.
        public var branding: Object = [:]
        public var logo: (type: String, bytes: [UInt8])?
        /// The most items of a page, whatever is asked.
        public var pageSize = 100
        /// The fork's calendar: a scan on another day than the event's is refused. `nil`: always the right day.
        public var today: String?
        /// The documented interface ignores `since`, which its page does not name.
        public var knowsSince = true
        /// Answers these numbers of GET requests with 429 or 503, counted from 1.
        public var busyAt: [Int: Int] = [:]
        var getCount = 0
        /// Claims more pages than there are, for ever.
        public var isEndless = false
        /// How answers of paths that begin so are spoiled.
        public var hostility: (path: String, Hostility)?
        public fileprivate(set) var requests: [DoubleRequest] = []
        var answered: [String: JSONValue] = [:]

        public init() {}
    }

    public enum Envelope: Sendable, CaseIterable {
        /// `meta.pagination`
        case nested
        /// Laravel's `meta`
        case flat
        case withoutMeta
        case bare
    }

    public let dialect: Dialect
    public let key: String
    let state: Mutex<State>

    public init(_ dialect: Dialect = .documented, key: String = "0123456789abcdef0123456789abcdef") {
        self.dialect = dialect
        self.key = key
        state = Mutex(State())
    }

    public func change(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
    }

    public var now: State { state.withLock { $0 } }

    public func answer(_ request: DoubleRequest) async -> DoubleAnswer {
        state.withLock { state in
            state.requests.append(request)
            let honest = honestAnswer(request, &state)
            guard let (path, hostility) = state.hostility, request.path.hasPrefix(path) else { return honest }
            return hostility.spoil(honest, path: request.path)
        }
    }

    private func honestAnswer(_ request: DoubleRequest, _ state: inout State) -> DoubleAnswer {
        if request.path.hasPrefix("/.well-known/") || request.path == "/api/openapi.json" {
            return discovery(request, state)
        }
        if request.path == "/logo.png", let logo = state.logo {
            return DoubleAnswer(headers: ["content-type": logo.type], body: .bytes(logo.bytes))
        }
        guard request.path.hasPrefix("/api/") else { return .page404 }
        guard request.headers["x-api-key"] == key else { return .error(401, "Unauthorized") }
        if request.method == "GET" {
            state.getCount += 1
            if let status = state.busyAt[state.getCount] { return .error(status, "Try again later") }
        }
        switch dialect {
        case .documented: return documented(request, &state)
        case .upstream: return upstream(request, state)
        case .planify: return planify(request, &state)
        }
    }

    private func discovery(_ request: DoubleRequest, _ state: State) -> DoubleAnswer {
        let address = "http://" + (request.headers["host"] ?? "")
        let page: (path: String, members: Object) =
            switch dialect {
            case .documented:
                (
                    "/.well-known/eventschedule.json",
                    [
                        "api_base_url": .string(address + "/api"), "branding_endpoint": "/api/meta/branding",
                        "features": .object([("events", .bool(true)), ("scanning", .bool(true))]),
                        "versions": .object([("api", "1.0"), ("backend", "2.0")]), "min_app_version": "1.0.0",
                    ]
                )
            case .planify:
                (
                    "/.well-known/planify.json",
                    ["apiBaseURL": .string(address + "/api"), "features": .array(["branding"])]
                )
            case .upstream: ("/.well-known/agents.json", ["name": "Event Schedule API"])
            }
        guard request.path == page.path else { return .page404 }
        return DoubleAnswer(json: page.members.merging(state.announcements) { $1 }.filter { $1 != .null }.json)
    }

    // MARK: - Lists

    /// - Parameter items: all of them, in their order.
    static func list(_ items: [Object], _ request: DoubleRequest, _ state: State) -> DoubleAnswer {
        let size = min(request.query["per_page"].flatMap { Int($0) } ?? 100, state.pageSize)
        let page = request.query["page"].flatMap { Int($0) } ?? 1
        let last = max(1, (items.count + size - 1) / size)
        let start = state.isEndless ? (page - 1) * size % max(1, items.count) : (page - 1) * size
        let data = JSONValue.array(items.dropFirst(start).prefix(size).map(\.json))
        let meta = JSONValue.object([
            ("current_page", .integer(Int64(page))),
            ("last_page", .integer(Int64(state.isEndless ? page + 1 : last))),
            ("per_page", .integer(Int64(size))), ("total", .integer(Int64(items.count))),
        ])
        return switch state.envelope {
        case .nested: DoubleAnswer(json: .object([("data", data), ("meta", .object([("pagination", meta)]))]))
        case .flat: DoubleAnswer(json: .object([("data", data), ("meta", meta)]))
        case .withoutMeta: DoubleAnswer(json: .object([("data", data)]))
        case .bare: DoubleAnswer(json: data)
        }
    }

    static func items(_ items: [Object], of request: DoubleRequest) -> [Object] {
        guard let event = request.query["event_id"] else { return items }
        return items.filter { $0.text("event_id") == event }
    }

    /// A single object, bare or as `data`.
    static func single(_ name: String, in items: [Object], _ request: DoubleRequest, isBare: Bool) -> DoubleAnswer {
        let id = request.path.split(separator: "/").last.map(String.init)
        guard let found = items.first(where: { $0.text("id") == id }) else { return .error(404, "\(name) not found") }
        return DoubleAnswer(json: isBare ? found.json : .object([("data", found.json)]))
    }
}

extension DoubleAnswer {
    static func error(_ status: Int, _ words: String) -> DoubleAnswer {
        DoubleAnswer(status, json: .object([("error", .string(words))]))
    }

    /// What web servers say of pages they do not have.
    static var page404: DoubleAnswer {
        DoubleAnswer(404, headers: ["Content-Type": "text/html"], body: .bytes(Array("<h1>Not Found</h1>".utf8)))
    }
}

extension JSONValue: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) {
        self = .string(text)
    }
}

extension EventScheduleDouble.Object {
    var json: JSONValue {
        .object(sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) })
    }

    /// A text or a number as a text.
    public func text(_ name: String) -> String? {
        switch self[name] {
        case .string(let text): text
        case .integer(let number): String(number)
        default: nil
        }
    }
}
