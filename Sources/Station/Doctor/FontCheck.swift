internal import Foundation
internal import Manifests
internal import Messages
internal import Pictures
internal import StationAPI
internal import Tickets

/// Whether this machine has fonts for the names that its screen and its printouts show. Names themselves are never told.
struct FontCheck: Sendable {
    let manifests: [InstalledManifest]
    let staffKeys: StaffKeys

    func findings() -> [Condition] {
        guard let fonts = try? FontCoverage() else { return [] }
        var (count, scripts) = (0, Set<String>())
        for name in Set(manifests.flatMap(names)) {
            let missing = fonts.missingScripts(in: name)
            if !missing.isEmpty { count += 1 }
            scripts.formUnion(missing)
        }
        guard count > 0 else { return [] }
        let named = scripts.map(Self.name).sorted().joined(separator: ", ")
        return [Condition(.fontMissing, ["names": "\(count)", "scripts": named])]
    }

    /// Of the event, its gates, lists and types; of guests where the station can read all of them quickly.
    private func names(in manifest: InstalledManifest) -> [String] {
        let plan = manifest.plan
        let names = [plan.event.name] + plan.gates.map(\.name) + plan.lists.map(\.name) + plan.types.map(\.name)
        guard manifest.claims.privacy == .staff, manifest.claims.ticketCount <= GuestsRequest.most,
            let key = staffKeys.key(for: plan.event.id), let guests = try? manifest.guests(staffKey: key)
        else { return names }
        return names + guests.compactMap(\.holder?.name)
    }

    /// `Han`, `Thai`. What belongs to no script are signs, such as emoji.
    private static func name(of script: String) -> String {
        ["Zyyy", "Zinh", "Zzzz"].contains(script)
            ? "emoji" : Locale(identifier: "en").localizedString(forScriptCode: script) ?? script
    }
}
