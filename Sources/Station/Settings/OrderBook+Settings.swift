internal import Fleet
internal import Foundation
internal import Tickets

/// How a station tries settings that were ordered.
struct SettingsTrial: Codable, Hashable, Sendable {
    /// What was broken before, and is no fault of theirs.
    var broken: Set<String>
    /// How often the station was opened with them.
    var starts = 0
    /// That they did not go well is in the journal.
    var isNoted: Bool?

    /// A station that has ended so often while it tried them was not well.
    static let mostStarts = 2
}

/// Settings that the control room has ordered: those of the last order that went well, or that is being tried.
extension OrderBook {
    /// The order whose settings count now; `nil`: those of usher.yaml do.
    var settings: Order? {
        if let tried, tried.key == key { return tried.order }
        return done.filter { $0.order.act == .settings }.max { $0.order.issued < $1.order.issued }?.order
    }

    /// The order on trial; `nil` without one.
    var tried: Entry? {
        entries.last { $0.trial != nil }.flatMap { $0.result == nil ? $0 : nil }
    }

    /// They count from the next start on.
    /// - Parameter broken: what is broken now.
    func tryOut(_ order: Order, broken: Set<String>) throws {
        try change(order.id) { $0.trial = SettingsTrial(broken: broken) }
    }

    /// Before a station that is to run is opened: settings with which it has ended twice do not count any more, and those
    /// that expired before they were tried to the end do not either.
    func countStart(at now: Timestamp) throws {
        guard let tried, let trial = tried.trial else { return }
        if trial.starts >= SettingsTrial.mostStarts {
            try goBack(because: "the station has ended twice while it tried them", at: now)
        } else if tried.order.expires <= now {
            try goBack(because: "the order has expired before they were tried", at: now)
        } else {
            try change(tried.order.id) { $0.trial?.starts += 1 }
        }
    }

    /// Those before them count again, from the next start on.
    /// - Returns: whether any were being tried.
    @discardableResult
    func goBack(because why: String, at now: Timestamp) throws -> Bool {
        guard let order = tried?.order else { return false }
        try end(OrderResult(id: order.id, outcome: .failed, why: "it went back: \(why)", at: now))
        return true
    }

    /// Settings that did not go well, and of which the journal does not know that yet.
    var unnoted: Entry? {
        entries.last { $0.result?.outcome == .failed && $0.trial != nil && $0.trial?.isNoted != true }
    }
}
