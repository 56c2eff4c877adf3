internal import Backends
internal import Foundation
internal import Journal
internal import Logging
internal import Manifests
internal import Messages
package import StationAPI
internal import Threads
package import Tickets

/// How a kiosk becomes the station of an event, and how that ends.
package struct Enrolments: EnrolmentControl {
    let store: EnrolmentStore
    /// The enrolment with which the station was opened; `nil` when there was none.
    let current: Enrolment?
    let inbox = PairingInbox()
    let door: Door
    let journal: Journal
    let manifests: ManifestStore
    let trust: TrustStore
    let folder: StateFolder
    let configuration: Configuration
    let authorization: StaffAuthorization
    let conditions: ReportedConditions
    let clock: StationClock
    let logger: Logger
    /// Where lists and keys are written.
    let lists: WorkQueue
    /// Makes usherd open the station again, because its enrolment has changed.
    let restart: @Sendable () -> Void

    /// The answer to a pairing that was shown to a reader.
    /// - Returns: also whether the same text got this answer before and is still in view.
    func take(_ presentation: Presentation) async -> (answer: ScanHint.Kind, isRepeat: Bool) {
        if let earlier = inbox.last.answer(to: presentation.bytes, at: presentation.arrived) {
            return (earlier, true)
        }
        let answer = await show(pairing: String(decoding: presentation.bytes, as: UTF8.self))
        inbox.last.remember(answer, to: presentation.bytes, at: presentation.arrived)
        return (answer, false)
    }

    private func show(pairing text: String) async -> ScanHint.Kind {
        guard let (pairing, key) = try? Pairing.verify(text) else { return .pairingUnusable }
        // Still in view after it was taken.
        if let current = try? store.current(), current.nonce == pairing.nonce { return .pairingAccepted }
        let decision = inbox.show(
            pairing, key: key, shortCode: Pairing.shortCode(of: text), isUsable: isUsable(pairing),
            isEnrolled: isEnrolled, isKeyTrusted: isPreinstalled(key) && clock.isSynchronised(), at: .now)
        switch decision {
        case .unusable: return .pairingUnusable
        case .refuse: return .pairingRefused
        case .ask: return .pairingShown
        case .accept:
            do {
                try await door.requireRecorded("enrol")
                try enrol(pairing, key: key, by: "a key of the venue's IT")
                return .pairingAccepted
            } catch {
                conditions.report(Condition(.enrolmentUnusable, because: error))
                return .pairingUnusable
            }
        }
    }

    package func state() async throws -> EnrolmentState {
        let now = ContinuousClock.now
        let pending = inbox.pending(at: now)
        return EnrolmentState(
            current: try store.current().map {
                EnrolmentState.Current(
                    organizer: $0.organizer, event: $0.event.id, eventName: $0.event.name, fingerprint: $0.keyID,
                    until: $0.until, ends: $0.ends, servers: servers(of: $0))
            },
            openForMs: inbox.openFor(at: now)?.wholeMilliseconds,
            pending: pending.map { try? pendingState($0) } ?? nil, isNew: isNew, stationKey: stationKey)
    }

    private func servers(of enrolment: Enrolment) -> [String] {
        let settings = try? EnrolledSettings(
            enrolment.settings, secrets: enrolment.secrets, event: enrolment.event.id)
        return settings?.servers ?? []
    }

    /// Nobody has set up the station: then anyone at the kiosk may open it for a pairing.
    private var isNew: Bool {
        !isEnrolled && manifests.installed.isEmpty && trust.keys().trusted.isEmpty && configuration.backends.isEmpty
            && configuration.events.isEmpty && configuration.lists == ListSettings()
    }

    private func pendingState(_ pending: PairingInbox.Pending) throws -> EnrolmentState.Pending {
        let settings = try EnrolledSettings(
            pending.pairing.settings, secrets: Array(pending.pairing.secrets.keys), event: pending.pairing.event.id)
        return EnrolmentState.Pending(
            organizer: pending.pairing.organizer, event: pending.pairing.event.id,
            eventName: pending.pairing.event.name, gate: settings.gate, fingerprint: pending.key.id,
            shortCode: pending.shortCode, servers: settings.servers)
    }

    /// What `usher station key` prints and the organizer registers: 32 bytes in base64.
    var stationKey: String { journal.publicKey.raw.base64EncodedString() }

    package func open() async throws -> EnrolmentState {
        guard !isEnrolled else {
            throw StationError(
                .refused, "open", "the station for a pairing", "it is enrolled",
                hint: "A supervisor can confirm a pairing that is shown to it; usher leave ends the enrolment.")
        }
        inbox.open(at: .now)
        logger.notice("open for a pairing", metadata: ["minutes": "\(PairingInbox.openFor.components.seconds / 60)"])
        return try await state()
    }

    /// Puts a pairing in force: the one in the request, else the one that was shown and has the short code of the
    /// request. The fingerprint in the request says that somebody has compared it.
    package func accept(_ request: PairingRequest, by staff: Staff?) async throws -> EnrolmentState {
        if let staff {
            try authorization.require(.enrol, of: staff)
        } else if isEnrolled {
            throw StationError(
                .refused, "accept", "the pairing", "the station is enrolled",
                hint: "A supervisor can confirm it.")
        }
        let (pairing, key) = try pairing(request)
        let wanted = request.fingerprint.lowercased().filter { !$0.isWhitespace && $0 != "-" && $0 != ":" }
        guard wanted == key.id else {
            throw StationError(
                .refused, "accept", "the pairing",
                "its key is \(key.id), and not the one that was compared",
                hint: "Somebody else may have made it. Ask the organizer for the fingerprint of their key.")
        }
        guard isUsable(pairing) else {
            throw StationError(
                .refused, "accept", "the pairing", "it has expired, or was taken before",
                hint: "Make a new one with usher enroll: it is valid for a while, and once at each station.")
        }
        try await door.requireRecorded("enrol")
        try await lists.run { try self.enrol(pairing, key: key, by: request.operator) }
        return try await state()
    }

    private func pairing(_ request: PairingRequest) throws -> (Pairing, VerificationKey) {
        if let text = request.pairing { return try Pairing.verify(text) }
        guard let pending = inbox.pending(at: .now) else {
            throw StationError(
                .notFound, "accept", "a pairing", "none was shown in the last minutes",
                hint: "Show the code to the camera or the scanner, or give it as a file.")
        }
        guard let seen = request.shortCode else {
            throw StationError(
                .refused, "accept", "the pairing", "the request does not say which one was compared",
                hint: "Give the short code that usher enroll --status shows: another may have been shown meanwhile.")
        }
        guard seen == pending.shortCode else {
            throw StationError(
                .refused, "accept", "the pairing", "another was shown meanwhile",
                hint: "Look at the one that the screen shows now, and compare its key.")
        }
        return (pending.pairing, pending.key)
    }

    package func refuse() async throws {
        inbox.forgetPending()
    }

    /// Ends the enrolment: its list, credentials and key are removed. The journal stays, with what it remembers of
    /// lists.
    package func leave(_ request: LeaveRequest) async throws {
        try await requireLeavable(request)
        try await end(by: request.operator)
    }

    /// - Throws: ``StationError`` when there is no enrolment, or check-ins are unsent
    func requireLeavable(_ request: LeaveRequest) async throws {
        guard store.hasRecord else {
            throw StationError(
                .refused, "leave", "the event", "this station is not enrolled",
                hint: "What was set up by hand is removed by hand: usher manifest remove, usher key remove.")
        }
        try await door.requireRecorded("leave")
        let waiting = try journal.figures().waiting
        guard waiting == 0 || request.isForced ?? false else {
            throw StationError(
                .refused, "leave", "the event",
                "\(waiting) check-ins have not reached their server",
                hint: "Wait until usher status shows nothing to send, or export the journal and give --force.")
        }
    }

    private func end(by name: String?) async throws {
        let left = try? store.current()
        try await lists.run {
            if let left {
                if self.manifests.installed.contains(where: { $0.plan.event.id == left.event.id }) {
                    try self.manifests.remove(event: left.event.id)
                    self.conditions.clearList(of: left.event.id)
                }
                if left.broughtKey, self.isTrusted(id: left.keyID) { try self.trust.remove(left.keyID) }
            }
            try self.store.remove()
            // The list is gone: at the next enrolment it comes from the same address once more.
            try ListDownload.forgetAll(in: self.folder.downloads)
        }
        logger.notice("left", metadata: ["event": "\(left?.event.id ?? "none")", "by": "\(name ?? "")"])
        restart()
    }

    // MARK: - The parts

    /// A station whose record cannot be read counts as enrolled: it must not accept anybody's pairing.
    private var isEnrolled: Bool {
        do { return try store.current() != nil } catch { return true }
    }

    /// Not used before, and not expired. A clock that is not synchronised cannot say that something has expired.
    private func isUsable(_ pairing: Pairing) -> Bool {
        guard !store.isTaken(pairing) else { return false }
        let age = clock.now() - pairing.issued
        return !clock.isSynchronised() || (age < pairing.validity && age > .zero - Pairing.usualValidity)
    }

    /// The venue's IT has put the key where only they can write: then a pairing needs no confirmation.
    private func isPreinstalled(_ key: VerificationKey) -> Bool {
        let own = folder.keys.standardizedFileURL.path
        return trust.keys().trusted.contains {
            $0.key == key && $0.file.deletingLastPathComponent().standardizedFileURL.path != own
        }
    }

    private func isTrusted(id: String) -> Bool {
        trust.keys().trusted.contains { $0.id == id }
    }

    private func enrol(_ pairing: Pairing, key: VerificationKey, by name: String?) throws {
        _ = try EnrolledSettings(
            pairing.settings, secrets: Array(pairing.secrets.keys), event: pairing.event.id)
        let before = try? store.current()
        // A key that came with the enrolment before goes with it, also when this one brings it again.
        let wasBrought = before?.broughtKey == true && before?.keyID == key.id
        let record = Enrolment(
            organizer: pairing.organizer, keyID: key.id, event: pairing.event, settings: pairing.settings,
            secrets: pairing.secrets.keys.sorted(), broughtKey: wasBrought || !isTrusted(id: key.id),
            until: pairing.until, nonce: pairing.nonce, enrolled: clock.now(), operator: name)
        try store.keep(record, of: pairing)
        _ = try trust.trust(contents: KeyFile.publicText(of: key, for: .manifest), named: "the pairing's key")
        if let before, before.broughtKey, before.keyID != key.id, isTrusted(id: before.keyID) {
            try trust.remove(before.keyID)
        }
        inbox.forget()
        logger.notice(
            "enrolled",
            metadata: [
                "event": "\(pairing.event.id)", "organizer": "\(pairing.organizer)", "key": "\(key.id)",
                "operator": "\(name ?? "")",
            ])
        restart()
    }
}

extension Enrolments: ConditionSource {
    func conditions(at situation: Situation) -> [Condition] {
        guard let current else { return [] }
        let code: Condition.Code =
            situation.now < current.until
            ? .enrolled
            : situation.clock == .synchronised && situation.now >= current.ends ? .sessionOver : .enrolmentPast
        return [Condition(code, subject: current.event.id, ["event": current.event.name, "until": "\(current.until)"])]
    }
}
