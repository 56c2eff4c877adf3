internal import Foundation
internal import Tickets

/// The server under trial, asked so that each of its answers can be looked at, bad ones too.
struct ContractServer: Sendable {
    struct Answer: Sendable {
        let status: Int
        /// Whether the answer says that it is JSON, and is.
        let isJSON: Bool
        let body: LenientJSON

        var isSuccess: Bool { (200..<300).contains(status) }
    }

    let client: HTTPClient
    let base: String
    let station: String
    let stationToken: String
    let organizerToken: String?

    /// - Parameter token: `nil`: the request carries none.
    func ask(
        _ method: String, _ path: String, after cursor: String? = nil, token: String?, body: [UInt8]? = nil,
        id: String? = nil
    ) async throws(HTTPError) -> Answer {
        // Every character that has a meaning in a query is encoded, a plus sign too.
        let query = cursor?.addingPercentEncoding(withAllowedCharacters: .alphanumerics).map { "?after=" + $0 } ?? ""
        var request = HTTPRequest(method, base + path + query)
        request.timeouts = .init(connect: .seconds(10), firstByte: .seconds(30), whole: .seconds(120))
        request.headers = [HTTPHeader("Accept", "application/json")]
        if let token { request.headers.append(HTTPHeader("Authorization", "Bearer \(token)")) }
        if let body {
            request.headers.append(HTTPHeader("Content-Type", "application/json"))
            request.body = .bytes(body)
        }
        if let id {
            request.headers += [HTTPHeader("webhook-id", id), HTTPHeader("Idempotency-Key", "\"\(id)\"")]
        }
        do {
            let answer = try await client.send(request, limit: 16 << 20)
            let isCalledJSON = answer.headers.first("Content-Type")?.lowercased().hasPrefix("application/json") ?? false
            let value = LenientJSON(parsing: answer.body)
            return Answer(status: answer.status, isJSON: isCalledJSON && value != nil, body: value ?? .null)
        } catch let error as HTTPError {
            throw error
        } catch {
            throw HTTPError(.brokenOff, "ask", ServerAddress(base).origin, "\(error)")
        }
    }
}
