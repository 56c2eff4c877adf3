internal import Logging
internal import StationAPI
internal import Tickets
internal import Web

/// A page that other machines get, through the venue's reverse proxy: what all of them refuse, and how they answer errors.
protocol RemotePage: WebResponder {
    /// Completes "it does not come from the page".
    static var name: String { get }
    /// In bytes.
    static var largestBody: Int { get }
    /// What a browser may load before it has signed in: files that hold nothing about an event.
    static var openAssets: Set<String> { get }

    var settings: RemoteSettings { get }
    var signIn: TokenSignIn { get }
    var logger: Logger { get }

    /// Answers what is neither refused nor about the token.
    func reply(to request: WebRequest) async throws -> WebResponse
}

extension RemotePage {
    func respond(to request: WebRequest) async -> WebResponse {
        var answer = await answer(to: request)
        answer.headers.merge(SiteGuard.headers) { own, _ in own }
        return answer
    }

    private func answer(to request: WebRequest) async -> WebResponse {
        // Another site's page must neither read nor act in the name of somebody who has signed in.
        let siteGuard = SiteGuard(hosts: settings.hosts, schemes: ["https", "http"], largestBody: Self.largestBody)
        if let refusal = siteGuard.refusal(of: request) {
            return .failure(
                refusal.error(
                    "it does not come from the page \(Self.name)",
                    hint: "Open the address, with its port, as `hosts` of the configuration has it."),
                status: refusal.status)
        }
        do {
            switch (request.method, request.path) {
            case ("POST", "/sign-in"): return try await signIn.begin(request)
            case ("POST", "/sign-out"): return signIn.end(request)
            default: return try await reply(to: request)
            }
        } catch {
            let explained = ControlError(explaining: error)
            if explained.code == .internal {
                logger.error("a request of another machine failed", metadata: ["path": "\(request.path)"])
            }
            return .failure(explained)
        }
    }

    func asset(_ name: String, _ request: WebRequest) -> WebResponse {
        PageAssets.all[name].map { $0.answer(to: request) } ?? .failure(.notFound)
    }

    /// `nil` for what is no open file.
    func openAsset(_ request: WebRequest) -> WebResponse? {
        let name = String(request.path.dropFirst())
        return Self.openAssets.contains(name) || name.hasPrefix("messages/") ? asset(name, request) : nil
    }
}
