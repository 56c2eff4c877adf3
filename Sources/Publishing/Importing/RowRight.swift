internal import Foundation
internal import Tickets

/// What rows of a tickets.csv let people do.
struct RowRight {
    /// To read times, types and admission lists by; `nil` when there is none yet: then all tickets are for one list.
    let event: EventDefinition?

    /// Slugs of the admission lists.
    var lists: Set<String> { Set(event?.declaredLists.map(\.slug) ?? [AdmissionList.onlySlug]) }

    /// - Returns: `nil` for the row of a revoked code.
    func right(_ row: [String: String]) -> EntryRight? {
        guard case .ticket(let status)? = TicketRow.Status(word: row["status"] ?? TicketStatus.valid.word) else {
            return nil
        }
        let type = (try? event?.type(row["type"])) ?? nil
        return EntryRight(
            type: type?.slug ?? row["type"] ?? "", status: status, admits: row["admits"].flatMap { Int($0) } ?? 1,
            lists: lists(of: type, status),
            opens: bound(row["not_before"], .start, event?.event.opens(event?.openEnds ?? []) ?? .earliest),
            closes: bound(row["not_after"], .end, event?.event.closes(event?.openEnds ?? []) ?? .latest))
    }

    private func lists(of type: TicketType?, _ status: TicketStatus) -> Set<String> {
        guard let event else { return status == .valid ? lists : [] }
        let admitting = event.declaredLists.filter { list in
            let isFor = list.types?.contains { $0 == type?.slug || $0 == type?.name } ?? true
            return isFor && (status == .valid || status == .unpaid && list.asksUnpaid)
        }
        return Set(admitting.map(\.slug))
    }

    private func bound(_ text: String?, _ side: WallTime.Side, _ ofEvent: Timestamp) -> EntryRight.Bound {
        guard let text, case .instant(let time) = WallTime.read(text, in: event?.zone ?? .utc, as: side) else {
            return .init(ofEvent, isOfEvent: true)
        }
        return .init(time, isOfEvent: false)
    }
}
