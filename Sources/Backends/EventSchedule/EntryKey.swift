internal import Foundation
internal import Tickets

/// The idempotency key of an entry. The interface takes people one by one and has no undo, so the key also carries what
/// the message cannot: whoever reads the list can put the entry together again. Servers only compare keys.
/// See docs/decisions/050-eventschedule-undo-key.md.
struct EntryKey: Hashable, Sendable {
    /// Id of the entry. For one person passing it is the whole key.
    let entry: String
    /// Number of this person among those of the entry, from 1.
    var number = 1
    /// How many people passed in the entry; 0 when it undoes another one.
    var people = 1
    /// Id of the entry that this one undoes.
    var undoes: String?

    /// The most people that a ticket can admit (docs/MANIFEST.md).
    private static let largestGroup = 1000

    /// The keys of an entry, one for each of its people.
    static func keys(of outgoing: OutgoingCheckIn) -> [EntryKey] {
        let checkIn = outgoing.checkIn
        let count = checkIn.undoes == nil ? checkIn.count : outgoing.undoneCount ?? 1
        let people = min(max(1, count), largestGroup)
        var keys = (1...people).map { EntryKey(entry: checkIn.id, number: $0, people: people) }
        if let undone = checkIn.undoes { keys[0] = EntryKey(entry: checkIn.id, people: 0, undoes: undone) }
        return keys
    }

    var text: String {
        if let undoes { return "\(entry)/undoes-\(undoes)" }
        return people == 1 ? entry : "\(entry)/\(number)-of-\(people)"
    }
}

extension EntryKey {
    /// `nil` when no station made this key.
    init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, UUID(uuidString: String(first)) != nil else { return nil }
        entry = first.lowercased()
        guard let rest = parts.dropFirst().first else { return }
        if let match = rest.wholeMatch(of: #/undoes-([0-9A-Fa-f-]{36})/#) {
            undoes = match.1.lowercased()
            people = 0
        } else if let match = rest.wholeMatch(of: #/([0-9]{1,4})-of-([0-9]{1,4})/#),
            let number = Int(match.1), let people = Int(match.2), (1...Self.largestGroup).contains(people),
            (1...people).contains(number)
        {
            self.number = number
            self.people = people
        } else {
            return nil
        }
    }
}
