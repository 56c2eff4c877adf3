internal import StationAPI
internal import Web

/// Every address of the page's server, except the files of the page. docs/screen.openapi.yaml describes exactly these.
enum PageRoutes {
    static let all: [Route<PageCall>] = screen + console + drawings + figures + staff + enrolment

    private static let screen: [Route<PageCall>] = [
        Route("GET", "/") { $0.asset("index.html") },
        Route("GET", "/guest") { $0.asset("guest.html") },
        Route("GET", "/logo") { call in
            let logo = if let own = call.logo { own } else { await call.station.monitor.branding()?.logoAsset }
            return logo.map { call.answer(with: $0) } ?? .failure(.notFound)
        },
        Route("GET", "/settings") { call in
            try .json(
                PageSettingsAnswer(
                    call.settings, hasLogo: call.logo != nil, branding: await call.station.monitor.branding()))
        },
        Route("GET", "/camera") { call in
            guard call.settings.showsCamera, let picture = try await call.station.readers.preview() else {
                return .failure(.notFound)
            }
            return WebResponse(contentType: "image/png", body: .bytes(picture))
        },
        Route("GET", "/state") { call in
            try .json(try await PageState.current(of: call.station))
        },
        Route("GET", "/events") { call in
            try await call.events.stream(for: call.reader)
                ?? .failure(ControlError(.refused, "open", "the event stream", "too many screens are open"))
        },
    ]
}

extension PageRoutes {
    private static let figures: [Route<PageCall>] = [
        Route("GET", "/figures") { $0.asset("figures.html") },
        Route("GET", "/figures/state") { call in
            try .json(try await FiguresState.current(of: call.station, hasReports: false))
        },
    ]
}

extension PageRoutes {
    private static let console: [Route<PageCall>] = [
        Route("GET", "/console") { call in try .json(call.settings.console) },
        Route("GET", "/turned") { $0.asset("turned.html") },
    ]
}

extension PageRoutes {
    private static let drawings: [Route<PageCall>] = [
        Route("GET", "/drawn") { call in
            try .json(await call.station.displays.consoleVisibility())
        },
        Route("POST", "/drawn") { call in
            await call.station.displays.pageDrew(try await call.object())
            return .done
        },
    ]
}

/// A request, with all that its route needs to answer it.
struct PageCall: Sendable {
    /// The most a request may carry, in bytes.
    static let largestBody = 64 * 1024

    let station: StationControl
    let events: PageEvents
    let staff: StaffAuthentication
    let settings: PageSettings
    let logo: PageAsset?
    let request: WebRequest

    /// Who asks. Computed only by the routes that need it.
    var reader: PageReader {
        PageReader(address: request.connection.remoteAddress, port: request.connection.remotePort)
    }

    func asset(_ name: String) -> WebResponse {
        PageAssets.all[name].map { answer(with: $0) } ?? .failure(.notFound)
    }

    func answer(with asset: PageAsset) -> WebResponse { asset.answer(to: request) }

    /// The JSON object in the body.
    func object<Value: Codable>(_ type: Value.Type = Value.self) async throws -> Value {
        try ControlJSON.decodeRequest(type, from: await request.body.collected(upTo: Self.largestBody))
    }
}

extension PageAsset {
    /// The browser may keep the file, but asks each time whether it has changed.
    func answer(to request: WebRequest) -> WebResponse {
        let headers = ["content-type": contentType, "etag": entityTag, "cache-control": "no-cache"]
        let isKnown = request.headers["if-none-match"] == entityTag
        return WebResponse(status: isKnown ? 304 : 200, headers: headers, body: isKnown ? .none : .bytes(bytes))
    }
}
