internal import Tickets
internal import Web

/// A request, with all that its route needs to answer it.
struct ControlCall: Sendable {
    let request: ControlRequest
    let station: StationControl
    /// What stands for `{...}` in the address.
    let parameter: String
    /// Between two comment lines of an event stream.
    let heartbeat: Duration

    /// The most a JSON body may hold, in bytes.
    static let largestObject = 64 * 1024
    /// The most a `.pub` file may hold, in bytes.
    static let largestKeyFile = 4 * 1024
    /// The most a roster may hold, in bytes.
    static let largestRoster = 2 << 20

    /// The text in the body.
    /// - Parameters:
    ///   - most: in bytes.
    ///   - name: what it is, in an error.
    func text(upTo most: Int, of name: String) async throws -> String {
        guard let text = String(validating: try await request.body.collected(upTo: most), as: UTF8.self) else {
            throw ControlError(.unreadable, "read", name, "it is not text in UTF-8")
        }
        return text
    }

    /// The JSON object in the body.
    func object<Value: Codable>(_ type: Value.Type = Value.self) async throws -> Value {
        try ControlJSON.decodeRequest(type, from: await request.body.collected(upTo: Self.largestObject))
    }

    /// The JSON object in the body of an act, with the name of the person: the one that it gives, else `uid:` and the
    /// user id.
    func action<Value: PersonalAction>(_ type: Value.Type = Value.self) async throws -> Value {
        var action = try await object(type)
        action.operator = action.operator?.withoutControls ?? "uid:\(request.uid)"
        action.note = action.note?.withoutControls
        return action
    }

    /// Does what the JSON object in the body asks for, in the name of the person.
    func act<Action: PersonalAction, Answer>(
        _ act: (Action, Staff) async throws -> Answer
    ) async throws -> Answer {
        let action: Action = try await action()
        return try await act(action, administrator(action.operator))
    }

    /// A person who may use the socket may do everything. The name is the given one, else `uid:` and the user id.
    func administrator(_ name: String?) -> Staff {
        Staff(name: name?.withoutControls ?? "uid:\(request.uid)", role: .supervisor)
    }

    /// A number in the query; `nil` when the query has no such name.
    func number(_ name: String, in range: ClosedRange<Int64>) throws(ControlError) -> Int64? {
        guard let text = request.query[name] else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            throw unreadable(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A word in the query; `nil` when the query has no such name.
    func word(_ name: String, of words: [String]) throws(ControlError) -> String? {
        guard let text = request.query[name] else { return nil }
        guard words.contains(text) else { throw unreadable(name, "one of " + words.joined(separator: ", ")) }
        return text
    }

    private func unreadable(_ name: String, _ expected: String) -> ControlError {
        ControlError(.unreadable, "read", "the query", "`\(name)` must be \(expected)")
    }
}

/// A request for an act of a person, with their name and their words.
package protocol PersonalAction: Codable {
    /// Who acts, as it is recorded.
    var `operator`: String? { get set }
    /// Why, in the person's words.
    var note: String? { get set }
}

extension ManualRequest: PersonalAction {}
extension ConfirmRequest: PersonalAction {}
extension WalkInRequest: PersonalAction {}
extension CheckOutAllRequest: PersonalAction {}
extension UndoRequest: PersonalAction {}
extension NotRecordedRequest: PersonalAction {}
extension SaleRequest: PersonalAction {}
extension RefundRequest: PersonalAction {}
extension PairingRequest: PersonalAction {}
extension LeaveRequest: PersonalAction {}
