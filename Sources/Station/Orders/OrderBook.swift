internal import Files
internal import Fleet
internal import Foundation
internal import Messages
internal import Synchronization
internal import Tickets

/// The orders that this station has taken: `orders.json` in its state folder. Each is done once, also over a restart.
final class OrderBook: Sendable {
    /// An order, and what became of it.
    struct Entry: Codable, Hashable, Sendable {
        var order: Order
        /// Id of the key that signed it: what another key ordered is not in force any more.
        var key: String
        /// `nil` while it is being done or tried, and when the station was interrupted in it: it is not done again.
        var result: OrderResult?
        /// Only of settings: how they are tried.
        var trial: SettingsTrial?
        /// Of a pause or a notice that was done: it has ended once, and does not come back with a clock that goes back.
        var isOver = false
    }

    /// How long an order is kept after it has expired: until no clock can be so far behind that it looks valid again.
    private static let memory = Duration.seconds(30 * 86_400)
    /// The newest of which the control room is told.
    private static let mostReported = 100

    private let file: URL
    let key: String?
    private let state: Mutex<State>

    private struct State {
        /// In the order in which they were taken.
        var entries: [Entry] = []
        var isUnreadable = false
    }

    /// - Parameter key: id of the key from which orders are taken; `nil`: from none.
    init(file: URL, key: String?) {
        self.file = file
        self.key = key
        var state = State()
        if FileManager.default.fileExists(atPath: file.path) {
            do {
                state.entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: file))
            } catch {
                state.isUnreadable = true
            }
        }
        self.state = Mutex(state)
    }

    /// Notes that an order is being done now. It is on the disk when this returns. Orders that were over long ago are forgotten.
    /// - Parameter now: by a clock that is trusted (``ClockEvidence``); `nil` without one: then all are kept.
    /// - Returns: `false` when it was taken before, and when nobody can tell.
    func begin(_ order: Order, now: Timestamp?) throws -> Bool {
        let inForce = settings?.id
        return try state.withLock { state in
            guard !state.isUnreadable, !state.entries.contains(where: { $0.order.id == order.id }) else { return false }
            let kept = state.entries.filter { entry in
                now.map { entry.order.expires + Self.memory > $0 } ?? true || entry.order.id == inForce
            }
            let entries = kept + [Entry(order: order, key: key ?? "")]
            try DurableFile.write(entries, asJSONTo: file)
            state.entries = entries
            return true
        }
    }

    /// Notes what became of it.
    func end(_ result: OrderResult) throws {
        try change(result.id) { $0.result = result }
    }

    /// - Parameter id: of an order; one that is not known is left alone.
    func change(_ id: String, _ change: (inout Entry) -> Void) throws {
        try state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.order.id == id }) else { return }
            var entries = state.entries
            change(&entries[index])
            try DurableFile.write(entries, asJSONTo: file)
            state.entries = entries
        }
    }

    /// Whether an order of the same kind that was given later is done already.
    func isOvertaken(_ order: Order) -> Bool {
        guard let kind = order.act.kind else { return false }
        return entries.contains {
            $0.order.act.kind == kind && $0.order.issued > order.issued && $0.result?.outcome == .done
        }
    }

    /// Why nobody is let in now; `nil` when the gate is not paused.
    func pause(at now: Timestamp) -> String? { paused(at: now)?.text }

    /// The newest results, for the control room.
    var results: [OrderResult] { entries.compactMap(\.result).suffix(Self.mostReported) }

    var entries: [Entry] { state.withLock { $0.entries } }

    /// Done, and ordered with the key that counts now.
    var done: [Entry] { entries.filter { $0.result?.outcome == .done && $0.key == key } }

    private func paused(at now: Timestamp) -> Order? {
        let last = done.filter { $0.order.act.kind == .pause }.max { $0.order.issued < $1.order.issued }
        return last.flatMap { $0.order.act == .pause && isInForce($0, at: now) ? $0.order : nil }
    }

    private func isInForce(_ entry: Entry, at now: Timestamp) -> Bool {
        guard !entry.isOver else { return false }
        if entry.isInForce(at: now) { return true }
        noteOver(entry.order.id)
        return false
    }

    /// It is over at once. What a full disk does not take is written with the next change: a scan asks it once only.
    private func noteOver(_ id: String) {
        state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.order.id == id }) else { return }
            state.entries[index].isOver = true
            try? DurableFile.write(state.entries, asJSONTo: file)
        }
    }
}

extension OrderBook: ConditionSource {
    func conditions(at situation: Situation) -> [Condition] {
        let notices = done.filter { $0.order.act == .notice && isInForce($0, at: situation.now) }
        let pause = paused(at: situation.now).map { order in
            Condition(.gatePaused, ["text": order.text ?? "", "by": order.by])
        }
        let ordered = settings.flatMap { order in
            order.details.isEmpty
                ? nil
                : Condition(
                    .settingsOrdered, ["settings": order.details, "by": order.by],
                    variant: tried?.order.id == order.id ? "Tried" : "")
        }
        let unreadable = state.withLock(\.isUnreadable)
        return [pause, ordered].compactMap(\.self)
            + notices.map { entry in
                Condition(
                    .notice, subject: entry.order.id, ["text": entry.order.text ?? "", "by": entry.order.by])
            } + (unreadable ? [Condition(.ordersUnreadable, ["file": file.path])] : [])
    }
}

extension OrderBook.Entry {
    /// Until it expires; and on a clock that is behind, for no longer than an order lives, by that clock.
    func isInForce(at now: Timestamp) -> Bool {
        guard order.expires > now, let taken = result?.at else { return false }
        return now - taken < order.expires - order.issued
    }
}

extension Order.Act {
    /// Acts of which the one that was given last counts.
    enum Kind { case place, pause, settings }

    var kind: Kind? {
        switch self {
        case .place: .place
        case .pause, .resume: .pause
        case .settings: .settings
        case .notice, .restart, .leave, .bundle: nil
        }
    }
}
