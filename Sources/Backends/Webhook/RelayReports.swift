internal import Tickets

/// Takes what a station says about itself.
public protocol ReportReceiver: Sendable {
    /// - Parameter line: the signed report (docs/CONTROL.md).
    /// - Returns: signed orders for the station, which may come again with each report.
    /// - Throws: ``BackendError``; `.unsupported` from a relay that is too old for reports
    func report(_ line: String) async throws(BackendError) -> [String]
}

/// The reports of a station to its relay.
struct RelayReports: ReportReceiver {
    private let server: JSONServer

    /// - Parameter server: at the address of its check-ins.
    init(_ server: JSONServer) {
        self.server = server.besideCheckIns
    }

    func report(_ line: String) async throws(BackendError) -> [String] {
        let answer = try await server.post("/report", .object([("report", .string(line))]))
        guard answer.isSuccess else {
            throw server.failure(
                answer.status == 404 ? .unsupported : .unexpected,
                "it answers \(answer.status) to a report: \(answer.reason)")
        }
        return (answer.body.member(["orders"])?.value.items ?? []).compactMap(\.text)
    }
}

extension JSONServer {
    /// A relay's other addresses, which are beside that of its check-ins.
    var besideCheckIns: JSONServer {
        let own = "/checkins"
        return moved(to: base.hasSuffix(own) ? String(base.dropLast(own.count)) : base)
    }
}
