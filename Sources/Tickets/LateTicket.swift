/// A ticket that was in no list when its code was shown, as the ticketing server described it at that moment. Neither
/// the code nor the holder's name is in it.
public struct LateTicket: Codable, Hashable, Sendable {
    private struct Line: Codable, Hashable, Sendable {
        var type: String?
        var reference: String?
        var status: String
        var admits: Int
        var notBefore: Timestamp?
        var notAfter: Timestamp?
        var seat: String?
        var attention: String?
        var date: Int64?
        var answered: Set<String>?
        var used: [Used]
    }

    fileprivate struct Used: Codable, Hashable, Sendable {
        var list: String?
        var ins: Int
        var outs: Int
        var firstAt: Timestamp?
        var lastAt: Timestamp?
    }

    private let lines: [Line]
    /// When the server was asked, by the station's clock: what it says of entries is as old as that.
    public let asked: Timestamp

    /// - Parameters:
    ///   - rows: the lines of one code; the codes and holders in them are left out.
    public init(_ rows: [TicketRow], asked: Timestamp) {
        self.asked = asked
        lines = rows.map { row in
            Line(
                type: row.type, reference: row.reference, status: row.status.word, admits: row.admits,
                notBefore: row.notBefore, notAfter: row.notAfter, seat: row.seat, attention: row.attention,
                date: row.date, answered: row.answered,
                used: row.used.map {
                    Used(list: $0.list, ins: $0.ins, outs: $0.outs, firstAt: $0.firstAt, lastAt: $0.lastAt)
                })
        }
    }

    /// The ticket as a list of the event would hold it; `nil` when the event has none of its types.
    /// - Parameter isNumberedByType: how the event's list numbers its lines.
    public func record(of key: TicketKey, in plan: EventPlan, isNumberedByType: Bool) -> TicketRecord? {
        var isRevoked = false
        var found: [TicketLine] = []
        var used: [TicketRecord.UsedCount] = []
        for line in lines {
            guard let status = TicketRow.Status(word: line.status) else { continue }
            guard case .ticket(let ticketStatus) = status else {
                isRevoked = true
                continue
            }
            guard let type = plan.type(named: line.type), !found.contains(where: { $0.type == type }),
                plan.knows(date: line.date)
            else { continue }
            let date = line.date.flatMap { plan.dates[$0] }
            let number = isNumberedByType ? type.lineNumber : found.count
            found.append(
                TicketLine(
                    number: number, reference: line.reference, type: type, status: ticketStatus, admits: line.admits,
                    notBefore: line.notBefore ?? plan.opens(date), notAfter: line.notAfter ?? plan.closes(date),
                    seat: line.seat, attention: line.attention, date: date,
                    answered: plan.undecidableQuestions.union(line.answered ?? [])))
            used += line.used.compactMap { $0.count(of: number, type: type, in: plan) }
        }
        guard !found.isEmpty || isRevoked else { return nil }
        return TicketRecord(key: key, lines: found, isRevoked: isRevoked, used: used, asOf: asked)
    }
}

extension LateTicket.Used {
    fileprivate func count(of line: Int, type: TicketType, in plan: EventPlan) -> TicketRecord.UsedCount? {
        let slug = list ?? plan.lists.first { $0.types.contains(type.slug) }?.slug
        guard let slug, plan.list(slug) != nil else { return nil }
        let history = History(ins: ins, outs: min(outs, ins), first: firstAt.map { History.FirstEntry(at: $0) })
        return TicketRecord.UsedCount(line: line, list: slug, history: history, until: lastAt)
    }
}

extension EventPlan {
    /// The type that a ticketing server means by an id or a name; without either, the only type.
    fileprivate func type(named text: String?) -> TicketType? {
        guard let text else { return types.count == 1 ? types.first : nil }
        return types.first { $0.slug == text } ?? types.first { $0.name == text }
    }
}
