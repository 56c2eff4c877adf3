// The module's first file by name decides what is loaded first. This one brings Glibc, by Tickets, before another brings
// Dispatch: otherwise the compiler takes stat(2) for a part of Dispatch, and finds its members nowhere.
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
}
