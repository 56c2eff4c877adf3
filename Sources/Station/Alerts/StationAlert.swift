internal import Messages
internal import Tickets

typealias StationAlert = Alert<StationAlertKind>

/// What a person far from a door should hear of.
enum StationAlertKind: String, AlertKind {
    /// A list is past its time.
    case listTooOld
    /// A list was refused because too much of the one in force is not in it.
    case listLoss
    /// Check-ins have been waiting for their backend for ten minutes.
    case unsent
    /// The clock differs from the ticketing server's.
    case clockOff
    /// A camera or scanner that was read is gone.
    case deviceGone
    /// The ticketing server has taken the station's access away.
    case revoked
    /// Two gates let the same ticket in.
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
