internal import Tickets

/// An EventSchedule server, as discovery found it.
struct EventScheduleSite: Sendable {
    /// Which interface it has (docs/EVENTSCHEDULE.md).
    enum Dialect: Sendable, CaseIterable {
        /// The documented interface.
        case documented
        /// The open source server.
        case upstream
        /// The fork Planify.
        case planify
    }

    let dialect: Dialect
    /// For requests below `/api`.
    let api: JSONServer
    /// For requests at the address itself.
    let root: JSONServer
    /// Path of its branding, if it announces one.
    var brandingPath: String?
    /// The version of its own phone app that it asks for; nothing of it is about a station.
    var appVersion: String?
    /// It has an interface for check-ins, and has not switched it off.
    var takesCheckIns = true
    /// The shortest time from one check-in to the next.
    var pace = Duration.zero

    /// Why it gets no check-ins, for people to see; they stay in the outbox and can be exported. `nil` when it takes
    /// them.
    var refusal: BackendError? {
        guard !takesCheckIns || dialect == .upstream else { return nil }
        return api.failure(
            .unsupported, "this server has no interface for check-ins",
            hint: "They stay here: export them with usher journal export.")
    }
}
