internal import Tickets

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

extension PageRoute {
    /// A kiosk that is not enrolled belongs to whoever stands at it and has compared the key; one that is, to its
    /// supervisors.
    static let enrolment = [
        PageRoute("POST", "/enrolment/open") { call in
            guard try await call.station.enrolmentState().isNew else {
                throw ControlError(
                    .refused, "open", "the station for a pairing", "somebody has set it up already",
                    hint: "Venue IT can: usher enroll --open.")
            }
            return try .json(PageEnrolment(await call.station.openEnrolment()))
        },
        PageRoute("POST", "/enrolment/accept") { call in
            guard try await call.station.enrolmentState().current == nil else { throw ControlError.noSession }
            return try .json(PageEnrolment(await call.station.acceptPairing(call.comparison())))
        },
        PageRoute("POST", "/enrolment/refuse") { call in
            try await call.station.refusePairing()
            return try .json(PageEnrolment(await call.station.enrolmentState()))
        },
        PageRoute("POST", "/staff/enrolment") { call in
            let staff = try await call.staff.staff(call.cookies)
            var comparison = try await call.comparison()
            comparison.operator = staff.name
            return try .json(PageEnrolment(await call.station.acceptPairing(comparison, by: staff)))
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
