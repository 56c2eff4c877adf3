internal import Foundation
public import Manifests
public import Messages
public import Tickets

/// Keys, lists, events, and the gate of this station: everything by which tickets are decided.
struct ListConditions: ConditionSource {
    let trust: TrustStore
    let manifests: ManifestStore
    let staffKeys: StaffKeys
    let door: Door.Settings
    /// Names of the configured backends.
    let backends: Set<String>

    func conditions(at situation: Situation) -> [Condition] {
        let keys = trust.keys()
        var conditions = keys.faults.map {
            Condition(.keyFileUnusable, subject: $0.subject, because: $0)
        }
        if keys.trusted.isEmpty { conditions.append(Condition(.noKeyTrusted)) }
        if let file = door.places.unreadable {
            conditions.append(Condition(.placesUnreadable, ["file": file.path]))
        }
        if situation.served.isEmpty {
            let installed = manifests.installed.map(\.plan.event.name).joined(separator: ", ")
            conditions.append(Condition(installed.isEmpty ? .noList : .noListForNow, ["events": installed]))
        }
        return conditions + overlaps(situation) + situation.served.flatMap { list($0, now: situation.now) }
    }

    private func list(_ manifest: InstalledManifest, now: Timestamp) -> [Condition] {
        let (event, id) = (manifest.plan.event, manifest.plan.event.id)
        var conditions = manifest.notes(now: now).map { Condition($0, of: event) }
        if conditions.isEmpty {
            let age = (now - manifest.claims.issued).components.seconds / 60
            conditions.append(
                Condition(
                    .listFine, subject: id,
                    [
                        "event": event.name, "tickets": "\(manifest.claims.ticketCount)", "minutes": "\(age)",
                        "key": manifest.keyID,
                    ]))
        }
        switch event.status {
        case .on: break
        case .cancelled: conditions.append(Condition(.eventCancelled, subject: id, ["event": event.name]))
        case .postponed: conditions.append(Condition(.eventPostponed, subject: id, ["event": event.name]))
        }
        if let place = event.place, let before = place.movedFrom {
            let whole = [place.name, place.address].compactMap(\.self).joined(separator: ", ")
            conditions.append(
                Condition(.eventHasMoved, subject: id, ["event": event.name, "from": before, "place": whole]))
        }
        if let backend = manifest.claims.backend, !backends.contains(backend) {
            conditions.append(Condition(.backendMissing, subject: id, ["event": event.name, "backend": backend]))
        }
        conditions.append(gate(of: manifest.plan))
        if manifest.claims.privacy == .staff, door.permissions.contains(.detailedAttendee),
            staffKeys.key(for: id) == nil
        {
            conditions.append(Condition(.staffKeyMissing, subject: id, ["event": event.name, "id": id]))
        }
        return conditions
    }

    /// A station at the wrong gate refuses everybody, so one whose gate nobody chose says so.
    private func gate(of plan: EventPlan) -> Condition {
        let event = plan.event
        let gates = plan.someGates
        guard let placement = door.placement(in: plan) else {
            return Condition(
                .unknownGate, subject: event.id, ["event": event.name, "gate": door.gate ?? "", "gates": gates],
                variant: door.gate == nil ? "Unnamed" : "")
        }
        let isAssigned = plan.assignments.contains { $0.station == door.station }
        let isChosen = door.places.choice(for: event.id)?.gate != nil
        let isGuessed = door.gate == nil && !isAssigned && !isChosen && plan.gates.count > 1
        return Condition(
            isGuessed ? .gateNotChosen : .gateFine, subject: event.id,
            [
                "event": event.name, "gate": placement.gate.name, "gates": gates,
                "direction": placement.direction.rawValue,
            ])
    }

    // MARK: - Several events

    /// Events that are open at the same time: tickets of both are good here, or one of the events is not served.
    private func overlaps(_ situation: Situation) -> [Condition] {
        let (served, now, grace) = (situation.served.map(\.plan.event), situation.now, door.policy.graceAfterEnd)
        let both = Event.overlaps(among: served, now: now, grace: grace).map { first, second in
            Condition(
                .eventsOverlap, subject: "\(first.id) \(second.id)",
                [
                    "first": first.name, "second": second.name,
                    "from": clock(of: second, at: second.doorsOpen), "until": clock(of: second, at: first.ends),
                ])
        }
        let others = situation.others.map(\.plan.event).filter { $0.isOpen(at: now, grace: grace) && now < $0.ends }
        return both + others.map { Condition(.eventNotServed, subject: $0.id, ["event": $0.name]) }
    }

    private func clock(of event: Event, at time: Timestamp) -> String {
        DoorClock(zone: event.timeZone, now: time).text(of: time)
    }
}

extension Condition {
    /// The condition about a list.
    public init(_ note: ManifestNote, of event: Event) {
        let code: Code =
            switch note {
            case .test: .listIsTest
            case .guessableCodes: .guessableCodes
            case .empty: .listEmpty
            case .shrunk: .listShrunk
            case .issuedInFuture: .listIssuedInFuture
            case .expired: .listExpired
            case .stale: .listTooOld
            }
        self.init(code, subject: event.id, ["event": event.name])
    }
}
