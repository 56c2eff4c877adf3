internal import Manifests
internal import Tickets

/// The kinds of codes that cameras read: those of usher.yaml; otherwise those that the lists in force name, or QR codes
/// where none does.
struct CameraSymbologies: Sendable {
    /// Of usher.yaml; empty when it names none.
    let chosen: Set<Symbology>
    let manifests: ManifestStore

    var now: Set<Symbology> {
        guard chosen.isEmpty else { return chosen }
        let named = manifests.installed.map(\.claims.terms.symbologies)
        return named.isEmpty ? [.qr] : named.reduce(into: []) { $0.formUnion($1.isEmpty ? [.qr] : $1) }
    }

    /// An element when ``now`` may have changed. For one reader.
    var changes: AsyncStream<Void> { manifests.changes }
}
