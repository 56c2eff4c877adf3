internal import Foundation

/// One address of the page's server, and what it answers.
struct PageRoute: Sendable {
    let method: String
    /// `/state`
    let path: String
    let answer: @Sendable (PageCall) async throws -> PageAnswer

    init(_ method: String, _ path: String, _ answer: @escaping @Sendable (PageCall) async throws -> PageAnswer) {
        self.method = method
        self.path = path
        self.answer = answer
    }

    static let all = screen + drawings + figures + staff + enrolment

    private static let screen = [
        PageRoute("GET", "/") { $0.asset("index.html") },
        PageRoute("GET", "/logo") { call in
            let logo = if let own = call.logo { own } else { await call.station.monitor.branding()?.logoAsset }
            return logo.map { call.answer(with: $0) } ?? .failure(.notFound)
        },
        PageRoute("GET", "/settings") { call in
            try .json(
                PageSettingsAnswer(
                    call.settings, hasLogo: call.logo != nil, branding: await call.station.monitor.branding()))
        },
        PageRoute("GET", "/camera") { call in
            guard call.settings.showsCamera, let picture = try await call.station.readers.preview() else {
                return .failure(.notFound)
            }
            return PageAnswer(contentType: "image/png", body: .bytes(picture))
        },
        PageRoute("GET", "/state") { call in
            try .json(try await PageState.current(of: call.station))
        },
        PageRoute("GET", "/events") { call in
            guard let pieces = try await call.events.stream(for: call.reader()) else {
                return .failure(ControlError(.refused, "open", "the event stream", "too many screens are open"))
            }
            return PageAnswer(contentType: "text/event-stream", body: .stream(pieces))
        },
    ]
}

extension PageRoute {
    private static let figures = [
        PageRoute("GET", "/figures") { $0.asset("figures.html") },
        PageRoute("GET", "/figures/state") { call in
            try .json(try await FiguresState.current(of: call.station, hasReports: false))
        },
    ]
}

/// One request at its route.
struct PageCall: Sendable {
    let station: StationControl
    let events: PageEvents
    let staff: StaffDesk
    let settings: PageSettings
    let logo: PageAsset?
    /// Of a version that the browser has.
    let knownTag: String?
    /// `Cookie`.
    let cookies: String?
    let body: ControlBody
    /// Found out only where it matters.
    let reader: @Sendable () -> PageReader

    func asset(_ name: String) -> PageAnswer {
        PageAssets.all[name].map { answer(with: $0) } ?? .failure(.notFound)
    }

    func answer(with asset: PageAsset) -> PageAnswer {
        asset.answer(knownTag: knownTag)
    }
}

extension PageAsset {
    /// - Parameter knownTag: of a version that the browser has.
    func answer(knownTag: String?) -> PageAnswer {
        guard knownTag != entityTag else {
            return PageAnswer(status: 304, contentType: contentType, entityTag: entityTag, body: .none)
        }
        return PageAnswer(contentType: contentType, entityTag: entityTag, body: .bytes(bytes))
    }
}

/// One answer of the page's server.
struct PageAnswer: Sendable {
    var status = 200
    let contentType: String
    /// Of what the browser may keep and ask after; without, it keeps nothing.
    var entityTag: String?
    var allow: [String] = []
    /// `Set-Cookie`.
    var cookie: String?
    let body: ControlBody

    static func json(_ value: some Encodable) throws -> PageAnswer {
        PageAnswer(contentType: "application/json", body: .bytes(try ControlJSON.encode(value)))
    }

    static func failure(_ error: ControlError, status: Int? = nil, allow: [String] = []) -> PageAnswer {
        let object = (try? ControlJSON.encode(ControlJSON.Failure(error: error))) ?? []
        return PageAnswer(
            status: status ?? error.status, contentType: "application/json", allow: allow, body: .bytes(object))
    }
}
