internal import Backends
internal import CheckedYAML
internal import Foundation
internal import Tickets

/// A program that takes an HTTP request with JSON.
struct WebhookReceiver: Hashable, Sendable {
    let url: ServerAddress
    private let network: NetworkSettings
    private let credential: String?
    /// `nil`: `Authorization: Bearer`.
    private let header: String?
    private let signingCredential: String?
    /// `nil`: the object of ``AlertMessage/json(from:)``.
    private let body: JSONTemplate?

    init(_ mapping: YAMLMapping) {
        network = NetworkSettings(mapping)
        url = network.address(mapping, allowsQuery: true)
        credential = mapping.optionalString("credential", maximumByteCount: 200)
        header = BackendSettings.header(mapping)
        signingCredential = mapping.optionalString("signing_credential", maximumByteCount: 200)
        body = mapping.optionalString("body", maximumByteCount: 10_000).flatMap { text in
            do throws(JSONTemplate.Fault) {
                return try JSONTemplate(text)
            } catch {
                mapping.fault("body", error.problem)
                return nil
            }
        }
    }

    func send(
        _ message: AlertMessage, from source: AlertSource, _ environment: AlertEnvironment
    ) async throws(BackendError) {
        let secret = try credential.map(environment.secrets)
        let header = secret.map { secret in
            self.header.map { HTTPHeader($0, secret) } ?? HTTPHeader("Authorization", "Bearer \(secret)")
        }
        let poster = WebhookPoster(
            url: url, network: network, headers: [header].compactMap { $0 },
            signingSecret: try signingCredential.map(environment.secrets), now: environment.now)
        try await poster.post(json(of: message, from: source), id: message.id)
    }

    /// What is sent of a message.
    func json(of message: AlertMessage, from source: AlertSource) -> JSONValue {
        body?.filled(message, from: source) ?? message.json(from: source)
    }
}

/// JSON whose texts have places for the parts of a message. They are filled in as texts, so that no message can become
/// another member, or break the JSON.
struct JSONTemplate: Hashable, Sendable {
    struct Fault: Error {
        /// A clause without a full stop.
        let problem: String
    }

    private let root: JSONValue

    private static let names = ["station", "alert", "severity", "state", "subject", "message", "title", "at", "id"]

    init(_ text: String) throws(Fault) {
        guard let piece = try? JSONDecoder().decode(Piece.self, from: Data(text.utf8)) else {
            throw Fault(problem: "is not JSON with texts, whole numbers, true, false and null")
        }
        root = piece.value
        for match in text.matches(of: #/\{([a-z_]+)\}/#) where !Self.names.contains(String(match.1)) {
            let known = Self.names.map { "{\($0)}" }.joined(separator: " ")
            throw Fault(problem: "has {\(match.1)}, which is not one of \(known)")
        }
    }

    func filled(_ message: AlertMessage, from source: AlertSource) -> JSONValue {
        let values = [
            "station": source.name, "alert": message.alert, "severity": message.severity.rawValue,
            "state": message.state.rawValue, "subject": message.subject, "message": message.message,
            "title": message.title(from: source), "at": message.at.description, "id": message.id,
        ]
        return Self.fill(root, values)
    }

    private static func fill(_ value: JSONValue, _ values: [String: String]) -> JSONValue {
        switch value {
        case .string(let text):
            // At once, so that braces in a value are not taken for a place.
            .string(text.replacing(#/\{([a-z_]+)\}/#) { values[String($0.1)] ?? String($0.0) })
        case .array(let items): .array(items.map { fill($0, values) })
        case .object(let members): .object(members.map { JSONValue.Member($0.name, fill($0.value, values)) })
        default: value
        }
    }

    /// What stands in the template, with the members of objects by name.
    private struct Piece: Decodable {
        let value: JSONValue

        private struct Name: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            if let object = try? decoder.container(keyedBy: Name.self) {
                let members = try object.allKeys.sorted { $0.stringValue < $1.stringValue }.map { name in
                    JSONValue.Member(name.stringValue, try object.decode(Piece.self, forKey: name).value)
                }
                value = .object(members)
            } else if var list = try? decoder.unkeyedContainer() {
                var items: [JSONValue] = []
                while !list.isAtEnd { items.append(try list.decode(Piece.self).value) }
                value = .array(items)
            } else {
                let single = try decoder.singleValueContainer()
                if single.decodeNil() {
                    value = .null
                } else if let flag = try? single.decode(Bool.self) {
                    value = .bool(flag)
                } else if let number = try? single.decode(Int64.self) {
                    value = .integer(number)
                } else {
                    value = .string(try single.decode(String.self))
                }
            }
        }
    }
}
