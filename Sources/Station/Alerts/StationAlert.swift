internal import Messages
internal import Tickets

typealias StationAlert = Alert<StationAlertKind>

/// What a person far from the door should know.
enum StationAlertKind: String, AlertKind {
    /// A list has expired, or is older than its organizer wants.
    case listTooOld
    /// A list was refused because it lacks too much of the one in force.
    case listLoss
    /// Check-ins have been waiting for their backend for ten minutes.
    case unsent
    /// The clock differs from the ticketing server's.
    case clockOff
    /// A camera or scanner that was read is gone.
    case deviceGone
    /// The ticketing server has withdrawn the station's access.
    case revoked
    /// Two gates let in the same ticket.
    case doubleEntry

    init?(_ code: Condition.Code) {
        switch code {
        case .listTooOld, .listExpired: self = .listTooOld
        case .listLoss: self = .listLoss
        case .unsent: self = .unsent
        case .clockOff: self = .clockOff
        case .deviceGone: self = .deviceGone
        case .revoked: self = .revoked
        case .doubleEntry: self = .doubleEntry
        default: return nil
        }
    }
}

extension StationAlert {
    /// `nil` for a condition that only people at the door have to know.
    init?(_ condition: Condition) {
        guard let kind = StationAlertKind(condition.code) else { return nil }
        self.init(kind: kind, subject: condition.subject ?? "", message: condition.says)
    }
}
