internal import Foundation
internal import Tickets

/// Finds out which EventSchedule server is at an address, and what it announces.
struct EventScheduleDiscovery: Sendable {
    /// At the configured address; `/api` at its end is removed, it belongs to the interface.
    private let server: JSONServer

    init(_ server: JSONServer) {
        guard server.base.hasSuffix("/api") else {
            self.server = server
            return
        }
        self.server = server.moved(to: String(server.base.dropLast(4)))
    }

    /// Paths to try, in this order. The last one makes the server check the key.
    private enum Probe: String, CaseIterable {
        case documented = "/.well-known/eventschedule.json"
        case planify = "/.well-known/planify.json"
        case agents = "/.well-known/agents.json"
        case openAPI = "/api/openapi.json"
        case schedules = "/api/schedules?per_page=1"
        /// An interface on a host of its own, without the pages that announce it.
        case events = "/api/events?per_page=1"
        /// The same, with the interface at the root of that host.
        case rootEvents = "/events?per_page=1"
    }

    /// - Throws: ``BackendError``; `.notFound` when there is no EventSchedule server at this address.
    func find() async throws(BackendError) -> EventScheduleSite {
        var refusals: [BackendError] = []
        for probe in Probe.allCases {
            let answer: JSONServer.Answer
            do throws(BackendError) {
                answer = try await server.get(probe.rawValue, limit: 4 << 20)
            } catch {
                // A missing or hidden page says nothing about the next one; a network that is down ends the search.
                guard [.unexpected, .notFound, .unauthorised].contains(error.code) else { throw error }
                refusals.append(error)
                continue
            }
            if answer.isSuccess, let site = try site(probe, answer.body) { return site }
        }
        throw refusals.first { $0.code == .unauthorised } ?? refusals.first { $0.code == .unexpected }
            ?? server.failure(
                .notFound, "there is no EventSchedule server at this address",
                hint: "Configure the address that its pages begin with.")
    }

    /// `nil` when the answer is not the one of this server.
    private func site(_ probe: Probe, _ body: LenientJSON) throws(BackendError) -> EventScheduleSite? {
        switch probe {
        case .documented, .planify: return try site(announcedIn: body)
        case .agents where body["name"].text?.hasPrefix("Event Schedule") == true,
            .openAPI where body["paths"].members?.keys.contains { $0.hasSuffix("/sales") } == true,
            .schedules where body["data"].items != nil:
            return EventScheduleSite(dialect: .upstream, api: api, root: server)
        case .events where body["data"].items != nil:
            return EventScheduleSite(dialect: .documented, api: api, root: server)
        case .rootEvents where body["data"].items != nil:
            return EventScheduleSite(dialect: .documented, api: server, root: server)
        case .agents, .openAPI, .schedules, .events, .rootEvents: return nil
        }
    }

    private var api: JSONServer { server.moved(to: server.base + "/api") }

    /// `nil` when the document announces nothing. Planify spells the members differently, and its features are a list.
    func site(announcedIn document: LenientJSON) throws(BackendError) -> EventScheduleSite? {
        guard document["api_base_url", "apiBaseURL", "features"] != .null else { return nil }
        let api = try announcedAPI(document["api_base_url", "apiBaseURL"].text)
        if !document["apiBaseURL"].isNull || document["features"].items != nil {
            // It counts reads and writes of all stations at one address together, 60 a minute.
            return EventScheduleSite(
                dialect: .planify, api: api, root: server, brandingPath: brandingPath(document), pace: .seconds(1))
        }
        let limit = document["rate_limits"]["checkins"].integer ?? 0
        return EventScheduleSite(
            dialect: .documented, api: api, root: server, brandingPath: brandingPath(document),
            appVersion: document["min_app_version"].text.map { String($0.withoutControls.prefix(30)) },
            takesCheckIns: document["features"]["scanning"].flag ?? true,
            pace: limit > 0 ? .seconds(60) / limit : .zero)
    }

    /// The path of the branding below the configured address: the key is sent to no other host.
    private func brandingPath(_ document: LenientJSON) -> String? {
        guard let text = document["branding_endpoint", "brandingEndpoint"].text,
            let parts = URLComponents(string: text), parts.path.hasPrefix("/")
        else { return nil }
        return String(below(parts.path).dropFirst(folder.count))
    }

    /// The path of the configured address, of a server in a folder; else empty.
    private var folder: String {
        URLComponents(string: server.base)?.path ?? ""
    }

    /// Servers in a folder announce paths with it or without it.
    private func below(_ path: String) -> String {
        folder.isEmpty || path == folder || path.hasPrefix(folder + "/") ? path : folder + path
    }

    /// The announced path at the configured address: the key is sent to no other host. Only the scheme may differ,
    /// because a server behind a proxy often believes that it is reached without TLS.
    private func announcedAPI(_ address: String?) throws(BackendError) -> JSONServer {
        guard let address else { return api }
        guard let own = URLComponents(string: server.base), var announced = URLComponents(string: address) else {
            throw server.failure(.unexpected, "it announces an address that is not a URL")
        }
        guard (announced.host ?? "").isEmpty || announced.host == own.host && announced.port == own.port else {
            throw server.failure(
                .unexpected, "it says that its interface is at \((announced.host ?? "").withoutControls)",
                hint: "Nothing was sent there. If that is correct, configure that address.")
        }
        // The whole address of a page says where it is; a path alone may leave out the folder.
        if announced.host == nil { announced.path = below(announced.path) }
        (announced.scheme, announced.host, announced.port) = (own.scheme, own.host, own.port)
        (announced.user, announced.password, announced.query, announced.fragment) = (nil, nil, nil, nil)
        guard let text = announced.string else { return api }
        return server.moved(to: text)
    }
}
