package import Web

extension WebResponse {
    package static func json(_ value: some Encodable) throws -> WebResponse {
        WebResponse(contentType: "application/json", body: .bytes(try ControlJSON.encode(value)))
    }

    package static func json(text: String) -> WebResponse {
        WebResponse(contentType: "application/json", body: .bytes(Array(text.utf8)))
    }

    /// Nothing to say but that it is done.
    package static let done = WebResponse.json(text: "{}")

    /// - Parameters:
    ///   - status: instead of the one that goes with the error.
    ///   - allow: methods of the address, when the one asked for is none of them.
    package static func failure(_ error: ControlError, status: Int? = nil, allow: [String] = []) -> WebResponse {
        let object = (try? ControlJSON.encode(ControlJSON.Failure(error: error))) ?? []
        var answer = WebResponse(
            status: status ?? error.status, contentType: "application/json", body: .bytes(object))
        if !allow.isEmpty { answer.headers["allow"] = allow.joined(separator: ", ") }
        return answer
    }
}
