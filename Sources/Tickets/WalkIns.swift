internal import Crypto
public import Foundation

// Guests without any ticket are counted on one line of the list, whose code nobody knows: like that, everything that
// counts tickets counts them.
// See docs/decisions/120-walk-ins-are-one-line.md.

extension TicketType {
    /// The slug of the type of that line.
    public static let walkInSlug = "walk-in"
}

extension TicketKey {
    /// The key of the line for guests without a ticket. It is made from the salt as no code's key is, so nobody can find a
    /// code that has it.
    /// - Parameter salt: the manifest's salt, 32 bytes.
    public init(ofWalkInsWith salt: Data) {
        let key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: salt), info: Data("usher walk-in".utf8),
            outputByteCount: Self.byteCount)
        bytes = unsafe key.withUnsafeBytes { bytes in unsafe Data(bytes) }
    }
}

extension AdmissionList {
    /// The same for guests without a ticket: they come and go, and only the capacity limits them.
    public var forWalkIns: AdmissionList {
        AdmissionList(
            slug: slug, name: name, reentry: .unlimited, types: types, capacity: capacity, rule: nil,
            asksUnpaid: asksUnpaid, takesOneLine: takesOneLine, date: date, everyoneOut: everyoneOut)
    }
}
