import StationAPI
import Tickets

@testable import Station

// Requests as they come over the control socket, whose users may do whatever the station may.

extension Staff {
    static func administrator(_ name: String?) -> Staff { Staff(name: name ?? "", role: .supervisor) }
}

extension StaffActs {
    func search(_ request: SearchRequest) async throws -> SearchAnswer {
        try await search(request, by: .administrator(nil))
    }

    func admit(_ request: ManualRequest) async throws -> VerdictReport {
        try await admit(request, by: .administrator(request.operator))
    }

    func checkOut(_ request: ManualRequest) async throws -> VerdictReport {
        try await checkOut(request, by: .administrator(request.operator))
    }

    func checkOutAll(_ request: CheckOutAllRequest) async throws -> CheckOutAllAnswer {
        try await checkOutAll(request, by: .administrator(request.operator))
    }

    func undo(_ request: UndoRequest) async throws -> UndoAnswer {
        try await undo(request, by: .administrator(request.operator))
    }

    func setNotRecorded(_ request: NotRecordedRequest) async throws {
        try await setNotRecorded(request, by: .administrator(request.operator))
    }
}

extension Enrolments {
    func accept(_ request: PairingRequest) async throws -> EnrolmentState {
        try await accept(request, by: .administrator(request.operator))
    }
}
