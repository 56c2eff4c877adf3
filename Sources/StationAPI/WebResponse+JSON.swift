package import Web

extension WebResponse {
    /// An answer with a value as ``ControlJSON`` writes it.
    package static func json(_ value: some Encodable) throws -> WebResponse {
        WebResponse(contentType: "application/json", body: .bytes(try ControlJSON.encode(value)))
    }

    /// An answer with a text that is JSON already.
    package static func json(text: String) -> WebResponse {
        WebResponse(contentType: "application/json", body: .bytes(Array(text.utf8)))
    }

    /// The answer to something that is done: an empty object.
    package static let done = WebResponse.json(text: "{}")

    /// An answer that reports an error.
    /// - Parameters:
    ///   - status: `nil` takes the one that goes with the error.
    ///   - allow: methods of the address, for the header `Allow` of a 405 (RFC 9110, section 10.2.1).
    package static func failure(_ error: ControlError, status: Int? = nil, allow: [String] = []) -> WebResponse {
        let object = (try? ControlJSON.encode(ControlJSON.Failure(error: error))) ?? []
        var answer = WebResponse(
            status: status ?? error.status, contentType: "application/json", body: .bytes(object))
        if !allow.isEmpty { answer.headers["allow"] = allow.joined(separator: ", ") }
        return answer
    }
}
