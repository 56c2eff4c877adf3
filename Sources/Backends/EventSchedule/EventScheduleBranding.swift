public import Foundation
internal import Tickets

/// How an organizer's events look, as their server says.
public struct ServerBranding: Hashable, Sendable {
    /// `#rrggbb`, lower case; `nil` when the server gives no valid one.
    public var color: String?
    /// A line that must be shown, such as an imprint or a licence; at most 300 characters.
    public var legalFooter: String?
    /// `nil` when the server has none, or it could not be fetched.
    public var logo: Logo?

    /// A picture of at most 1 MiB.
    public struct Logo: Hashable, Sendable {
        /// `image/png`, `image/jpeg` or `image/svg+xml`.
        public let contentType: String
        /// The file as it was received; not checked.
        public let bytes: Data
    }
}

/// Asks an EventSchedule server how its events look (docs/EVENTSCHEDULE.md). Both spellings of the members are read.
struct EventScheduleBranding: Sendable {
    private static let largestAnswer = 64 << 10
    private static let largestLogo = 1 << 20
    private static let logoTypes = ["image/png", "image/jpeg", "image/svg+xml"]

    let site: EventScheduleSite

    /// `nil` when the server announces no branding. An invalid colour, a text that is too long and a file that is no
    /// picture are left out.
    func fetch() async throws(BackendError) -> ServerBranding? {
        guard let path = site.brandingPath else { return nil }
        let answer = try await site.root.get(path, limit: Self.largestAnswer)
        guard answer.isSuccess else { return nil }
        let color = answer.body["primary_hex"].text ?? answer.body["colors"]["primary"].text
        let footer = answer.body["legal_footer", "legalFooter"].text.map { String($0.withoutControls.prefix(300)) }
        var branding = ServerBranding(
            color: color.flatMap { $0.wholeMatch(of: /#[0-9a-fA-F]{6}/) == nil ? nil : $0.lowercased() },
            legalFooter: footer.flatMap { $0.isEmpty ? nil : $0 })
        if let address = answer.body["logo_url", "logoUrl"].text { branding.logo = await logo(at: address) }
        return branding
    }

    /// Pictures are often on another host, so they are requested without the key. `nil` when one cannot be fetched.
    private func logo(at address: String) async -> ServerBranding.Logo? {
        let url = address.hasPrefix("/") ? site.root.base + address : address
        var request = HTTPRequest("GET", url, timeouts: .init(connect: .seconds(10), whole: .seconds(30)))
        request.headers = [HTTPHeader("Accept", Self.logoTypes.joined(separator: ", "))]
        guard let response = try? await site.root.client.send(request, limit: Self.largestLogo), response.status == 200
        else { return nil }
        let type = response.headers.first("content-type")?.split(separator: ";").first.map(String.init)?.lowercased()
        guard let type, Self.logoTypes.contains(type), !response.body.isEmpty else { return nil }
        return ServerBranding.Logo(contentType: type, bytes: Data(response.body))
    }
}
