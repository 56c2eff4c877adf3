internal import Tickets
internal import Web

/// One request at its route.
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

    /// The JSON object in the body.
    func object<Value: Codable>(_ type: Value.Type = Value.self) async throws -> Value {
        try ControlJSON.decodeRequest(type, from: await request.body.collected(upTo: Self.largestObject))
    }

    /// The JSON object in the body of what a person does, with the person's name.
    func action<Value: PersonalAction>(_ type: Value.Type = Value.self) async throws -> Value {
        var action = try await object(type)
        action.operator = action.operator?.withoutControls ?? "uid:\(request.uid)"
        action.note = action.note?.withoutControls
        return action
    }

    /// Does what the JSON object in the body asks for, under the person's name.
    func act<Action: PersonalAction, Answer>(
        _ act: (Action, Staff) async throws -> Answer
    ) async throws -> Answer {
        let action: Action = try await action()
        return try await act(action, administrator(action.operator))
    }

    /// Whoever may use the socket, by the name they give or by the system's.
    func administrator(_ name: String?) -> Staff {
        Staff(name: name?.withoutControls ?? "uid:\(request.uid)", role: .supervisor)
    }

    func number(_ name: String, in range: ClosedRange<Int64>) throws(ControlError) -> Int64? {
        guard let text = request.query[name] else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            throw unreadable(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func word(_ name: String, of words: [String]) throws(ControlError) -> String? {
        guard let text = request.query[name] else { return nil }
        guard words.contains(text) else { throw unreadable(name, "one of " + words.joined(separator: ", ")) }
        return text
    }

    private func unreadable(_ name: String, _ expected: String) -> ControlError {
        ControlError(.unreadable, "read", "the query", "`\(name)` must be \(expected)")
    }
}

/// A request that the journal keeps under a person's name and in the person's words.
package protocol PersonalAction: Codable {
    var `operator`: String? { get set }
    var note: String? { get set }
}

extension ManualRequest: PersonalAction {}
extension CheckOutAllRequest: PersonalAction {}
extension UndoRequest: PersonalAction {}
extension NotRecordedRequest: PersonalAction {}
extension PairingRequest: PersonalAction {}
extension LeaveRequest: PersonalAction {}
