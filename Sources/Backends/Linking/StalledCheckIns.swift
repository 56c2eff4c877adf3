internal import Tickets

/// Check-ins that a server does not answer properly, and how often that was tried: to tell what is the matter with one of
/// them from what is the matter with the server.
///
/// Where a network wants a login, or a server is down, every check-in stalls, and none is given up. It is a check-in's own
/// trouble only if others are answered meanwhile.
struct StalledCheckIns {
    /// From this try on, a check-in comes after all others. Before, these wait: a server that fails for a moment gets them
    /// in order.
    static let patience = 3
    /// After so many it is given up: with the usual pauses, about half a minute after the first; where the server says that it
    /// fails, which may pass, about twenty minutes.
    static func most(_ code: BackendError.Code) -> Int { code == .failing ? 24 : 6 }

    private struct Count {
        var tries = 0
        /// Others were answered meanwhile.
        var isItsOwn = false
    }

    private var counts: [String: Count] = [:]

    /// None has come after all others.
    var isEmpty: Bool { !counts.values.contains { $0.tries >= Self.patience } }

    /// Those that come after all others, in the order in which they are given.
    func split(_ checkIns: [OutgoingCheckIn]) -> (first: [OutgoingCheckIn], last: [OutgoingCheckIn]) {
        func comesLast(_ checkIn: OutgoingCheckIn) -> Bool { counts[checkIn.checkIn.id]?.tries ?? 0 >= Self.patience }
        return (checkIns.filter { !comesLast($0) }, checkIns.filter(comesLast))
    }

    /// Notes a try without a proper answer.
    /// - Parameter othersAreAnswered: in this round.
    /// - Returns: whether it is given up.
    mutating func note(_ id: String, _ error: BackendError, othersAreAnswered: Bool) -> Bool {
        guard error.mayConcernOneCheckIn else { return false }
        var count = counts[id] ?? Count()
        count.isItsOwn = count.isItsOwn || othersAreAnswered && count.tries >= Self.patience
        if count.isItsOwn || count.tries < Self.patience { count.tries += 1 }
        let isOver = count.tries >= Self.most(error.code)
        counts[id] = isOver ? nil : count
        return isOver
    }

    /// Call for what was answered.
    mutating func forget(_ ids: some Sequence<String>) {
        for id in ids { counts[id] = nil }
    }
}
