internal import Files
package import Foundation
internal import GRDB
package import Tickets

/// The list of an event before the one that is built, verified, with its body open.
package final class PreviousList {
    /// Its signed line.
    package let claims: ManifestClaims
    /// The event as this list describes it.
    package let plan: EventPlan
    /// Its tickets.
    package let body: ManifestBody
    /// Its name in messages.
    package let name: String
    private let slugs: [Int64: String]
    /// Deleted with its owner.
    private let file: IncomingBody

    /// - Throws: ``ManifestError`` for a file that is not a whole list of the event, signed with the key.
    /// - Parameter event: id of the event; `nil` for any.
    package convenience init(_ file: URL, key: VerificationKey, event: String? = nil) throws {
        let bytes = try ManifestFile.line(of: file)
        let line = try ManifestLine(bytes, keys: [key], subject: file.path)
        if let event, line.claims.event.id != event {
            throw ManifestError(
                .badPrevious, "use", file.path, "it is a list of \(line.claims.event.id), not of \(event)")
        }
        try self.init(file, line: bytes, claims: line.claims)
    }

    /// - Parameters:
    ///   - line: the signed line of the file.
    ///   - claims: what it says.
    init(_ file: URL, line: [UInt8], claims: ManifestClaims) throws {
        self.claims = claims
        name = file.path
        self.file = try ManifestInspection.copyBody(of: file, after: line.count + 1, claims: claims)
        body = try ManifestBody(self.file.file.file, byteCount: claims.body.bytes, subject: file.path)
        plan = try body.plan(for: claims, subject: file.path)
        slugs = Dictionary(plan.types.map { ($0.id, $0.slug) }) { first, _ in first }
    }

    /// The list in the file that the next list will replace; `nil` when there is no such file.
    ///
    /// - Parameter acceptingLoss: a list of another event or key may be replaced; then the result is `nil`.
    package static func ifAny(
        at file: URL, key: VerificationKey, event: String, acceptingLoss: Bool
    ) throws -> PreviousList? {
        let target = file.resolvingSymlinksInPath().path
        let kind = (try? FileManager.default.attributesOfItem(atPath: target))?[.type] as? FileAttributeType
        guard kind == .typeRegular else { return nil }
        do {
            let bytes = try ManifestFile.line(of: file)
            let (keyID, claims) = try ManifestLine.unverified(bytes, subject: file.path)
            if let other = other(keyID, claims, than: key, event) {
                guard acceptingLoss else {
                    throw ManifestError(
                        .lossNotAccepted, "replace", file.path, other.reason,
                        hint: "\(other.hint), name another file, or confirm it with --accept-loss.")
                }
                return nil
            }
            return try PreviousList(file, key: key, event: event)
        } catch let error as any ExplainedError where (error as? ManifestError)?.code != .lossNotAccepted {
            throw ManifestError(
                .badPrevious, "compare with the list before,", file.path, error.reason,
                hint: "If it is not yours, or is damaged, move it away and run this again.")
        }
    }

    private static func other(
        _ keyID: String, _ claims: ManifestClaims, than key: VerificationKey, _ event: String
    ) -> (reason: String, hint: String)? {
        if claims.event.id != event {
            return ("it is the list of the event \(claims.event.id), not of \(event)", "Correct the id in event.yaml")
        }
        guard keyID != key.id else { return nil }
        return ("it was signed with another key, \(keyID), so stations would refuse the new list", "Use that key")
    }

    /// The database of the list, as a file of its own for as long as this object lives.
    package var bodyFile: URL { file.file.file }

    /// The numbers that the lines of a code have, by the slug of their type.
    package func lineNumbers(of key: TicketKey) throws -> [String: Int] {
        try body.read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT type, line FROM ticket WHERE key = ? LIMIT \(BodySchema.maximumLineCount)")
            let rows = try Row.fetchCursor(statement, arguments: [key.bytes])
            var numbers: [String: Int] = [:]
            while let row = try rows.next().map(BodyRow.init) {
                guard let slug = slugs[try row.integer(0)], let number = Int32(exactly: try row.integer(1)) else {
                    throw BodyRow.fault
                }
                numbers[slug] = Int(number)
            }
            return numbers
        }
    }
}
