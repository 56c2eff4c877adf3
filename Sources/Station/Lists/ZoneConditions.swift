internal import Manifests
internal import Messages
internal import Tickets
internal import TimeZones

/// Whether this machine knows the time zones of its events.
struct ZoneConditions: ConditionSource {
    let manifests: ManifestStore
    var folder = ZoneFolder.system

    func conditions(at situation: Situation) -> [Condition] {
        let unknown = manifests.installed.map(\.plan.event).filter { !$0.timeZone.isKnown }.map { event in
            Condition(.zoneUnknown, subject: event.id, ["event": event.name, "zone": event.timeZone.name])
        }
        return [Condition(.zonesFine, ["version": folder.version])] + unknown
    }
}
