internal import Manifests
internal import QRWriter
internal import Tickets

/// The code of a new ticket.
struct SoldCode {
    let text: String
    let key: TicketKey
    let reference: String
    let matrix: QRMatrix

    init(_ type: TicketType, _ manifest: InstalledManifest, signedWith signingKey: SigningKey) throws {
        text = try SignedCode.issue(item: type.id, seed: SignedCode.randomSeed(), with: signingKey)
        key = manifest.key(of: text)
        reference = DoorReference.of(key)
        matrix = try QRMatrix(encoding: text)
    }
}

extension QRMatrix {
    /// For each row, `1` for dark modules and `0` for light ones.
    var rows: [String] {
        (0..<size).map { row in
            String((0..<size).map { isDark(row: row, column: $0) ? "1" : "0" })
        }
    }
}
