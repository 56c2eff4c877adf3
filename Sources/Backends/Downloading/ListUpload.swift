public import Foundation
public import Tickets

/// Uploads a signed list to a web server, with one PUT request.
public struct ListUpload: Sendable {
    private let client: HTTPClient

    public init(network: NetworkSettings = NetworkSettings()) {
        client = HTTPClient(network)
    }

    /// - Parameters:
    ///   - address: where the list will be found.
    ///   - credential: sent as `Authorization: Bearer`; `nil`: nothing is sent.
    /// - Throws: ``BackendError``
    public func put(_ file: URL, to address: ServerAddress, credential: String?) async throws {
        var request = HTTPRequest(
            "PUT", address.whole, headers: [HTTPHeader("Content-Type", "application/octet-stream")],
            body: .file(path: file.path))
        if let credential { request.headers.append(HTTPHeader("Authorization", "Bearer \(credential)")) }
        request.timeouts = .init(connect: .seconds(10), firstByte: .seconds(120), stall: .seconds(60))
        do {
            let answer = try await client.send(request)
            guard (200..<300).contains(answer.status) else {
                throw BackendError(
                    answer.status >= 500 ? .failing : .unexpected, "put a list on", address.origin,
                    "it answers \(answer.status)", hint: "Check the address and the credential.")
            }
            guard
                answer.headers.first("Content-Type")?.lowercased().hasPrefix("text/html") != true || answer.body.isEmpty
            else {
                throw BackendError(
                    .unexpected, "put a list on", address.origin, "it answers \(answer.status) with a web page",
                    hint: "Does the network require a login first, or is the address wrong?")
            }
        } catch let error as HTTPError {
            throw BackendError(error)
        }
    }
}
