internal import Messages
internal import ServiceLifecycle
internal import Tickets
internal import Web

/// Every address of the API. docs/openapi.yaml describes exactly these. See docs/decisions/023-own-route-table.md.
enum ControlRoutes {
    static let all: [Route<ControlCall>] =
        door + boxOffice + watching + place + readers + figures + journal + outbox + manifests + keys + backends
        + alerts + enrolment + operators

    private static let door: [Route<ControlCall>] = [
        Route("GET", "/v1/status") { call in
            try .json(await call.station.monitor.status())
        },
        Route("GET", "/v1/doctor") { call in
            try .json(Items(await call.station.monitor.examine()))
        },
        Route("GET", "/v1/verdicts") { call in
            let displayEvents = await call.station.displays.displayEvents(replaying: .zero, onPage: false)
            return EventFeed().run(
                heartbeat: call.heartbeat,
                [
                    { feed in
                        for await displayEvent in displayEvents.cancelOnGracefulShutdown() {
                            displayEvent.announcement.send(to: feed)
                        }
                    }
                ])
        },
        Route("POST", "/v1/check") { call in
            .verdict(try await call.station.tickets.check(call.object()))
        },
        Route("POST", "/v1/search") { call in
            try .json(await call.station.tickets.search(call.object(), by: call.administrator(nil)))
        },
        Route("POST", "/v1/admit") { call in
            .verdict(try await call.act { try await call.station.tickets.admit($0, by: $1) })
        },
        Route("POST", "/v1/confirm") { call in
            .verdict(try await call.station.tickets.confirm(call.action()))
        },
        Route("POST", "/v1/checkout") { call in
            .verdict(try await call.act { try await call.station.tickets.checkOut($0, by: $1) })
        },
        Route("POST", "/v1/walk-in") { call in
            .verdict(try await call.act { try await call.station.tickets.walkIn($0, by: $1) })
        },
        Route("POST", "/v1/checkout-all") { call in
            try .json(await call.act { try await call.station.tickets.checkOutAll($0, by: $1) })
        },
        Route("POST", "/v1/undo") { call in
            try .json(await call.act { try await call.station.tickets.undo($0, by: $1) })
        },
        Route("POST", "/v1/not-recorded") { call in
            try await call.act { try await call.station.tickets.setNotRecorded($0, by: $1) }
            return .done
        },
    ]

    private static let boxOffice: [Route<ControlCall>] = [
        Route("GET", "/v1/sales", query: ["ref"]) { call in
            try .json(
                await call.station.boxOffice.offers(
                    for: call.administrator(nil), reference: call.request.query["ref"]))
        },
        Route("POST", "/v1/sales") { call in
            try .json(await call.act { try await call.station.boxOffice.sell($0, by: $1) })
        },
        Route("POST", "/v1/sales/show") { call in
            try .json(await call.station.boxOffice.show(call.object(), by: call.administrator(nil)))
        },
        Route("POST", "/v1/sales/print") { call in
            try await call.station.boxOffice.print(call.object(), by: call.administrator(nil))
            return .done
        },
        Route("POST", "/v1/sales/refund") { call in
            try .json(await call.act { try await call.station.boxOffice.refund($0, by: $1) })
        },
    ]

    private static let watching: [Route<ControlCall>] = [
        Route("GET", "/v1/metrics") { call in
            let text = try await call.station.monitor.metrics()
            return WebResponse(contentType: MetricsText.contentType, body: .bytes(Array(text.utf8)))
        },
        Route("GET", "/v1/log-level") { call in
            try .json(await call.station.monitor.logLevel())
        },
        Route("PUT", "/v1/log-level") { call in
            try await call.station.monitor.setLogLevel(call.object())
            return .done
        },
    ]

    private static let place: [Route<ControlCall>] = [
        Route("GET", "/v1/place") { call in
            try .json(await call.station.place.current(by: call.administrator(nil)))
        },
        Route("PUT", "/v1/place") { call in
            let request: PlaceRequest = try await call.object()
            return try .json(await call.station.place.move(request, by: call.administrator(request.operator)))
        },
    ]

    private static let readers: [Route<ControlCall>] = [
        Route("GET", "/v1/cameras/picture", query: ["camera"]) { call in
            let picture = try await call.station.readers.picture(camera: call.request.query["camera"])
            return WebResponse(contentType: "image/png", body: .bytes(picture))
        },
        Route("GET", "/v1/scanners") { call in
            try .json(Items(await call.station.readers.learnedScanners()))
        },
        Route("PUT", "/v1/scanners") { call in
            try await call.station.readers.learn(call.object())
            return .done
        },
    ]

    private static let figures: [Route<ControlCall>] = [
        Route("GET", "/v1/figures", query: ["event"]) { call in
            try .json(Items(await call.station.figures.figures(event: call.request.query["event"])))
        },
        Route("GET", "/v1/report", query: ["event", "format", "language"]) { call in
            let word = try call.word("format", of: ReportFormat.allCases.map(\.rawValue))
            let format = word.flatMap(ReportFormat.init) ?? .csv
            let file = try await call.station.figures.report(
                event: call.request.query["event"], format: format,
                language: try call.word("language", of: MessageFile.languages))
            return WebResponse(contentType: format.contentType, body: .bytes(file))
        },
    ]

    private static let journal: [Route<ControlCall>] = [
        Route("GET", "/v1/journal", query: ["after", "limit"]) { call in
            let entries = try await call.station.journal.entries(
                after: call.number("after", in: 0...Int64.max) ?? 0,
                limit: Int(call.number("limit", in: 1...1000) ?? 100))
            return .jsonLines(entries)
        },
        Route("GET", "/v1/journal/export", query: ["format"]) { call in
            let word = try call.word("format", of: JournalFormat.allCases.map(\.rawValue))
            let format = word.flatMap(JournalFormat.init) ?? .jsonl
            return WebResponse(
                contentType: format.contentType, body: .stream(try await call.station.journal.export(format)))
        },
        Route("GET", "/v1/journal/head") { call in
            try .json(await call.station.journal.head())
        },
        Route("POST", "/v1/journal/verify") { call in
            try .json(await call.station.journal.verify(call.object()))
        },
        Route("POST", "/v1/journal/purge") { call in
            try .json(await call.station.journal.purge())
        },
        Route("POST", "/v1/journal/forget") { call in
            try .json(await call.station.journal.forget(call.object()))
        },
        Route("GET", "/v1/journal/used/{event}") { call in
            try .json(await call.station.journal.usedTickets(of: call.parameter))
        },
        Route("POST", "/v1/journal/readmit") { call in
            let request: ReadmitRequest = try await call.object()
            return try .json(await call.station.journal.readmit(request, by: call.administrator(request.operator)))
        },
    ]

    private static let outbox: [Route<ControlCall>] = [
        Route("GET", "/v1/outbox", query: ["state"]) { call in
            let request = OutboxRequest(
                state: try call.word("state", of: ["waiting", "acknowledged", "disputed", "refused", "parked"]))
            return try .json(Items(await call.station.journal.outbox(request)))
        },
        Route("GET", "/v1/outbox/conflicts") { call in
            try .json(await call.station.journal.conflicts())
        },
        Route("POST", "/v1/outbox/retry") { call in
            try .json(await call.station.journal.retry(call.object()))
        },
    ]

    private static let manifests: [Route<ControlCall>] = [
        Route("GET", "/v1/manifests") { call in
            try .json(Items(await call.station.lists.all()))
        },
        Route("PUT", "/v1/manifests", query: ["accept_loss"]) { call in
            let acceptsLoss = try call.word("accept_loss", of: ["true", "false"]) == "true"
            return try .json(
                await call.station.lists.install(call.request.body.pieces, acceptingLoss: acceptsLoss))
        },
        Route("GET", "/v1/offers") { call in
            try .json(Items(await call.station.lists.offers()))
        },
        Route("POST", "/v1/offers/accept") { call in
            try .json(await call.station.lists.accept(call.object()))
        },
        Route("DELETE", "/v1/manifests/{event}") { call in
            try await call.station.lists.remove(event: call.parameter)
            return .done
        },
    ]

    private static let keys: [Route<ControlCall>] = [
        Route("GET", "/v1/keys") { call in
            try .json(Items(await call.station.lists.keys()))
        },
        Route("POST", "/v1/keys") { call in
            let file = try await call.text(upTo: ControlCall.largestKeyFile, of: "the key file")
            return try .json(await call.station.lists.trust(file))
        },
        Route("DELETE", "/v1/keys/{kid}") { call in
            try .json(await call.station.lists.removeKey(id: call.parameter))
        },
    ]

    private static let backends: [Route<ControlCall>] = [
        Route("GET", "/v1/backends/{name}/check") { call in
            try .json(Items(await call.station.backends.check(call.parameter)))
        },
        Route("GET", "/v1/backends/{name}/events") { call in
            try .json(Items(await call.station.backends.events(of: call.parameter)))
        },
        Route("GET", "/v1/backends/{name}/lists", query: ["event"]) { call in
            try .json(
                Items(await call.station.backends.lists(of: call.request.query["event"] ?? "", at: call.parameter)))
        },
    ]

    private static let alerts: [Route<ControlCall>] = [
        Route("POST", "/v1/alerts/test") { call in
            try .json(Items(await call.station.alerts.testAlerts(nil)))
        },
        Route("POST", "/v1/alerts/{name}/test") { call in
            try .json(Items(await call.station.alerts.testAlerts(call.parameter)))
        },
    ]

    private static let enrolment: [Route<ControlCall>] = [
        Route("GET", "/v1/enrolment") { call in
            try .json(await call.station.enrolment.state())
        },
        Route("POST", "/v1/enrolment/open") { call in
            try .json(await call.station.enrolment.open())
        },
        Route("POST", "/v1/enrolment/accept") { call in
            try .json(await call.act { try await call.station.enrolment.accept($0, by: $1) })
        },
        Route("POST", "/v1/enrolment/refuse") { call in
            try await call.station.enrolment.refuse()
            return .done
        },
        Route("POST", "/v1/enrolment/leave") { call in
            try await call.station.enrolment.leave(call.action())
            return .done
        },
    ]

    private static let operators: [Route<ControlCall>] = [
        Route("GET", "/v1/operators") { call in
            try .json(Items(await call.station.operators.all()))
        },
        Route("POST", "/v1/operators") { call in
            try await call.station.operators.add(call.object())
            return .done
        },
        Route("DELETE", "/v1/operators/{name}") { call in
            try await call.station.operators.remove(name: call.parameter)
            return .done
        },
        Route("POST", "/v1/roster") { call in
            let line = try await call.text(upTo: ControlCall.largestRoster, of: "the roster")
            return try .json(await call.station.rosters.install(line))
        },
    ]
}

extension WebResponse {
    /// One object a line.
    fileprivate static func jsonLines(_ values: [JSONValue]) -> WebResponse {
        let text = values.map { $0.text + "\n" }.joined()
        return WebResponse(contentType: "application/jsonl", body: .bytes(Array(text.utf8)))
    }

    fileprivate static func verdict(_ report: VerdictReport) -> WebResponse {
        .json(text: report.json.text)
    }
}

extension Announcement {
    fileprivate func send(to feed: EventFeed) {
        switch self {
        case .verdict(let report): feed.send("verdict", Array(report.json.text.utf8))
        case .hint(let hint): feed.send("hint", Array(hint.json.text.utf8))
        }
    }
}

extension JournalFormat {
    fileprivate var contentType: String {
        switch self {
        case .jsonl: "application/jsonl"
        case .csv: "text/csv; charset=utf-8"
        }
    }
}
