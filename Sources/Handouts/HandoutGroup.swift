internal import Publishing
internal import Tickets

/// Tickets that go into one file, or one mail.
struct HandoutGroup {
    /// Of a file, without its extension: unlike that of any other group, also where case does not count.
    let name: String
    /// At least one.
    let tickets: [SoldTicket]

    /// In the order of the first ticket of each.
    /// - Throws: ``HandoutError`` when no ticket has an order.
    static func all(of tickets: [SoldTicket], by grouping: HandoutGrouping) throws -> [HandoutGroup] {
        var names = FileNames()
        switch grouping {
        case .all:
            return tickets.isEmpty ? [] : [HandoutGroup(name: "tickets", tickets: tickets)]
        case .ticket:
            return tickets.map { HandoutGroup(name: names.name(for: $0), tickets: [$0]) }
        case .order:
            guard tickets.isEmpty || tickets.contains(where: { $0.order != nil }) else {
                throw HandoutError(
                    "group", "the tickets", "none of them has an order",
                    hint: "Add the column order to tickets.csv: what was bought together has the same word there.")
            }
            var groups: [(order: String?, tickets: [SoldTicket])] = []
            var places: [String: Int] = [:]
            for ticket in tickets {
                if let order = ticket.order, let place = places[order] {
                    groups[place].tickets.append(ticket)
                } else {
                    if let order = ticket.order { places[order] = groups.count }
                    groups.append((ticket.order, [ticket]))
                }
            }
            return groups.map { order, tickets in
                HandoutGroup(name: order.map { names.name($0) } ?? names.name(for: tickets[0]), tickets: tickets)
            }
        }
    }
}

/// Names for files, made of what people write.
struct FileNames {
    private var used: Set<String> = ["index"]

    /// By its reference, or else the line of the file.
    mutating func name(for ticket: SoldTicket) -> String {
        name(ticket.row.reference?.referenceForPeople ?? "line-\(ticket.line)")
    }

    /// Letters and digits of ASCII, `-`, `_` and `.`: other characters become `-`. A name that was given before gets a
    /// number.
    mutating func name(_ text: String) -> String {
        let kept = text.prefix(80).map { character in
            character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character))
                ? character : "-"
        }
        let clean = String(kept.drop { ".-".contains($0) })
        let base = clean.isEmpty ? "ticket" : clean
        var name = base
        var number = 2
        while !used.insert(name.lowercased()).inserted {
            name = "\(base)-\(number)"
            number += 1
        }
        return name
    }
}
