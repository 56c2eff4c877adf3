/// What a station may do and show: the permissions of EventPassUG's scanning sessions, in its words.
public enum Permission: String, Codable, Sendable, CaseIterable {
    /// Codes that a reader presents are decided. Without this permission, each is refused as `stationNotAuthorised`.
    case scan
    /// A ticket's type, seat and number of the entry are shown.
    case basicAttendee = "basic_attendee"
    /// Names of holders are shown, and staff find tickets by them.
    case detailedAttendee = "detailed_attendee"
    /// Staff may act by hand.
    case manualCheckIn = "manual_check_in"
}

/// What somebody who works at a door may do: see ``StaffAct``. A supervisor may do all that a steward may.
public enum StaffRole: String, Codable, Sendable, CaseIterable {
    case steward, supervisor
}

/// A person who does something at a station by hand.
public struct Staff: Hashable, Sendable {
    /// As the journal records it, in the member `operator`.
    public let name: String
    /// Which acts are allowed: ``StaffAct/obstacle(for:with:)``.
    public let role: StaffRole

    public init(name: String, role: StaffRole) {
        self.name = name
        self.role = role
    }
}

/// What staff can do by hand, and who may do it. No other table says so. Raw values are used in JSON.
/// See docs/decisions/056-staff-acts-table.md.
public enum StaffAct: String, Codable, Sendable, CaseIterable {
    /// Finds tickets by reference or order, from their first letters on, or by code.
    case lookUp = "look_up"
    /// Finds tickets by name, company or e-mail address.
    case search
    /// Lets in somebody whom the rules admit.
    case admit
    /// Lets in somebody whom the rules refuse, also a second time.
    case override
    /// Lets the people of one ticket out.
    case checkOut = "check_out"
    /// Checks out everybody who is inside.
    case checkOutAll = "check_out_all"
    /// Undoes one's own acts, and codes that the station read in the last minutes.
    case undoOwn = "undo_own"
    /// Undoes any admission or check-out of this station.
    case undoAny = "undo_any"
    /// Undoes what another station recorded.
    case undoElsewhere = "undo_elsewhere"
    /// Moves the station to another gate or direction.
    case move
    /// Lets the station go on while nothing can be recorded.
    case notRecorded = "not_recorded"
    /// Sells a ticket that has a price.
    case sell
    /// Gives away a ticket without a price.
    case give
    /// Takes back a ticket that was sold or given away here.
    case refund
    /// Enrols the station for another event, or for the same event with other settings.
    case enrol

    /// The lowest role that may do it.
    public var role: StaffRole {
        switch self {
        case .lookUp, .admit, .checkOut, .undoOwn, .sell: .steward
        case .search, .override, .checkOutAll, .undoAny, .undoElsewhere, .move, .notRecorded, .give, .refund, .enrol:
            .supervisor
        }
    }

    /// The permissions that the station needs for it.
    public var permissions: Set<Permission> {
        switch self {
        case .lookUp, .admit, .override, .checkOut, .checkOutAll, .undoOwn, .undoAny, .undoElsewhere, .sell,
            .give, .refund:
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

    /// Why an act is not allowed.
    public enum Obstacle: Hashable, Sendable {
        /// The station does not have it.
        case permission(Permission)
        /// Only a supervisor may do it.
        case role
    }
}
