internal import StationAPI
internal import Tickets
internal import Web

/// What the page shows of pairings.
struct PageEnrolment: Codable, Hashable, Sendable {
    let isEnrolled: Bool
    /// Pairings are taken that are shown to a reader.
    let isOpen: Bool
    /// Whoever stands at it may open it.
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
    /// A kiosk that is not enrolled belongs to whoever stands at it and has compared the key; one that is, to its
    /// supervisors.
    static let enrolment: [Route<PageCall>] = [
        Route("POST", "/enrolment/open") { call in
            guard try await call.station.enrolment.state().isNew else {
                throw ControlError(
                    .refused, "open", "the station for a pairing", "somebody has set it up already",
                    hint: "Venue IT can: usher enroll --open.")
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
    /// The page confirms what was shown to a reader, and brings no pairing of its own.
    fileprivate func comparison() async throws -> PairingRequest {
        let comparison = try await object(Comparison.self)
        return PairingRequest(fingerprint: comparison.fingerprint, shortCode: comparison.shortCode)
    }
}

/// That somebody has compared the key of the pairing that was shown.
struct Comparison: Codable, Sendable {
    let fingerprint: String
    /// Of the pairing that the page showed: another may have been shown to a reader meanwhile.
    let shortCode: String
}
