internal import Foundation
internal import StationAPI
public import Tickets

/// A roster as it travels: one line, signed with the key from which stations take orders, too.
public struct SignedRoster: Hashable, Sendable {
    /// Why a line is not taken. The raw value completes "the roster is refused: ...".
    public enum Fault: String, Error, Sendable {
        case tooLong = "it is larger than 2 MiB"
        case unreadable = "it is no roster, or one that this version cannot read"
        case otherKey = "it is signed with another key than the `orders_key` of this station"
        case unsigned = "its signature is wrong"
    }

    /// In bytes: with the most people, and all that can be said of each.
    public static let longest = 2 << 20

    /// A JSON Web Signature in compact form (RFC 7515), type `usher-roster`.
    public let line: String
    public let roster: Roster

    /// Signs a roster.
    /// - Throws: ``Fault/tooLong``
    public static func sign(_ roster: Roster, with key: SigningKey) throws -> String {
        let line = try SignedClaims.sign(Data(ControlJSON.encode(roster)), purpose: .roster, with: key)
        guard line.utf8.count <= longest else { throw Fault.tooLong }
        return line
    }

    /// Reads a line.
    /// - Parameter key: the only one from which rosters are taken.
    public init(_ line: String, key: VerificationKey) throws(Fault) {
        guard line.utf8.count <= Self.longest else { throw .tooLong }
        // Before anything of it is read that a stranger may have made large.
        guard let named = Self.keyID(of: line) else { throw .unreadable }
        guard named == key.id else { throw .otherKey }
        guard let claims = try? SignedClaims(parsing: line, purpose: .roster) else { throw .unreadable }
        do { try claims.verify(with: key) } catch { throw .unsigned }
        guard let roster = try? ControlJSON.decode(Roster.self, from: Array(claims.payload)), roster.fault == nil
        else { throw .unreadable }
        self.line = line
        self.roster = roster
    }

    /// Of the header alone; `nil` for a line that has none, or a longer one than it can be.
    private static func keyID(of line: String) -> String? {
        let header = line.utf8.prefix(500).prefix { $0 != UInt8(ascii: ".") }
        return Base64URL.decode(Substring(header)).flatMap {
            try? JSONDecoder().decode([String: String].self, from: $0)["kid"]
        }
    }
}
