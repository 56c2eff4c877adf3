internal import BarcodeReader
internal import Manifests
internal import Messages
internal import Tickets

/// The kinds of codes that cameras read: those of usher.yaml; otherwise those that the lists in force name, or QR codes
/// where none does.
struct CameraSymbologies: Sendable {
    /// Of usher.yaml; empty when it names none.
    let chosen: Set<Symbology>
    let manifests: ManifestStore

    var now: Set<Symbology> { chosen.isEmpty ? named : chosen }

    /// By the lists in force, or QR codes where none says anything.
    private var named: Set<Symbology> {
        let named = manifests.installed.map(\.claims.terms.symbologies)
        return named.isEmpty ? [.qr] : named.reduce(into: []) { $0.formUnion($1.isEmpty ? [.qr] : $1) }
    }

    /// An element when ``now`` may have changed. For one reader.
    var changes: AsyncStream<Void> { manifests.changes }

    /// What tickets carry, and no camera of this station reads.
    /// - Parameter unreadable: what this machine has no library for.
    func conditions(
        unreadable: (_ among: Set<Symbology>) -> Set<Symbology> = BarcodeReader.unreadable
    ) -> [Condition] {
        let missing = [
            (Condition.Code.symbologyNotChosen, named.subtracting(now)),
            (.symbologyUnreadable, unreadable(now)),
        ]
        return missing.compactMap { code, kinds in
            kinds.isEmpty ? nil : Condition(code, ["kinds": kinds.map(\.rawValue).sorted().joined(separator: ", ")])
        }
    }
}
