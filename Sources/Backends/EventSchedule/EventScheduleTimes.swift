internal import Foundation
internal import Tickets
internal import TimeZones

/// Reads the times of an event: instants, or wall-clock times in its zone, which are converted here once.
struct EventScheduleTimes: Sendable {
    /// `nil` when the server gives none that is known: then only instants can be read.
    let zone: Zone?
    /// What the server says.
    private let name: String?

    /// - Parameter name: of a place, or UTC; an abbreviation like EST has no summer time and is not accepted.
    init(zone name: String?) {
        self.name = name
        zone = name.flatMap { name in
            let zone = ZoneNames.isOfEvents(name) ? ZoneFolder.system.zone(named: name) : nil
            return zone?.isKnown == true ? zone : nil
        }
    }

    /// Why there is no zone.
    private var fault: String {
        guard let name else { return "no time zone is given" }
        return "its time zone \"\(name.withoutControls.prefix(60))\" is not one of the IANA list, like Africa/Kampala"
    }

    /// For the organizer; `nil` when there is a zone.
    var note: String? {
        guard zone == nil else { return nil }
        guard let name else { return "The server gives no time zone: set it in event.yaml." }
        let shown = name.withoutControls.prefix(60)
        return "The server's time zone \"\(shown)\" is not one of the IANA list: set it in event.yaml."
    }

    /// - Parameter side: which instant is meant by a time that clocks show twice.
    /// - Returns: `nil` when there is no time.
    /// - Throws: ``RowFault`` for a time that cannot be read: it is not guessed.
    func read(_ value: LenientJSON, as side: WallTime.Side) throws(RowFault) -> Timestamp? {
        if value.isNull || value == .string("") { return nil }
        if let instant = value.time { return instant }
        guard case .string(let text) = value else { throw RowFault("is not a time") }
        switch WallTime.read(text, in: zone ?? .utc, as: side) {
        case .malformed: throw RowFault("is not a time")
        case .skipped: throw RowFault("does not exist in that time zone: the clocks go forward and skip it")
        case .instant(let instant):
            guard zone != nil else { throw RowFault("is a local time, and \(fault)") }
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
