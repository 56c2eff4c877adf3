/// What a station may do and tell: the permissions of EventPassUG's scanning sessions, in its words.
public enum Permission: String, Codable, Sendable, CaseIterable {
    /// Presented codes are decided. Without, each is refused as `stationNotAuthorised`.
    case scan
    /// Type, seat and entry are shown.
    case basicAttendee = "basic_attendee"
    /// Holders are shown, and found by name.
    case detailedAttendee = "detailed_attendee"
    /// Staff may act by hand.
    case manualCheckIn = "manual_check_in"
}

/// How far somebody is trusted who works at a door.
public enum StaffRole: String, Codable, Sendable, CaseIterable {
    case steward, supervisor
}

/// Somebody who acts on a station by hand.
public struct Staff: Hashable, Sendable {
    /// As the journal names them.
    public let name: String
    public let role: StaffRole

    public init(name: String, role: StaffRole) {
        self.name = name
        self.role = role
    }
}

/// What staff do. Who may do it stands here and nowhere else.
public enum StaffAct: String, Codable, Sendable, CaseIterable {
    /// Finds tickets by their exact reference.
    case lookUp = "look_up"
    /// Finds tickets by name, or by the order they were bought with.
    case search
    /// Lets in whom the rules admit.
    case admit
    /// Lets in whom the rules refuse, also a second time.
    case override
    case checkOut = "check_out"
    case checkOutAll = "check_out_all"
    /// Takes back the last of one's own acts.
    case undoOwn = "undo_own"
    /// Takes back any admission or check-out.
    case undoAny = "undo_any"
    /// Takes back what another station recorded.
    case undoElsewhere = "undo_elsewhere"
    /// Gives the station another gate or direction.
    case move
    /// Goes on while nothing can be recorded.
    case notRecorded = "not_recorded"
    /// Gives the station to another event, or to the same under other settings.
    case enrol

    /// The least role that may do it.
    public var role: StaffRole {
        switch self {
        case .lookUp, .admit, .checkOut, .undoOwn: .steward
        case .search, .override, .checkOutAll, .undoAny, .undoElsewhere, .move, .notRecorded, .enrol: .supervisor
        }
    }

    /// What the station must be allowed for it.
    public var permissions: Set<Permission> {
        switch self {
        case .lookUp, .admit, .override, .checkOut, .checkOutAll, .undoOwn, .undoAny, .undoElsewhere:
            [.manualCheckIn]
        case .search: [.manualCheckIn, .detailedAttendee]
        case .move, .notRecorded, .enrol: []
        }
    }

    /// Why somebody of a role may not do it on a station with these permissions; `nil`: they may.
    public func obstacle(for role: StaffRole, with given: Set<Permission>) -> Obstacle? {
        if let missing = permissions.subtracting(given).min(by: { $0.rawValue < $1.rawValue }) {
            return .permission(missing)
        }
        return self.role == .supervisor && role == .steward ? .role : nil
    }

    public enum Obstacle: Hashable, Sendable {
        /// The station was not given it.
        case permission(Permission)
        /// It takes a supervisor.
        case role
    }
}
