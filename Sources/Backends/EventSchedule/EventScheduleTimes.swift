internal import Foundation
internal import Tickets

/// Reads the times of an event: instants, or wall-clock times in its zone, which are converted here once.
struct EventScheduleTimes: Sendable {
    /// `nil` when the server gives no time zone: then only instants can be read.
    let zone: TimeZone?

    /// - Parameter name: IANA identifier; an abbreviation like EST has no summer time and is not accepted.
    init(zone name: String?) {
        zone = name.flatMap { $0 == "UTC" || $0.contains("/") ? TimeZone(identifier: $0) : nil }
    }

    /// - Parameter side: which instant is meant by a time that clocks show twice.
    /// - Returns: `nil` when there is no time.
    /// - Throws: ``RowFault`` for a time that cannot be read: it is not guessed.
    func read(_ value: LenientJSON, as side: WallTime.Side) throws(RowFault) -> Timestamp? {
        if value.isNull || value == .string("") { return nil }
        if let instant = value.time { return instant }
        guard case .string(let text) = value else { throw RowFault("is not a time") }
        switch WallTime.read(text, in: zone ?? .gmt, as: side) {
        case .malformed: throw RowFault("is not a time")
        case .skipped: throw RowFault("does not exist in that time zone: the clocks go forward and skip it")
        case .instant(let instant):
            guard zone != nil else { throw RowFault("is a local time, and no time zone is given") }
            return instant
        }
    }
}

extension Duration {
    /// Hours, as servers give the length of an event; fractions are allowed. `nil` unless above 0 and below 366 days.
    init?(hours value: LenientJSON) {
        let hours: Double? =
            switch value {
            case .number(let number): number
            case .string(let text): Double(text)
            default: nil
            }
        guard let hours, hours > 0, hours < 24 * 366 else { return nil }
        self = .milliseconds(Int64(hours * 3_600_000))
    }
}
