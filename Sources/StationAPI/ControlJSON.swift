internal import Foundation
internal import Tickets

/// How the API's values are written in JSON: keys in snake_case, sorted; absent values are left out.
public enum ControlJSON {
    /// One JSON value in UTF-8, without line breaks.
    public static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    /// Reads a JSON value. Keys that the type does not have are ignored.
    /// - Throws: `DecodingError`
    public static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        let decoder = JSONDecoder()
        // A verdict spells its own keys, which are a format of their own and not all in snake_case.
        if type != VerdictReport.self { decoder.keyDecodingStrategy = .convertFromSnakeCase }
        return try decoder.decode(type, from: Data(bytes))
    }

    /// Reads the value of an answer.
    ///
    /// - Throws: the ``ControlError`` that the answer holds; `internal` when this version cannot read the answer.
    public static func value<Value: Decodable>(
        _ type: Value.Type, status: Int, body: [UInt8]
    ) throws -> Value {
        if status != 200, let failure = try? decode(Failure.self, from: body) { throw failure.error }
        do {
            return try decode(type, from: body)
        } catch {
            throw ControlError(
                .internal, "read", "the station's answer",
                "this version of usher does not understand it (status \(status))",
                hint: "If the software was just updated, restart usherd.")
        }
    }

    /// The JSON object of an answer that reports an error.
    package struct Failure: Codable {
        /// What failed, and why.
        package let error: ControlError
    }
}

extension ControlJSON {
    /// Reads the body of a request. An empty body is read as an empty object.
    ///
    /// Keys that the type does not have are refused: a misspelt `count` must not let one person in instead of four.
    ///
    /// - Throws: ``ControlError`` `unreadable`; it names the key, never its value
    package static func decodeRequest<Value: Codable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        let object = bytes.isEmpty ? Array("{}".utf8) : bytes
        guard let given = members(of: object) else {
            throw ControlError(.unreadable, "read", "the body", "it is not a JSON object")
        }
        let value: Value
        do {
            value = try decode(type, from: object)
        } catch let error as DecodingError {
            throw ControlError(.unreadable, "read", "the body", reason(error))
        }
        let known = try members(of: encode(value)) ?? [:]
        // Members that are null are as good as absent.
        let unknown = given.filter { !($0.value is NSNull) && known[$0.key] == nil }.keys
        guard let first = unknown.min() else { return value }
        throw ControlError(
            .unreadable, "read", "the body", "`\(first.withoutControls)` is not one of its keys",
            hint: "docs/openapi.yaml lists them all.")
    }

    private static func members(of object: [UInt8]) -> [String: Any]? {
        try? JSONSerialization.jsonObject(with: Data(object)) as? [String: Any]
    }

    /// Names the key, never its value, which may be a ticket code.
    private static func reason(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context):
            "\(name(context.codingPath + [key])) is missing"
        case .typeMismatch(_, let context):
            "\(name(context.codingPath)) has the wrong type"
        case .valueNotFound(_, let context):
            "\(name(context.codingPath)) must not be null"
        case .dataCorrupted(let context):
            "\(name(context.codingPath)) has a value that is not allowed"
        @unknown default:
            "it cannot be read"
        }
    }

    /// The decoder names keys as the code does; people know them in snake_case.
    private static func name(_ path: [any CodingKey]) -> String {
        let keys = path.map { key in
            key.intValue.map(String.init)
                ?? key.stringValue.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
        }
        return "`\(keys.joined(separator: ".").withoutControls)`"
    }
}
