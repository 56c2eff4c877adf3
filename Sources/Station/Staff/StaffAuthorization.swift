internal import Tickets

/// Checks role and permissions before every act of staff, from the screen and from the command line.
struct StaffAuthorization: Sendable {
    let permissions: Set<Permission>

    /// - Throws: ``StationError`` that says what is missing
    func require(_ act: StaffAct, of staff: Staff) throws {
        switch act.obstacle(for: staff.role, with: permissions) {
        case nil: return
        case .permission(let permission):
            throw StationError(
                .refused, "allow", act.phrase,
                "this station does not have the permission \(permission.rawValue)",
                hint: "Permissions are set in usher.yaml.")
        case .role:
            throw StationError(
                .refused, "allow", act.phrase, "only a supervisor may do this",
                hint: "Call the supervisor, who has another PIN.")
        }
    }

    /// - Throws: ``StationError`` when the station may not decide presented codes
    func requireScanning() throws {
        guard permissions.contains(.scan) else {
            throw StationError(
                .refused, "allow", "scan", "this station does not have the permission \(Permission.scan.rawValue)",
                hint: "Permissions are set in usher.yaml.")
        }
    }

    /// Whether a person may do something.
    func allows(_ act: StaffAct, to staff: Staff) -> Bool {
        act.obstacle(for: staff.role, with: permissions) == nil
    }
}

extension StaffAct {
    /// Completes "cannot allow".
    fileprivate var phrase: String {
        rawValue.replacing("_", with: " ")
    }
}
