internal import StationAPI
internal import Tickets
internal import Web

/// What the page shows about pairings.
struct PageEnrolment: Codable, Hashable, Sendable {
    let isEnrolled: Bool
    /// Pairings that are shown to a reader are accepted.
    let isOpen: Bool
    /// Anyone at the kiosk may open it for a pairing.
    let isNew: Bool
    let pending: EnrolmentState.Pending?

    init(_ state: EnrolmentState) {
        isEnrolled = state.current != nil
        isOpen = state.openForMs != nil
        isNew = state.isNew
        pending = state.pending
    }
}

extension PageRoutes {
    /// At a kiosk that is not enrolled, anyone who has compared the key may confirm a pairing; at an enrolled one, a
    /// supervisor.
    static let enrolment: [Route<PageCall>] = [
        Route("POST", "/enrolment/open") { call in
            guard try await call.station.enrolment.state().isNew else {
                throw ControlError(
                    .refused, "open", "the station for a pairing", "it is already set up",
                    hint: "Venue IT can open it: usher enroll --open.")
            }
            return try .json(PageEnrolment(await call.station.enrolment.open()))
        },
        Route("POST", "/enrolment/accept") { call in
            guard try await call.station.enrolment.state().current == nil else { throw ControlError.noSession }
            return try .json(PageEnrolment(await call.station.enrolment.accept(call.comparison(), by: nil)))
        },
        Route("POST", "/enrolment/refuse") { call in
            try await call.station.enrolment.refuse()
            return try .json(PageEnrolment(await call.station.enrolment.state()))
        },
        Route("POST", "/staff/enrolment") { call in
            let staff = try await call.staff.staff(call.request)
            var comparison = try await call.comparison()
            comparison.operator = staff.name
            return try .json(PageEnrolment(await call.station.enrolment.accept(comparison, by: staff)))
        },
    ]
}

extension PageCall {
    /// The page confirms the pairing that was shown to a reader; it cannot bring one of its own.
    fileprivate func comparison() async throws -> PairingRequest {
        let comparison = try await object(Comparison.self)
        return PairingRequest(fingerprint: comparison.fingerprint, shortCode: comparison.shortCode)
    }
}

/// Confirms that somebody has compared the key of the pairing that was shown.
struct Comparison: Codable, Sendable {
    let fingerprint: String
    /// Of the pairing that the page showed, because another may have been shown to a reader meanwhile.
    let shortCode: String
}
