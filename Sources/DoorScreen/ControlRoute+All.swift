internal import Tickets

extension ControlRoute {
    static let all =
        door + watching + place + readers + figures + journal + outbox + manifests + keys + enrolment + operators

    private static let door = [
        ControlRoute("GET", "status") { call in
            try .json(await call.station.status())
        },
        ControlRoute("GET", "doctor") { call in
            try .json(Items(await call.station.examine()))
        },
        ControlRoute("GET", "verdicts") { call in
            .events(await call.station.showings(replaying: .zero, onPage: false), heartbeat: call.heartbeat)
        },
        ControlRoute("POST", "check") { call in
            .verdict(try await call.station.check(call.object()))
        },
        ControlRoute("POST", "search") { call in
            try .json(await call.station.search(call.object()))
        },
        ControlRoute("POST", "admit") { call in
            .verdict(try await call.station.admit(call.action()))
        },
        ControlRoute("POST", "checkout") { call in
            .verdict(try await call.station.checkOut(call.action()))
        },
        ControlRoute("POST", "checkout-all") { call in
            try .json(await call.station.checkOutAll(call.action()))
        },
        ControlRoute("POST", "undo") { call in
            try .json(await call.station.undo(call.action()))
        },
        ControlRoute("POST", "not-recorded") { call in
            try await call.station.setNotRecorded(call.action())
            return .done
        },
    ]

    private static let watching = [
        ControlRoute("GET", "metrics") { call in
            let text = try await call.station.metrics()
            return ControlResponse(contentType: MetricsText.contentType, body: .bytes(Array(text.utf8)))
        },
        ControlRoute("GET", "log-level") { call in
            try .json(await call.station.logLevel())
        },
        ControlRoute("PUT", "log-level") { call in
            try await call.station.setLogLevel(call.object())
            return .done
        },
    ]

    private static let place = [
        ControlRoute("GET", "place") { call in
            try .json(await call.station.place(by: call.administrator(nil)))
        },
        ControlRoute("PUT", "place") { call in
            let request: PlaceRequest = try await call.object()
            return try .json(await call.station.move(request, by: call.administrator(request.operator)))
        },
    ]

    private static let readers = [
        ControlRoute("GET", "cameras/picture", query: ["camera"]) { call in
            let picture = try await call.station.cameraPicture(camera: call.request.query["camera"])
            return ControlResponse(contentType: "image/png", body: .bytes(picture))
        },
        ControlRoute("GET", "scanners") { call in
            try .json(Items(await call.station.learnedScanners()))
        },
        ControlRoute("PUT", "scanners") { call in
            try await call.station.learnScanner(call.object())
            return .done
        },
    ]

    private static let figures = [
        ControlRoute("GET", "figures", query: ["event"]) { call in
            try .json(Items(await call.station.figures(event: call.request.query["event"])))
        },
        ControlRoute("GET", "report", query: ["event", "format"]) { call in
            let word = try call.word("format", of: ReportFormat.allCases.map(\.rawValue))
            let format = word.flatMap(ReportFormat.init) ?? .csv
            let file = try await call.station.report(event: call.request.query["event"], format: format)
            return ControlResponse(contentType: format.contentType, body: .bytes(file))
        },
    ]

    private static let journal = [
        ControlRoute("GET", "journal", query: ["after", "limit"]) { call in
            let entries = try await call.station.journalEntries(
                after: call.number("after", in: 0...Int64.max) ?? 0,
                limit: Int(call.number("limit", in: 1...1000) ?? 100))
            return .jsonLines(entries)
        },
        ControlRoute("GET", "journal/export", query: ["format"]) { call in
            let word = try call.word("format", of: JournalFormat.allCases.map(\.rawValue))
            let format = word.flatMap(JournalFormat.init) ?? .jsonl
            let text = CarriedIterator(try await call.station.exportJournal(format).makeAsyncIterator())
            return ControlResponse(
                contentType: format.contentType,
                body: .stream(AsyncThrowingStream { try await text.next().map { Array($0.utf8) } }))
        },
        ControlRoute("GET", "journal/head") { call in
            try .json(await call.station.journalHead())
        },
        ControlRoute("POST", "journal/verify") { call in
            try .json(await call.station.verifyJournal(call.object()))
        },
        ControlRoute("POST", "journal/purge") { call in
            try .json(await call.station.purgeJournal())
        },
    ]

    private static let outbox = [
        ControlRoute("GET", "outbox", query: ["state"]) { call in
            let request = OutboxRequest(
                state: try call.word("state", of: ["waiting", "acknowledged", "refused", "parked"]))
            return try .json(Items(await call.station.outbox(request)))
        },
        ControlRoute("GET", "outbox/conflicts") { call in
            try .json(await call.station.conflicts())
        },
        ControlRoute("POST", "outbox/retry") { call in
            try .json(await call.station.retryOutbox(call.object()))
        },
    ]

    private static let manifests = [
        ControlRoute("GET", "manifests") { call in
            try .json(Items(await call.station.manifests()))
        },
        ControlRoute("PUT", "manifests", query: ["accept_loss"]) { call in
            let acceptsLoss = try call.word("accept_loss", of: ["true", "false"]) == "true"
            return try .json(
                await call.station.installManifest(call.request.body.pieces, acceptingLoss: acceptsLoss))
        },
        ControlRoute("GET", "offers") { call in
            try .json(Items(await call.station.listOffers()))
        },
        ControlRoute("POST", "offers/accept") { call in
            try .json(await call.station.acceptList(call.object()))
        },
        ControlRoute("DELETE", "manifests/{event}") { call in
            try await call.station.removeManifest(event: call.parameter)
            return .done
        },
    ]

    private static let keys = [
        ControlRoute("GET", "keys") { call in
            try .json(Items(await call.station.trustedKeys()))
        },
        ControlRoute("POST", "keys") { call in
            let file = try await call.request.body.collected(upTo: ControlCall.largestKeyFile)
            guard let text = String(validating: file, as: UTF8.self) else {
                throw ControlError(.unreadable, "read", "the key file", "it is not text in UTF-8")
            }
            return try .json(await call.station.trustKey(text))
        },
        ControlRoute("DELETE", "keys/{kid}") { call in
            try .json(await call.station.removeKey(id: call.parameter))
        },
    ]

    private static let enrolment = [
        ControlRoute("GET", "enrolment") { call in
            try .json(await call.station.enrolmentState())
        },
        ControlRoute("POST", "enrolment/open") { call in
            try .json(await call.station.openEnrolment())
        },
        ControlRoute("POST", "enrolment/accept") { call in
            try .json(await call.station.acceptPairing(call.action()))
        },
        ControlRoute("POST", "enrolment/refuse") { call in
            try await call.station.refusePairing()
            return .done
        },
        ControlRoute("POST", "enrolment/leave") { call in
            try await call.station.leave(call.action())
            return .done
        },
    ]

    private static let operators = [
        ControlRoute("GET", "operators") { call in
            try .json(Items(await call.station.operators()))
        },
        ControlRoute("POST", "operators") { call in
            try await call.station.addOperator(call.object())
            return .done
        },
        ControlRoute("DELETE", "operators/{name}") { call in
            try await call.station.removeOperator(name: call.parameter)
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
