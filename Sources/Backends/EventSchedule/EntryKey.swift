internal import Foundation
internal import Tickets

/// The idempotency key of an entry. The interface takes people one by one and knows no undo, so the key also tells what
/// got lost on the way: wherever the list is read, the entry can be put together again. Servers only compare keys.
struct EntryKey: Hashable, Sendable {
    /// Id of the entry, which is the whole key of one person passing.
    let entry: String
    /// Which of the people who passed in the entry, from 1.
    var number = 1
    /// 0 when the entry takes another one back.
    var people = 1
    /// Id of the entry that this one takes back.
    var undoes: String?

    /// The most people that a ticket can be for.
    private static let largestGroup = 1000

    /// The keys of an entry, one for each person that it is about.
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
    /// `nil` when the key is none of ours.
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
