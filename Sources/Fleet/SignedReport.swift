internal import Foundation
internal import StationAPI
public import Tickets

/// A station's report as it travels: one line, signed by the key that signs the station's journal.
public struct SignedReport: Hashable, Sendable {
    /// Why a line is not taken. The raw value completes "the report is refused: ...".
    public enum Fault: String, Error, Sendable {
        case tooLong = "it is larger than 256 KiB"
        case unreadable = "this version cannot read it"
        case unsigned = "it is not signed by the key that it names"
        case otherStation = "it is another station's"
        case otherHead = "the end of its journal is not signed by the same key"
        case unlikely = "it has numbers that no event has"
    }

    /// The newest entry of a journal.
    public struct JournalEnd: Hashable, Sendable {
        /// Its number; 0 for an empty journal.
        public let sequence: Int64
        /// Its hash, 64 hexadecimal digits.
        public let hash: String
    }

    /// In bytes: an event of 20 lists, 50 gates and 100 types takes a fifth of it.
    public static let longest = 256 << 10

    /// A JSON Web Signature in compact form (RFC 7515), type `usher-station-report`.
    public let line: String
    /// What the station says.
    public let report: StationReport
    /// The key that signed the report and the end of the journal.
    public let key: VerificationKey
    /// As the report's head has it.
    public let end: JournalEnd

    private struct Payload: Codable {
        let report: StationReport
        /// 32 bytes in base64url.
        let key: String
    }

    /// Signs a report.
    public static func sign(_ report: StationReport, with key: SigningKey) throws -> String {
        let payload = Payload(report: report, key: Base64URL.encode(key.verificationKey.raw))
        return try SignedClaims.sign(Data(ControlJSON.encode(payload)), purpose: .stationReport, with: key)
    }

    /// Reads a line that came from a station.
    ///
    /// - Parameter station: whose token or role it came with.
    public init(_ line: String, from station: String) throws(Fault) {
        guard line.utf8.count <= Self.longest else { throw .tooLong }
        guard let claims = try? SignedClaims(parsing: line, purpose: .stationReport),
            let payload = try? ControlJSON.decode(Payload.self, from: Array(claims.payload))
        else { throw .unreadable }
        guard let key = Base64URL.decode(payload.key).flatMap(VerificationKey.init(raw:)),
            (try? claims.verify(with: key)) != nil
        else { throw .unsigned }
        guard payload.report.status.station == station else { throw .otherStation }
        guard Self.isLikely(claims.payload), payload.report.canBeDrawn else { throw .unlikely }
        guard let end = JournalEnd(head: payload.report.head, of: key) else { throw .otherHead }
        self.line = line
        self.key = key
        self.end = end
        report = payload.report
    }

    /// More than all people; as many of them as fit in the reports of all stations can be added up.
    private static let mostPeople = 1e10

    /// Largest whole number that JSON readers agree on.
    private static let mostOfAnything = 9_007_199_254_740_992.0
    /// The only numbers that may be below 0.
    private static let signedNames: Set = ["clock_offset_ms"]

    /// Whether its figures can be added to those of other stations: no station may stop the control room, or hide with a
    /// number below 0 what others have.
    private static func isLikely(_ payload: Data) -> Bool {
        func isLikely(_ value: Any?, below most: Double) -> Bool {
            switch value {
            case let members as [String: Any]:
                members.allSatisfy { name, value in
                    let isSigned = signedNames.contains(name) && (value as? NSNumber)?.doubleValue ?? 0 >= -most
                    return isSigned || isLikely(value, below: most)
                }
            case let items as [Any]: items.allSatisfy { isLikely($0, below: most) }
            case let number as NSNumber: (0...most).contains(number.doubleValue)
            default: true
            }
        }
        let report = (try? JSONSerialization.jsonObject(with: payload) as? [String: Any])?["report"]
        guard let report = report as? [String: Any] else { return false }
        return isLikely(report["figures"], below: mostPeople) && isLikely(report["own"], below: mostPeople)
            && isLikely(report, below: mostOfAnything)
    }
}

extension SignedReport.JournalEnd {
    private struct Claims: Decodable {
        let seq: Int64
        let hash: String
    }

    /// `nil` unless this key signed it.
    fileprivate init?(head: String, of key: VerificationKey) {
        guard let signed = try? SignedClaims(parsing: head, purpose: .journalHead),
            (try? signed.verify(with: key)) != nil,
            let claims = try? JSONDecoder().decode(Claims.self, from: signed.payload)
        else { return nil }
        self.init(sequence: claims.seq, hash: claims.hash)
    }
}

extension StationReport {
    /// More steps than a station's own curve has.
    private static let mostSteps = 500

    /// Whether every curve has steps that a page can draw.
    fileprivate var canBeDrawn: Bool {
        let courses = figures.flatMap(\.lists).compactMap(\.course) + own.compactMap(\.course)
        return courses.allSatisfy { course in
            (1...1440).contains(course.stepMinutes) && course.entered.count <= Self.mostSteps
                && course.left.count == course.entered.count
        }
    }
}
