internal import Tickets

extension ControlRoute {
    static let all =
        door + watching + place + readers + figures + journal + outbox + manifests + keys + enrolment + operators

    private static let door = [
        ControlRoute("GET", "status") { call in
            try .json(await call.station.monitor.status())
        },
        ControlRoute("GET", "doctor") { call in
            try .json(Items(await call.station.monitor.examine()))
        },
        ControlRoute("GET", "verdicts") { call in
            .events(await call.station.displays.showings(replaying: .zero, onPage: false), heartbeat: call.heartbeat)
        },
        ControlRoute("POST", "check") { call in
            .verdict(try await call.station.tickets.check(call.object()))
        },
        ControlRoute("POST", "search") { call in
            try .json(await call.station.tickets.search(call.object(), by: call.administrator(nil)))
        },
        ControlRoute("POST", "admit") { call in
            .verdict(try await call.act { try await call.station.tickets.admit($0, by: $1) })
        },
        ControlRoute("POST", "checkout") { call in
            .verdict(try await call.act { try await call.station.tickets.checkOut($0, by: $1) })
        },
        ControlRoute("POST", "checkout-all") { call in
            try .json(await call.act { try await call.station.tickets.checkOutAll($0, by: $1) })
        },
        ControlRoute("POST", "undo") { call in
            try .json(await call.act { try await call.station.tickets.undo($0, by: $1) })
        },
        ControlRoute("POST", "not-recorded") { call in
            try await call.act { try await call.station.tickets.setNotRecorded($0, by: $1) }
            return .done
        },
    ]

    private static let watching = [
        ControlRoute("GET", "metrics") { call in
            let text = try await call.station.monitor.metrics()
            return ControlResponse(contentType: MetricsText.contentType, body: .bytes(Array(text.utf8)))
        },
        ControlRoute("GET", "log-level") { call in
            try .json(await call.station.monitor.logLevel())
        },
        ControlRoute("PUT", "log-level") { call in
            try await call.station.monitor.setLogLevel(call.object())
            return .done
        },
    ]

    private static let place = [
        ControlRoute("GET", "place") { call in
            try .json(await call.station.place.current(by: call.administrator(nil)))
        },
        ControlRoute("PUT", "place") { call in
            let request: PlaceRequest = try await call.object()
            return try .json(await call.station.place.move(request, by: call.administrator(request.operator)))
        },
    ]

    private static let readers = [
        ControlRoute("GET", "cameras/picture", query: ["camera"]) { call in
            let picture = try await call.station.readers.picture(camera: call.request.query["camera"])
            return ControlResponse(contentType: "image/png", body: .bytes(picture))
        },
        ControlRoute("GET", "scanners") { call in
            try .json(Items(await call.station.readers.learnedScanners()))
        },
        ControlRoute("PUT", "scanners") { call in
            try await call.station.readers.learn(call.object())
            return .done
        },
    ]

    private static let figures = [
        ControlRoute("GET", "figures", query: ["event"]) { call in
            try .json(Items(await call.station.figures.figures(event: call.request.query["event"])))
        },
        ControlRoute("GET", "report", query: ["event", "format"]) { call in
            let word = try call.word("format", of: ReportFormat.allCases.map(\.rawValue))
            let format = word.flatMap(ReportFormat.init) ?? .csv
            let file = try await call.station.figures.report(event: call.request.query["event"], format: format)
            return ControlResponse(contentType: format.contentType, body: .bytes(file))
        },
    ]

    private static let journal = [
        ControlRoute("GET", "journal", query: ["after", "limit"]) { call in
            let entries = try await call.station.journal.entries(
                after: call.number("after", in: 0...Int64.max) ?? 0,
                limit: Int(call.number("limit", in: 1...1000) ?? 100))
            return .jsonLines(entries)
        },
        ControlRoute("GET", "journal/export", query: ["format"]) { call in
            let word = try call.word("format", of: JournalFormat.allCases.map(\.rawValue))
            let format = word.flatMap(JournalFormat.init) ?? .jsonl
            let text = CarriedIterator(try await call.station.journal.export(format).makeAsyncIterator())
            return ControlResponse(
                contentType: format.contentType,
                body: .stream(AsyncThrowingStream { try await text.next().map { Array($0.utf8) } }))
        },
        ControlRoute("GET", "journal/head") { call in
            try .json(await call.station.journal.head())
        },
        ControlRoute("POST", "journal/verify") { call in
            try .json(await call.station.journal.verify(call.object()))
        },
        ControlRoute("POST", "journal/purge") { call in
            try .json(await call.station.journal.purge())
        },
    ]

    private static let outbox = [
        ControlRoute("GET", "outbox", query: ["state"]) { call in
            let request = OutboxRequest(
                state: try call.word("state", of: ["waiting", "acknowledged", "refused", "parked"]))
            return try .json(Items(await call.station.journal.outbox(request)))
        },
        ControlRoute("GET", "outbox/conflicts") { call in
            try .json(await call.station.journal.conflicts())
        },
        ControlRoute("POST", "outbox/retry") { call in
            try .json(await call.station.journal.retry(call.object()))
        },
    ]

    private static let manifests = [
        ControlRoute("GET", "manifests") { call in
            try .json(Items(await call.station.lists.all()))
        },
        ControlRoute("PUT", "manifests", query: ["accept_loss"]) { call in
            let acceptsLoss = try call.word("accept_loss", of: ["true", "false"]) == "true"
            return try .json(
                await call.station.lists.install(call.request.body.pieces, acceptingLoss: acceptsLoss))
        },
        ControlRoute("GET", "offers") { call in
            try .json(Items(await call.station.lists.offers()))
        },
        ControlRoute("POST", "offers/accept") { call in
            try .json(await call.station.lists.accept(call.object()))
        },
        ControlRoute("DELETE", "manifests/{event}") { call in
            try await call.station.lists.remove(event: call.parameter)
            return .done
        },
    ]

    private static let keys = [
        ControlRoute("GET", "keys") { call in
            try .json(Items(await call.station.lists.keys()))
        },
        ControlRoute("POST", "keys") { call in
            let file = try await call.request.body.collected(upTo: ControlCall.largestKeyFile)
            guard let text = String(validating: file, as: UTF8.self) else {
                throw ControlError(.unreadable, "read", "the key file", "it is not text in UTF-8")
            }
            return try .json(await call.station.lists.trust(text))
        },
        ControlRoute("DELETE", "keys/{kid}") { call in
            try .json(await call.station.lists.removeKey(id: call.parameter))
        },
    ]

    private static let enrolment = [
        ControlRoute("GET", "enrolment") { call in
            try .json(await call.station.enrolment.state())
        },
        ControlRoute("POST", "enrolment/open") { call in
            try .json(await call.station.enrolment.open())
        },
        ControlRoute("POST", "enrolment/accept") { call in
            try .json(await call.act { try await call.station.enrolment.accept($0, by: $1) })
        },
        ControlRoute("POST", "enrolment/refuse") { call in
            try await call.station.enrolment.refuse()
            return .done
        },
        ControlRoute("POST", "enrolment/leave") { call in
            try await call.station.enrolment.leave(call.action())
            return .done
        },
    ]

    private static let operators = [
        ControlRoute("GET", "operators") { call in
            try .json(Items(await call.station.operators.all()))
        },
        ControlRoute("POST", "operators") { call in
            try await call.station.operators.add(call.object())
            return .done
        },
        ControlRoute("DELETE", "operators/{name}") { call in
            try await call.station.operators.remove(name: call.parameter)
            return .done
        },
    ]
}

extension ControlResponse {
    static func json(text: String) -> ControlResponse {
        ControlResponse(contentType: "application/json", body: .bytes(Array(text.utf8)))
    }

    /// One object a line.
    fileprivate static func jsonLines(_ values: [JSONValue]) -> ControlResponse {
        let text = values.map { $0.text + "\n" }.joined()
        return ControlResponse(contentType: "application/jsonl", body: .bytes(Array(text.utf8)))
    }

    fileprivate static func json(_ value: some Encodable) throws -> ControlResponse {
        ControlResponse(contentType: "application/json", body: .bytes(try ControlJSON.encode(value)))
    }

    fileprivate static func verdict(_ report: VerdictReport) -> ControlResponse {
        .json(text: report.json.text)
    }

    /// Nothing to say but that it is done.
    fileprivate static let done = ControlResponse.json(text: "{}")
}

extension JournalFormat {
    fileprivate var contentType: String {
        switch self {
        case .jsonl: "application/jsonl"
        case .csv: "text/csv; charset=utf-8"
        }
    }
}
