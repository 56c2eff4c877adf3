internal import Foundation
internal import Tickets

/// A control room, for whoever gives stations orders.
public struct ControlRoomClient: Sendable {
    private let server: JSONServer

    /// - Parameters:
    ///   - url: of the page, without a path: `https://control.example.org`.
    ///   - token: the one that opens the page.
    public init(url: String, token: String, network: NetworkSettings) {
        // A page is told from a program's request by this: both are refused when it is another site's.
        let address = URLComponents(string: url)
        let port = address?.port.map { ":\($0)" } ?? ""
        let origin = "\(address?.scheme ?? "https")://\(address?.host ?? "")\(port)"
        let headers = [HTTPHeader("Authorization", "Bearer \(token)"), HTTPHeader("Origin", origin)]
        server = JSONServer(client: HTTPClient(network), base: url, headers: { headers })
    }

    /// Has a signed order passed on to stations.
    public func post(order line: String) async throws(BackendError) {
        let answer = try await server.post("/control/orders", .object([("order", .string(line))]))
        guard answer.isSuccess else {
            throw server.failure(.unexpected, "it refuses the order (\(answer.status)): \(answer.reason)")
        }
    }
}
